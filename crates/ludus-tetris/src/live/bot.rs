//! Bots as players: they see what people see and press the same keys, at a pace of their own.

use ludus_core::{Bot, BotError, Context, Decision, Insight, Seat};

use crate::game::Tetris;
use crate::live::game::Live;
use crate::live::keys::{Key, Keys};
use crate::live::pace::Pace;
use crate::live::phase::{Mind, Phase, Phases, Sight};
use crate::plan::plan;

/// A bot that places pieces, as a player with keys.
pub struct LiveBot {
    bot: Box<dyn Bot<Tetris>>,
    pace: Pace,
    phases: Phases,
}

impl LiveBot {
    /// The bot at this pace.
    #[must_use]
    pub fn new(bot: Box<dyn Bot<Tetris>>, pace: Pace) -> Self {
        let phases = Phases::new(pace.key_ticks());
        Self { bot, pace, phases }
    }

    /// Where the bot is in its play.
    #[must_use]
    pub const fn phase(&self) -> &Phase {
        self.phases.phase()
    }
}

/// What the phases need, for one tick.
struct Thought<'a> {
    bot: &'a mut dyn Bot<Tetris>,
    pace: &'a Pace,
    game: &'a Live,
    seat: Seat,
    ctx: &'a Context<'a>,
    /// What came of a plan, if one was made in this tick.
    insight: Insight,
    target: Option<Seat>,
    failure: Option<BotError>,
}

impl Mind for Thought<'_> {
    fn delay(&mut self, piece: u32) -> u32 {
        self.pace.think_ticks(self.ctx.seed.derive("think", piece.into()))
    }

    /// Asks the bot where the piece goes, and plans the keys: turns, moves, the drop. Choosing a target
    /// takes no time.
    fn plan(&mut self) -> Vec<Key> {
        match self.bot.decide(&self.game.as_turns(), self.seat, self.ctx) {
            Ok(Decision { action, insight }) => {
                let field = self.game.field(self.seat);
                self.insight = insight;
                self.target = action.target.filter(|target| Some(*target) != field.target);
                plan(field.current, action.placement, self.game.rules().width)
            }
            Err(error) => {
                self.failure = Some(error);
                Vec::new()
            }
        }
    }
}

impl Bot<Live> for LiveBot {
    fn start(&mut self, game: &Live, seat: Seat) -> Result<(), BotError> {
        self.phases = Phases::new(self.pace.key_ticks());
        self.bot.start(&game.as_turns(), seat)
    }

    fn decide(
        &mut self,
        game: &Live,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Keys>, BotError> {
        let field = game.field(seat);
        let piece = (field.is_alive() && !game.is_over()).then_some(field.pieces);
        let mut mind = Thought {
            bot: self.bot.as_mut(),
            pace: &self.pace,
            game,
            seat,
            ctx,
            insight: Insight::default(),
            target: None,
            failure: None,
        };
        let key = self.phases.step(Sight { tick: game.tick, piece }, &mut mind);
        let Thought { insight, target, failure, .. } = mind;
        match failure {
            Some(failure) => Err(failure),
            None => {
                let action = target.map(Key::Target).into_iter().chain(key).collect();
                Ok(Decision { action, insight })
            }
        }
    }
}
