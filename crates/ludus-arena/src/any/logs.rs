//! What can be done with a game's debug log.

use std::io::{BufRead, Write};

use ludus_core::{BotSpec, GameKit};

use super::{AnyGame, same_kit};
use crate::error::ArenaError;
use crate::rerun::{self, Extracted, RerunPlan, RerunReport, RerunWatch, Selection};

/// Reads debug logs. Every [`GameKit`] does.
pub trait LogGame: Send + Sync {
    /// Whether the text is a line of a debug log of this game.
    fn is_logged(&self, line: &str) -> bool;

    /// Takes the decisions of a debug log again, see [`rerun::log()`]; `other` is the same game with other
    /// settings.
    ///
    /// # Errors
    /// If the log cannot be read, or the bot cannot be made.
    fn rerun_log(
        &self,
        other: Option<&dyn AnyGame>,
        bot: &BotSpec,
        input: &mut dyn BufRead,
        plan: &RerunPlan,
        watch: &mut dyn RerunWatch,
    ) -> Result<RerunReport, ArenaError>;

    /// Copies the selected lines of a debug log, see [`rerun::extract`].
    ///
    /// # Errors
    /// If the log cannot be read or the copy cannot be written.
    fn extract(
        &self,
        input: &mut dyn BufRead,
        selection: &Selection,
        out: &mut dyn Write,
        watch: &mut dyn RerunWatch,
    ) -> Result<Extracted, ArenaError>;
}

impl<K: GameKit> LogGame for K {
    fn is_logged(&self, line: &str) -> bool {
        GameKit::is_logged(self, line)
    }

    fn rerun_log(
        &self,
        other: Option<&dyn AnyGame>,
        bot: &BotSpec,
        input: &mut dyn BufRead,
        plan: &RerunPlan,
        watch: &mut dyn RerunWatch,
    ) -> Result<RerunReport, ArenaError> {
        rerun::log(self, same_kit(other)?, bot, input, plan, watch)
    }

    fn extract(
        &self,
        input: &mut dyn BufRead,
        selection: &Selection,
        out: &mut dyn Write,
        watch: &mut dyn RerunWatch,
    ) -> Result<Extracted, ArenaError> {
        rerun::extract(self, input, selection, out, watch)
    }
}
