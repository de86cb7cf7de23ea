//! The falling piece: where it is, where it can go, and which spin its last move made.

use ludus_tetris::Piece;
use ludus_tetris::live::PieceWell;
use ludus_tetris::live::kicks::QuarterTurn;

use crate::board::BitBoard;
use crate::kicks::{FIFTH_KICK, TurnTests, turns};
use crate::movegen::{Move, MoveRules, Spin};
use crate::shape::{Offset, Place, turned};

/// A falling piece with the spin that its last move made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpunPiece {
    /// Which piece it is.
    pub piece: Piece,
    /// Where it is; not always the canonical name of the place.
    pub place: Place,
    /// The spin, if it locks now.
    pub spin: Spin,
}

impl SpunPiece {
    /// A piece that has not been turned.
    #[must_use]
    pub const fn new(piece: Piece, place: Place) -> Self {
        Self { piece, place, spin: Spin::None }
    }

    /// Its cells, each (column, row).
    #[must_use]
    pub fn cells(&self) -> [Offset; 4] {
        self.place.cells(self.piece)
    }

    /// The move that it makes if it locks here.
    #[must_use]
    pub const fn as_move(&self) -> Move {
        Move { place: self.place.canonical(self.piece), spin: self.spin }
    }
}

/// A board with the rules of turns.
#[derive(Clone, Copy, Debug)]
pub struct VersusWell<'a> {
    /// Which cells are filled.
    pub board: &'a BitBoard,
    /// How pieces turn, and what counts as a spin.
    pub rules: MoveRules,
}

impl VersusWell<'_> {
    /// The piece after the turn with this number in [`turns`], at the first test where it fits.
    fn turned_by(&self, from: SpunPiece, number: usize) -> Option<SpunPiece> {
        let SpunPiece { piece, place, .. } = from;
        let turn: &TurnTests = turns(piece, place.rotation, self.rules.turns).get(number)?;
        let tried =
            turn.tests().iter().map(|(dx, dy)| Place::new(turn.to, place.x + dx, place.y + dy));
        let (test, place) = tried.enumerate().find(|(_, at)| self.board.fits(piece, *at))?;
        Some(SpunPiece { piece, place, spin: self.spin(piece, place, test) })
    }

    /// The spin of a turn that ended here with this test.
    fn spin(&self, piece: Piece, place: Place, test: usize) -> Spin {
        if self.rules.all_spin && piece != Piece::O && self.is_stuck(piece, place) {
            return Spin::Full;
        }
        if piece != Piece::T {
            return Spin::None;
        }
        let filled = |corner| {
            let (dx, dy) = turned(corner, place.rotation);
            u8::from(self.board.is_filled(place.x + dx, place.y + dy))
        };
        let front = filled((-1, 1)) + filled((1, 1));
        let back = filled((-1, -1)) + filled((1, -1));
        match (front + back >= 3, front == 2 || test == FIFTH_KICK) {
            (false, _) => Spin::None,
            (true, true) => Spin::Full,
            (true, false) => Spin::Mini,
        }
    }

    /// Whether a piece cannot move left, right, up or down.
    fn is_stuck(&self, piece: Piece, place: Place) -> bool {
        let moved = |(dx, dy): Offset| Place { x: place.x + dx, y: place.y + dy, ..place };
        let ways = [(-1, 0), (1, 0), (0, 1), (0, -1)];
        ways.into_iter().all(|way| !self.board.fits(piece, moved(way)))
    }
}

impl PieceWell for VersusWell<'_> {
    type Piece = SpunPiece;

    /// A move ends the spin of the turn before.
    fn moved(&self, from: SpunPiece, right: i8, up: i8) -> Option<SpunPiece> {
        let SpunPiece { piece, place, .. } = from;
        let place = Place { x: place.x + right, y: place.y + up, ..place };
        self.board.fits(piece, place).then_some(SpunPiece::new(piece, place))
    }

    fn turned(&self, from: SpunPiece, way: QuarterTurn) -> Option<SpunPiece> {
        self.turned_by(
            from,
            match way {
                QuarterTurn::Right => 0,
                QuarterTurn::Left => 1,
            },
        )
    }

    fn half_turned(&self, from: SpunPiece) -> Option<SpunPiece> {
        self.turned_by(from, 2)
    }

    fn row(&self, piece: SpunPiece) -> i8 {
        piece.cells().into_iter().map(|(_, y)| y).min().unwrap_or(0)
    }
}
