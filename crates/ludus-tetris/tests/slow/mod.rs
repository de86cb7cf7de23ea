//! Tetris once more, slow and obvious: a grid of cells, no bits, nothing computed in advance.
//!
//! The tests compare the crate with this. It shares no code with it beyond names and chance.

pub(crate) mod game;
pub(crate) mod metrics;

use ludus_tetris::{Piece, Placement, Rotation};

/// The shapes as pictures, by piece and rotation.
pub(crate) fn picture(piece: Piece, rotation: Rotation) -> &'static [&'static str] {
    use Rotation::{R0, R1, R2, R3};
    match (piece, rotation) {
        (Piece::I, R0 | R2) => &["####"],
        (Piece::I, R1 | R3) => &["#", "#", "#", "#"],
        (Piece::O, _) => &["##", "##"],
        (Piece::T, R0) => &[".#.", "###"],
        (Piece::T, R1) => &["#.", "##", "#."],
        (Piece::T, R2) => &["###", ".#."],
        (Piece::T, R3) => &[".#", "##", ".#"],
        (Piece::S, R0 | R2) => &[".##", "##."],
        (Piece::S, R1 | R3) => &["#.", "##", ".#"],
        (Piece::Z, R0 | R2) => &["##.", ".##"],
        (Piece::Z, R1 | R3) => &[".#", "##", "#."],
        (Piece::J, R0) => &["#..", "###"],
        (Piece::J, R1) => &["##", "#.", "#."],
        (Piece::J, R2) => &["###", "..#"],
        (Piece::J, R3) => &[".#", ".#", "##"],
        (Piece::L, R0) => &["..#", "###"],
        (Piece::L, R1) => &["#.", "#.", "##"],
        (Piece::L, R2) => &["###", "#.."],
        (Piece::L, R3) => &["##", ".#", ".#"],
    }
}

/// The cells of a shape as (column, row from its lowest row).
pub(crate) fn cells(piece: Piece, rotation: Rotation) -> Vec<(usize, usize)> {
    let picture = picture(piece, rotation);
    let mut cells = Vec::new();
    for (number, row) in picture.iter().enumerate() {
        for (column, cell) in row.chars().enumerate() {
            if cell == '#' {
                cells.push((column, picture.len() - 1 - number));
            }
        }
    }
    cells
}

/// The rotations whose pictures differ from those before them.
pub(crate) fn rotations(piece: Piece) -> Vec<Rotation> {
    let mut distinct: Vec<Rotation> = Vec::new();
    for rotation in Rotation::ALL {
        if distinct.iter().all(|&known| picture(piece, known) != picture(piece, rotation)) {
            distinct.push(rotation);
        }
    }
    distinct
}

/// A board: rows of cells, the bottom row first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) rows: Vec<Vec<bool>>,
}

/// What became of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Landed {
    pub(crate) grid: Grid,
    pub(crate) lines: usize,
    pub(crate) row: usize,
    pub(crate) cells_cleared: usize,
    pub(crate) out: bool,
}

impl Grid {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { rows: vec![vec![false; width]; height] }
    }

    pub(crate) fn width(&self) -> usize {
        self.rows[0].len()
    }

    pub(crate) fn height(&self) -> usize {
        self.rows.len()
    }

    /// Top to bottom, as boards are drawn.
    pub(crate) fn text(&self) -> Vec<String> {
        let draw = |row: &Vec<bool>| row.iter().map(|&c| if c { '#' } else { '.' }).collect();
        self.rows.iter().rev().map(draw).collect()
    }

    pub(crate) fn column_height(&self, column: usize) -> usize {
        (0..self.height()).rev().find(|&row| self.rows[row][column]).map_or(0, |row| row + 1)
    }

    fn overlaps(&self, cells: &[(usize, usize)], column: usize, row: usize) -> bool {
        cells.iter().any(|&(x, y)| row + y < self.height() && self.rows[row + y][column + x])
    }

    /// Drops a piece from the top of the board, or from above it.
    pub(crate) fn drop(&self, piece: Piece, placement: Placement, free: bool) -> Option<Landed> {
        let cells = cells(piece, placement.rotation);
        let column = placement.column.index();
        let width = picture(piece, placement.rotation)[0].len();
        let height = picture(piece, placement.rotation).len();
        if column + width > self.width() {
            return None;
        }
        let mut row = if free { self.height() } else { self.height() - height };
        if self.overlaps(&cells, column, row) {
            return None;
        }
        while row > 0 && !self.overlaps(&cells, column, row - 1) {
            row -= 1;
        }
        let mut grid = self.clone();
        for (x, y) in &cells {
            if row + y < self.height() {
                grid.rows[row + y][column + x] = true;
            }
        }
        if row + height > self.height() {
            return Some(Landed { grid, lines: 0, row, cells_cleared: 0, out: true });
        }
        let full = |grid: &Self, row: usize| grid.rows[row].iter().all(|&cell| cell);
        let cells_cleared = cells.iter().filter(|(_, y)| full(&grid, row + y)).count();
        let lines = grid.clear();
        Some(Landed { grid, lines, row, cells_cleared, out: false })
    }

    /// Removes full rows and answers how many there were.
    pub(crate) fn clear(&mut self) -> usize {
        let (width, height) = (self.width(), self.height());
        self.rows.retain(|row| !row.iter().all(|&cell| cell));
        let lines = height - self.rows.len();
        self.rows.resize(height, vec![false; width]);
        lines
    }

    /// Pushes a row of garbage in from below; answers whether a cell was pushed out.
    pub(crate) fn rise(&mut self, hole: usize) -> bool {
        let row = (0..self.width()).map(|column| column != hole).collect();
        self.rows.insert(0, row);
        self.rows.pop().unwrap().contains(&true)
    }

    /// Whether the piece fits at the top in the middle.
    pub(crate) fn spawns(&self, piece: Piece) -> bool {
        let picture = picture(piece, Rotation::R0);
        let column = (self.width() - picture[0].len()) / 2;
        !self.overlaps(&cells(piece, Rotation::R0), column, self.height() - picture.len())
    }
}
