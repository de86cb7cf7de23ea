//! Points, cross table and ratings of a tournament. They are computed from the results in the order
//! of their numbers, so that they do not depend on the order in which games were played.

use std::cmp::Reverse;

use ludus_core::Seat;
use serde::Serialize;

use super::plan::{Format, TournamentPlan};
use super::run::{GameResults, Swiss};
use super::{GameKey, GameResult};
use crate::error::ArenaError;
use crate::stats::{FailureReport, Failures, PairUnit, Strength, WengLin, bradley_terry};

/// How a tournament stands.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// How the ratings are computed.
    pub system: System,
    /// How many games were played.
    pub games: u64,
    /// The bots, best first.
    pub standings: Vec<Standing>,
    /// The cross table, in the order of the standings.
    pub cross: Vec<Vec<Option<CrossEntry>>>,
}

/// How ratings are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Over the cross table, in Elo around 0: matches with two seats.
    BradleyTerry,
    /// Game after game, beginning with 25: matches with more seats.
    WengLin,
}

impl System {
    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BradleyTerry => "bradley-terry",
            Self::WengLin => "weng-lin",
        }
    }
}

/// How one bot stands.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Its place, from 1; equal bots share one.
    pub place: usize,
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
    /// Points: of a game, the share of opponents beaten. A round off counts as won.
    pub points: f64,
    /// The mean of its games' points.
    pub score: Option<f64>,
    /// Rounds off in a Swiss tournament.
    pub byes: u64,
    /// The points of its opponents in a Swiss tournament, added up: who had harder ones is placed
    /// first among equals.
    pub buchholz: Option<f64>,
    /// Games lost without a move on the board.
    pub forfeits: u64,
    /// Why it failed: the first failures that differ, each with how many more were like it.
    pub failures: Vec<FailureReport>,
    /// How many failures were like none of those.
    pub other_failures: u64,
    /// Its rating; `None` where it is open-ended or nothing can be said.
    pub rating: Option<f64>,
    /// The lower end of its 95 % interval; `None` after a single unit.
    pub rating_low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub rating_high: Option<f64>,
    /// Where its rating is open-ended: `above` or `below` all that have one.
    pub open: Option<&'static str>,
}

/// How one bot did against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CrossEntry {
    /// Games in which they met.
    pub games: u64,
    /// Games in which it was ahead.
    pub wins: u64,
    /// Games in which they were equal.
    pub draws: u64,
    /// Games in which it was behind.
    pub losses: u64,
    /// The mean of its points against the other.
    pub score: f64,
}

/// What is counted of one bot, in whole numbers.
#[derive(Clone, Debug, Default)]
struct Count {
    games: u64,
    wins: u64,
    draws: u64,
    half_points: u64,
    byes: u64,
    forfeits: u64,
}

impl Standings {
    /// The standings after these results.
    ///
    /// # Errors
    /// If the results cannot be those of a Swiss tournament by this plan.
    pub fn new(plan: &TournamentPlan, results: &GameResults) -> Result<Self, ArenaError> {
        let bots = plan.line_up.len();
        let mut counts = vec![Count::default(); bots];
        let mut cross = vec![vec![CrossEntry::default(); bots]; bots];
        for game in results.values() {
            count(game, &mut counts, &mut cross);
        }
        if plan.format == Format::Swiss {
            for bye in Swiss::so_far(plan, results)?.history.byes {
                counts[bye].byes += 1;
            }
        }
        // Points of one game are a share of the opponents, counted here in halves.
        let halves = 2.0 * (plan.seats as f64 - 1.0);
        let points = |bot: usize| {
            counts[bot].half_points as f64 / halves + (counts[bot].byes * plan.games) as f64
        };
        let buchholz = |bot: usize| -> f64 {
            (0..bots).filter(|&other| cross[bot][other].games > 0).map(points).sum()
        };
        let (system, ratings) = ratings(plan, results);
        let failures = failures(bots, results);
        let swiss = plan.format == Format::Swiss;
        // Bots of a gauntlet have different numbers of games: their mean counts.
        let merit = |bot: usize| {
            let mean = points(bot) / (counts[bot].games.max(1) as f64);
            let (main, second) = if swiss { (points(bot), buchholz(bot)) } else { (mean, 0.0) };
            // A multiple of a millionth: equal is equal, however it was added up.
            let whole = |value: f64| (value * 1e6).round() as i64;
            (whole(main), whole(second), counts[bot].wins)
        };
        let mut order: Vec<usize> = (0..bots).collect();
        order.sort_by_key(|&bot| (Reverse(merit(bot)), bot));
        let standings = order
            .iter()
            .map(|&bot| {
                let count = &counts[bot];
                let who = &plan.line_up.entrants()[bot];
                let rating = ratings[bot];
                Standing {
                    place: 1 + order.iter().filter(|&&other| merit(other) > merit(bot)).count(),
                    label: who.label.clone(),
                    spec: who.spec.to_string(),
                    games: count.games,
                    wins: count.wins,
                    draws: count.draws,
                    losses: count.games - count.wins - count.draws,
                    points: points(bot),
                    score: (count.games > 0)
                        .then(|| count.half_points as f64 / halves / count.games as f64),
                    byes: count.byes,
                    buchholz: swiss.then(|| buchholz(bot)),
                    forfeits: count.forfeits,
                    failures: failures[bot].first().to_vec(),
                    other_failures: failures[bot].others(),
                    rating: rating.value(|elo, _| Some(elo)),
                    rating_low: rating.value(|elo, error| error.map(|error| elo - error)),
                    rating_high: rating.value(|elo, error| error.map(|error| elo + error)),
                    open: match rating {
                        Strength::Above => Some("above"),
                        Strength::Below => Some("below"),
                        Strength::Rated { .. } | Strength::Unknown => None,
                    },
                }
            })
            .collect();
        let entry = |a: usize, b: usize| Some(cross[a][b]).filter(|entry| entry.games > 0);
        let cross = order.iter().map(|&a| order.iter().map(|&b| entry(a, b)).collect()).collect();
        Ok(Self { system, games: results.len() as u64, standings, cross })
    }
}

