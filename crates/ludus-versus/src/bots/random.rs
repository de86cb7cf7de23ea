//! The bot that plays at random.

use ludus_core::{Bot, BotError, Context, Decision, Game, Seat};

use crate::action::VersusAction;
use crate::game::Versus;

/// Plays any legal action.
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomVersusBot;

impl Bot<Versus> for RandomVersusBot {
    fn decide(
        &mut self,
        game: &Versus,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<VersusAction>, BotError> {
        let mut actions = Vec::new();
        game.legal(seat, &mut actions);
        let action = ctx.seed.rng().pick(&actions).copied();
        action.map(Decision::bare).ok_or_else(|| BotError::new("no placement is possible"))
    }
}
