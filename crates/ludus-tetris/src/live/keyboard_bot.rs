//! Bots that press keys: they see what people see and use the same keys, at a pace of their own.

use ludus_core::{Bot, BotError, Context, Decision, Insight, Seat};

use crate::live::keys::{LiveKey, LiveKeys};
use crate::live::pace::BotPace;
use crate::live::phase::{BotPhase, BotPhases, BotView, KeyPlanner};
use crate::live::play::{KeyPlan, LivePlay};

/// A bot that places pieces, playing with keys.
pub struct KeyboardBot<G: LivePlay> {
    bot: Box<dyn Bot<G::Turns>>,
    pace: BotPace,
    phases: BotPhases,
}

impl<G: LivePlay> KeyboardBot<G> {
    /// The bot at this pace.
    #[must_use]
    pub fn new(bot: Box<dyn Bot<G::Turns>>, pace: BotPace) -> Self {
        let phases = BotPhases::new(pace.key_ticks());
        Self { bot, pace, phases }
    }

    /// The phase of the bot's play.
    #[must_use]
    pub const fn phase(&self) -> &BotPhase {
        self.phases.phase()
    }
}

/// What the phases need, for one tick.
struct BotPlanner<'a, G: LivePlay> {
    bot: &'a mut dyn Bot<G::Turns>,
    pace: &'a BotPace,
    game: &'a G,
    seat: Seat,
    ctx: &'a Context<'a>,
    /// The insight of a plan that was made in this tick.
    insight: Insight,
    at_once: Option<LiveKey>,
    failure: Option<BotError>,
}

impl<G: LivePlay> KeyPlanner for BotPlanner<'_, G> {
    fn delay(&mut self, piece: u32) -> u32 {
        self.pace.think_ticks(self.ctx.seed.derive("think", piece.into()))
    }

    /// Asks the bot where the piece goes, and plans the keys.
    fn plan(&mut self) -> Vec<LiveKey> {
        match self.bot.decide(&self.game.as_turns(), self.seat, self.ctx) {
            Ok(Decision { action, insight }) => {
                let KeyPlan { at_once, keys } = self.game.key_plan(self.seat, action);
                self.insight = insight;
                self.at_once = at_once;
                keys
            }
            Err(error) => {
                self.failure = Some(error);
                Vec::new()
            }
        }
    }
}

impl<G: LivePlay> Bot<G> for KeyboardBot<G> {
    fn start(&mut self, game: &G, seat: Seat) -> Result<(), BotError> {
        self.phases = BotPhases::new(self.pace.key_ticks());
        self.bot.start(&game.as_turns(), seat)
    }

    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<LiveKeys>, BotError> {
        let mut mind = BotPlanner {
            bot: self.bot.as_mut(),
            pace: &self.pace,
            game,
            seat,
            ctx,
            insight: Insight::default(),
            at_once: None,
            failure: None,
        };
        let view = BotView { tick: game.turn(), piece: game.placed(seat) };
        let keys = self.phases.step(view, &mut mind);
        let BotPlanner { insight, at_once, failure, .. } = mind;
        match failure {
            Some(failure) => Err(failure),
            None => {
                let action = at_once.into_iter().chain(keys.iter()).collect();
                Ok(Decision { action, insight })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, Placement};
    use crate::board::Board;
    use crate::game::Tetris;
    use crate::live::falling::FallingPiece;
    use crate::live::game::LiveTetris;
    use crate::live::testing::{game, seat};
    use crate::piece::Piece;
    use crate::rules::Spawn;
    use ludus_core::{Answer, Game, Seed};
    use std::sync::atomic::AtomicBool;

    /// Always plays the same placement.
    struct Fixed(Placement);

    impl Bot<Tetris> for Fixed {
        fn decide(
            &mut self,
            _: &Tetris,
            _: Seat,
            _: &Context<'_>,
        ) -> Result<Decision<Action>, BotError> {
            Ok(Decision::bare(Action { placement: self.0, target: None }))
        }
    }

    /// The board after a bot has brought a piece to its place through the keys, and the turns that it pressed.
    fn played(board: Board, piece: Piece, placement: Placement) -> (Board, usize) {
        let (mut game, mut chance) = game(&format!("width={}", board.width()), 1);
        game.fields[0].board = board;
        game.fields[0].current = piece;
        game.active[0].falling = FallingPiece::spawn(piece, &board);
        let pace = BotPace { think_from_ms: 0, think_to_ms: 0, key_ms: 20 };
        let mut bot = KeyboardBot::<LiveTetris>::new(Box::new(Fixed(placement)), pace);
        let stop = AtomicBool::new(false);
        let mut turns = 0;
        for _ in 0..100 {
            let ctx = Context { seed: Seed::new(1), ..Context::new(&stop) };
            let keys = bot.decide(&game, seat(0), &ctx).unwrap().action;
            turns += keys
                .iter()
                .filter(|key| matches!(key, LiveKey::Rotate | LiveKey::RotateBack))
                .count();
            game.apply(&[(seat(0), Answer::Play(keys))], &mut chance);
            if game.fields[0].pieces > 0 {
                return (game.fields[0].board, turns);
            }
        }
        panic!("{piece} {placement} does not lock");
    }

    /// Plays every placement of every piece, and compares with the piece that drops straight into its place.
    fn check_all(board: Board) {
        for piece in Piece::ALL {
            for placement in Placement::all(piece, board.width()) {
                let landing = board.drop_piece(piece, placement, Spawn::Top).unwrap();
                let (after, turns) = played(board, piece, placement);
                assert_eq!(after, landing.board, "{piece} {placement} on {board:?}");
                assert!(turns <= 2, "{piece} {placement} takes {turns} turns");
            }
        }
    }

    #[test]
    fn every_placement_is_reached_with_two_turns_at_most() {
        for width in [4, 5, 10, 20] {
            check_all(Board::new(width, 22).unwrap());
        }
        // Stacks with holes, up to the row below a long piece that turns where it comes in.
        for number in 0..6 {
            let mut rng = Seed::new(number).rng();
            let row = |_| (0..10).map(|_| if rng.chance(0.7) { '#' } else { '.' }).collect();
            let stack: Vec<String> = (0..16).map(row).collect();
            let rows: Vec<_> = vec!["..........".to_owned(); 6].into_iter().chain(stack).collect();
            check_all(Board::from_rows(&rows).unwrap());
        }
    }
}
