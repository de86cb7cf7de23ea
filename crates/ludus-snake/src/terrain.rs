//! The board without its snakes and food: size, edges, hazards, and the rules that apply to it.

use crate::bitboard::{Bitboard, CellIndex};
use crate::geometry::{Direction, Point};
use crate::rules::SnakeRules;

/// No cell: beyond an edge.
pub(crate) const OUTSIDE: CellIndex = CellIndex::MAX;

/// What stays the same from one turn to the next.
#[derive(Clone, Debug)]
pub(crate) struct Terrain<B> {
    pub(crate) width: i32,
    pub(crate) height: i32,
    /// Whether opposite edges are connected.
    pub(crate) wraps: bool,
    /// Whether snakes grow every turn and never starve.
    pub(crate) constrictor: bool,
    /// The damage of each hazard on the head's cell, in health. Negative values heal.
    pub(crate) damage: i32,
    /// Whether the rules put new food on an empty board.
    pub(crate) refills: bool,
    /// All cells of the board.
    pub(crate) all: B,
    /// The cells of one colour, as on a chess board.
    pub(crate) dark: B,
    /// The cells on an edge, once or, in the corners, twice.
    pub(crate) edges: [B; 2],
    /// The cells with at least one hazard.
    pub(crate) hazards: B,
    /// How many hazards are stacked on each cell.
    stacks: Vec<u8>,
    /// The neighbours of each cell by direction.
    next: Vec<[CellIndex; 4]>,
}

impl<B: Bitboard> Terrain<B> {
    /// The terrain of these rules, on a board of this size.
    pub(crate) fn new(rules: &SnakeRules, hazards: &[Point]) -> Self {
        let (width, height) = (i32::from(rules.width), i32::from(rules.height));
        let mut terrain = Self {
            width,
            height,
            wraps: rules.ruleset.wraps(),
            constrictor: rules.ruleset.grows(),
            damage: rules.hazard_damage,
            refills: rules.minimum_food > 0,
            all: B::EMPTY,
            dark: B::EMPTY,
            edges: [B::EMPTY; 2],
            hazards: B::EMPTY,
            stacks: vec![0; B::SIDE * B::SIDE],
            next: vec![[OUTSIDE; 4]; B::SIDE * B::SIDE],
        };
        for y in 0..height {
            for x in 0..width {
                let point = Point::new(x, y);
                let cell = Self::cell_of(point);
                terrain.all |= B::of(cell);
                if (x + y) % 2 == 0 {
                    terrain.dark |= B::of(cell);
                }
                if !terrain.wraps && (x == 0 || x == width - 1) {
                    terrain.edges[0] |= B::of(cell);
                }
                if !terrain.wraps && (y == 0 || y == height - 1) {
                    terrain.edges[1] |= B::of(cell);
                }
                terrain.next[usize::from(cell)] = Direction::ALL
                    .map(|direction| terrain.locate(point.step(direction)).unwrap_or(OUTSIDE));
            }
        }
        terrain.set_hazards(hazards.iter().copied());
        terrain
    }

    /// Replaces all hazards. Repeated points are stacked; points off the board are ignored.
    pub(crate) fn set_hazards(&mut self, hazards: impl IntoIterator<Item = Point>) {
        self.hazards = B::EMPTY;
        self.stacks.fill(0);
        for point in hazards {
            if !self.contains(point) {
                continue;
            }
            let cell = Self::cell_of(point);
            self.hazards |= B::of(cell);
            self.stacks[usize::from(cell)] = self.stacks[usize::from(cell)].saturating_add(1);
        }
    }

    /// All hazards. Stacked hazards appear several times.
    pub(crate) fn hazard_points(&self) -> Vec<Point> {
        let stacked = |cell: CellIndex| vec![Self::point_of(cell); self.stack(cell).into()];
        self.hazards.cells().flat_map(stacked).collect()
    }

    /// How many hazards are stacked on a cell.
    pub(crate) fn stack(&self, cell: CellIndex) -> u8 {
        self.stacks[usize::from(cell)]
    }

    /// Whether the point is on the board.
    pub(crate) const fn contains(&self, point: Point) -> bool {
        point.x >= 0 && point.x < self.width && point.y >= 0 && point.y < self.height
    }

