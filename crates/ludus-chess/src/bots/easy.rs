//! The bot that takes what is offered.

use cozy_chess::{Board, Move};
use ludus_core::{Bot, BotError, Context, Decision, Insight, Seat};

use super::random::any_move;
use crate::game::Chess;
use crate::position::{has_no_moves, is_capture};
use crate::search::exchange_wins;

/// Mates in one, or takes what wins material, or plays any legal move.
#[derive(Clone, Copy, Debug)]
pub struct Easy;

impl Bot<Chess> for Easy {
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
        moves.retain(|&mv| is_capture(game.board(), mv) && exchange_wins(game.board(), mv, 1));
        let choice = rng.pick(&moves).copied().or_else(|| any_move(game.board(), &mut rng));
        let action = choice.ok_or_else(|| BotError::new("there is no legal move"))?;
        Ok(Decision { action, insight: Insight { depth: 1, nodes, ..Insight::default() } })
    }
}

fn mates(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.play_unchecked(mv);
    !after.checkers().is_empty() && has_no_moves(&after)
}
