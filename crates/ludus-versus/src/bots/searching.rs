//! The bots that search: one search, with levels that differ in how much they see.

use std::time::{Duration, Instant};

use ludus_core::{Bot, BotError, Budget, Context, Decision, Game, Insight, Seat};
use ludus_tetris::Piece;

use crate::action::VersusAction;
use crate::game::Versus;
use crate::search::best_first::{BestFirst, Found, VersusLimits};
use crate::search::opponent::OpponentThreat;
use crate::search::perfect::{PerfectClears, PerfectPlan, PerfectTask};
use crate::search::state::{Knowledge, SeatState};
use crate::search::weights::{VersusWeights, Weight};

/// How many nodes a decision has if nothing limits it.
const NODES: u64 = 20_000;

/// Of at most this many nodes, half may look for perfect clears.
const MOST_PERFECT: u64 = 1_000_000;

/// How much time is left for what follows the search.
const RESERVE: Duration = Duration::from_millis(1);

/// How strong a bot is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VersusLevel {
    /// How many placements deep it looks at the most.
    pub depth: usize,
    /// The budget is divided by this.
    pub share: u32,
    /// How often it plays any legal action, 0 to 1.
    pub noise: f64,
    /// Whether it knows what the opponent can do.
    pub opponent: bool,
}

impl VersusLevel {
    /// All known pieces, the whole budget, and the opponent.
    pub const MASTER: Self = Self { depth: usize::MAX, share: 1, noise: 0.0, opponent: true };
    /// The same search with a twentieth of the budget, and without the opponent.
    pub const HARD: Self = Self { depth: usize::MAX, share: 20, noise: 0.0, opponent: false };
    /// Two placements, sometimes careless.
    pub const MEDIUM: Self = Self { depth: 2, share: 20, noise: 0.03, opponent: false };
    /// One placement, often careless.
    pub const EASY: Self = Self { depth: 1, share: 20, noise: 0.12, opponent: false };
}

/// A bot that searches.
pub struct VersusBot {
    level: VersusLevel,
    weights: VersusWeights,
    search: BestFirst,
    perfect: PerfectClears,
}

impl VersusBot {
    /// A bot of this level with these weights.
    #[must_use]
    pub fn new(level: VersusLevel, weights: VersusWeights) -> Self {
        Self { level, weights, search: BestFirst::default(), perfect: PerfectClears::default() }
    }

    fn find(&mut self, game: &Versus, seat: Seat, ctx: &Context<'_>) -> Option<Found> {
        let began = Instant::now();
        let VersusLevel { depth, share, opponent, .. } = self.level;
        let field = game.field(seat);
        let rival = game.target(seat).filter(|_| opponent);
        let mut pieces = vec![field.current];
        pieces.extend(&field.queue);
        let known = Knowledge {
            rules: game.rules(),
            weights: &self.weights,
            pieces,
            opponent: rival.map(|rival| OpponentThreat::new(game.field(rival), game.rules())),
        };
        let time = ctx.budget.time.map(|time| time.saturating_sub(RESERVE) / share);
        let expired = || ctx.expired() || time.is_some_and(|time| began.elapsed() >= time);
        let limits = VersusLimits {
            nodes: nodes(ctx.budget, share),
            depth: ctx.budget.depth.map_or(depth, |most| depth.min(most as usize)),
            expired: &expired,
        };
        let state = SeatState::new(field, game.rules());
        if depth < usize::MAX {
            return self.search.search(state, &known, &limits);
        }
        let half = || ctx.expired() || time.is_some_and(|time| began.elapsed() >= time / 2);
        let bag: Vec<Piece> = field.bag().collect();
        let task = PerfectTask {
            pieces: &known.pieces,
            bag: &bag,
            rules: game.rules().moves,
            attack: &game.rules().attack,
            nodes: limits.nodes.min(MOST_PERFECT) / 2,
            expired: &half,
        };
        let plan = self.perfect.plan(&state, &task, &mut ctx.seed.derive("perfect", 0).rng());
        let spent = self.perfect.nodes();
        if let Some(found) = plan.and_then(|plan| self.worthwhile(plan)) {
            return Some(found);
        }
        let limits = VersusLimits { nodes: limits.nodes - spent, ..limits };
        let found = self.search.search(state, &known, &limits)?;
        Some(Found { nodes: found.nodes + spent, ..found })
    }

    /// A perfect clear is played for if its attack per piece is enough.
    fn worthwhile(&self, plan: PerfectPlan) -> Option<Found> {
        let enough = plan.pace() >= self.weights.of(Weight::PerfectPace);
        let action = *plan.line.first().filter(|_| enough)?;
        Some(Found {
            action,
            line: plan.line,
            value: plan.attack * self.weights.of(Weight::Attack),
            depth: plan.placements as usize,
            nodes: self.perfect.nodes(),
        })
    }
}

/// How many nodes a decision has. Without any limit it is a usual number; with a limit of time or depth alone there is
/// none.
fn nodes(budget: Budget, share: u32) -> u64 {
    match (budget.nodes, budget.time, budget.depth) {
        (Some(nodes), ..) => (nodes / u64::from(share)).max(1),
        (None, None, None) => NODES / u64::from(share),
        (None, None, Some(_)) => NODES * u64::from(u8::MAX),
        (None, Some(_), _) => u64::MAX,
    }
}

impl Bot<Versus> for VersusBot {
    fn decide(
        &mut self,
        game: &Versus,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<VersusAction>, BotError> {
        let mut rng = ctx.seed.rng();
        let careless = self.level.noise > 0.0 && rng.chance(self.level.noise);
        let found = if careless { None } else { self.find(game, seat, ctx) };
        let Some(found) = found else {
            // Careless, or every placement ends the seat.
            let mut actions = Vec::new();
            game.legal(seat, &mut actions);
            let action = rng.pick(&actions).copied();
            return action
                .map(Decision::bare)
                .ok_or_else(|| BotError::new("no placement is possible"));
        };
        let line = match ctx.insight {
            true => found.line.iter().map(ToString::to_string).collect(),
            false => Vec::new(),
        };
        let insight = Insight {
            score: Some(f64::from(found.value)),
            depth: found.depth as u32,
            nodes: found.nodes,
            terms: Vec::new(),
            line,
        };
        Ok(Decision { action: found.action, insight })
    }
}
