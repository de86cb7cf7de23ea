//! One thread of the search: its memory, and the small things that all its nodes do.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cozy_chess::{Board, Move};
use ludus_core::Term;

use super::clock::Clock;
use super::correction::Correction;
use super::features::{Feature, Level};
use super::history::{Before, History, PieceTo};
use super::picker::Lists;
use super::state::{State, key_of};
use super::table::Table;
use super::threats::threats;
use super::values::{MATE_BOUND, MAX_PLY};
use crate::eval::Evaluator;
use crate::network::{Hidden, Network};
use crate::position::insufficient_material;

/// How often the clock is looked at, in nodes: a power of two.
const POLL: u64 = 1024;

/// What all threads of one search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) clock: &'a Clock<'a>,
    /// The most nodes of the search; it is then on one thread.
    pub(super) max_nodes: u64,
    /// The nodes of all threads, brought up to date now and then.
    pub(super) nodes: AtomicU64,
    /// Set when the first thread is done.
    pub(super) done: AtomicBool,
}

/// What a thread remembers about one ply of the line it is looking at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ply {
    /// The static evaluation; none in check.
    pub(super) eval: Option<i32>,
    pub(super) killers: [Option<Move>; 2],
    /// The move left out to see whether it is the only good one.
    pub(super) excluded: Option<Move>,
    /// The move that is being looked at; none when passing.
    pub(super) played: Option<PieceTo>,
    /// Extensions on the line so far.
    pub(super) extensions: i32,
}

/// One thread of the search.
#[derive(Clone, Debug)]
pub(super) struct Worker {
    pub(super) level: Level,
    pub(super) evaluator: Evaluator,
    /// The network, if the level evaluates by it, and its sums for each ply of the line.
    network: Option<&'static Network>,
    hidden: Vec<Hidden>,
    pub(super) history: History,
    pub(super) correction: Correction,
    pub(super) lists: Lists,
    pub(super) plies: Vec<Ply>,
    /// The keys of the game's positions and of the line, the present node's last.
    pub(super) keys: Vec<u64>,
    /// How many of the keys are the game's.
    pub(super) game_keys: usize,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<Move>>,
    pub(super) nodes: u64,
    /// Nodes already counted in [`Shared::nodes`].
    counted: u64,
    pub(super) deepest: usize,
    pub(super) stopped: bool,
    /// Reductions of late moves by depth and number, in plies.
    reductions: Vec<[u8; 64]>,
}

impl Worker {
    pub(super) fn new(level: Level) -> Self {
        Self {
            evaluator: Evaluator::new(level.weights.clone()),
            network: level.features.has(Feature::Network).then(Network::shipped),
            level,
            hidden: vec![Hidden::default(); MAX_PLY + 4],
            history: History::new(),
            correction: Correction::new(),
            lists: Lists::default(),
            plies: vec![Ply::default(); MAX_PLY + 4],
            keys: Vec::with_capacity(1024),
            game_keys: 0,
            lines: vec![Vec::new(); MAX_PLY + 4],
            nodes: 0,
            counted: 0,
            deepest: 0,
            stopped: false,
            reductions: reductions(),
        }
    }

    /// A new game: forgets what the last one taught.
    pub(super) fn forget(&mut self) {
        self.history.clear();
        self.correction.clear();
        self.plies.fill(Ply::default());
    }

    /// A new search from a position with this past.
    pub(super) fn begin(&mut self, board: &Board, past: &[Board]) {
        if let Some(network) = self.network {
            self.hidden[0] = Hidden::of_board(board, network);
        }
        self.plies.fill(Ply::default());
        self.lists = Lists::default();
        self.keys.clear();
        self.keys.extend(past.iter().map(key_of));
        self.game_keys = self.keys.len();
        (self.nodes, self.counted, self.deepest, self.stopped) = (0, 0, 0, false);
    }

    pub(super) fn on(&self, feature: Feature) -> bool {
        self.level.features.has(feature)
    }

