//! The bots: one that plays anything, and one that searches.

use ludus_core::{Bot, BotError, Context, Decision, Game, Insight, Seat};

use crate::rules::ConnectFour;

/// A win, in points, less the plies that it takes. No evaluation comes near it.
const WIN: f64 = 10_000.0;

/// How many positions a decision looks at if nothing else limits it.
pub(crate) const DEFAULT_NODES: u64 = 5_000;

/// Plays any legal column.
pub(crate) struct Random;

impl Bot<ConnectFour> for Random {
    fn decide(
        &mut self,
        game: &ConnectFour,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<u8>, BotError> {
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        let column = ctx.seed.rng().pick(&legal).copied();
        column.map(Decision::bare).ok_or_else(|| BotError::new("every column is full"))
    }
}

/// What the evaluation counts, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Weights {
    /// Three of four in a line with the fourth cell empty.
    pub(crate) threes: f64,
    /// A disc in a middle column.
    pub(crate) centre: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self { threes: 5.0, centre: 1.0 }
    }
}

impl Weights {
    /// How good the position is for the seat to move.
    fn evaluate(&self, game: &ConnectFour) -> f64 {
        let mover = game.mover().index();
        let [own, other] = [game.discs[mover], game.discs[1 - mover]];
        self.points(game, own, other) - self.points(game, other, own)
    }

    fn points(&self, game: &ConnectFour, own: u64, other: u64) -> f64 {
        let mut threes = 0;
        for step in game.directions() {
            for start in 0..64 - 3 * step {
                let line = (0..4).fold(0, |line, n| line | 1u64 << (start + n * step));
                let empty = line & !own;
                // The bits between the columns are no cells, and stay empty.
                threes += u32::from(
                    (line & own).count_ones() == 3 && empty & other == 0 && game.is_cell(empty),
                );
            }
        }
        let centre = (own & game.middle()).count_ones();
        self.threes * f64::from(threes) + self.centre * f64::from(centre)
    }
}

/// Searches with alpha-beta, one ply deeper after the other, until its budget is spent.
pub(crate) struct Searcher {
    pub(crate) weights: Weights,
    /// The most plies.
    pub(crate) depth: u32,
}

impl Bot<ConnectFour> for Searcher {
    fn decide(
        &mut self,
        game: &ConnectFour,
        _: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<u8>, BotError> {
        let depth = ctx.budget.depth.unwrap_or(self.depth).min(self.depth);
        let limit = ctx.budget.nodes.unwrap_or(if ctx.budget.time.is_some() {
            u64::MAX
        } else {
            DEFAULT_NODES
        });
        let mut search = ColumnSearch { weights: self.weights, ctx, nodes: 0, limit };
        let mut best = None;
        for depth in 1..=depth {
            let Some((score, column)) = search.best(game, depth, -WIN, WIN) else { break };
            let insight =
                Insight { score: Some(score), depth, nodes: search.nodes, ..Insight::default() };
            best = column.map(|action| Decision { action, insight });
            if score.abs() > WIN / 2.0 {
                break;
            }
        }
        // With a budget of a single position there is no finished search: any column will do.
        best.map_or_else(|| Random.decide(game, game.mover(), ctx), Ok)
    }
}

/// One decision's search.
struct ColumnSearch<'a> {
    weights: Weights,
    ctx: &'a Context<'a>,
    nodes: u64,
    limit: u64,
}

impl ColumnSearch<'_> {
    /// The score for the seat to move and its best column; `None` if the budget is spent.
    fn best(
        &mut self,
        game: &ConnectFour,
        depth: u32,
        mut alpha: f64,
        beta: f64,
    ) -> Option<(f64, Option<u8>)> {
        self.nodes += 1;
        if self.nodes > self.limit || self.nodes.is_multiple_of(256) && self.ctx.expired() {
            return None;
        }
        if let Some(outcome) = game.outcome() {
            // The seat that has just moved has won. A win that comes sooner is better.
            return Some((outcome.winner().map_or(0.0, |_| f64::from(game.plies()) - WIN), None));
        }
        if depth == 0 {
            return Some((self.weights.evaluate(game), None));
        }
        let mut best = None;
        for column in middle_first(game.rules.columns).filter(|&c| game.landing_row(c).is_some()) {
            let mut next = game.clone();
            next.drop_disc(column);
            let score = -self.best(&next, depth - 1, -beta, -alpha)?.0;
            if best.is_none() || score > alpha {
                best = Some(column);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Some((alpha, best))
    }
}

/// The columns from the middle to the sides: the best moves are there more often.
fn middle_first(columns: u8) -> impl Iterator<Item = u8> {
    let middle = columns / 2;
    let pair = move |d: u8| [middle.checked_sub(d), Some(middle + d).filter(|_| d > 0)];
    (0..columns).flat_map(pair).flatten().filter(move |&column| column < columns)
}
