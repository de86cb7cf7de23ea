//! What everyone may see of a position, as data and as text.

use ludus_core::{Game, Seat, Snapshot};
use ludus_tetris::Piece;
use ludus_tetris::live::PieceWell;
use serde::Serialize;

use crate::board::{VISIBLE, WIDTH};
use crate::field::{LastClear, VersusField};
use crate::game::Versus;
use crate::kicks::KickTable;
use crate::live::LiveVersus;
use crate::shape::Offset;

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
    piece: Piece,
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
        let last = field.last.map(|LastClear { piece, clear, attack, combo }| ClearSnapshot {
            piece,
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

/// The data of a snapshot of live play: the same keys, and some more.
#[derive(Serialize)]
struct LiveVersusSnapshot {
    /// The tick.
    turn: u32,
    /// Which kicks turns have, for pages that show where the piece will be.
    kicks: KickTable,
    seats: Vec<LiveVersusSeatSnapshot>,
}

/// What everyone may see of one seat in live play.
#[derive(Serialize)]
struct LiveVersusSeatSnapshot {
    #[serde(flatten)]
    seat: VersusSeatSnapshot,
    /// Whether the seat can hold its piece now.
    can_hold: bool,
    /// Rows of sudden death that rise when the piece locks, and cannot be cancelled.
    rising: u32,
    /// The cells of the falling piece, each as column and row, 0 at the bottom. Null when the seat is out.
    cells: Option<[Offset; 4]>,
    /// The cells where a hard drop would take the piece. Null when the seat is out.
    ghost: Option<[Offset; 4]>,
}

impl LiveVersusSeatSnapshot {
    fn new(game: &LiveVersus, seat: Seat) -> Self {
        let (field, falling) = (game.field(seat), game.falling(seat));
        let alive = field.is_alive();
        Self {
            seat: VersusSeatSnapshot::new(field, game.rules().garbage.delay),
            can_hold: game.can_hold(seat),
            rising: game.rising(seat),
            cells: alive.then(|| falling.cells()),
            ghost: alive.then(|| game.well(seat).dropped(falling).cells()),
        }
    }
}

/// The snapshot of a live position.
pub(crate) fn of_live(game: &LiveVersus) -> Snapshot {
    let seats = Seat::first(game.seats());
    let fields: Vec<&VersusField> = seats.clone().map(|seat| game.field(seat)).collect();
    let piece = |n: usize| {
        let seat = Seat::new(n)?;
        game.field(seat).is_alive().then(|| game.falling(seat).cells())
    };
    let text = text(&fields, piece);
    let data = LiveVersusSnapshot {
        turn: game.turn(),
        kicks: game.rules().kicks,
        seats: seats.map(|seat| LiveVersusSeatSnapshot::new(game, seat)).collect(),
    };
    Snapshot::new(text, &data)
}

/// The snapshot of a position.
pub(crate) fn of(game: &Versus) -> Snapshot {
    let delay = game.rules.delay;
    let data = VersusSnapshot {
        turn: game.turn,
        seats: game.fields.iter().map(|field| VersusSeatSnapshot::new(field, delay)).collect(),
    };
    let fields: Vec<&VersusField> = game.fields.iter().collect();
    Snapshot::new(text(&fields, |_| None), &data)
}

/// All boards side by side. Above each are the held piece, the current one and the next ones, and the garbage on its
/// way: `[T] S>IOLJZ +4`. The cells of a seat's falling piece, if it has one, are drawn as `o`.
fn text(fields: &[&VersusField], falling: impl Fn(usize) -> Option<[Offset; 4]>) -> String {
    let head = |field: &&VersusField| {
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
    let board = |(n, field): (usize, &&VersusField)| drawn(field, falling(n));
    let boards: Vec<Vec<String>> = fields.iter().enumerate().map(board).collect();
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

/// The rows of a board from the bottom, with a falling piece.
fn drawn(field: &VersusField, falling: Option<[Offset; 4]>) -> Vec<String> {
    let mut rows: Vec<Vec<char>> = field.cells.text().map(|row| row.chars().collect()).collect();
    for (x, y) in falling.into_iter().flatten() {
        let (x, y) = (x as usize, y as usize);
        if rows.len() <= y {
            rows.resize(y + 1, vec!['.'; WIDTH]);
        }
        rows[y][x] = 'o';
    }
    rows.into_iter().map(String::from_iter).collect()
}
