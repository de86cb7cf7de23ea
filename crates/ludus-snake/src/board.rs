//! The snakes and the food: what changes from turn to turn. It is `Copy`, so the search copies it without allocation.
//!
//! A body is not a list. Every snake has the set of its cells. Two more sets, shared by all snakes, store for each of
//! these cells the direction towards the head. So the tail can follow the body, and a turn changes only a few bits.
//! Living snakes never share a cell. A cell holds several segments of a snake only at its tail (at the start and
//! after eating); `stack` counts them. [`SnakeBoard::place`] refuses all other bodies.

use thiserror::Error;

use crate::bitboard::{Bitboard, CellIndex};
use crate::geometry::{Direction, Point};
use crate::terrain::{OUTSIDE, Terrain};

/// How many snakes a board can hold.
pub(crate) const MAX_SNAKES: usize = 8;

/// 2⁶⁴ divided by the golden ratio: the usual increment that spreads numbers over all 64 bits (Knuth, Weyl sequences).
pub(crate) const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;

/// An odd multiplier for hashing by folded multiplication.
const HASH_MULTIPLIER: u128 = 0xD1B5_4A32_D192_ED03;

/// One snake, without the set of its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SnakeState {
    /// The cell of the first segment.
    pub(crate) head: CellIndex,
    /// The cell of the last segment.
    pub(crate) tail: CellIndex,
    /// The number of segments.
    pub(crate) length: u16,
    /// How many of them are on the tail's cell.
    pub(crate) stack: u16,
    /// 0 to 100.
    pub(crate) health: i16,
    /// The direction of its last move; `None` while its head is on its neck.
    pub(crate) facing: Option<Direction>,
}

/// The snakes and the food.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SnakeBoard<B> {
    /// The cells with food.
    pub(crate) food: B,
    /// The cells of each snake's segments except the head; empty for dead snakes.
    pub(crate) bodies: [B; MAX_SNAKES],
    /// For each cell of a body the direction to the next segment towards the head, in two bits.
    ways: [B; 2],
    /// Head, tail, length, health.
    pub(crate) snakes: [SnakeState; MAX_SNAKES],
    /// The living snakes, one bit each.
    pub(crate) alive: u8,
}

/// An impossible body.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BodyError {
    /// There is no segment.
    #[error("has no body")]
    Empty,
    /// A segment is not on the board.
    #[error("has a segment at {0}, which is not on the board")]
    Outside(Point),
    /// A segment is not next to the one before it.
    #[error("has segments at {0} and {1}, which are not neighbours")]
    Gap(Point, Point),
    /// A cell is taken twice, and not by the end of the tail.
    #[error("has a segment at {0}, where there is one already")]
    Taken(Point),
}

impl<B: Bitboard> SnakeBoard<B> {
    /// A board without snakes and food.
    pub(crate) fn empty() -> Self {
        Self {
            food: B::EMPTY,
            bodies: [B::EMPTY; MAX_SNAKES],
            ways: [B::EMPTY; 2],
            snakes: [SnakeState::default(); MAX_SNAKES],
            alive: 0,
        }
    }

    /// Puts a living snake on the board, its head first.
    ///
    /// # Errors
    /// If the body is impossible, or collides with another snake.
    pub(crate) fn place(
        &mut self,
        terrain: &Terrain<B>,
        seat: usize,
        body: &[Point],
        health: i32,
    ) -> Result<(), BodyError> {
        if let Some(outside) = body.iter().find(|point| !terrain.contains(**point)) {
            return Err(BodyError::Outside(*outside));
        }
        let cells: Vec<CellIndex> =
            body.iter().map(|point| Terrain::<B>::cell_of(*point)).collect();
        let (Some(&head), Some(&tail)) = (cells.first(), cells.last()) else {
            return Err(BodyError::Empty);
        };
        let stack = cells.iter().rev().take_while(|cell| **cell == tail).count();
        let chain = &cells[..=cells.len() - stack];
        let mut taken = self.occupied();
        for cell in chain {
            if taken.has(*cell) {
                return Err(BodyError::Taken(Terrain::<B>::point_of(*cell)));
            }
            taken |= B::of(*cell);
        }
        let mut ways = self.ways;
        let mut facing = None;
        for pair in chain.windows(2).rev() {
            let (to, from) = (pair[0], pair[1]);
            let way = Direction::ALL.into_iter().find(|way| terrain.next(from, *way) == to);
            let Some(way) = way else {
                return Err(BodyError::Gap(
                    Terrain::<B>::point_of(to),
                    Terrain::<B>::point_of(from),
                ));
            };
            set_way(&mut ways, from, way);
            facing = Some(way);
        }
        self.ways = ways;
        self.bodies[seat] = cells[1..].iter().fold(B::EMPTY, |set, cell| set | B::of(*cell));
        self.snakes[seat] = SnakeState {
            head,
            tail,
            length: cells.len() as u16,
            stack: stack as u16,
            health: health as i16,
            facing,
        };
        self.alive |= 1 << seat;
        Ok(())
    }

