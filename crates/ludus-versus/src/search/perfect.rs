//! Perfect clears: a search for placements that empty the board, and how likely there are some if pieces are missing.
//!
//! The search by value rarely finds them, because a board shortly before one looks like any other. This one tries
//! everything, but only placements inside the rows that are to be cleared, and only on boards that pieces of four cells can
//! still fill. If the known pieces are too few, sequences of the next ones are drawn from the bag. If they are enough, it
//! looks for the way with the most attack: a T-spin on the way counts, too.

use ludus_core::SeedRng;
use ludus_tetris::Piece;

use super::seen::Seen;
use super::state::{Choice, SeatState};
use crate::action::VersusAction;
use crate::attack::{AttackTable, LineClear, Streak};
use crate::board::{BitBoard, WIDTH};
use crate::movegen::{LowRows, Move, MoveRules, Spin, for_each_move, for_each_place_low, spawn};
use crate::shape::Place;

/// The most rows that are cleared on the way to an empty board: what fits in one word.
const MOST_ROWS: u32 = 6;

/// The most placements up to a perfect clear.
const MOST_PLACEMENTS: u32 = 10;

/// How many sequences of unknown pieces are tried at the most.
const MOST_DRAWS: u32 = 24;

/// How many first placements are tried with every sequence.
const CANDIDATES: usize = 3;

/// The most places of a piece inside the rows that are tried.
const MOST_PLACES: usize = 64;

/// Placements that are likely to empty the board.
#[derive(Clone, Debug, PartialEq)]
pub struct PerfectPlan {
    /// The placements, as far as their pieces are known.
    pub line: Vec<VersusAction>,
    /// How many placements there are up to the perfect clear.
    pub placements: u32,
    /// In how many of the drawn sequences it works, 0 to 1.
    pub chance: f32,
    /// The rows of attack to be expected.
    pub attack: f32,
}

impl PerfectPlan {
    /// The attack per piece to be expected.
    #[must_use]
    pub fn pace(&self) -> f32 {
        self.attack / self.placements as f32
    }
}

/// What a search for perfect clears knows and may spend.
#[derive(Clone, Copy)]
pub struct PerfectTask<'a> {
    /// The current piece and the next ones.
    pub pieces: &'a [Piece],
    /// The pieces of the bag that come next.
    pub bag: &'a [Piece],
    /// Which moves there are.
    pub rules: MoveRules,
    /// What clears send.
    pub attack: &'a AttackTable,
    /// How many placements it tries at the most.
    pub nodes: u64,
    /// Ends it early.
    pub expired: &'a dyn Fn() -> bool,
}

/// A search for perfect clears. It is kept, so that its memory need not be allocated again.
#[derive(Debug, Default)]
pub struct PerfectClears {
    /// Positions that were tried, with the attack on the way to them.
    tried: Seen,
    /// The placements on the way to the position that is tried.
    path: Vec<PlannedPlace>,
    /// The placements of the best perfect clear; empty if none was found.
    line: Vec<PlannedPlace>,
    /// The rows that they send.
    sent: u32,
    nodes: u64,
    /// Where the search ends.
    limit: u64,
}

type PlannedPlace = (Choice, Place);

/// A position on the way to a perfect clear.
#[derive(Clone, Copy)]
struct Stack {
    cells: LowRows,
    hold: Option<Piece>,
    /// The number of the current piece.
    at: u8,
    /// How many rows are still to be cleared.
    rows: u32,
    /// What earlier placements mean for the next clear, and the rows sent so far: both only where attack counts.
    streak: Streak,
    sent: u32,
}

