//! The hidden layer's sums, kept up to date move by move.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};

use super::inputs::View;
use super::{HIDDEN, Network, Row};
use crate::position::is_en_passant;

/// The hidden layer of a position, before it is clipped, as each side sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden([Row; 2]);

/// What a move does to the inputs: at most two men leave their square and two come to one.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    gone: [Option<(Color, Piece, Square)>; 2],
    come: [Option<(Color, Piece, Square)>; 2],
}

impl Default for Hidden {
    fn default() -> Self {
        Self([[0; HIDDEN]; 2])
    }
}

impl Hidden {
    /// The sums of a position, piece by piece.
    #[must_use]
    pub fn of_board(board: &Board, network: &Network) -> Self {
        let mut hidden = Self::default();
        for &color in &Color::ALL {
            hidden.rebuild(board, color, network);
        }
        hidden
    }

    /// The sums as this side sees them.
    #[must_use]
    pub fn of(&self, side: Color) -> &Row {
        &self.0[side as usize]
    }

    /// Sets these sums to those after a move, from those before it. `before` and `after` are the
    /// positions.
    pub fn follow(
        &mut self,
        earlier: &Self,
        before: &Board,
        mv: Move,
        after: &Board,
        network: &Network,
    ) {
        let change = Change::of(before, mv);
        for &side in &Color::ALL {
            let view = View::of(after, side);
            if view == View::of(before, side) {
                let sums = &mut self.0[side as usize];
                change.apply(sums, &earlier.0[side as usize], view, network);
            } else {
                // The king has crossed the middle: everything is seen the other way round.
                self.rebuild(after, side, network);
            }
        }
    }

    fn rebuild(&mut self, board: &Board, side: Color, network: &Network) {
        let view = View::of(board, side);
        let sums = &mut self.0[side as usize];
        *sums = network.start;
        for &color in &Color::ALL {
            for &piece in &Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    let row = &network.rows[view.input(color, piece, square)];
                    for (sum, weight) in sums.iter_mut().zip(row) {
                        *sum = sum.wrapping_add(*weight);
                    }
                }
            }
        }
    }
}

impl Change {
    /// What a legal move changes, which must not have been played on `board` yet.
    fn of(board: &Board, mv: Move) -> Self {
        let us = board.side_to_move();
        let mut change = Self::default();
        let Some(piece) = board.piece_on(mv.from) else { return change };
        change.gone[0] = Some((us, piece, mv.from));
        if board.colors(us).has(mv.to) {
            let rank = Rank::First.relative_to(us);
            let (king, rook) =
                if mv.from.file() < mv.to.file() { (File::G, File::F) } else { (File::C, File::D) };
            change.gone[1] = Some((us, Piece::Rook, mv.to));
            change.come[0] = Some((us, Piece::King, Square::new(king, rank)));
            change.come[1] = Some((us, Piece::Rook, Square::new(rook, rank)));
            return change;
        }
        if let Some(victim) = board.piece_on(mv.to) {
            change.gone[1] = Some((!us, victim, mv.to));
        } else if piece == Piece::Pawn && is_en_passant(board, mv) {
            let taken = Square::new(mv.to.file(), mv.from.rank());
            change.gone[1] = Some((!us, Piece::Pawn, taken));
        }
        change.come[0] = Some((us, mv.promotion.unwrap_or(piece), mv.to));
        change
    }

    /// The sums after the change from those before it, in one pass for the usual kinds of move.
    fn apply(&self, sums: &mut Row, earlier: &Row, view: View, network: &Network) {
        let row = |(color, piece, square)| &network.rows[view.input(color, piece, square)];
        match (self.gone, self.come) {
            ([Some(gone), None], [Some(come), None]) => {
                let (gone, come) = (row(gone), row(come));
                for (index, sum) in sums.iter_mut().enumerate() {
                    *sum = earlier[index].wrapping_sub(gone[index]).wrapping_add(come[index]);
                }
            }
            ([Some(gone), Some(taken)], [Some(come), None]) => {
                let (gone, taken, come) = (row(gone), row(taken), row(come));
                for (index, sum) in sums.iter_mut().enumerate() {
                    let less = gone[index].wrapping_add(taken[index]);
                    *sum = earlier[index].wrapping_sub(less).wrapping_add(come[index]);
                }
            }
            (gone, come) => {
                *sums = *earlier;
                for row in gone.into_iter().flatten().map(row) {
                    sums.iter_mut().zip(row).for_each(|(sum, w)| *sum = sum.wrapping_sub(*w));
                }
                for row in come.into_iter().flatten().map(row) {
                    sums.iter_mut().zip(row).for_each(|(sum, w)| *sum = sum.wrapping_add(*w));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::Seed;

    #[test]
    fn updated_sums_equal_sums_from_scratch() {
        let network = Network::shipped();
        let mut rng = Seed::new(5).rng();
        for _ in 0..60 {
            let mut board = Board::default();
            let mut hidden = Hidden::of_board(&board, network);
            for _ in 0..200 {
                let mut moves = Vec::new();
                board.generate_moves(|some| {
                    moves.extend(some);
                    false
                });
                let Some(&mv) = rng.pick(&moves) else { break };
                let before = board.clone();
                board.play_unchecked(mv);
                let mut next = Hidden::default();
                next.follow(&hidden, &before, mv, &board, network);
                hidden = next;
                assert_eq!(hidden, Hidden::of_board(&board, network), "after {mv} in {before}");
            }
        }
    }
}
