//! This program as a UCI engine.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use ludus_core::{Bot, BotSpec, Context, Seed, SpecError};

use super::info::OutputStyle;
use super::session;
use crate::bots::{BuiltIn, EasyBot, RandomMoveBot, SearchSettings};
use crate::game::{Chess, seat_of};
use crate::search::{
    Engine, Handicap, Level, Score, SearchLimits, SearchReport, SearchRequest, SearchResult,
    StopCondition,
};

/// This program as a UCI engine: a built-in bot with its settings.
#[derive(Clone, Debug)]
pub struct UciEngine {
    /// The bot's name.
    pub(super) name: String,
    bot: BuiltIn,
}

impl Default for UciEngine {
    /// The strongest bot.
    fn default() -> Self {
        Self::at(Level::MASTER)
    }
}

impl UciEngine {
    /// An engine that plays as this built-in bot.
    ///
    /// # Errors
    /// If there is no such bot, it is not built in, or a setting has a wrong value.
    pub fn from_spec(spec: &BotSpec) -> Result<Self, SpecError> {
        Ok(Self { name: spec.name().to_owned(), bot: BuiltIn::from_spec(spec)? })
    }

    /// An engine that plays at this level.
    pub(super) fn at(level: Level) -> Self {
        let settings = Box::new(SearchSettings::from(level));
        Self { name: settings.level.name.to_owned(), bot: BuiltIn::Search(settings) }
    }

    /// Runs commands until `quit` or the end of the input.
    ///
    /// Commands are read on the calling thread and searches run on another one, so that `isready` and `stop` are
    /// answered at once. If the input ends without `quit`, a search with a limit is finished first, so that a
    /// script can send its commands and close the pipe.
    ///
    /// ```
    /// use ludus_chess::uci::UciEngine;
    /// let input = "uci\nposition startpos\ngo depth 2\n".as_bytes();
    /// let mut output = Vec::new();
    /// UciEngine::default().run(input, &mut output).unwrap();
    /// assert!(String::from_utf8(output).unwrap().contains("\nbestmove "));
    /// ```
    ///
    /// # Errors
    /// If the input cannot be read. An output without a reader is not an error.
    pub fn run<R: BufRead, W: Write + Send>(self, input: R, output: W) -> io::Result<()> {
        session::run(self, input, output)
    }

    /// The size of its transposition table in mebibytes, if it was set.
    pub(super) fn hash(&self) -> Option<usize> {
        self.search().and_then(|settings| settings.hash)
    }

    /// The depth limit if `go` has none.
    pub(super) fn depth(&self) -> Option<u32> {
        self.search().and_then(|settings| settings.depth.or(settings.level.depth))
    }

    /// The node limit if `go` has none.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.search().and_then(|settings| settings.nodes)
    }

    fn search(&self) -> Option<&SearchSettings> {
        match &self.bot {
            BuiltIn::Search(settings) => Some(settings),
            BuiltIn::EasyBot | BuiltIn::RandomMoveBot => None,
        }
    }

    /// Makes the bot that plays, with a transposition table of this many mebibytes.
    pub(super) fn player(&self, hash: usize) -> UciPlayer {
        match &self.bot {
            BuiltIn::Search(settings) => {
                UciPlayer::Engine(Box::new(Engine::new(settings.level.clone(), hash)))
            }
            BuiltIn::EasyBot => UciPlayer::Bot(Box::new(EasyBot)),
            BuiltIn::RandomMoveBot => UciPlayer::Bot(Box::new(RandomMoveBot)),
        }
    }
}

/// The bot that plays: the search engine, or a bot that does not search.
pub(super) enum UciPlayer {
    Engine(Box<Engine>),
    Bot(Box<dyn Bot<Chess>>),
}

/// What a `go` command asks for.
pub(super) struct GoRequest<'a> {
    pub(super) game: &'a Chess,
    pub(super) limits: &'a SearchLimits,
    pub(super) threads: usize,
    /// How the answer is written.
    pub(super) style: OutputStyle,
    /// How much weaker than it can the engine plays, if it does.
    pub(super) handicap: Option<Handicap>,
    /// The number of the search in this session: a random bot or a weakened one plays another game every time.
    pub(super) number: u64,
}

impl UciPlayer {
    /// Forgets everything, because a new game begins.
    pub(super) fn new_game(&mut self) {
        if let Self::Engine(engine) = self {
            engine.new_game();
        }
    }

    /// Replaces the transposition table by one of this many mebibytes.
    pub(super) fn set_hash(&mut self, hash: usize) {
        if let Self::Engine(engine) = self {
            engine.set_hash(hash);
        }
    }

    /// The size of its transposition table in mebibytes, if it has one.
    pub(super) fn hash(&self) -> Option<usize> {
        match self {
            Self::Engine(engine) => Some(engine.hash()),
            Self::Bot(_) => None,
        }
    }

    /// Searches, and calls `on_report` with the progress. Returns `None` if there is no legal move.
    pub(super) fn search(
        &mut self,
        request: &GoRequest<'_>,
        stop: &StopCondition<'_>,
        on_report: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchResult> {
        let GoRequest { game, limits, threads, handicap, number, .. } = *request;
        match self {
            Self::Engine(engine) => {
                let (board, past) = (game.board(), game.past());
                let seed = match handicap {
                    Some(_) => Seed::new(0).derive("uci", number),
                    None => Seed::new(0),
                };
                let request = SearchRequest { board, past, seed, threads };
                match handicap {
                    Some(it) => engine.search_with_handicap(it, request, limits, stop, on_report),
                    None => engine.search(request, limits, stop, on_report),
                }
            }
            Self::Bot(bot) => {
                let result = decide(bot.as_mut(), game, limits, number)?;
                on_report(&result.report);
                Some(result)
            }
        }
    }
}

/// The decision of a bot that does not search, in the form of a search result.
fn decide(
    bot: &mut dyn Bot<Chess>,
    game: &Chess,
    limits: &SearchLimits,
    number: u64,
) -> Option<SearchResult> {
    let began = Instant::now();
    let never = AtomicBool::new(false);
    let ctx = Context { seed: Seed::new(0).derive("uci", number), ..Context::new(&never) };
    let seat = seat_of(game.board().side_to_move());
    let decision = bot.decide(game, seat, &ctx).ok()?;
    let root_moves = &limits.root_moves;
    let is_allowed = root_moves.is_empty() || root_moves.contains(&decision.action);
    let best_move = if is_allowed { decision.action } else { *root_moves.first()? };
    let report = SearchReport {
        depth: 1,
        place: 1,
        seldepth: 1,
        score: decision.insight.score.map_or(Score::Centipawns(0), Score::from_pawns),
        nodes: 1,
        time: began.elapsed(),
        hashfull: 0,
        pv: vec![best_move],
    };
    Some(SearchResult { best_move, report })
}
