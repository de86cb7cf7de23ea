//! One turn, in the official order: move, health, hazards, food, eliminations.

use serde::{Deserialize, Serialize};

use crate::bitboard::{Bitboard, CellIndex};
use crate::board::{MAX_SNAKES, SnakeBoard};
use crate::geometry::Direction;
use crate::rules::FULL_HEALTH;
use crate::terrain::{OUTSIDE, Terrain};

/// The move of every snake. Entries of dead snakes are ignored.
pub(crate) type JointMove = [Direction; MAX_SNAKES];

/// Why a snake was eliminated, in the official words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// A hazard took the last of its health.
    #[serde(rename = "hazard")]
    Hazard,
    /// It starved.
    #[default]
    #[serde(rename = "out-of-health")]
    OutOfHealth,
    /// It left the board.
    #[serde(rename = "wall-collision")]
    Wall,
    /// It ran into itself.
    #[serde(rename = "snake-self-collision")]
    SelfCollision,
    /// It ran into another's body.
    #[serde(rename = "snake-collision")]
    Body,
    /// It met another's head and was not the longer one.
    #[serde(rename = "head-collision")]
    HeadToHead,
    /// Its bot failed: not an elimination of the official rules.
    #[serde(rename = "forfeit")]
    Forfeit,
}

impl Cause {
    /// The cause as the official rules write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hazard => "hazard",
            Self::OutOfHealth => "out-of-health",
            Self::Wall => "wall-collision",
            Self::SelfCollision => "snake-self-collision",
            Self::Body => "snake-collision",
            Self::HeadToHead => "head-collision",
            Self::Forfeit => "forfeit",
        }
    }
}

/// What happened in a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TurnReport {
    /// The snakes that were eliminated, one bit each.
    pub(crate) dead: u8,
    /// The cause of each elimination.
    pub(crate) causes: [Cause; MAX_SNAKES],
    /// The snake that each of them collided with; the snake itself if there was none.
    pub(crate) by: [u8; MAX_SNAKES],
    /// The snakes that ate, one bit each.
    pub(crate) fed: u8,
}

impl TurnReport {
    fn note(&mut self, seat: usize, cause: Cause, by: usize) {
        self.dead |= 1 << seat;
        self.causes[seat] = cause;
        self.by[seat] = by as u8;
    }
}

impl<B: Bitboard> SnakeBoard<B> {
    /// Plays one turn for all living snakes, without the chance events after it.
    pub(crate) fn play(&mut self, terrain: &Terrain<B>, moves: &JointMove) -> TurnReport {
        let mut report = TurnReport::default();
        for seat in self.living() {
            let on_board = self.advance(terrain, seat, moves[seat]);
            self.tire(terrain, seat, on_board, &mut report);
        }
        self.drop_dead(report.dead);
        self.feed(&mut report);
        self.collide(&mut report);
        if terrain.constrictor {
            self.constrict();
        }
        report
    }

    /// Moves the head one cell and removes the last segment. Returns whether the head is still on the board.
    #[inline]
    fn advance(&mut self, terrain: &Terrain<B>, seat: usize, direction: Direction) -> bool {
        let mut snake = self.snakes[seat];
        let target = terrain.next(snake.head, direction);
        if target == OUTSIDE {
            return false;
        }
        self.note_way(snake.head, direction);
        self.bodies[seat] |= B::of(snake.head);
        if snake.stack > 1 {
            snake.stack -= 1;
        } else {
            let left = B::of(snake.tail);
            snake.tail = terrain.next(snake.tail, self.way(snake.tail));
            self.bodies[seat] &= !left;
            self.forget_ways(left);
        }
        snake.head = target;
        snake.facing = Some(direction);
        self.snakes[seat] = snake;
        true
    }

