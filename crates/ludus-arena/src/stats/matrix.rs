//! The few operations on small square matrices that ratings need.

/// A square matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// The sum of the products of the entries.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The product of two matrices.
pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let n = a.len();
    let entry = |i: usize, j: usize| (0..n).map(|k| a[i][k] * b[k][j]).sum();
    (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect()
}

/// Adds `weight · (eₐ − e_b)(eₐ − e_b)ᵀ`, what a difference of two strengths weighs.
pub(super) fn add_difference(matrix: &mut Matrix, (a, b): (usize, usize), weight: f64) {
    matrix[a][a] += weight;
    matrix[b][b] += weight;
    matrix[a][b] -= weight;
    matrix[b][a] -= weight;
}

/// The inverse of a positive definite matrix, by elimination with the greatest pivot.
pub(super) fn invert(mut matrix: Matrix) -> Matrix {
    let n = matrix.len();
    let mut inverse: Matrix =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for column in 0..n {
        let size = |row: usize| matrix[row][column].abs();
        let pivot = (column..n).max_by(|&a, &b| size(a).total_cmp(&size(b))).unwrap_or(column);
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = matrix[column][column];
        matrix[column].iter_mut().for_each(|v| *v /= scale);
        inverse[column].iter_mut().for_each(|v| *v /= scale);
        let (pivot_row, pivot_inverse) = (matrix[column].clone(), inverse[column].clone());
        for row in (0..n).filter(|&row| row != column) {
            let factor = matrix[row][column];
            matrix[row].iter_mut().zip(&pivot_row).for_each(|(v, p)| *v -= factor * p);
            inverse[row].iter_mut().zip(&pivot_inverse).for_each(|(v, p)| *v -= factor * p);
        }
    }
    inverse
}
