//! Eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's method (Golub and Van Loan, "Matrix Computations",
//! fourth edition 2013, section 8.5). It uses only basic operations in a fixed order, so the result is the same on
//! every machine.

/// A square matrix, by rows.
pub(super) type SquareMatrix = Vec<Vec<f64>>;

/// The most sweeps over all pairs of axes. Matrices of a few dozen rows need fewer than ten.
const MAX_SWEEPS: usize = 50;
/// A matrix counts as diagonal when the squares beside the diagonal add up to this share of those on it, or less. The
/// square of the precision of an `f64`, 2^-52, is 5e-32.
const DIAGONAL: f64 = 1e-30;

/// The eigenvalues of a symmetric matrix, and the eigenvectors as the columns of a matrix.
pub(super) fn eigen(matrix: &SquareMatrix) -> (Vec<f64>, SquareMatrix) {
    let n = matrix.len();
    let mut a = matrix.clone();
    let mut vectors = identity(n);
    for _ in 0..MAX_SWEEPS {
        let off: f64 =
            (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i][j] * a[i][j]).sum();
        let on: f64 = (0..n).map(|i| a[i][i] * a[i][i]).sum();
        if off <= DIAGONAL * on {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut vectors, p, q);
            }
        }
    }
    ((0..n).map(|i| a[i][i]).collect(), vectors)
}

/// The identity matrix.
pub(super) fn identity(n: usize) -> SquareMatrix {
    (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect()
}

/// Rotates the axes `p` and `q` so that the element at their crossing becomes 0. `p` is less than `q`.
fn rotate(a: &mut SquareMatrix, vectors: &mut SquareMatrix, p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let sign = if theta >= 0.0 { 1.0 } else { -1.0 };
    let t = sign / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for row in a.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
    let (above, below) = a.split_at_mut(q);
    for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
    for row in vectors.iter_mut() {
        (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_matrix_has_its_known_eigenvectors() {
        // Eigenvalues 1 and 3, along (1, −1) and (1, 1).
        let (values, vectors) = eigen(&vec![vec![2.0, 1.0], vec![1.0, 2.0]]);
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        assert!((sorted[0] - 1.0).abs() < 1e-12 && (sorted[1] - 3.0).abs() < 1e-12);
        let three = values.iter().position(|value| *value > 2.0).unwrap();
        assert!((vectors[0][three].abs() - 0.5_f64.sqrt()).abs() < 1e-12);
        assert!((vectors[0][three] - vectors[1][three]).abs() < 1e-12);
    }

    #[test]
    fn eigenvalues_and_eigenvectors_give_the_matrix_back() {
        let matrix = vec![
            vec![4.0, 1.0, -2.0, 0.5],
            vec![1.0, 3.0, 0.0, 1.5],
            vec![-2.0, 0.0, 5.0, 0.25],
            vec![0.5, 1.5, 0.25, 2.0],
        ];
        let (values, vectors) = eigen(&matrix);
        for i in 0..4 {
            for j in 0..4 {
                let sum: f64 = (0..4).map(|k| vectors[i][k] * values[k] * vectors[j][k]).sum();
                assert!((sum - matrix[i][j]).abs() < 1e-12, "{i} {j}: {sum}");
            }
        }
    }
}
