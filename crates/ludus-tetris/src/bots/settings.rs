//! What the user can set about the bots, besides the rules.

use serde::{Deserialize, Serialize};

use crate::bots::scoring::{Noise, PlayStyle};
use crate::bots::target::TargetPolicy;
use crate::lookahead::Lookahead;

/// The styles of the built-in bots that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "PartialSettings")]
pub struct TetrisSettings {
    /// The style of `easy`.
    pub easy: PlayStyle,
    /// The style of `medium`.
    pub medium: PlayStyle,
    /// The style of `hard`, and of solo weights from a file.
    pub hard: PlayStyle,
    /// The style of `battle`, and of battle weights from a file.
    pub battle: PlayStyle,
    /// The style of `master`, and of signed weights from a file.
    pub master: PlayStyle,
}

impl Default for TetrisSettings {
    fn default() -> Self {
        let one_step = |noise| PlayStyle {
            noise,
            lookahead: Lookahead::None,
            target: TargetPolicy::Random,
            caution: 0,
        };
        Self {
            easy: one_step(Noise::percent(20)),
            medium: one_step(Noise::percent(5)),
            hard: PlayStyle {
                noise: Noise::NONE,
                lookahead: Lookahead::Full,
                target: TargetPolicy::Score,
                caution: 0,
            },
            battle: PlayStyle {
                noise: Noise::NONE,
                lookahead: Lookahead::Best(5),
                target: TargetPolicy::Random,
                caution: 10,
            },
            master: PlayStyle {
                noise: Noise::NONE,
                lookahead: Lookahead::None,
                target: TargetPolicy::Next,
                caution: 0,
            },
        }
    }
}

/// Settings as written in a file: missing keys keep their defaults.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Settings")]
#[derive(Default)]
struct PartialSettings {
    easy: PartialStyle,
    medium: PartialStyle,
    hard: PartialStyle,
    battle: PartialStyle,
    master: PartialStyle,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Style")]
struct PartialStyle {
    noise: Option<Noise>,
    lookahead: Option<Lookahead>,
    target: Option<TargetPolicy>,
    caution: Option<u16>,
}

impl PartialStyle {
    fn or(self, default: PlayStyle) -> PlayStyle {
        PlayStyle {
            noise: self.noise.unwrap_or(default.noise),
            lookahead: self.lookahead.unwrap_or(default.lookahead),
            target: self.target.unwrap_or(default.target),
            caution: self.caution.unwrap_or(default.caution),
        }
    }
}

impl From<PartialSettings> for TetrisSettings {
    fn from(given: PartialSettings) -> Self {
        let default = Self::default();
        Self {
            easy: given.easy.or(default.easy),
            medium: given.medium.or(default.medium),
            hard: given.hard.or(default.hard),
            battle: given.battle.or(default.battle),
            master: given.master.or(default.master),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::keys::{leaves, to_tree, with_pairs};

    #[test]
    fn every_key_is_in_the_serialised_default() {
        let tree = to_tree(&TetrisSettings::default());
        let keys: Vec<_> =
            leaves(&tree).into_iter().map(|(key, value)| format!("{key}={value}")).collect();
        assert_eq!(
            keys[..3],
            ["easy.noise=0.2", "easy.lookahead=\"none\"", "easy.target=\"random\""]
        );
        assert_eq!(keys.len(), 20);
        assert_eq!(
            serde_json::from_value::<TetrisSettings>(tree).unwrap(),
            TetrisSettings::default()
        );
    }

    #[test]
    fn what_is_left_out_keeps_the_default_of_its_bot() {
        let settings: TetrisSettings =
            serde_json::from_str(r#"{"medium": {"noise": 0.5}}"#).unwrap();
        assert_eq!(f64::from(settings.medium.noise), 0.5);
        assert_eq!(settings.medium.target, TargetPolicy::Random);
        assert_eq!(settings.hard, TetrisSettings::default().hard);
        let settings: TetrisSettings =
            serde_json::from_str(r#"{"battle": {"lookahead": 3}}"#).unwrap();
        assert_eq!(settings.battle.lookahead, Lookahead::Best(3), "quotes are not needed");
    }

    #[test]
    fn wrong_settings_are_refused() {
        let set = |pairs| with_pairs(&TetrisSettings::default(), pairs);
        assert!(set("battle.lookahead=3,easy.noise=0").is_ok());
        for pairs in ["easy.noise=2", "hard.lookahead=0", "hard.target=me", "hard.speed=1"] {
            assert!(set(pairs).is_err(), "{pairs}");
        }
    }
}
