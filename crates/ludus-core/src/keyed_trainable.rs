//! What can be trained, for those who do not know its game: settings are a tree of keys.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::Game;
use crate::keys::{self, KeyError};
use crate::opponents::Pool;
use crate::spec::{BotSpec, SpecError};
use crate::train::{Contest, Fitness, Gene, Opposition, TrainError, Trainable};

/// A [`Trainable`] without the type of its settings, as a kit lists it. Every trainable is one.
pub trait KeyedTrainable<G: Game>: Send + Sync {
    /// See [`Trainable::name`].
    fn name(&self) -> &'static str;

    /// See [`Trainable::summary`].
    fn summary(&self) -> &'static str;

    /// See [`Trainable::genes`].
    fn genes(&self) -> &[Gene];

    /// See [`Trainable::normalise`].
    fn normalise(&self, genome: &mut [f64]);

    /// See [`Trainable::shipped`].
    fn shipped(&self) -> Vec<f64>;

    /// See [`Trainable::weights_of`].
    fn weights_of(&self, bot: &str) -> Option<Vec<f64>>;

    /// See [`Trainable::stage_key`].
    fn stage_key(&self) -> Option<&'static str>;

    /// See [`Trainable::adapts`].
    fn adapts(&self) -> bool;

    /// The usual settings, with the usual opponents.
    fn settings(&self) -> FitnessSettings;

    /// See [`Trainable::opposition`].
    fn opposition(&self) -> Option<Opposition>;

    /// See [`Trainable::embedded`].
    ///
    /// # Errors
    /// If the file cannot be used.
    fn embedded(&self, spec: &BotSpec) -> Result<BotSpec, SpecError>;

    /// See [`Trainable::fitness`]. The settings do not name the opponents any more.
    ///
    /// # Errors
    /// If a setting is not valid, or an opponent cannot be made.
    fn fitness(
        &self,
        settings: &FitnessSettings,
        against: Pool,
    ) -> Result<Box<dyn Fitness<G>>, TrainError>;

    /// See [`Trainable::contest`].
    ///
    /// # Errors
    /// If a setting is not valid.
    fn contest(&self, settings: &FitnessSettings, path: &str) -> Result<Contest, TrainError>;
}

impl<G: Game, T: Trainable<G>> KeyedTrainable<G> for T {
    fn name(&self) -> &'static str {
        Trainable::name(self)
    }

    fn summary(&self) -> &'static str {
        Trainable::summary(self)
    }

    fn genes(&self) -> &[Gene] {
        Trainable::genes(self)
    }

    fn normalise(&self, genome: &mut [f64]) {
        Trainable::normalise(self, genome);
    }

    fn shipped(&self) -> Vec<f64> {
        Trainable::shipped(self)
    }

    fn weights_of(&self, bot: &str) -> Option<Vec<f64>> {
        Trainable::weights_of(self, bot)
    }

    fn stage_key(&self) -> Option<&'static str> {
        Trainable::stage_key(self)
    }

    fn adapts(&self) -> bool {
        Trainable::adapts(self)
    }

    fn settings(&self) -> FitnessSettings {
        let settings = FitnessSettings::new(&Trainable::settings(self));
        match Trainable::opposition(self) {
            Some(opposition) => settings.against(opposition.usual),
            None => settings,
        }
    }

    fn opposition(&self) -> Option<Opposition> {
        Trainable::opposition(self)
    }

    fn embedded(&self, spec: &BotSpec) -> Result<BotSpec, SpecError> {
        Trainable::embedded(self, spec)
    }

    fn fitness(
        &self,
        settings: &FitnessSettings,
        against: Pool,
    ) -> Result<Box<dyn Fitness<G>>, TrainError> {
        Trainable::fitness(self, settings.read()?, against)
    }

    fn contest(&self, settings: &FitnessSettings, path: &str) -> Result<Contest, TrainError> {
        let (own, _) = settings.split();
        Ok(Trainable::contest(self, &own.read()?, path))
    }
}

/// The settings of a [`Trainable`] where its game is not known, as a complete tree of keys. If there are opponents, the
/// key `against` lists them, separated by spaces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FitnessSettings(Value);

/// The key of the settings that lists the opponents.
const AGAINST: &str = "against";

/// The key of the settings that has the rules.
const RULES: &str = "rules";

impl fmt::Display for FitnessSettings {
    /// As JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FitnessSettings {
    /// These settings.
    #[must_use]
    pub fn new(settings: &impl Serialize) -> Self {
        Self(keys::to_tree(settings))
    }

    /// The settings in the game's own type.
    ///
    /// # Errors
    /// If they are not of that type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, TrainError> {
        Ok(keys::check(&self.0, "settings", "")?)
    }

    /// The same settings with these opponents, separated by spaces.
    #[must_use]
    pub fn against(mut self, opponents: &str) -> Self {
        self.0[AGAINST] = opponents.into();
        self
    }

    /// The settings without the opponents, and the list of opponents.
    #[must_use]
    pub fn split(&self) -> (Self, Vec<String>) {
        let mut rest = self.0.clone();
        let against = rest.as_object_mut().and_then(|tree| tree.shift_remove(AGAINST));
        let listed = against.as_ref().and_then(Value::as_str).unwrap_or_default();
        let opponents = listed.split_whitespace().map(str::to_owned).collect();
        (Self(rest), opponents)
    }

    /// Sets one key from text.
    ///
    /// # Errors
    /// If there is no such key, or the text cannot be read as its type.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), KeyError> {
        keys::set(&mut self.0, key, text)
    }

    /// The rules of every match, as a tree of keys.
    #[must_use]
    pub fn rules(&self) -> &Value {
        &self.0[RULES]
    }

    /// The rules of every match, to change them.
    pub fn rules_mut(&mut self) -> &mut Value {
        &mut self.0[RULES]
    }

    /// The same settings with these rules. A rule of the settings stays where the given rules leave it open or equal the
    /// game's default. So a settings file that only repeats the defaults changes nothing.
    ///
    /// # Errors
    /// If the rules are not rules of the game.
    pub fn with_rules(mut self, rules: &Value, default_rules: &Value) -> Result<Self, KeyError> {
        let own = std::mem::replace(self.rules_mut(), rules.clone());
        let mut default_rules = default_rules.clone();
        for (key, value) in keys::leaves(&own) {
            let slot = keys::find(self.rules_mut(), &key)?;
            if slot.is_null() || *slot == *keys::find(&mut default_rules, &key)? {
                *slot = value.clone();
            }
        }
        Ok(self)
    }
}
