//! One thread of the search: its memory, and what all its nodes do.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cozy_chess::{Board, Move};
use ludus_core::Term;

use super::correction_history::CorrectionHistory;
use super::features::{Feature, Level};
use super::history::{HistoryContext, HistoryTables, PieceTo};
use super::limits::StopCondition;
use super::move_picker::MoveLists;
use super::score::{MAX_PLY, clamp_eval};
use super::search_position::{SearchPosition, position_key};
use super::threats::threats;
use super::tt::TranspositionTable;
use crate::eval::HandCraftedEval;
use crate::network::{AccumulatorStack, Network};
use crate::position::{FIFTY_MOVES, MoveDelta, has_no_moves, insufficient_material};

/// How many nodes pass between two looks at the time: a power of two.
const POLL_NODES: u64 = 1024;
/// Room beyond the longest line: a node clears the killers two plies ahead.
const STACK_SIZE: usize = MAX_PLY + 4;
/// The size of the reduction table in both directions; deeper and later is the same as the last entry.
const LMR_SIZE: usize = 64;
/// Late-move reductions are `LMR_BASE + ln(depth) * ln(move count) / LMR_DIVISOR` plies.
const LMR_BASE: f64 = 0.8;
/// See [`LMR_BASE`].
const LMR_DIVISOR: f64 = 2.3;
/// The fewest plies in which both sides can move a piece away and back.
const SHORTEST_REPETITION: usize = 4;

/// What all threads of one search share.
#[derive(Debug)]
pub(super) struct SharedState<'a> {
    pub(super) tt: &'a TranspositionTable,
    pub(super) stop: &'a StopCondition<'a>,
    /// The node limit; a search that has one runs on one thread.
    pub(super) max_nodes: u64,
    /// The nodes of all threads; each thread adds its own from time to time.
    pub(super) nodes: AtomicU64,
    /// Set when the main thread is done.
    pub(super) done: AtomicBool,
}

/// What a thread remembers about one ply of the current line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StackEntry {
    /// The corrected static evaluation; none in check.
    pub(super) static_eval: Option<i32>,
    /// Quiet moves that caused a cut-off at this ply.
    pub(super) killers: [Option<Move>; 2],
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// The move that is being searched; none for a null move.
    pub(super) current_move: Option<PieceTo>,
    /// How many double extensions there are on the line so far.
    pub(super) double_extensions: i32,
}

/// One thread of the search.
#[derive(Clone, Debug)]
pub(super) struct SearchThread {
    pub(super) level: Level,
    hand_crafted: HandCraftedEval,
    /// The network, if the level evaluates with it.
    network: Option<&'static Network>,
    /// The network's accumulators of the current line.
    accumulators: AccumulatorStack,
    pub(super) history: HistoryTables,
    pub(super) correction: CorrectionHistory,
    pub(super) lists: MoveLists,
    pub(super) stack: Vec<StackEntry>,
    /// The keys of the game's positions, then those of the current line up to the parent.
    pub(super) keys: Vec<u64>,
    /// How many of the keys belong to the game.
    game_keys: usize,
    /// The principal variation from each ply on.
    pub(super) pv: Vec<Vec<Move>>,
    nodes: u64,
    /// How many of the nodes are in [`SharedState::nodes`] already.
    published_nodes: u64,
    /// The longest line so far, in plies.
    pub(super) seldepth: usize,
    pub(super) stopped: bool,
    /// Late-move reductions by depth and move count, in plies.
    lmr_table: Vec<[u8; LMR_SIZE]>,
}

impl SearchThread {
    pub(super) fn new(level: Level) -> Self {
        Self {
            hand_crafted: HandCraftedEval::new(level.weights.clone()),
            network: level.features.has(Feature::Network).then(Network::shipped),
            level,
            accumulators: AccumulatorStack::new(STACK_SIZE),
            history: HistoryTables::new(),
            correction: CorrectionHistory::new(),
            lists: MoveLists::default(),
            stack: vec![StackEntry::default(); STACK_SIZE],
            keys: Vec::with_capacity(1024),
            game_keys: 0,
            pv: vec![Vec::new(); STACK_SIZE],
            nodes: 0,
            published_nodes: 0,
            seldepth: 0,
            stopped: false,
            lmr_table: lmr_table(),
        }
    }

    /// Forgets what the last game taught.
    pub(super) fn new_game(&mut self) {
        self.history.clear();
        self.correction.clear();
        self.stack.fill(StackEntry::default());
    }

    /// Prepares a search from a position. `past` are the positions of the game that could be repeated.
    pub(super) fn start_search(&mut self, board: &Board, past: &[Board]) {
        if let Some(network) = self.network {
            self.accumulators.start(board, network);
        }
        self.stack.fill(StackEntry::default());
        self.lists = MoveLists::default();
        self.keys.clear();
        self.keys.extend(past.iter().map(position_key));
        self.game_keys = self.keys.len();
        (self.nodes, self.published_nodes, self.seldepth, self.stopped) = (0, 0, 0, false);
    }

    pub(super) fn has(&self, feature: Feature) -> bool {
        self.level.features.has(feature)
    }

