//! Rotating a piece where it has no room: the wall kicks of SRS.
//!
//! A rotation tries five offsets in order and takes the first that fits. The tables are those of the public
//! guideline; an offset is columns to the right and rows up. O does not kick: it rotates in place.

use crate::board::Board;
use crate::live::falling::FallingPiece;
use crate::piece::{Piece, Rotation};

/// Which way a piece rotates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuarterTurn {
    /// Clockwise.
    Right,
    /// Counter-clockwise.
    Left,
}

impl QuarterTurn {
    /// The rotation after this turn.
    #[must_use]
    pub const fn from(self, rotation: Rotation) -> Rotation {
        let quarters = match self {
            Self::Right => 1,
            Self::Left => 3,
        };
        Rotation::ALL[(rotation.index() + quarters) % 4]
    }
}

/// The five offsets of a rotation.
pub type Kicks = [(i8, i8); 5];

/// The kicks of J, L, S, T and Z when they turn clockwise from this rotation.
const COMMON: [Kicks; 4] = [
    [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
];

/// The kicks of I when it turns clockwise from this rotation.
const LONG: [Kicks; 4] = [
    [(0, 0), (-2, 0), (1, 0), (-2, -1), (1, 2)],
    [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
    [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
    [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
];

/// The kicks of a rotation. A counter-clockwise rotation tries the negated offsets of the rotation that it undoes.
#[must_use]
pub const fn kicks(piece: Piece, from: Rotation, way: QuarterTurn) -> Kicks {
    let table = match piece {
        Piece::O => return [(0, 0); 5],
        Piece::I => &LONG,
        _ => &COMMON,
    };
    match way {
        QuarterTurn::Right => table[from.index()],
        QuarterTurn::Left => {
            let mut undone = table[way.from(from).index()];
            let mut test = 0;
            while test < undone.len() {
                undone[test] = (-undone[test].0, -undone[test].1);
                test += 1;
            }
            undone
        }
    }
}

/// The piece after a quarter turn, at the first offset where it fits.
#[must_use]
pub fn turn(piece: FallingPiece, board: &Board, way: QuarterTurn) -> Option<FallingPiece> {
    let turned = piece.turned(way.from(piece.rotation));
    kicks(piece.piece, piece.rotation, way)
        .into_iter()
        .find_map(|(right, up)| turned.moved_on(board, right, up))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables as the guideline prints them, both ways, for J L S T Z and for I. Rotations are 0, R
    /// (clockwise), 2 and L.
    const PRINTED: [(&str, &str, &str); 8] = [
        ("0R", "0,0 -1,0 -1,1 0,-2 -1,-2", "0,0 -2,0 1,0 -2,-1 1,2"),
        ("R0", "0,0 1,0 1,-1 0,2 1,2", "0,0 2,0 -1,0 2,1 -1,-2"),
        ("R2", "0,0 1,0 1,-1 0,2 1,2", "0,0 -1,0 2,0 -1,2 2,-1"),
        ("2R", "0,0 -1,0 -1,1 0,-2 -1,-2", "0,0 1,0 -2,0 1,-2 -2,1"),
        ("2L", "0,0 1,0 1,1 0,-2 1,-2", "0,0 2,0 -1,0 2,1 -1,-2"),
        ("L2", "0,0 -1,0 -1,-1 0,2 -1,2", "0,0 -2,0 1,0 -2,-1 1,2"),
        ("L0", "0,0 -1,0 -1,-1 0,2 -1,2", "0,0 1,0 -2,0 1,-2 -2,1"),
        ("0L", "0,0 1,0 1,1 0,-2 1,-2", "0,0 -1,0 2,0 -1,2 2,-1"),
    ];

    #[test]
    fn the_kicks_are_those_of_the_guideline() {
        let read = |text: &str| -> Vec<(i8, i8)> {
            let pair = |pair: &str| {
                let (right, up) = pair.split_once(',').unwrap();
                (right.parse().unwrap(), up.parse().unwrap())
            };
            text.split(' ').map(pair).collect()
        };
        for (turn, common, long) in PRINTED {
            let rotation = |at: usize| Rotation::ALL["0R2L".find(&turn[at..=at]).unwrap()];
            let (from, to) = (rotation(0), rotation(1));
            let way = if QuarterTurn::Right.from(from) == to {
                QuarterTurn::Right
            } else {
                QuarterTurn::Left
            };
            assert_eq!(way.from(from), to);
            for piece in [Piece::J, Piece::L, Piece::S, Piece::T, Piece::Z] {
                assert_eq!(kicks(piece, from, way).to_vec(), read(common), "{piece} {turn}");
            }
            assert_eq!(kicks(Piece::I, from, way).to_vec(), read(long), "I {turn}");
        }
    }

    /// A board from its lower rows, and a piece on it.
    fn on(
        rows: &[&str],
        piece: Piece,
        rotation: Rotation,
        column: i8,
        row: i8,
    ) -> (Board, FallingPiece) {
        let width = rows[0].len();
        let empty = ".".repeat(width);
        let mut all = vec![empty.as_str(); 12 - rows.len()];
        all.extend(rows);
        let board = Board::from_rows(&all).unwrap();
        let spawned = FallingPiece::spawn(piece, &board).turned(rotation);
        let placed = spawned.moved(column - spawned.column(), row - spawned.row());
        assert!(placed.fits(&board), "the piece must fit where it starts");
        (board, placed)
    }

    /// The lower rows of the board with the piece drawn as `o`.
    fn drawn(board: &Board, piece: FallingPiece, rows: usize) -> Vec<String> {
        let mut lines: Vec<Vec<char>> = board.rows().map(|row| row.chars().collect()).collect();
        for (column, row) in piece.cells() {
            lines[board.height() - 1 - row as usize][column as usize] = 'o';
        }
        lines[board.height() - rows..].iter().map(|line| line.iter().collect()).collect()
    }

    #[test]
    fn a_standing_i_at_the_left_wall_kicks_away_from_it() {
        // Turned clockwise and standing in column 0, its box sticks out two columns to the left.
        let (board, piece) = on(&[".........."], Piece::I, Rotation::R1, 0, 2);
        let turned = turn(piece, &board, QuarterTurn::Right).unwrap();
        assert_eq!((turned.rotation, turned.column()), (Rotation::R2, 0));
        let turned = turn(piece, &board, QuarterTurn::Left).unwrap();
        assert_eq!((turned.rotation, turned.column()), (Rotation::R0, 0));
        let (board, piece) = on(&[".........."], Piece::I, Rotation::R1, 9, 2);
        let turned = turn(piece, &board, QuarterTurn::Right).unwrap();
        assert_eq!((turned.rotation, turned.column()), (Rotation::R2, 6));
    }

    #[test]
    fn a_t_at_the_wall_kicks_one_column() {
        let (board, piece) = on(&[".........."], Piece::T, Rotation::R1, 0, 2);
        let turned = turn(piece, &board, QuarterTurn::Right).unwrap();
        assert_eq!((turned.rotation, turned.column()), (Rotation::R2, 0));
    }

    #[test]
    fn a_t_spin_double_turns_in_under_an_overhang() {
        let rows = ["####......", "###...####", "####.#####"];
        let (board, piece) = on(&rows, Piece::T, Rotation::R1, 4, 0);
        let turned = turn(piece, &board, QuarterTurn::Right).unwrap();
        assert_eq!(drawn(&board, turned, 3), ["####......", "###ooo####", "####o#####"]);
        assert_eq!(turned.lock(&board).unwrap().lines, 2);
    }

    #[test]
    fn a_t_spin_triple_takes_the_fifth_kick() {
        // One column to the left and two rows down, past the overhang.
        let rows = ["#####.....", "####......", "####.#####", "####..####", "####.#####"];
        let (board, piece) = on(&rows, Piece::T, Rotation::R0, 4, 3);
        assert_eq!(drawn(&board, piece, 5)[..2], ["#####o....", "####ooo..."]);
        let turned = turn(piece, &board, QuarterTurn::Right).unwrap();
        assert_eq!(drawn(&board, turned, 5)[2..], ["####o#####", "####oo####", "####o#####"]);
        assert_eq!(turned.lock(&board).unwrap().lines, 3);
    }

    #[test]
    fn the_triple_works_mirrored_and_counter_clockwise() {
        let rows = [".....#####", "......####", "#####.####", "####..####", "#####.####"];
        let (board, piece) = on(&rows, Piece::T, Rotation::R0, 3, 3);
        let turned = turn(piece, &board, QuarterTurn::Left).unwrap();
        assert_eq!(drawn(&board, turned, 5)[2..], ["#####o####", "####oo####", "#####o####"]);
    }

    #[test]
    fn o_turns_in_place() {
        let (board, piece) = on(&["....######"], Piece::O, Rotation::R0, 2, 0);
        let turned = turn(piece, &board, QuarterTurn::Right).unwrap();
        assert_eq!((turned.column(), turned.row()), (2, 0));
    }

    #[test]
    fn a_piece_without_room_does_not_turn() {
        let well = ["####.#####"; 6];
        let (board, piece) = on(&well, Piece::I, Rotation::R1, 4, 0);
        assert_eq!(turn(piece, &board, QuarterTurn::Right), None);
        assert_eq!(turn(piece, &board, QuarterTurn::Left), None);
    }
}
