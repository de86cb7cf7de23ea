//! The program `ludus` with one more Battlesnake bot, `roomy`. It steers to where it has the most room.
//!
//! ```sh
//! cargo run --release -p own-bot -- match snake roomy easy --games 20
//! ```

use std::collections::VecDeque;
use std::process::ExitCode;

use ludus::Program;
use ludus_core::{Bot, BotError, BotInfo, Context, Decision, Game, Insight, Seat, Term};
use ludus_snake::{Direction, Point, Snake, SnakeKit};

fn main() -> ExitCode {
    let info = BotInfo::new("roomy", "steers to where it has the most room", &[]);
    Program::standard().bot::<SnakeKit>(info, |_| Ok(Box::new(Roomy))).run()
}

/// Steers to where it has the most room; between equal directions, to the nearest food.
struct Roomy;

impl Bot<Snake> for Roomy {
    fn decide(
        &mut self,
        game: &Snake,
        seat: Seat,
        _: &Context<'_>,
    ) -> Result<Decision<Direction>, BotError> {
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        let judged = legal.into_iter().map(|direction| judge(game, seat, direction));
        let best = judged.max_by(|a, b| a.score().total_cmp(&b.score()));
        best.map(Judged::decision).ok_or_else(|| BotError::new("there is no direction to choose"))
    }
}

/// A direction and what speaks for it.
struct Judged {
    direction: Direction,
    /// The cells that can be reached.
    room: f64,
    /// Minus the steps to the nearest food.
    food: f64,
}

impl Judged {
    /// A cell of room counts more than any way to food.
    fn score(&self) -> f64 {
        100.0 * self.room + self.food
    }

    /// The terms show up in replays, in the terminal and on the pages.
    fn decision(self) -> Decision<Direction> {
        let terms = vec![Term::new("room", 100.0 * self.room), Term::new("food", self.food)];
        let insight = Insight { score: Some(self.score()), terms, depth: 1, ..Insight::default() };
        Decision { action: self.direction, insight }
    }
}

/// What speaks for a direction. Walls and bodies leave no room at all.
fn judge(game: &Snake, seat: Seat, direction: Direction) -> Judged {
    let board = TakenCells::of(game);
    let Some(&head) = game.body(seat).first() else {
        return Judged { direction, room: 0.0, food: 0.0 };
    };
    let start = head.step(direction);
    let room = board.reachable_from(start) as f64;
    let distance = |food: &Point| (food.x - start.x).abs() + (food.y - start.y).abs();
    let nearest = game.food().iter().map(distance).min().unwrap_or(0);
    Judged { direction, room, food: -f64::from(nearest) }
}

/// The cells that a head must not enter.
struct TakenCells {
    width: i32,
    height: i32,
    taken: Vec<Point>,
}

impl TakenCells {
    fn of(game: &Snake) -> Self {
        let rules = game.rules();
        // The end of a body moves away, unless the snake has just eaten: close enough for a start.
        let without_tail = |seat| {
            let mut body = game.body(seat);
            body.pop();
            body
        };
        let taken = Seat::first(game.seats()).flat_map(without_tail).collect();
        Self { width: rules.width.into(), height: rules.height.into(), taken }
    }

    fn is_free(&self, point: Point) -> bool {
        let on_board = (0..self.width).contains(&point.x) && (0..self.height).contains(&point.y);
        on_board && !self.taken.contains(&point)
    }

    /// How many cells can be reached from here, this one included.
    fn reachable_from(&self, start: Point) -> usize {
        let mut seen: Vec<Point> = Vec::new();
        let mut queue = VecDeque::from([start]);
        while let Some(point) = queue.pop_front() {
            if self.is_free(point) && !seen.contains(&point) {
                seen.push(point);
                queue.extend(Direction::ALL.map(|direction| point.step(direction)));
            }
        }
        seen.len()
    }
}
