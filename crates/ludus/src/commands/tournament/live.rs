//! What is seen of a tournament while it is played: standings under a bar in a terminal, and now and
//! then a line where there is none. Every game goes into the store here.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use ludus_arena::store::{Store, TournamentId};
use ludus_arena::tournament::{GameKey, GameResults, Standings, TournamentPlan, TournamentWatch};
use ludus_arena::{ArenaError, BrokenGame, BrokenGames, GameRecord, Pulse};

use crate::commands::activity::{self, Activity};
use crate::commands::play::strict::StrictFailure;

/// How often the standings are computed anew.
const REFRESH: Duration = Duration::from_millis(250);

/// How many bots are shown under the bar: the best.
const SHOWN: usize = 16;

/// How many lines a tournament prints where there is no terminal.
const LINES: u64 = 10;

/// Follows a tournament.
pub(super) struct Live<'a> {
    store: &'a mut Store,
    id: TournamentId,
    plan: &'a TournamentPlan,
    bar: ProgressBar,
    activity: Activity,
    refreshed: Option<Instant>,
    games: u64,
    broken: BrokenGames,
    /// Whether the first failure of a bot ends the tournament.
    strict: bool,
    /// The failure in the game with the lowest number.
    failed: Option<(GameKey, StrictFailure)>,
}

/// What is left of following a tournament when it is over.
pub(super) struct TournamentEnd {
    /// The games that could not be finished.
    pub(super) broken: BrokenGames,
    /// The failure that ended the tournament, if one did.
    pub(super) failed: Option<StrictFailure>,
}

impl<'a> Live<'a> {
    /// The bar is drawn on standard error, and only if that is a terminal.
    pub(super) fn new(
        store: &'a mut Store,
        id: TournamentId,
        plan: &'a TournamentPlan,
        before: u64,
        strict: bool,
    ) -> Self {
        let games = plan.all_games();
        let bar = activity::bar(games, before, "{prefix}\n{msg}");
        let (activity, broken) = (Activity::default(), BrokenGames::default());
        let (refreshed, failed) = (None, None);
        Self { store, id, plan, bar, activity, refreshed, games, broken, strict, failed }
    }

    /// Takes the bar away.
    pub(super) fn finish(self) -> TournamentEnd {
        self.bar.finish_and_clear();
        TournamentEnd { broken: self.broken, failed: self.failed.map(|(_, failed)| failed) }
    }

    /// Whether a bot failed in this game that must not fail.
    fn is_failed(&mut self, key: GameKey, record: &GameRecord) -> bool {
        if !self.strict {
            return false;
        }
        let labels: Vec<String> =
            self.plan.line_up.entrants().iter().map(|who| who.label.clone()).collect();
        let Some(failed) = StrictFailure::of(record, Some(key.fixture), &labels) else {
            return false;
        };
        if self.failed.as_ref().is_none_or(|(first, _)| key < *first) {
            self.failed = Some((key, failed));
        }
        true
    }

    /// Shows the standings under the bar, unless that was done a moment ago.
    fn refresh(&mut self, results: &GameResults) -> Result<(), ArenaError> {
        if self.refreshed.is_some_and(|at| at.elapsed() < REFRESH) {
            return Ok(());
        }
        let standings = Standings::new(self.plan, results)?;
        let width = standings.standings.iter().map(|bot| bot.label.chars().count()).max();
        let width = width.unwrap_or_default();
        let lines: Vec<String> = standings
            .standings
            .iter()
            .take(SHOWN)
            .map(|bot| {
                let score = bot.score.unwrap_or_default() * 100.0;
                let (label, games) = (&bot.label, bot.games);
                format!("{:>3}  {label:width$}  {score:5.1} %  {games} games", bot.place)
            })
            .collect();
        self.bar.set_message(lines.join("\n"));
        self.refreshed = Some(Instant::now());
        Ok(())
    }

    /// Says how it stands, a few times in all.
    fn say(&self, results: &GameResults) -> Result<(), ArenaError> {
        let played = results.len() as u64;
        let tenth = |games: u64| games * LINES / self.games.max(1);
        if tenth(played) == tenth(played - 1) {
            return Ok(());
        }
        let standings = Standings::new(self.plan, results)?;
        let bots: Vec<String> = standings
            .standings
            .iter()
            .take(SHOWN)
            .map(|bot| format!("{} {:.1} %", bot.label, bot.score.unwrap_or_default() * 100.0))
            .collect();
        // Where standard error is closed, the games are played all the same.
        let mut err = std::io::stderr();
        let _ = writeln!(err, "{played} of {} games: {}", self.games, bots.join(", "));
        Ok(())
    }
}

impl TournamentWatch for Live<'_> {
    fn game(
        &mut self,
        key: GameKey,
        record: &GameRecord,
        results: &GameResults,
    ) -> Result<ControlFlow<()>, ArenaError> {
        self.store.add(self.id, self.plan, key, record)?;
        self.bar.inc(1);
        match self.bar.is_hidden() {
            true => self.say(results)?,
            false => self.refresh(results)?,
        }
        Ok(match self.is_failed(key, record) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }

    fn pulse(&mut self, threads: &[Arc<Pulse>]) {
        match self.bar.is_hidden() {
            true => self.activity.say_waits(threads),
            false => self.bar.set_prefix(Activity::text(threads)),
        }
    }

    fn broken(&mut self, _: GameKey, game: &BrokenGame) {
        self.bar.inc(1);
        self.broken.add(game.clone());
    }
}
