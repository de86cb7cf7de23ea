//! The bot that plays random legal moves.

use cozy_chess::{Board, Move};
use ludus_core::{Bot, BotError, Context, Decision, Seat, SeedRng};

use crate::game::Chess;

/// Plays a legal move, each with the same probability.
#[derive(Clone, Copy, Debug)]
pub struct RandomMoveBot;

impl Bot<Chess> for RandomMoveBot {
    fn decide(
        &mut self,
        game: &Chess,
        _seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Move>, BotError> {
        let mv = random_move(game.board(), &mut ctx.seed.rng());
        mv.map(Decision::bare).ok_or_else(|| BotError::new("there is no legal move"))
    }
}

/// One of the legal moves, chosen at random without collecting them.
pub(super) fn random_move(board: &Board, rng: &mut SeedRng) -> Option<Move> {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len();
        false
    });
    let mut left = rng.below(count as u32) as usize;
    let mut chosen = None;
    board.generate_moves(|moves| {
        if left >= moves.len() {
            left -= moves.len();
            return false;
        }
        chosen = moves.into_iter().nth(left);
        true
    });
    chosen
}
