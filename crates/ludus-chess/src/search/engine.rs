//! The engine: iterative deepening on one or more threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use cozy_chess::{Board, Move};
use ludus_core::{Seed, Term};

use super::features::Level;
use super::limits::{SearchLimits, StopCondition};
use super::root::{RootMove, RootNode};
use super::score::{MATE, MAX_PLY, Score, is_mate};
use super::search_position::SearchPosition;
use super::thread::{SearchThread, SharedState};
use super::tt::TranspositionTable;

/// A search with one legal move ends after this percentage of its soft time limit.
const ONE_MOVE_TIME: u64 = 10;
/// The percentage of the soft time limit that a search may use whose best move has just changed.
const UNSTABLE_TIME: u64 = 140;
/// By how many percent of the soft limit each iteration with the same best move shortens the search.
const TIME_PER_STABLE_ITERATION: u64 = 9;
/// How many iterations with the same best move count at most.
const MAX_STABLE_ITERATIONS: u64 = 8;
/// A score that falls gives one percent more time for each centipawn, up to this.
const MAX_FALLING_TIME: i32 = 60;
/// A mate is final once the depth is more than twice its length and this many plies.
const MATE_EXTRA_DEPTH: i32 = 4;

/// A chess engine: its level, its transposition table, and what its threads have learned in this game.
#[derive(Debug)]
pub struct Engine {
    level: Level,
    tt: TranspositionTable,
    threads: Vec<SearchThread>,
}

/// The progress of a search after one iteration.
#[derive(Clone, Debug)]
pub struct SearchReport {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The place of this line among the lines of the iteration: 1 is the best.
    pub place: usize,
    /// The longest line so far, in plies.
    pub seldepth: u32,
    /// The score for the side to move.
    pub score: Score,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: usize,
    /// The principal variation, the best move first.
    pub pv: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move.
    pub best_move: Move,
    /// The last report; its principal variation begins with the best move.
    pub report: SearchReport,
}

/// What is searched.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The position.
    pub board: &'a Board,
    /// The game's positions since the last capture or pawn move, without the current one.
    pub past: &'a [Board],
    /// The source of randomness between equal moves.
    pub seed: Seed,
    /// How many threads search; a search with a node limit uses one.
    pub threads: usize,
}

impl Engine {
    /// The largest transposition table, in mebibytes.
    pub const MAX_HASH: usize = 16_384;
    /// The largest number of lines of one search (MultiPV).
    pub const MAX_LINES: usize = 256;
    /// The largest number of threads.
    pub const MAX_THREADS: usize = 256;

    /// An engine of this level with a transposition table of this many mebibytes.
    #[must_use]
    pub fn new(level: Level, hash: usize) -> Self {
        let threads = vec![SearchThread::new(level.clone())];
        Self { tt: TranspositionTable::new(hash), threads, level }
    }

    /// The engine's level.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Forgets everything, because a new game begins.
    pub fn new_game(&mut self) {
        self.tt.clear();
        self.threads.truncate(1);
        self.threads.iter_mut().for_each(SearchThread::new_game);
    }

    /// Replaces the transposition table by an empty one of this many mebibytes.
    pub fn set_hash(&mut self, hash: usize) {
        // The old table is freed first: there may be no room for both.
        self.tt = TranspositionTable::new(0);
        self.tt = TranspositionTable::new(hash);
    }

    /// The size of the transposition table in mebibytes. It is less than was asked for if there was no memory.
    #[must_use]
    pub fn hash(&self) -> usize {
        self.tt.mebibytes()
    }

    /// The parts of the static evaluation of a position by name, in pawns for the side to move.
    pub fn eval_terms(&mut self, board: &Board) -> Vec<Term> {
        self.threads[0].eval_terms(board)
    }

