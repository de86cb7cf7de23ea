//! Positions drawn in characters, and read back.
//!
//! `.` is a free cell, `*` food, `~` a hazard, `%` food on a hazard. The head of seat 0 is `A`, of seat
//! 1 `B`, and so on. The other segments are arrows that point to the next segment towards the head:
//!
//! ```text
//! . . * .
//! > > A .     a snake of three that went right
//! . . . .
//! ```
//!
//! Lines below the board contain what cannot be drawn: `A length 4 health 97`. Segments beyond the drawn ones are
//! stacked on the tail. Hazards below a snake are not drawn.

use thiserror::Error;

use ludus_core::Seat;

use crate::board::{BodyError, MAX_SNAKES};
use crate::game::{PlacedSnake, Snake};
use crate::geometry::{Direction, Point};
use crate::rules::{FULL_HEALTH, MAX_SIDE, SnakeRules};

/// The greatest length of a drawn snake, in segments: more than the largest board has cells.
const MAX_LENGTH: usize = 999;

/// A drawing that is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DrawingError {
    /// A row is not as long as the first one, or there is none.
    #[error("row {0} is not as wide as the first row")]
    Row(usize),
    /// A character is unknown.
    #[error("{0:?} is not a cell of a drawing")]
    Character(char),
    /// A line below the board cannot be read.
    #[error("{0:?} is not of the form: A length 4 health 97")]
    Line(String),
    /// A snake is impossible.
    #[error("snake {0} {1}")]
    Body(char, BodyError),
}

impl Snake {
    /// The position in characters.
    #[must_use]
    pub fn draw(&self) -> String {
        let (width, height) = (self.terrain.width as usize, self.terrain.height as usize);
        let mut rows = vec![vec!['.'; width]; height];
        let mut put = |p: Point, c: char| rows[height - 1 - p.y as usize][p.x as usize] = c;
        let (food, hazards) = (self.food(), self.hazards());
        hazards.iter().for_each(|p| put(*p, '~'));
        food.iter().for_each(|p| put(*p, if hazards.contains(p) { '%' } else { '*' }));
        let mut lines = String::new();
        for seat in self.living() {
            let body = self.body(seat);
            for pair in body.windows(2).rev().filter(|pair| pair[0] != pair[1]) {
                put(pair[1], arrow(Direction::between(pair[1], pair[0])));
            }
            put(body[0], letter(seat.index()));
            let (length, health) = (body.len(), self.health(seat));
            lines += &format!("{} length {length} health {health}\n", letter(seat.index()));
        }
        let rows =
            rows.iter().map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
        rows.collect::<Vec<_>>().join("\n") + "\n" + &lines
    }

    /// The position of a drawing. The size of the drawing replaces that of the rules.
    ///
    /// # Errors
    /// If the drawing is not a valid position.
    pub fn from_drawing(rules: &SnakeRules, text: &str) -> Result<Self, DrawingError> {
        let is_line = |line: &&str| line.split_whitespace().nth(1) == Some("length");
        let text: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let rows: Vec<Vec<char>> = text
            .iter()
            .filter(|line| !is_line(line))
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .collect();
        let drawing = CharGrid::new(rows)?;
        let mut snakes = drawing.snakes()?;
        for line in text.iter().filter(|line| is_line(line)) {
            apply_line(&mut snakes, line).ok_or_else(|| DrawingError::Line((*line).to_owned()))?;
        }
        let rules = SnakeRules {
            width: drawing.width() as u8,
            height: drawing.rows.len() as u8,
            ..rules.clone()
        };
        let (food, hazards) = (drawing.points("*%"), drawing.points("~%"));
        Self::from_position(rules, 0, &snakes, &food, &hazards)
            .map_err(|(seat, error)| DrawingError::Body(letter(seat), error))
    }

    /// The living seats in order.
    pub(crate) fn living(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::first(self.board.snakes.len()).filter(|seat| self.lives(*seat))
    }
}

fn letter(seat: usize) -> char {
    char::from(b'A' + seat as u8)
}

fn arrow(direction: Option<Direction>) -> char {
    match direction {
        Some(Direction::Up) => '^',
        Some(Direction::Down) => 'v',
        Some(Direction::Left) => '<',
        Some(Direction::Right) => '>',
        None => '?',
    }
}

/// Applies `A length 4 health 97` to the drawn snakes.
fn apply_line(snakes: &mut [PlacedSnake], line: &str) -> Option<()> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, "length", length, "health", health] = words[..] else { return None };
    let seat = name.chars().next().filter(|_| name.len() == 1)? as usize;
    let snake = snakes.get_mut(seat.checked_sub('A' as usize)?)?;
    let tail = *snake.body.last()?;
    snake
        .body
        .resize(length.parse().ok().filter(|n| (snake.body.len()..=MAX_LENGTH).contains(n))?, tail);
    snake.health = health.parse().ok()?;
    Some(())
}

