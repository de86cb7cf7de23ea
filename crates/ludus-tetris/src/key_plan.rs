//! Key plans: the keys that bring a piece to its placement in live play.

use crate::action::Placement;
use crate::landing::spawn_column;
use crate::live::LiveKey;
use crate::piece::{Piece, Rotation};

/// The keys for a placement on a board of this width: rotate the shorter way, move, drop.
///
/// ```
/// use ludus_tetris::{Piece, Placement, key_plan::key_plan};
/// let placement = Placement::parse(Piece::T, "r2x5")?;
/// let keys: Vec<_> = key_plan(Piece::T, placement, 10).into_iter().map(|key| key.name()).collect();
/// assert_eq!(keys, ["rotate", "rotate", "move_right", "move_right", "hard_drop"]);
/// # Ok::<(), ludus_core::ParseError>(())
/// ```
#[must_use]
pub fn key_plan(piece: Piece, placement: Placement, width: usize) -> Vec<LiveKey> {
    let spawn = spawn_column(piece, width).index();
    let from = spawn + offset(piece, placement.rotation);
    let to = placement.column.index();
    let mut keys = turns(placement.rotation).to_vec();
    keys.resize(keys.len() + from.saturating_sub(to), LiveKey::MoveLeft);
    keys.resize(keys.len() + to.saturating_sub(from), LiveKey::MoveRight);
    keys.push(LiveKey::HardDrop);
    keys
}

/// The turns from the spawn shape to this rotation, at most two.
const fn turns(rotation: Rotation) -> &'static [LiveKey] {
    match rotation {
        Rotation::R0 => &[],
        Rotation::R1 => &[LiveKey::Rotate],
        Rotation::R2 => &[LiveKey::Rotate, LiveKey::Rotate],
        Rotation::R3 => &[LiveKey::RotateBack],
    }
}

/// How many columns the leftmost cell moves to the right when the piece rotates in its SRS box. The box has 4 × 4
/// cells for I and 3 × 3 for the others; O does not move.
const fn offset(piece: Piece, rotation: Rotation) -> usize {
    match (piece, rotation) {
        (Piece::O, _) | (_, Rotation::R0 | Rotation::R2) => 0,
        (Piece::I, Rotation::R1) => 2,
        (_, Rotation::R1) | (Piece::I, Rotation::R3) => 1,
        (_, Rotation::R3) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(piece: Piece, text: &str, width: usize) -> String {
        let placement = Placement::parse(piece, text).unwrap();
        let names: Vec<_> =
            key_plan(piece, placement, width).into_iter().map(LiveKey::name).collect();
        names.join(" ")
    }

    #[test]
    fn a_piece_that_stays_where_it_spawns_is_only_dropped() {
        assert_eq!(keys(Piece::T, "r0x3", 10), "hard_drop");
        assert_eq!(keys(Piece::O, "r0x4", 10), "hard_drop");
        assert_eq!(keys(Piece::I, "r0x3", 10), "hard_drop");
        assert_eq!(keys(Piece::I, "r0x0", 4), "hard_drop");
    }

    #[test]
    fn turning_moves_the_leftmost_cell_as_in_srs() {
        assert_eq!(keys(Piece::I, "r1x5", 10), "rotate hard_drop");
        assert_eq!(keys(Piece::I, "r1x4", 10), "rotate move_left hard_drop");
        assert_eq!(keys(Piece::T, "r1x4", 10), "rotate hard_drop");
        assert_eq!(keys(Piece::T, "r3x3", 10), "rotate_back hard_drop");
        assert_eq!(
            keys(Piece::S, "r1x9", 10),
            ["rotate"]
                .iter()
                .chain(&["move_right"; 5])
                .chain(&["hard_drop"])
                .copied()
                .collect::<Vec<_>>()
                .join(" ")
        );
    }

    #[test]
    fn both_walls_are_reached() {
        assert_eq!(keys(Piece::I, "r1x0", 10).matches("move_left").count(), 5);
        assert_eq!(keys(Piece::I, "r1x9", 10).matches("move_right").count(), 4);
    }
}
