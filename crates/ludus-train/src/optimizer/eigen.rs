//! The axes of a symmetric matrix (Jacobi's method): exact operations in a fixed order, so that they
//! are the same on every machine.

/// A square matrix by rows.
pub(super) type Matrix = Vec<Vec<f64>>;

/// Sweeps over all pairs; matrices of a few dozen rows need fewer than ten.
const SWEEPS: usize = 50;

/// The eigenvalues of a symmetric matrix, and the eigenvectors as the columns of a matrix.
pub(super) fn eigen(matrix: &Matrix) -> (Vec<f64>, Matrix) {
    let n = matrix.len();
    let mut a = matrix.clone();
    let mut vectors = identity(n);
    for _ in 0..SWEEPS {
        let off: f64 =
            (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i][j] * a[i][j]).sum();
        let on: f64 = (0..n).map(|i| a[i][i] * a[i][i]).sum();
        if off <= 1e-30 * on {
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

/// The matrix with ones on the diagonal.
pub(super) fn identity(n: usize) -> Matrix {
    (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect()
}

/// Turns the axes `p` and `q`, `p` the smaller number, so that the two no longer depend on each other (Golub and Van Loan,
/// section 8.5).
fn rotate(a: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
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
    fn a_known_matrix_has_its_known_axes() {
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
    fn the_axes_give_the_matrix_back() {
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