    /// Searches a position, and calls `on_report` after every iteration, for each line from the best on. Returns `None` if there is no legal
    /// move.
    ///
    /// With one thread and no time limit, the result depends only on the arguments and on the searches since
    /// [`Engine::new_game`].
    pub fn search(
        &mut self,
        request: SearchRequest<'_>,
        limits: &SearchLimits,
        stop: &StopCondition<'_>,
        on_report: &mut dyn FnMut(&SearchReport),
    ) -> Option<SearchResult> {
        let pos = SearchPosition::new(request.board.clone(), &self.level.weights);
        let mut root = RootNode::new(pos, &limits.root_moves, request.seed);
        root.moves.first()?;
        let threads = if limits.nodes.is_some() { 1 } else { request.threads.max(1) };
        self.threads
            .resize_with(threads.min(Self::MAX_THREADS), || SearchThread::new(self.level.clone()));
        self.tt.next_search();
        let shared = SharedState {
            tt: &self.tt,
            stop,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
        };
        for thread in &mut self.threads {
            thread.start_search(request.board, request.past);
        }
        let (main, helpers) = self.threads.split_first_mut()?;
        std::thread::scope(|scope| {
            for (index, helper) in helpers.iter_mut().enumerate() {
                let (shared, mut root) = (&shared, root.clone());
                scope.spawn(move || help(helper, shared, &mut root, index));
            }
            let result = iterative_deepening(main, &shared, &mut root, limits, on_report);
            shared.done.store(true, Ordering::Relaxed);
            Some(result)
        })
    }
}

/// The main thread: searches one ply deeper in every iteration, and reports.
fn iterative_deepening(
    thread: &mut SearchThread,
    shared: &SharedState<'_>,
    root: &mut RootNode,
    limits: &SearchLimits,
    on_report: &mut dyn FnMut(&SearchReport),
) -> SearchResult {
    let deepest = MAX_PLY as u32 - 1;
    let max_depth = limits.depth.unwrap_or(deepest).clamp(1, deepest);
    let mut last = report_before_search(thread, shared, root);
    let mut stability = BestMoveStability::default();
    let lines = (1 + limits.more_lines).min(root.moves.len());
    for depth in 1..=max_depth {
        let finished = search_lines(thread, shared, root, depth as i32, lines);
        if finished == 0 {
            break;
        }
        thread.publish_nodes(shared);
        last = report(thread, shared, &root.moves[0], depth);
        on_report(&last);
        for (index, line) in root.moves[..finished].iter().enumerate().skip(1) {
            on_report(&SearchReport { place: index + 1, ..report(thread, shared, line, depth) });
        }
        let best = &root.moves[0];
        let is_past_soft_nodes = limits.soft_nodes.is_some_and(|soft| last.nodes >= soft);
        let is_final = root.moves[..lines].iter().all(|line| is_settled(line, depth));
        if thread.stopped || is_past_soft_nodes || is_final || is_wanted_mate(best, limits) {
            break;
        }
        if root.moves.len() == 1 && shared.stop.is_past_soft_limit(ONE_MOVE_TIME)
            || shared.stop.is_past_soft_limit(stability.time_percent(best))
        {
            break;
        }
    }
    thread.publish_nodes(shared);
    if last.depth == 0 {
        on_report(&last);
    }
    // The last iteration may be unfinished; its nodes count too.
    last.nodes = shared.nodes.load(Ordering::Relaxed);
    SearchResult { best_move: last.pv[0], report: last }
}

/// One iteration for each of these lines: the best move, then the best of the others, and so on. Returns how many lines
/// have a result of this depth; the best of them is first.
fn search_lines(
    thread: &mut SearchThread,
    shared: &SharedState<'_>,
    root: &mut RootNode,
    depth: i32,
    lines: usize,
) -> usize {
    let mut finished = 0;
    while finished < lines && !thread.stopped {
        root.first = finished;
        if !thread.aspiration_search(shared, root, depth) {
            break;
        }
        finished += 1;
    }
    root.first = 0;
    if finished > 1 {
        // A later line may turn out to be better than an earlier one.
        root.moves[..finished].sort_by_key(|line| std::cmp::Reverse(line.score));
    }
    finished
}

