//! What everyone may see of a live position, as data and as text.
//!
//! The data has the same keys as that of a match in turns, so that the same widgets draw both, and some more.

use ludus_core::Snapshot;
use serde::Serialize;

use crate::field::Field;
use crate::live::active_piece::ActivePiece;
use crate::live::game::LiveTetris;
use crate::live::{FallingPiece, HIDDEN_ROWS, QUEUE};
use crate::piece::Piece;
use crate::rules::{Bank, Pieces};
use crate::snapshot::SeatSnapshot;

/// The data of a snapshot.
#[derive(Serialize)]
struct LiveSnapshot {
    /// The tick.
    turn: u32,
    width: usize,
    /// The visible rows.
    height: usize,
    pieces: Pieces,
    /// How many of each piece the bank has left; null without a bank.
    bank: Option<Bank>,
    seats: Vec<LiveSeatSnapshot>,
}

/// What everyone may see of one seat.
#[derive(Serialize)]
struct LiveSeatSnapshot {
    #[serde(flatten)]
    seat: SeatSnapshot,
    /// The hidden rows above the board, from top to bottom.
    hidden: Vec<String>,
    /// The pieces to come, the next one first.
    queue: [Piece; QUEUE],
    /// The cells of the falling piece, each as column and row. Row 0 is at the bottom, and rows from `height` on are
    /// hidden. Null when the seat is out.
    cells: Option<Vec<(i8, i8)>>,
    /// The cells where a hard drop would take the piece. Null when the seat is out.
    ghost: Option<Vec<(i8, i8)>>,
}

impl LiveSeatSnapshot {
    fn new(field: &Field, falling: FallingPiece, queue: [Piece; QUEUE]) -> Self {
        let cells = |piece: FallingPiece| field.is_alive().then(|| piece.cells().collect());
        Self {
            seat: SeatSnapshot::new(field, HIDDEN_ROWS),
            hidden: field.board.rows().take(HIDDEN_ROWS).collect(),
            queue,
            cells: cells(falling),
            ghost: cells(falling.dropped(&field.board)),
        }
    }
}

/// The snapshot of a position.
pub(super) fn of(game: &LiveTetris) -> Snapshot {
    let rules = game.rules();
    let seat =
        |n: usize| LiveSeatSnapshot::new(&game.fields[n], game.active[n].falling, game.queues[n]);
    let data = LiveSnapshot {
        turn: game.tick,
        width: rules.width,
        height: rules.height,
        pieces: rules.pieces,
        bank: game.bank().map(Bank::from),
        seats: (0..game.fields.len()).map(seat).collect(),
    };
    Snapshot::new(text(game), &data)
}

/// The boards side by side, with each falling piece drawn as `o`. Above each is a line with the piece and the next one
/// (`T>I`), or `out`.
fn text(game: &LiveTetris) -> String {
    let drawn = |(field, active): (&Field, &ActivePiece<FallingPiece>)| {
        let height = field.board.height();
        let mut rows: Vec<Vec<char>> =
            field.board.rows().map(|row| row.chars().collect()).collect();
        for (column, row) in active.falling.cells().filter(|_| field.is_alive()) {
            rows[height - 1 - row as usize][column as usize] = 'o';
        }
        rows.into_iter().skip(HIDDEN_ROWS).map(String::from_iter).collect::<Vec<_>>()
    };
    let boards: Vec<Vec<String>> = game.fields.iter().zip(&game.active).map(drawn).collect();
    crate::snapshot::side_by_side(&game.fields, &boards)
}
