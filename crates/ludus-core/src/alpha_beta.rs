//! A bot for every game of two seats that act in turn: it searches with alpha-beta.

use crate::bot::{Bot, BotError, Context};
use crate::chance::SeededChance;
use crate::decision::{Decision, Insight};
use crate::game::{Answer, Game};
use crate::random_bot::RandomBot;
use crate::seat::Seat;

/// A win, in points, less the actions that it takes. Evaluations stay far below it.
const WIN: f64 = 1e6;

/// From this score on, the search has found the end of the match.
const FOUND_END: f64 = WIN / 2.0;

/// How often the search asks whether its time is over, in positions.
const ASK_EVERY: u64 = 256;

/// Searches a game of two seats that act in turn, one action deeper after the other, until its budget is spent.
///
/// You say how good a position is for a seat. The search does the rest: it looks at actions in the order of
/// [`Game::legal`], so a game that lists the promising ones first is searched faster. What chance decides is drawn anew for each
/// decision, so the search suits games in which chance decides little.
///
/// ```
/// # use std::sync::atomic::AtomicBool;
/// use ludus_core::{AlphaBeta, Bot};
/// # use ludus_core::{Answer, Chance, Context, Game, Outcome, RulesError, Seat, SeatSet, SeededChance, Seed, Snapshot};
/// # /// Players take one, two or three sticks in turn. The one who takes the last stick wins.
/// # #[derive(Clone)]
/// # struct Sticks { left: u32, turn: u32, outcome: Option<Outcome> }
/// # impl Game for Sticks {
/// #     type Action = u32;
/// #     type Rules = ();
/// #     const NAME: &'static str = "sticks";
/// #     const SEATS: std::ops::RangeInclusive<usize> = 2..=2;
/// #     fn new(_: &(), seats: usize, _: &mut dyn Chance) -> Result<Self, RulesError> {
/// #         Self::check_seats(seats)?;
/// #         Ok(Self { left: 7, turn: 0, outcome: None })
/// #     }
/// #     fn turn(&self) -> u32 { self.turn }
/// #     fn to_act(&self) -> SeatSet {
/// #         if self.outcome.is_some() { SeatSet::EMPTY } else { SeatSet::only(Seat::in_turn(self.turn, 2)) }
/// #     }
/// #     fn legal(&self, seat: Seat, out: &mut Vec<u32>) {
/// #         out.clear();
/// #         if self.to_act().has(seat) { out.extend(1..=3.min(self.left)); }
/// #     }
/// #     fn apply(&mut self, turn: &[(Seat, Answer<u32>)], _: &mut dyn Chance) {
/// #         for (seat, answer) in turn {
/// #             match answer {
/// #                 Answer::Play(sticks) => self.left -= sticks,
/// #                 Answer::Forfeit(why) => self.outcome = Some(Outcome::loss(*seat, 2, why.kind())),
/// #             }
/// #             if self.left == 0 { self.outcome = Some(Outcome::win(*seat, 2, "no stick is left")); }
/// #         }
/// #         self.turn += 1;
/// #     }
/// #     fn outcome(&self) -> Option<Outcome> { self.outcome.clone() }
/// #     fn show(&self, _: Seat, sticks: u32) -> String { sticks.to_string() }
/// #     fn snapshot(&self) -> Snapshot { Snapshot::new(format!("{} sticks", self.left), &self.left) }
/// # }
/// // Nothing is known of a position of the game `Sticks` before its end.
/// let mut bot = AlphaBeta::new(20, |_: &Sticks, _: Seat| 0.0);
/// # let stop = AtomicBool::new(false);
/// # let ctx = Context::new(&stop);
/// # let mut chance = SeededChance::new(Seed::new(1));
/// let game = Sticks::new(&(), 2, &mut chance)?;
/// // Of seven sticks it takes three: every reply to the four that are left can be answered.
/// assert_eq!(bot.decide(&game, Seat::FIRST, &ctx)?.action, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta<E> {
    depth: u32,
    evaluate: E,
}

impl<E> AlphaBeta<E> {
    /// How many positions a decision looks at if neither nodes nor time limit it.
    pub const DEFAULT_NODES: u64 = 5_000;

    /// A bot that looks at most `depth` actions ahead. `evaluate` gives the score of a position that is not the end of the match,
    /// in points for a seat; it must be 0 for a position that is even.
    pub const fn new(depth: u32, evaluate: E) -> Self {
        Self { depth, evaluate }
    }
}

impl<G: Game, E: Fn(&G, Seat) -> f64 + Send> Bot<G> for AlphaBeta<E> {
    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<G::Action>, BotError> {
        let limit = match (ctx.budget.nodes, ctx.budget.time) {
            (Some(nodes), _) => nodes,
            (None, Some(_)) => u64::MAX,
            (None, None) => Self::DEFAULT_NODES,
        };
        let chance = SeededChance::new(ctx.seed);
        let mut search = AlphaBetaSearch { evaluate: &self.evaluate, ctx, chance, nodes: 0, limit };
        let mut best = None;
        for depth in 1..=ctx.budget.depth.unwrap_or(self.depth).min(self.depth) {
            let Some((score, action)) = search.best(game, depth, -WIN, WIN) else { break };
            let nodes = search.nodes;
            let insight = Insight { score: Some(score), depth, nodes, ..Insight::default() };
            best = action.map(|action| Decision { action, insight });
            if score.abs() > FOUND_END {
                break;
            }
        }
        // A budget of a single position finishes no search: any legal action will do.
        best.map_or_else(|| RandomBot.decide(game, seat, ctx), Ok)
    }
}

/// The search of one decision.
struct AlphaBetaSearch<'a, E> {
    evaluate: &'a E,
    ctx: &'a Context<'a>,
    chance: SeededChance,
    nodes: u64,
    limit: u64,
}

impl<E> AlphaBetaSearch<'_, E> {
    /// The score for the seat that is to act, and its best action; `None` if the budget is spent.
    fn best<G: Game>(
        &mut self,
        game: &G,
        depth: u32,
        mut alpha: f64,
        beta: f64,
    ) -> Option<(f64, Option<G::Action>)>
    where
        E: Fn(&G, Seat) -> f64,
    {
        let seat = game.to_act().iter().next()?;
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        let mut best = None;
        for action in legal {
            let mut next = game.clone();
            next.apply(&[(seat, Answer::Play(action))], &mut self.chance);
            let score = self.value(&next, seat, depth, (alpha, beta))?;
            if best.is_none() || score > alpha {
                best = Some(action);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Some((alpha, best))
    }

    /// The score of a position for the seat that has just acted; `None` if the budget is spent.
    fn value<G: Game>(
        &mut self,
        next: &G,
        seat: Seat,
        depth: u32,
        (alpha, beta): (f64, f64),
    ) -> Option<f64>
    where
        E: Fn(&G, Seat) -> f64,
    {
        self.nodes += 1;
        if self.nodes > self.limit || self.nodes.is_multiple_of(ASK_EVERY) && self.ctx.expired() {
            return None;
        }
        if let Some(outcome) = next.outcome() {
            // A win that comes sooner is better, and so is a loss that comes later.
            let end = WIN - f64::from(next.turn());
            return Some(end * (2.0 * outcome.score(seat) - 1.0));
        }
        if depth <= 1 {
            return Some((self.evaluate)(next, seat));
        }
        // The same seat may act twice in a row.
        if next.to_act().has(seat) {
            return Some(self.best(next, depth - 1, alpha, beta)?.0);
        }
        Some(-self.best(next, depth - 1, -beta, -alpha)?.0)
    }
}
