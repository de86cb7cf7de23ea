//! The engine: iterations, threads, and what they found.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use cozy_chess::{Board, Move};
use ludus_core::{Seed, Term};

use super::clock::{Clock, Limits};
use super::features::Level;
use super::root::{Root, RootMove};
use super::state::State;
use super::table::Table;
use super::values::{MATE, MAX_PLY, Value, is_mate};
use super::worker::{Shared, Worker};

/// A chess engine: its level, its table, and what its threads have learned in this game.
#[derive(Debug)]
pub struct Engine {
    level: Level,
    table: Table,
    workers: Vec<Worker>,
}

/// How far a search is.
#[derive(Clone, Debug)]
pub struct Report {
    /// The depth that was finished.
    pub depth: u32,
    /// The deepest line looked at, in plies.
    pub deepest: u32,
    /// The score for the side to move.
    pub value: Value,
    /// The positions looked at, by all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub fullness: usize,
    /// The expected line, the best move first.
    pub line: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best move.
    pub best: Move,
    /// The last report: its line begins with the best move.
    pub report: Report,
}

impl Engine {
    /// The largest table, in mebibytes.
    pub const MAX_HASH: usize = 16_384;
    /// The most threads.
    pub const MAX_THREADS: usize = 256;

    /// An engine of this level with a table of this many mebibytes.
    #[must_use]
    pub fn new(level: Level, hash: usize) -> Self {
        Self { table: Table::new(hash), workers: vec![Worker::new(level.clone())], level }
    }

    /// The engine's level.
    #[must_use]
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// Forgets everything: a new game begins.
    pub fn forget(&mut self) {
        self.table.clear();
        self.workers.truncate(1);
        self.workers.iter_mut().for_each(Worker::forget);
    }

    /// Another table of this many mebibytes, empty.
    pub fn set_hash(&mut self, hash: usize) {
        // The old one is given back first: there may be no room for both.
        self.table = Table::new(0);
        self.table = Table::new(hash);
    }

    /// The parts of the evaluation of a position by name, in pawns for the side to move.
    pub fn terms(&mut self, board: &Board) -> Vec<Term> {
        self.workers[0].terms(board)
    }

    /// Searches a position, whose game had these positions since the last capture or pawn's move.
    /// `report` is told about every iteration. Answers `None` if there is no legal move.
    ///
    /// With one thread and no time limit the answer depends on the arguments and on what was
    /// searched since [`Engine::forget`], on nothing else.
    pub fn search(
        &mut self,
        question: Question<'_>,
        limits: &Limits,
        clock: &Clock<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Found> {
        let state = State::new(question.board.clone(), &self.level.weights);
        let mut root = Root::new(state, &limits.only, question.seed);
        root.moves.first()?;
        let threads = if limits.nodes.is_some() { 1 } else { question.threads.max(1) };
        self.workers
            .resize_with(threads.min(Self::MAX_THREADS), || Worker::new(self.level.clone()));
        self.table.next_search();
        let shared = Shared {
            table: &self.table,
            clock,
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
        };
        for worker in &mut self.workers {
            worker.begin(question.board, question.past);
        }
        let (first, helpers) = self.workers.split_first_mut()?;
        std::thread::scope(|scope| {
            for (index, helper) in helpers.iter_mut().enumerate() {
                let (shared, mut root) = (&shared, root.clone());
                scope.spawn(move || help(helper, shared, &mut root, index));
            }
            let found = lead(first, &shared, &mut root, limits, report);
            shared.done.store(true, Ordering::Relaxed);
            Some(found)
        })
    }
}

/// What is searched.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The position.
    pub board: &'a Board,
    /// The game's positions since the last capture or pawn's move, without the present one.
    pub past: &'a [Board],
    /// The lot between equal moves.
    pub seed: Seed,
    /// How many threads search; with a node limit it is always one.
    pub threads: usize,
}

