//! The bots that search: one engine, three levels.

use std::time::Instant;

use cozy_chess::{Board, Move};
use ludus_core::{
    Bot, BotError, BotSpec, Budget, Context, Decision, Insight, Seat, SpecError, Term,
};

use super::{DEFAULT_NODES, LONGEST};
use crate::game::Chess;
use crate::notation::san_line;
use crate::search::{
    Clock, Engine, Feature, Features, Found, Level, Limits, Question, Timer, Value,
};

/// What a bot that searches is made of: its level, and what the user has set.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The level, without the features that were switched off.
    pub level: Level,
    /// How many moves it looks ahead.
    pub depth: Option<u32>,
    /// How many positions it looks at.
    pub nodes: Option<u64>,
    /// Its table in mebibytes.
    pub hash: Option<usize>,
}

impl From<Level> for SearchSettings {
    fn from(level: Level) -> Self {
        Self { level, depth: None, nodes: None, hash: None }
    }
}

impl SearchSettings {
    /// This level with the settings that were given.
    ///
    /// # Errors
    /// If a setting has a value that it cannot have.
    pub fn from_spec(mut level: Level, spec: &BotSpec) -> Result<Self, SpecError> {
        if let Some(names) = spec.get("without") {
            let all = Feature::ALL.map(Feature::name).join(", ");
            let off: Features = names.parse().map_err(|_| spec.bad_value("without", &all))?;
            level.features = level.features.without(off);
        }
        let hash = spec.value::<usize>("hash", HASH)?;
        if hash.is_some_and(|hash| !(1..=Engine::MAX_HASH).contains(&hash)) {
            return Err(spec.bad_value("hash", HASH));
        }
        let depth = spec.value::<u32>("depth", DEPTH)?;
        if depth.is_some_and(|depth| !(1..=127).contains(&depth)) {
            return Err(spec.bad_value("depth", DEPTH));
        }
        let nodes = spec.value::<u64>("nodes", NODES)?;
        if nodes == Some(0) {
            return Err(spec.bad_value("nodes", NODES));
        }
        Ok(Self { level, depth, nodes, hash })
    }
}

/// A bot that searches.
///
/// A level that looks a number of moves ahead does so whatever its budget, unless the budget or its
/// own key says another depth; nodes and time can only stop it earlier.
#[derive(Debug)]
pub struct Searcher {
    engine: Engine,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Searcher {
    /// A bot of this level with a table of this many mebibytes.
    #[must_use]
    pub fn new(level: Level, hash: usize) -> Self {
        Self { engine: Engine::new(level, hash), depth: None, nodes: None }
    }

    /// The bot with these settings; `hash` is its table where they name none.
    #[must_use]
    pub fn with_settings(settings: SearchSettings, hash: usize) -> Self {
        let SearchSettings { level, depth, nodes, .. } = settings;
        let hash = settings.hash.unwrap_or(default_hash(&level, hash));
        Self { engine: Engine::new(level, hash), depth, nodes }
    }

    fn limits(&self, budget: &Budget) -> Limits {
        let depth = self.depth.or(budget.depth).or(self.engine.level().depth);
        let given = self.nodes.or(budget.nodes);
        let unlimited = depth.is_none() && given.is_none() && budget.time.is_none();
        Limits { depth, nodes: given.or(unlimited.then_some(DEFAULT_NODES)), ..Limits::default() }
    }

    /// Why the move was chosen. The terms are those at the end of the expected line, where the
    /// score comes from, and the difference between the two: they add up to the score. A mate is not
    /// made of terms.
    fn insight(&mut self, board: &Board, found: &Found, wanted: bool) -> Insight {
        let report = &found.report;
        let score = report.value.pawns();
        let mut insight = Insight {
            score: Some(score),
            depth: report.depth,
            nodes: report.nodes,
            ..Insight::default()
        };
        if wanted {
            insight.line = san_line(board, &report.line);
            if matches!(report.value, Value::Centipawns(_)) {
                insight.terms = self.terms(board, &report.line, score);
            }
        }
        insight
    }

    fn terms(&mut self, board: &Board, line: &[Move], score: f64) -> Vec<Term> {
        let mut last = board.clone();
        for &mv in line {
            if last.try_play(mv).is_err() {
                break;
            }
        }
        let mut terms = self.engine.terms(&last);
        if last.side_to_move() != board.side_to_move() {
            terms.iter_mut().for_each(|term| term.value = -term.value);
        }
        let sum: f64 = terms.iter().map(|term| term.value).sum();
        terms.push(Term::new("beyond the line", score - sum));
        terms
    }
}

const HASH: &str = "mebibytes from 1 to 16384";
const DEPTH: &str = "1 to 127";
const NODES: &str = "1 and more";

/// The table that a level has if nothing is said: a search of a few moves cannot fill much.
fn default_hash(level: &Level, hash: usize) -> usize {
    if level.depth.is_some() { 4 } else { hash }
}

impl Bot<Chess> for Searcher {
    fn start(&mut self, _game: &Chess, _seat: Seat) -> Result<(), BotError> {
        self.engine.forget();
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Chess,
        _seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Move>, BotError> {
        let limits = self.limits(&ctx.budget);
        let left = ctx.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let time = left.or(ctx.budget.time).unwrap_or(LONGEST).min(LONGEST);
        let timer = Timer::of(time);
        let clock = Clock::new(ctx.stop, &timer);
        let threads = if ctx.budget.is_exact() { 1 } else { ctx.threads };
        let question = Question { board: game.board(), past: game.past(), seed: ctx.seed, threads };
        let found = self
            .engine
            .search(question, &limits, &clock, &mut |_| {})
            .ok_or_else(|| BotError::new("there is no legal move"))?;
        let insight = self.insight(game.board(), &found, ctx.insight);
        Ok(Decision { action: found.best, insight })
    }
}
