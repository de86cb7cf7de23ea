//! The tables of `ludus match`.

use std::io::Write;

use ludus_arena::stats::{BotReport, ByName, SeriesReport, Sprt, Verdict};
use ludus_arena::{GameReport, SeriesPlan};
use ludus_core::SoloLimit;

use super::failures::{BotFailures, games, write_failures};
use crate::tables::{elo, maybe, number, percent, table};

/// Writes the results of a series as tables.
pub(super) fn write_tables(
    out: &mut dyn Write,
    report: &SeriesReport,
    sprt: Option<&Sprt>,
    plan: &SeriesPlan,
    limit: Option<SoloLimit>,
) -> anyhow::Result<()> {
    if report.interrupted {
        writeln!(out, "ended early: {} of {} games", report.games, plan.games)?;
    }
    if report.games == 0 {
        return Ok(());
    }
    match report.bots.as_slice() {
        [solo] => write_solo(out, solo)?,
        bots => {
            write_standings(out, bots)?;
            write_means(out, bots)?;
        }
    }
    write_forfeits(out, &report.bots)?;
    for bot in &report.bots {
        if let Some(remark) = &bot.remark {
            writeln!(out, "note: {}: {remark}", bot.label)?;
        }
    }
    if let Some(sprt) = sprt {
        write_test(out, sprt)?;
        if let Some(warning) = warning(report) {
            writeln!(out, "{warning}")?;
        }
    }
    write_summary(out, report, limit)?;
    let failed = report.bots.iter().map(|bot| BotFailures {
        label: &bot.label,
        failures: &bot.failures,
        others: bot.other_failures,
    });
    write_failures(out, failed)
}

/// One bot alone: the spread of every figure.
fn write_solo(out: &mut dyn Write, bot: &BotReport) -> anyhow::Result<()> {
    let mut rows = table(&[bot.label.as_str(), "mean", "± error", "median", "best", "worst"]);
    for name in bot.means.names() {
        let of = |figures: &ByName<Option<f64>>| maybe(figures.number(name));
        rows.add_row([
            name.to_owned(),
            of(&bot.means),
            of(&bot.mean_errors),
            of(&bot.medians),
            of(&bot.best),
            of(&bot.worst),
        ]);
    }
    writeln!(out, "{rows}")?;
    Ok(())
}

/// Who won how often, and how sure that is.
pub(in crate::commands) fn write_standings(
    out: &mut dyn Write,
    bots: &[BotReport],
) -> anyhow::Result<()> {
    let heads = ["bot", "games", "wins", "draws", "losses", "won", "rank", "Elo", "95 %", "LOS"];
    let mut rows = table(&heads);
    for bot in bots {
        let end = |value: Option<f64>, open: &str| {
            value.map_or_else(|| open.to_owned(), |elo| format!("{elo:+.0}"))
        };
        // A single unit has no interval.
        let interval = match bot.los {
            None => "–".to_owned(),
            Some(_) => format!("{} … {}", end(bot.elo_low, "-∞"), end(bot.elo_high, "+∞")),
        };
        rows.add_row([
            bot.label.clone(),
            number(bot.games as f64),
            number(bot.wins as f64),
            number(bot.draws as f64),
            number(bot.losses as f64),
            percent(bot.win_rate),
            bot.mean_rank.map_or_else(|| "–".to_owned(), |rank| format!("{rank:.2}")),
            elo(bot.elo, bot.score),
            interval,
            percent(bot.los),
        ]);
    }
    writeln!(out, "{rows}")?;
    Ok(())
}

/// The mean of every figure, a column each.
fn write_means(out: &mut dyn Write, bots: &[BotReport]) -> anyhow::Result<()> {
    let names: Vec<&str> = bots[0].means.names().collect();
    let heads: Vec<&str> = std::iter::once("mean of").chain(names.iter().copied()).collect();
    let mut rows = table(&heads);
    for bot in bots {
        let means = names.iter().map(|name| maybe(bot.means.number(name)));
        rows.add_row(std::iter::once(bot.label.clone()).chain(means));
    }
    writeln!(out, "{rows}")?;
    Ok(())
}

fn write_forfeits(out: &mut dyn Write, bots: &[BotReport]) -> anyhow::Result<()> {
    for bot in bots {
        for (kind, &count) in &bot.forfeits {
            writeln!(out, "{} forfeited {}: {kind}", bot.label, games(count))?;
        }
        for (kind, &count) in &bot.errors {
            let times = if count == 1 { "once".to_owned() } else { format!("{count} times") };
            writeln!(out, "{} failed to answer {times}: {kind}", bot.label)?;
        }
    }
    Ok(())
}

/// That a sequential test has counted forfeits, if it has.
pub(super) fn warning(report: &SeriesReport) -> Option<String> {
    let lost = |bot: &BotReport| {
        let forfeits: u64 = bot.forfeits.values().sum();
        (forfeits > 0).then(|| format!("{} forfeited {}", bot.label, games(forfeits)))
    };
    let lost: Vec<String> = report.bots.iter().filter_map(lost).collect();
    (!lost.is_empty())
        .then(|| format!("warning: the test counts forfeits as losses: {}", lost.join(", ")))
}

fn write_test(out: &mut dyn Write, sprt: &Sprt) -> anyhow::Result<()> {
    let plan = sprt.plan();
    let verdict = match sprt.verdict() {
        Verdict::Elo0 => "elo0 accepted: the first bot is not stronger by elo1",
        Verdict::Elo1 => "elo1 accepted: the first bot is stronger by elo1",
        Verdict::Open => "not decided",
    };
    writeln!(
        out,
        "SPRT elo0={} elo1={} alpha={} beta={}: LLR {:.2} in [{:.2}, {:.2}], {} {:?}; {verdict}",
        plan.elo0,
        plan.elo1,
        plan.alpha,
        plan.beta,
        sprt.ratio(),
        plan.lower(),
        plan.upper(),
        if sprt.units().len() == 5 { "pairs" } else { "units" },
        sprt.units(),
    )?;
    Ok(())
}

fn write_summary(
    out: &mut dyn Write,
    report: &SeriesReport,
    limit: Option<SoloLimit>,
) -> anyhow::Result<()> {
    if report.bots.len() == 1
        && let Some(SoloLimit { rule, unit, .. }) = limit
        && let Some(most) = report.rules.tree()[rule].as_f64().filter(|most| *most > 0.0)
    {
        let most = number(most);
        writeln!(out, "games end after {most} {unit} (--rules {rule}=0: no limit)")?;
    }
    let seats = report.bots.len() as u64;
    let over = report.games % seats;
    if over > 0 {
        writeln!(
            out,
            "Elo is without the last {over} games: they are no whole rotation of {seats} seats"
        )?;
    }
    if let Some(clock) = report.clock {
        writeln!(out, "clock {clock} for each seat")?;
    }
    let turns = |game: &Option<GameReport>| {
        game.as_ref().map(|game| number(f64::from(game.turns))).unwrap_or_default()
    };
    writeln!(
        out,
        "{} games of {}, seed {}: {} turns on average ({} to {}), {:.3} s a game; {:.1} s in all, {} games a second",
        number(report.games as f64),
        report.game,
        report.seed,
        maybe(report.mean_turns),
        turns(&report.shortest),
        turns(&report.longest),
        report.mean_seconds.unwrap_or_default(),
        report.seconds,
        number(report.games_per_second),
    )?;
    Ok(())
}
