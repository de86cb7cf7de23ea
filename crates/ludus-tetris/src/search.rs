//! The search of the scoring bots: all placements of the current piece, and the best reply with the
//! next one.

use ludus_core::Context;

use crate::action::{Column, Placement};
use crate::battle::Threat;
use crate::board::Board;
use crate::caution::Exposure;
use crate::lookahead::Lookahead;
use crate::metric::{self, MetricBits, MetricSet};
use crate::piece::Piece;
use crate::rules::Spawn;
use crate::surface::{ScoredPlacement, Surface};
use crate::weights::PlacementEvaluator;

/// The score of a board on which the next piece has no placement.
pub const NO_REPLY: f64 = -1_000_000.0;

/// How placements are found and judged.
#[derive(Clone, Copy, Debug)]
pub struct PlacementSearch<'a> {
    /// How placements are scored.
    pub evaluator: &'a PlacementEvaluator,
    /// The battle around the seat.
    pub threat: Threat,
    /// Rows of garbage that rise before the next piece, if the bot takes garbage into account.
    pub rising: u32,
    /// What points cost.
    pub exposure: Exposure,
    /// Where pieces start.
    pub spawn: Spawn,
    /// Which placements are judged together with the next piece.
    pub lookahead: Lookahead,
}

/// A placement that was judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacementCandidate {
    /// Where the piece goes.
    pub placement: Placement,
    /// The placement's own score; −∞ if the piece locks above the top.
    pub own: f64,
    /// The best reply with the next piece and its score, if the search looked ahead.
    pub reply: Option<NextPlacement>,
}

/// What the next piece can do after a placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NextPlacement {
    /// Where the next piece goes; `None` if it has no placement.
    pub placement: Option<Placement>,
    /// The score of that, or [`NO_REPLY`].
    pub score: f64,
}

impl PlacementCandidate {
    /// What the placement counts: its own score, and the reply's if there is one.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.own + self.reply.map_or(0.0, |reply| reply.score)
    }

    /// Whether this candidate is better: it has the greater total, or the same total and comes first in order of
    /// rotation and column.
    fn beats(&self, other: &Self) -> bool {
        self.total() > other.total()
            || self.total() == other.total() && self.placement < other.placement
    }
}

/// How much a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchEffort {
    /// 1, or 2 if replies were looked at.
    pub depth: u32,
    /// How many placements were scored.
    pub nodes: u64,
}

impl PlacementSearch<'_> {
    /// Judges the placements of the current piece. `candidates` is cleared and then holds the placements that were
    /// judged at the final depth. There is at least one, unless none is possible.
    ///
    /// Under a node limit, the placements with the best own scores are judged first. A reply is started only if the
    /// limit allows all its placements.
    pub fn run(
        &self,
        board: &Board,
        current: Piece,
        next: Piece,
        ctx: &Context<'_>,
        candidates: &mut Vec<PlacementCandidate>,
    ) -> SearchEffort {
        let run = match self.evaluator.measured() {
            MetricSet::Trained => Self::run_as::<{ metric::TRAINED }>,
            MetricSet::Dellacherie => Self::run_as::<{ metric::DELLACHERIE }>,
            MetricSet::Controller => Self::run_as::<{ metric::CONTROLLER }>,
            MetricSet::All => Self::run_as::<{ metric::ALL }>,
        };
        run(self, board, current, next, ctx, candidates)
    }

    fn run_as<const SET: MetricBits>(
        &self,
        board: &Board,
        current: Piece,
        next: Piece,
        ctx: &Context<'_>,
        candidates: &mut Vec<PlacementCandidate>,
    ) -> SearchEffort {
        let limit = ctx.budget.nodes.unwrap_or(u64::MAX).max(1);
        let mut nodes = self.first_placements::<SET>(board, current, limit, candidates);
        let width = match self.lookahead {
            _ if ctx.budget.depth.is_some_and(|depth| depth < 2) => 0,
            Lookahead::None => 0,
            Lookahead::Best(count) => usize::from(count),
            Lookahead::Full => usize::MAX,
        };
        if width == 0 {
            return SearchEffort { depth: 1, nodes };
        }
        let reply_nodes = Placement::all(next, board.width()).count() as u64;
        candidates.sort_by(|a, b| b.own.total_cmp(&a.own));
        let mut judged = 0;
        for candidate in candidates.iter_mut().take(width) {
            if nodes.saturating_add(reply_nodes) > limit || ctx.expired() {
                break;
            }
            let (reply, count) = self.reply::<SET>(board, current, candidate, next);
            candidate.reply = Some(reply);
            nodes += count;
            judged += 1;
        }
        if judged == 0 {
            return SearchEffort { depth: 1, nodes };
        }
        candidates.truncate(judged);
        SearchEffort { depth: 2, nodes }
    }

    /// Scores the placements of the current piece, as many as the limit allows.
    fn first_placements<const SET: MetricBits>(
        &self,
        board: &Board,
        piece: Piece,
        limit: u64,
        candidates: &mut Vec<PlacementCandidate>,
    ) -> u64 {
        candidates.clear();
        let mut nodes = 0;
        let surface = Surface::new::<SET>(board);
        let by = (self.evaluator, &self.threat);
        surface.score_all::<SET>(piece, self.spawn, by, |placement, scored| {
            if nodes < limit {
                nodes += 1;
                let own = with_exposure(scored, self.exposure);
                candidates.push(PlacementCandidate { placement, own, reply: None });
            }
        });
        nodes
    }

    /// The best reply to a placement, and how many were scored.
    fn reply<const SET: MetricBits>(
        &self,
        board: &Board,
        current: Piece,
        candidate: &PlacementCandidate,
        next: Piece,
    ) -> (NextPlacement, u64) {
        let none = NextPlacement { placement: None, score: NO_REPLY };
        let Some(landing) = board.drop_piece(current, candidate.placement, self.spawn) else {
            return (none, 0);
        };
        let Some(board) = risen(landing.board, self.rising).filter(|_| !landing.out) else {
            return (none, 0);
        };
        if self.spawn == Spawn::Top && !board.spawns(next) {
            return (none, 0);
        }
        let (mut best, mut place, mut nodes) = (f64::NEG_INFINITY, None, 0);
        let surface = Surface::new::<SET>(&board);
        let exposure = self.exposure.after(landing.lines);
        let by = (self.evaluator, &self.threat);
        surface.score_all::<SET>(next, self.spawn, by, |placement, scored| {
            let score = with_exposure(scored, exposure);
            nodes += 1;
            if score > best {
                (best, place) = (score, Some(placement));
            }
        });
        match place {
            Some(_) => (NextPlacement { placement: place, score: best }, nodes),
            None => (none, nodes),
        }
    }
}

