//! Games without their types: how the command line and the front ends see them.

use std::any::Any;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_core::{
    Bench, Bot, BotError, BotInfo, BotSpec, Budget, Game, GameInfo, GameKit, KeyError, Seed,
    SeededChance, Snapshot, SpecError, StepError, Workshop, keys,
};
use serde_json::Value;

use crate::error::ArenaError;
use crate::live::{AnyLive, LiveMatch, LivePlan};
use crate::replay::{self, Question, ReplayError, ReplayReader, Shown, Verified};
use crate::rerun::{self, Extracted, RerunPlan, RerunReport, RerunWatch, Selection};
use crate::rules::AnyRules;
use crate::series::{AnyPlayer, SeriesPlan, SeriesPlayer};
use crate::session::{Advice, AnyMatch, SessionMatch};
use crate::trainee::AnyTrainable;

/// The positions of a replay, one after the other.
pub type AnyFilm = Box<dyn Iterator<Item = Result<Shown, ReplayError>> + Send>;

/// A game of the catalog. Every [`GameKit`] is one.
pub trait AnyGame: Any + Send + Sync {
    /// What is known of it before a match.
    fn info(&self) -> GameInfo;

    /// Its name.
    fn name(&self) -> &'static str {
        self.info().name
    }

    /// Its bots.
    fn bots(&self) -> &[BotInfo];

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

    /// What a decision may spend when nothing is set.
    fn default_budget(&self) -> Budget;

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

    /// Somebody who plays games of this game one after the other, on one thread.
    fn player(&self) -> Box<dyn AnyPlayer + '_>;

    /// Sets up game `number` of a series to be played turn by turn, see [`crate::session`]. A seat
    /// whose bot is `human` is a person's. Setting `stop` abandons it.
    ///
    /// # Errors
    /// If the rules or bots do not fit.
    fn open_match(
        self: Arc<Self>,
        plan: Arc<SeriesPlan>,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn AnyMatch>, ArenaError>;

    /// Sets up a match with people, see [`crate::live`]. It may take its time: bots are started.
    ///
    /// # Errors
    /// If the rules or bots do not fit, or the replay cannot be written.
    fn open_live(self: Arc<Self>, plan: &LivePlan) -> Result<Box<dyn AnyLive>, ArenaError>;

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
        question: &Question<'_>,
    ) -> Result<Advice, ArenaError>;

    /// A replay in the game's own notation, see [`replay::transcript`].
    ///
    /// # Errors
    /// If it does not hold.
    fn transcript(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
    ) -> Result<Option<String>, ReplayError>;

    /// A score of this game's bots as people read it: points, pawns, "mate in 3".
    fn score_text(&self, score: f64) -> String;

    /// A position of this game drawn in characters, see [`Game::drawing`].
    fn drawing(&self, snapshot: &Snapshot) -> String;

    /// What can be trained, the most usual first.
    fn trainables(&self) -> Vec<Box<dyn AnyTrainable>>;

    /// The bot whose weights people set by hand, if there is one.
    fn workshop(&self) -> Option<Workshop>;

    /// One request of the `step` filter.
    ///
    /// # Errors
    /// If it cannot be answered.
    fn step(&self, request: &Value) -> Result<Value, StepError>;

    /// What `ludus bench` measures.
    fn benches(&self) -> Vec<Bench>;
}

impl<K: GameKit> AnyGame for K {
    fn info(&self) -> GameInfo {
        GameInfo::of::<K>()
    }

    fn name(&self) -> &'static str {
        K::Game::NAME
    }

    fn bots(&self) -> &[BotInfo] {
        GameKit::bots(self)
    }

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

    fn default_budget(&self) -> Budget {
        GameKit::default_budget(self)
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
        let unusable =
            |error: BotError| SpecError::Source { bot: spec.label(), reason: error.to_string() };
        Ok(checked.map_err(unusable)?)
    }

    fn bot_waits(&self, spec: &BotSpec) -> Result<bool, ArenaError> {
        Ok(self.make_bot(spec)?.waits())
    }

    fn player(&self) -> Box<dyn AnyPlayer + '_> {
        Box::new(SeriesPlayer::new(self))
    }

    fn open_match(
        self: Arc<Self>,
        plan: Arc<SeriesPlan>,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn AnyMatch>, ArenaError> {
        Ok(Box::new(SessionMatch::open(self, plan, number, stop)?))
    }

    fn open_live(self: Arc<Self>, plan: &LivePlan) -> Result<Box<dyn AnyLive>, ArenaError> {
        Ok(Box::new(LiveMatch::open(self, plan)?))
    }

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

    fn rerun_replay(
        &self,
        other: Option<&dyn AnyGame>,
        reader: &mut ReplayReader<&mut dyn BufRead>,
        plan: &RerunPlan,
        watch: &mut dyn RerunWatch,
    ) -> Result<RerunReport, ArenaError> {
        rerun::replay(self, same_kit(other)?, reader, plan, watch)
    }

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
        question: &Question<'_>,
    ) -> Result<Advice, ArenaError> {
        replay::consult(self, reader, question)
    }

    fn transcript(
        &self,
        reader: &mut ReplayReader<&mut dyn BufRead>,
    ) -> Result<Option<String>, ReplayError> {
        replay::transcript(self, reader)
    }

    fn score_text(&self, score: f64) -> String {
        GameKit::score_text(self, score)
    }

    fn drawing(&self, snapshot: &Snapshot) -> String {
        K::Game::drawing(snapshot)
    }

    fn trainables(&self) -> Vec<Box<dyn AnyTrainable>> {
        let erased = |trainable| Box::new(trainable) as Box<dyn AnyTrainable>;
        GameKit::trainables(self).into_iter().map(erased).collect()
    }

    fn workshop(&self) -> Option<Workshop> {
        GameKit::workshop(self)
    }

    fn step(&self, request: &Value) -> Result<Value, StepError> {
        GameKit::step(self, request)
    }

    fn benches(&self) -> Vec<Bench> {
        GameKit::benches(self)
    }
}

/// The kit behind the other game, which must be the same one.
fn same_kit<K: GameKit>(other: Option<&dyn AnyGame>) -> Result<Option<&K>, ArenaError> {
    let Some(other) = other else { return Ok(None) };
    let kit = (other as &dyn Any).downcast_ref();
    let text = || format!("{} cannot be compared with {}", other.name(), K::Game::NAME);
    kit.map(Some).ok_or_else(|| ArenaError::Asked(text()))
}