/// The report if not even the first iteration is finished: the first move, with the static evaluation.
fn report_before_search(
    thread: &mut SearchThread,
    shared: &SharedState<'_>,
    root: &RootNode,
) -> SearchReport {
    let score = thread.raw_static_eval(&root.pos, 0);
    let first = RootMove { score, ..root.moves[0].clone() };
    report(thread, shared, &first, 0)
}

fn report(
    thread: &SearchThread,
    shared: &SharedState<'_>,
    best: &RootMove,
    depth: u32,
) -> SearchReport {
    SearchReport {
        depth,
        place: 1,
        seldepth: thread.seldepth as u32,
        score: Score::from_search(best.score),
        nodes: shared.nodes.load(Ordering::Relaxed),
        time: shared.stop.elapsed(),
        hashfull: shared.tt.hashfull(),
        pv: best.pv.clone(),
    }
}

/// Whether a deeper search cannot change the score of a line: it is a mate that is short compared with the depth.
fn is_settled(line: &RootMove, depth: u32) -> bool {
    let plies = MATE - line.score.abs();
    is_mate(line.score) && depth as i32 > 2 * plies + MATE_EXTRA_DEPTH
}

/// Whether the best line is a mate as short as was asked for.
fn is_wanted_mate(best: &RootMove, limits: &SearchLimits) -> bool {
    let plies = MATE - best.score;
    limits
        .mate
        .is_some_and(|moves| is_mate(best.score) && best.score > 0 && plies < 2 * moves as i32)
}

/// How long the best move has stayed the same: a stable search needs less time.
#[derive(Default)]
struct BestMoveStability {
    best_move: Option<Move>,
    stable_iterations: u64,
    score: i32,
}

impl BestMoveStability {
    /// The percentage of the soft time limit after which no new iteration begins.
    fn time_percent(&mut self, best: &RootMove) -> u64 {
        self.stable_iterations = if self.best_move == Some(best.mv) {
            (self.stable_iterations + 1).min(MAX_STABLE_ITERATIONS)
        } else {
            0
        };
        let falling = (self.score - best.score).clamp(0, MAX_FALLING_TIME) as u64;
        (self.best_move, self.score) = (Some(best.mv), best.score);
        UNSTABLE_TIME - TIME_PER_STABLE_ITERATION * self.stable_iterations + falling
    }
}

/// A helper thread (Lazy SMP): searches on its own, and helps through the shared transposition table.
fn help(
    thread: &mut SearchThread,
    shared: &SharedState<'_>,
    root: &mut RootNode,
    helper_index: usize,
) {
    // Every second helper is one iteration ahead, so that they do not all search the same tree.
    for depth in 1 + helper_index % 2..MAX_PLY {
        if !thread.aspiration_search(shared, root, depth as i32) || thread.stopped {
            break;
        }
    }
    thread.publish_nodes(shared);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;
    use crate::search::TimeManager;

    /// The result of a search of this many nodes, and the first root move at its end.
    fn search(board: &Board, nodes: u64) -> (Move, Move) {
        let (stop, time) = (AtomicBool::new(false), TimeManager::unlimited());
        let shared = SharedState {
            tt: &TranspositionTable::new(1),
            stop: &StopCondition::new(&stop, &time),
            max_nodes: nodes,
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
        };
        let mut thread = SearchThread::new(Level::MASTER);
        thread.start_search(board, &[]);
        let pos = SearchPosition::new(board.clone(), &Level::MASTER.weights);
        let mut root = RootNode::new(pos, &[], Seed::new(1));
        let limits = SearchLimits::default();
        let found = iterative_deepening(&mut thread, &shared, &mut root, &limits, &mut |_| {});
        (found.best_move, root.moves[0].mv)
    }

    #[test]
    fn a_move_that_failed_high_is_the_result_of_a_search_that_is_stopped() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - -",
            "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - -",
        ];
        for fen in fens {
            let board = parse_fen(fen).unwrap();
            for nodes in (500..20_000).step_by(250) {
                let (result, first) = search(&board, nodes);
                assert_eq!(result, first, "{fen} after {nodes} nodes");
            }
        }
    }
}
