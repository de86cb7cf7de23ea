//! Attacks: how many rows of garbage a clear sends.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::movegen::Spin;

/// The most entries of a table of combo bonuses.
const MOST_COMBOS: usize = 24;

/// The most rows that one entry of a table sends.
pub(crate) const MOST_ROWS: u32 = 40;

/// How many rows clears send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackTable {
    /// Clears without a spin, by lines.
    pub plain: [u32; 5],
    /// Clears with a mini spin, by lines.
    pub mini: [u32; 4],
    /// Clears with a full spin, by lines.
    pub full: [u32; 4],
    /// What a hard clear sends more if the clear before was hard, too.
    pub back_to_back: u32,
    /// What a clear sends more, by the number of directly preceding clears.
    pub combo: ComboTable,
    /// What a clear that empties the board sends, instead of all else.
    pub perfect_clear: u32,
}

/// Combo bonuses by the number of directly preceding clears. The last one counts for all longer combos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComboTable {
    bonuses: [u8; MOST_COMBOS],
    count: u8,
}

impl ComboTable {
    /// A table of these bonuses, of which there are 1 to 24.
    ///
    /// # Panics
    /// If there are none or too many; the tables of the program are constants.
    #[must_use]
    pub const fn new(given: &[u8]) -> Self {
        assert!(!given.is_empty() && given.len() <= MOST_COMBOS);
        let mut bonuses = [0; MOST_COMBOS];
        let mut i = 0;
        while i < given.len() {
            bonuses[i] = given[i];
            i += 1;
        }
        Self { bonuses, count: given.len() as u8 }
    }

    /// The bonus after this many directly preceding clears.
    #[must_use]
    pub fn bonus(&self, preceding: u32) -> u32 {
        u32::from(self.bonuses[(preceding as usize).min(self.count as usize - 1)])
    }
}

impl fmt::Display for ComboTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bonuses = &self.bonuses[..self.count as usize];
        let bonuses: Vec<String> = bonuses.iter().map(ToString::to_string).collect();
        f.write_str(&bonuses.join(" "))
    }
}

/// A text that is not a table of combo bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected 1 to {MOST_COMBOS} numbers up to {MOST_ROWS}, separated by blanks")]
pub struct ComboTableError;

impl FromStr for ComboTable {
    type Err = ComboTableError;

    fn from_str(text: &str) -> Result<Self, ComboTableError> {
        let bonus = |text: &str| text.parse().ok().filter(|rows| u32::from(*rows) <= MOST_ROWS);
        let bonuses: Option<Vec<u8>> = text.split_whitespace().map(bonus).collect();
        match bonuses {
            Some(bonuses) if (1..=MOST_COMBOS).contains(&bonuses.len()) => Ok(Self::new(&bonuses)),
            _ => Err(ComboTableError),
        }
    }
}

impl Serialize for ComboTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ComboTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// What earlier placements mean for the next clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Streak {
    /// How many of the directly preceding placements cleared lines.
    pub combo: u32,
    /// Whether the last clear was hard: four lines, or any spin.
    pub back_to_back: bool,
}

/// What a placement cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineClear {
    /// How many lines, 0 to 4.
    pub lines: u32,
    /// The spin it was placed with.
    pub spin: Spin,
    /// Whether the board is empty afterwards.
    pub perfect: bool,
}

/// The rows that a clear sends, by what they are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackParts {
    /// For the clear itself.
    pub clear: u32,
    /// For back-to-back.
    pub back_to_back: u32,
    /// For the combo.
    pub combo: u32,
    /// For an empty board.
    pub perfect_clear: u32,
}

impl AttackParts {
    /// All rows.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.clear + self.back_to_back + self.combo + self.perfect_clear
    }
}

