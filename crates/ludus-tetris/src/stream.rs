//! Piece streams: which piece comes next.

use ludus_core::{Chance, ChanceKind};

use crate::piece::Piece;
use crate::rules::{Pieces, TetrisRules};

/// The chance events that decide pieces.
pub const PIECES: ChanceKind = ChanceKind(0);

/// Where pieces come from, as far as players can see it: what is left, not what comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceStream {
    pieces: Pieces,
    drawn: u64,
    left: [u16; 7],
}

impl PieceStream {
    /// The stream at the beginning of a match.
    #[must_use]
    pub fn new(rules: &TetrisRules) -> Self {
        let left = match rules.pieces {
            Pieces::Bank => Piece::ALL.map(|piece| rules.bank.count(piece)),
            Pieces::Uniform | Pieces::Bag7 => [1; 7],
        };
        Self { pieces: rules.pieces, drawn: 0, left }
    }

    /// A 7-bag at the beginning of a match.
    #[must_use]
    pub const fn bag7() -> Self {
        Self { pieces: Pieces::Bag7, drawn: 0, left: [1; 7] }
    }

    /// Pieces of which nothing is known: any of them may come at any time.
    #[must_use]
    pub const fn uniform() -> Self {
        Self { pieces: Pieces::Uniform, drawn: 0, left: [1; 7] }
    }

    /// A 7-bag in which these pieces are left; all seven if there are none.
    #[must_use]
    pub fn bag7_with(left: &[Piece]) -> Self {
        let count = |piece: Piece| u16::from(left.is_empty() || left.contains(&piece));
        Self { left: Piece::ALL.map(count), ..Self::bag7() }
    }

    /// Takes out a piece that came. A bag that did not have it is not the one that the pieces come from: then nothing is
    /// known of them any more.
    pub fn take(&mut self, piece: Piece) {
        if self.pieces != Pieces::Bag7 {
            return;
        }
        if self.left == [0; 7] {
            self.left = [1; 7];
        }
        match &mut self.left[piece.index()] {
            0 => *self = Self::uniform(),
            count => *count -= 1,
        }
    }

    /// How many of each piece are left of the bank or the bag, in the order of [`Piece::ALL`].
    #[must_use]
    pub const fn left(&self) -> &[u16; 7] {
        &self.left
    }

    /// Deals the next piece to each of these seats, in order: the same piece to all, or from the bank a piece to
    /// each.
    pub fn deal<'a>(
        &mut self,
        seats: impl Iterator<Item = &'a mut Piece>,
        chance: &mut dyn Chance,
    ) {
        if self.pieces == Pieces::Bank {
            return seats.for_each(|seat| *seat = self.draw(chance));
        }
        let piece = self.draw(chance);
        seats.for_each(|seat| *seat = piece);
    }

    /// How many of each piece the bank has left; `None` if pieces do not come from a bank.
    #[must_use]
    pub fn bank(&self) -> Option<[u16; 7]> {
        (self.pieces == Pieces::Bank).then_some(self.left)
    }

    fn draw(&mut self, chance: &mut dyn Chance) -> Piece {
        self.draw_from(PIECES, chance)
    }

    /// The next piece, drawn from the chance events of this kind. Streams that draw from the same kind give the same
    /// pieces.
    ///
    /// # Panics
    /// Never: a draw is below the number of pieces left.
    pub fn draw_from(&mut self, kind: ChanceKind, chance: &mut dyn Chance) -> Piece {
        if self.pieces == Pieces::Bag7 && self.left == [0; 7] {
            self.left = [1; 7];
        }
        let left: u32 = self.left.iter().map(|&count| u32::from(count)).sum();
        let all_alike = self.pieces == Pieces::Uniform || left == 0;
        let bound = if all_alike { Piece::ALL.len() as u32 } else { left };
        let mut number = chance.draw(kind, self.drawn, bound);
        self.drawn += 1;
        if all_alike {
            return Piece::ALL[number as usize % Piece::ALL.len()];
        }
        for (piece, count) in Piece::ALL.into_iter().zip(&mut self.left) {
            match number.checked_sub(u32::from(*count)) {
                Some(rest) => number = rest,
                None => {
                    *count -= 1;
                    return piece;
                }
            }
        }
        unreachable!("a draw is below the number of pieces left")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::keys::with_pairs;
    use ludus_core::{Seed, SeededChance};

    fn deal(pairs: &str, seats: usize, turns: usize) -> (PieceStream, Vec<Vec<Piece>>) {
        let mut stream = PieceStream::new(&with_pairs(&TetrisRules::default(), pairs).unwrap());
        let mut chance = SeededChance::new(Seed::new(3));
        let mut turn = || {
            let mut pieces = vec![Piece::I; seats];
            stream.deal(pieces.iter_mut(), &mut chance);
            pieces
        };
        let dealt = (0..turns).map(|_| turn()).collect();
        (stream, dealt)
    }

    #[test]
    fn uniform_pieces_are_the_same_for_all_seats() {
        let (stream, dealt) = deal("pieces=uniform", 3, 200);
        assert!(dealt.iter().all(|turn| turn.iter().all(|piece| *piece == turn[0])));
        assert!(Piece::ALL.iter().all(|piece| dealt.iter().any(|turn| turn[0] == *piece)));
        assert_eq!(stream.bank(), None);
    }

    #[test]
    fn every_seven_pieces_of_a_bag_are_all_seven() {
        let (_, dealt) = deal("pieces=bag7", 2, 70);
        for bag in dealt.chunks(7) {
            let mut pieces: Vec<_> = bag.iter().map(|turn| turn[0]).collect();
            assert!(bag.iter().all(|turn| turn[0] == turn[1]));
            pieces.sort();
            assert_eq!(pieces, Piece::ALL);
        }
    }

    #[test]
    fn a_bag_loses_what_came_and_is_given_up_if_it_was_not_in_it() {
        let mut stream = PieceStream::bag7_with(&[Piece::I, Piece::T]);
        stream.take(Piece::T);
        assert_eq!(*stream.left(), [1, 0, 0, 0, 0, 0, 0]);
        stream.take(Piece::I);
        stream.take(Piece::S);
        assert_eq!(*stream.left(), [1, 1, 1, 0, 1, 1, 1]);
        stream.take(Piece::S);
        assert_eq!(stream, PieceStream::uniform());
        assert_eq!(PieceStream::bag7_with(&[]), PieceStream::bag7());
    }

    #[test]
    fn all_seats_draw_from_one_bank_until_it_is_empty() {
        let pairs = "pieces=bank,bank.I=2,bank.O=0,bank.T=3,bank.S=0,bank.Z=0,bank.J=1,bank.L=0";
        let (stream, dealt) = deal(pairs, 2, 3);
        let mut pieces = dealt.concat();
        pieces.sort();
        assert_eq!(pieces, [Piece::I, Piece::I, Piece::T, Piece::T, Piece::T, Piece::J]);
        assert_eq!(stream.bank(), Some([0; 7]));
        let (_, dealt) = deal(pairs, 2, 100);
        assert!(Piece::ALL.iter().all(|piece| dealt[3..].concat().contains(piece)));
    }
}
