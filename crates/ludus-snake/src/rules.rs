//! The settings of the rules.

use std::ops::RangeInclusive;

use ludus_core::RulesError;
use serde::{Deserialize, Serialize};

/// A snake's health at the start and after eating.
pub(crate) const FULL_HEALTH: i32 = 100;

/// A snake's length at the start.
pub(crate) const START_LENGTH: usize = 3;

/// The greatest width and height of a board, in cells: that of the official rules.
pub(crate) const MAX_SIDE: u8 = 25;

/// The boards that a match can start on, as width or height in cells.
const SIZES: RangeInclusive<u8> = 7..=MAX_SIDE;

/// The greatest damage or healing of one hazard, in health.
pub(crate) const MAX_HAZARD_DAMAGE: i32 = 10 * FULL_HEALTH;

/// Which of the official rule sets is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruleset {
    /// The last snake wins.
    #[default]
    Standard,
    /// Standard, but the game continues while a single snake lives.
    Solo,
    /// The safe zone shrinks.
    Royale,
    /// No food; every snake grows every turn.
    Constrictor,
    /// Opposite edges are connected.
    Wrapped,
    /// Constrictor with connected edges.
    WrappedConstrictor,
}

impl Ruleset {
    /// All rule sets.
    pub const ALL: [Self; 6] = [
        Self::Standard,
        Self::Solo,
        Self::Royale,
        Self::Constrictor,
        Self::Wrapped,
        Self::WrappedConstrictor,
    ];

    /// The name as the API writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Solo => "solo",
            Self::Royale => "royale",
            Self::Constrictor => "constrictor",
            Self::Wrapped => "wrapped",
            Self::WrappedConstrictor => "wrapped_constrictor",
        }
    }

    /// The rule set of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ruleset| ruleset.name() == name)
    }

    /// Whether opposite edges are connected.
    #[must_use]
    pub const fn wraps(self) -> bool {
        matches!(self, Self::Wrapped | Self::WrappedConstrictor)
    }

    /// Whether snakes grow every turn, and there is no food.
    #[must_use]
    pub const fn grows(self) -> bool {
        matches!(self, Self::Constrictor | Self::WrappedConstrictor)
    }
}

/// The settings of the rules, with the official defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SnakeRules {
    /// The rule set.
    pub ruleset: Ruleset,
    /// The board's width in cells, 7 to 25.
    pub width: u8,
    /// The board's height in cells, 7 to 25.
    pub height: u8,
    /// The chance in percent that food appears after a turn.
    pub food_spawn_chance: u8,
    /// The least amount of food after every turn.
    pub minimum_food: u8,
    /// The damage of each hazard on the head's cell, in health. Negative values heal.
    pub hazard_damage: i32,
    /// royale: after how many turns the safe zone shrinks by another side.
    pub shrink_every: u32,
    /// After how many turns a match ends. The living snakes then share the first rank.
    pub turn_cap: u32,
    /// How long an answer may take, in milliseconds, including the network.
    pub timeout: u32,
}

impl Default for SnakeRules {
    fn default() -> Self {
        Self {
            ruleset: Ruleset::Standard,
            width: 11,
            height: 11,
            food_spawn_chance: 15,
            minimum_food: 1,
            hazard_damage: 14,
            shrink_every: 25,
            turn_cap: 2000,
            timeout: 500,
        }
    }
}

impl SnakeRules {
    /// Checks that a match can be played by these rules.
    ///
    /// # Errors
    /// If a setting is out of its range.
    pub fn check(&self) -> Result<(), RulesError> {
        let within = |key, given: u32, allowed: RangeInclusive<u32>| {
            let words = match *allowed.end() {
                u32::MAX => format!("{} or more", allowed.start()),
                end => format!("{} to {end}", allowed.start()),
            };
            match allowed.contains(&given) {
                true => Ok(()),
                false => Err(RulesError::Value { key, given: given.to_string(), allowed: words }),
            }
        };
        let sizes = u32::from(*SIZES.start())..=u32::from(*SIZES.end());
        within("width", self.width.into(), sizes.clone())?;
        within("height", self.height.into(), sizes)?;
        within("food_spawn_chance", self.food_spawn_chance.into(), 0..=100)?;
        within("shrink_every", self.shrink_every, 1..=u32::MAX)?;
        within("turn_cap", self.turn_cap, 1..=u32::MAX)?;
        within("timeout", self.timeout, 1..=u32::MAX)?;
        if self.hazard_damage.saturating_abs() > MAX_HAZARD_DAMAGE {
            let given = self.hazard_damage.to_string();
            let allowed = format!("-{MAX_HAZARD_DAMAGE} to {MAX_HAZARD_DAMAGE}");
            return Err(RulesError::Value { key: "hazard_damage", given, allowed });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::keys::{leaves, to_tree, with_pairs};

    #[test]
    fn every_rule_can_be_set_by_its_key() {
        let tree = to_tree(&SnakeRules::default());
        let keys: Vec<_> = leaves(&tree).into_iter().map(|(key, _)| key).collect();
        assert_eq!(keys.len(), 9);
        let rules = with_pairs(&SnakeRules::default(), "ruleset=royale,shrink_every=5").unwrap();
        assert_eq!((rules.ruleset, rules.shrink_every), (Ruleset::Royale, 5));
    }

    #[test]
    fn a_board_that_is_too_small_or_too_large_is_refused() {
        for width in [0, 6, 26, 200] {
            let error = SnakeRules { width, ..SnakeRules::default() }.check().unwrap_err();
            assert_eq!(error.to_string(), format!("rule width is {width}; allowed: 7 to 25"));
        }
        let error = SnakeRules { shrink_every: 0, ..SnakeRules::default() }.check().unwrap_err();
        assert_eq!(error.to_string(), "rule shrink_every is 0; allowed: 1 or more");
    }

    #[test]
    fn rule_sets_have_their_official_names() {
        for ruleset in Ruleset::ALL {
            assert_eq!(Ruleset::from_name(ruleset.name()), Some(ruleset));
            assert_eq!(serde_json::to_value(ruleset).unwrap(), ruleset.name());
        }
    }
}
