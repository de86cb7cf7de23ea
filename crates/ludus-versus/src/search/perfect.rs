//! Perfect clears: a search for placements that empty the board, and how likely there are some if pieces are missing.
//!
//! The search by value rarely finds them, because a board shortly before one looks like any other. This one tries
//! everything, but only placements inside the rows that are to be cleared, and only on boards that pieces of four cells can
//! still fill. If the known pieces are too few, sequences of the next ones are drawn from the bag.

use ludus_core::SeedRng;
use ludus_tetris::Piece;

use super::seen::SeenBoards;
use super::state::{Choice, SeatState};
use crate::action::VersusAction;
use crate::board::{BitBoard, WIDTH};
use crate::movegen::{LowRows, Move, MoveRules, for_each_move, for_each_place_low, spawn};
use crate::shape::Place;

/// The most rows that are cleared on the way to an empty board: what fits in one word.
const MOST_ROWS: u32 = 6;

/// The most placements up to a perfect clear.
const MOST_PLACEMENTS: u32 = 10;

/// How many sequences of unknown pieces are tried at the most.
const MOST_DRAWS: u32 = 24;

/// How many first placements are tried with every sequence.
const CANDIDATES: usize = 3;

/// Placements that are likely to empty the board.
#[derive(Clone, Debug, PartialEq)]
pub struct PerfectPlan {
    /// The placements, as far as their pieces are known.
    pub line: Vec<VersusAction>,
    /// How many placements there are up to the perfect clear.
    pub placements: u32,
    /// In how many of the drawn sequences it works, 0 to 1.
    pub chance: f32,
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
    /// How many placements it tries at the most.
    pub nodes: u64,
    /// Ends it early.
    pub expired: &'a dyn Fn() -> bool,
}

/// A search for perfect clears. It is kept, so that its memory need not be allocated again.
#[derive(Debug, Default)]
pub struct PerfectClears {
    /// Positions from which there is none.
    failed: SeenBoards,
    /// The placements of the perfect clear, the last one first.
    line: Vec<PlannedPlace>,
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
            let stack = Stack { cells, hold: state.hold, at: 0, rows };
            let plan = match placements <= known {
                true => self.certain(stack, task).map(|line| (line, 1.0)),
                false => self.likely(stack, placements, task, rng),
            };
            let Some((line, chance)) = plan else { continue };
            let pace = chance / placements as f32;
            if best.as_ref().is_none_or(|best| pace > best.chance / best.placements as f32) {
                let line = with_spins(&state.board, &line, task.rules);
                best = Some(PerfectPlan { line, placements, chance });
            }
            if chance == 1.0 {
                break;
            }
        }
        best
    }

    /// A perfect clear with the known pieces.
    fn certain(&mut self, stack: Stack, task: &PerfectTask<'_>) -> Option<Vec<PlannedPlace>> {
        self.failed.clear();
        self.line.clear();
        self.limit = task.nodes;
        self.solve(stack, task.pieces, task).then(|| self.line.iter().rev().copied().collect())
    }

    /// The first placement that leads to a perfect clear with most of the sequences drawn, and how many they are.
    fn likely(
        &mut self,
        stack: Stack,
        placements: u32,
        task: &PerfectTask<'_>,
        rng: &mut SeedRng,
    ) -> Option<(Vec<PlannedPlace>, f32)> {
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
                self.failed.clear();
                self.line.clear();
                self.limit = (self.nodes + share).min(task.nodes);
                if let Some(next) = stack.after(*first)
                    && self.solve(next, &pieces, task)
                {
                    *wins += 1;
                    solved = true;
                }
            }
            if !solved {
                self.failed.clear();
                self.line.clear();
                self.limit = (self.nodes + share).min(task.nodes);
                if self.solve(stack, &pieces, task)
                    && let Some(first) = self.line.last()
                {
                    candidates.push((*first, 1));
                }
            }
            candidates.sort_by_key(|(_, wins)| std::cmp::Reverse(*wins));
        }
        let (first, wins) = candidates.first()?;
        Some((vec![*first], *wins as f32 / draws as f32))
    }

    /// Whether the rows can be cleared with nothing left above them. If so, `line` has the placements.
    fn solve(&mut self, stack: Stack, pieces: &[Piece], task: &PerfectTask<'_>) -> bool {
        if stack.rows == 0 {
            return true;
        }
        if !stack.cells.is_fillable(stack.rows) || !self.failed.insert(stack.hash()) {
            return false;
        }
        for choice in Choice::all(stack.hold, stack.at, pieces) {
            let mut places = [Place::NONE; 64];
            let mut count = 0;
            for_each_place_low(stack.cells, choice.piece, task.rules.turns, |place| {
                let inside =
                    place.cells(choice.piece).iter().all(|(_, y)| (*y as u32) < stack.rows);
                if inside && count < places.len() {
                    places[count] = place;
                    count += 1;
                }
            });
            // From the left: what is left over stays in one piece.
            places[..count].sort_unstable_by_key(|place| (place.x, place.y));
            for &place in &places[..count] {
                if self.nodes >= self.limit || (self.nodes % 256 == 255 && (task.expired)()) {
                    self.limit = self.nodes;
                    return false;
                }
                self.nodes += 1;
                let Some(next) = stack.after((choice, place)) else { continue };
                if self.solve(next, pieces, task) {
                    self.line.push((choice, place));
                    return true;
                }
            }
        }
        false
    }
}