    /// Counts a node and checks the limits. Returns false if the search has to stop.
    pub(super) fn count_node(&mut self, shared: &SharedState<'_>, ply: usize) -> bool {
        if self.stopped || self.nodes >= shared.max_nodes {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes & (POLL_NODES - 1) == 0 {
            self.publish_nodes(shared);
            self.stopped = shared.done.load(Ordering::Relaxed) || shared.stop.is_met();
        }
        !self.stopped
    }

    /// Adds this thread's new nodes to the sum of all threads.
    pub(super) fn publish_nodes(&mut self, shared: &SharedState<'_>) {
        shared.nodes.fetch_add(self.nodes - self.published_nodes, Ordering::Relaxed);
        self.published_nodes = self.nodes;
    }

    /// The static evaluation without correction.
    pub(super) fn raw_static_eval(&mut self, pos: &SearchPosition, ply: usize) -> i32 {
        clamp_eval(match self.network {
            Some(network) => {
                let accumulator = self.accumulators.at(ply, &pos.board, network);
                network.evaluate(&pos.board, accumulator)
            }
            None => self.hand_crafted.evaluate(&pos.board, &pos.psqt),
        })
    }

    /// The static evaluation after correction history.
    pub(super) fn corrected_eval(&self, pos: &SearchPosition, raw: i32) -> i32 {
        if !self.has(Feature::Correction) {
            return raw;
        }
        clamp_eval(raw + self.correction.of(&pos.board))
    }

    /// The parts of the static evaluation by name, in pawns for the side to move. What the network adds to the
    /// hand-crafted terms is a term of its own.
    pub(super) fn eval_terms(&mut self, board: &Board) -> Vec<Term> {
        let mut terms = self.hand_crafted.terms(board, board.side_to_move());
        if let Some(network) = self.network {
            let sum: f64 = terms.iter().map(|term| term.value).sum();
            let whole = f64::from(network.evaluate_from_scratch(board)) / 100.0;
            terms.push(Term::new("network", whole - sum));
        }
        terms
    }

    /// Plays a move: returns the position after it, and updates what the thread keeps about the line. The caller
    /// removes the last of the `keys` when it is done with the position.
    pub(super) fn make_move(
        &mut self,
        tt: &TranspositionTable,
        pos: &SearchPosition,
        mv: Move,
        ply: usize,
    ) -> SearchPosition {
        self.stack[ply].current_move = Some(PieceTo::of(&pos.board, mv));
        self.keys.push(pos.key);
        let delta = MoveDelta::of(&pos.board, mv);
        if self.network.is_none() {
            return pos.play(mv, &delta, Some(&self.level.weights), tt);
        }
        let child = pos.play(mv, &delta, None, tt);
        self.accumulators.push(ply + 1, delta, &child.board);
        child
    }

    /// The same for a null move; `None` in check.
    pub(super) fn make_null_move(
        &mut self,
        pos: &SearchPosition,
        ply: usize,
    ) -> Option<SearchPosition> {
        let child = pos.null_move()?;
        if self.network.is_some() {
            self.accumulators.push(ply + 1, MoveDelta::default(), &child.board);
        }
        self.stack[ply].current_move = None;
        self.keys.push(pos.key);
        Some(child)
    }

    /// Whether the position is a draw by repetition, by the fifty-move rule or by insufficient material.
    ///
    /// One earlier occurrence since the root is enough: a side that can force the position once can force it
    /// again. Before the root it takes two, as the rules say.
    pub(super) fn is_draw(&self, pos: &SearchPosition) -> bool {
        let halfmove_clock = usize::from(pos.board.halfmove_clock());
        if halfmove_clock >= usize::from(FIFTY_MOVES) {
            // A mate on the last of these plies still counts.
            return pos.board.checkers().is_empty() || !has_no_moves(&pos.board);
        }
        if halfmove_clock >= SHORTEST_REPETITION && self.is_repetition(pos.key, halfmove_clock) {
            return true;
        }
        insufficient_material(&pos.board)
    }

    fn is_repetition(&self, key: u64, halfmove_clock: usize) -> bool {
        let mut before_root = 0;
        let first = self.keys.len().saturating_sub(halfmove_clock);
        // The last key is the parent's, so the same side is to move at every second key before it.
        let Some(latest) = self.keys.len().checked_sub(SHORTEST_REPETITION) else { return false };
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

    /// What the history of quiet moves depends on at this ply.
    pub(super) fn history_context(&self, board: &Board, ply: usize) -> HistoryContext {
        let mut context = HistoryContext::NONE;
        if self.has(Feature::Continuation) {
            let move_before =
                |plies: usize| ply.checked_sub(plies).and_then(|at| self.stack[at].current_move);
            context.previous = [move_before(1), move_before(2)];
        }
        if self.has(Feature::Threats) {
            context.threats = threats(board);
        }
        context
    }

    /// The late-move reduction by depth and move count alone, in plies.
    pub(super) fn lmr(&self, depth: i32, move_count: usize) -> i32 {
        let depth = depth.clamp(0, LMR_SIZE as i32 - 1) as usize;
        i32::from(self.lmr_table[depth][move_count.min(LMR_SIZE - 1)])
    }

    /// Makes this move, followed by the principal variation of the next ply, that of this ply.
    pub(super) fn update_pv(&mut self, ply: usize, mv: Move) {
        let (head, tail) = self.pv.split_at_mut(ply + 1);
        let pv = &mut head[ply];
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&tail[0]);
    }
}

fn lmr_table() -> Vec<[u8; LMR_SIZE]> {
    let ln = |n: usize| libm::log(n.max(1) as f64);
    let reduction = |depth, count| (LMR_BASE + ln(depth) * ln(count) / LMR_DIVISOR) as u8;
    (0..LMR_SIZE)
        .map(|depth| {
            let mut row = [0; LMR_SIZE];
            for (count, cell) in row.iter_mut().enumerate().skip(1) {
                *cell = if depth == 0 { 0 } else { reduction(depth, count) };
            }
            row
        })
        .collect()
}
