//! The hand-crafted evaluation (HCE): material, squares, mobility, pawns, pieces, threats, king safety.
//!
//! All levels share one evaluation. A term that a level does not use has weight zero in its [`EvalWeights`].
//! Middlegame and endgame values are summed together and mixed by the game phase at the end.
//!
//! | file | what lives there |
//! |---|---|
//! | `tapered` | [`TaperedScore`]: a middlegame and an endgame value, and the game phase |
//! | `weights`, `tuned` | [`EvalWeights`]: the numbers of `medium` and `hard`, and those of `master` |
//! | `psqt` | [`PsqtState`]: piece-square sums, updated move by move |
//! | `attacks` | the squares that each side attacks, and mobility |
//! | `pawns`, `pieces`, `king`, `endings` | the terms |

mod attacks;
mod endings;
mod king;
mod pawns;
mod pieces;
mod psqt;
mod tapered;
mod tuned;
mod weights;

use std::borrow::Cow;

use cozy_chess::{Board, Color, Piece};
use ludus_core::Term;

use attacks::Attacks;
use pawns::PawnCache;
pub(crate) use pawns::pawn_attacks;
pub use psqt::PsqtState;
pub use tapered::{PHASE_MAX, TaperedScore, phase};
pub use tuned::MASTER;
pub(crate) use weights::PIECE_VALUES;
pub use weights::{EvalWeights, HARD, MEDIUM};

/// The hand-crafted evaluation with one set of weights, and a cache of pawn structures.
#[derive(Clone, Debug)]
pub struct HandCraftedEval {
    weights: Cow<'static, EvalWeights>,
    pawns: PawnCache,
}

/// Receives the parts of an evaluation by name, as White sees them.
trait TermSink {
    fn add(&mut self, name: &'static str, part: TaperedScore);
}

/// Keeps nothing: the search only needs the sum.
struct NoTerms;

impl TermSink for NoTerms {
    fn add(&mut self, _name: &'static str, _part: TaperedScore) {}
}

impl TermSink for Vec<(&'static str, TaperedScore)> {
    fn add(&mut self, name: &'static str, part: TaperedScore) {
        self.push((name, part));
    }
}

impl HandCraftedEval {
    /// An evaluation with these weights.
    #[must_use]
    pub fn new(weights: Cow<'static, EvalWeights>) -> Self {
        Self { weights, pawns: PawnCache::new() }
    }

    /// The score of a position in centipawns for the side to move. `psqt` must be the position's.
    pub fn evaluate(&mut self, board: &Board, psqt: &PsqtState) -> i32 {
        let sum = self.sum(board, psqt, &mut NoTerms);
        let (score, mop_up) = self.taper(board, psqt, sum);
        let white = score + mop_up;
        if board.side_to_move() == Color::White { white } else { -white }
    }

    /// The parts of the evaluation by name, in pawns for this colour. Their sum is
    /// [`HandCraftedEval::evaluate`] before rounding to a centipawn.
    pub fn terms(&mut self, board: &Board, color: Color) -> Vec<Term> {
        let psqt = PsqtState::of(board, &self.weights);
        let mut parts: Vec<(&'static str, TaperedScore)> = Vec::new();
        let sum = self.sum(board, &psqt, &mut parts);
        let (score, mop_up) = self.taper(board, &psqt, sum);
        let sign = if color == Color::White { 1.0 } else { -1.0 };
        let pawns = |centipawns: f64| sign * centipawns / 100.0;
        let tapered =
            |part: TaperedScore| f64::from(part.tapered(psqt.phase())) / f64::from(PHASE_MAX);

        let material = material(board);
        let mut terms = vec![Term::new("material", pawns(f64::from(material)))];
        for (name, part) in parts {
            // The tables include the material, which has a term of its own.
            let included = if name == "squares" { f64::from(material) } else { 0.0 };
            terms.push(Term::new(name, pawns(tapered(part) - included)));
        }
        terms.push(Term::new("mop-up", pawns(f64::from(mop_up))));
        terms.push(Term::new("drawishness", pawns(f64::from(score) - tapered(sum))));
        terms.retain(|term| term.value != 0.0);
        terms
    }

    /// The sum of all tapered terms, as White sees it.
    fn sum(&mut self, board: &Board, psqt: &PsqtState, sink: &mut impl TermSink) -> TaperedScore {
        let weights = self.weights.as_ref();
        let pawns = self.pawns.get(board, weights);
        let attacks = Attacks::of(board, weights);
        let tempo =
            if board.side_to_move() == Color::White { weights.tempo } else { -weights.tempo };
        let passed_pawns =
            pawns.passed_score + pieces::passed_pawns(board, &attacks, &pawns, weights);
        let parts = [
            ("squares", psqt.squares),
            ("pawns", pawns.score),
            ("passed pawns", passed_pawns),
            ("mobility", attacks.mobility),
            ("pieces", pieces::placement(board, &attacks, &pawns, weights)),
            ("threats", pieces::threats(board, &attacks, weights)),
            ("king safety", king::safety(board, &attacks, weights)),
            ("tempo", tempo),
        ];
        let mut total = TaperedScore::ZERO;
        for (name, part) in parts {
            sink.add(name, part);
            total += part;
        }
        total
    }

    /// The score at the position's phase, and the mop-up term that is added to it, as White sees them.
    fn taper(&self, board: &Board, psqt: &PsqtState, sum: TaperedScore) -> (i32, i32) {
        let phase = psqt.phase();
        let mut endgame = sum.endgame();
        if self.weights.drawish {
            endgame = endgame * endings::scale_factor(board, endgame) / endings::FULL_SCALE;
        }
        let score = (sum.middlegame() * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX;
        let mop_up = if self.weights.mop_up { endings::mop_up(board, score, phase) } else { 0 };
        (score, mop_up)
    }
}

/// White's material minus Black's in centipawns, by the usual piece values.
fn material(board: &Board) -> i32 {
    let balance = |&piece: &Piece| {
        let count = |color| board.colored_pieces(color, piece).len() as i32;
        PIECE_VALUES[piece as usize] * (count(Color::White) - count(Color::Black))
    };
    Piece::ALL.iter().map(balance).sum()
}

#[cfg(test)]
mod tests;
