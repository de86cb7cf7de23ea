//! The rules once more, as plainly as possible: lists of points and loops.

use ludus_snake::{Cause, Direction, Point, Ruleset};

/// A snake of the slow game.
#[derive(Clone, Debug)]
pub(crate) struct SlowSnake {
    pub(crate) body: Vec<Point>,
    pub(crate) health: i32,
    pub(crate) death: Option<(Cause, Option<usize>)>,
}

/// The slow game.
#[derive(Clone, Debug)]
pub(crate) struct SlowGame {
    pub(crate) ruleset: Ruleset,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) damage: i32,
    pub(crate) snakes: Vec<SlowSnake>,
    pub(crate) food: Vec<Point>,
    pub(crate) hazards: Vec<Point>,
}

impl SlowGame {
    fn living(&self) -> Vec<usize> {
        (0..self.snakes.len()).filter(|i| self.snakes[*i].death.is_none()).collect()
    }

    fn kill(&mut self, snake: usize, cause: Cause, by: Option<usize>) {
        self.snakes[snake].death = Some((cause, by));
    }

    /// One turn.
    pub(crate) fn play(&mut self, moves: &[Direction]) {
        self.move_all(moves);
        for i in self.living() {
            self.snakes[i].health -= 1;
        }
        self.hurt();
        self.feed();
        self.eliminate();
        if matches!(self.ruleset, Ruleset::Constrictor | Ruleset::WrappedConstrictor) {
            self.constrict();
        }
    }

    fn move_all(&mut self, moves: &[Direction]) {
        let wraps = matches!(self.ruleset, Ruleset::Wrapped | Ruleset::WrappedConstrictor);
        for i in self.living() {
            let mut head = self.snakes[i].body[0].step(moves[i]);
            if wraps {
                head.x = (head.x + self.width) % self.width;
                head.y = (head.y + self.height) % self.height;
            }
            self.snakes[i].body.insert(0, head);
            self.snakes[i].body.pop();
        }
    }

    fn hurt(&mut self) {
        for i in self.living() {
            let head = self.snakes[i].body[0];
            for hazard in self.hazards.clone() {
                if hazard != head || self.food.contains(&head) {
                    continue;
                }
                let health = (self.snakes[i].health - self.damage).clamp(0, 100);
                self.snakes[i].health = health;
                if health <= 0 {
                    self.kill(i, Cause::Hazard, None);
                }
            }
        }
    }

    fn feed(&mut self) {
        let mut eaten = Vec::new();
        for i in self.living() {
            let snake = &mut self.snakes[i];
            if self.food.contains(&snake.body[0]) {
                eaten.push(snake.body[0]);
                snake.health = 100;
                snake.body.push(*snake.body.last().unwrap());
            }
        }
        self.food.retain(|food| !eaten.contains(food));
    }

    fn eliminate(&mut self) {
        for i in self.living() {
            let head = self.snakes[i].body[0];
            let inside = (0..self.width).contains(&head.x) && (0..self.height).contains(&head.y);
            if self.snakes[i].health <= 0 {
                self.kill(i, Cause::OutOfHealth, None);
            } else if !inside {
                self.kill(i, Cause::Wall, None);
            }
        }
        let living = self.living();
        let mut by_length = living.clone();
        by_length.sort_by_key(|i| std::cmp::Reverse(self.snakes[*i].body.len()));
        let mut deaths = Vec::new();
        for i in living {
            let head = self.snakes[i].body[0];
            let length = self.snakes[i].body.len();
            let in_body = |other: &usize| self.snakes[*other].body[1..].contains(&head);
            let lost_head = |other: &usize| {
                let other = &self.snakes[*other].body;
                other[0] == head && length <= other.len()
            };
            let others = || by_length.iter().copied().filter(|other| *other != i);
            if in_body(&i) {
                deaths.push((i, Cause::SelfCollision, i));
            } else if let Some(other) = others().find(|o| in_body(o)) {
                deaths.push((i, Cause::Body, other));
            } else if let Some(other) = others().find(|o| lost_head(o)) {
                deaths.push((i, Cause::HeadToHead, other));
            }
        }
        for (i, cause, by) in deaths {
            self.kill(i, cause, Some(by));
        }
    }

    fn constrict(&mut self) {
        self.food.clear();
        for i in self.living() {
            let snake = &mut self.snakes[i];
            snake.health = 100;
            let last = snake.body.len() - 1;
            if snake.body[last] != snake.body[last - 1] {
                snake.body.push(snake.body[last]);
            }
        }
    }
}
