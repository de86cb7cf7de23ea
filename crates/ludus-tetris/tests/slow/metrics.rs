//! The fourteen metrics, cell by cell.

use super::{Grid, Landed};
use ludus_tetris::{Piece, Rotation};

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
pub(crate) fn metrics(landed: &Landed, piece: Piece, rotation: Rotation) -> [f64; 14] {
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
    ]
}

fn wells(heights: &[usize], wall: usize) -> usize {
    let mut sum = 0;
    for column in 0..heights.len() {
        let left = if column == 0 { wall } else { heights[column - 1] };
        let right = if column + 1 == heights.len() { wall } else { heights[column + 1] };
        sum += left.min(right).saturating_sub(heights[column]);
    }
    sum
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
