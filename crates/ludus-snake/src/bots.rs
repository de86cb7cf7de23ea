//! The built-in bots.

use std::cmp::Reverse;

use ludus_core::{Bot, BotError, Budget, Context, Decision, Insight, Seat, Term};

use crate::bitboard::{Bitboard, Bitboard11, Bitboard25};
use crate::board::SnakeBoard;
use crate::game::Snake;
use crate::geometry::{Direction, Point};
use crate::rules::SnakeRules;
use crate::search::{PositionTable, SearchRoot, safe};
use crate::settings::SnakeSettings;
use crate::terrain::Terrain;

/// The node limit of a decision without a budget, so that matches repeat exactly.
pub(crate) const DEFAULT_NODES: u64 = 20_000;

/// Plays a random safe move.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomSnake;

impl Bot<Snake> for RandomSnake {
    fn decide(
        &mut self,
        game: &Snake,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Direction>, BotError> {
        let moves = safe(&game.terrain, &game.board, seat.index(), game.board.blocked());
        let pick = ctx.seed.rng().pick(moves.as_slice()).copied();
        Ok(Decision::bare(pick.unwrap_or_else(|| game.board.straight(seat.index()))))
    }
}

/// Looks one step ahead. It prefers enough room, then no lost head-to-head, then the nearest food.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

/// What the greedy bot knows about a move.
struct GreedyMove {
    direction: Direction,
    room: u32,
    /// Whether a snake of at least our length can move to the same cell.
    feared: bool,
    food: i32,
}

impl Bot<Snake> for Greedy {
    fn decide(
        &mut self,
        game: &Snake,
        seat: Seat,
        _: &Context<'_>,
    ) -> Result<Decision<Direction>, BotError> {
        let (board, terrain, seat) = (&game.board, &*game.terrain, seat.index());
        let blocked = board.blocked();
        let length = u32::from(board.snakes[seat].length);
        let best = safe(terrain, board, seat, blocked)
            .as_slice()
            .iter()
            .map(|direction| look(terrain, board, seat, blocked, *direction))
            .max_by_key(|step| {
                (step.room.min(length), !step.feared, Reverse(step.food), step.room)
            });
        let Some(step) = best else { return Ok(Decision::bare(board.straight(seat))) };
        let (space, food) = (f64::from(step.room.min(length)), -f64::from(step.food));
        let terms = vec![Term::new("space", space), Term::new("food", food)];
        let score = Some(space + food);
        let insight = Insight { score, depth: 1, nodes: 1, terms, ..Insight::default() };
        Ok(Decision { action: step.direction, insight })
    }
}

/// The room after a move, and the distance to the nearest food.
fn look<B: Bitboard>(
    terrain: &Terrain<B>,
    board: &SnakeBoard<B>,
    seat: usize,
    blocked: B,
    direction: Direction,
) -> GreedyMove {
    let cell = terrain.next(board.snakes[seat].head, direction);
    let mut reached = B::of(cell);
    loop {
        let more = reached | (terrain.spread(reached) & !blocked);
        if more == reached {
            break;
        }
        reached = more;
    }
    let near = terrain.spread(B::of(cell));
    let feared = board.living().any(|other| {
        other != seat && near.has(board.snakes[other].head) && board.yields_to(seat, other)
    });
    let distances = board.food.cells().map(|food| terrain.distance(cell, food));
    let far = terrain.width + terrain.height;
    GreedyMove { direction, room: reached.count(), feared, food: distances.min().unwrap_or(far) }
}

/// A bot that searches.
pub struct SearchBot {
    settings: SnakeSettings,
    depth: u32,
    table: PositionTable,
    /// What the scores in the table depend on.
    known: Option<TableScope>,
}

/// What the score of a position depends on besides the position itself.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TableScope {
    rules: SnakeRules,
    hazards: Vec<Point>,
    seat: Seat,
    /// How many snakes were alive when the search began. Snakes that died since count as kills.
    living: usize,
}

impl SearchBot {
    /// A bot with these settings that looks at most this many turns ahead.
    #[must_use]
    pub fn new(settings: SnakeSettings, depth: u32) -> Self {
        let table = PositionTable::new(settings.table_bits);
        Self { settings, depth, table, known: None }
    }

    fn search<B: Bitboard>(
        &mut self,
        terrain: &Terrain<B>,
        board: &SnakeBoard<B>,
        seat: usize,
        ctx: &Context<'_>,
    ) -> (Direction, Insight) {
        let depth = ctx.budget.depth.map_or(self.depth, |depth| depth.min(self.depth));
        let settings = &self.settings;
        let mut ctx = *ctx;
        if ctx.budget == Budget::NONE {
            ctx.budget.nodes = Some(DEFAULT_NODES);
        }
        let question = SearchRoot { terrain, board, me: seat, settings, depth };
        question.answer(&self.table, &ctx)
    }

    /// Clears the table if this decision must not use it. A decision that time does not limit must not depend on
    /// earlier ones, and scores of another match or seat are wrong.
    fn forget(&mut self, game: &Snake, seat: Seat, budget: &Budget) {
        let timed = budget.time.is_some() && budget.nodes.is_none();
        let now = timed.then(|| TableScope {
            rules: game.rules().clone(),
            hazards: game.hazards(),
            seat,
            living: game.living().count(),
        });
        if now.is_none() || now != self.known {
            self.table.forget();
        }
        self.known = now;
    }
}

impl Bot<Snake> for SearchBot {
    fn start(&mut self, _: &Snake, _: Seat) -> Result<(), BotError> {
        self.known = None;
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Snake,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Direction>, BotError> {
        if !game.lives(seat) {
            return Err(BotError::new("the snake is dead"));
        }
        self.forget(game, seat, &ctx.budget);
        let (action, insight) = match game.small() {
            Some((terrain, board)) => self.search(&terrain, &board, seat.index(), ctx),
            None => self.search::<Bitboard25>(&game.terrain, &game.board, seat.index(), ctx),
        };
        Ok(Decision { action, insight })
    }
}

impl Snake {
    /// The same position on the fast bitboard, if it fits.
    pub(crate) fn small(&self) -> Option<(Terrain<Bitboard11>, SnakeBoard<Bitboard11>)> {
        let side = Bitboard11::SIDE as i32;
        if self.terrain.width > side || self.terrain.height > side {
            return None;
        }
        let terrain = Terrain::<Bitboard11>::new(self.rules(), &self.hazards());
        let mut board = SnakeBoard::<Bitboard11>::empty();
        for seat in self.living() {
            board.place(&terrain, seat.index(), &self.body(seat), self.health(seat)).ok()?;
        }
        for point in self.food() {
            board.food |= Bitboard11::of(Terrain::<Bitboard11>::cell_of(point));
        }
        Some((terrain, board))
    }
}
