//! What plans are made of: rules, openings and bots, checked.

use ludus_core::{Bot, BotSpec, Game, GameKit, KeyError, Seed, SeededChance, Snapshot, keys};
use serde_json::Value;

use crate::error::ArenaError;
use crate::failure::last_lines;
use crate::rules::AnyRules;

/// Makes and checks what a plan holds. Every [`GameKit`] does.
pub trait PlanGame: Send + Sync {
    /// Its rules as they are when nothing is set.
    fn default_rules(&self) -> AnyRules;

    /// The rules that a complete tree of keys describes.
    ///
    /// # Errors
    /// If they are not rules of this game.
    fn rules(&self, tree: &Value) -> Result<AnyRules, ArenaError>;

    /// These rules as they are where people play.
    ///
    /// # Errors
    /// If they are not rules of this game.
    fn people_rules(&self, rules: &AnyRules) -> Result<AnyRules, ArenaError>;

    /// Makes sure that a match can be played with these rules and seats.
    ///
    /// # Errors
    /// If it cannot.
    fn check_rules(&self, rules: &AnyRules, seats: usize) -> Result<(), ArenaError>;

    /// The first position of a match, for front ends that must know how large its board is. Where chance has a part
    /// in it, it is one of many.
    ///
    /// # Errors
    /// If no match can be played with these rules and seats.
    fn first_position(&self, rules: &AnyRules, seats: usize) -> Result<Snapshot, ArenaError>;

    /// Makes sure that a rule that was just set to this text fits its type.
    ///
    /// # Errors
    /// If it does not; the error names the key and what is allowed.
    fn check_rule(&self, rules: &Value, key: &str, text: &str) -> Result<(), KeyError>;

    /// The openings in the text of a file, each as complete rules.
    ///
    /// # Errors
    /// If it has none, or the game has no openings.
    fn openings(&self, rules: &AnyRules, text: &str) -> Result<Vec<AnyRules>, ArenaError>;

    /// Makes sure that the bot can be made and asked.
    ///
    /// # Errors
    /// If it cannot.
    fn check_bot(&self, spec: &BotSpec) -> Result<(), ArenaError>;

    /// Whether the bot waits for a program or a server, see [`Bot::waits`].
    ///
    /// # Errors
    /// If it cannot be made.
    fn bot_waits(&self, spec: &BotSpec) -> Result<bool, ArenaError>;
}

impl<K: GameKit> PlanGame for K {
    fn default_rules(&self) -> AnyRules {
        AnyRules::new::<K::Game>(Default::default())
    }

    fn rules(&self, tree: &Value) -> Result<AnyRules, ArenaError> {
        Ok(AnyRules::parse::<K::Game>(tree)?)
    }

    fn people_rules(&self, rules: &AnyRules) -> Result<AnyRules, ArenaError> {
        match K::PEOPLE_RULES {
            "" => Ok(rules.clone()),
            pairs => {
                let changed = keys::with_pairs(rules.of::<K::Game>()?, pairs)?;
                Ok(AnyRules::new::<K::Game>(changed))
            }
        }
    }

    fn check_rules(&self, rules: &AnyRules, seats: usize) -> Result<(), ArenaError> {
        // Whether a first position can be made does not depend on chance.
        self.first_position(rules, seats).map(drop)
    }

    fn first_position(&self, rules: &AnyRules, seats: usize) -> Result<Snapshot, ArenaError> {
        let rules = rules.of::<K::Game>()?;
        let game = K::Game::new(rules, seats, &mut SeededChance::new(Seed::new(0)))?;
        Ok(game.snapshot())
    }

    fn check_rule(&self, rules: &Value, key: &str, text: &str) -> Result<(), KeyError> {
        keys::check::<<K::Game as Game>::Rules>(rules, key, text).map(drop)
    }

    fn openings(&self, rules: &AnyRules, text: &str) -> Result<Vec<AnyRules>, ArenaError> {
        let openings = GameKit::openings(self, rules.of::<K::Game>()?, text)?;
        Ok(openings.into_iter().map(AnyRules::new::<K::Game>).collect())
    }

    fn check_bot(&self, spec: &BotSpec) -> Result<(), ArenaError> {
        let checked = self.make_bot(spec)?.check();
        checked.map_err(|error| ArenaError::Unready {
            bot: spec.label(),
            reason: error.to_string(),
            stderr: last_lines(error.stderr()),
        })
    }

    fn bot_waits(&self, spec: &BotSpec) -> Result<bool, ArenaError> {
        Ok(self.make_bot(spec)?.waits())
    }
}
