//! A Battlesnake for Ludus: it stays where there is room and food.

use std::collections::HashSet;

// Change these first: what one of each is worth.
const ROOM: f64 = 1.0; // a cell that the snake can reach
const FIRST: f64 = 0.0; // a cell that the snake can reach before any rival
const FOOD: f64 = -0.5; // a step of distance to the nearest food
const FEAR: f64 = 0.0; // a rival at least as long as this snake that can move to the same cell

const MOVES: [(&str, i32, i32); 4] = [("up", 0, 1), ("down", 0, -1), ("left", -1, 0), ("right", 1, 0)];

/// What it is worth to move to a cell, part by part: the score is their sum. Add parts of your own here.
fn judge(board: &Board, me: &Snake, cell: Cell) -> Vec<(&'static str, f64)> {
    let rivals: Vec<&Snake> = board.snakes.iter().filter(|snake| snake.id != me.id).collect();
    let heads: Vec<Cell> = rivals.iter().map(|rival| rival.body[0]).collect();
    let feared = |rival: &&&Snake| rival.body.len() >= me.body.len() && distance(rival.body[0], cell) == 1;
    let food = board.food.iter().map(|&food| distance(food, cell)).min().unwrap_or(0);
    vec![
        ("room", ROOM * reach(board, cell, &[]).min(2 * me.body.len()) as f64),
        ("first", FIRST * reach(board, cell, &heads) as f64),
        ("food", FOOD * f64::from(food)),
        ("fear", FEAR * rivals.iter().filter(feared).count() as f64),
    ]
}

/// The direction to move, and why. The official board is in `state.board`; the ids of its snakes are their seats.
fn choose(turn: &Json, seat: usize) -> Choice {
    let board = Board::read(&turn["state"]["board"]);
    let any = turn["legal"].texts().next().unwrap_or_default();
    let mut best = Choice { action: any.to_string(), ..Choice::default() };
    let Some(me) = board.snakes.iter().find(|snake| snake.id == seat.to_string()) else { return best };
    let (x, y) = me.body[0];
    for (action, dx, dy) in MOVES {
        let cell = (x + dx, y + dy);
        if !board.is_free(cell) {
            continue;
        }
        let terms = judge(&board, me, cell);
        let score = terms.iter().map(|(_, value)| value).sum();
        if best.terms.is_empty() || score > best.score {
            best = Choice { action: action.to_string(), score, depth: 1, terms };
        }
    }
    best
}

/// How many cells can be reached from a cell before any rival is there, the cell itself included.
fn reach(board: &Board, cell: Cell, rivals: &[Cell]) -> usize {
    let mut seen = board.blocked.clone();
    let mut open: Vec<(Cell, usize)> = rivals.iter().map(|&rival| (rival, 0)).collect();
    open.push((cell, 1));
    seen.extend(open.iter().map(|(cell, _)| cell));
    let (mut mine, mut next) = (0, 0);
    while let Some(&((x, y), count)) = open.get(next) {
        // The nearest cells come first.
        next += 1;
        mine += count;
        for (_, dx, dy) in MOVES {
            let near = (x + dx, y + dy);
            if board.is_inside(near) && seen.insert(near) {
                open.push((near, count));
            }
        }
    }
    mine
}

type Cell = (i32, i32);

struct Snake {
    id: String,
    body: Vec<Cell>,
}

struct Board {
    width: i32,
    height: i32,
    food: Vec<Cell>,
    snakes: Vec<Snake>,
    /// The cells of all snakes. Tails move away, so they do not count.
    blocked: HashSet<Cell>,
}

impl Board {
    fn read(board: &Json) -> Self {
        let number = |value: &Json| value.number() as i32;
        let cells = |list: &Json| list.items().iter().map(|at| (number(&at["x"]), number(&at["y"]))).collect();
        let snake = |snake: &Json| Snake { id: snake["id"].text().to_string(), body: cells(&snake["body"]) };
        let snakes: Vec<Snake> = board["snakes"].items().iter().map(snake).collect();
        let parts = snakes.iter().flat_map(|snake| &snake.body[..snake.body.len() - 1]);
        Self {
            width: number(&board["width"]),
            height: number(&board["height"]),
            food: cells(&board["food"]),
            blocked: parts.copied().collect(),
            snakes,
        }
    }

    fn is_inside(&self, (x, y): Cell) -> bool {
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.is_inside(cell) && !self.blocked.contains(&cell)
    }
}

fn distance(a: Cell, b: Cell) -> i32 {
    (a.0 - b.0).abs() + (a.1 - b.1).abs()
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
