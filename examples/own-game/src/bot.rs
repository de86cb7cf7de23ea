//! The bot: it searches with alpha-beta, one ply deeper after the other, until its budget is spent.

use ludus_core::{Bot, BotError, Context, Decision, Game, Insight, RandomBot, Seat};

use crate::rules::ConnectFour;

/// A win, in points, less the plies that it takes. No evaluation comes near it.
const WIN: f64 = 10_000.0;

/// How many positions a decision looks at if nothing else limits it.
pub(crate) const DEFAULT_NODES: u64 = 5_000;

/// What the evaluation counts, in points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConnectFourWeights {
    /// Three of four in a line with the fourth cell empty.
    pub(crate) threes: f64,
    /// Two of four in a line with the others empty.
    pub(crate) twos: f64,
}

/// The weights of `hard`.
pub(crate) const HARD: ConnectFourWeights = ConnectFourWeights { threes: 5.0, twos: 1.0 };

impl ConnectFourWeights {
    /// How good the position is for the seat to move.
    fn evaluate(&self, game: &ConnectFour) -> f64 {
        let mover = game.mover().index();
        let points = |own: u64, other: u64| match (own.count_ones(), other) {
            (3, 0) => self.threes,
            (2, 0) => self.twos,
            _ => 0.0,
        };
        let line = |line: u64| {
            let [own, other] = [game.discs[mover] & line, game.discs[1 - mover] & line];
            points(own, other) - points(other, own)
        };
        game.lines().map(line).sum()
    }
}

/// A bot that looks at most this many plies ahead.
pub(crate) struct Searcher {
    pub(crate) weights: ConnectFourWeights,
    pub(crate) depth: u32,
}

impl Bot<ConnectFour> for Searcher {
    fn decide(
        &mut self,
        game: &ConnectFour,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<u8>, BotError> {
        let limit = match (ctx.budget.nodes, ctx.budget.time) {
            (Some(nodes), _) => nodes,
            (None, Some(_)) => u64::MAX,
            (None, None) => DEFAULT_NODES,
        };
        let mut search = ColumnSearch { weights: self.weights, ctx, nodes: 0, limit };
        let mut best = None;
        for depth in 1..=ctx.budget.depth.unwrap_or(self.depth).min(self.depth) {
            let Some((score, column)) = search.best(game, depth, -WIN, WIN) else { break };
            let nodes = search.nodes;
            let insight = Insight { score: Some(score), depth, nodes, ..Insight::default() };
            best = column.map(|action| Decision { action, insight });
            if score.abs() > WIN / 2.0 {
                break;
            }
        }
        // With a budget of a single position there is no finished search: any column will do.
        best.map_or_else(|| RandomBot.decide(game, seat, ctx), Ok)
    }
}

/// The search of one decision.
struct ColumnSearch<'a> {
    weights: ConnectFourWeights,
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
        // The best moves are in the middle more often.
        let mut columns: Vec<u8> = game.open_columns().collect();
        columns.sort_by_key(|column| (2 * column + 1).abs_diff(game.rules.columns));
        let mut best = None;
        for column in columns {
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
