//! All places that a piece can reach, with the spins it can reach them by.
//!
//! | module | what lives there |
//! |---|---|
//! | `sets` | sets of centres: one word for each column |
//! | `low` | the same for low boards: one word for all columns |
//! | `reach` | which centres are free, and which of them can be reached |
//! | `spins` | how places are reached: by a turn that counts as a spin, or otherwise |
//! | `count` | how many places there are, as fast as possible |
//!
//! Every step handles all centres of a rotation at once.

#![allow(
    clippy::needless_range_loop,
    reason = "several sets are read at the same column or rotation, and such loops become vector instructions"
)]

mod count;
mod low;
mod reach;
mod sets;
mod spins;

use ludus_tetris::{Piece, Rotation};

use crate::board::BitBoard;
use crate::kicks::TurnRules;
use crate::shape::Place;
pub use count::count_places;
pub(crate) use count::{count_low, for_each_place, for_each_place_low};
pub(crate) use low::{LOW, LowRows};
use reach::{ReachedCentres, is_low, merged};
pub use reach::{SPAWN, SpawnPoint, spawn};
use sets::{CentreSet, FilledSeen, Padded};
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
    let height = board.max_height();
    match is_low(height, start) {
        true if height <= LOW => {
            emit(&low_landings(LowRows::new(board), piece, start, rules), &mut visit);
        }
        low => emit(&landings(&Padded::new(board), piece, start, low, rules), &mut visit),
    }
}

/// The moves on a low board by spin: none, mini, full.
fn low_landings(
    cells: LowRows,
    piece: Piece,
    start: SpawnPoint,
    rules: MoveRules,
) -> [[LowRows; 4]; 3] {
    // Each piece has its own code, in which the distances of all shifts are constants.
    match piece {
        Piece::I => landings(&cells, Piece::I, start, true, rules),
        Piece::O => landings(&cells, Piece::O, start, true, rules),
        Piece::T => landings(&cells, Piece::T, start, true, rules),
        Piece::S => landings(&cells, Piece::S, start, true, rules),
        Piece::Z => landings(&cells, Piece::Z, start, true, rules),
        Piece::J => landings(&cells, Piece::J, start, true, rules),
        Piece::L => landings(&cells, Piece::L, start, true, rules),
    }
}

/// The moves by spin: none, mini, full. `low` is what [`is_low`] says.
#[inline(always)]
fn landings<B: FilledSeen>(
    cells: &B,
    piece: Piece,
    start: SpawnPoint,
    low: bool,
    rules: MoveRules,
) -> [[B::Set; 4]; 3] {
    let mut reach = ReachedCentres::new(cells, piece, start, low, rules.turns);
    if rules.all_spin && piece != Piece::T {
        reach.add_equal(piece);
    }
    match Spins::new(cells, piece, &reach, rules) {
        None => [reach.merged_landed(piece), [B::Set::EMPTY; 4], [B::Set::EMPTY; 4]],
        Some(Spins { none, mini, full }) => [none, mini, full].map(|sets| merged(piece, &sets)),
    }
}

/// All moves of a piece, in the order of [`for_each_move`].
#[must_use]
pub fn moves(board: &BitBoard, piece: Piece, start: SpawnPoint, rules: MoveRules) -> Vec<Move> {
    let mut moves = Vec::new();
    for_each_move(board, piece, start, rules, |mv| moves.push(mv));
    moves
}

fn emit<S: CentreSet>(landings: &[[S; 4]; 3], visit: &mut impl FnMut(Move)) {
    for (spin, places) in Spin::ALL.into_iter().zip(landings) {
        for (rotation, places) in Rotation::ALL.into_iter().zip(places) {
            places.for_each(|x, y| visit(Move { place: Place::new(rotation, x, y), spin }));
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
