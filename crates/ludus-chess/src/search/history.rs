//! Move histories: how often a move caused a cut-off or failed to, learned while searching.
//!
//! There is one table for quiet moves, one for captures, and two continuation histories, which also depend on
//! the moves one and two plies before.

use cozy_chess::{BitBoard, Board, Color, Move, Piece};

/// The largest value of one table. It is a power of two, and together with the largest bonus it says how fast a
/// table forgets.
pub(super) const HISTORY_MAX: i32 = 16_384;
/// Kinds of piece times squares.
const PIECE_TO: usize = 6 * 64;
/// Whether the origin and the target of a move are attacked: four cases.
const THREAT_CASES: usize = 4;

/// A move as the histories index it: the kind of piece, and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceTo(u16);

impl PieceTo {
    pub(super) fn of(board: &Board, mv: Move) -> Self {
        Self::new(board.piece_on(mv.from).unwrap_or(Piece::Pawn), mv)
    }

    /// The same for a move whose piece is known already.
    pub(super) fn new(piece: Piece, mv: Move) -> Self {
        Self(piece as u16 * 64 + mv.to as u16)
    }

    /// The kind of piece as a number, from 0 for a pawn to 5 for a king.
    pub(super) fn piece(self) -> i32 {
        i32::from(self.0) / 64
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What the history of a quiet move depends on besides the move itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryContext {
    /// The moves one and two plies before, for the continuation histories.
    pub(super) previous: [Option<PieceTo>; 2],
    /// The squares that the opponent attacks.
    pub(super) threats: BitBoard,
}

impl HistoryContext {
    /// Without previous moves and threats.
    pub(super) const NONE: Self = Self { previous: [None; 2], threats: BitBoard::EMPTY };
}

/// The histories of one thread. They stay from one search of a game to the next.
#[derive(Clone, Debug)]
pub(super) struct HistoryTables {
    /// Quiet moves by side, threat case, origin and target.
    quiet: Vec<i16>,
    /// Captures by side, piece, target and captured piece.
    capture: Vec<i16>,
    /// Quiet moves by side and by the move one ply, then two plies before.
    continuation: [Vec<i16>; 2],
    /// Whether anything was learned since the tables were cleared.
    is_dirty: bool,
}

impl HistoryTables {
    pub(super) fn new() -> Self {
        Self {
            quiet: vec![0; 2 * THREAT_CASES * 64 * 64],
            capture: vec![0; 2 * PIECE_TO * 6],
            continuation: [vec![0; 2 * PIECE_TO * PIECE_TO], vec![0; 2 * PIECE_TO * PIECE_TO]],
            is_dirty: false,
        }
    }

    pub(super) fn clear(&mut self) {
        if !std::mem::take(&mut self.is_dirty) {
            return;
        }
        self.quiet.fill(0);
        self.capture.fill(0);
        self.continuation.iter_mut().for_each(|table| table.fill(0));
    }

    /// The history of a quiet move: the sum of three tables, so at most three times [`HISTORY_MAX`].
    pub(super) fn quiet(&self, board: &Board, mv: Move, context: HistoryContext) -> i32 {
        self.quiet_of(board.side_to_move(), mv, PieceTo::of(board, mv), context)
    }

    /// The same for a move whose piece is known already.
    pub(super) fn quiet_of(
        &self,
        color: Color,
        mv: Move,
        to: PieceTo,
        context: HistoryContext,
    ) -> i32 {
        let mut sum = i32::from(self.quiet[quiet_index(color, context.threats, mv)]);
        for (table, &previous) in self.continuation.iter().zip(&context.previous) {
            if let Some(previous) = previous {
                sum += i32::from(table[continuation_index(color, previous, to)]);
            }
        }
        sum
    }

    /// The history of a capture.
    pub(super) fn capture(&self, color: Color, to: PieceTo, victim: Piece) -> i32 {
        i32::from(self.capture[capture_index(color, to, victim)])
    }

    /// Rewards a quiet move, or punishes it with a negative bonus.
    pub(super) fn update_quiet(
        &mut self,
        board: &Board,
        mv: Move,
        context: HistoryContext,
        bonus: i32,
    ) {
        let color = board.side_to_move();
        let to = PieceTo::of(board, mv);
        self.is_dirty = true;
        apply_bonus(&mut self.quiet[quiet_index(color, context.threats, mv)], bonus);
        for (table, &previous) in self.continuation.iter_mut().zip(&context.previous) {
            if let Some(previous) = previous {
                apply_bonus(&mut table[continuation_index(color, previous, to)], bonus);
            }
        }
    }

    /// Rewards a capture, or punishes it with a negative bonus.
    pub(super) fn update_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        let victim = board.piece_on(mv.to).unwrap_or(Piece::Pawn);
        self.is_dirty = true;
        let index = capture_index(board.side_to_move(), PieceTo::of(board, mv), victim);
        apply_bonus(&mut self.capture[index], bonus);
    }
}

/// The history gravity formula: a value moves towards the bonus, the less the nearer it is to its limit.
fn apply_bonus(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

fn quiet_index(color: Color, threats: BitBoard, mv: Move) -> usize {
    let threat_case = usize::from(threats.has(mv.from)) * 2 + usize::from(threats.has(mv.to));
    ((color as usize * THREAT_CASES + threat_case) * 64 + mv.from as usize) * 64 + mv.to as usize
}

fn continuation_index(color: Color, previous: PieceTo, to: PieceTo) -> usize {
    (color as usize * PIECE_TO + previous.index()) * PIECE_TO + to.index()
}

fn capture_index(color: Color, to: PieceTo, victim: Piece) -> usize {
    (color as usize * PIECE_TO + to.index()) * 6 + victim as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::Square;

    #[test]
    fn a_move_away_from_an_attack_has_a_history_of_its_own() {
        let (board, mv) = (Board::default(), "g1f3".parse().unwrap());
        let with = |threats| HistoryContext { threats, ..HistoryContext::NONE };
        let [escape, risk] = [Square::G1, Square::F3].map(|square| with(square.bitboard()));
        let mut history = HistoryTables::new();
        history.update_quiet(&board, mv, escape, 1000);
        history.update_quiet(&board, mv, risk, -500);
        assert_eq!(history.quiet(&board, mv, escape), 1000);
        assert_eq!(history.quiet(&board, mv, risk), -500);
        assert_eq!(history.quiet(&board, mv, HistoryContext::NONE), 0);
        // Attacks on other squares make no difference.
        assert_eq!(history.quiet(&board, mv, with(Square::A8.bitboard())), 0);
    }
}
