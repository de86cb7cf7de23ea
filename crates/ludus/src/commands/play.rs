//! `ludus match`: a series without a screen, and the table of its results.

pub(in crate::commands) mod again;
mod document;
pub(in crate::commands) mod failures;
mod progress;
pub(in crate::commands) mod report;
pub(in crate::commands) mod strict;
mod transcripts;

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use ludus_arena::arbiter::{ArbiterPlan, DrawRule, ResignRule};
use ludus_arena::replay::RecordFolder;
use ludus_arena::stats::{SprtPlan, Verdict};
use ludus_arena::{AnyGame, AnyRules, ArenaError, LineUp, LogFolder, SeriesPlan, series};
use ludus_core::{OpeningsError, Seed, SoloLimit, keys};
use serde_json::Value;

use self::again::SeriesAgain;
use self::document::SeriesDocument;
use self::progress::{Followed, SeriesProgress, first_side};
use self::report::{warning, write_tables};
use self::transcripts::Transcripts;
use crate::cli::MatchArgs;
use crate::commands::rules::set;
use crate::commands::signals::stop_matches_on_signal;
use crate::commands::spool::ResultSpool;
use crate::commands::{say, setup, write_json};
use crate::failure::{Ending, all_finished, usage};
use crate::output::{AppendTo, Inputs, TextKind};
use crate::settings::Settings;

/// The largest file of openings, in bytes: each opening takes several times its text.
const MAX_OPENINGS: u64 = 256 << 20;

