//! The beta distribution: how probable a value below a bound is, and the reverse.

/// More terms than the continued fraction needs for any number of games that can be played.
const MOST_TERMS: u32 = 100_000;

/// Halvings of an interval that leave nothing of it in 64 bits.
const HALVINGS: u32 = 64;

/// A beta distribution, on 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Beta {
    a: f64,
    b: f64,
}

impl Beta {
    /// The one with this mean and variance; `None` if there is none.
    pub(super) fn with_moments(mean: f64, variance: f64) -> Option<Self> {
        let size = mean * (1.0 - mean) / variance - 1.0;
        (size.is_finite() && size > 0.0).then_some(Self { a: mean * size, b: (1.0 - mean) * size })
    }

    /// The probability of a value below `x`: the regularised incomplete beta function.
    pub(super) fn below(&self, x: f64) -> f64 {
        let Self { a, b } = *self;
        if x <= 0.0 {
            return 0.0;
        }
        if x >= 1.0 {
            return 1.0;
        }
        let scale = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b);
        let front = libm::exp(scale + a * libm::log(x) + b * libm::log1p(-x));
        // The fraction converges fast on this side of the mean; the other side is its mirror image.
        if x < (a + 1.0) / (a + b + 2.0) {
            front * fraction(a, b, x) / a
        } else {
            1.0 - front * fraction(b, a, 1.0 - x) / b
        }
    }

    /// The value below which this share of the probability lies.
    pub(super) fn quantile(&self, share: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if self.below(middle) < share {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }
}

/// The continued fraction of the incomplete beta function (DLMF 8.17.22), evaluated by the modified
/// method of Lentz.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let apart =
        |value: f64| if value.abs() < f64::MIN_POSITIVE { f64::MIN_POSITIVE } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / apart(1.0 - (a + b) * x / (a + 1.0));
    let mut value = d;
    for m in 1..MOST_TERMS {
        let m = f64::from(m);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            d = 1.0 / apart(1.0 + term * d);
            c = apart(1.0 + term / c);
            change = c * d;
            value *= change;
        }
        if (change - 1.0).abs() < 1e-14 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_distributions_have_their_closed_forms() {
        let near = |value: f64, expected: f64| {
            assert!((value - expected).abs() < 1e-12, "{value} is not {expected}");
        };
        for x in [0.001, 0.2, 0.5, 0.75, 0.999] {
            near(Beta { a: 1.0, b: 1.0 }.below(x), x);
            near(Beta { a: 3.0, b: 1.0 }.below(x), x * x * x);
            near(Beta { a: 1.0, b: 2.0 }.below(x), 1.0 - (1.0 - x) * (1.0 - x));
            // The arcsine distribution.
            let arcsine = 2.0 / std::f64::consts::PI * x.sqrt().asin();
            near(Beta { a: 0.5, b: 0.5 }.below(x), arcsine);
            near(Beta { a: 0.5, b: 0.5 }.quantile(arcsine), x);
        }
    }

    #[test]
    fn a_million_units_are_as_good_as_normal() {
        let beta = Beta::with_moments(0.5, 1e-7).unwrap();
        let z = (beta.quantile(0.975) - 0.5) / 1e-7f64.sqrt();
        assert!((z - 1.959_964).abs() < 1e-5, "{z}");
    }
}
