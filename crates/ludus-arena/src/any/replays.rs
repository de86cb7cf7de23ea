//! What can be done with the replay of a match.

use std::io::BufRead;
use std::sync::Arc;

use ludus_core::GameKit;

use super::{AnyGame, same_kit};
use crate::error::ArenaError;
use crate::replay::{self, Consultation, ReplayError, ReplayReader, Shown, Verified};
use crate::rerun::{self, RerunPlan, RerunReport, RerunWatch};
use crate::session::Advice;
use crate::why::{self, WhyPlan, WhyProgress, WhyReport};

/// The positions of a replay, one after the other.
pub type AnyFilm = Box<dyn Iterator<Item = Result<Shown, ReplayError>> + Send>;

/// Reads recorded matches. Every [`GameKit`] does.
pub trait ReplayGame: Send + Sync {
    /// Verifies a replay, see [`replay::verify()`].
    ///
    /// # Errors
    /// If it does not hold.
    fn verify(&self, reader: &mut ReplayReader<&mut dyn BufRead>) -> Result<Verified, ReplayError>;

    /// Shows a position of a replay, see [`replay::show`].
    ///
    /// # Errors
    /// If it does not hold up to there, or has no such turn.
    fn show(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
        turn: u32,
    ) -> Result<Shown, ReplayError>;

    /// All positions of a replay, see [`replay::frames`].
    ///
    /// # Errors
    /// If it does not hold.
    fn frames(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
    ) -> Result<Vec<Shown>, ReplayError>;

    /// All positions of a replay, one after the other, see [`replay::Film`].
    ///
    /// # Errors
    /// If it is of another game, or does not hold from the start.
    fn film(
        self: Arc<Self>,
        reader: ReplayReader<Box<dyn BufRead + Send>>,
    ) -> Result<AnyFilm, ReplayError>;

    /// What a bot would do in a position of a replay, see [`replay::consult`].
    ///
    /// # Errors
    /// If the replay does not hold up to there, or the bot has no answer.
    fn consult(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
        question: &Consultation<'_>,
    ) -> Result<Advice, ArenaError>;

    /// A replay in the game's own notation, see [`replay::transcript`].
    ///
    /// # Errors
    /// If it does not hold.
    fn transcript(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
    ) -> Result<Option<String>, ReplayError>;

    /// Takes the decisions of a replay again, see [`rerun::replay()`]; `other` is the same game with other
    /// settings.
    ///
    /// # Errors
    /// If the replay does not hold, or a bot cannot be made.
    fn rerun_replay(
        &self,
        other: Option<&dyn AnyGame>,
        reader: &mut ReplayReader<&mut dyn BufRead>,
        plan: &RerunPlan,
        watch: &mut dyn RerunWatch,
    ) -> Result<RerunReport, ArenaError>;

    /// Where and why a replay's match was lost, see [`why::why`].
    ///
    /// # Errors
    /// If the replay does not hold, or the judge cannot judge it.
    fn why(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
        plan: &WhyPlan,
        watch: &mut dyn FnMut(WhyProgress),
    ) -> Result<WhyReport, ArenaError>;
}

impl<K: GameKit> ReplayGame for K {
    fn verify(&self, reader: &mut ReplayReader<&mut dyn BufRead>) -> Result<Verified, ReplayError> {
        replay::verify::<K::Game, _>(reader)
    }

    fn show(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
        turn: u32,
    ) -> Result<Shown, ReplayError> {
        replay::show::<K::Game, _>(reader, turn)
    }

    fn frames(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
    ) -> Result<Vec<Shown>, ReplayError> {
        replay::frames::<K::Game, _>(reader, |game, seat, action| self.mark(game, seat, action))
    }

    fn film(
        self: Arc<Self>,
        reader: ReplayReader<Box<dyn BufRead + Send>>,
    ) -> Result<AnyFilm, ReplayError> {
        let mark = move |game: &K::Game, seat, action| self.mark(game, seat, action);
        Ok(Box::new(replay::Film::new(reader, mark)?))
    }

    fn consult(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
        question: &Consultation<'_>,
    ) -> Result<Advice, ArenaError> {
        replay::consult(self, reader, question)
    }

    fn transcript(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
    ) -> Result<Option<String>, ReplayError> {
        replay::transcript(self, reader)
    }

    fn rerun_replay(
        &self,
        other: Option<&dyn AnyGame>,
        reader: &mut ReplayReader<&mut dyn BufRead>,
        plan: &RerunPlan,
        watch: &mut dyn RerunWatch,
    ) -> Result<RerunReport, ArenaError> {
        rerun::replay(self, same_kit(other)?, reader, plan, watch)
    }

    fn why(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
        plan: &WhyPlan,
        watch: &mut dyn FnMut(WhyProgress),
    ) -> Result<WhyReport, ArenaError> {
        why::why(self, reader, plan, watch)
    }
}
