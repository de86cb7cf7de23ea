//! Points and directions: as people and the Battlesnake API name them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::api::tolerant::needed;

/// A cell by its coordinates. `(0, 0)` is the bottom left corner, and up is y + 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    /// The column, from the left.
    #[serde(alias = "X", deserialize_with = "needed")]
    pub x: i32,
    /// The row, from the bottom.
    #[serde(alias = "Y", deserialize_with = "needed")]
    pub y: i32,
}

impl Point {
    /// The point with these coordinates.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// The next point in a direction, ignoring edges.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        Self::new(self.x + dx, self.y + dy)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// What a snake does in one turn.
///
/// ```
/// use ludus_snake::{Direction, Point};
/// assert_eq!(Point::new(3, 3).step(Direction::Up), Point::new(3, 4));
/// assert_eq!("left".parse(), Ok(Direction::Left));
/// assert_eq!(Direction::Left.to_string(), "left");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// y + 1.
    Up,
    /// y − 1.
    Down,
    /// x − 1.
    Left,
    /// x + 1.
    Right,
}

impl Direction {
    /// All directions, in the order in which they are listed everywhere.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The direction's index in [`Direction::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction at this index of [`Direction::ALL`]; only the last two bits count.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index & 3]
    }

    /// How a step changes x and y.
    #[must_use]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::Up => (0, 1),
            Self::Down => (0, -1),
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
        }
    }

    /// The direction as the API writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// The last move of a snake with this head and neck, also across an edge; `None` if its head is on its neck. This
    /// follows the official rules.
    #[must_use]
    pub const fn between(neck: Point, head: Point) -> Option<Self> {
        match (head.x - neck.x, head.y - neck.y) {
            (0, 0) => None,
            (1, _) => Some(Self::Right),
            (-1, _) => Some(Self::Left),
            (_, 1) => Some(Self::Up),
            (_, -1) => Some(Self::Down),
            // More than one step apart: the snake moved across an edge.
            _ if head.x == 0 && neck.x > 0 => Some(Self::Right),
            _ if neck.x == 0 && head.x > 0 => Some(Self::Left),
            _ if head.y == 0 && neck.y > 0 => Some(Self::Up),
            _ if neck.y == 0 && head.y > 0 => Some(Self::Down),
            _ => None,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that is not a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectionError;

impl FromStr for Direction {
    type Err = DirectionError;

    fn from_str(text: &str) -> Result<Self, DirectionError> {
        Self::ALL.into_iter().find(|direction| direction.name() == text).ok_or(DirectionError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The official table of default moves, wrapped boards included.
    #[test]
    fn the_last_move_is_read_from_head_and_neck() {
        let last = |head: (i32, i32), neck: (i32, i32)| {
            Direction::between(Point::new(neck.0, neck.1), Point::new(head.0, head.1))
        };
        assert_eq!(last((2, 2), (2, 2)), None);
        assert_eq!(last((2, 2), (2, 1)), Some(Direction::Up));
        assert_eq!(last((2, 2), (2, 3)), Some(Direction::Down));
        assert_eq!(last((2, 2), (1, 2)), Some(Direction::Right));
        assert_eq!(last((2, 2), (3, 2)), Some(Direction::Left));
        assert_eq!(last((0, 0), (0, 2)), Some(Direction::Up));
        assert_eq!(last((0, 0), (2, 0)), Some(Direction::Right));
        assert_eq!(last((0, 2), (0, 0)), Some(Direction::Down));
        assert_eq!(last((2, 0), (0, 0)), Some(Direction::Left));
    }

    #[test]
    fn directions_are_read_and_written_as_the_api_does() {
        for direction in Direction::ALL {
            assert_eq!(direction.name().parse(), Ok(direction));
            assert_eq!(Direction::from_index(direction.index()), direction);
        }
        assert_eq!("Up".parse::<Direction>(), Err(DirectionError));
    }
}
