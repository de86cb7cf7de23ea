//! What can be said about a series while it is played, whatever the order in which games end.

use ludus_core::{Rank, Seat};
use serde::Serialize;

use crate::line_up::LineUp;
use crate::series::GameRecord;

/// Counts of the games that are finished so far.
#[derive(Clone, Debug, Serialize)]
pub struct LiveStats {
    /// Games finished.
    pub games: u64,
    /// Games without a winner.
    pub draws: u64,
    /// Games won, by seat.
    pub wins_by_seat: Vec<u64>,
    /// The bots in the order they were named; two equal bots stay two.
    pub bots: Vec<LiveBot>,
    /// The game with the fewest turns; of equal ones the first by number.
    pub shortest: Option<GameLength>,
    /// The game with the most turns; of equal ones the first by number.
    pub longest: Option<GameLength>,
    turns: u64,
    seconds: f64,
}

/// Counts of one bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LiveBot {
    /// What it is called.
    pub label: String,
    /// Games in which it was alone in the first place.
    pub wins: u64,
    /// Games in which it shared the first place.
    pub draws: u64,
    /// All its other games.
    pub losses: u64,
    /// Games won, by the seat it had.
    pub wins_by_seat: Vec<u64>,
}

/// The length of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GameLength {
    /// Its number, from 0.
    pub number: u64,
    /// Its turns.
    pub turns: u32,
}

impl LiveStats {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(line_up: &LineUp) -> Self {
        let seats = line_up.len();
        let bot = |label: &str| LiveBot {
            label: label.to_owned(),
            wins: 0,
            draws: 0,
            losses: 0,
            wins_by_seat: vec![0; seats],
        };
        Self {
            games: 0,
            draws: 0,
            wins_by_seat: vec![0; seats],
            bots: line_up.entrants().iter().map(|who| bot(&who.label)).collect(),
            shortest: None,
            longest: None,
            turns: 0,
            seconds: 0.0,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameRecord) {
        let outcome = &game.result.outcome;
        let winner = outcome.winner();
        self.games += 1;
        self.draws += u64::from(winner.is_none());
        for (seat, &entrant) in Seat::first(game.seats.len()).zip(&game.seats) {
            let bot = &mut self.bots[entrant];
            if winner == Some(seat) {
                bot.wins += 1;
                bot.wins_by_seat[seat.index()] += 1;
                self.wins_by_seat[seat.index()] += 1;
            } else if winner.is_none() && outcome.rank(seat) == Rank::FIRST {
                bot.draws += 1;
            } else {
                bot.losses += 1;
            }
        }
        self.turns += u64::from(game.result.turns);
        self.seconds += game.result.time.as_secs_f64();
        let this = GameLength { number: game.number, turns: game.result.turns };
        let least = |g: GameLength| (g.turns, g.number);
        let most = |g: GameLength| (u32::MAX - g.turns, g.number);
        self.shortest = self.shortest.into_iter().chain([this]).min_by_key(|&g| least(g));
        self.longest = self.longest.into_iter().chain([this]).min_by_key(|&g| most(g));
    }

    /// The share of games that a bot won.
    #[must_use]
    pub fn win_rate(&self, bot: usize) -> Option<f64> {
        (self.games > 0).then(|| self.bots[bot].wins as f64 / self.games as f64)
    }

    /// The share of games without a winner.
    #[must_use]
    pub fn draw_rate(&self) -> Option<f64> {
        (self.games > 0).then(|| self.draws as f64 / self.games as f64)
    }

    /// The mean number of turns.
    #[must_use]
    pub fn mean_turns(&self) -> Option<f64> {
        (self.games > 0).then(|| self.turns as f64 / self.games as f64)
    }

    /// The mean duration in seconds, delays and pauses included.
    #[must_use]
    pub fn mean_seconds(&self) -> Option<f64> {
        (self.games > 0).then(|| self.seconds / self.games as f64)
    }
}
