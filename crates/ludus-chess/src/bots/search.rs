//! The bots that search: one engine at three levels.

use std::ops::RangeInclusive;
use std::time::Instant;

use cozy_chess::{Board, Move};
use ludus_core::{
    Bot, BotError, BotSpec, Budget, Clock, Context, Decision, Insight, Seat, SpecError, Term,
};

use super::{DEFAULT_NODES, MAX_MOVE_TIME};
use crate::game::Chess;
use crate::notation::san_line;
use crate::search::{
    Engine, Feature, Features, Handicap, Level, MoveTime, Score, SearchLimits, SearchRequest,
    SearchResult, StopCondition,
};

/// The settings of a bot that searches: its level, and what the user has set.
#[derive(Clone, Debug)]
pub struct SearchSettings {
    /// The level, without the features that are switched off.
    pub level: Level,
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// The transposition table in mebibytes.
    pub hash: Option<usize>,
    /// How much weaker than it can the bot plays, if it does.
    pub handicap: Option<Handicap>,
}

impl From<Level> for SearchSettings {
    fn from(level: Level) -> Self {
        Self { level, depth: None, nodes: None, hash: None, handicap: None }
    }
}

impl SearchSettings {
    /// This level with the settings of a spec.
    ///
    /// # Errors
    /// If a setting has a wrong value.
    pub fn from_spec(mut level: Level, spec: &BotSpec) -> Result<Self, SpecError> {
        if let Some(names) = spec.get("without") {
            let all = Feature::ALL.map(Feature::name).join(", ");
            let off: Features = names.parse().map_err(|_| spec.bad_value("without", &all))?;
            level.features = level.features.without(off);
        }
        let hash = spec.value::<usize>("hash", HASH_ALLOWED)?;
        if hash.is_some_and(|hash| !(1..=Engine::MAX_HASH).contains(&hash)) {
            return Err(spec.bad_value("hash", HASH_ALLOWED));
        }
        let depth = spec.value::<u32>("depth", DEPTH_ALLOWED)?;
        if depth.is_some_and(|depth| !DEPTH_RANGE.contains(&depth)) {
            return Err(spec.bad_value("depth", DEPTH_ALLOWED));
        }
        let nodes = spec.value::<u64>("nodes", NODES_ALLOWED)?;
        if nodes == Some(0) {
            return Err(spec.bad_value("nodes", NODES_ALLOWED));
        }
        let elo = spec.value::<u32>("elo", ELO_ALLOWED)?;
        if elo.is_some_and(|elo| !Handicap::ELO.contains(&elo)) {
            return Err(spec.bad_value("elo", ELO_ALLOWED));
        }
        Ok(Self { level, depth, nodes, hash, handicap: elo.map(Handicap::of_elo) })
    }
}

/// A bot that searches.
///
/// A level with a fixed depth searches to that depth, unless the budget or its own key sets another one. Nodes and
/// time can only stop it earlier.
#[derive(Debug)]
pub struct EngineBot {
    engine: Engine,
    depth: Option<u32>,
    nodes: Option<u64>,
    handicap: Option<Handicap>,
}

impl EngineBot {
    /// A bot of this level with a transposition table of this many mebibytes.
    #[must_use]
    pub fn new(level: Level, hash: usize) -> Self {
        Self { engine: Engine::new(level, hash), depth: None, nodes: None, handicap: None }
    }

    /// The bot with these settings; `hash` is its table in mebibytes if they set none.
    #[must_use]
    pub fn with_settings(settings: SearchSettings, hash: usize) -> Self {
        let SearchSettings { level, depth, nodes, handicap, .. } = settings;
        let hash =
            settings.hash.unwrap_or(if level.depth.is_some() { FIXED_DEPTH_HASH } else { hash });
        Self { engine: Engine::new(level, hash), depth, nodes, handicap }
    }

    fn limits(&self, budget: &Budget) -> SearchLimits {
        let depth = self.depth.or(budget.depth).or(self.engine.level().depth);
        let given = self.nodes.or(budget.nodes);
        let unlimited = depth.is_none() && given.is_none() && budget.time.is_none();
        SearchLimits {
            depth,
            nodes: given.or(unlimited.then_some(DEFAULT_NODES)),
            ..SearchLimits::default()
        }
    }

