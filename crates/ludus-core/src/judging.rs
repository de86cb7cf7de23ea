//! Judging recorded matches: what a game says about mistakes, and how large they are.

use crate::game::Game;
use crate::seat::Seat;

/// What the swing of a turn is counted in: by how much a match turned from what the judge would have played to what was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SwingMeasure {
    /// In shares of the match, by [`GameKit::expectation`](crate::GameKit::expectation).
    Expectation {
        /// The least swing that is a turning point.
        least: f64,
    },
    /// In the judge's scores themselves, for games whose scores say who is winning, with zero for an even position.
    Score {
        /// The least swing that is a turning point.
        least: f64,
        /// From this score on a match is decided, for the one seat or the other: what comes after that counts as nothing.
        decided: f64,
    },
    /// In usual changes of the judge's score from one turn of the seat to the next, for games whose scores only compare positions.
    UsualChange {
        /// The least swing that is a turning point.
        least: f64,
    },
}

impl SwingMeasure {
    /// An eighth of the match.
    pub const EIGHTH: Self = Self::Expectation { least: 0.12 };

    /// More than the score usually changes.
    pub const UNUSUAL: Self = Self::UsualChange { least: 1.0 };

    /// The least swing that is a turning point.
    #[must_use]
    pub const fn least(self) -> f64 {
        match self {
            Self::Expectation { least }
            | Self::Score { least, .. }
            | Self::UsualChange { least } => least,
        }
    }
}

/// An action that cost a seat part of its match, for [`GameKit::mistake`](crate::GameKit::mistake).
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a, G: Game> {
    /// The position in which it was played.
    pub before: &'a G,
    /// The seat that played it.
    pub seat: Seat,
    /// What it played.
    pub played: G::Action,
    /// What the judge would have played.
    pub better: G::Action,
    /// The position after what was played, with what the others and chance did in that turn.
    pub after: &'a G,
    /// The position after what the judge would have played, with the same of the others and chance.
    pub instead: &'a G,
    /// What the judge does next in [`after`](Self::after), for the seat that is first to act.
    pub reply: Option<G::Action>,
    /// The judge's score after what was played, for the seat; none if the seat has no score there any more.
    pub played_score: Option<f64>,
    /// The judge's score after what would have been better.
    pub better_score: Option<f64>,
}