impl PerfectClears {
    /// How many placements were tried.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The way to a perfect clear with the best chance for its length; `None` if there is none, or garbage is on its way.
    pub fn plan(
        &mut self,
        state: &SeatState,
        task: &PerfectTask<'_>,
        rng: &mut SeedRng,
    ) -> Option<PerfectPlan> {
        self.nodes = 0;
        let height = state.board.max_height();
        if state.risen > 0 || state.pending.iter().any(|rows| *rows > 0) || height > MOST_ROWS {
            return None;
        }
        let mut best: Option<PerfectPlan> = None;
        let cells = LowRows::new(&state.board);
        let known = task.pieces.len() as u32 + u32::from(state.hold.is_some());
        for rows in height.max(1)..=MOST_ROWS {
            let Some(missing) = (rows * WIDTH as u32).checked_sub(cells.count_cells()) else {
                continue;
            };
            let placements = missing / 4;
            if !missing.is_multiple_of(4) || placements > MOST_PLACEMENTS || placements == 0 {
                continue;
            }
            let streak = state.streak;
            let stack = Stack { cells, hold: state.hold, at: 0, rows, streak, sent: 0 };
            let plan = match placements <= known {
                true => self.certain(stack, task).map(|line| (line, 1.0, self.sent as f32)),
                false => self.likely(stack, placements, task, rng).map(|(first, chance)| {
                    (vec![first], chance, chance * task.attack.perfect_clear as f32)
                }),
            };
            let Some((line, chance, attack)) = plan else { continue };
            let plan = PerfectPlan { line: Vec::new(), placements, chance, attack };
            if best.as_ref().is_none_or(|best| plan.pace() > best.pace()) {
                best =
                    Some(PerfectPlan { line: with_spins(&state.board, &line, task.rules), ..plan });
            }
            if chance == 1.0 {
                break;
            }
        }
        best
    }

    /// The perfect clear with the known pieces that sends the most, as far as the nodes last.
    fn certain(&mut self, stack: Stack, task: &PerfectTask<'_>) -> Option<Vec<PlannedPlace>> {
        self.begin(task.nodes);
        self.solve(stack, task.pieces, task, Wanted::Most);
        (!self.line.is_empty()).then(|| self.line.clone())
    }

    /// Forgets the last search; the next one ends after this many nodes.
    fn begin(&mut self, limit: u64) {
        self.tried.clear();
        self.path.clear();
        self.line.clear();
        self.sent = 0;
        self.limit = limit;
    }

    /// The first placement that leads to a perfect clear with most of the sequences drawn, and how many they are.
    fn likely(
        &mut self,
        stack: Stack,
        placements: u32,
        task: &PerfectTask<'_>,
        rng: &mut SeedRng,
    ) -> Option<(PlannedPlace, f32)> {
        let mut candidates: Vec<(PlannedPlace, u32)> = Vec::new();
        let mut draws = 0;
        let wanted = placements as usize + usize::from(stack.hold.is_none());
        while draws < MOST_DRAWS && self.nodes < task.nodes && !(task.expired)() {
            let pieces = continued(task.pieces, task.bag, wanted, rng);
            // No sequence takes more than its share.
            let share = task.nodes / u64::from(MOST_DRAWS / 2);
            draws += 1;
            let mut solved = false;
            for (first, wins) in candidates.iter_mut().take(CANDIDATES) {
                self.begin((self.nodes + share).min(task.nodes));
                if let Some(next) = stack.after(*first)
                    && self.solve(next, &pieces, task, Wanted::Any)
                {
                    *wins += 1;
                    solved = true;
                }
            }
            if !solved {
                self.begin((self.nodes + share).min(task.nodes));
                if self.solve(stack, &pieces, task, Wanted::Any)
                    && let Some(first) = self.line.first()
                {
                    candidates.push((*first, 1));
                }
            }
            candidates.sort_by_key(|(_, wins)| std::cmp::Reverse(*wins));
        }
        let (first, wins) = candidates.first()?;
        Some((*first, *wins as f32 / draws as f32))
    }

    /// Looks for ways to clear the rows with nothing left above them; `line` has the best. Whether the search is over,
    /// because any way was wanted and one was found.
    fn solve(
        &mut self,
        stack: Stack,
        pieces: &[Piece],
        task: &PerfectTask<'_>,
        wanted: Wanted,
    ) -> bool {
        if stack.rows == 0 {
            if self.line.is_empty() || stack.sent > self.sent {
                self.line.clone_from(&self.path);
                self.sent = stack.sent;
            }
            return wanted == Wanted::Any;
        }
        let sent = stack.sent as f32;
        if !stack.cells.is_fillable(stack.rows) || !self.tried.is_better(stack.hash(), sent) {
            return false;
        }
        for choice in Choice::all(stack.hold, stack.at, pieces) {
            let (places, count) = stack.places_inside(choice.piece, task.rules);
            for &place in &places[..count] {
                if self.nodes >= self.limit || (self.nodes % 256 == 255 && (task.expired)()) {
                    self.limit = self.nodes;
                    return false;
                }
                self.nodes += 1;
                let placed = (choice, place);
                let Some(next) = stack.after(placed) else { continue };
                let next = match wanted {
                    Wanted::Any => next,
                    Wanted::Most => stack.sending(placed, next, task),
                };
                self.path.push(placed);
                let over = self.solve(next, pieces, task, wanted);
                self.path.pop();
                if over {
                    return true;
                }
            }
        }
        false
    }
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Any perfect clear.
    Any,
    /// The one with the most attack.
    Most,
}

