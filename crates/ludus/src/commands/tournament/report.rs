//! The tables and the JSON document of `ludus tournament`.

use std::io::Write;

use ludus_arena::store::TournamentId;
use ludus_arena::tournament::{Format, Standing, Standings, System, TournamentPlan};
use ludus_core::{Budget, Seed, TimeControl};
use serde::Serialize;
use serde_json::Value;

use crate::commands::play::failures::{BotFailures, games, write_failures};
use crate::commands::play::strict::StrictFailure;
use crate::tables::{number, percent, table};

/// What a tournament came to, under the names that scripts rely on.
#[derive(Serialize)]
pub(super) struct TournamentDocument<'a> {
    game: &'static str,
    rules: &'a Value,
    seed: Seed,
    budget: Budget,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<TimeControl>,
    format: Format,
    seats: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<usize>,
    /// Games of each line-up.
    games_each: u64,
    /// Games that there are in all.
    planned: u64,
    /// Whether games are missing.
    interrupted: bool,
    /// The number of the tournament in the store.
    tournament: i64,
    /// Games that were in the store before.
    continued: u64,
    /// The failure that ended the tournament, with `--strict`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) strict: Option<&'a StrictFailure>,
    #[serde(flatten)]
    standings: &'a Standings,
}

impl<'a> TournamentDocument<'a> {
    pub(super) fn new(
        plan: &'a TournamentPlan,
        id: TournamentId,
        continued: u64,
        complete: bool,
        standings: &'a Standings,
    ) -> Self {
        Self {
            game: plan.game,
            rules: plan.rules.tree(),
            seed: plan.seed,
            budget: plan.budget,
            clock: plan.clock,
            format: plan.format,
            seats: plan.seats,
            rounds: (plan.format == Format::Swiss).then_some(plan.rounds),
            games_each: plan.games,
            planned: plan.all_games(),
            interrupted: !complete,
            tournament: id.0,
            continued,
            strict: None,
            standings,
        }
    }
}

/// Writes the result as tables.
pub(super) fn write_tables(
    out: &mut dyn Write,
    document: &TournamentDocument<'_>,
) -> anyhow::Result<()> {
    let standings = document.standings;
    if document.interrupted {
        let (games, planned) = (standings.games, document.planned);
        writeln!(out, "ended early: {games} of {planned} games; the same command plays the rest")?;
    }
    if standings.games == 0 {
        return Ok(());
    }
    write_standings(out, document)?;
    write_cross(out, standings)?;
    let continued = match document.continued {
        0 => String::new(),
        games if games == document.planned => {
            ", all of them played before (--new plays again)".to_owned()
        }
        games => format!(", {} of them played before", number(games as f64)),
    };
    if let Some(clock) = document.clock {
        writeln!(out, "clock {clock} for each seat")?;
    }
    writeln!(
        out,
        "tournament {}: {} games of {}, {}, seed {}{continued}",
        document.tournament,
        number(standings.games as f64),
        document.game,
        document.format.name(),
        document.seed,
    )?;
    let failed = standings.standings.iter().map(|bot| BotFailures {
        label: &bot.label,
        failures: &bot.failures,
        others: bot.other_failures,
    });
    write_failures(out, failed)
}

fn write_standings(out: &mut dyn Write, document: &TournamentDocument<'_>) -> anyhow::Result<()> {
    let rating = match document.standings.system {
        System::BradleyTerry => "Elo",
        System::WengLin => "rating",
    };
    let swiss = document.format == Format::Swiss;
    let mut heads = vec!["bot", "place", "games", "wins", "draws", "losses", "points", "score"];
    heads.extend(swiss.then_some("Buchholz"));
    heads.extend([rating, "95 %"]);
    let mut rows = table(&heads);
    for bot in &document.standings.standings {
        let mut row = vec![
            bot.label.clone(),
            bot.place.to_string(),
            number(bot.games as f64),
            number(bot.wins as f64),
            number(bot.draws as f64),
            number(bot.losses as f64),
            format!("{:.1}", bot.points),
            percent(bot.score),
        ];
        row.extend(bot.buchholz.map(|points| format!("{points:.1}")));
        row.extend(rated(bot, document.standings.system));
        rows.add_row(row);
    }
    writeln!(out, "{rows}")?;
    write_open_ratings(out, &document.standings.standings, rating)?;
    for bot in document.standings.standings.iter().filter(|bot| bot.forfeits > 0) {
        writeln!(out, "{} forfeited {}", bot.label, games(bot.forfeits))?;
    }
    Ok(())
}

/// Says what the signs of ratings that are not numbers mean, if there are any.
fn write_open_ratings(out: &mut dyn Write, bots: &[Standing], rating: &str) -> anyhow::Result<()> {
    let unrated = || bots.iter().filter(|bot| bot.rating.is_none());
    if unrated().any(|bot| bot.open.is_some()) {
        writeln!(
            out,
            "{rating} > and <: above or below all bots that have a number; no result says by how much"
        )?;
    }
    if unrated().any(|bot| bot.open.is_none()) {
        writeln!(out, "{rating} –: too few results to compare it with the others")?;
    }
    Ok(())
}

/// The rating and its interval; open-ended for a bot that won or lost everything.
fn rated(bot: &Standing, system: System) -> [String; 2] {
    let Some(rating) = bot.rating else {
        let open = match bot.open {
            Some("above") => ">",
            Some(_) => "<",
            None => "–",
        };
        return [open.to_owned(), "–".to_owned()];
    };
    // A single unit has no interval.
    let around = |digits: usize| {
        let error = bot.rating_high.map(|high| high - rating);
        error.map_or_else(|| "–".to_owned(), |error| format!("± {error:.digits$}"))
    };
    match system {
        System::BradleyTerry => [format!("{rating:+.1}"), around(0)],
        System::WengLin => [format!("{rating:.2}"), around(2)],
    }
}

/// The cross table: each bot's score against each other, in percent.
fn write_cross(out: &mut dyn Write, standings: &Standings) -> anyhow::Result<()> {
    let places: Vec<String> = (1..=standings.standings.len()).map(|n| n.to_string()).collect();
    let heads: Vec<&str> =
        std::iter::once("cross table, %").chain(places.iter().map(String::as_str)).collect();
    let mut rows = table(&heads);
    for ((number, bot), against) in (1..).zip(&standings.standings).zip(&standings.cross) {
        let cells = against.iter().map(|entry| {
            entry.map_or_else(|| "–".to_owned(), |e| format!("{:.0}", e.score * 100.0))
        });
        rows.add_row(std::iter::once(format!("{number} {}", bot.label)).chain(cells));
    }
    writeln!(out, "{rows}")?;
    Ok(())
}
