//! A Tetris bot for Ludus: it tries every placement of the piece and takes the best board.

// Change these first: what one of each is worth.
const LINES: f64 = 0.0; // a line cleared
const HOLES: f64 = -4.0; // an empty cell with a filled one above it
const HEIGHT: f64 = -1.0; // a row of a column's height
const BUMPS: f64 = 0.0; // a row of difference between two columns side by side

/// What a board is worth, part by part: the score is their sum. Add parts of your own here.
///
/// `rows` go from bottom to top, with true for a filled cell; `lines` have just been cleared.
fn judge(rows: &[Vec<bool>], lines: usize) -> Vec<(&'static str, f64)> {
    let width = rows[0].len();
    let height = |x: usize| rows.iter().rposition(|row| row[x]).map_or(0, |y| y + 1);
    let heights: Vec<usize> = (0..width).map(height).collect();
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
    let board: Vec<&str> = me["board"].texts().collect();
    let mut best = Choice { score: f64::MIN, ..Choice::default() };
    // "r1x4>2" also aims the garbage at seat 2.
    for action in turn["legal"].texts().filter(|action| !action.contains('>')) {
        let (rows, lines) = drop(&board, me["current"].text(), action);
        let terms = judge(&rows, lines);
        let score = terms.iter().map(|(_, value)| value).sum();
        if score > best.score {
            best = Choice { action: action.to_string(), score, depth: 1, terms };
        }
    }
    best
}

/// The cells of a piece as (column, row), row 0 at the bottom.
fn cells(piece: &str) -> [(i32, i32); 4] {
    match piece {
        "I" => [(0, 0), (1, 0), (2, 0), (3, 0)],
        "O" => [(0, 0), (1, 0), (0, 1), (1, 1)],
        "T" => [(0, 0), (1, 0), (2, 0), (1, 1)],
        "S" => [(0, 0), (1, 0), (1, 1), (2, 1)],
        "Z" => [(1, 0), (2, 0), (0, 1), (1, 1)],
        "J" => [(0, 0), (1, 0), (2, 0), (0, 1)],
        _ => [(0, 0), (1, 0), (2, 0), (2, 1)],
    }
}

/// The rows after a placement such as "r1x4" (turned once, leftmost cell in column 4), and the lines it clears.
fn drop(board: &[&str], piece: &str, action: &str) -> (Vec<Vec<bool>>, usize) {
    let (turns, left) = action[1..].split_once('x').unwrap_or(("0", "0"));
    let left: i32 = left.parse().unwrap_or(0);
    let mut cells = cells(piece);
    for _ in 0..turns.parse().unwrap_or(0) {
        cells = cells.map(|(x, y)| (y, -x)); // a quarter turn clockwise
    }
    let dx = left - cells.map(|(x, _)| x).into_iter().min().unwrap_or(0);
    let dy = -cells.map(|(_, y)| y).into_iter().min().unwrap_or(0);
    let cells = cells.map(|(x, y)| ((x + dx) as usize, (y + dy) as usize));

    let mut rows: Vec<Vec<bool>> =
        board.iter().rev().map(|row| row.chars().map(|cell| cell == '#').collect()).collect();
    rows.extend(vec![vec![false; rows[0].len()]; 4]); // a piece may stick out at the top
    let mut y = board.len();
    while cells.iter().all(|&(x, r)| r + y > 0 && !rows[r + y - 1][x]) {
        y -= 1;
    }
    for (x, r) in cells {
        rows[r + y][x] = true;
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