    /// Why the move was chosen. The terms are those at the end of the principal variation, where the score comes
    /// from, and the difference between the two, so that they add up to the score. A mate has no terms.
    fn insight(&mut self, board: &Board, result: &SearchResult, with_details: bool) -> Insight {
        let report = &result.report;
        let score = report.score.pawns();
        let mut insight = Insight {
            score: Some(score),
            depth: report.depth,
            nodes: report.nodes,
            ..Insight::default()
        };
        if with_details {
            insight.line = san_line(board, &report.pv);
            if matches!(report.score, Score::Centipawns(_)) {
                insight.terms = self.terms(board, &report.pv, score);
            }
        }
        insight
    }

    fn terms(&mut self, board: &Board, pv: &[Move], score: f64) -> Vec<Term> {
        let mut last = board.clone();
        for &mv in pv {
            if last.try_play(mv).is_err() {
                break;
            }
        }
        let mut terms = self.engine.eval_terms(&last);
        if last.side_to_move() != board.side_to_move() {
            terms.iter_mut().for_each(|term| term.value = -term.value);
        }
        let sum: f64 = terms.iter().map(|term| term.value).sum();
        terms.push(Term::new("beyond the line", score - sum));
        terms
    }
}

/// What the key `hash` allows, in words.
const HASH_ALLOWED: &str = "mebibytes from 1 to 16384";
/// What the key `depth` allows, in words.
const DEPTH_ALLOWED: &str = "1 to 127";
/// The same in numbers, in plies.
const DEPTH_RANGE: RangeInclusive<u32> = 1..=127;
/// What the key `elo` allows, in words.
const ELO_ALLOWED: &str = "800 to 2850";
/// What the key `nodes` allows, in words.
const NODES_ALLOWED: &str = "1 and more";
/// The transposition table of a level with a fixed depth, in mebibytes: so short a search cannot fill more.
const FIXED_DEPTH_HASH: usize = 4;

/// What is kept of a move's time for the way back, as a fraction of it, unless [`Clock::OVERHEAD`] is less.
const KEPT_TIME: u32 = 10;

/// How long a decision may take: as the engine manages its time where there is a clock, otherwise nearly all that it is
/// given: an answer after its time may be late.
fn move_time(seat: Seat, ctx: &Context<'_>) -> MoveTime {
    if let Some(clock) = ctx.clock {
        return MoveTime::by_clock(clock, seat, Clock::OVERHEAD);
    }
    let left = ctx.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    let time = left.or(ctx.budget.time).unwrap_or(MAX_MOVE_TIME).min(MAX_MOVE_TIME);
    MoveTime::exactly(time - Clock::OVERHEAD.min(time / KEPT_TIME))
}

impl Bot<Chess> for EngineBot {
    fn start(&mut self, _game: &Chess, _seat: Seat) -> Result<(), BotError> {
        self.engine.new_game();
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Chess,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Move>, BotError> {
        let limits = self.limits(&ctx.budget);
        let time = move_time(seat, ctx).start();
        let stop = StopCondition::new(ctx.stop, &time);
        let threads = if ctx.budget.is_exact() { 1 } else { ctx.threads };
        let request =
            SearchRequest { board: game.board(), past: game.past(), seed: ctx.seed, threads };
        let engine = &mut self.engine;
        let found = match self.handicap {
            Some(it) => engine.search_with_handicap(it, request, &limits, &stop, &mut |_| {}),
            None => engine.search(request, &limits, &stop, &mut |_| {}),
        };
        let result = found.ok_or_else(|| BotError::new("there is no legal move"))?;
        let insight = self.insight(game.board(), &result, ctx.insight);
        Ok(Decision { action: result.best_move, insight })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_search_ends_before_its_time_is_over() {
        let stop = AtomicBool::new(false);
        for (given, used) in [(100, 90), (20, 18), (1000, 980), (60_000, 29_980)] {
            let budget = Budget::of_time(Duration::from_millis(given));
            let time = move_time(Seat::FIRST, &Context { budget, ..Context::new(&stop) });
            assert_eq!(time, MoveTime::exactly(Duration::from_millis(used)));
        }
    }
}