    /// The cell of a point. Beyond an edge it is the cell at the opposite edge if edges are connected, else `None`.
    pub(crate) fn locate(&self, point: Point) -> Option<CellIndex> {
        if self.contains(point) {
            return Some(Self::cell_of(point));
        }
        self.wraps.then(|| {
            let (x, y) = (point.x.rem_euclid(self.width), point.y.rem_euclid(self.height));
            Self::cell_of(Point::new(x, y))
        })
    }

    /// The neighbour of a cell, or [`OUTSIDE`].
    #[inline]
    pub(crate) fn next(&self, cell: CellIndex, direction: Direction) -> CellIndex {
        self.next[usize::from(cell)][direction.index()]
    }

    /// The neighbour of a cell, or the cell itself at an edge.
    #[inline]
    pub(crate) fn next_or_same(&self, cell: CellIndex, direction: Direction) -> CellIndex {
        match self.next(cell, direction) {
            OUTSIDE => cell,
            next => next,
        }
    }

    /// All neighbours of all these cells.
    #[inline]
    pub(crate) fn spread(&self, cells: B) -> B {
        let sides = (cells & B::NOT_LAST).shl(1) | (cells & B::NOT_FIRST).shr(1);
        let mut out = sides | cells.shl(B::SIDE) | cells.shr(B::SIDE);
        if self.wraps {
            out |= self.over_edges(cells);
        }
        out & self.all
    }

    /// What [`Terrain::spread`] adds if edges are connected.
    #[cold]
    fn over_edges(&self, cells: B) -> B {
        let across = self.width as usize - 1;
        let along = (self.height as usize - 1) * B::SIDE;
        let left = cells & !B::NOT_FIRST;
        let right = cells & (!B::NOT_FIRST).shl(across);
        // This shift moves all other rows off the board.
        left.shl(across) | right.shr(across) | cells.shl(along) | cells.shr(along)
    }

    /// The cell of a point on the board.
    pub(crate) const fn cell_of(point: Point) -> CellIndex {
        (point.y as usize * B::SIDE + point.x as usize) as CellIndex
    }

    /// The point of a cell.
    pub(crate) const fn point_of(cell: CellIndex) -> Point {
        Point::new((cell as usize % B::SIDE) as i32, (cell as usize / B::SIDE) as i32)
    }

    /// The distance between two cells in steps, ignoring bodies.
    pub(crate) fn distance(&self, a: CellIndex, b: CellIndex) -> i32 {
        let (a, b) = (Self::point_of(a), Self::point_of(b));
        let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
        if self.wraps { dx.min(self.width - dx) + dy.min(self.height - dy) } else { dx + dy }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitboard::{Bitboard11, Bitboard25};
    use crate::rules::Ruleset;

    fn spreads_as_its_neighbours_say<B: Bitboard>(rules: &SnakeRules) {
        let terrain = Terrain::<B>::new(rules, &[]);
        for cell in terrain.all.cells() {
            let neighbours = Direction::ALL
                .map(|d| terrain.next(cell, d))
                .into_iter()
                .filter(|c| *c != OUTSIDE)
                .fold(B::EMPTY, |set, c| set | B::of(c));
            assert_eq!(terrain.spread(B::of(cell)), neighbours, "{cell} on {rules:?}");
        }
    }

    #[test]
    fn spreading_is_moving_in_all_directions_at_once() {
        for ruleset in [Ruleset::Standard, Ruleset::Wrapped] {
            for (width, height) in [(7, 7), (11, 11), (9, 7), (7, 11)] {
                let rules = SnakeRules { ruleset, width, height, ..SnakeRules::default() };
                spreads_as_its_neighbours_say::<Bitboard11>(&rules);
                spreads_as_its_neighbours_say::<Bitboard25>(&rules);
            }
            for (width, height) in [(25, 25), (19, 8), (12, 24)] {
                let rules = SnakeRules { ruleset, width, height, ..SnakeRules::default() };
                spreads_as_its_neighbours_say::<Bitboard25>(&rules);
            }
        }
    }
}
