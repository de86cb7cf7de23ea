//! What `ludus check` asks of bots.

use ludus_core::{Check, GameKit};

use crate::check::{CheckPlan, Checker};
use crate::error::ArenaError;

/// Checks bots of a game. Every [`GameKit`] does.
pub trait CheckGame: Send + Sync {
    /// Checks a bot. `report` gets each check as it is done; the first ones that fail may make others impossible.
    ///
    /// # Errors
    /// If the bot cannot be made, or no match can be played with these rules.
    fn check(&self, plan: &CheckPlan, report: &mut dyn FnMut(Check)) -> Result<(), ArenaError>;
}

impl<K: GameKit> CheckGame for K {
    fn check(&self, plan: &CheckPlan, report: &mut dyn FnMut(Check)) -> Result<(), ArenaError> {
        Checker::new(self, plan)?.run(report)
    }
}
