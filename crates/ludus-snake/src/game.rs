//! The game as the rest of the program sees it.

use std::sync::Arc;

use ludus_core::{
    Answer, Chance, Figures, Forfeit, Game, Outcome, ParseError, RulesError, Seat, SeatSet,
    Snapshot,
};
use serde::Serialize;

use crate::bitboard::{Bitboard, Bitboard25};
use crate::board::{BodyError, MAX_SNAKES, SnakeBoard};
use crate::geometry::{Direction, Point};
use crate::rules::{FULL_HEALTH, Ruleset, SnakeRules};
use crate::safe_zone::SafeZone;
use crate::setup;
use crate::snapshot::{self, SnakeSnapshot};
use crate::terrain::Terrain;
use crate::turn::{Cause, TurnReport};

/// A game of Battlesnake: the rules and one position.
///
/// Bots clone positions all the time, so a clone allocates nothing: every field is either `Copy` or shared.
#[derive(Clone, Debug)]
pub struct Snake {
    pub(crate) rules: Arc<SnakeRules>,
    pub(crate) terrain: Arc<Terrain<Bitboard25>>,
    pub(crate) board: SnakeBoard<Bitboard25>,
    pub(crate) turn: u32,
    seats: u8,
    /// By seat; those beyond `seats` stay empty.
    records: [SeatRecord; MAX_SNAKES],
    /// Whether the game continues while a single snake lives.
    solo: bool,
    /// royale: the safe zone.
    safe: SafeZone,
}

/// What a seat has done so far.
#[derive(Clone, Debug, Default)]
struct SeatRecord {
    eaten: u32,
    kills: u32,
    death: Option<Arc<Death>>,
}

/// How a snake was eliminated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Death {
    /// The turn in which it died; the first turn is 1.
    pub turn: u32,
    /// Why.
    pub cause: Cause,
    /// The snake that it collided with, which may be itself.
    pub by: Option<Seat>,
    /// The forfeit, if that is the cause.
    pub forfeit: Option<Forfeit>,
    /// Its segments after its last move. The head may be off the board.
    pub body: Vec<Point>,
    /// Its health after its last move.
    pub health: i32,
}

/// A snake of a given position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedSnake {
    /// Its segments, head first.
    pub body: Vec<Point>,
    /// Its health, 0 to 100.
    pub health: i32,
}

impl Snake {
    /// A position in which all these snakes are alive. The rules give the size of the board, which may be smaller
    /// than 7 × 7 here.
    ///
    /// # Errors
    /// If a body is impossible. The error has the number of the snake.
    pub fn from_position(
        rules: SnakeRules,
        turn: u32,
        snakes: &[PlacedSnake],
        food: &[Point],
        hazards: &[Point],
    ) -> Result<Self, (usize, BodyError)> {
        let terrain = Terrain::new(&rules, hazards);
        let mut board = SnakeBoard::empty();
        for (seat, snake) in snakes.iter().enumerate().take(MAX_SNAKES) {
            board
                .place(&terrain, seat, &snake.body, snake.health)
                .map_err(|error| (seat, error))?;
        }
        for point in food.iter().filter(|point| terrain.contains(**point)) {
            board.food |= Bitboard25::of(Terrain::<Bitboard25>::cell_of(*point));
        }
        Ok(Self {
            solo: snakes.len() < 2 || rules.ruleset == Ruleset::Solo,
            seats: snakes.len().min(MAX_SNAKES) as u8,
            records: std::array::from_fn(|_| SeatRecord::default()),
            safe: SafeZone::without(&terrain),
            rules: Arc::new(rules),
            terrain: Arc::new(terrain),
            board,
            turn,
        })
    }

    /// The same position, as a game that continues while one snake lives (solo) or two (not solo).
    #[must_use]
    pub fn with_solo(self, solo: bool) -> Self {
        Self { solo, ..self }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &SnakeRules {
        &self.rules
    }

    fn records(&self) -> &[SeatRecord] {
        &self.records[..self.seats.into()]
    }

    /// Whether the seat's snake lives.
    #[must_use]
    pub const fn lives(&self, seat: Seat) -> bool {
        self.board.lives(seat.index())
    }

    /// The seat's segments, head first. For a dead snake, those after its last move.
    #[must_use]
    pub fn body(&self, seat: Seat) -> Vec<Point> {
        match self.death(seat) {
            Some(death) => death.body.clone(),
            None => self.board.body(&self.terrain, seat.index()),
        }
    }

    /// The seat's health, 0 to 100.
    #[must_use]
    pub fn health(&self, seat: Seat) -> i32 {
        self.death(seat).map_or(self.board.snakes[seat.index()].health.into(), |death| death.health)
    }

    /// The length of the seat's snake.
    #[must_use]
    pub fn length(&self, seat: Seat) -> usize {
        self.death(seat)
            .map_or(self.board.snakes[seat.index()].length.into(), |death| death.body.len())
    }

    /// How the seat's snake was eliminated, if it was.
    #[must_use]
    pub fn death(&self, seat: Seat) -> Option<&Death> {
        self.records[seat.index()].death.as_deref()
    }

    /// How much food the seat has eaten.
    #[must_use]
    pub fn eaten(&self, seat: Seat) -> u32 {
        self.records[seat.index()].eaten
    }

    /// How many other snakes died by a collision with the seat's snake.
    #[must_use]
    pub fn kills(&self, seat: Seat) -> u32 {
        self.records[seat.index()].kills
    }

    /// The food on the board.
    #[must_use]
    pub fn food(&self) -> Vec<Point> {
        self.board.food.cells().map(Terrain::<Bitboard25>::point_of).collect()
    }

    /// The hazards on the board. Stacked hazards appear several times.
    #[must_use]
    pub fn hazards(&self) -> Vec<Point> {
        self.terrain.hazard_points()
    }

    /// Whether the game is over by the official rules, without the turn cap.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.board.alive.count_ones() < if self.solo { 1 } else { 2 }
    }