impl Stack {
    /// The position after a placement; `None` if it is not inside the rows.
    fn after(self, (choice, place): PlannedPlace) -> Option<Self> {
        let next = self.cells.placed(choice.piece, place);
        let lines = (self.cells.count_cells() + 4 - next.count_cells()) / WIDTH as u32;
        let rows = self.rows.checked_sub(lines)?;
        Some(Self { cells: next, hold: choice.held, at: choice.next, rows })
    }

    fn hash(self) -> u64 {
        let hold = self.hold.map_or(7, |piece| piece.index() as u64);
        self.cells.hash(hold << 16 | u64::from(self.at) << 8 | u64::from(self.rows))
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
        let Some(start) = spawn(&board, choice.piece) else { break };
        let mut best: Option<Move> = None;
        for_each_move(&board, choice.piece, start, rules, |mv| {
            if mv.place == *place && best.is_none_or(|best| mv.spin > best.spin) {
                best = Some(mv);
            }
        });
        let Some(placed) = best else { break };
        actions.push(VersusAction { hold: choice.hold, piece: choice.piece, placed });
        board.place(choice.piece, *place);
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::Spin;
    use crate::rules::VersusRules;
    use ludus_core::Seed;

    /// The plan on this board, the lowest row first.
    fn plan(
        rows: &[&str],
        hold: Option<Piece>,
        pieces: &[Piece],
        bag: &[Piece],
    ) -> Option<PerfectPlan> {
        let rules = VersusRules::default().resolve().unwrap().moves;
        let state = SeatState::on(BitBoard::from_rows(rows).unwrap(), hold);
        let task = PerfectTask { pieces, bag, rules, nodes: 100_000, expired: &|| false };
        PerfectClears::default().plan(&state, &task, &mut Seed::new(1).rng())
    }

    #[test]
    fn the_known_pieces_empty_two_rows_or_do_not() {
        let rows = ["####......", "####......"];
        let found = plan(&rows, None, &[Piece::O, Piece::O, Piece::O], &[]).unwrap();
        assert_eq!((found.placements, found.chance, found.line.len()), (3, 1.0, 3));
        let found = plan(&rows, Some(Piece::I), &[Piece::T, Piece::I, Piece::O], &[]).unwrap();
        assert!(found.line.iter().all(|action| action.piece != Piece::T), "hold avoids T");
        let found = plan(&rows, None, &[Piece::T, Piece::O, Piece::O], &[]);
        assert!(found.is_none_or(|found| found.placements > 3), "not with T");
    }

    #[test]
    fn a_spin_on_the_way_is_named() {
        let rows = ["##.#######", "#...######", "##........"];
        let found = plan(&rows, None, &[Piece::T, Piece::I, Piece::I], &[]).unwrap();
        assert_eq!(found.line[0].placed.spin, Spin::Full);
        assert_eq!(found.placements, 3);
    }

    #[test]
    fn a_missing_piece_is_drawn_from_the_bag() {
        let rows = ["######....", "######...."];
        let found = plan(&rows, None, &[Piece::O], &[Piece::O]).unwrap();
        assert_eq!((found.placements, found.chance), (2, 1.0));
        // One of the two next pieces has to be an O; the other one can be held.
        let found = plan(&rows, None, &[Piece::O], &[Piece::O, Piece::S, Piece::Z]).unwrap();
        assert!(found.chance > 0.1 && found.chance < 0.9, "{}", found.chance);
    }
}
