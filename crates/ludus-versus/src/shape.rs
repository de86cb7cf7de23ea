//! Pieces by their rotation centre: which cells they fill, and which names mean the same cells.

use ludus_tetris::{Piece, Rotation};

/// A cell relative to a centre, or a centre on the board: columns to the right, rows up.
pub type Offset = (i8, i8);

/// The cells of the spawn shapes around their SRS rotation centre, in the order of [`Piece::ALL`].
const NORTH: [[Offset; 4]; 7] = [
    [(-1, 0), (0, 0), (1, 0), (2, 0)],  // I
    [(0, 0), (1, 0), (0, 1), (1, 1)],   // O
    [(-1, 0), (0, 0), (1, 0), (0, 1)],  // T
    [(-1, 0), (0, 0), (0, 1), (1, 1)],  // S
    [(-1, 1), (0, 1), (0, 0), (1, 0)],  // Z
    [(-1, 0), (0, 0), (1, 0), (-1, 1)], // J
    [(-1, 0), (0, 0), (1, 0), (1, 1)],  // L
];

static CELLS: [[[Offset; 4]; 4]; 7] = turned_cells();

/// An offset around the centre after clockwise quarter turns.
#[must_use]
pub const fn turned((x, y): Offset, rotation: Rotation) -> Offset {
    match rotation {
        Rotation::R0 => (x, y),
        Rotation::R1 => (y, -x),
        Rotation::R2 => (-x, -y),
        Rotation::R3 => (-y, x),
    }
}

const fn turned_cells() -> [[[Offset; 4]; 4]; 7] {
    let mut table = [[[(0, 0); 4]; 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut rotation = 0;
        while rotation < 4 {
            let mut cell = 0;
            while cell < 4 {
                table[piece][rotation][cell] = turned(NORTH[piece][cell], Rotation::ALL[rotation]);
                cell += 1;
            }
            rotation += 1;
        }
        piece += 1;
    }
    table
}

/// The cells of a piece around its centre.
#[must_use]
pub const fn cells(piece: Piece, rotation: Rotation) -> &'static [Offset; 4] {
    &CELLS[piece.index()][rotation.index()]
}

/// Where a piece lies: its rotation and its centre.
///
/// Several places can have the same cells. [`Place::canonical`] is the one name that they share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// How the piece is turned.
    pub rotation: Rotation,
    /// The column of the centre.
    pub x: i8,
    /// The row of the centre, 0 at the bottom.
    pub y: i8,
}

impl Place {
    /// The place that a list is filled with before it has others.
    pub(crate) const NONE: Self = Self::new(Rotation::R0, 0, 0);

    /// A place by its parts.
    #[must_use]
    pub const fn new(rotation: Rotation, x: i8, y: i8) -> Self {
        Self { rotation, x, y }
    }

    /// The same cells under the one name that all places with these cells share.
    ///
    /// ```
    /// use ludus_tetris::{Piece, Rotation};
    /// use ludus_versus::shape::Place;
    /// let standing = Place::new(Rotation::R3, 4, 5);
    /// assert_eq!(standing.canonical(Piece::I), Place::new(Rotation::R1, 4, 6));
    /// assert_eq!(standing.canonical(Piece::T), standing);
    /// ```
    #[must_use]
    pub const fn canonical(self, piece: Piece) -> Self {
        let Self { rotation, x, y } = self;
        let (rotation, x, y) = match (piece, rotation) {
            (Piece::O, Rotation::R1) => (Rotation::R0, x, y - 1),
            (Piece::O, Rotation::R2) => (Rotation::R0, x - 1, y - 1),
            (Piece::O, Rotation::R3) => (Rotation::R0, x - 1, y),
            (Piece::S | Piece::Z, Rotation::R2) => (Rotation::R0, x, y - 1),
            (Piece::S | Piece::Z, Rotation::R3) => (Rotation::R1, x - 1, y),
            (Piece::I, Rotation::R2) => (Rotation::R0, x - 1, y),
            (Piece::I, Rotation::R3) => (Rotation::R1, x, y + 1),
            _ => (rotation, x, y),
        };
        Self { rotation, x, y }
    }

    /// The four cells of a piece here, each (column, row).
    #[must_use]
    pub fn cells(self, piece: Piece) -> [Offset; 4] {
        cells(piece, self.rotation).map(|(dx, dy)| (self.x + dx, self.y + dy))
    }
}

/// The name of a rotation: the side that the top of the spawn shape points to.
#[must_use]
pub const fn side(rotation: Rotation) -> &'static str {
    match rotation {
        Rotation::R0 => "north",
        Rotation::R1 => "east",
        Rotation::R2 => "south",
        Rotation::R3 => "west",
    }
}

/// The rotation with this name.
#[must_use]
pub fn from_side(name: &str) -> Option<Rotation> {
    Rotation::ALL.into_iter().find(|rotation| side(*rotation) == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(place: Place, piece: Piece) -> [Offset; 4] {
        let mut cells = place.cells(piece);
        cells.sort_unstable();
        cells
    }

    #[test]
    fn a_canonical_place_has_the_same_cells_and_is_its_own_name() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                let place = Place::new(rotation, 4, 10);
                let canonical = place.canonical(piece);
                assert_eq!(sorted(canonical, piece), sorted(place, piece), "{piece} {rotation}");
                assert_eq!(canonical.canonical(piece), canonical);
                assert_eq!(canonical.rotation, piece.canonical(rotation));
            }
        }
    }

    #[test]
    fn a_t_turned_clockwise_points_right() {
        assert_eq!(cells(Piece::T, Rotation::R1), &[(0, 1), (0, 0), (0, -1), (1, 0)]);
    }
}
