//! What the rest of the program may know about a game before a match is played.

use std::ops::RangeInclusive;
use std::time::Duration;

use serde::Serialize;

use crate::chance::SeededChance;
use crate::game::Game;
use crate::kit::{GameKit, SoloLimit};
use crate::people::EditableRule;
use crate::seat::Seat;
use crate::seed::Seed;

/// A game in a list: everything that is known without its settings.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// Its name in headings.
    pub title: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// How many seats a match can have.
    pub seats: RangeInclusive<usize>,
    /// What the seats are called, see [`GameKit::SEAT_NAMES`].
    pub seat_names: &'static [&'static str],
    /// The bots of its demonstration match, seat by seat.
    pub demo: &'static [&'static str],
    /// The notation in which people exchange matches, if there is one.
    pub notation: Option<&'static str>,
    /// Whether its bots' scores say who is winning.
    pub scores_tell: bool,
    /// What ends a match of one seat, where the user has not set that rule.
    pub solo_limit: Option<SoloLimit>,
    /// The name of its live form, if it has one.
    pub live: Option<&'static str>,
    /// The rules that people may set.
    pub editable_rules: &'static [EditableRule],
    /// How turns follow each other.
    pub pace: Pacing,
    /// How long a turn is shown to people who watch and have set nothing.
    pub turn: Duration,
}

/// How turns follow each other where people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pacing {
    /// A turn waits for everyone who is to act.
    Waits,
    /// A turn comes after a fixed time: the rules say what a seat does that has not answered.
    Clocked,
    /// A turn is a tick of the clock, [`TICKS_PER_SECOND`](crate::TICKS_PER_SECOND).
    Ticks,
}

impl GameInfo {
    /// What is known about the game of this kit.
    #[must_use]
    pub fn of<K: GameKit>() -> Self {
        Self {
            name: K::Game::NAME,
            title: K::TITLE,
            summary: K::SUMMARY,
            seats: K::Game::SEATS,
            seat_names: K::SEAT_NAMES,
            demo: K::DEMO,
            notation: K::NOTATION,
            scores_tell: K::SCORES_TELL,
            solo_limit: K::SOLO_LIMIT,
            live: K::LIVE,
            editable_rules: K::EDITABLE_RULES,
            pace: pace_of::<K::Game>(),
            turn: K::TURN,
        }
    }

    /// What a seat is called: `White`, `Player 2`.
    #[must_use]
    pub fn seat_name(&self, seat: Seat) -> String {
        match self.seat_names.get(seat.index()) {
            Some(name) => (*name).to_owned(),
            None => format!("Player {}", seat.index() + 1),
        }
    }
}

/// How turns follow each other, by the first position of the default rules.
fn pace_of<G: Game>() -> Pacing {
    if G::TICKS {
        return Pacing::Ticks;
    }
    // Chance has no part in whether the rules know a fallback, so any seed will do.
    let chance = &mut SeededChance::new(Seed::new(0));
    let first = G::new(&G::Rules::default(), *G::SEATS.start(), chance);
    let clocked = |game: G| game.to_act().iter().all(|seat| game.fallback(seat).is_some());
    if first.is_ok_and(clocked) { Pacing::Clocked } else { Pacing::Waits }
}
