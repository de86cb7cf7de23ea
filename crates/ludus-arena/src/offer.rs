//! Offers: games as the front ends get them from the binary's catalog, with their settings.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use ludus_core::{BotSpec, Budget};

use crate::any::AnyGame;
use crate::rules::AnyRules;
use crate::session::is_person;

/// A game with its settings.
#[derive(Clone)]
pub struct Offer {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// Its rules between bots.
    pub rules: AnyRules,
    /// Its rules where a person plays.
    pub people_rules: AnyRules,
    /// What a decision may spend.
    pub budget: Budget,
    /// The same game in real time, which people play instead, if there is one.
    pub live: Option<Box<Offer>>,
}

impl Offer {
    /// The game by these rules, with the budget that it has when nothing is set and without a live form.
    #[must_use]
    pub fn new(game: Arc<dyn AnyGame>, rules: AnyRules) -> Self {
        let budget = game.default_budget();
        Self { people_rules: rules.clone(), rules, budget, live: None, game }
    }

    /// The game in the form that people play.
    #[must_use]
    pub fn for_people(&self) -> &Self {
        self.live.as_deref().unwrap_or(self)
    }

    /// What is really played by this line-up: with a person, the live form and the rules for people.
    #[must_use]
    pub fn played_by(&self, bots: &[BotSpec]) -> Cow<'_, Self> {
        if !bots.iter().any(is_person) {
            return Cow::Borrowed(self);
        }
        let offer = self.for_people();
        Cow::Owned(Self { rules: offer.people_rules.clone(), ..offer.clone() })
    }
}

impl fmt::Debug for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Offer")
            .field("game", &self.game.name())
            .field("rules", &self.rules)
            .field("people_rules", &self.people_rules)
            .field("budget", &self.budget)
            .field("live", &self.live)
            .finish()
    }
}