impl Strength {
    fn value(self, of: impl Fn(f64, Option<f64>) -> Option<f64>) -> Option<f64> {
        match self {
            Self::Rated { elo, error } => of(elo, error),
            Self::Above | Self::Below | Self::Unknown => None,
        }
    }
}

/// Counts one game for every bot that played it.
fn count(game: &GameResult, counts: &mut [Count], cross: &mut [Vec<CrossEntry>]) {
    let winner = game.outcome.winner();
    let seats = || Seat::first(game.seats.len()).zip(&game.seats);
    for (seat, &bot) in seats() {
        let rank = game.outcome.rank(seat);
        let count = &mut counts[bot];
        count.games += 1;
        count.half_points += game.half_points(seat);
        count.wins += u64::from(winner == Some(seat));
        count.draws += u64::from(winner.is_none() && rank == ludus_core::Rank::FIRST);
        count.forfeits += u64::from(game.forfeits.get(seat.index()).is_some_and(Option::is_some));
        for (other, &opponent) in seats().filter(|&(other, _)| other != seat) {
            let entry = &mut cross[bot][opponent];
            entry.games += 1;
            match rank.cmp(&game.outcome.rank(other)) {
                std::cmp::Ordering::Less => entry.wins += 1,
                std::cmp::Ordering::Equal => entry.draws += 1,
                std::cmp::Ordering::Greater => entry.losses += 1,
            }
            entry.score = (entry.wins as f64 + 0.5 * entry.draws as f64) / entry.games as f64;
        }
    }
}

/// Why each bot failed.
fn failures(bots: usize, results: &GameResults) -> Vec<Failures> {
    let mut all = vec![Failures::default(); bots];
    for (key, game) in results {
        for (seat, &bot) in Seat::first(game.seats.len()).zip(&game.seats) {
            if let Some(known) = game.failures.get(seat.index()) {
                for failure in &known.first {
                    let fixture = Some(key.fixture);
                    all[bot].push(FailureReport::new(failure, seat, key.number, fixture));
                }
                all[bot].count(known.more);
            } else if let Some(text) = game.forfeits.get(seat.index()).and_then(Option::as_ref)
                && let Some(report) = FailureReport::of_text(text, seat, key.number, key.fixture)
            {
                all[bot].push(report);
            }
        }
    }
    all
}

/// The rating of each bot.
fn ratings(plan: &TournamentPlan, results: &GameResults) -> (System, Vec<Strength>) {
    let bots = plan.line_up.len();
    if plan.seats == 2 {
        return (System::BradleyTerry, bradley_terry(bots, &units(results)));
    }
    let mut ratings = WengLin::new(bots);
    for game in results.values() {
        let ranks = game.outcome.ranks().iter().map(|rank| rank.number());
        let seats: Vec<(usize, usize)> = game.seats.iter().copied().zip(ranks).collect();
        ratings.push(&seats);
    }
    let rated = |bot| {
        let (elo, error) = ratings.rating(bot);
        Strength::Rated { elo, error: Some(error) }
    };
    (System::WengLin, (0..bots).map(rated).collect())
}

/// The pairs of games with the seats swapped.
fn units(results: &GameResults) -> Vec<PairUnit> {
    let mut units: Vec<(GameKey, PairUnit)> = Vec::new();
    for (key, game) in results {
        let unit = GameKey { fixture: key.fixture, number: key.number / 2 };
        let [a, b] = game.seats[..] else { continue };
        let first = a.min(b);
        let seats = Seat::first(2).zip(&game.seats);
        let points: f64 =
            seats.filter(|&(_, &bot)| bot == first).map(|(seat, _)| game.outcome.score(seat)).sum();
        match units.last_mut() {
            Some((last, pair)) if *last == unit => {
                pair.points += points;
                pair.games += 1.0;
            }
            _ => units.push((unit, PairUnit { bots: (first, a.max(b)), points, games: 1.0 })),
        }
    }
    units.into_iter().map(|(_, unit)| unit).collect()
}
