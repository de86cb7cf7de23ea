//! The safe zone of royale.

use crate::bitboard::{Bitboard, Bitboard25};
use crate::geometry::{Direction, Point};
use crate::terrain::Terrain;

/// The safe columns and rows, as inclusive bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SafeZone {
    left: i32,
    right: i32,
    bottom: i32,
    top: i32,
}

impl SafeZone {
    /// The smallest zone that contains all cells without a hazard.
    pub(crate) fn without(terrain: &Terrain<Bitboard25>) -> Self {
        let points = (terrain.all & !terrain.hazards).cells().map(Terrain::<Bitboard25>::point_of);
        let start = Self { left: terrain.width, right: -1, bottom: terrain.height, top: -1 };
        points.fold(start, |area, p| Self {
            left: area.left.min(p.x),
            right: area.right.max(p.x),
            bottom: area.bottom.min(p.y),
            top: area.top.max(p.y),
        })
    }

    /// Whether the point is safe.
    pub(crate) const fn has(&self, p: Point) -> bool {
        p.x >= self.left && p.x <= self.right && p.y >= self.bottom && p.y <= self.top
    }

    /// Removes one row or column on the side of this direction.
    pub(crate) const fn shrink(&mut self, side: Direction) {
        match side {
            Direction::Left => self.left += 1,
            Direction::Right => self.right -= 1,
            Direction::Down => self.bottom += 1,
            Direction::Up => self.top -= 1,
        }
    }
}
