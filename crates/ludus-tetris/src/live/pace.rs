//! How fast bots play when people watch.

use std::ops::RangeInclusive;

use ludus_core::Seed;

use crate::live::TICKS_PER_SECOND;

/// How long a bot thinks about a piece, and how long it takes from one key to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Milliseconds of thought.
    pub think: RangeInclusive<u32>,
    /// Milliseconds from one key to the next.
    pub key: u32,
}

impl Pace {
    /// The pace of a bot by its name.
    ///
    /// ```
    /// use ludus_tetris::live::Pace;
    /// assert_eq!(Pace::of("hard").key, 50);
    /// assert_eq!(Pace::of("random"), Pace::of("easy"));
    /// assert_eq!(Pace::of("dellacherie"), Pace::of("medium"));
    /// ```
    #[must_use]
    pub fn of(bot: &str) -> Self {
        match bot {
            "random" | "easy" => Self { think: 800..=1200, key: 200 },
            "hard" | "battle" | "weights" => Self { think: 50..=100, key: 50 },
            _ => Self { think: 300..=500, key: 100 },
        }
    }

    /// How many ticks it thinks about a piece, drawn from this seed.
    #[must_use]
    pub fn think_ticks(&self, seed: Seed) -> u32 {
        let span = self.think.end() - self.think.start() + 1;
        ticks(self.think.start() + seed.rng().below(span))
    }

    /// How many ticks lie between one key and the next.
    #[must_use]
    pub const fn key_ticks(&self) -> u32 {
        ticks(self.key)
    }
}

/// Milliseconds as ticks, rounded to the nearest; at least one.
const fn ticks(milliseconds: u32) -> u32 {
    let ticks = (milliseconds * TICKS_PER_SECOND + 500) / 1000;
    if ticks == 0 { 1 } else { ticks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_cover_their_range_and_never_leave_it() {
        let drawn = |bot: &str| -> Vec<u32> {
            (0..500).map(|n| Pace::of(bot).think_ticks(Seed::new(n))).collect()
        };
        for (bot, least, most, key) in
            [("easy", 48, 72, 12), ("medium", 18, 30, 6), ("hard", 3, 6, 3), ("battle", 3, 6, 3)]
        {
            let ticks = drawn(bot);
            assert_eq!(ticks.iter().min(), Some(&least), "{bot}");
            assert_eq!(ticks.iter().max(), Some(&most), "{bot}");
            assert_eq!(Pace::of(bot).key_ticks(), key, "{bot}");
        }
    }
}
