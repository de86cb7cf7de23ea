//! A versus Tetris bot for Ludus: it tries every placement and takes the best board.

// Change these first: what one of each is worth.
const LINES: f64 = 0.8; // a line cleared
const HOLES: f64 = -4.0; // an empty cell with a filled one above it
const HEIGHT: f64 = -0.5; // a row of a column's height
const BUMPS: f64 = -0.2; // a row of difference between two columns side by side

/// Rows from bottom to top, with true for a filled cell.
type Rows = Vec<[bool; 10]>;

/// What a board is worth, part by part: the score is their sum. Add parts of your own here. `lines` have just been cleared.
fn judge(rows: &Rows, lines: usize) -> Vec<(&'static str, f64)> {
    let height = |x: usize| rows.iter().rposition(|row| row[x]).map_or(0, |y| y + 1);
    let heights: Vec<usize> = (0..10).map(height).collect();
    let filled = rows.iter().flatten().filter(|full| **full).count();
    let total: usize = heights.iter().sum();
    let bumps: usize = heights.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum();
    vec![
        ("lines", LINES * lines as f64),
        ("holes", HOLES * (total - filled) as f64),
        ("height", HEIGHT * total as f64),
        ("bumps", BUMPS * bumps as f64),
    ]
}

/// The action to play, and why. The turn has the state of the game and every legal action as text.
fn choose(turn: &Json, seat: usize) -> Choice {
    let me = &turn["state"]["seats"].items()[seat];
    let mut rows = Rows::new();
    for text in me["board"].texts() {
        let mut row = [false; 10];
        row.iter_mut().zip(text.chars()).for_each(|(cell, letter)| *cell = letter != '.');
        rows.push(row);
    }
    let mut best = Choice { score: f64::MIN, ..Choice::default() };
    for action in turn["legal"].texts() {
        // "T.south.x4.y1.full", or "hold.I.east.x9.y2" for the piece that hold brings
        let parts: Vec<&str> = action.trim_start_matches("hold.").split('.').collect();
        let number = |at: usize| parts[at][1..].parse().unwrap_or(0);
        let (rows, lines) = place(&rows, cells(parts[0], parts[1], number(2), number(3)));
        let terms = judge(&rows, lines);
        let score = terms.iter().map(|(_, value)| value).sum();
        if score > best.score {
            best = Choice { action: action.to_string(), score, depth: 1, terms };
        }
    }
    best
}

/// The cells of a piece around its centre as (column, row), rows going up.
fn shape(piece: &str) -> [(i32, i32); 4] {
    match piece {
        "I" => [(-1, 0), (0, 0), (1, 0), (2, 0)],
        "O" => [(0, 0), (1, 0), (0, 1), (1, 1)],
        "T" => [(-1, 0), (0, 0), (1, 0), (0, 1)],
        "S" => [(-1, 0), (0, 0), (0, 1), (1, 1)],
        "Z" => [(-1, 1), (0, 1), (0, 0), (1, 0)],
        "J" => [(-1, 0), (0, 0), (1, 0), (-1, 1)],
        _ => [(-1, 0), (0, 0), (1, 0), (1, 1)],
    }
}

/// The sides in the order of quarter turns.
const SIDES: [&str; 4] = ["north", "east", "south", "west"];

/// The four cells of a piece with its centre at x, y.
fn cells(piece: &str, side: &str, x: i32, y: i32) -> [(i32, i32); 4] {
    let mut shape = shape(piece);
    for _ in 0..SIDES.iter().position(|name| *name == side).unwrap_or(0) {
        shape = shape.map(|(dx, dy)| (dy, -dx)); // a quarter turn clockwise
    }
    shape.map(|(dx, dy)| (x + dx, y + dy))
}

/// The rows after these cells are filled, and the lines that this clears.
fn place(rows: &Rows, cells: [(i32, i32); 4]) -> (Rows, usize) {
    let mut rows = rows.clone();
    for (x, y) in cells {
        let y = y.max(0) as usize;
        rows.resize(rows.len().max(y + 1), [false; 10]);
        rows[y][x.clamp(0, 9) as usize] = true;
    }
    let before = rows.len();
    rows.retain(|row| row.contains(&false));
    let lines = before - rows.len();
    (rows, lines)
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
