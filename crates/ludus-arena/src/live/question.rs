//! A bot with a position, to be asked on whatever thread has time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludus_core::{Bot, Budget, Game, PastAction, Seat, SeatSet};
use parking_lot::Mutex;

use super::Wake;
use crate::ask::{Asker, BotAnswer};
use crate::clocks::SharedClocks;
use crate::contain::{InternalError, contain};
use crate::turns::Table;

/// A bot with a position. If it is dropped without being asked, the bot plays no more.
pub struct BotQuestion(Box<dyn FnOnce() + Send>);

impl BotQuestion {
    /// Asks the bot; the answer goes to the match.
    pub fn ask(self) {
        (self.0)();
    }

    /// The question what this bot does in this position.
    pub(super) fn new<G: Game>(asked: Asking<G>) -> Self {
        Self(Box::new(move || asked.ask()))
    }
}

/// Everything that is needed to ask a bot.
pub(super) struct Asking<G: Game> {
    pub(super) table: Arc<Table<G::Rules>>,
    pub(super) game: Arc<G>,
    pub(super) seat: Seat,
    pub(super) bot: Box<dyn Bot<G>>,
    pub(super) last: Vec<PastAction>,
    pub(super) budget: Budget,
    pub(super) clocks: Option<SharedClocks>,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) cell: BotCell<G>,
    pub(super) wake: Wake,
}

impl<G: Game> Asking<G> {
    fn ask(mut self) {
        let asked = contain(G::NAME, || {
            let mut asker = Asker::at(&*self.table, &*self.game);
            (asker.budget, asker.longest) = (self.budget, self.budget.time);
            asker.clocks = self.clocks.as_ref();
            asker.stop = &self.stop;
            let answer = asker.ask_after(&self.last, self.bot.as_mut(), self.seat);
            if let Some(clocks) = &self.clocks {
                clocks.hold(SeatSet::only(self.seat), Instant::now());
            }
            (answer, self.game.turn())
        });
        *self.cell.lock() = match asked {
            Ok((asked, turn)) => BotState::Answered { bot: self.bot, turn, asked },
            // What a bot does wrong is an answer like any other: this is the game's own.
            Err(error) => BotState::Broken(error),
        };
        (self.wake)();
    }
}

/// Where a bot is between its questions. It is elsewhere while it thinks.
pub(super) enum BotState<G: Game> {
    /// It can be asked.
    Idle(Box<dyn Bot<G>>),
    /// It thinks on some thread.
    Thinks,
    /// It has answered a question about the position after this many turns.
    Answered {
        /// The bot.
        bot: Box<dyn Bot<G>>,
        /// The turns before the position.
        turn: u32,
        /// Its answer.
        asked: BotAnswer<G::Action>,
    },
    /// The game failed while it was asked: the match cannot go on.
    Broken(InternalError),
}

/// A bot of a live match, shared with the thread that asks it.
pub(super) type BotCell<G> = Arc<Mutex<BotState<G>>>;