    /// Counts a node, and notices the end of the budget. Answers whether to go on.
    pub(super) fn visit(&mut self, shared: &Shared<'_>, ply: usize) -> bool {
        if self.stopped || self.nodes >= shared.max_nodes {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes & (POLL - 1) == 0 {
            self.publish(shared);
            self.stopped = shared.done.load(Ordering::Relaxed) || shared.clock.expired();
        }
        !self.stopped
    }

    /// Adds this thread's new nodes to the sum of all threads.
    pub(super) fn publish(&mut self, shared: &Shared<'_>) {
        shared.nodes.fetch_add(self.nodes - self.counted, Ordering::Relaxed);
        self.counted = self.nodes;
    }

    /// The static evaluation, for the side to move, kept away from mates.
    pub(super) fn evaluate(&mut self, state: &State, ply: usize) -> i32 {
        let score = match self.network {
            Some(network) => network.evaluate(&state.board, &self.hidden[ply]),
            None => self.evaluator.evaluate(&state.board, &state.sums),
        };
        score.clamp(-MATE_BOUND + 1, MATE_BOUND - 1)
    }

    /// Brings the network's sums of the next ply up to date after a move, or after passing.
    pub(super) fn follow(&mut self, ply: usize, before: &Board, mv: Option<Move>, after: &Board) {
        let Some(network) = self.network else { return };
        let (earlier, later) = self.hidden.split_at_mut(ply + 1);
        match mv {
            Some(mv) => later[0].follow(&earlier[ply], before, mv, after, network),
            None => later[0].clone_from(&earlier[ply]),
        }
    }

    /// The parts of the evaluation by name, in pawns for the side to move. What the network sees
    /// beyond the hand-written terms is a term of its own.
    pub(super) fn terms(&mut self, board: &Board) -> Vec<Term> {
        let mut terms = self.evaluator.terms(board, board.side_to_move());
        if let Some(network) = self.network {
            let sum: f64 = terms.iter().map(|term| term.value).sum();
            terms.push(Term::new("network", f64::from(network.score(board)) / 100.0 - sum));
        }
        terms
    }

    /// The evaluation corrected by what searching similar positions said.
    pub(super) fn corrected(&self, state: &State, raw: i32) -> i32 {
        if !self.on(Feature::Correction) {
            return raw;
        }
        let score = raw + self.correction.of(&state.board);
        score.clamp(-MATE_BOUND + 1, MATE_BOUND - 1)
    }

    /// Whether the position is a draw by repetition, fifty moves or material.
    ///
    /// A position that was there once since the root counts as repeated: whoever can force it once
    /// can force it again. Before the root it takes two, as the rules say.
    pub(super) fn is_draw(&self, state: &State) -> bool {
        let clock = usize::from(state.board.halfmove_clock());
        if clock >= 100 {
            // Mate on the hundredth ply comes first.
            return state.board.checkers().is_empty()
                || !crate::position::has_no_moves(&state.board);
        }
        if clock >= 4 && self.is_repeated(state.key, clock) {
            return true;
        }
        insufficient_material(&state.board)
    }

    fn is_repeated(&self, key: u64, clock: usize) -> bool {
        let mut before_root = 0;
        let first = self.keys.len().saturating_sub(clock);
        // The last key is the parent's, so the same side to move is at every second before that. Four
        // plies is the least in which both sides go somewhere and back.
        let Some(latest) = self.keys.len().checked_sub(4) else { return false };
        for index in (first..=latest).rev().step_by(2) {
            if self.keys[index] == key {
                before_root += 1;
                if index >= self.game_keys || before_root == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// What the histories of quiet moves depend on at this ply; nothing if there will be none.
    pub(super) fn before(&self, board: &Board, ply: usize, quiet: bool) -> Before {
        let mut before = Before::NONE;
        if quiet && self.on(Feature::Continuation) {
            let played = |back: usize| ply.checked_sub(back).and_then(|at| self.plies[at].played);
            before.moves = [played(1), played(2)];
        }
        if quiet && self.on(Feature::Threats) {
            before.threats = threats(board);
        }
        before
    }

    /// By how much the search of a late move is reduced.
    pub(super) fn reduction(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.reductions[(depth.clamp(0, 63)) as usize][number.min(63)])
    }

    /// Makes this move and the line after it the best line of this ply.
    pub(super) fn set_line(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&tail[0]);
    }
}

/// Late moves are reduced with the logarithms of depth and number.
fn reductions() -> Vec<[u8; 64]> {
    let log = |n: usize| libm::log(n.max(1) as f64);
    let entry = |depth: usize, number: usize| (0.8 + log(depth) * log(number) / 2.3) as u8;
    (0..64)
        .map(|depth| {
            let mut row = [0; 64];
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                *cell = if depth == 0 { 0 } else { entry(depth, number) };
            }
            row
        })
        .collect()
}
