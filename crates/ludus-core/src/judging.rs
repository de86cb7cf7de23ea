//! Judging recorded matches: what a game says about mistakes.

use crate::game::Game;
use crate::seat::Seat;

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
