//! A chess bot for Ludus: it looks a few moves ahead and counts what stands on the board.

// Change these first.
const DEPTH: u32 = 1; // how many moves to look ahead, its own and the opponent's; captures are always followed to their end
const CENTER: i32 = 0; // what a knight, bishop, rook or queen gains with each step towards the centre; a pawn is worth 100
const ADVANCE: i32 = 5; // what a pawn gains with each step forward

/// What a piece is worth on its square. A move is as good as the worth it wins: add ideas of your own here.
///
/// `piece` is a letter as in a FEN, capital for White. Squares count from a1 = 0 to h8 = 63.
fn worth(piece: char, square: usize) -> i32 {
    let (file, rank) = (square as i32 % 8, square as i32 / 8);
    value_of(piece)
        + match piece {
            'P' => ADVANCE * rank,
            'p' => ADVANCE * (7 - rank),
            'K' | 'k' => 0,
            _ => CENTER * (file.min(7 - file) + rank.min(7 - rank)),
        }
}

fn value_of(piece: char) -> i32 {
    match piece.to_ascii_lowercase() {
        'p' => 100,
        'n' => 300,
        'b' => 320,
        'r' => 500,
        'q' => 900,
        'k' => 100_000,
        _ => 0,
    }
}

/// The move to play, and why. The turn has the state of the game and every legal move as text.
fn choose(turn: &Json, _seat: usize) -> Choice {
    let (board, white) = read_fen(turn["state"]["fen"].text());
    let (mut best, mut best_score) = ("", -ENDLESS);
    for text in turn["legal"].texts() {
        let (after, gain) = play(&board, read_move(text));
        let mut score = gain - search(&after, !white, DEPTH as i32 - 1, -ENDLESS, gain - best_score);
        if is_mate(&after, !white) {
            score = MATE;
        }
        if score > best_score {
            (best, best_score) = (text, score);
        }
    }
    Choice { action: best.to_string(), score: f64::from(best_score) / 100.0, depth: DEPTH, terms: vec![] }
}

type Board = [char; 64];
type Move = (usize, usize, char); // from, to, and what a pawn becomes

const ENDLESS: i32 = 1_000_000_000;
const MATE: i32 = 50_000;

/// The most that the side to move can win (negamax with alpha-beta). At depth 0 it only looks at captures.
fn search(board: &Board, white: bool, depth: i32, alpha: i32, beta: i32) -> i32 {
    let mut best = if depth > 0 { -ENDLESS } else { 0 };
    for step in moves(board, white, depth <= 0) {
        if best >= beta {
            break;
        }
        let (after, gain) = play(board, step);
        if gain > MATE {
            return gain; // it takes the king: the move before was not legal
        }
        best = best.max(gain - search(&after, !white, depth - 1, gain - beta, gain - alpha.max(best)));
    }
    if best < -MATE && !in_check(board, white) {
        return 0; // stalemate
    }
    best
}

fn is_mate(board: &Board, white: bool) -> bool {
    in_check(board, white) && search(board, white, 1, -ENDLESS, ENDLESS) < -MATE
}

/// Whether the other side could take the king.
fn in_check(board: &Board, white: bool) -> bool {
    moves(board, !white, true).iter().any(|&(_, to, _)| matches!(board[to], 'K' | 'k'))
}

const STRAIGHT_AND_DIAGONAL: [(i32, i32); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The moves of a side, the best captures first. Castling and en passant are only in `legal`.
fn moves(board: &Board, white: bool, captures: bool) -> Vec<Move> {
    let is_own = |piece: char| piece != '.' && piece.is_uppercase() == white;
    let is_other = |piece: char| piece != '.' && piece.is_uppercase() != white;
    let mut found = Vec::new();
    for from in (0..64).filter(|&square| is_own(board[square])) {
        let (x, y) = (from as i32 % 8, from as i32 / 8);
        let steps = match board[from].to_ascii_lowercase() {
            'p' => {
                let up = if white { 1 } else { -1 };
                let square = |x: i32, y: i32| (y * 8 + x) as usize;
                for side in [x - 1, x + 1].into_iter().filter(|side| (0..8).contains(side)) {
                    if is_other(board[square(side, y + up)]) {
                        found.push((from, square(side, y + up), 'q'));
                    }
                }
                if !captures && board[square(x, y + up)] == '.' {
                    found.push((from, square(x, y + up), 'q'));
                    let first = if white { 1 } else { 6 };
                    if y == first && board[square(x, y + 2 * up)] == '.' {
                        found.push((from, square(x, y + 2 * up), 'q'));
                    }
                }
                continue;
            }
            'n' => &KNIGHT[..],
            'r' => &STRAIGHT_AND_DIAGONAL[..4],
            'b' => &STRAIGHT_AND_DIAGONAL[4..],
            _ => &STRAIGHT_AND_DIAGONAL[..],
        };
        let far = if matches!(board[from], 'N' | 'n' | 'K' | 'k') { 1 } else { 7 };
        for (dx, dy) in steps {
            for n in 1..=far {
                let (to_x, to_y) = (x + n * dx, y + n * dy);
                if !(0..8).contains(&to_x) || !(0..8).contains(&to_y) {
                    break;
                }
                let to = (to_y * 8 + to_x) as usize;
                if is_other(board[to]) || (board[to] == '.' && !captures) {
                    found.push((from, to, 'q'));
                }
                if board[to] != '.' {
                    break;
                }
            }
        }
    }
    found.sort_by_key(|&(_, to, _)| -value_of(board[to]));
    found
}

/// The board after a move, and the worth that the move wins.
fn play(board: &Board, (from, to, promotion): Move) -> (Board, i32) {
    let (piece, taken) = (board[from], board[to]);
    let became = match piece {
        'P' if to >= 56 => promotion.to_ascii_uppercase(),
        'p' if to < 8 => promotion,
        _ => piece,
    };
    let mut gain = worth(became, to) - worth(piece, from);
    if taken != '.' {
        gain += worth(taken, to);
    }
    let mut after = *board;
    after[from] = '.';
    after[to] = became;
    if matches!(piece, 'K' | 'k') && from.abs_diff(to) == 2 {
        // Castling: the rook jumps over.
        let rook = from / 8 * 8 + if to > from { 7 } else { 0 };
        after[(from + to) / 2] = board[rook];
        after[rook] = '.';
    }
    if matches!(piece, 'P' | 'p') && taken == '.' && from % 8 != to % 8 {
        // En passant.
        let beside = from / 8 * 8 + to % 8;
        gain += worth(board[beside], beside);
        after[beside] = '.';
    }
    (after, gain)
}

/// The 64 squares from a1 to h8, and whether White is to move.
fn read_fen(fen: &str) -> (Board, bool) {
    let (rows, rest) = fen.split_once(' ').unwrap_or((fen, "w"));
    let mut board = ['.'; 64];
    for (row, y) in rows.split('/').zip((0..8).rev()) {
        let mut x = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => x += empty as usize,
                None => {
                    board[y * 8 + x] = letter;
                    x += 1;
                }
            }
        }
    }
    (board, rest.starts_with('w'))
}

/// A move such as "e2e4" or "e7e8q".
fn read_move(text: &str) -> Move {
    let bytes = text.as_bytes();
    let square = |at: usize| (bytes[at] - b'a') as usize + 8 * (bytes[at + 1] - b'1') as usize;
    (square(0), square(2), text.chars().nth(4).unwrap_or('q'))
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