impl Stack {
    /// The position after a placement; `None` if it is not inside the rows.
    fn after(self, (choice, place): PlannedPlace) -> Option<Self> {
        let next = self.cells.placed(choice.piece, place);
        let lines = (self.cells.count_cells() + 4 - next.count_cells()) / WIDTH as u32;
        let rows = self.rows.checked_sub(lines)?;
        Some(Self { cells: next, hold: choice.held, at: choice.next, rows, ..self })
    }

    /// The position after a placement, with what that placement sent.
    fn sending(self, (choice, place): PlannedPlace, next: Self, task: &PerfectTask<'_>) -> Self {
        let lines = self.rows - next.rows;
        let spins = choice.piece == Piece::T || task.rules.all_spin;
        let spin = match lines > 0 && next.rows > 0 && spins {
            true => best_spin(&self.cells.board(), choice.piece, place, task.rules),
            false => None,
        };
        let clear = LineClear { lines, spin: spin.unwrap_or_default(), perfect: next.rows == 0 };
        let mut streak = self.streak;
        let sent = self.sent + task.attack.attack(clear, &mut streak).total();
        Self { streak, sent, ..next }
    }

    /// The places of a piece inside the rows, from the left: what is left over stays in one piece.
    fn places_inside(self, piece: Piece, rules: MoveRules) -> ([Place; MOST_PLACES], usize) {
        let mut places = [Place::NONE; MOST_PLACES];
        let mut count = 0;
        for_each_place_low(self.cells, piece, rules.turns, |place| {
            let inside = place.cells(piece).iter().all(|(_, y)| (*y as u32) < self.rows);
            if inside && count < places.len() {
                places[count] = place;
                count += 1;
            }
        });
        places[..count].sort_unstable_by_key(|place| (place.x, place.y));
        (places, count)
    }

    fn hash(self) -> u64 {
        let hold = self.hold.map_or(7, |piece| piece.index() as u64);
        let streak = u64::from(self.streak.combo) << 1 | u64::from(self.streak.back_to_back);
        self.cells.hash(streak << 24 | hold << 16 | u64::from(self.at) << 8 | u64::from(self.rows))
    }
}

/// The known pieces, continued with pieces from the bag and from full bags after it.
fn continued(known: &[Piece], bag: &[Piece], wanted: usize, rng: &mut SeedRng) -> Vec<Piece> {
    let mut pieces = known.to_vec();
    let mut left = bag.to_vec();
    while pieces.len() < wanted {
        if left.is_empty() {
            left.extend(Piece::ALL);
        }
        let drawn = rng.below(left.len() as u32) as usize;
        pieces.push(left.swap_remove(drawn));
    }
    pieces
}

/// The placements as actions, with the best spin that each can have.
fn with_spins(board: &BitBoard, line: &[PlannedPlace], rules: MoveRules) -> Vec<VersusAction> {
    let mut board = *board;
    let mut actions = Vec::new();
    for (choice, place) in line {
        let Some(spin) = best_spin(&board, choice.piece, *place, rules) else { break };
        let placed = Move { place: *place, spin };
        actions.push(VersusAction { hold: choice.hold, piece: choice.piece, placed });
        board.place(choice.piece, *place);
    }
    actions
}

/// The best spin by which a piece reaches a place; `None` if it does not reach it.
fn best_spin(board: &BitBoard, piece: Piece, place: Place, rules: MoveRules) -> Option<Spin> {
    let start = spawn(board, piece)?;
    let mut best = None;
    for_each_move(board, piece, start, rules, |mv| {
        if mv.place == place {
            best = best.max(Some(mv.spin));
        }
    });
    best
}

#[cfg(test)]
mod tests;
