//! What everyone may see of a position, as data and as text.

use ludus_core::Snapshot;
use ludus_tetris::Piece;
use serde::Serialize;

use crate::board::VISIBLE;
use crate::field::{LastClear, VersusField};
use crate::game::Versus;

/// The data of a snapshot.
#[derive(Serialize)]
struct VersusSnapshot {
    turn: u32,
    seats: Vec<VersusSeatSnapshot>,
}

/// What everyone may see of one seat.
#[derive(Serialize)]
struct VersusSeatSnapshot {
    /// Rows from the bottom, without the empty ones at the top: `.` is empty, `G` is garbage, other letters are pieces.
    board: Vec<String>,
    current: Piece,
    hold: Option<Piece>,
    queue: Vec<Piece>,
    /// The pieces of the bag that are not in the queue: one of them comes next.
    bag: Vec<Piece>,
    /// How many of the directly preceding placements cleared lines.
    combo: u32,
    /// Whether the last clear was hard.
    back_to_back: bool,
    /// The attacks on their way, oldest first.
    garbage: Vec<GarbageSnapshot>,
    /// What the last placement cleared; null if nothing.
    last: Option<ClearSnapshot>,
    pieces: u32,
    lines: u32,
    /// Rows of attack, before cancelling.
    attack: u32,
    /// Rows that reached an opponent.
    sent: u32,
    /// Rows that rose.
    received: u32,
    alive: bool,
    /// Why the seat was eliminated; null while it is alive.
    reason: Option<String>,
}

/// One attack on its way.
#[derive(Serialize)]
struct GarbageSnapshot {
    rows: u32,
    /// After how many placements of the seat it rises.
    due: u32,
}

/// What a placement cleared.
#[derive(Serialize)]
struct ClearSnapshot {
    lines: u32,
    spin: &'static str,
    perfect: bool,
    /// How many placements before it cleared lines.
    combo: u32,
    /// Rows of attack, before cancelling.
    attack: u32,
}

impl VersusSeatSnapshot {
    fn new(field: &VersusField, delay: u32) -> Self {
        let garbage = field.garbage.attacks().iter().map(|attack| GarbageSnapshot {
            rows: attack.rows,
            due: delay.saturating_sub(attack.waited).max(1),
        });
        let last = field.last.map(|LastClear { clear, attack, combo }| ClearSnapshot {
            lines: clear.lines,
            spin: clear.spin.name(),
            perfect: clear.perfect,
            combo,
            attack: attack.total(),
        });
        Self {
            board: field.cells.text().collect(),
            current: field.current,
            hold: field.hold,
            queue: field.queue.iter().copied().collect(),
            bag: field.bag().collect(),
            combo: field.streak.combo,
            back_to_back: field.streak.back_to_back,
            garbage: garbage.collect(),
            last,
            pieces: field.tally.pieces,
            lines: field.tally.lines,
            attack: field.tally.attack,
            sent: field.tally.sent,
            received: field.holes.rows(),
            alive: field.is_alive(),
            reason: field.out.as_ref().map(|out| out.cause.to_string()),
        }
    }
}

/// The snapshot of a position.
pub(crate) fn of(game: &Versus) -> Snapshot {
    let delay = game.rules.delay;
    let data = VersusSnapshot {
        turn: game.turn,
        seats: game.fields.iter().map(|field| VersusSeatSnapshot::new(field, delay)).collect(),
    };
    Snapshot::new(text(&game.fields), &data)
}

/// All boards side by side. Above each are the held piece, the current one and the next ones, and the garbage on its
/// way: `[T] S>IOLJZ +4`.
fn text(fields: &[VersusField]) -> String {
    let head = |field: &VersusField| {
        let queue: String = field.queue.iter().map(|piece| piece.letter()).collect();
        let hold = field.hold.map_or('-', Piece::letter);
        match (field.is_alive(), field.garbage.rows()) {
            (false, _) => "out".to_owned(),
            (true, 0) => format!("[{hold}] {}>{queue}", field.current),
            (true, rows) => format!("[{hold}] {}>{queue} +{rows}", field.current),
        }
    };
    let heads: Vec<String> = fields.iter().map(head).collect();
    let width = heads.iter().map(String::len).max().unwrap_or(0).max(10);
    let boards: Vec<Vec<String>> =
        fields.iter().map(|field| field.cells.text().collect()).collect();
    let height = boards.iter().map(Vec::len).max().unwrap_or(0).max(VISIBLE);
    let empty = || "..........".to_owned();
    let row =
        |y: usize| boards.iter().map(|rows| rows.get(y).cloned().unwrap_or_else(empty)).collect();
    let lines = std::iter::once(heads).chain((0..height).rev().map(row));
    let padded = |cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:width$}")).collect();
        cells.join("  ").trim_end().to_owned()
    };
    lines.map(padded).collect::<Vec<_>>().join("\n")
}
