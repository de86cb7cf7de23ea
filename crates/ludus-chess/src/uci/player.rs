//! Who plays when this program is an engine.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludus_core::{Bot, BotSpec, Budget, Context, Seed, SpecError};

use super::server;
use crate::bots::{BuiltIn, Easy, Random, SearchSettings};
use crate::game::{Chess, seat_of};
use crate::search::{Clock, Engine, Found, Level, Limits, Question, Report, Value};

/// Who plays when this program is an engine: a built-in bot with its settings.
#[derive(Clone, Debug)]
pub struct Player {
    /// The bot's name.
    pub(super) name: String,
    bot: BuiltIn,
}

impl Default for Player {
    /// The strongest bot.
    fn default() -> Self {
        Self::at(Level::MASTER)
    }
}

impl Player {
    /// The built-in bot that these settings name.
    ///
    /// # Errors
    /// If there is no such bot, it is not built in, or it cannot be made with these settings.
    pub fn from_spec(spec: &BotSpec) -> Result<Self, SpecError> {
        Ok(Self { name: spec.name().to_owned(), bot: BuiltIn::from_spec(spec)? })
    }

    /// A bot of this level.
    pub(super) fn at(level: Level) -> Self {
        let settings = Box::new(SearchSettings::from(level));
        Self { name: settings.level.name.to_owned(), bot: BuiltIn::Search(settings) }
    }

    /// Plays as a UCI engine until `quit` or the end of the input.
    ///
    /// Commands are read on the calling thread and searches run on another one, so that `isready` and
    /// `stop` are answered at once. When the input ends without `quit`, a search with a limit is finished
    /// first: a script can send its commands and close the pipe.
    ///
    /// ```
    /// use ludus_chess::uci::Player;
    /// let input = "uci\nposition startpos\ngo depth 2\n".as_bytes();
    /// let mut output = Vec::new();
    /// Player::default().run(input, &mut output).unwrap();
    /// assert!(String::from_utf8(output).unwrap().contains("\nbestmove "));
    /// ```
    ///
    /// # Errors
    /// If the input cannot be read. An output without a reader ends the engine without error.
    pub fn run<R: BufRead, W: Write + Send>(self, input: R, output: W) -> io::Result<()> {
        server::run(self, input, output)
    }

    /// The size of its table in mebibytes, if it was set.
    pub(super) fn hash(&self) -> Option<usize> {
        self.search().and_then(|settings| settings.hash)
    }

    /// How deep it looks where a command says nothing.
    pub(super) fn depth(&self) -> Option<u32> {
        self.search().and_then(|settings| settings.depth.or(settings.level.depth))
    }

    /// How many positions it looks at where a command says nothing.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.search().and_then(|settings| settings.nodes)
    }

    fn search(&self) -> Option<&SearchSettings> {
        match &self.bot {
            BuiltIn::Search(settings) => Some(settings),
            BuiltIn::Easy | BuiltIn::Random => None,
        }
    }

    /// Makes what thinks, with a table of this many mebibytes.
    pub(super) fn mind(&self, hash: usize) -> Mind {
        match &self.bot {
            BuiltIn::Search(settings) => {
                Mind::Engine(Box::new(Engine::new(settings.level.clone(), hash)))
            }
            BuiltIn::Easy => Mind::Bot(Box::new(Easy)),
            BuiltIn::Random => Mind::Bot(Box::new(Random)),
        }
    }
}

/// What thinks: the engine, or a bot that does not search.
pub(super) enum Mind {
    Engine(Box<Engine>),
    Bot(Box<dyn Bot<Chess>>),
}

/// What is asked of a mind.
pub(super) struct Asked<'a> {
    pub(super) game: &'a Chess,
    pub(super) limits: &'a Limits,
    pub(super) threads: usize,
    /// How many questions there were before this one: a bot by chance plays another game every time.
    pub(super) number: u64,
}

impl Mind {
    /// Forgets everything: a new game begins.
    pub(super) fn forget(&mut self) {
        if let Self::Engine(engine) = self {
            engine.forget();
        }
    }

    /// Another table of this many mebibytes.
    pub(super) fn set_hash(&mut self, hash: usize) {
        if let Self::Engine(engine) = self {
            engine.set_hash(hash);
        }
    }

    /// Thinks, and reports how far it is. `None` if there is no legal move.
    pub(super) fn think(
        &mut self,
        asked: &Asked<'_>,
        clock: &Clock<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Found> {
        let Asked { game, limits, threads, number } = *asked;
        match self {
            Self::Engine(engine) => {
                let (board, past, seed) = (game.board(), game.past(), Seed::new(0));
                engine.search(Question { board, past, seed, threads }, limits, clock, report)
            }
            Self::Bot(bot) => {
                let found = decided(bot.as_mut(), game, limits, number)?;
                report(&found.report);
                Some(found)
            }
        }
    }
}

/// The decision of a bot that does not search, as a search reports its own.
fn decided(bot: &mut dyn Bot<Chess>, game: &Chess, limits: &Limits, number: u64) -> Option<Found> {
    let began = Instant::now();
    let never = AtomicBool::new(false);
    let ctx = Context {
        budget: Budget::NONE,
        deadline: None,
        stop: &never,
        seed: Seed::new(0).derive("uci", number),
        threads: 1,
        insight: false,
    };
    let seat = seat_of(game.board().side_to_move());
    let decision = bot.decide(game, seat, &ctx).ok()?;
    let allowed = limits.only.is_empty() || limits.only.contains(&decision.action);
    let best = if allowed { decision.action } else { *limits.only.first()? };
    let report = Report {
        depth: 1,
        deepest: 1,
        value: decision.insight.score.map_or(Value::Centipawns(0), Value::of_pawns),
        nodes: 1,
        time: began.elapsed(),
        fullness: 0,
        line: vec![best],
    };
    Some(Found { best, report })
}
