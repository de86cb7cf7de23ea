//! The bot that takes what is undefended.

use cozy_chess::{Board, Move};
use ludus_core::{Bot, BotError, Context, Decision, Insight, Seat};

use super::random::random_move;
use crate::game::Chess;
use crate::position::{has_no_moves, is_capture};
use crate::search::see_ge;

/// Mates in one, else makes a capture that wins material, else plays a random legal move.
#[derive(Clone, Copy, Debug)]
pub struct EasyBot;

impl Bot<Chess> for EasyBot {
    fn decide(
        &mut self,
        game: &Chess,
        _seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Move>, BotError> {
        let mut rng = ctx.seed.rng();
        let mut moves = Vec::new();
        game.board().generate_moves(|list| {
            moves.extend(list);
            false
        });
        let nodes = moves.len() as u64;
        let mating = |mv: &&Move| mates(game.board(), **mv);
        if let Some(&action) = moves.iter().find(mating) {
            return Ok(Decision {
                action,
                insight: Insight { depth: 1, nodes, ..Insight::default() },
            });
        }
        moves.retain(|&mv| is_capture(game.board(), mv) && see_ge(game.board(), mv, 1));
        let choice = rng.pick(&moves).copied().or_else(|| random_move(game.board(), &mut rng));
        let action = choice.ok_or_else(|| BotError::new("there is no legal move"))?;
        Ok(Decision { action, insight: Insight { depth: 1, nodes, ..Insight::default() } })
    }
}

fn mates(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.play_unchecked(mv);
    !after.checkers().is_empty() && has_no_moves(&after)
}
