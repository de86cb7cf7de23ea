//! The bots by name.

use std::fs;

use ludus_core::{Bot, BotInfo, BotKey, BotSpec, Game, Origin, SpecError};

use crate::bots::random::RandomVersusBot;
use crate::bots::searching::{VersusBot, VersusLevel};
use crate::game::Versus;
use crate::search::weights::VersusWeights;
use crate::tbp::{TBP, TbpBot};

const PATH: &[BotKey] = &[BotKey::required("path", "a weights file of ludus train")];

/// All bots that can be made by name.
pub const BOTS: &[BotInfo] = &[
    BotInfo::new("random", "any placement", &[]),
    BotInfo::new("easy", "looks at one placement, often careless", &[]),
    BotInfo::new("medium", "looks at two placements, sometimes careless", &[]),
    BotInfo::new("hard", "all known pieces, a twentieth of the budget", &[]),
    BotInfo::new("master", "all known pieces and the opponent, the whole budget", &[]),
    BotInfo::new("weights", "master with weights from a file", PATH).made_of(Origin::File),
    TBP,
];

/// The weights of the built-in bots, as a weights file.
const SHIPPED: &str = include_str!("../../../../weights/versus-master.json");

/// The weights of the built-in bots.
#[must_use]
pub fn shipped_weights() -> VersusWeights {
    VersusWeights::parse(SHIPPED).unwrap_or_else(|_| VersusWeights::from_genome(&[]))
}

/// A bot by name and settings.
///
/// # Errors
/// If there is no such bot, or it cannot be made with these settings.
pub fn make(spec: &BotSpec) -> Result<Box<dyn Bot<Versus>>, SpecError> {
    spec.find_in(Versus::NAME, BOTS)?;
    let level = match spec.name() {
        "random" => return Ok(Box::new(RandomVersusBot)),
        "tbp" => return Ok(Box::new(TbpBot::from_spec(spec)?)),
        "easy" => VersusLevel::EASY,
        "medium" => VersusLevel::MEDIUM,
        "hard" => VersusLevel::HARD,
        _ => VersusLevel::MASTER,
    };
    let weights = match spec.get("path") {
        Some(_) => spec.from_file("path", fs::read_to_string, VersusWeights::parse)?,
        None => shipped_weights(),
    };
    Ok(Box::new(VersusBot::new(level, weights)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_complete() {
        assert!(VersusWeights::parse(SHIPPED).is_ok());
    }
}
