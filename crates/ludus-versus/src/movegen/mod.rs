//! All places that a piece can reach, with the spins it can reach them by.
//!
//! | module | what lives there |
//! |---|---|
//! | `reach` | which centres are free, and which of them can be reached |
//! | `spins` | how places are reached: by a turn that counts as a spin, or otherwise |
//! | `count` | how many places there are, as fast as possible |
//!
//! Every step handles all centres of a rotation at once: a set of centres is one word for each column.

#![allow(
    clippy::needless_range_loop,
    reason = "several sets are read at the same column, and such loops become vector instructions"
)]

mod count;
mod reach;
mod spins;

use ludus_tetris::{Piece, Rotation};

use crate::board::{BitBoard, Columns};
use crate::kicks::TurnRules;
use crate::shape::Place;
pub use count::count_places;
use reach::{ReachedCentres, merged};
pub use reach::{SPAWN, SpawnPoint, spawn};
use spins::Spins;

/// How a piece came to its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spin {
    /// Without a spin.
    #[default]
    None,
    /// By a turn that makes a small T-spin.
    Mini,
    /// By a turn that makes a full spin.
    Full,
}

impl Spin {
    /// All spins.
    pub const ALL: [Self; 3] = [Self::None, Self::Mini, Self::Full];

    /// Its name in actions and protocols.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Mini => "mini",
            Self::Full => "full",
        }
    }

    /// The spin with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|spin| spin.name() == name)
    }
}

/// What decides which moves there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveRules {
    /// How pieces turn.
    pub turns: TurnRules,
    /// Whether a turn of any piece but O into a place where it cannot move is a full spin.
    pub all_spin: bool,
}

/// A place that a piece can reach, with the spin it is reached by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where, by its canonical name.
    pub place: Place,
    /// How.
    pub spin: Spin,
}

/// Calls `visit` for every move of a piece: places without a spin first, then minis, then full spins; in each group by
/// rotation, column and row.
pub fn for_each_move(
    board: &BitBoard,
    piece: Piece,
    start: SpawnPoint,
    rules: MoveRules,
    mut visit: impl FnMut(Move),
) {
    let mut reach = ReachedCentres::new(board, piece, start, rules.turns);
    if rules.all_spin && piece != Piece::T {
        reach.add_equal(piece);
    }
    match Spins::new(board, piece, &reach, rules) {
        None => emit(piece, &reach.landed(), Spin::None, &mut visit),
        Some(spins) => {
            emit(piece, &spins.none, Spin::None, &mut visit);
            emit(piece, &spins.mini, Spin::Mini, &mut visit);
            emit(piece, &spins.full, Spin::Full, &mut visit);
        }
    }
}

/// All moves of a piece, in the order of [`for_each_move`].
#[must_use]
pub fn moves(board: &BitBoard, piece: Piece, start: SpawnPoint, rules: MoveRules) -> Vec<Move> {
    let mut moves = Vec::new();
    for_each_move(board, piece, start, rules, |mv| moves.push(mv));
    moves
}

fn emit(piece: Piece, places: &[Columns; 4], spin: Spin, visit: &mut impl FnMut(Move)) {
    let places = merged(piece, places);
    for (rotation, columns) in Rotation::ALL.into_iter().zip(&places) {
        for (x, column) in (0_i8..).zip(columns) {
            let mut left = *column;
            while left != 0 {
                let y = left.trailing_zeros() as i8;
                left &= left - 1;
                visit(Move { place: Place::new(rotation, x, y), spin });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kicks::KickTable;

    fn list(rows: &[&str], piece: Piece, rules: MoveRules) -> Vec<Move> {
        let mut from_bottom: Vec<&str> = rows.to_vec();
        from_bottom.reverse();
        let board = BitBoard::from_rows(&from_bottom).unwrap();
        moves(&board, piece, spawn(&board, piece).unwrap(), rules)
    }

    fn has(moves: &[Move], rotation: Rotation, x: i8, y: i8, spin: Spin) -> bool {
        moves.contains(&Move { place: Place::new(rotation, x, y), spin })
    }

    #[test]
    fn an_empty_board_has_the_known_numbers_of_places() {
        let counts = Piece::ALL.map(|piece| list(&[], piece, MoveRules::default()).len());
        assert_eq!(counts, [17, 9, 34, 17, 17, 34, 34]);
    }

    #[test]
    fn a_t_turned_into_a_slot_with_both_front_corners_is_full_and_nothing_else() {
        let rows = ["##........", "#...######", "##.#######"];
        let moves = list(&rows, Piece::T, MoveRules::default());
        assert!(has(&moves, Rotation::R2, 2, 1, Spin::Full));
        assert!(!has(&moves, Rotation::R2, 2, 1, Spin::Mini));
        assert!(!has(&moves, Rotation::R2, 2, 1, Spin::None), "it cannot fall or slide in");
    }

    #[test]
    fn a_place_that_can_be_fallen_into_is_listed_without_and_with_spin() {
        // Both columns beside the stem are open above: the T can simply fall in.
        let rows = ["#....#####", "##.#######"];
        let moves = list(&rows, Piece::T, MoveRules::default());
        assert!(has(&moves, Rotation::R2, 2, 1, Spin::None));
        let rows = ["#.........", "....######", "##.#######"];
        let moves = list(&rows, Piece::T, MoveRules::default());
        assert!(has(&moves, Rotation::R2, 2, 1, Spin::None), "it can slide in");
        assert!(!has(&moves, Rotation::R2, 2, 1, Spin::Full), "two corners only");
    }

    #[test]
    fn a_t_spin_triple_uses_the_fifth_kick_and_is_full() {
        let rows = ["..#.......", "##........", "##.#######", "##..######", "##.#######"];
        let moves = list(&rows, Piece::T, MoveRules::default());
        assert!(has(&moves, Rotation::R1, 2, 1, Spin::Full));
    }

    #[test]
    fn a_turn_with_one_front_corner_is_a_mini() {
        // The T turns up with its third test. The floor fills both corners behind it, the stack one in front.
        let rows = ["#..#######", "....######"];
        let moves = list(&rows, Piece::T, MoveRules::default());
        assert!(has(&moves, Rotation::R0, 2, 0, Spin::Mini), "{moves:?}");
    }

    #[test]
    fn any_piece_that_cannot_move_after_a_turn_is_full_with_all_spin() {
        let rows = ["...##.....", "##..######", "###..#####"];
        let plain = list(&rows, Piece::Z, MoveRules::default());
        assert!(plain.iter().all(|mv| mv.spin == Spin::None));
        let all = MoveRules { all_spin: true, ..MoveRules::default() };
        let spun = list(&rows, Piece::Z, all);
        assert_eq!(plain.len(), spun.len(), "the same places");
        assert!(has(&spun, Rotation::R0, 2, 1, Spin::Full), "{spun:?}");
        assert!(list(&rows, Piece::O, all).iter().all(|mv| mv.spin == Spin::None));
    }

    #[test]
    fn half_turns_and_other_kicks_reach_other_places() {
        let turns = TurnRules { kicks: KickTable::SrsPlus, half_turns: true };
        let rules = MoveRules { turns, all_spin: false };
        for piece in Piece::ALL {
            let count = list(&[], piece, rules).len();
            assert_eq!(count, list(&[], piece, MoveRules::default()).len());
        }
    }
}
