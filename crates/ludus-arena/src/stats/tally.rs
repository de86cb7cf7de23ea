//! Counting a series: what each bot has won, game by game.

use std::collections::BTreeMap;

use ludus_core::{Rank, Seat};

use crate::failure::Failure;
use crate::line_up::{Entrant, LineUp};
use crate::series::{BrokenGame, BrokenGames, GameRecord};
use crate::stats::{Elo, Failures, Spread};
use crate::turns::SeatResult;

/// Everything counted about one bot of a series.
#[derive(Clone, Debug)]
pub struct BotTally {
    /// Who it is.
    pub entrant: Entrant,
    /// Games played.
    pub games: u64,
    /// Games in which it was alone in the first place.
    pub wins: u64,
    /// Games in which it shared the first place.
    pub draws: u64,
    /// Its ranks.
    pub ranks: Spread,
    /// Its strength against the others, over complete units.
    pub elo: Elo,
    /// Seats lost without a move on the board, by kind of reason.
    pub forfeits: BTreeMap<&'static str, u64>,
    /// Answers that did not count, where the game gave the seat another action, by kind of reason.
    pub errors: BTreeMap<&'static str, u64>,
    /// Why it failed.
    pub failures: Failures,
    /// What it remarked last about how it answers.
    pub remark: Option<String>,
    /// What the game reports, and turns, depth and nodes, by name.
    pub figures: Vec<(&'static str, Spread)>,
    /// The scores of the unit that is not complete, added up.
    open_unit: f64,
}

impl BotTally {
    fn new(entrant: Entrant) -> Self {
        Self {
            entrant,
            games: 0,
            wins: 0,
            draws: 0,
            ranks: Spread::default(),
            elo: Elo::default(),
            forfeits: BTreeMap::new(),
            errors: BTreeMap::new(),
            failures: Failures::default(),
            remark: None,
            figures: Vec::new(),
            open_unit: 0.0,
        }
    }

    /// Games that were neither won nor drawn.
    #[must_use]
    pub const fn losses(&self) -> u64 {
        self.games - self.wins - self.draws
    }

    fn add(&mut self, game: &GameRecord, seat: Seat) {
        let outcome = &game.result.outcome;
        let first = outcome.rank(seat) == Rank::FIRST;
        self.games += 1;
        match outcome.winner() {
            Some(winner) if winner == seat => self.wins += 1,
            None if first => self.draws += 1,
            _ => {}
        }
        self.ranks.push(outcome.rank(seat).number() as f64);
        self.open_unit += outcome.score(seat);
        self.failures.add(game, seat);
        self.add_figures(&game.result.seats[seat.index()], game.result.turns);
    }

    fn add_figures(&mut self, seat: &SeatResult, turns: u32) {
        let count = |counts: &mut BTreeMap<_, u64>, failure: &Failure| {
            *counts.entry(failure.forfeit.kind()).or_default() += 1;
        };
        seat.forfeit.iter().for_each(|f| count(&mut self.forfeits, f));
        seat.failures.iter().for_each(|f| count(&mut self.errors, f));
        if seat.remark.is_some() {
            self.remark.clone_from(&seat.remark);
        }
        let effort = [("turns", f64::from(turns)), ("depth", seat.depth), ("nodes", seat.nodes)];
        let figures = seat.figures.iter().filter(|(name, _)| *name != "turns");
        for (place, (name, value)) in figures.chain(effort).enumerate() {
            if self.figures.len() == place {
                self.figures.push((name, Spread::default()));
            }
            debug_assert_eq!(self.figures[place].0, name, "figures come in the same order");
            self.figures[place].1.push(value);
        }
    }
}

/// The shortest and the longest game of a series, by turns; the first of equal ones.
#[derive(Clone, Debug)]
pub struct Extremes {
    /// The shortest.
    pub shortest: GameRecord,
    /// The longest.
    pub longest: GameRecord,
}

/// Counts a series, game by game in the order of their numbers.
#[derive(Clone, Debug)]
pub struct Tally {
    line_up: LineUp,
    pub(crate) bots: Vec<BotTally>,
    pub(crate) turns: Spread,
    pub(crate) seconds: Spread,
    pub(crate) extremes: Option<Extremes>,
    /// Games that could not be played to their end.
    pub(crate) broken: BrokenGames,
    /// The unit of the last game, and how many games of it were counted.
    unit: (u64, u64),
}

impl Tally {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(line_up: &LineUp) -> Self {
        Self {
            line_up: line_up.clone(),
            bots: line_up.entrants().iter().cloned().map(BotTally::new).collect(),
            turns: Spread::default(),
            seconds: Spread::default(),
            extremes: None,
            broken: BrokenGames::default(),
            unit: (0, 0),
        }
    }

    /// How many games were counted.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.turns.count()
    }

    /// Counts the next game.
    pub fn add(&mut self, game: &GameRecord) {
        self.open_unit(self.line_up.unit(game.number));
        for (seat, &entrant) in Seat::first(game.seats.len()).zip(&game.seats) {
            self.bots[entrant].add(game, seat);
        }
        self.turns.push(f64::from(game.result.turns));
        self.seconds.push(game.result.time.as_secs_f64());
        self.close_unit();
        let turns = game.result.turns;
        match &mut self.extremes {
            None => {
                let game = game.brief();
                self.extremes = Some(Extremes { shortest: game.clone(), longest: game });
            }
            Some(ends) if turns < ends.shortest.result.turns => ends.shortest = game.brief(),
            Some(ends) if turns > ends.longest.result.turns => ends.longest = game.brief(),
            Some(_) => {}
        }
    }

    /// Notes a game that could not be played to its end: it does not count, and its unit is never complete.
    pub fn broke(&mut self, game: BrokenGame) {
        self.broken.add(game);
    }

    /// A game of this unit is counted. What was counted of another that is not complete stays out of the units.
    fn open_unit(&mut self, unit: u64) {
        if self.unit.0 != unit {
            self.unit = (unit, 0);
            self.bots.iter_mut().for_each(|bot| bot.open_unit = 0.0);
        }
        self.unit.1 += 1;
    }

    /// Whether every seat was taken by every bot once in this unit.
    fn close_unit(&mut self) {
        let size = self.line_up.len() as u64;
        if self.unit.1 < size {
            return;
        }
        for bot in &mut self.bots {
            bot.elo.push(bot.open_unit / size as f64);
            bot.open_unit = 0.0;
        }
    }
}
