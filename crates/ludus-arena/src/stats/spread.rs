//! The spread of a figure over many games: mean, median, least and greatest, in constant memory.

use std::collections::BTreeMap;

/// How many different values are counted one by one before they are put into classes.
const MOST_VALUES: usize = 1 << 16;

/// The spread of a figure over many games.
///
/// Mean, least and greatest are exact. So is the median, as long as there are no more than 65,536
/// different values; beyond that values are counted in classes of three significant digits.
///
/// ```
/// use ludus_arena::Spread;
/// let spread: Spread = [3.0, 1.0, 2.0, 10.0].into_iter().collect();
/// assert_eq!(spread.mean(), Some(4.0));
/// assert_eq!(spread.median(), Some(2.5));
/// assert_eq!((spread.least(), spread.greatest()), (Some(1.0), Some(10.0)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Spread {
    count: u64,
    mean: f64,
    /// Sum of squared deviations from the mean (Welford 1962).
    squares: f64,
    least: f64,
    greatest: f64,
    /// How often each value occurred, by its order-preserving bits.
    counts: BTreeMap<Ordered, u64>,
    in_classes: bool,
}

impl Spread {
    /// Adds a value. Values that are not numbers are not counted.
    pub fn push(&mut self, value: f64) {
        if value.is_nan() {
            return;
        }
        (self.least, self.greatest) = match self.count {
            0 => (value, value),
            _ => (self.least.min(value), self.greatest.max(value)),
        };
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
        let class = if self.in_classes { three_digits(value) } else { value };
        *self.counts.entry(Ordered(class)).or_default() += 1;
        if !self.in_classes && self.counts.len() > MOST_VALUES {
            self.put_into_classes();
        }
    }

    /// How many values there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The mean; `None` without values, as for all others.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The standard error of the mean; `None` with fewer than two values.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let n = self.count as f64;
        (self.count > 1).then(|| (self.squares / (n - 1.0) / n).sqrt())
    }

    /// The middle value, or the mean of the two middle ones.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        let upper = self.at(self.count / 2)?;
        if self.count % 2 == 1 {
            return Some(upper);
        }
        self.at(self.count / 2 - 1).map(|lower| f64::midpoint(lower, upper))
    }

    /// The least value.
    #[must_use]
    pub fn least(&self) -> Option<f64> {
        (self.count > 0).then_some(self.least)
    }

    /// The greatest value.
    #[must_use]
    pub fn greatest(&self) -> Option<f64> {
        (self.count > 0).then_some(self.greatest)
    }

    /// The value at this place in ascending order.
    fn at(&self, place: u64) -> Option<f64> {
        let mut passed = 0;
        self.counts.iter().find_map(|(value, count)| {
            passed += count;
            (place < passed).then_some(value.0)
        })
    }

    fn put_into_classes(&mut self) {
        self.in_classes = true;
        for (value, count) in std::mem::take(&mut self.counts) {
            *self.counts.entry(Ordered(three_digits(value.0))).or_default() += count;
        }
    }
}

impl FromIterator<f64> for Spread {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut spread = Self::default();
        for value in values {
            spread.push(value);
        }
        spread
    }
}

/// The value rounded to three significant digits.
fn three_digits(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let unit = libm::pow(10.0, libm::floor(libm::log10(value.abs())) - 2.0);
    libm::round(value / unit) * unit
}

/// A number that is not NaN, in order.
#[derive(Clone, Copy, Debug)]
struct Ordered(f64);

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ordered {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ordered {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_has_no_mean() {
        let spread = Spread::default();
        assert_eq!((spread.mean(), spread.median(), spread.error()), (None, None, None));
    }

    #[test]
    fn the_standard_error_is_the_textbook_one() {
        // Standard deviation of 2 4 4 4 5 5 7 9 as a sample: 2.138; divided by √8: 0.7559.
        let spread: Spread = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().collect();
        assert!((spread.error().unwrap() - 0.755_929).abs() < 1e-6);
    }

    #[test]
    fn many_different_values_stay_in_little_memory() {
        let spread: Spread = (0..1_000_000).map(f64::from).collect();
        assert!(spread.counts.len() <= MOST_VALUES);
        assert_eq!(spread.least(), Some(0.0));
        assert_eq!(spread.greatest(), Some(999_999.0));
        let median = spread.median().unwrap();
        assert!((median - 499_999.5).abs() < 1_000.0, "{median}");
    }

    proptest! {
        #[test]
        fn the_median_is_the_middle_of_the_sorted_values(
            mut values in prop::collection::vec(-1000_i32..1000, 1..40)
        ) {
            let spread: Spread = values.iter().map(|v| f64::from(*v)).collect();
            values.sort_unstable();
            let n = values.len();
            let middle = f64::from(values[(n - 1) / 2] + values[n / 2]) / 2.0;
            prop_assert_eq!(spread.median(), Some(middle));
        }
    }
}