/// The characters of a drawing, rows from top to bottom.
struct CharGrid {
    rows: Vec<Vec<char>>,
}

impl CharGrid {
    fn new(rows: Vec<Vec<char>>) -> Result<Self, DrawingError> {
        let width = rows.first().map_or(0, Vec::len);
        if width == 0 || width > MAX_SIDE.into() || rows.len() > MAX_SIDE.into() {
            return Err(DrawingError::Row(0));
        }
        if let Some(row) = rows.iter().position(|row| row.len() != width) {
            return Err(DrawingError::Row(row));
        }
        let known = |c: &char| ".*~%^v<>".contains(*c) || ('A'..='H').contains(c);
        match rows.iter().flatten().find(|c| !known(c)) {
            Some(c) => Err(DrawingError::Character(*c)),
            None => Ok(Self { rows }),
        }
    }

    fn width(&self) -> usize {
        self.rows[0].len()
    }

    fn at(&self, p: Point) -> char {
        self.rows[self.rows.len() - 1 - p.y as usize][p.x as usize]
    }

    fn points(&self, wanted: &str) -> Vec<Point> {
        let (width, height) = (self.width() as i32, self.rows.len() as i32);
        let all = (0..height).flat_map(|y| (0..width).map(move |x| Point::new(x, y)));
        all.filter(|p| wanted.contains(self.at(*p))).collect()
    }

    /// The drawn snakes, without stacked segments.
    fn snakes(&self) -> Result<Vec<PlacedSnake>, DrawingError> {
        let mut snakes = Vec::new();
        for seat in 0..MAX_SNAKES {
            let Some(&head) = self.points(&letter(seat).to_string()).first() else { break };
            let mut body = vec![head];
            while let Some(next) = self.before(body[body.len() - 1]) {
                if body.contains(&next) {
                    return Err(DrawingError::Body(letter(seat), BodyError::Taken(next)));
                }
                body.push(next);
            }
            snakes.push(PlacedSnake { body, health: FULL_HEALTH });
        }
        Ok(snakes)
    }

    /// The segment whose arrow points here, possibly across an edge.
    fn before(&self, here: Point) -> Option<Point> {
        let (width, height) = (self.width() as i32, self.rows.len() as i32);
        Direction::ALL.into_iter().find_map(|direction| {
            let (dx, dy) = direction.delta();
            let x = (here.x - dx).rem_euclid(width);
            let y = (here.y - dy).rem_euclid(height);
            let from = Point::new(x, y);
            (self.at(from) == arrow(Some(direction))).then_some(from)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Ruleset;

    const BOARD: &str = "
        . . . * . . .
        . > > v . . .
        . ^ . A ~ . .
        . . . . % . .
        . . B < < . .
        . . . . ^ . .
        . . . . . . .
        A length 5 health 90
        B length 6 health 7
    ";

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect()
    }

    #[test]
    fn a_drawing_is_read_and_drawn_again() {
        let game = Snake::from_drawing(&SnakeRules::default(), BOARD).unwrap();
        assert_eq!(lines(&game.draw()), lines(BOARD));
        assert_eq!(game.body(Seat::new(1).unwrap()).len(), 6);
        assert_eq!(game.food().len(), 2);
        assert_eq!(game.hazards().len(), 2);
    }

    #[test]
    fn a_body_may_go_over_an_edge_where_edges_connect() {
        let rules = SnakeRules { ruleset: Ruleset::Wrapped, ..SnakeRules::default() };
        let text = "> A . . . . >\n. . . . . . .";
        let game = Snake::from_drawing(&rules, text).unwrap();
        let expected = [(1, 1), (0, 1), (6, 1)].map(|(x, y)| Point::new(x, y));
        assert_eq!(game.body(Seat::new(0).unwrap()), expected);
        assert!(Snake::from_drawing(&SnakeRules::default(), text).is_err());
    }

    #[test]
    fn what_is_no_drawing_is_refused() {
        let error = |text| Snake::from_drawing(&SnakeRules::default(), text).unwrap_err();
        assert_eq!(error(""), DrawingError::Row(0));
        assert_eq!(error("..\n..."), DrawingError::Row(1));
        assert_eq!(error("A?"), DrawingError::Character('?'));
        assert!(matches!(error("A.\nA length x health 3"), DrawingError::Line(_)));
    }
}
