//! A bot for Ludus that takes the legal action with the best score. You decide what the score is.

/// How good an action is: higher is better. Change this first; `state` has everything that your seat can see.
fn judge(_state: &Json, _seat: usize, _action: &str) -> f64 {
    0.0
}

/// The action to play, and why. The turn has the state of the game and every legal action as text.
fn choose(turn: &Json, seat: usize) -> Choice {
    let judged = |action| (action, judge(&turn["state"], seat, action));
    let scores: Vec<(&str, f64)> = turn["legal"].texts().map(judged).collect();
    let score = scores.iter().fold(f64::MIN, |top, (_, score)| top.max(*score));
    let best: Vec<&str> = scores.iter().filter(|entry| entry.1 == score).map(|entry| entry.0).collect();
    // The seed of the turn decides between equals, so that matches can be repeated.
    let seed = u64::from_str_radix(turn["seed"].text(), 16).unwrap_or(0) as usize;
    Choice { action: best[seed % best.len()].to_string(), score, depth: 1, terms: vec![] }
}

// The protocol: one JSON object per line. There is nothing to change below.

/// What to play, and why.
#[derive(Default)]
struct Choice {
    action: String,
    score: f64,
    depth: u32,
    terms: Vec<(&'static str, f64)>,
}

fn main() {
    let mut seat = 0;
    for line in std::io::stdin().lines() {
        let Ok(line) = line else { break };
        let message = Json::parse(&line);
        match message["type"].text() {
            "hello" => println!(
                r#"{{"type":"ready","protocol":1,"name":"mine","version":"1","features":["insight"]}}"#
            ),
            "start" => seat = message["seat"].number() as usize,
            "turn" => {
                let Choice { action, score, depth, terms } = choose(&message, seat);
                let terms: Vec<_> = terms.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
                let insight = format!(r#"{{"score":{score},"depth":{depth},"terms":{{{}}}}}"#, terms.join(","));
                let (id, turn) = (message["match"].text(), message["turn"].number());
                println!(r#"{{"type":"act","match":"{id}","turn":{turn},"action":"{action}","insight":{insight}}}"#);
            }
            "quit" => break,
            _ => {}
        }
    }
}

/// A JSON value. What is missing reads as an empty text, 0 or an empty list.
enum Json {
    Null,
    Number(f64),
    Text(String),
    Items(Vec<Json>),
    Fields(Vec<(String, Json)>),
}

impl Json {
    fn parse(text: &str) -> Self {
        value(&mut text.chars().peekable())
    }

    fn text(&self) -> &str {
        if let Self::Text(text) = self { text } else { "" }
    }

    fn number(&self) -> f64 {
        if let Self::Number(number) = self { *number } else { 0.0 }
    }

    fn items(&self) -> &[Self] {
        if let Self::Items(items) = self { items } else { &[] }
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.items().iter().map(Self::text)
    }
}

impl std::ops::Index<&str> for Json {
    type Output = Self;

    fn index(&self, key: &str) -> &Self {
        let Self::Fields(fields) = self else { return &Self::Null };
        fields.iter().find(|(name, _)| name == key).map_or(&Self::Null, |(_, value)| value)
    }
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn value(chars: &mut Chars) -> Json {
    while chars.next_if(|c| c.is_whitespace() || matches!(c, ':' | ',')).is_some() {}
    match chars.next() {
        Some('{') => Json::Fields(list(chars, '}', |chars| (value(chars).text().to_string(), value(chars)))),
        Some('[') => Json::Items(list(chars, ']', value)),
        Some('"') => Json::Text(string(chars)),
        first => {
            let mut word: String = first.into_iter().collect();
            while let Some(c) = chars.next_if(|c| c.is_ascii_alphanumeric() || "+-.".contains(*c)) {
                word.push(c);
            }
            word.parse().map_or(Json::Null, Json::Number)
        }
    }
}

fn list<T>(chars: &mut Chars, end: char, item: fn(&mut Chars) -> T) -> Vec<T> {
    let mut items = Vec::new();
    loop {
        while chars.next_if(|c| c.is_whitespace() || *c == ',').is_some() {}
        if chars.peek().is_none() || chars.next_if_eq(&end).is_some() {
            return items;
        }
        items.push(item(chars));
    }
}

fn string(chars: &mut Chars) -> String {
    let mut text = String::new();
    loop {
        match chars.next() {
            None | Some('"') => return text,
            Some('\\') => match chars.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some('u') => {
                    let code: String = chars.by_ref().take(4).collect();
                    let code = u32::from_str_radix(&code, 16).ok().and_then(char::from_u32);
                    text.push(code.unwrap_or('?'));
                }
                other => text.extend(other),
            },
            Some(c) => text.push(c),
        }
    }
}
