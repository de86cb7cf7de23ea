//! The metrics, cell by cell.

use super::{Grid, Landed};
use ludus_tetris::Piece;
use ludus_tetris::Rotation::{self, R0, R1, R2, R3};

/// A cell, with walls and the floor filled and the sky empty.
fn filled(grid: &Grid, column: isize, row: isize) -> bool {
    if column < 0 || column >= grid.width() as isize || row < 0 {
        return true;
    }
    row < grid.height() as isize && grid.rows[row as usize][column as usize]
}

/// Which cells are empty with a filled one above, by column and row.
fn holes(grid: &Grid) -> Vec<Vec<bool>> {
    let column = |column: usize| {
        let top = grid.column_height(column);
        (0..grid.height()).map(|row| row < top && !grid.rows[row][column]).collect()
    };
    (0..grid.width()).map(column).collect()
}

/// All metrics in the order of their table.
pub(crate) fn metrics(landed: &Landed, piece: Piece, rotation: Rotation) -> [f64; 34] {
    let grid = &landed.grid;
    let (width, height) = (grid.width(), grid.height());
    let columns: Vec<usize> = (0..width).map(|column| grid.column_height(column)).collect();
    let holes = holes(grid);
    let piece_height = super::picture(piece, rotation).len();
    [
        columns.iter().sum::<usize>() as f64,
        holes.iter().flatten().filter(|&&hole| hole).count() as f64,
        columns.windows(2).map(|pair| pair[0].abs_diff(pair[1])).sum::<usize>() as f64,
        landed.lines as f64,
        *columns.iter().max().unwrap() as f64,
        wells(&columns, height) as f64,
        row_transitions(grid) as f64,
        column_transitions(grid) as f64,
        landed.row as f64 + (piece_height as f64 - 1.0) / 2.0,
        (landed.lines * landed.cells_cleared) as f64,
        cumulative_wells(grid, *columns.iter().max().unwrap()) as f64,
        hole_depth(grid, &holes) as f64,
        (0..height).filter(|&row| holes.iter().any(|column| column[row])).count() as f64,
        diversity(&columns) as f64,
        near_top(&columns, height) as f64,
        columns.iter().map(|height| height * height).sum::<usize>() as f64,
        steps(&columns, |step| step == 0) as f64,
        steps(&columns, |step| step.abs() == 2) as f64,
        steps(&columns, |step| step.abs() >= 3) as f64,
        f64::from(steps(&columns, |step| step == 1).min(steps(&columns, |step| step == -1)) > 0),
        f64::from(columns.windows(2).any(|w| w[0] == w[1])),
        f64::from(columns.windows(3).any(|w| w[0] == w[1] && w[1] == w[2])),
        ways_of(&columns, &[(Piece::S, R0)]).min(1.0)
            + ways_of(&columns, &[(Piece::Z, R0)]).min(1.0),
        ways_of(&columns, &[(Piece::T, R2)]).min(1.0),
        ways_of(&columns, &[(Piece::L, R3)]).min(1.0)
            + ways_of(&columns, &[(Piece::J, R1)]).min(1.0),
        (well(&columns, 0, height) + well(&columns, width - 1, height)) as f64,
        (0..width).filter(|&column| well(&columns, column, height) >= 3).count() as f64,
        (0..width).map(|column| well(&columns, column, height)).max().unwrap() as f64,
        hole_rows(&holes).last().copied().unwrap_or(0) as f64,
        Piece::ALL.iter().filter(|piece| ways(&columns, **piece) > 0).count() as f64,
        ready_rows(grid, &holes) as f64,
        hole_rows(&holes).iter().sum::<usize>() as f64,
        middle_height(&columns),
        (ways(&columns, Piece::S).min(3) + ways(&columns, Piece::Z).min(3)) as f64,
    ]
}

/// By how much the stack reaches into the five highest rows, squared.
fn near_top(heights: &[usize], height: usize) -> usize {
    let reaches = (heights.iter().max().unwrap() + 5).saturating_sub(height);
    reaches * reaches
}