    /// Plays one turn without the chance events after it: no new food, no shrinking. Seats without an entry move
    /// straight ahead.
    pub fn play(&mut self, moves: &[(Seat, Direction)]) {
        let mut all = [Direction::Up; MAX_SNAKES];
        for seat in self.board.living() {
            all[seat] = self.board.straight(seat);
        }
        for (seat, direction) in moves {
            all[seat.index()] = *direction;
        }
        let before = self.board;
        let report = self.board.play(&self.terrain, &all);
        self.turn += 1;
        self.note(&before, &all, &report);
    }

    /// Records which snakes ate, and which died and why.
    fn note(
        &mut self,
        before: &SnakeBoard<Bitboard25>,
        moves: &[Direction; MAX_SNAKES],
        report: &TurnReport,
    ) {
        for seat in before.living() {
            self.records[seat].eaten += u32::from(report.fed >> seat & 1);
            if report.dead >> seat & 1 == 0 {
                continue;
            }
            let (cause, by) = (report.causes[seat], usize::from(report.by[seat]));
            let met = matches!(cause, Cause::SelfCollision | Cause::Body | Cause::HeadToHead);
            if by != seat {
                self.records[by].kills += 1;
            }
            self.records[seat].death = Some(Arc::new(Death {
                turn: self.turn,
                cause,
                by: Seat::new(by).filter(|_| met),
                forfeit: None,
                body: self.last_body(before, seat, moves[seat], report),
                health: self.board.snakes[seat].health.max(0).into(),
            }));
        }
    }

    /// The segments of a snake that died in this turn, after its move.
    fn last_body(
        &self,
        before: &SnakeBoard<Bitboard25>,
        seat: usize,
        direction: Direction,
        report: &TurnReport,
    ) -> Vec<Point> {
        let mut body = before.body(&self.terrain, seat);
        let beyond = body[0].step(direction);
        let head = self.terrain.locate(beyond).map_or(beyond, Terrain::<Bitboard25>::point_of);
        body.insert(0, head);
        body.pop();
        if report.fed >> seat & 1 != 0 {
            body.extend(body.last().copied());
        }
        body
    }

    fn forfeit(&mut self, seat: Seat, reason: &Forfeit) {
        let body = self.board.body(&self.terrain, seat.index());
        self.records[seat.index()].death = Some(Arc::new(Death {
            turn: self.turn + 1,
            cause: Cause::Forfeit,
            by: None,
            forfeit: Some(reason.clone()),
            body,
            health: self.board.snakes[seat.index()].health.into(),
        }));
        self.board.remove(seat.index());
    }

    /// royale: every `shrink_every` turns the safe zone shrinks by one side.
    fn shrink(&mut self, chance: &mut dyn Chance) {
        let every = self.rules.shrink_every.max(1);
        if self.rules.ruleset != Ruleset::Royale || !self.turn.is_multiple_of(every) {
            return;
        }
        self.safe.shrink(setup::shrinking_side(self.turn / every - 1, chance));
        let (width, height, safe) = (self.terrain.width, self.terrain.height, self.safe);
        let all = (0..width).flat_map(|x| (0..height).map(move |y| Point::new(x, y)));
        Arc::make_mut(&mut self.terrain).set_hazards(all.filter(|point| !safe.has(*point)));
    }

    fn reason(&self) -> Option<String> {
        if self.is_over() {
            let last = self
                .records()
                .iter()
                .filter_map(|record| record.death.as_ref())
                .map(|d| d.turn)
                .max();
            let fallen = Seat::first(self.seats())
                .filter_map(|seat| self.death(seat).map(|death| (seat, death)))
                .filter(|(_, death)| Some(death.turn) == last)
                .map(|(seat, death)| format!("seat {seat} {}", death.cause.name()));
            let fallen: Vec<_> = fallen.collect();
            return Some(format!("{} in turn {}", fallen.join(", "), last.unwrap_or(self.turn)));
        }
        let cap = self.rules.turn_cap;
        (self.turn >= cap).then(|| format!("turn cap of {cap}"))
    }
}

