//! Offers: games as the front ends get them from the binary's catalog, with their settings.

use std::fmt;
use std::sync::Arc;

use ludus_core::Budget;
use serde_json::Value;

use crate::any::AnyGame;

/// A game with its settings.
#[derive(Clone)]
pub struct Offer {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// Its rules.
    pub rules: Value,
    /// What a decision may spend.
    pub budget: Budget,
    /// How it is played when a person takes a seat, where that is another game: with keys, in real time.
    pub with_people: Option<Box<Offer>>,
}

impl fmt::Debug for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Offer")
            .field("game", &self.game.name())
            .field("rules", &self.rules)
            .field("budget", &self.budget)
            .field("with_people", &self.with_people)
            .finish()
    }
}
