//! What everyone may see of a position, as data and as text.

use ludus_core::{Seat, Snapshot};
use serde::Serialize;

use crate::field::Field;
use crate::game::Tetris;
use crate::piece::Piece;
use crate::rules::{Bank, Pieces, Spawn};

/// The data of a snapshot.
#[derive(Serialize)]
pub(crate) struct TetrisSnapshot {
    turn: u32,
    width: usize,
    height: usize,
    spawn: Spawn,
    pieces: Pieces,
    /// How many of each piece the bank has left; null without a bank.
    bank: Option<Bank>,
    seats: Vec<SeatSnapshot>,
}

/// What everyone may see of one seat.
#[derive(Serialize)]
pub(crate) struct SeatSnapshot {
    /// Rows from top to bottom: `#` is filled, `.` is empty.
    board: Vec<String>,
    current: Piece,
    next: Piece,
    score: u64,
    lines: u32,
    level: u32,
    pieces: u32,
    /// Rows of garbage sent.
    sent: u32,
    /// Rows of garbage received.
    received: u32,
    /// Rows of garbage that rise when the current piece locks.
    pending: u32,
    /// The seat that gets the garbage; null without opponents.
    target: Option<Seat>,
    alive: bool,
    /// Why the seat was eliminated; null while it is alive.
    reason: Option<String>,
}

impl SeatSnapshot {
    /// The seat, without the topmost `hidden` rows of its board.
    pub(crate) fn new(field: &Field, hidden: usize) -> Self {
        Self {
            board: field.board.rows().skip(hidden).collect(),
            current: field.current,
            next: field.next,
            score: field.score,
            lines: field.lines,
            level: field.level(),
            pieces: field.pieces,
            sent: field.sent,
            received: field.received,
            pending: field.pending,
            target: field.target,
            alive: field.is_alive(),
            reason: field.out.as_ref().map(|out| out.cause.to_string()),
        }
    }
}

impl TetrisSnapshot {
    /// The data of a position. All of it may be seen by every seat.
    pub(crate) fn of(game: &Tetris) -> Self {
        let rules = game.rules();
        Self {
            turn: game.turn,
            width: rules.width,
            height: rules.height,
            spawn: rules.spawn,
            pieces: rules.pieces,
            bank: game.bank().map(Bank::from),
            seats: game.fields.iter().map(|field| SeatSnapshot::new(field, 0)).collect(),
        }
    }
}

/// The snapshot of a position.
pub(crate) fn of(game: &Tetris) -> Snapshot {
    let data = TetrisSnapshot::of(game);
    let boards: Vec<Vec<String>> =
        game.fields.iter().map(|field| field.board.rows().collect()).collect();
    Snapshot::new(side_by_side(&game.fields, &boards), &data)
}

/// Drawn boards side by side. Above each is a line with its pieces (`T>I`), or `out`.
pub(crate) fn side_by_side(fields: &[Field], boards: &[Vec<String>]) -> String {
    let width = fields.first().map_or(0, |field| field.board.width()).max("T>I".len());
    let head = |field: &Field| match field.is_alive() {
        true => format!("{}>{}", field.current, field.next),
        false => "out".to_owned(),
    };
    let mut lines = vec![fields.iter().map(head).collect::<Vec<_>>()];
    let height = boards.first().map_or(0, Vec::len);
    lines.extend((0..height).map(|row| boards.iter().map(|board| board[row].clone()).collect()));
    let padded = |cells: &Vec<String>| {
        let cells: Vec<_> = cells.iter().map(|cell| format!("{cell:width$}")).collect();
        cells.join("  ").trim_end().to_owned()
    };
    lines.iter().map(padded).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::rules::TetrisRules;
    use ludus_core::keys::with_pairs;
    use ludus_core::{Game, Seed, SeededChance};
    use serde_json::Value;

    fn game(pairs: &str, seats: usize) -> Tetris {
        let rules = with_pairs(&TetrisRules::default(), pairs).unwrap();
        Tetris::new(&rules, seats, &mut SeededChance::new(Seed::new(1))).unwrap()
    }

    #[test]
    fn boards_are_drawn_side_by_side() {
        let mut game = game("width=4,height=4", 2);
        game.fields[0].board = Board::from_rows(&["....", "....", "#...", "##.#"]).unwrap();
        game.fields[0].current = Piece::T;
        game.fields[0].next = Piece::I;
        game.fields[1].out = Some(crate::field::Elimination {
            turn: 3,
            cause: crate::field::EliminationCause::ToppedOut,
        });
        assert_eq!(
            game.snapshot().text,
            "T>I   out\n....  ....\n....  ....\n#...  ....\n##.#  ...."
        );
    }

    #[test]
    fn the_data_has_what_front_ends_draw() {
        let data = game("", 1).snapshot().data;
        assert_eq!(data["seats"][0]["board"].as_array().unwrap().len(), 20);
        assert_eq!(data["seats"][0]["target"], Value::Null);
        assert_eq!(data["seats"][0]["alive"], Value::Bool(true));
        assert_eq!(data["bank"], Value::Null);
        assert_eq!(data["spawn"], "top");
        let data = game("pieces=bank,bank.I=3", 2).snapshot().data;
        let left: u64 =
            data["bank"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(left, 3 + 6 * 15 - 4, "two seats have a current and a next piece each");
        assert_eq!(data["seats"][0]["target"], 1);
    }
}
