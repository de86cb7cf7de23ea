//! What the user can set about the bots, beside the rules.

use serde::{Deserialize, Serialize};

use crate::bots::aim::Aim;
use crate::bots::player::{Noise, Style};
use crate::lookahead::Lookahead;

/// The styles of the built-in bots whose style is not fixed by what they are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Given")]
pub struct Settings {
    /// The style of `easy`.
    pub easy: Style,
    /// The style of `medium`.
    pub medium: Style,
    /// The style of `hard`, and of solo weights from a file.
    pub hard: Style,
    /// The style of `battle`, and of battle weights from a file.
    pub battle: Style,
    /// The style of `master`, and of signed weights from a file.
    pub master: Style,
}

impl Default for Settings {
    fn default() -> Self {
        let one_step =
            |noise| Style { noise, lookahead: Lookahead::None, target: Aim::Random, caution: 0 };
        Self {
            easy: one_step(Noise::percent(20)),
            medium: one_step(Noise::percent(5)),
            hard: Style {
                noise: Noise::NONE,
                lookahead: Lookahead::Full,
                target: Aim::Score,
                caution: 0,
            },
            battle: Style {
                noise: Noise::NONE,
                lookahead: Lookahead::Best(5),
                target: Aim::Random,
                caution: 10,
            },
            master: Style {
                noise: Noise::NONE,
                lookahead: Lookahead::None,
                target: Aim::Next,
                caution: 0,
            },
        }
    }
}

/// Settings as they are written down: what is left out stays as it is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Settings")]
#[derive(Default)]
struct Given {
    easy: GivenStyle,
    medium: GivenStyle,
    hard: GivenStyle,
    battle: GivenStyle,
    master: GivenStyle,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Style")]
struct GivenStyle {
    noise: Option<Noise>,
    lookahead: Option<Lookahead>,
    target: Option<Aim>,
    caution: Option<u16>,
}

impl GivenStyle {
    fn or(self, default: Style) -> Style {
        Style {
            noise: self.noise.unwrap_or(default.noise),
            lookahead: self.lookahead.unwrap_or(default.lookahead),
            target: self.target.unwrap_or(default.target),
            caution: self.caution.unwrap_or(default.caution),
        }
    }
}

impl From<Given> for Settings {
    fn from(given: Given) -> Self {
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
        let tree = to_tree(&Settings::default());
        let keys: Vec<_> =
            leaves(&tree).into_iter().map(|(key, value)| format!("{key}={value}")).collect();
        assert_eq!(
            keys[..3],
            ["easy.noise=0.2", "easy.lookahead=\"none\"", "easy.target=\"random\""]
        );
        assert_eq!(keys.len(), 20);
        assert_eq!(serde_json::from_value::<Settings>(tree).unwrap(), Settings::default());
    }

    #[test]
    fn what_is_left_out_keeps_the_default_of_its_bot() {
        let settings: Settings = serde_json::from_str(r#"{"medium": {"noise": 0.5}}"#).unwrap();
        assert_eq!(f64::from(settings.medium.noise), 0.5);
        assert_eq!(settings.medium.target, Aim::Random);
        assert_eq!(settings.hard, Settings::default().hard);
        let settings: Settings = serde_json::from_str(r#"{"battle": {"lookahead": 3}}"#).unwrap();
        assert_eq!(settings.battle.lookahead, Lookahead::Best(3), "quotes are not needed");
    }

    #[test]
    fn wrong_settings_are_refused() {
        let set = |pairs| with_pairs(&Settings::default(), pairs);
        assert!(set("battle.lookahead=3,easy.noise=0").is_ok());
        for pairs in ["easy.noise=2", "hard.lookahead=0", "hard.target=me", "hard.speed=1"] {
            assert!(set(pairs).is_err(), "{pairs}");
        }
    }
}
