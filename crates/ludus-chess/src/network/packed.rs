//! Training positions in 32 bytes each: the board, the score of a search, and the result of the game.

use cozy_chess::{Board, Color, Piece, Square};

use super::perspective::Perspective;

/// The result of a game for the side to move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wdl {
    /// The side to move lost.
    Loss,
    /// The game was drawn.
    Draw,
    /// The side to move won.
    Win,
}

impl Wdl {
    /// The points for the side to move: 0, ½ or 1.
    #[must_use]
    pub fn points(self) -> f32 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}

/// A position to train a network with, as its side to move sees it.
///
/// The board is turned so that the side to move plays up the board; castling rights and en passant are left out,
/// because the network has no input for them. Bytes 0 to 7 are the occupied squares, 8 to 23 the pieces on them
/// in the order of the squares, four bits each (the kind, and bit 3 for the other side), 24 and 25 the score in
/// centipawns, 26 the points of the game times two. All numbers are little-endian, and the last five bytes are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPosition([u8; Self::BYTES]);

impl PackedPosition {
    /// The size of a position in a file.
    pub const BYTES: usize = 32;
    /// The most pieces that have room.
    const MAX_PIECES: usize = 32;
    /// The bit of a piece that belongs to the other side.
    const THEIRS: u8 = 8;

    /// Packs a position with its score and result, both for the side to move. Returns `None` for a board with more
    /// than 32 pieces, which no game reaches.
    #[must_use]
    pub fn new(board: &Board, score: i16, result: Wdl) -> Option<Self> {
        let us = board.side_to_move();
        let flip = if us == Color::White { 0 } else { 56 };
        let mut bytes = [0; Self::BYTES];
        let mut occupied = 0_u64;
        let mut count = 0;
        for index in 0..64 {
            let square = Square::index(index ^ flip);
            let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square))
            else {
                continue;
            };
            if count == Self::MAX_PIECES {
                return None;
            }
            occupied |= 1 << index;
            let code = piece as u8 | if color == us { 0 } else { Self::THEIRS };
            bytes[8 + count / 2] |= code << (4 * (count % 2));
            count += 1;
        }
        bytes[..8].copy_from_slice(&occupied.to_le_bytes());
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        bytes[26] = (result.points() * 2.0) as u8;
        Some(Self(bytes))
    }

    /// A position from its bytes; `None` if they are not those of a position: more than 32 pieces, a side without
    /// its one king, an unknown piece or result.
    #[must_use]
    pub fn from_bytes(bytes: [u8; Self::BYTES]) -> Option<Self> {
        let packed = Self(bytes);
        if packed.occupied().count_ones() as usize > Self::MAX_PIECES || bytes[26] > 2 {
            return None;
        }
        let mut kings = [0, 0];
        for (theirs, code, _) in packed.pieces() {
            Piece::try_index(usize::from(code))?;
            kings[usize::from(theirs)] += u32::from(code == Piece::King as u8);
        }
        (kings == [1, 1]).then_some(packed)
    }

    /// The position as it stands in a file.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        self.0
    }

    /// The score of a search in centipawns, for the side to move.
    #[must_use]
    pub fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[24], self.0[25]])
    }

    /// The result of the game, for the side to move.
    #[must_use]
    pub fn result(&self) -> Wdl {
        match self.0[26] {
            0 => Wdl::Loss,
            1 => Wdl::Draw,
            _ => Wdl::Win,
        }
    }

    /// How many pieces are on the board.
    #[must_use]
    pub fn piece_count(&self) -> usize {
        self.occupied().count_ones() as usize
    }

    /// The active inputs of the network, for each piece that from the perspective of the side to move and that of
    /// the other side.
    pub fn inputs(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let king = |side: bool| {
            let is_king = |&(theirs, code, _): &(bool, u8, usize)| {
                theirs == side && code == Piece::King as u8
            };
            self.pieces().find(is_king).map_or(Square::A1, |(_, _, square)| Square::index(square))
        };
        let ours = Perspective::with_king(Color::White, king(false));
        let other = Perspective::with_king(Color::Black, king(true));
        self.pieces().map(move |(theirs, code, square)| {
            let color = if theirs { Color::Black } else { Color::White };
            let (piece, square) = (Piece::index(usize::from(code)), Square::index(square));
            [ours.input(color, piece, square), other.input(color, piece, square)]
        })
    }

    fn occupied(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    /// The pieces in the order of their squares: whether it is the other side's, its kind, its square.
    fn pieces(&self) -> impl Iterator<Item = (bool, u8, usize)> + '_ {
        let mut left = self.occupied();
        let mut count = 0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let square = left.trailing_zeros() as usize;
            left &= left - 1;
            let code = self.0[8 + count / 2] >> (4 * (count % 2)) & 15;
            count += 1;
            Some((code & Self::THEIRS != 0, code & !Self::THEIRS, square))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{INPUTS, output_bucket};
    use ludus_core::Seed;

    /// The inputs of a board, straight from the definition.
    fn inputs_of(board: &Board) -> Vec<[usize; 2]> {
        let us = board.side_to_move();
        let sides = [us, !us].map(|side| Perspective::of(board, side));
        let mut inputs = Vec::new();
        for square in board.occupied() {
            let piece = board.piece_on(square).unwrap();
            let color = board.color_on(square).unwrap();
            inputs.push(sides.map(|side| side.input(color, piece, square)));
        }
        inputs.sort_unstable();
        inputs
    }

    #[test]
    fn a_packed_position_has_the_inputs_of_its_board() {
        let mut rng = Seed::new(3).rng();
        for game in 0..50 {
            let mut board = Board::default();
            for _ in 0..150 {
                let mut moves = Vec::new();
                board.generate_moves(|some| {
                    moves.extend(some);
                    false
                });
                let Some(&mv) = rng.pick(&moves) else { break };
                board.play_unchecked(mv);
                let score = rng.below(4000) as i16 - 2000;
                let result = [Wdl::Loss, Wdl::Draw, Wdl::Win][rng.below(3) as usize];
                let packed = PackedPosition::new(&board, score, result).unwrap();
                let read = PackedPosition::from_bytes(packed.to_bytes()).unwrap();
                assert_eq!(read, packed);
                assert_eq!((read.score(), read.result()), (score, result));
                let mut inputs: Vec<_> = read.inputs().collect();
                inputs.sort_unstable();
                assert_eq!(inputs, inputs_of(&board), "game {game}: {board}");
                assert!(inputs.iter().flatten().all(|&input| input < INPUTS));
                assert_eq!(read.piece_count(), board.occupied().len() as usize);
                assert!(output_bucket(&board) < crate::network::OUTPUT_BUCKETS);
            }
        }
    }

    #[test]
    fn bytes_that_are_no_position_are_refused() {
        let start = PackedPosition::new(&Board::default(), 0, Wdl::Draw).unwrap();
        let with = |change: &dyn Fn(&mut [u8; 32])| {
            let mut bytes = start.to_bytes();
            change(&mut bytes);
            PackedPosition::from_bytes(bytes)
        };
        assert!(with(&|_| ()).is_some());
        assert!(with(&|bytes| bytes[26] = 3).is_none(), "an unknown result");
        assert!(with(&|bytes| bytes[..8].fill(0xff)).is_none(), "64 pieces");
        assert!(with(&|bytes| bytes[8] |= 7).is_none(), "an unknown piece");
        assert!(PackedPosition::from_bytes([0; 32]).is_none(), "no kings");
    }
}
