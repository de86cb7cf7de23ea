//! The turn as a list of stages, on states that no match reaches: bodies that overlap, gaps, no snakes, any number of them.
//!
//! The stages, their names and their order are those of the official rules. Everything is a list of points, which is slow
//! and takes every state; ordinary states are played by the rules of the matches.

use serde::Deserialize;

use crate::api::{ApiBoard, Battlesnake};
use crate::geometry::{Direction, Point};
use crate::rules::{FULL_HEALTH, Ruleset};
use crate::turn::Cause;

/// One stage of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum TurnStage {
    /// The game is over if fewer than two snakes live.
    #[serde(rename = "game_over.standard")]
    GameOver,
    /// The game is over if no snake lives.
    #[serde(rename = "game_over.solo_snake")]
    GameOverSolo,
    /// Heads move, tails follow.
    #[serde(rename = "movement.standard")]
    Move,
    /// The same on a board whose edges are connected.
    #[serde(rename = "movement.wrap_boundaries")]
    MoveWrapped,
    /// Health falls by one.
    #[serde(rename = "starvation.standard")]
    Starve,
    /// Hazards hurt.
    #[serde(rename = "hazard_damage.standard")]
    Hurt,
    /// Snakes eat.
    #[serde(rename = "feed_snakes.standard")]
    Feed,
    /// Snakes are eliminated.
    #[serde(rename = "elimination.standard")]
    Eliminate,
    /// All food goes.
    #[serde(rename = "spawn_food.no_food")]
    RemoveFood,
    /// Snakes grow.
    #[serde(rename = "modify_snakes.always_grow")]
    Grow,
}

impl TurnStage {
    /// The stages of a turn by these rules.
    pub(super) fn of(ruleset: Ruleset, solo: bool) -> Vec<Self> {
        let over = if solo { Self::GameOverSolo } else { Self::GameOver };
        let moved = if ruleset.wraps() { Self::MoveWrapped } else { Self::Move };
        let mut stages = vec![over, moved, Self::Starve, Self::Hurt, Self::Feed, Self::Eliminate];
        if ruleset.grows() {
            stages.extend([Self::RemoveFood, Self::Grow]);
        }
        stages
    }
}

/// What cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum StageError {
    #[error("no move for snake {0:?}")]
    NoMove(String),
    #[error("snake {0:?} has no body")]
    EmptyBody(String),
}

/// An elimination: of which snake of the board, why, and by which other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SnakeElimination {
    pub(super) snake: usize,
    pub(super) cause: Cause,
    pub(super) by: Option<usize>,
}

/// A turn under way.
pub(super) struct StagedTurn<'a> {
    board: ApiBoard,
    /// The snakes that live, as numbers on the board.
    living: Vec<usize>,
    damage: i64,
    /// The moves by id; `None` goes straight on.
    moves: &'a [(String, Option<Direction>)],
    eliminated: Vec<SnakeElimination>,
}

impl<'a> StagedTurn<'a> {
    pub(super) fn new(
        board: &ApiBoard,
        damage: i64,
        moves: &'a [(String, Option<Direction>)],
    ) -> Self {
        let lives = |n: &usize| board.snakes[*n].eliminated_cause.is_empty();
        let living = (0..board.snakes.len()).filter(lives).collect();
        Self { board: board.clone(), living, damage, moves, eliminated: Vec::new() }
    }

    /// Runs the stages up to one that ends the game. Returns whether one did.
    pub(super) fn run(&mut self, stages: &[TurnStage]) -> Result<bool, StageError> {
        for stage in stages {
            match stage {
                TurnStage::GameOver if self.living.len() < 2 => return Ok(true),
                TurnStage::GameOverSolo if self.living.is_empty() => return Ok(true),
                TurnStage::GameOver | TurnStage::GameOverSolo => {}
                TurnStage::Feed => self.feed(),
                TurnStage::RemoveFood => self.board.food.clear(),
                TurnStage::Grow => self.grow()?,
                // Without moves, a game only begins.
                _ if self.moves.is_empty() => {}
                TurnStage::Move => self.advance(false)?,
                TurnStage::MoveWrapped => self.advance(true)?,
                TurnStage::Starve => self.each(|snake| snake.health -= 1),
                TurnStage::Hurt => self.hurt()?,
                TurnStage::Eliminate => self.eliminate()?,
            }
        }
        Ok(false)
    }

    /// The board with the snakes that live, and the eliminations in their order.
    pub(super) fn finish(self) -> (ApiBoard, Vec<SnakeElimination>) {
        let Self { mut board, living, mut eliminated, .. } = self;
        let mut number = 0;
        board.snakes.retain(|_| {
            number += 1;
            living.contains(&(number - 1))
        });
        for snake in &mut board.snakes {
            snake.head = snake.body.first().copied();
            snake.length = snake.body.len();
        }
        eliminated.sort_by_key(|elimination| elimination.snake);
        (board, eliminated)
    }

