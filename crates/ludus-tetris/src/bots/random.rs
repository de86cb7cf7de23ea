//! The bot that plays at random.

use ludus_core::{Bot, BotError, Context, Decision, Seat};

use crate::action::{Action, Placement};
use crate::bots::target::TargetPolicy;
use crate::game::Tetris;

/// Plays a random possible placement, with a random target.
#[derive(Clone, Copy, Debug)]
pub struct RandomPlacementBot;

impl Bot<Tetris> for RandomPlacementBot {
    fn decide(
        &mut self,
        game: &Tetris,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Action>, BotError> {
        let field = game.field(seat);
        let spawn = game.rules().spawn;
        let placements: Vec<_> = Placement::all(field.current, field.board.width())
            .filter(|&placement| field.board.accepts(field.current, placement, spawn))
            .collect();
        let mut rng = ctx.seed.rng();
        let placement = rng.pick(&placements).copied();
        let target = TargetPolicy::Random.choose(game, seat, &mut rng);
        let placement = placement.ok_or_else(|| BotError::new("no placement is possible"))?;
        Ok(Decision::bare(Action { placement, target }))
    }
}
