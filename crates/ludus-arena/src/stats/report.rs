//! The report of a series: the figures that scripts rely on, by the names they rely on.

use std::collections::BTreeMap;

use ludus_core::{Seed, TimeControl};
use serde::Serialize;

use crate::rules::AnyRules;
use crate::series::{BrokenGames, GameRecord, GameReport, SeriesPlan};
use crate::stats::{BotTally, ByName, Extremes, FailureReport, Spread, Tally};

/// What a series came to.
#[derive(Clone, Debug, Serialize)]
pub struct SeriesReport {
    /// The game's name.
    pub game: &'static str,
    /// The rules, complete.
    pub rules: AnyRules,
    /// The seed of the series.
    pub seed: Seed,
    /// The clock of each seat, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Games that were finished.
    pub games: u64,
    /// Whether the series was ended before all games were played.
    pub interrupted: bool,
    /// How long it took.
    pub seconds: f64,
    /// How fast it was.
    pub games_per_second: f64,
    /// The bots in the order they were named.
    pub bots: Vec<BotReport>,
    /// The mean number of turns of a game.
    pub mean_turns: Option<f64>,
    /// The mean duration of a game.
    pub mean_seconds: Option<f64>,
    /// The game with the fewest turns.
    pub shortest: Option<GameReport>,
    /// The game with the most turns.
    pub longest: Option<GameReport>,
    /// Games that could not be played to their end, because the game itself failed.
    #[serde(skip_serializing_if = "BrokenGames::is_none")]
    pub broken: BrokenGames,
}

/// What a series says about one bot.
#[derive(Clone, Debug, Serialize)]
pub struct BotReport {
    /// What it is called.
    pub label: String,
    /// How it was named.
    pub spec: String,
    /// Games played.
    pub games: u64,
    /// Alone in the first place.
    pub wins: u64,
    /// Shared the first place.
    pub draws: u64,
    /// Neither.
    pub losses: u64,
    /// Share of games won.
    pub win_rate: Option<f64>,
    /// Mean rank, 1 is first.
    pub mean_rank: Option<f64>,
    /// Complete rotations of all seats: what score, Elo and likelihood are computed on.
    pub units: u64,
    /// The mean share of opponents beaten, over complete units; a shared rank counts half.
    pub score: Option<f64>,
    /// Elo difference to the opponents; `None` where it is open-ended or there are none.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval; `None` where everything was lost, and where `los` is.
    pub elo_low: Option<f64>,
    /// The upper end of its 95 % interval; `None` where everything was won, and where `los` is.
    pub elo_high: Option<f64>,
    /// The likelihood of superiority; `None` before the second unit, which alone has no interval either.
    pub los: Option<f64>,
    /// Seats lost without a move on the board, by kind of reason.
    pub forfeits: BTreeMap<&'static str, u64>,
    /// Answers replaced by the game's own rule, by kind of reason.
    pub errors: BTreeMap<&'static str, u64>,
    /// Why it failed: the first failures that differ, each with how many more were like it.
    pub failures: Vec<FailureReport>,
    /// How many failures were like none of those.
    pub other_failures: u64,
    /// What the bot remarks about how it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// Mean of each figure.
    pub means: ByName<Option<f64>>,
    /// Standard error of each mean.
    pub mean_errors: ByName<Option<f64>>,
    /// Median of each figure.
    pub medians: ByName<Option<f64>>,
    /// Greatest of each figure.
    pub best: ByName<Option<f64>>,
    /// Least of each figure.
    pub worst: ByName<Option<f64>>,
}

impl SeriesReport {
    /// What the games counted so far come to, after this time in seconds.
    #[must_use]
    pub fn new(plan: &SeriesPlan, tally: &Tally, interrupted: bool, seconds: f64) -> Self {
        let labels: Vec<_> = tally.bots.iter().map(|bot| bot.entrant.label.as_str()).collect();
        let show = |game: fn(&Extremes) -> &GameRecord| {
            tally.extremes.as_ref().map(|ends| game(ends).report(&labels))
        };
        Self {
            game: plan.rules.game(),
            rules: plan.rules.clone(),
            seed: plan.seed,
            clock: plan.clock,
            games: tally.games(),
            interrupted,
            seconds,
            games_per_second: tally.games() as f64 / seconds.max(1e-9),
            bots: tally.bots.iter().map(|bot| BotReport::new(bot, labels.len())).collect(),
            mean_turns: tally.turns.mean(),
            mean_seconds: tally.seconds.mean(),
            shortest: show(|ends| &ends.shortest),
            longest: show(|ends| &ends.longest),
            broken: tally.broken.clone(),
        }
    }
}

impl BotReport {
    fn new(bot: &BotTally, seats: usize) -> Self {
        let each = |of: fn(&Spread) -> Option<f64>| {
            bot.figures.iter().map(|(name, spread)| ((*name).to_owned(), of(spread))).collect()
        };
        // A seat without opponents is neither stronger nor weaker than they are.
        let against_others = |value: Option<f64>| value.filter(|_| seats > 1);
        Self {
            label: bot.entrant.label.clone(),
            spec: bot.entrant.spec.to_string(),
            games: bot.games,
            wins: bot.wins,
            draws: bot.draws,
            losses: bot.losses(),
            win_rate: (bot.games > 0).then(|| bot.wins as f64 / bot.games as f64),
            mean_rank: bot.ranks.mean(),
            units: bot.elo.units(),
            score: against_others(bot.elo.score()),
            elo: against_others(bot.elo.difference()),
            elo_low: against_others(bot.elo.low()),
            elo_high: against_others(bot.elo.high()),
            los: against_others(bot.elo.superiority()),
            forfeits: bot.forfeits.clone(),
            errors: bot.errors.clone(),
            failures: bot.failures.first().to_vec(),
            other_failures: bot.failures.others(),
            remark: bot.remark.clone(),
            means: each(Spread::mean),
            mean_errors: each(Spread::error),
            medians: each(Spread::median),
            best: each(Spread::greatest),
            worst: each(Spread::least),
        }
    }
}
