//! The lobby: what can be played here, and what a session is asked for with.

use std::sync::Arc;
use std::time::Duration;

use ludus_arena::session::is_person;
use ludus_arena::{AnyGame, LineUp, Offer, SeriesPlan};
use ludus_core::{BotSpec, Seed, TimeControl};

use crate::error::SetupError;
use crate::grids::Grid;
use crate::speed::Speed;
use crate::widgets::Widgets;

/// Everything that can be played here.
#[derive(Clone)]
pub struct Lobby {
    /// The games, in the order in which they are listed.
    pub offers: Vec<Offer>,
    /// How the games' boards are drawn.
    pub widgets: Widgets,
    /// Where everything random comes from.
    pub seed: Seed,
    /// How much later than its time an answer may come.
    pub margin: Duration,
    /// How many threads play.
    pub threads: usize,
}

/// What a session is asked for with.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// The bots by seat.
    pub bots: Vec<BotSpec>,
    /// How many games.
    pub games: u64,
    /// Rows and columns of the grid.
    pub grid: Grid,
    /// How fast; `None` leaves it to the kind of session.
    pub speed: Option<Speed>,
    /// Whether it starts paused.
    pub paused: bool,
    /// The clock of each seat.
    pub clock: Option<TimeControl>,
}

/// The most games of a session.
pub const MOST_GAMES: u64 = 1_000_000;

/// The most rows and columns of a grid.
pub const MOST_CELLS: u16 = 10;

impl Lobby {
    /// The game with this name, live forms included.
    #[must_use]
    pub fn game(&self, name: &str) -> Option<&Arc<dyn AnyGame>> {
        let offers = self.offers.iter().flat_map(|offer| [Some(offer), offer.live.as_deref()]);
        offers.flatten().map(|offer| &offer.game).find(|game| game.name() == name)
    }

    /// The plan of a session: as many games at a time as there are boards in the grid.
    #[must_use]
    pub fn plan(&self, offer: &Offer, config: &SessionConfig) -> SeriesPlan {
        SeriesPlan {
            games: config.games,
            seed: self.seed,
            budget: offer.budget,
            clock: config.clock,
            margin: self.margin,
            jobs: usize::from(config.grid.0) * usize::from(config.grid.1),
            positions: true,
            actions: true,
            ..SeriesPlan::new(LineUp::new(config.bots.clone()), offer.rules.clone())
        }
    }
}

/// The most people at one keyboard: one has the arrow keys, one the letters W, A, S and D.
pub const MOST_PEOPLE: usize = 2;

/// Makes sure that these people can share a keyboard.
///
/// # Errors
/// If there are too many.
pub fn check_people(bots: &[BotSpec]) -> Result<(), SetupError> {
    let people = bots.iter().filter(|spec| is_person(spec)).count();
    if people <= MOST_PEOPLE { Ok(()) } else { Err(SetupError::TooManyPeople) }
}

/// How many games, from what was typed.
///
/// # Errors
/// If it is not a number of games that can be watched.
pub fn parse_count(text: &str) -> Result<u64, SetupError> {
    let games = text.trim().parse().ok().filter(|games| (1..=MOST_GAMES).contains(games));
    games.ok_or_else(|| SetupError::Count(text.to_owned()))
}

/// Rows and columns, from what was typed: `3x4`.
///
/// # Errors
/// If it is no grid.
pub fn parse_grid(text: &str) -> Result<Grid, SetupError> {
    let wrong = || SetupError::Grid(text.to_owned());
    let (rows, columns) = text.trim().split_once(['x', 'X', '×']).ok_or_else(wrong)?;
    let side = |text: &str| {
        text.trim().parse().ok().filter(|side| (1..=MOST_CELLS).contains(side)).ok_or_else(wrong)
    };
    Ok((side(rows)?, side(columns)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_validated() {
        assert_eq!(parse_count("1").unwrap(), 1);
        assert_eq!(parse_count(" 100 ").unwrap(), 100);
        for text in ["0", "-1", "abc", "1000000000", "", "1.5", "99999999999999999999"] {
            let error = parse_count(text).unwrap_err().to_string();
            assert!(error.contains("from 1 to 1000000"), "{error}");
        }
    }

    #[test]
    fn grids_are_validated() {
        assert_eq!(parse_grid("2x3").unwrap(), (2, 3));
        assert_eq!(parse_grid("10X10").unwrap(), (10, 10));
        for text in ["0x3", "99x99", "3", "x", "3x", "-1x2", "3x0", "axb", ""] {
            let error = parse_grid(text).unwrap_err().to_string();
            assert!(error.contains("1x1 to 10x10"), "{error}");
        }
    }
}
