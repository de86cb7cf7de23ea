//! The commands that show the turn in which a bot failed.

use std::path::Path;

use ludus_arena::replay::RecordFolder;
use ludus_arena::stats::FailureReport;
use ludus_arena::{LogFolder, SeriesPlan};

use crate::cli::{HowArgs, MatchArgs};
use crate::settings::{SETTINGS_FILE, Settings};

/// The folder that a command records into when it plays a match again.
const REPLAYS: &str = "replays";

/// What is needed to play a match of a series again, and to find what was kept of it.
pub(in crate::commands) struct SeriesAgain<'a> {
    plan: &'a SeriesPlan,
    /// The words of the command, without the number of games.
    words: Vec<String>,
}

impl<'a> SeriesAgain<'a> {
    /// A series that `ludus match` has played.
    pub(super) fn of_match(plan: &'a SeriesPlan, args: &MatchArgs, settings: &Settings) -> Self {
        let mut words = start(plan, settings);
        words.extend(args.bots.iter().cloned());
        words.extend(how(&args.how, plan));
        words.extend(flags([
            ("--seed", args.how.seed.map(|seed| seed.to_string())),
            ("--max-pieces", args.max_pieces.map(|pieces| pieces.to_string())),
            ("--fen", args.fen.clone()),
            ("--openings", args.openings.as_ref().map(|path| path.display().to_string())),
            ("--resign", args.resign.clone()),
            ("--draw", args.draw.clone()),
        ]));
        Self { plan, words }
    }

    /// The series of a fixture of a tournament.
    pub(in crate::commands) fn of_fixture(
        plan: &'a SeriesPlan,
        args: &HowArgs,
        settings: &Settings,
    ) -> Self {
        let mut words = start(plan, settings);
        words.extend(plan.line_up.entrants().iter().map(|who| who.spec.to_string()));
        words.extend(how(args, plan));
        words.extend(flags([("--seed", Some(plan.seed.to_string()))]));
        Self { plan, words }
    }

    /// Adds to a failure how it can be seen: the command that shows the turn, and the log if there is one.
    pub(in crate::commands) fn complete(&self, failure: &mut FailureReport) {
        let number = failure.number.saturating_sub(1);
        let log = |logs: &LogFolder| logs.file(number, failure.seat);
        failure.log = self.plan.logs.as_ref().map(log).filter(|path| path.is_file());
        // A bot that did not start has no turn to be shown.
        failure.show = (failure.turn != Some(0)).then(|| self.show(number, failure.turn));
    }

    /// The command that shows a turn of match `number`, counted from 0. If the match was not recorded, it is played and
    /// recorded first.
    fn show(&self, number: u64, turn: Option<u32>) -> String {
        let (game, seed) = (self.plan.rules.game(), self.plan.seed);
        if let Some(folder) = &self.plan.record {
            return show_turn(&folder.file(game, seed, number), turn);
        }
        let folder = RecordFolder { path: REPLAYS.into(), overwrite: false };
        let mut words = self.words.clone();
        words.extend(flags([
            ("--games", Some((number + 1).to_string())),
            ("--record", Some(REPLAYS.to_owned())),
        ]));
        let again = shell_words::join(words);
        format!("{again} && {}", show_turn(&folder.file(game, seed, number), turn))
    }
}

/// The command that shows a turn of a recorded match, or its end.
pub(in crate::commands) fn show_turn(file: &Path, turn: Option<u32>) -> String {
    let file = file.display().to_string();
    let file = shell_words::quote(&file);
    match turn {
        Some(turn) => format!("ludus replay {file} --show {turn}"),
        None => format!("ludus replay {file}"),
    }
}

/// How the command begins: with the game, and with the settings file if it is not the usual one.
fn start(plan: &SeriesPlan, settings: &Settings) -> Vec<String> {
    let mut words = vec!["ludus".to_owned(), "match".to_owned(), plan.rules.game().to_owned()];
    let file = settings.file().filter(|file| *file != Path::new(SETTINGS_FILE));
    words.extend(flags([("--config", file.map(|file| file.display().to_string()))]));
    words
}

/// The rules, and the budget or the clock.
fn how(args: &HowArgs, plan: &SeriesPlan) -> impl Iterator<Item = String> {
    let budget = &args.budget;
    flags([
        ("--rules", args.rules.clone()),
        ("--nodes", budget.nodes.map(|nodes| nodes.to_string())),
        ("--depth", budget.depth.map(|depth| depth.to_string())),
        ("--time", budget.time.map(|time| time.to_string())),
        ("--clock", plan.clock.map(|clock| clock.to_string())),
    ])
}

/// The flags that are given, each with its value. One that needs no value may be given without.
fn flags<const N: usize>(
    given: [(&'static str, Option<String>); N],
) -> impl Iterator<Item = String> {
    given.into_iter().filter_map(|(name, value)| Some((name, value?))).flat_map(|(name, value)| {
        let value = Some(value).filter(|value| !value.is_empty());
        std::iter::once(name.to_owned()).chain(value)
    })
}