/// The score of a placement with what its points cost.
#[inline(always)]
fn with_exposure(scored: ScoredPlacement, exposure: Exposure) -> f64 {
    match scored.lines {
        0 => scored.score,
        lines => scored.score - exposure.cost(lines),
    }
}

/// The board after this many rows of garbage; `None` if they push a cell above the top.
///
/// The holes are not known yet. The tallest column covers them whatever is played, so this choice treats all
/// placements alike.
fn risen(mut board: Board, rows: u32) -> Option<Board> {
    if rows == 0 {
        return Some(board);
    }
    let tallest = board.heights().enumerate().max_by_key(|(_, height)| *height);
    let hole = tallest.and_then(|(column, _)| Column::new(column)).unwrap_or(Column::FIRST);
    let lost = (0..rows).any(|_| board.rise(hole));
    (!lost).then_some(board)
}

/// The candidate with the greatest total; among equals, the first in order of rotation and column.
#[must_use]
pub fn best(candidates: &[PlacementCandidate]) -> Option<&PlacementCandidate> {
    candidates.iter().reduce(|best, next| if next.beats(best) { next } else { best })
}

/// Sorts candidates by total, the best first.
pub fn rank(candidates: &mut [PlacementCandidate]) {
    candidates.sort_by(|a, b| b.total().total_cmp(&a.total()).then(a.placement.cmp(&b.placement)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::Metric;
    use ludus_core::Budget;
    use std::sync::atomic::AtomicBool;

    const ROWS: [&str; 8] = [
        "..........",
        "..........",
        "..........",
        "..........",
        "#.........",
        "##......##",
        "####.#####",
        "####.#####",
    ];

    fn run(
        evaluator: &PlacementEvaluator,
        lookahead: Lookahead,
        budget: Budget,
        stopped: bool,
    ) -> (Vec<PlacementCandidate>, SearchEffort) {
        let stop = AtomicBool::new(stopped);
        let ctx = Context { budget, ..Context::new(&stop) };
        let board = Board::from_rows(&ROWS).unwrap();
        let search = PlacementSearch {
            evaluator,
            threat: Threat::none(8),
            rising: 0,
            exposure: Exposure::NONE,
            spawn: Spawn::Top,
            lookahead,
        };
        let mut candidates = Vec::new();
        let effort = search.run(&board, Piece::T, Piece::I, &ctx, &mut candidates);
        (candidates, effort)
    }

    fn evaluator() -> PlacementEvaluator {
        PlacementEvaluator::signed(&[
            (Metric::Holes, -4.0),
            (Metric::Height, -1.0),
            (Metric::Lines, 3.0),
        ])
    }

    #[test]
    fn without_look_ahead_every_placement_is_scored_once() {
        let (candidates, effort) = run(&evaluator(), Lookahead::None, Budget::NONE, false);
        assert_eq!(effort, SearchEffort { depth: 1, nodes: 34 });
        assert_eq!(candidates.len(), 34);
        assert!(candidates.iter().all(|candidate| candidate.reply.is_none()));
    }

    #[test]
    fn look_ahead_adds_the_best_score_of_the_next_piece() {
        let (candidates, effort) = run(&evaluator(), Lookahead::Full, Budget::NONE, false);
        assert_eq!(candidates.len(), 34);
        assert_eq!(effort.depth, 2);
        let best = best(&candidates).unwrap();
        let reply = best.reply.unwrap();
        assert_eq!(
            reply.placement.map(|p| p.to_string()).as_deref(),
            Some("r1x4"),
            "the I clears two"
        );
        assert_eq!(best.total(), best.own + reply.score);
    }

    #[test]
    fn five_best_first_placements_are_kept() {
        let (all, _) = run(&evaluator(), Lookahead::None, Budget::NONE, false);
        let (five, effort) = run(&evaluator(), Lookahead::Best(5), Budget::NONE, false);
        assert_eq!(five.len(), 5);
        assert!(effort.nodes <= 34 + 5 * 17);
        let worst = five.iter().map(|c| c.own).fold(f64::INFINITY, f64::min);
        assert!(all.iter().filter(|c| c.own > worst).count() < 5);
    }

    #[test]
    fn budgets_limit_what_is_looked_at_but_never_to_nothing() {
        let nodes = |n| run(&evaluator(), Lookahead::Full, Budget::of_nodes(n), false);
        for limit in [0, 1, 10, 33] {
            let (candidates, effort) = nodes(limit);
            assert_eq!(effort, SearchEffort { depth: 1, nodes: limit.max(1) });
            assert_eq!(candidates.len() as u64, effort.nodes);
        }
        assert_eq!(
            nodes(34 + 16).1,
            SearchEffort { depth: 1, nodes: 34 },
            "no reply can be finished"
        );
        let (candidates, effort) = nodes(34 + 17 * 2);
        assert_eq!((candidates.len(), effort.depth), (2, 2));
        assert!(effort.nodes <= 34 + 17 * 2);
        let (_, effort) = run(&evaluator(), Lookahead::Full, Budget::of_depth(1), false);
        assert_eq!(effort, SearchEffort { depth: 1, nodes: 34 });
        let (candidates, effort) = run(&evaluator(), Lookahead::Full, Budget::NONE, true);
        assert_eq!((candidates.len(), effort.depth), (34, 1), "stopped at once");
    }

    #[test]
    fn equal_placements_are_decided_by_their_order() {
        for lookahead in [Lookahead::None, Lookahead::Full, Lookahead::Best(7)] {
            let (candidates, _) =
                run(&PlacementEvaluator::signed(&[]), lookahead, Budget::NONE, false);
            assert_eq!(best(&candidates).unwrap().placement.to_string(), "r0x0");
        }
    }

    #[test]
    fn no_place_for_the_next_piece_counts_a_million_less() {
        let evaluator = evaluator();
        let search = PlacementSearch {
            evaluator: &evaluator,
            threat: Threat::none(4),
            rising: 0,
            exposure: Exposure::NONE,
            spawn: Spawn::Top,
            lookahead: Lookahead::Full,
        };
        let board = Board::from_rows(&["....", "....", ".##.", ".##."]).unwrap();
        let candidate = PlacementCandidate {
            placement: Placement::parse(Piece::O, "r0x1").unwrap(),
            own: 0.0,
            reply: None,
        };
        let (reply, nodes) =
            search.reply::<{ metric::TRAINED }>(&board, Piece::O, &candidate, Piece::O);
        assert_eq!((reply.score, reply.placement, nodes), (NO_REPLY, None, 0));
    }

    #[test]
    fn the_next_piece_is_placed_on_what_has_risen_meanwhile() {
        let evaluator = evaluator();
        let reply = |rising| {
            let search = PlacementSearch {
                evaluator: &evaluator,
                threat: Threat::none(8),
                rising,
                exposure: Exposure::NONE,
                spawn: Spawn::Top,
                lookahead: Lookahead::Full,
            };
            let placement = Placement::parse(Piece::O, "r0x0").unwrap();
            let candidate = PlacementCandidate { placement, own: 0.0, reply: None };
            let board = Board::from_rows(&["......"; 8]).unwrap();
            search.reply::<{ metric::TRAINED }>(&board, Piece::O, &candidate, Piece::O)
        };
        let places = |rising| (reply(rising).0.placement.map(|at| at.to_string()), reply(rising).1);
        assert_eq!(places(4), (Some("r0x0".to_owned()), 5), "on top of the first");
        assert_eq!(places(6), (Some("r0x2".to_owned()), 3), "the first O fills the top rows");
        assert_eq!(
            reply(7),
            (NextPlacement { placement: None, score: NO_REPLY }, 0),
            "nine rows of eight"
        );
    }
}
