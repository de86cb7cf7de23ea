//! A bot for every game: it plays any legal action.

use crate::bot::{Bot, BotError, Context};
use crate::decision::Decision;
use crate::game::Game;
use crate::seat::Seat;

/// Plays any legal action, each as likely as the others.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl<G: Game> Bot<G> for RandomBot {
    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<G::Action>, BotError> {
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        let action = ctx.seed.rng().pick(&legal).copied();
        action.map(Decision::bare).ok_or_else(|| BotError::new("there is no legal action"))
    }
}