    /// Reduces health by one, and by the damage of each hazard on the head's cell unless it has food.
    #[inline]
    fn tire(&mut self, terrain: &Terrain<B>, seat: usize, on_board: bool, report: &mut TurnReport) {
        let head = self.snakes[seat].head;
        let mut health = i32::from(self.snakes[seat].health) - 1;
        let mut cause = Cause::OutOfHealth;
        if on_board && terrain.hazards.has(head) && !self.food.has(head) {
            for _ in 0..terrain.stack(head) {
                health = (health - terrain.damage).clamp(0, FULL_HEALTH);
            }
            // In the official rules a snake that starves on a hazard dies of the hazard, even if hazards cause no
            // damage.
            cause = Cause::Hazard;
        }
        self.snakes[seat].health = health as i16;
        let eats = on_board && self.food.has(head);
        if health <= 0 && !eats {
            report.note(seat, cause, seat);
        } else if !on_board {
            report.note(seat, Cause::Wall, seat);
        }
    }

    /// Heads on food: health is restored, and the last segment is doubled. Several heads can eat the same food.
    #[inline]
    fn feed(&mut self, report: &mut TurnReport) {
        let mut eaten = B::EMPTY;
        for seat in self.living() {
            let snake = &mut self.snakes[seat];
            if self.food.has(snake.head) {
                eaten |= B::of(snake.head);
                snake.health = FULL_HEALTH as i16;
                report.fed |= 1 << seat;
                self.grow(seat);
            }
        }
        self.food &= !eaten;
    }

    /// Doubles the last segment, so that the tail stays for one turn.
    fn grow(&mut self, seat: usize) {
        let snake = &mut self.snakes[seat];
        snake.length += 1;
        snake.stack += 1;
        self.bodies[seat] |= B::of(snake.tail);
    }

    /// Head-to-body and head-to-head collisions, all resolved at once: snakes that die here still count for the
    /// others.
    #[inline]
    fn collide(&mut self, report: &mut TurnReport) {
        let mut bodies = B::EMPTY;
        let mut heads = B::EMPTY;
        let mut met = B::EMPTY;
        for seat in self.living() {
            let head = B::of(self.snakes[seat].head);
            bodies |= self.bodies[seat];
            met |= heads & head;
            heads |= head;
        }
        let struck = (heads & bodies) | met;
        if struck.is_empty() {
            return;
        }
        let before = report.dead;
        for seat in self.living() {
            let head = self.snakes[seat].head;
            if struck.has(head)
                && let Some((cause, by)) = self.collision(seat, head)
            {
                report.note(seat, cause, by);
            }
        }
        self.drop_dead(report.dead & !before);
    }

    /// The collision that eliminates the snake, if any: with itself, a body or a head, in this order. Among several
    /// snakes, the longest counts.
    fn collision(&self, seat: usize, head: CellIndex) -> Option<(Cause, usize)> {
        if self.bodies[seat].has(head) {
            return Some((Cause::SelfCollision, seat));
        }
        let longest = |hit: &dyn Fn(usize) -> bool| {
            let others = self.living().filter(|other| *other != seat && hit(*other));
            others.min_by_key(|other| std::cmp::Reverse(self.snakes[*other].length))
        };
        if let Some(other) = longest(&|other| self.bodies[other].has(head)) {
            return Some((Cause::Body, other));
        }
        longest(&|other| self.snakes[other].head == head && self.yields_to(seat, other))
            .map(|other| (Cause::HeadToHead, other))
    }

    /// Constrictor: no food, full health, and snakes whose last two segments differ grow.
    fn constrict(&mut self) {
        self.food = B::EMPTY;
        for seat in self.living() {
            self.snakes[seat].health = FULL_HEALTH as i16;
            if self.snakes[seat].stack == 1 {
                self.grow(seat);
            }
        }
    }

    fn drop_dead(&mut self, dead: u8) {
        if dead == 0 {
            return;
        }
        for seat in 0..MAX_SNAKES {
            if dead & (1 << seat) != 0 {
                self.remove(seat);
            }
        }
    }
}
