//! What a position is worth: material, squares, mobility, pawns, pieces, threats, king safety.
//!
//! One evaluator for all levels. What a level does not know has weight zero in its [`Weights`].
//! Values for the middlegame and the endgame are summed together and mixed by phase at the end.

mod attacks;
mod endings;
mod king;
mod pawns;
mod pieces;
mod score;
mod sums;
mod tuned;
mod weights;

use std::borrow::Cow;

use cozy_chess::{Board, Color, Piece};
use ludus_core::Term;

use attacks::Attacks;
use pawns::PawnCache;
pub(crate) use pawns::pawn_attacks;
pub use score::{PHASE_MAX, Score, phase};
pub use sums::Sums;
pub use tuned::MASTER;
pub(crate) use weights::VALUES;
pub use weights::{HARD, MEDIUM, Weights};

/// Evaluates positions by a set of weights, remembering pawn structures.
#[derive(Clone, Debug)]
pub struct Evaluator {
    weights: Cow<'static, Weights>,
    pawns: PawnCache,
}

/// Takes the parts of an evaluation by name, white's view.
trait Ledger {
    fn add(&mut self, name: &'static str, part: Score);
}

/// Keeps nothing: the search only needs the sum.
struct Nothing;

impl Ledger for Nothing {
    fn add(&mut self, _name: &'static str, _part: Score) {}
}

impl Ledger for Vec<(&'static str, Score)> {
    fn add(&mut self, name: &'static str, part: Score) {
        self.push((name, part));
    }
}

impl Evaluator {
    /// An evaluator with these weights.
    #[must_use]
    pub fn new(weights: Cow<'static, Weights>) -> Self {
        Self { weights, pawns: PawnCache::new() }
    }

    /// The worth of a position in centipawns for the side to move. `sums` must be the position's.
    pub fn evaluate(&mut self, board: &Board, sums: &Sums) -> i32 {
        let sum = self.sum(board, sums, &mut Nothing);
        let (score, mop_up) = self.blend(board, sums, sum);
        let white = score + mop_up;
        if board.side_to_move() == Color::White { white } else { -white }
    }

    /// The parts of the evaluation by name, in pawns for this colour. They add up to
    /// [`Evaluator::evaluate`], up to the rounding to a centipawn.
    pub fn terms(&mut self, board: &Board, color: Color) -> Vec<Term> {
        let sums = Sums::of(board, &self.weights);
        let mut parts: Vec<(&'static str, Score)> = Vec::new();
        let sum = self.sum(board, &sums, &mut parts);
        let (score, mop_up) = self.blend(board, &sums, sum);
        let sign = if color == Color::White { 1.0 } else { -1.0 };
        let pawns = |hundredths: f64| sign * hundredths / 100.0;
        let plain = |part: Score| f64::from(part.tapered(sums.phase())) / f64::from(PHASE_MAX);

        let material = material(board);
        let mut terms = vec![Term::new("material", pawns(f64::from(material)))];
        for (name, part) in parts {
            let other = if name == "squares" { f64::from(material) } else { 0.0 };
            terms.push(Term::new(name, pawns(plain(part) - other)));
        }
        terms.push(Term::new("mop-up", pawns(f64::from(mop_up))));
        terms.push(Term::new("drawishness", pawns(f64::from(score) - plain(sum))));
        terms.retain(|term| term.value != 0.0);
        terms
    }

    /// White's score of everything that is mixed by phase.
    fn sum(&mut self, board: &Board, sums: &Sums, ledger: &mut impl Ledger) -> Score {
        let weights = self.weights.as_ref();
        let pawns = self.pawns.get(board, weights);
        let attacks = Attacks::of(board, weights);
        let tempo =
            if board.side_to_move() == Color::White { weights.tempo } else { -weights.tempo };
        let parts = [
            ("squares", sums.squares),
            ("pawns", pawns.structure),
            ("passed pawns", pawns.advanced + pieces::passers(board, &attacks, &pawns, weights)),
            ("mobility", attacks.mobility),
            ("pieces", pieces::placement(board, &attacks, &pawns, weights)),
            ("threats", pieces::threats(board, &attacks, weights)),
            ("king safety", king::safety(board, &attacks, weights)),
            ("tempo", tempo),
        ];
        let mut total = Score::ZERO;
        for (name, part) in parts {
            ledger.add(name, part);
            total += part;
        }
        total
    }

    /// White's score at the position's phase, and the mop-up on top of it.
    fn blend(&self, board: &Board, sums: &Sums, sum: Score) -> (i32, i32) {
        let phase = sums.phase();
        let end = sum.end();
        let end = if self.weights.drawish { end * endings::share(board, end) / 64 } else { end };
        let score = (sum.middle() * phase + end * (PHASE_MAX - phase)) / PHASE_MAX;
        let mop_up = if self.weights.mop_up { endings::mop_up(board, score, phase) } else { 0 };
        (score, mop_up)
    }
}

/// White's material minus black's in centipawns, by the values that people count with.
fn material(board: &Board) -> i32 {
    let balance = |&piece: &Piece| {
        let count = |color| board.colored_pieces(color, piece).len() as i32;
        VALUES[piece as usize] * (count(Color::White) - count(Color::Black))
    };
    Piece::ALL.iter().map(balance).sum()
}

#[cfg(test)]
mod tests;
