//! How far a parameter may be from where it ended: intervals by batch means.
//!
//! The centres of a search follow each other closely, so they are not independent. Their last half is cut into batches; the
//! means of long batches are nearly independent, and their spread says how exact the mean of all is (Alexopoulos and Seila
//! 1998, "Output Data Analysis", in the Handbook of Simulation, section 7.3.1). The interval says how much the search still
//! moved. It does not say whether other values would be as strong.

use super::state::TuneRow;

/// How many batches there are. With ten, 2.262 standard errors are a 95 % interval (Student's t with nine degrees of
/// freedom).
const BATCHES: usize = 10;
const T_95: f64 = 2.262;

/// The rows that count: the last half.
pub(crate) fn last_half(rows: &[TuneRow]) -> &[TuneRow] {
    &rows[rows.len() / 2..]
}

/// The 95 % interval of a parameter by its place, over the last half of these rows; `None` if there are too few.
pub(crate) fn interval(rows: &[TuneRow], place: usize) -> Option<(f64, f64)> {
    let rows = last_half(rows);
    if rows.len() < BATCHES {
        return None;
    }
    let mean = |rows: &[TuneRow]| {
        rows.iter().map(|row| row.values[place]).sum::<f64>() / rows.len() as f64
    };
    // Every row is in a batch, so that the interval is around the mean of all, which is what the run answers.
    let first = |batch: usize| batch * rows.len() / BATCHES;
    let means: Vec<f64> =
        (0..BATCHES).map(|batch| mean(&rows[first(batch)..first(batch + 1)])).collect();
    let centre = mean(rows);
    let squares: f64 = means.iter().map(|mean| (mean - centre) * (mean - centre)).sum();
    let error = (squares / ((BATCHES - 1) * BATCHES) as f64).sqrt();
    Some((centre - T_95 * error, centre + T_95 * error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::gauss;
    use ludus_core::Seed;

    fn rows(values: impl Iterator<Item = f64>) -> Vec<TuneRow> {
        values.map(|value| TuneRow { games: 0, score: 0.5, values: vec![value] }).collect()
    }

    #[test]
    fn the_interval_is_around_the_mean_of_the_last_half() {
        // 15 rows in the last half, the oldest of which are far off.
        let values = (0..30).map(|place| if place < 20 { 0.0 } else { 3.0 });
        let (low, high) = interval(&rows(values), 0).unwrap();
        assert!(((low + high) / 2.0 - 2.0).abs() < 1e-9, "{low} … {high}");
    }

    #[test]
    fn the_interval_covers_the_mean_of_noise_in_19_of_20_runs() {
        let covers = |seed: u64| {
            let mut rng = Seed::new(seed).rng();
            // The first half must not count.
            let first = (0..100).map(|_| 50.0);
            let noise: Vec<f64> = (0..100).map(|_| 3.0 + gauss(&mut rng)).collect();
            let (low, high) = interval(&rows(first.chain(noise)), 0).unwrap();
            (low..=high).contains(&3.0)
        };
        let covered = (0..1000).filter(|seed| covers(*seed)).count();
        // 950 are expected; four standard deviations are 28.
        assert!((922..=978).contains(&covered), "{covered}");
    }

    #[test]
    fn few_rows_have_no_interval() {
        assert_eq!(interval(&rows((0..18).map(f64::from)), 0), None);
        assert!(interval(&rows((0..20).map(f64::from)), 0).is_some());
    }
}
