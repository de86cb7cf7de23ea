//! What can be played here.

use std::sync::Arc;
use std::time::Duration;

use ludus_arena::session::is_person;
use ludus_arena::{AnyGame, LineUp, Offer, SeriesPlan};
use ludus_core::{BotSpec, Seed};

use crate::speed::Speed;

/// Everything that can be played here.
#[derive(Clone)]
pub struct Hall {
    /// The games, in the order in which they are listed.
    pub offers: Vec<Offer>,
    /// Where everything random comes from.
    pub seed: Seed,
    /// How much later than its time an answer may come.
    pub margin: Duration,
    /// How many threads play.
    pub threads: usize,
}

/// A session that was asked for.
#[derive(Clone, Debug)]
pub struct Order {
    /// The bots by seat.
    pub bots: Vec<BotSpec>,
    /// How many games.
    pub games: u64,
    /// Rows and columns of the grid.
    pub grid: (u16, u16),
    /// How fast; none: as it is usual.
    pub speed: Option<Speed>,
    /// Whether it begins paused.
    pub paused: bool,
}

/// The most games of a session.
pub const MOST_GAMES: u64 = 1_000_000;

/// The most rows and columns of a grid.
pub const MOST_CELLS: u16 = 10;

impl Hall {
    /// The game with this name, live forms included.
    #[must_use]
    pub fn game(&self, name: &str) -> Option<&Arc<dyn AnyGame>> {
        let offers = self.offers.iter().flat_map(|offer| [Some(offer), offer.live.as_deref()]);
        offers.flatten().map(|offer| &offer.game).find(|game| game.name() == name)
    }

    /// The plan of a session: as many games at a time as there are boards in the grid.
    #[must_use]
    pub fn plan(&self, offer: &Offer, order: &Order) -> SeriesPlan {
        SeriesPlan {
            games: order.games,
            seed: self.seed,
            budget: offer.budget,
            margin: self.margin,
            jobs: usize::from(order.grid.0) * usize::from(order.grid.1),
            positions: true,
            actions: true,
            ..SeriesPlan::new(LineUp::new(order.bots.clone()), offer.rules.clone())
        }
    }
}

/// The most people at one keyboard: one has the arrow keys, one the letters W, A, S and D.
pub const MOST_PEOPLE: usize = 2;

/// Makes sure that these people can share a keyboard.
///
/// # Errors
/// If there are too many; the text says so.
pub fn check_people(bots: &[BotSpec]) -> Result<(), String> {
    if bots.iter().filter(|spec| is_person(spec)).count() <= MOST_PEOPLE {
        return Ok(());
    }
    Err("at most two people can play at one keyboard (arrow keys and W, A, S, D); `ludus serve` has rooms for more"
        .to_owned())
}

/// How many games, from what was typed.
///
/// # Errors
/// If it is not a number of games that can be watched; the text says what is.
pub fn parse_count(text: &str) -> Result<u64, String> {
    let allowed =
        || format!("{text:?} is not a number of games; use a number from 1 to {MOST_GAMES}");
    let games: u64 = text.trim().parse().map_err(|_| allowed())?;
    if (1..=MOST_GAMES).contains(&games) { Ok(games) } else { Err(allowed()) }
}

/// Rows and columns, from what was typed: `3x4`.
///
/// # Errors
/// If it is no grid; the text says what is.
pub fn parse_grid(text: &str) -> Result<(u16, u16), String> {
    let allowed = || {
        format!(
            "{text:?} is not a grid; use rows x columns, 1x1 to {MOST_CELLS}x{MOST_CELLS}, such as 2x3"
        )
    };
    let (rows, columns) = text.trim().split_once(['x', 'X', '×']).ok_or_else(allowed)?;
    let side = |text: &str| {
        text.trim().parse().ok().filter(|side| (1..=MOST_CELLS).contains(side)).ok_or_else(allowed)
    };
    Ok((side(rows)?, side(columns)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_validated() {
        assert_eq!(parse_count("1"), Ok(1));
        assert_eq!(parse_count(" 100 "), Ok(100));
        for text in ["0", "-1", "abc", "1000000000", "", "1.5", "99999999999999999999"] {
            let error = parse_count(text).unwrap_err();
            assert!(error.contains("from 1 to 1000000"), "{error}");
        }
    }

    #[test]
    fn grids_are_validated() {
        assert_eq!(parse_grid("2x3"), Ok((2, 3)));
        assert_eq!(parse_grid("10X10"), Ok((10, 10)));
        for text in ["0x3", "99x99", "3", "x", "3x", "-1x2", "3x0", "axb", ""] {
            let error = parse_grid(text).unwrap_err();
            assert!(error.contains("1x1 to 10x10"), "{error}");
        }
    }
}