    fn each(&mut self, change: impl Fn(&mut Battlesnake)) {
        for n in &self.living {
            change(&mut self.board.snakes[*n]);
        }
    }

    /// The head of a snake.
    fn head(&self, n: usize) -> Result<Point, StageError> {
        let snake = &self.board.snakes[n];
        snake.body.first().copied().ok_or_else(|| StageError::EmptyBody(snake.id.clone()))
    }

    fn advance(&mut self, wraps: bool) -> Result<(), StageError> {
        for n in self.living.clone() {
            let head = self.head(n)?;
            let snake = &self.board.snakes[n];
            let given = self.moves.iter().find(|(id, _)| *id == snake.id);
            let (_, direction) = given.ok_or_else(|| StageError::NoMove(snake.id.clone()))?;
            let neck = snake.body.get(1);
            let straight = neck.and_then(|neck| Direction::between(*neck, head));
            let mut next = head.step(direction.or(straight).unwrap_or(Direction::Up));
            if wraps {
                next.x = next.x.rem_euclid(self.board.width.max(1) as i32);
                next.y = next.y.rem_euclid(self.board.height.max(1) as i32);
            }
            let body = &mut self.board.snakes[n].body;
            body.pop();
            body.insert(0, next);
        }
        Ok(())
    }

    fn hurt(&mut self) -> Result<(), StageError> {
        for n in self.living.clone() {
            let head = self.head(n)?;
            if self.board.food.contains(&head) {
                continue;
            }
            let hazards = self.board.hazards.iter().filter(|hazard| **hazard == head).count();
            let full = i64::from(FULL_HEALTH);
            for _ in 0..hazards {
                let snake = &mut self.board.snakes[n];
                snake.health = (snake.health - self.damage).clamp(0, full);
                if snake.health <= 0 {
                    self.out(SnakeElimination { snake: n, cause: Cause::Hazard, by: None });
                    break;
                }
            }
        }
        Ok(())
    }

    fn feed(&mut self) {
        let mut eaten = Vec::new();
        for food in &self.board.food {
            for n in &self.living {
                let snake = &mut self.board.snakes[*n];
                if snake.body.first() == Some(food) {
                    snake.body.extend(snake.body.last().copied());
                    snake.health = FULL_HEALTH.into();
                    eaten.push(*food);
                }
            }
        }
        self.board.food.retain(|food| !eaten.contains(food));
    }

    fn grow(&mut self) -> Result<(), StageError> {
        for n in self.living.clone() {
            self.head(n)?;
            let snake = &mut self.board.snakes[n];
            snake.health = FULL_HEALTH.into();
            let tail = snake.body.len() - 1;
            if tail == 0 || snake.body[tail] != snake.body[tail - 1] {
                snake.body.push(snake.body[tail]);
            }
        }
        Ok(())
    }

    fn eliminate(&mut self) -> Result<(), StageError> {
        let (width, height) = (self.board.width, self.board.height);
        let inside = |point: &Point| {
            (0..width).contains(&point.x.into()) && (0..height).contains(&point.y.into())
        };
        for n in self.living.clone() {
            self.head(n)?;
            let snake = &self.board.snakes[n];
            if snake.health <= 0 {
                self.out(SnakeElimination { snake: n, cause: Cause::OutOfHealth, by: None });
            } else if !snake.body.iter().all(inside) {
                self.out(SnakeElimination { snake: n, cause: Cause::Wall, by: None });
            }
        }
        // All at once: snakes that die here still count for the others.
        let collisions: Vec<_> = self.living.iter().filter_map(|n| self.collision(*n)).collect();
        collisions.into_iter().for_each(|collision| self.out(collision));
        Ok(())
    }

    /// The collision of a snake: with itself, a body or a head, in this order. Among several snakes, the longest counts.
    fn collision(&self, n: usize) -> Option<SnakeElimination> {
        let body = |n: usize| &self.board.snakes[n].body;
        let (head, length) = (body(n)[0], body(n).len());
        if body(n)[1..].contains(&head) {
            return Some(SnakeElimination { snake: n, cause: Cause::SelfCollision, by: Some(n) });
        }
        let mut others: Vec<usize> = self.living.iter().copied().filter(|o| *o != n).collect();
        others.sort_by_key(|other| std::cmp::Reverse(body(*other).len()));
        let in_body = others.iter().find(|other| body(**other)[1..].contains(&head));
        let lost = |other: &&usize| body(**other)[0] == head && length <= body(**other).len();
        let met = in_body.map(|other| (Cause::Body, *other));
        let met = met.or_else(|| others.iter().find(lost).map(|other| (Cause::HeadToHead, *other)));
        met.map(|(cause, other)| SnakeElimination { snake: n, cause, by: Some(other) })
    }

    fn out(&mut self, elimination: SnakeElimination) {
        self.living.retain(|n| *n != elimination.snake);
        self.eliminated.push(elimination);
    }
}