/// How many differences of neighbouring heights are like this.
fn steps(heights: &[usize], like: impl Fn(isize) -> bool) -> usize {
    heights.windows(2).filter(|pair| like(pair[1] as isize - pair[0] as isize)).count()
}

/// The numbers of the rows with holes, the bottom row is 1.
fn hole_rows(holes: &[Vec<bool>]) -> Vec<usize> {
    (0..holes[0].len())
        .filter(|&row| holes.iter().any(|column| column[row]))
        .map(|row| row + 1)
        .collect()
}

/// In how many places a rotation of a piece lies on all columns below it.
fn ways_of(heights: &[usize], rotations: &[(Piece, Rotation)]) -> f64 {
    let mut count = 0;
    for &(piece, rotation) in rotations {
        let cells = super::cells(piece, rotation);
        let width = super::picture(piece, rotation)[0].len();
        let bottom = |x: usize| {
            cells.iter().filter(|cell| cell.0 == x).map(|cell| cell.1 as isize).min().unwrap()
        };
        for left in 0..=heights.len() - width {
            let row = |x: usize| heights[left + x] as isize - bottom(x);
            count += usize::from((0..width).all(|x| row(x) == row(0)));
        }
    }
    count as f64
}

/// In how many places and rotations a piece leaves no hole.
fn ways(heights: &[usize], piece: Piece) -> usize {
    let rotations: Vec<_> = super::rotations(piece).into_iter().map(|r| (piece, r)).collect();
    ways_of(heights, &rotations) as usize
}

/// Rows with one empty cell that is no hole.
fn ready_rows(grid: &Grid, holes: &[Vec<bool>]) -> usize {
    let empty = |row: usize| (0..grid.width()).filter(move |&column| !grid.rows[row][column]);
    (0..grid.height())
        .filter(|&row| empty(row).count() == 1)
        .filter(|&row| empty(row).all(|column| !holes[column][row]))
        .count()
}

fn middle_height(heights: &[usize]) -> f64 {
    let last = heights.len() - 1;
    let middle = heights[last / 2] + heights[last.div_ceil(2)];
    middle as f64 - (heights[0] + heights[last]) as f64
}

/// How much lower a column is than both its neighbours.
fn well(heights: &[usize], column: usize, wall: usize) -> usize {
    let left = if column == 0 { wall } else { heights[column - 1] };
    let right = heights.get(column + 1).copied().unwrap_or(wall);
    left.min(right).saturating_sub(heights[column])
}

fn wells(heights: &[usize], wall: usize) -> usize {
    (0..heights.len()).map(|column| well(heights, column, wall)).sum()
}

fn row_transitions(grid: &Grid) -> usize {
    let mut count = 0;
    for row in 0..grid.height() as isize {
        for column in 0..=grid.width() as isize {
            count += usize::from(filled(grid, column - 1, row) != filled(grid, column, row));
        }
    }
    count
}

fn column_transitions(grid: &Grid) -> usize {
    let mut count = 0;
    for column in 0..grid.width() as isize {
        for row in 0..=grid.height() as isize {
            count += usize::from(filled(grid, column, row - 1) != filled(grid, column, row));
        }
    }
    count
}

fn cumulative_wells(grid: &Grid, tallest: usize) -> usize {
    let mut sum = 0;
    for column in 0..grid.width() as isize {
        for row in 0..tallest as isize {
            let between = filled(grid, column - 1, row) && filled(grid, column + 1, row);
            if between && !filled(grid, column, row) {
                let mut below = row;
                while !filled(grid, column, below) {
                    sum += 1;
                    below -= 1;
                }
            }
        }
    }
    sum
}

fn hole_depth(grid: &Grid, holes: &[Vec<bool>]) -> usize {
    let mut count = 0;
    for (column, holes) in holes.iter().enumerate() {
        let Some(lowest) = holes.iter().position(|&hole| hole) else { continue };
        count += (lowest..grid.height()).filter(|&row| grid.rows[row][column]).count();
    }
    count
}

fn diversity(heights: &[usize]) -> usize {
    let differences: Vec<isize> =
        heights.windows(2).map(|pair| pair[1] as isize - pair[0] as isize).collect();
    (-2..=2).filter(|value| differences.contains(value)).count()
}
