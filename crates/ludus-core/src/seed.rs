//! Seeds: everything random in Ludus comes from one number.

use std::fmt;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// The number that everything random is derived from.
///
/// Each part of the program that needs randomness derives its own seed by name and number, with [`Seed::derive`]. So
/// no part can disturb another.
///
/// ```
/// use ludus_core::Seed;
/// let series = Seed::new(1);
/// assert_ne!(series.derive("match", 0), series.derive("match", 1));
/// assert_eq!(series.derive("match", 0), Seed::new(1).derive("match", 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(u64);

/// The longest label of [`Seed::derive`], in bytes.
const LABEL: usize = 16;

impl Seed {
    /// The seed with this number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The seed's number, for showing and recording it.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// Another seed, for the `index`-th thing called `label`.
    ///
    /// Derived seeds have 53 bits, so programs that read JSON numbers as doubles read them exactly.
    ///
    /// # Panics
    /// If the label is longer than 16 bytes. Labels are constants of the program, and only 16 bytes count.
    #[must_use]
    pub fn derive(self, label: &str, index: u64) -> Self {
        assert!(label.len() <= LABEL, "seed label {label:?} is longer than {LABEL} bytes");
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.0.to_le_bytes());
        key[8..16].copy_from_slice(&index.to_le_bytes());
        key[16..16 + label.len()].copy_from_slice(label.as_bytes());
        Self(ChaCha8Rng::from_seed(key).next_u64() >> 11)
    }

    /// A generator that starts at this seed.
    ///
    /// ```
    /// use ludus_core::Seed;
    /// let moves = ["left", "right", "up"];
    /// let pick = |seed: Seed| seed.rng().pick(&moves).copied();
    /// assert_eq!(pick(Seed::new(7)), pick(Seed::new(7)), "the same seed, the same choice");
    /// ```
    #[must_use]
    pub fn rng(self) -> SeedRng {
        SeedRng(self.generator())
    }

    pub(crate) fn generator(self) -> ChaCha8Rng {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&self.0.to_le_bytes());
        ChaCha8Rng::from_seed(key)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Random numbers from a [`Seed`], the same on every machine and in every version.
///
/// The samplers are written here and not taken from a library: a library may change how it samples, and recorded
/// seeds must keep their meaning.
#[derive(Clone, Debug)]
pub struct SeedRng(ChaCha8Rng);

impl SeedRng {
    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound` (0 if the bound is 0).
    pub fn below(&mut self, bound: u32) -> u32 {
        scale(self.0.next_u64(), bound)
    }

    /// One of the items; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(u32::try_from(items.len()).unwrap_or(u32::MAX)) as usize)
    }

    /// Puts the items into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// A number in `0.0..1.0`, a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }
}

/// Maps 64 random bits to `0..bound`. The relative frequencies of the numbers differ by less than 2⁻³².
pub(crate) fn scale(bits: u64, bound: u32) -> u32 {
    ((u128::from(bits) * u128::from(bound)) >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaling_covers_the_range_and_never_leaves_it() {
        assert_eq!(scale(0, 7), 0);
        assert_eq!(scale(u64::MAX, 7), 6);
        assert_eq!(scale(u64::MAX / 2, 2), 0);
        assert_eq!(scale(u64::MAX / 2 + 1, 2), 1);
        assert_eq!(scale(u64::MAX, 0), 0);
    }

    #[test]
    fn labels_and_indices_lead_to_different_seeds() {
        let seed = Seed::new(1);
        let derived = [
            seed.derive("a", 0),
            seed.derive("a", 1),
            seed.derive("b", 0),
            seed.derive("", 0),
            Seed::new(2).derive("a", 0),
        ];
        for (i, a) in derived.iter().enumerate() {
            assert!(a.number() < 1 << 53);
            for b in &derived[..i] {
                assert_ne!(a, b);
            }
        }
    }

    #[test]
    fn draws_are_spread_evenly() {
        let mut rng = Seed::new(7).rng();
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // Five standard deviations (σ ≈ 92.6) around 10,000.
        assert!(counts.iter().all(|c| (9_537..=10_463).contains(c)), "{counts:?}");
    }

    #[test]
    fn shuffling_keeps_the_items_and_reaches_every_order() {
        let mut seen = std::collections::BTreeSet::new();
        let mut rng = Seed::new(3).rng();
        for _ in 0..200 {
            let mut items = [1, 2, 3];
            rng.shuffle(&mut items);
            seen.insert(items);
            items.sort_unstable();
            assert_eq!(items, [1, 2, 3]);
        }
        assert_eq!(seen.len(), 6);
    }

    #[test]
    #[should_panic(expected = "longer than 16 bytes")]
    fn a_label_too_long_to_be_told_apart_is_refused() {
        let _ = Seed::new(0).derive("seventeen letters", 0);
    }
}