    /// The living snakes in order.
    #[inline]
    pub(crate) fn living(&self) -> impl Iterator<Item = usize> + use<B> {
        let mut rest = self.alive;
        std::iter::from_fn(move || {
            let seat = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (seat < MAX_SNAKES).then_some(seat)
        })
    }

    /// Whether the snake lives.
    #[inline]
    pub(crate) const fn lives(&self, seat: usize) -> bool {
        self.alive & (1 << seat) != 0
    }

    /// All cells with a segment of a living snake.
    pub(crate) fn occupied(&self) -> B {
        self.living().fold(B::EMPTY, |set, s| set | self.bodies[s] | B::of(self.snakes[s].head))
    }

    /// The cells that a head must not enter in this turn, because a body will be there. Tails that move away are
    /// free.
    #[inline]
    pub(crate) fn blocked(&self) -> B {
        let mut blocked = B::EMPTY;
        let mut leaving = B::EMPTY;
        for seat in self.living() {
            let snake = &self.snakes[seat];
            blocked |= self.bodies[seat] | B::of(snake.head);
            if snake.stack == 1 {
                leaving |= B::of(snake.tail);
            }
        }
        blocked & !leaving
    }

    /// The direction from a body's cell to the next segment towards the head.
    #[inline]
    pub(crate) fn way(&self, cell: CellIndex) -> Direction {
        Direction::from_index(
            usize::from(self.ways[0].has(cell)) | usize::from(self.ways[1].has(cell)) << 1,
        )
    }

    /// Stores the direction in which a snake leaves its head's cell.
    #[inline]
    pub(crate) fn note_way(&mut self, cell: CellIndex, way: Direction) {
        set_way(&mut self.ways, cell, way);
    }

    /// Clears the directions of cells that are no longer part of a body, so that equal positions have equal bits.
    #[inline]
    pub(crate) fn forget_ways(&mut self, cells: B) {
        self.ways[0] &= !cells;
        self.ways[1] &= !cells;
    }

    /// Removes a snake from the board.
    pub(crate) fn remove(&mut self, seat: usize) {
        self.forget_ways(self.bodies[seat]);
        self.bodies[seat] = B::EMPTY;
        self.alive &= !(1 << seat);
    }

    /// The segments of a living snake, head first.
    pub(crate) fn body(&self, terrain: &Terrain<B>, seat: usize) -> Vec<Point> {
        let snake = &self.snakes[seat];
        let mut cells = vec![snake.tail; snake.stack.into()];
        let mut cell = snake.tail;
        while cells.len() < usize::from(snake.length) {
            cell = terrain.next(cell, self.way(cell));
            debug_assert_ne!(cell, OUTSIDE, "a body stays on the board");
            cells.push(cell);
        }
        cells.iter().rev().map(|cell| Terrain::<B>::point_of(*cell)).collect()
    }

    /// The move of a snake without an answer: straight ahead, or up if its head is on its neck.
    pub(crate) fn straight(&self, seat: usize) -> Direction {
        self.snakes[seat].facing.unwrap_or(Direction::Up)
    }

    /// Whether the snake would die in a head-to-head collision with the other.
    pub(crate) const fn yields_to(&self, seat: usize, other: usize) -> bool {
        self.snakes[seat].length <= self.snakes[other].length
    }

    /// A hash of the position.
    pub(crate) fn hash(&self) -> u64 {
        let mut hash = GOLDEN_RATIO;
        let mut add = |word: u64| {
            let wide = u128::from(hash ^ word) * HASH_MULTIPLIER;
            hash = (wide >> 64) as u64 ^ wide as u64;
        };
        self.food
            .words()
            .chain(self.ways[0].words())
            .chain(self.ways[1].words())
            .for_each(&mut add);
        for seat in self.living() {
            let snake = &self.snakes[seat];
            self.bodies[seat].words().for_each(&mut add);
            let place = u64::from(snake.head) | u64::from(snake.tail) << 16;
            add(place
                | u64::from(snake.stack) << 32
                | (snake.health as u64) << 48
                | (seat as u64) << 56);
        }
        hash
    }
}

#[inline]
fn set_way<B: Bitboard>(ways: &mut [B; 2], cell: CellIndex, way: Direction) {
    let bit = B::of(cell);
    if way.index() & 1 != 0 {
        ways[0] |= bit;
    }
    if way.index() & 2 != 0 {
        ways[1] |= bit;
    }
}
