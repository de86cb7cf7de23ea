//! `--strict`: the first failure of a bot ends what is played.

use ludus_arena::GameRecord;
use ludus_arena::stats::FailureReport;
use serde::Serialize;

use super::failures::place;

/// The failure that ended a series or a tournament.
#[derive(Clone, Debug, Serialize)]
pub(in crate::commands) struct StrictFailure {
    /// The bot.
    bot: String,
    /// What it did.
    #[serde(flatten)]
    pub(in crate::commands) failure: FailureReport,
}

impl StrictFailure {
    /// The first failure in a game, if there is one; of a fixture of a tournament, counted from 0, if it is one's.
    /// `labels` are the bots of the line-up that the game's seats are numbers of.
    pub(in crate::commands) fn of(
        game: &GameRecord,
        fixture: Option<u64>,
        labels: &[String],
    ) -> Option<Self> {
        let (seat, failure) = game.result.first_failure()?;
        let bot = labels[game.seats[seat.index()]].clone();
        Some(Self { bot, failure: FailureReport::new(failure, seat, game.number, fixture) })
    }

    /// The error with which the command ends.
    pub(in crate::commands) fn error(&self) -> anyhow::Error {
        let FailureReport { kind, reason, .. } = &self.failure;
        anyhow::anyhow!("--strict: {} failed, {}: {kind}: {reason}", self.bot, place(&self.failure))
    }
}