/// The first thread: iterates and reports.
fn lead(
    worker: &mut Worker,
    shared: &Shared<'_>,
    root: &mut Root,
    limits: &Limits,
    report: &mut dyn FnMut(&Report),
) -> Found {
    let max_depth = limits.depth.unwrap_or(MAX_PLY as u32 - 1).clamp(1, MAX_PLY as u32 - 1);
    let mut last = first_report(worker, shared, root);
    let mut steady = Steady::default();
    for depth in 1..=max_depth {
        if !worker.iterate(shared, root, depth as i32) {
            break;
        }
        worker.publish(shared);
        let best = &root.moves[0];
        last = make_report(worker, shared, best, depth);
        report(&last);
        if worker.stopped || is_enough(best, limits, depth) {
            break;
        }
        if root.moves.len() == 1 && shared.clock.is_late(10)
            || shared.clock.is_late(steady.share(best))
        {
            break;
        }
    }
    worker.publish(shared);
    if last.depth == 0 {
        report(&last);
    }
    // The last iteration may have been given up: its nodes count all the same.
    last.nodes = shared.nodes.load(Ordering::Relaxed);
    Found { best: last.line[0], report: last }
}

/// What is known before the first iteration, in case it is never finished.
fn first_report(worker: &mut Worker, shared: &Shared<'_>, root: &Root) -> Report {
    let score = worker.evaluate(&root.state, 0);
    let first = RootMove { score, ..root.moves[0].clone() };
    make_report(worker, shared, &first, 0)
}

fn make_report(worker: &Worker, shared: &Shared<'_>, best: &RootMove, depth: u32) -> Report {
    Report {
        depth,
        deepest: worker.deepest as u32,
        value: Value::of(best.score),
        nodes: shared.nodes.load(Ordering::Relaxed),
        time: shared.clock.elapsed(),
        fullness: shared.table.fullness(),
        line: best.line.clone(),
    }
}

/// Whether looking deeper cannot change the answer.
fn is_enough(best: &RootMove, limits: &Limits, depth: u32) -> bool {
    let plies = MATE - best.score.abs();
    let wanted = limits.mate.is_some_and(|moves| best.score > 0 && plies < 2 * moves as i32);
    is_mate(best.score) && (wanted || depth as i32 > 2 * plies + 4)
}

/// How settled the search is: a best move that stays needs less time.
#[derive(Default)]
struct Steady {
    best: Option<Move>,
    same: u64,
    score: i32,
}

impl Steady {
    /// The share of the usual time, in hundredths, after which no new iteration begins.
    fn share(&mut self, best: &RootMove) -> u64 {
        self.same = if self.best == Some(best.mv) { (self.same + 1).min(8) } else { 0 };
        let falling = (self.score - best.score).clamp(0, 60) as u64;
        (self.best, self.score) = (Some(best.mv), best.score);
        140 - 9 * self.same + falling
    }
}

/// A helping thread: iterates on its own and leaves what it finds in the table.
fn help(worker: &mut Worker, shared: &Shared<'_>, root: &mut Root, index: usize) {
    // Half of the helpers are one iteration ahead, so that they do not all do the same.
    for depth in 1 + index % 2..MAX_PLY {
        if !worker.iterate(shared, root, depth as i32) || worker.stopped {
            break;
        }
    }
    worker.publish(shared);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;
    use crate::search::Timer;

    /// The answer to a position after this many nodes, and the move that was first at the root then.
    fn answer(board: &Board, nodes: u64) -> (Move, Move) {
        let (stop, timer) = (AtomicBool::new(false), Timer::endless());
        let shared = Shared {
            table: &Table::new(1),
            clock: &Clock::new(&stop, &timer),
            max_nodes: nodes,
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
        };
        let mut worker = Worker::new(Level::MASTER);
        worker.begin(board, &[]);
        let state = State::new(board.clone(), &Level::MASTER.weights);
        let mut root = Root::new(state, &[], Seed::new(1));
        let found = lead(&mut worker, &shared, &mut root, &Limits::default(), &mut |_| {});
        (found.best, root.moves[0].mv)
    }

    #[test]
    fn a_move_above_the_window_is_the_answer_of_a_search_that_is_stopped() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - -",
            "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - -",
        ];
        for fen in fens {
            let board = parse_fen(fen).unwrap();
            for nodes in (500..20_000).step_by(250) {
                let (answered, first) = answer(&board, nodes);
                assert_eq!(answered, first, "{fen} after {nodes} nodes");
            }
        }
    }
}
