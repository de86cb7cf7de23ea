//! The rules of a match, parsed once.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use ludus_core::{Game, KeyError, keys};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::error::ArenaError;

/// The rules of a game, parsed, without their type. [`PlanGame::rules`](crate::PlanGame::rules) makes them from a
/// tree of keys. Plans hold them, so that no later stage parses or checks a tree again. Clones are cheap.
#[derive(Clone)]
pub struct AnyRules {
    game: &'static str,
    /// A value of the game's own type of rules.
    typed: Arc<dyn Any + Send + Sync>,
    /// The same rules as a complete tree of keys, for replays and reports.
    tree: Arc<Value>,
}

impl AnyRules {
    /// These rules of the game `G`.
    #[must_use]
    pub fn new<G: Game>(rules: G::Rules) -> Self {
        let tree = Arc::new(keys::to_tree(&rules));
        Self { game: G::NAME, typed: Arc::new(rules), tree }
    }

    /// The rules that a tree of keys describes.
    pub(crate) fn parse<G: Game>(tree: &Value) -> Result<Self, KeyError> {
        Ok(Self::new::<G>(keys::check(tree, "rules", "")?))
    }

    /// The rules with the type of their game.
    ///
    /// # Errors
    /// If they are the rules of another game.
    pub fn of<G: Game>(&self) -> Result<&G::Rules, ArenaError> {
        let other = || ArenaError::OtherRules { given: self.game, needed: G::NAME };
        self.typed.downcast_ref().ok_or_else(other)
    }

    /// The name of the game.
    #[must_use]
    pub const fn game(&self) -> &'static str {
        self.game
    }

    /// The rules as a complete tree of keys.
    #[must_use]
    pub fn tree(&self) -> &Value {
        &self.tree
    }
}

impl PartialEq for AnyRules {
    fn eq(&self, other: &Self) -> bool {
        (self.game, &self.tree) == (other.game, &other.tree)
    }
}

impl fmt::Debug for AnyRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game, self.tree)
    }
}

impl Serialize for AnyRules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.tree.serialize(serializer)
    }
}