impl AttackTable {
    /// What a placement sends. The streak becomes that of the next placement.
    #[must_use]
    pub fn attack(&self, clear: LineClear, streak: &mut Streak) -> AttackParts {
        if clear.lines == 0 {
            streak.combo = 0;
            return AttackParts::default();
        }
        let lines = clear.lines as usize;
        let hard = lines == 4 || clear.spin != Spin::None;
        let rows = match clear.spin {
            Spin::Mini if lines < 4 => self.mini[lines],
            Spin::Full if lines < 4 => self.full[lines],
            _ => self.plain[lines],
        };
        let mut parts = AttackParts {
            clear: rows,
            back_to_back: if hard && streak.back_to_back { self.back_to_back } else { 0 },
            combo: self.combo.bonus(streak.combo),
            perfect_clear: 0,
        };
        if clear.perfect {
            parts = AttackParts { perfect_clear: self.perfect_clear, ..AttackParts::default() };
        }
        *streak = Streak { combo: streak.combo + 1, back_to_back: hard };
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{AttackPreset, VersusRules};

    fn table(preset: AttackPreset) -> AttackTable {
        VersusRules { preset, ..VersusRules::default() }.resolve().unwrap().attack
    }

    fn sent(lines: u32, spin: Spin, streak: Streak) -> u32 {
        let clear = LineClear { lines, spin, perfect: false };
        table(AttackPreset::Ppt).attack(clear, &mut streak.clone()).total()
    }

    const FIRST: Streak = Streak { combo: 0, back_to_back: false };
    const AFTER_HARD: Streak = Streak { combo: 0, back_to_back: true };

    #[test]
    fn clears_send_what_the_table_says() {
        assert_eq!([1, 2, 3, 4].map(|lines| sent(lines, Spin::None, FIRST)), [0, 1, 2, 4]);
        assert_eq!([1, 2, 3].map(|lines| sent(lines, Spin::Mini, FIRST)), [0, 1, 2]);
        assert_eq!([1, 2, 3].map(|lines| sent(lines, Spin::Full, FIRST)), [2, 4, 6]);
        for spin in Spin::ALL {
            assert_eq!(sent(0, spin, AFTER_HARD), 0, "a spin without lines sends nothing");
        }
    }

    #[test]
    fn a_hard_clear_after_a_hard_clear_sends_one_more() {
        assert_eq!(sent(4, Spin::None, AFTER_HARD), 5);
        assert_eq!(sent(1, Spin::Mini, AFTER_HARD), 1);
        assert_eq!(sent(2, Spin::Full, AFTER_HARD), 5);
        assert_eq!(sent(3, Spin::None, AFTER_HARD), 2, "a triple is not hard");
    }

    #[test]
    fn back_to_back_survives_placements_without_lines_and_ends_with_an_easy_clear() {
        let table = table(AttackPreset::Ppt);
        let mut streak = FIRST;
        let mut play = |lines, spin| {
            let _ = table.attack(LineClear { lines, spin, perfect: false }, &mut streak);
            streak.back_to_back
        };
        assert!(play(4, Spin::None));
        assert!(play(0, Spin::None));
        assert!(play(0, Spin::Full));
        assert!(!play(1, Spin::None));
        assert!(play(1, Spin::Mini));
    }

    #[test]
    fn a_combo_counts_the_directly_preceding_clears() {
        let table = table(AttackPreset::Ppt);
        let mut streak = FIRST;
        let mut single = || {
            table
                .attack(LineClear { lines: 1, spin: Spin::None, perfect: false }, &mut streak)
                .total()
        };
        let sent: Vec<u32> = (0..14).map(|_| single()).collect();
        assert_eq!(sent, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5]);
        let _ = table.attack(LineClear { lines: 0, spin: Spin::None, perfect: false }, &mut streak);
        assert_eq!(streak.combo, 0);
    }

    #[test]
    fn presets_have_their_own_combos() {
        let bonuses = |preset| (0..14).map(|n| table(preset).combo.bonus(n)).collect::<Vec<_>>();
        assert_eq!(bonuses(AttackPreset::Jstris), [0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5]);
        assert_eq!(bonuses(AttackPreset::Botris), [0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4]);
    }

    #[test]
    fn a_perfect_clear_sends_ten_instead_of_all_else_and_counts_for_streaks() {
        let table = table(AttackPreset::Ppt);
        let mut streak = Streak { combo: 6, back_to_back: true };
        let clear = LineClear { lines: 4, spin: Spin::None, perfect: true };
        assert_eq!(table.attack(clear, &mut streak).total(), 10);
        assert_eq!(streak, Streak { combo: 7, back_to_back: true });
        let clear = LineClear { lines: 2, spin: Spin::None, perfect: true };
        assert_eq!(table.attack(clear, &mut streak).total(), 10);
        assert_eq!(streak, Streak { combo: 8, back_to_back: false });
    }

    #[test]
    fn combos_are_written_as_numbers_with_blanks() {
        let table: ComboTable = "0 1  2".parse().unwrap();
        assert_eq!(table.to_string(), "0 1 2");
        assert_eq!([0, 2, 9].map(|n| table.bonus(n)), [0, 2, 2]);
        for text in ["", "x", "1 41", "1,2", &"1 ".repeat(25)] {
            assert!(text.parse::<ComboTable>().is_err(), "{text}");
        }
    }
}