pub(super) fn run(
    args: &MatchArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<Ending> {
    let game = settings.game(&args.game)?;
    let plan = plan(args, settings, game.as_ref())?;
    let stop = stop_matches_on_signal()?;
    let sprt = sprt(args, &plan)?;
    let pgn = pgn(args, settings, &plan)?;
    let transcripts = pgn.as_ref().map(Transcripts::open).transpose()?;
    let results = args.json.then(ResultSpool::new).transpose()?;
    let mut watch = SeriesProgress::new(&plan, sprt, transcripts, results, args.failing.strict);
    let mut report = series::run(game.as_ref(), &plan, &stop, &mut watch)?;
    let Followed { sprt, results, mut failed } = watch.finish();
    report.interrupted |= failed.is_some() && report.games < plan.games;
    let again = SeriesAgain::of_match(&plan, args, settings);
    let failures = report.bots.iter_mut().flat_map(|bot| &mut bot.failures);
    failures
        .chain(failed.as_mut().map(|failed| &mut failed.failure))
        .for_each(|f| again.complete(f));
    match results {
        Some(results) => {
            if let Some(warning) = sprt.as_ref().and_then(|_| warning(&report)) {
                say(&warning);
            }
            write_json(
                out,
                &SeriesDocument::new(&report, sprt.as_ref(), failed.as_ref(), &results),
            )?;
        }
        // Standard output has the games.
        None if pgn.is_some_and(|pgn| pgn.is_stdout()) => {
            let limit = game.info().solo_limit;
            write_tables(&mut io::stderr(), &report, sprt.as_ref(), &plan, limit)?;
        }
        None => write_tables(out, &report, sprt.as_ref(), &plan, game.info().solo_limit)?,
    }
    all_finished(&report.broken)?;
    if let Some(failed) = failed {
        return Err(failed.error());
    }
    Ok(match sprt.map(|sprt| sprt.verdict()) {
        None | Some(Verdict::Elo1) => Ending::Done,
        Some(Verdict::Elo0) => Ending::Elo0Accepted,
        Some(Verdict::Open) => Ending::Undecided,
    })
}

/// The file that `--pgn` names, if it is given: not one that this command reads.
fn pgn(
    args: &MatchArgs,
    settings: &Settings,
    plan: &SeriesPlan,
) -> anyhow::Result<Option<AppendTo>> {
    let Some(path) = &args.pgn else { return Ok(None) };
    let weights = plan.line_up.entrants().iter().filter_map(|who| who.spec.get("path"));
    let read = settings.file().into_iter().chain(args.openings.as_deref());
    let inputs = Inputs::new(read.chain(weights.map(Path::new)));
    let pgn = AppendTo::new("--pgn", path, TextKind::PGN, &inputs)?;
    pgn.check_json("--pgn", args.json)?;
    Ok(Some(pgn))
}

/// The folder that `--record` names, if it is given: no replay in it is lost without `--force`.
fn record(
    args: &MatchArgs,
    game: &str,
    seed: Seed,
    games: u64,
) -> anyhow::Result<Option<RecordFolder>> {
    let Some(path) = &args.record else { return Ok(None) };
    if path == Path::new("-") {
        return Err(usage("--record: replays go into a folder, not to standard output"));
    }
    let folder = RecordFolder { path: path.clone(), overwrite: args.force };
    match folder.first_taken(game, seed, games).filter(|_| !args.force) {
        None => Ok(Some(folder)),
        Some(taken) => Err(usage(format!(
            "--record: {} already exists; --force overwrites it, or choose another folder or --seed",
            taken.display()
        ))),
    }
}

/// The folder that `--logs` names, if it is given: no log in it is lost without `--force`.
fn logs(args: &MatchArgs, game: &str, seed: Seed) -> anyhow::Result<Option<LogFolder>> {
    let Some(path) = &args.failing.logs else { return Ok(None) };
    setup::logs(LogFolder::of_series(path, game, seed, args.force), path, args.force).map(Some)
}

/// The sequential test that the arguments ask for, checked: of two bots, with half of the seats each.
fn sprt(args: &MatchArgs, series: &SeriesPlan) -> anyhow::Result<Option<SprtPlan>> {
    let Some(pairs) = &args.sprt else { return Ok(None) };
    let sides = first_side(&series.line_up);
    let entrants = series.line_up.entrants().iter().zip(&sides);
    let mut second = entrants.filter(|(_, first)| !**first).map(|(who, _)| &who.spec);
    let opponent = second.next();
    let firsts = sides.iter().filter(|first| **first).count();
    if opponent.is_none() || 2 * firsts != sides.len() || second.any(|spec| Some(spec) != opponent)
    {
        return Err(usage(
            "--sprt compares two bots; give exactly two, or each of them for half of the seats",
        ));
    }
    let plan = keys::with_pairs(&SprtPlan::default(), pairs)
        .map_err(|error| usage(format!("--sprt: {error}")))?;
    plan.check().map_err(usage)?;
    Ok(Some(plan))
}

/// What the arguments and settings ask for, checked.
fn plan(args: &MatchArgs, settings: &Settings, game: &dyn AnyGame) -> anyhow::Result<SeriesPlan> {
    let defaults = settings.matches()?;
    let specs = setup::bots(&args.game, &args.bots)?;
    let games = args.games.unwrap_or(defaults.games);
    if games == 0 {
        return Err(usage("0 games cannot be played; give --games 1 or more"));
    }
    let rules = game.rules(&rules(args, settings, game)?)?;
    game.check_rules(&rules, specs.len())?;
    if args.pgn.is_some() && game.info().notation != Some("pgn") {
        return Err(usage(format!("--pgn: matches of {} are not written in PGN", game.name())));
    }
    for spec in &specs {
        game.check_bot(spec)?;
    }
    let seed = Seed::new(args.how.seed.unwrap_or(defaults.seed));
    let budget = setup::budget(&args.how.budget, settings.budget(game)?);
    let wanted = args.how.jobs.unwrap_or(defaults.jobs);
    let timed = budget.time.is_some() || args.clock.control.is_some();
    let (jobs, threads) = setup::jobs(wanted, game, &specs, timed)?;
    Ok(SeriesPlan {
        games,
        seed,
        openings: openings(args, game, &rules, seed)?,
        arbiter: arbiter(args, game)?,
        budget,
        clock: args.clock.control,
        margin: Duration::from_millis(defaults.margin_ms),
        jobs,
        threads,
        record: record(args, game.name(), seed, games)?,
        logs: logs(args, game.name(), seed)?,
        positions: args.json,
        actions: args.moves,
        transcripts: args.pgn.is_some(),
        ..SeriesPlan::new(LineUp::new(specs), rules)
    })
}

/// The game's rules: those of the settings, changed by the flags.
fn rules(args: &MatchArgs, settings: &Settings, game: &dyn AnyGame) -> anyhow::Result<Value> {
    let mut rules = setup::rules(args.how.rules.as_deref(), settings, game)?;
    if let Some(pieces) = args.max_pieces {
        set(&mut rules, game, "max_pieces", &pieces.to_string())
            .map_err(|error| usage(format!("--max-pieces: {error}")))?;
    }
    if args.bots.len() == 1
        && let Some(SoloLimit { rule, most, .. }) = game.info().solo_limit
        && rules[rule].is_null()
    {
        set(&mut rules, game, rule, &most.to_string())?;
    }
    if let Some(fen) = &args.fen {
        set(&mut rules, game, "fen", fen).map_err(|error| usage(format!("--fen: {error}")))?;
    }
    Ok(rules)
}

/// The openings of the file, in an order that comes from the seed: a short series then plays a fair
/// sample of a long file.
fn openings(
    args: &MatchArgs,
    game: &dyn AnyGame,
    rules: &AnyRules,
    seed: Seed,
) -> anyhow::Result<Vec<AnyRules>> {
    let Some(path) = &args.openings else { return Ok(Vec::new()) };
    let name = path.display();
    let read = || format!("cannot read {name}");
    if std::fs::metadata(path).with_context(read)?.len() > MAX_OPENINGS {
        let most = MAX_OPENINGS >> 20;
        return Err(usage(format!(
            "--openings: {name} is larger than {most} MiB; give a part of it"
        )));
    }
    let text = std::fs::read_to_string(path).with_context(read)?;
    let mut openings = match game.openings(rules, &text) {
        Err(ArenaError::Openings(OpeningsError::None(game))) => {
            return Err(usage(format!("--openings: {game} has no openings")));
        }
        openings => openings.with_context(|| format!("cannot use the openings in {name}"))?,
    };
    seed.derive("openings", 0).rng().shuffle(&mut openings);
    Ok(openings)
}

/// When matches are ended before their end, if the arguments ask for it.
fn arbiter(args: &MatchArgs, game: &dyn AnyGame) -> anyhow::Result<ArbiterPlan> {
    let wanted = args.resign.is_some() || args.draw.is_some();
    if wanted && args.bots.len() != 2 {
        return Err(usage("--resign and --draw are for two bots; give exactly two"));
    }
    if wanted && !game.info().scores_tell {
        let text = "--resign and --draw: the scores of these bots do not say who is winning";
        return Err(usage(format!("{text} in {}", game.name())));
    }
    let resign =
        args.resign.as_deref().map(|pairs| keys::with_pairs(&ResignRule::default(), pairs));
    let draw = args.draw.as_deref().map(|pairs| keys::with_pairs(&DrawRule::default(), pairs));
    let plan = ArbiterPlan {
        resign: resign.transpose().map_err(|error| usage(format!("--resign: {error}")))?,
        draw: draw.transpose().map_err(|error| usage(format!("--draw: {error}")))?,
    };
    plan.check().map_err(usage)?;
    Ok(plan)
}
