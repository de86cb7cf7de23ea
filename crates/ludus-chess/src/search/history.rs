//! What earlier searching says about moves: which quiet moves cut off, and which captures did.

use cozy_chess::{BitBoard, Board, Color, Move, Piece};

/// The largest history value of a move.
pub(super) const HISTORY_MAX: i32 = 16_384;
/// Squares times kinds of piece.
const PIECE_TO: usize = 6 * 64;

/// A move as the histories index it: the kind of piece, and where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    pub(super) fn of(board: &Board, mv: Move) -> Self {
        Self::new(board.piece_on(mv.from).unwrap_or(Piece::Pawn), mv)
    }

    /// For a move of this kind of piece, where that is known already.
    pub(super) fn new(piece: Piece, mv: Move) -> Self {
        Self(piece as u16 * 64 + mv.to as u16)
    }

    /// The kind of piece as a number, a pawn's the least.
    pub(super) fn piece(self) -> i32 {
        i32::from(self.0) / 64
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What the history of a quiet move depends on besides the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    /// The moves of the last plies, the latest first, that continuation histories look at.
    pub(super) moves: [Option<PieceTo>; 2],
    /// The squares that the enemy attacks.
    pub(super) threats: BitBoard,
}

impl Before {
    /// Nothing is known.
    pub(super) const NONE: Self = Self { moves: [None; 2], threats: BitBoard::EMPTY };
}

/// All that is remembered from one search to the next.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// Quiet moves by side, whether from and to are attacked, from and to.
    quiet: Vec<i16>,
    /// Captures by side, piece, to and victim.
    noisy: Vec<i16>,
    /// Quiet moves by the moves one and two plies before, in this order, and the side.
    continuation: [Vec<i16>; 2],
    /// Whether something was learned since the last time that everything was forgotten.
    learned: bool,
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            quiet: vec![0; 2 * 4 * 64 * 64],
            noisy: vec![0; 2 * PIECE_TO * 6],
            continuation: [vec![0; 2 * PIECE_TO * PIECE_TO], vec![0; 2 * PIECE_TO * PIECE_TO]],
            learned: false,
        }
    }

    pub(super) fn clear(&mut self) {
        if !std::mem::take(&mut self.learned) {
            return;
        }
        self.quiet.fill(0);
        self.noisy.fill(0);
        self.continuation.iter_mut().for_each(|table| table.fill(0));
    }

    /// How well a quiet move did, up to three times [`HISTORY_MAX`].
    pub(super) fn quiet(&self, board: &Board, mv: Move, before: Before) -> i32 {
        self.quiet_of(board.side_to_move(), mv, PieceTo::of(board, mv), before)
    }

    /// The same where the kind of piece is known already.
    pub(super) fn quiet_of(&self, color: Color, mv: Move, to: PieceTo, before: Before) -> i32 {
        let mut sum = i32::from(self.quiet[quiet_index(color, before.threats, mv)]);
        for (table, &earlier) in self.continuation.iter().zip(&before.moves) {
            if let Some(earlier) = earlier {
                sum += i32::from(table[continuation_index(color, earlier, to)]);
            }
        }
        sum
    }

    /// How well a capture did.
    pub(super) fn noisy(&self, color: Color, to: PieceTo, victim: Piece) -> i32 {
        i32::from(self.noisy[noisy_index(color, to, victim)])
    }

    /// A quiet move did well (a positive bonus) or not.
    pub(super) fn learn_quiet(&mut self, board: &Board, mv: Move, before: Before, bonus: i32) {
        let color = board.side_to_move();
        let to = PieceTo::of(board, mv);
        self.learned = true;
        learn(&mut self.quiet[quiet_index(color, before.threats, mv)], bonus);
        for (table, &earlier) in self.continuation.iter_mut().zip(&before.moves) {
            if let Some(earlier) = earlier {
                learn(&mut table[continuation_index(color, earlier, to)], bonus);
            }
        }
    }

    /// A capture did well (a positive bonus) or not.
    pub(super) fn learn_noisy(&mut self, board: &Board, mv: Move, bonus: i32) {
        let victim = board.piece_on(mv.to).unwrap_or(Piece::Pawn);
        self.learned = true;
        let index = noisy_index(board.side_to_move(), PieceTo::of(board, mv), victim);
        learn(&mut self.noisy[index], bonus);
    }
}

/// Moves a value towards the bonus; the nearer it is to the limit, the less.
fn learn(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

fn quiet_index(color: Color, threats: BitBoard, mv: Move) -> usize {
    let attacked = usize::from(threats.has(mv.from)) * 2 + usize::from(threats.has(mv.to));
    ((color as usize * 4 + attacked) * 64 + mv.from as usize) * 64 + mv.to as usize
}

fn continuation_index(color: Color, earlier: PieceTo, to: PieceTo) -> usize {
    (color as usize * PIECE_TO + earlier.index()) * PIECE_TO + to.index()
}

fn noisy_index(color: Color, to: PieceTo, victim: Piece) -> usize {
    (color as usize * PIECE_TO + to.index()) * 6 + victim as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::Square;

    #[test]
    fn a_flight_is_not_the_same_move_as_one_without_need() {
        let (board, mv) = (Board::default(), "g1f3".parse().unwrap());
        let with = |threats| Before { threats, ..Before::NONE };
        let [flight, risk] = [Square::G1, Square::F3].map(|square| with(square.bitboard()));
        let mut history = History::new();
        history.learn_quiet(&board, mv, flight, 1000);
        history.learn_quiet(&board, mv, risk, -500);
        assert_eq!(history.quiet(&board, mv, flight), 1000);
        assert_eq!(history.quiet(&board, mv, risk), -500);
        assert_eq!(history.quiet(&board, mv, Before::NONE), 0);
        // What is attacked elsewhere does not matter.
        assert_eq!(history.quiet(&board, mv, with(Square::A8.bitboard())), 0);
    }
}
