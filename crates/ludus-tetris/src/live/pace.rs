//! How fast bots play when people watch.

use ludus_core::Seed;
use serde::{Deserialize, Serialize};

use crate::live::TICKS_PER_SECOND;

/// How long a bot thinks about a piece, and the time between two keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotPace {
    /// The shortest time to think, in milliseconds.
    pub think_from_ms: u32,
    /// The longest time to think, in milliseconds.
    pub think_to_ms: u32,
    /// The time from one key to the next, in milliseconds.
    pub key_ms: u32,
}

/// How fast the bots play, by level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotPaces {
    /// The pace of `easy` and `random`.
    pub easy: BotPace,
    /// The pace of `medium` and of the bots without a level.
    pub medium: BotPace,
    /// The pace of `hard`, `battle`, `master` and weights from a file.
    pub hard: BotPace,
}

impl Default for BotPaces {
    fn default() -> Self {
        let pace =
            |think_from_ms, think_to_ms, key_ms| BotPace { think_from_ms, think_to_ms, key_ms };
        Self { easy: pace(800, 1200, 200), medium: pace(300, 500, 100), hard: pace(50, 100, 50) }
    }
}

impl BotPaces {
    /// The pace of a bot by its name.
    ///
    /// ```
    /// use ludus_tetris::live::BotPaces;
    /// let paces = BotPaces::default();
    /// assert_eq!(paces.of("hard").key_ms, 50);
    /// assert_eq!(paces.of("random"), paces.easy);
    /// assert_eq!(paces.of("dellacherie"), paces.medium);
    /// ```
    #[must_use]
    pub fn of(&self, bot: &str) -> BotPace {
        match bot {
            "random" | "easy" => self.easy,
            "hard" | "battle" | "master" | "weights" => self.hard,
            _ => self.medium,
        }
    }
}

impl BotPace {
    /// How many ticks it thinks about a piece, drawn from this seed.
    #[must_use]
    pub fn think_ticks(&self, seed: Seed) -> u32 {
        let (from, to) = (self.think_from_ms, self.think_to_ms.max(self.think_from_ms));
        ticks(from + seed.rng().below((to - from).saturating_add(1)))
    }

    /// The ticks from one key to the next.
    #[must_use]
    pub const fn key_ticks(&self) -> u32 {
        ticks(self.key_ms)
    }
}

/// Milliseconds as ticks, rounded to the nearest; at least one tick.
const fn ticks(milliseconds: u32) -> u32 {
    const SECOND: u64 = 1000;
    let ticks = (milliseconds as u64 * TICKS_PER_SECOND as u64 + SECOND / 2) / SECOND;
    if ticks == 0 { 1 } else { ticks as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_cover_their_range_and_never_leave_it() {
        let drawn = |bot: &str| -> Vec<u32> {
            (0..500).map(|n| BotPaces::default().of(bot).think_ticks(Seed::new(n))).collect()
        };
        for (bot, least, most, key) in
            [("easy", 48, 72, 12), ("medium", 18, 30, 6), ("hard", 3, 6, 3), ("battle", 3, 6, 3)]
        {
            let ticks = drawn(bot);
            assert_eq!(ticks.iter().min(), Some(&least), "{bot}");
            assert_eq!(ticks.iter().max(), Some(&most), "{bot}");
            assert_eq!(BotPaces::default().of(bot).key_ticks(), key, "{bot}");
        }
    }
}
