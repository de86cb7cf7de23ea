//! Key paths: the keys that bring a piece from where it falls to a place, with the spin that is wanted there.

use ludus_tetris::Rotation;
use ludus_tetris::live::kicks::QuarterTurn;
use ludus_tetris::live::{LiveKey, PieceWell};

use crate::live::spun_piece::{SpunPiece, VersusWell};
use crate::movegen::{Move, Spin};

/// The keys that a person would press one by one; soft drops come in rows of any length.
const STEPS: [LiveKey; 5] = [
    LiveKey::MoveLeft,
    LiveKey::MoveRight,
    LiveKey::Rotate,
    LiveKey::RotateBack,
    LiveKey::HalfTurn,
];

/// Columns and rows of centres that a piece can have, with a margin of [`MARGIN`] on the left and below.
const COLUMNS: usize = 16;
const ROWS: usize = 64;
const MARGIN: i8 = 3;

/// A state that was reached.
struct Reached {
    piece: SpunPiece,
    /// The state before it, by its number; the first state has its own.
    from: usize,
    key: LiveKey,
    /// How often the key was pressed.
    times: u8,
}

/// The keys that lock a piece at a place with a spin, as few as possible; a soft drop that is held counts as one key.
/// `None` if the piece cannot get there from where it is.
#[must_use]
pub fn key_path(well: &VersusWell<'_>, start: SpunPiece, target: Move) -> Option<Vec<LiveKey>> {
    let mut seen = SeenStates::new();
    let mut states = Vec::new();
    seen.insert(start);
    states.push(Reached { piece: start, from: 0, key: LiveKey::HardDrop, times: 0 });
    let mut next = 0;
    while next < states.len() {
        let piece = states[next].piece;
        let dropped = well.dropped(piece);
        if dropped.as_move() == target {
            return Some(keys_to(&states, next));
        }
        let mut reach = |piece, key, times| {
            if seen.insert(piece) {
                states.push(Reached { piece, from: next, key, times });
            }
        };
        for key in STEPS {
            if let Some(piece) = stepped(well, piece, key) {
                reach(piece, key, 1);
            }
        }
        let rows = (piece.place.y - dropped.place.y) as u8;
        reach(dropped, LiveKey::SoftDrop, rows);
        if let Some(lower) = well.moved(piece, 0, -1) {
            reach(lower, LiveKey::SoftDrop, 1);
        }
        next += 1;
    }
    None
}

/// The piece after a key, if the key moves it.
fn stepped(well: &VersusWell<'_>, piece: SpunPiece, key: LiveKey) -> Option<SpunPiece> {
    match key {
        LiveKey::MoveLeft => well.moved(piece, -1, 0),
        LiveKey::MoveRight => well.moved(piece, 1, 0),
        LiveKey::Rotate => well.turned(piece, QuarterTurn::Right),
        LiveKey::RotateBack => well.turned(piece, QuarterTurn::Left),
        LiveKey::HalfTurn => well.half_turned(piece),
        _ => None,
    }
}

/// The keys from the first state to this one, and the drop.
fn keys_to(states: &[Reached], mut at: usize) -> Vec<LiveKey> {
    let mut keys = vec![LiveKey::HardDrop];
    while at != 0 {
        let Reached { from, key, times, .. } = states[at];
        keys.extend(std::iter::repeat_n(key, times.into()));
        at = from;
    }
    keys.reverse();
    keys
}

/// The states that were reached: one bit for each rotation, centre and spin.
struct SeenStates(Vec<u64>);

impl SeenStates {
    fn new() -> Self {
        Self(vec![0; Rotation::ALL.len() * Spin::ALL.len() * COLUMNS])
    }

    /// Adds a state. Returns whether it is new. States outside the margin are not, so that they are never looked at.
    fn insert(&mut self, piece: SpunPiece) -> bool {
        let SpunPiece { place, spin, .. } = piece;
        let (x, y) = ((place.x + MARGIN) as usize, (place.y + MARGIN) as usize);
        if x >= COLUMNS || y >= ROWS {
            return false;
        }
        let index = (place.rotation.index() * Spin::ALL.len() + spin as usize) * COLUMNS + x;
        let new = self.0[index] & (1 << y) == 0;
        self.0[index] |= 1 << y;
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BitBoard;
    use crate::movegen::{MoveRules, spawn};
    use crate::shape::Place;
    use ludus_tetris::Piece;

    fn path(rows: &[&str], piece: Piece, target: Move) -> Option<String> {
        let board = BitBoard::from_rows(rows).unwrap();
        let well = VersusWell { board: &board, rules: MoveRules::default() };
        let start = SpunPiece::new(piece, spawn(&board, piece).unwrap().place());
        let keys = key_path(&well, start, target)?;
        Some(keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn an_open_place_needs_turns_moves_and_the_drop() {
        let target = Move { place: Place::new(Rotation::R3, 1, 1), spin: Spin::None };
        let keys = path(&[], Piece::T, target).unwrap();
        let expected = "move_left move_left move_left rotate_back hard_drop";
        assert_eq!(keys, expected);
    }

    #[test]
    fn a_t_spin_drops_softly_and_turns_in() {
        let slot = ["##.#######", "#...######", "##........"];
        let target = Move { place: Place::new(Rotation::R2, 2, 1), spin: Spin::Full };
        let keys = path(&slot, Piece::T, target).unwrap();
        assert_eq!(keys.matches("soft_drop").count(), 18, "from row 19 to row 1: {keys}");
        assert!(keys.ends_with("soft_drop rotate hard_drop"), "{keys}");
        let unspun = Move { spin: Spin::None, ..target };
        assert_eq!(path(&slot, Piece::T, unspun), None, "it cannot fall or slide in");
    }
}
