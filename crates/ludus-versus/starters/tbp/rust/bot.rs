//! A versus Tetris bot for Ludus: it lists all placements that simply fall, the best board first.

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

/// All placements of these pieces as messages, the best first. The first one that can be played counts.
fn choose(rows: &Rows, pieces: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for piece in pieces {
        for side in SIDES {
            for x in 0..10 {
                let Some(y) = drop(rows, piece, side, x) else { continue };
                let (after, lines) = place(rows, cells(piece, side, x, y));
                let score: f64 = judge(&after, lines).iter().map(|(_, value)| value).sum();
                let location = format!(r#"{{"type":"{piece}","orientation":"{side}","x":{x},"y":{y}}}"#);
                found.push((score, format!(r#"{{"location":{location},"spin":"none"}}"#)));
            }
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.into_iter().map(|(_, text)| text).collect()
}

/// The row in which a piece comes to rest that falls in this column; `None` if it is not inside the board.
fn drop(rows: &Rows, piece: &str, side: &str, x: i32) -> Option<i32> {
    let shape = cells(piece, side, x, 0);
    if shape.iter().any(|(column, _)| !(0..10).contains(column)) {
        return None;
    }
    let is_free = |column: i32, row: i32| {
        row >= 0 && !rows.get(row as usize).is_some_and(|cells| cells[column as usize])
    };
    let mut y = rows.len() as i32 + 2;
    while shape.iter().all(|&(column, row)| is_free(column, row + y - 1)) {
        y -= 1;
    }
    Some(y)
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

/// What the bot knows of the game.
#[derive(Default)]
struct Position {
    rows: Rows,
    hold: String, // empty if nothing is held
    queue: Vec<String>,
}

impl Position {
    fn start(message: &Json) -> Self {
        let filled = |row: &Json| {
            let mut cells = [false; 10];
            cells.iter_mut().zip(row.texts()).for_each(|(cell, text)| *cell = !text.is_empty());
            cells
        };
        let mut rows: Rows = message["board"].items().iter().map(filled).collect();
        while rows.last().is_some_and(|row| !row.contains(&true)) {
            rows.pop();
        }
        let queue = message["queue"].texts().map(str::to_string).collect();
        Self { rows, hold: message["hold"].text().to_string(), queue }
    }

    fn suggest(&self) -> String {
        let mut pieces: Vec<&str> = self.queue.iter().take(1).map(String::as_str).collect();
        // What hold would bring.
        let other = if self.hold.is_empty() { self.queue.get(1) } else { Some(&self.hold) };
        pieces.extend(other.map(String::as_str));
        pieces.dedup();
        choose(&self.rows, &pieces).join(",")
    }

    fn play(&mut self, location: &Json) {
        let (x, y) = (location["x"].number() as i32, location["y"].number() as i32);
        let piece = location["type"].text();
        self.rows = place(&self.rows, cells(piece, location["orientation"].text(), x, y)).0;
        let current = self.queue.remove(0);
        if piece != current {
            // The current piece was held.
            if self.hold.is_empty() {
                self.queue.remove(0);
            }
            self.hold = current;
        }
    }
}

fn main() {
    println!(r#"{{"type":"info","name":"mine","version":"1","author":"me","features":[]}}"#);
    let mut position = Position::default();
    for line in std::io::stdin().lines() {
        let Ok(line) = line else { break };
        let message = Json::parse(&line);
        match message["type"].text() {
            "rules" => println!(r#"{{"type":"ready"}}"#),
            "start" => position = Position::start(&message),
            "suggest" => println!(r#"{{"type":"suggestion","moves":[{}]}}"#, position.suggest()),
            "play" => position.play(&message["move"]["location"]),
            "new_piece" => position.queue.push(message["piece"].text().to_string()),
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