impl Game for Snake {
    type Action = Direction;
    type Rules = SnakeRules;

    const NAME: &'static str = "snake";
    const SEATS: std::ops::RangeInclusive<usize> = 1..=MAX_SNAKES;
    // Duels of strong bots last a few hundred turns.
    const ACTIONS_TO_GO: u32 = 100;

    fn new(rules: &SnakeRules, seats: usize, chance: &mut dyn Chance) -> Result<Self, RulesError> {
        rules.check()?;
        Self::check_seats(seats)?;
        let terrain = Terrain::new(rules, &[]);
        let board = setup::first_board(rules, &terrain, seats, chance);
        Ok(Self {
            solo: seats < 2 || rules.ruleset == Ruleset::Solo,
            seats: seats as u8,
            records: std::array::from_fn(|_| SeatRecord::default()),
            safe: SafeZone::without(&terrain),
            rules: Arc::new(rules.clone()),
            terrain: Arc::new(terrain),
            board,
            turn: 0,
        })
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn to_act(&self) -> SeatSet {
        if self.is_over() || self.turn >= self.rules.turn_cap {
            return SeatSet::EMPTY;
        }
        Seat::first(self.seats()).filter(|seat| self.lives(*seat)).collect()
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Direction>) {
        out.clear();
        if self.to_act().has(seat) {
            out.extend(Direction::ALL);
        }
    }

    fn is_legal(&self, seat: Seat, _: Direction) -> bool {
        self.to_act().has(seat)
    }

    fn apply(&mut self, turn: &[(Seat, Answer<Direction>)], chance: &mut dyn Chance) {
        let mut moves = Vec::with_capacity(turn.len());
        for (seat, answer) in turn {
            match answer {
                Answer::Play(direction) => moves.push((*seat, *direction)),
                Answer::Forfeit(reason) if self.lives(*seat) => self.forfeit(*seat, reason),
                Answer::Forfeit(_) => {}
            }
        }
        self.play(&moves);
        let terrain = &self.terrain;
        setup::spawn_food(&self.rules, terrain, &mut self.board, self.turn, chance);
        self.shrink(chance);
    }

    fn fallback(&self, seat: Seat) -> Option<Direction> {
        Some(self.board.straight(seat.index()))
    }

    fn outcome(&self) -> Option<Outcome> {
        let reason = self.reason()?;
        let survived =
            |record: &SeatRecord| record.death.as_ref().map_or(u32::MAX, |death| death.turn);
        let merits: Vec<u32> = self.records().iter().map(survived).collect();
        Some(Outcome::by_merit(&merits, reason))
    }

    fn figures(&self, seat: Seat, out: &mut Figures) {
        let survived = self.death(seat).map_or(self.turn, |death| death.turn);
        out.push("survived", survived.into());
        out.push("length", self.length(seat) as f64);
        out.push("health", self.health(seat).clamp(0, FULL_HEALTH).into());
        out.push("food", self.eaten(seat).into());
        out.push("kills", self.kills(seat).into());
    }

    fn show(&self, _: Seat, action: Direction) -> String {
        action.to_string()
    }

    fn parse(&self, _: Seat, text: &str) -> Result<Direction, ParseError> {
        direction(text)
    }

    fn check_text(text: &str) -> Result<(), ParseError> {
        direction(text).map(drop)
    }

    fn snapshot(&self) -> Snapshot {
        snapshot::of(self)
    }

    fn view(&self, _seat: Seat) -> impl Serialize {
        SnakeSnapshot::of(self)
    }
}

/// The direction with this name.
fn direction(text: &str) -> Result<Direction, ParseError> {
    text.parse().map_err(|_| ParseError::new(text, "expected up, down, left or right"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does not compile if the type could own memory.
    fn is_copy<T: Copy>(_: &T) {}

    fn is_shared<T>(original: &Arc<T>, copy: &Arc<T>) {
        assert!(Arc::ptr_eq(original, copy));
    }

    #[test]
    fn a_position_is_cloned_without_allocation() {
        let drawing = "A . .\n. . .\n. . B\nA length 1 health 1\nB length 1 health 90";
        let mut game = Snake::from_drawing(&SnakeRules::default(), drawing).unwrap();
        game.play(&[]);
        let copy = game.clone();
        // All fields by name: a new one has to be added here.
        let Snake { rules, terrain, board, turn, seats, records, solo, safe } = &game;
        is_shared(rules, &copy.rules);
        is_shared(terrain, &copy.terrain);
        is_copy(board);
        is_copy(turn);
        is_copy(seats);
        is_copy(solo);
        is_copy(safe);
        for (record, copied) in records.iter().zip(&copy.records) {
            let SeatRecord { eaten, kills, death } = record;
            is_copy(eaten);
            is_copy(kills);
            if let (Some(death), Some(copied)) = (death, &copied.death) {
                is_shared(death, copied);
            }
        }
        assert!(game.death(Seat::FIRST).is_some(), "a dead snake is shared, too");
    }
}
