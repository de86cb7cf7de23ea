//! Games: the rules, and one position of a match.

use std::fmt;
use std::ops::RangeInclusive;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::chance::Chance;
use crate::clock::EXPECTED_ACTIONS;
use crate::figures::Figures;
use crate::outcome::Outcome;
use crate::seat::{Seat, SeatSet};
use crate::snapshot::Snapshot;

/// How many ticks a second of live play has, in games whose turns are ticks.
pub const TICKS_PER_SECOND: u32 = 60;

/// How many legal actions an error message lists.
const SHOWN_ACTIONS: usize = 12;

/// The rules of a game and one position of a match.
///
/// A game contains only what all players can know. Everything that chance decides comes from the [`Chance`] that the
/// driver of the match passes in.
///
/// A whole game:
///
/// ```
/// use ludus_core::{
///     Answer, Chance, Figures, Game, Outcome, RulesError, Seat, SeatSet, SeededChance, Seed, Snapshot,
/// };
/// use serde::{Deserialize, Serialize};
///
/// /// Players take one, two or three sticks in turn. The one who takes the last stick wins.
/// #[derive(Clone)]
/// struct Sticks {
///     left: u32,
///     turn: u32,
///     outcome: Option<Outcome>,
/// }
///
/// #[derive(Clone, Debug, Serialize, Deserialize)]
/// struct SticksRules {
///     sticks: u32,
/// }
///
/// impl Default for SticksRules {
///     fn default() -> Self {
///         Self { sticks: 21 }
///     }
/// }
///
/// impl Game for Sticks {
///     type Action = u32;
///     type Rules = SticksRules;
///     const NAME: &'static str = "sticks";
///     const SEATS: std::ops::RangeInclusive<usize> = 2..=2;
///
///     fn new(rules: &SticksRules, seats: usize, _: &mut dyn Chance) -> Result<Self, RulesError> {
///         Self::check_seats(seats)?;
///         RulesError::check_range("sticks", rules.sticks, 1..=1000)?;
///         Ok(Self { left: rules.sticks, turn: 0, outcome: None })
///     }
///
///     fn turn(&self) -> u32 {
///         self.turn
///     }
///
///     fn to_act(&self) -> SeatSet {
///         match self.outcome {
///             Some(_) => SeatSet::EMPTY,
///             None => SeatSet::only(Seat::in_turn(self.turn, 2)),
///         }
///     }
///
///     fn legal(&self, seat: Seat, out: &mut Vec<u32>) {
///         out.clear();
///         if self.to_act().has(seat) {
///             out.extend(1..=3.min(self.left));
///         }
///     }
///
///     fn apply(&mut self, turn: &[(Seat, Answer<u32>)], _: &mut dyn Chance) {
///         for (seat, answer) in turn {
///             match answer {
///                 Answer::Play(sticks) => self.left -= sticks,
///                 Answer::Forfeit(why) => self.outcome = Some(Outcome::loss(*seat, 2, why.kind())),
///             }
///             if self.left == 0 {
///                 self.outcome = Some(Outcome::win(*seat, 2, "no stick is left"));
///             }
///         }
///         self.turn += 1;
///     }
///
///     fn outcome(&self) -> Option<Outcome> {
///         self.outcome.clone()
///     }
///
///     fn figures(&self, _: Seat, out: &mut Figures) {
///         out.push("left", self.left.into());
///     }
///
///     fn show(&self, _: Seat, sticks: u32) -> String {
///         sticks.to_string()
///     }
///
///     fn snapshot(&self) -> Snapshot {
///         Snapshot::new(format!("{} sticks", self.left), &self.left)
///     }
/// }
///
/// // Chance has no part in this game.
/// let mut chance = SeededChance::new(Seed::new(1));
/// let mut game = Sticks::new(&SticksRules { sticks: 4 }, 2, &mut chance)?;
/// game.apply(&[(Seat::FIRST, Answer::Play(1))], &mut chance);
/// assert_eq!(game.snapshot().text, "3 sticks");
/// assert_eq!(game.parse(Seat::SECOND, "2"), Ok(2));
/// let error = game.parse(Seat::SECOND, "four").unwrap_err();
/// assert_eq!(error.to_string(), "\"four\" is not an action: legal now: 1, 2, 3");
/// game.apply(&[(Seat::SECOND, Answer::Play(3))], &mut chance);
/// assert_eq!(game.outcome().and_then(|outcome| outcome.winner()), Some(Seat::SECOND));
/// # Ok::<(), RulesError>(())
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// What a seat does in one turn.
    type Action: Copy + Eq + fmt::Debug + Send + Sync + 'static;

    /// The settings of the rules. Every key must be in the serialised default, so that keys can be listed, set one by
    /// one and checked.
    type Rules: Serialize + DeserializeOwned + Default + Clone + fmt::Debug + Send + Sync + 'static;

    /// The game's name on the command line and in files.
    const NAME: &'static str;

    /// How many seats a match can have.
    const SEATS: RangeInclusive<usize>;

    /// Whether turns are ticks of a clock, [`TICKS_PER_SECOND`], in most of which most seats do nothing. Replays then
    /// record only the ticks in which something was done.
    const TICKS: bool = false;

    /// How many more actions a seat usually plays, wherever a match stands. Bots divide what is left on their clock by
    /// it.
    const ACTIONS_TO_GO: u32 = EXPECTED_ACTIONS;

    /// The first position of a match.
    ///
    /// # Errors
    /// If the rules are not playable, or not with this number of seats.
    fn new(rules: &Self::Rules, seats: usize, chance: &mut dyn Chance) -> Result<Self, RulesError>;

    /// Checks the number of seats that a match is to have against [`Game::SEATS`].
    ///
    /// # Errors
    /// If the game cannot be played with this number.
    fn check_seats(seats: usize) -> Result<(), RulesError> {
        match Self::SEATS.contains(&seats) {
            true => Ok(()),
            false => {
                Err(RulesError::Seats { game: Self::NAME, given: seats, allowed: Self::SEATS })
            }
        }
    }

    /// How many seats the match has. Games with one number of seats need not say it.
    fn seats(&self) -> usize {
        *Self::SEATS.start()
    }

    /// How many turns have been played.
    fn turn(&self) -> u32;

    /// The seats that act in this turn: one in chess, every living seat in tetris and snake. Empty
    /// when the match is over.
    fn to_act(&self) -> SeatSet;

    /// The legal actions of a seat that is to act, always in the same order. `out` is cleared first, and stays empty
    /// for a seat that is not to act.
    fn legal(&self, seat: Seat, out: &mut Vec<Self::Action>);

    /// Whether the seat may play this action now.
    fn is_legal(&self, seat: Seat, action: Self::Action) -> bool {
        let mut legal = Vec::new();
        self.legal(seat, &mut legal);
        legal.contains(&action)
    }

    /// Plays one turn: an answer for every seat of [`Game::to_act`], all at once.
    fn apply(&mut self, turn: &[(Seat, Answer<Self::Action>)], chance: &mut dyn Chance);

    /// What a seat plays if its answer is late or missing and the game has a rule for that (a snake keeps going
    /// straight). `None` means that the seat is forfeit.
    fn fallback(&self, _seat: Seat) -> Option<Self::Action> {
        None
    }

    /// Combines two actions that a seat sent for the same turn, in games whose turns do not wait for seats. By
    /// default the later one counts: a snake that steers left and then up goes up.
    fn merge(&self, _earlier: Self::Action, later: Self::Action) -> Self::Action {
        later
    }

    /// How the match ended; `None` while it is in progress.
    fn outcome(&self) -> Option<Outcome>;

    /// Adds the figures of a seat, always with the same names in the same order.
    fn figures(&self, _seat: Seat, _out: &mut Figures) {}

    /// The action as text. The text may depend on the position, as for castling, captures and rotations.
    fn show(&self, seat: Seat, action: Self::Action) -> String;

    /// The action that the text means for this seat now. The action may be illegal.
    ///
    /// By default it is the legal action that [`Game::show`] writes like this. A game that reads other texts, or has
    /// thousands of legal actions, reads the text itself.
    ///
    /// # Errors
    /// If the text is not an action of this game.
    fn parse(&self, seat: Seat, text: &str) -> Result<Self::Action, ParseError> {
        let mut legal = Vec::new();
        self.legal(seat, &mut legal);
        let found = legal.iter().find(|action| self.show(seat, **action) == text).copied();
        found.ok_or_else(|| {
            let some = legal.iter().take(SHOWN_ACTIONS).map(|action| self.show(seat, *action));
            let more = if legal.len() > SHOWN_ACTIONS { ", …" } else { "" };
            let some = some.collect::<Vec<_>>().join(", ");
            ParseError::new(text, format!("legal now: {some}{more}"))
        })
    }

    /// Checks that the text could be an action of this game in some position. This validates what a user types before
    /// there is a match.
    ///
    /// # Errors
    /// If the text cannot be an action.
    fn check_text(_text: &str) -> Result<(), ParseError> {
        Ok(())
    }

    /// What everyone may see.
    fn snapshot(&self) -> Snapshot;

    /// What this seat may see, as external programs get it: the `state` of the bot protocol. By default it is the data of
    /// the snapshot. A game that overrides it writes less, or faster. It contains nothing that a player could not know.
    fn view(&self, _seat: Seat) -> impl Serialize {
        self.snapshot().data
    }

    /// A position drawn in characters, for people who read text: the board, and what else they need to know. By
    /// default this is the snapshot's text; a game whose text is a notation, such as a FEN, draws its board here.
    fn drawing(snapshot: &Snapshot) -> String {
        snapshot.text.clone()
    }
}

/// The result of asking a seat for its action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<A> {
    /// The seat plays this action.
    Play(A),
    /// The seat loses without playing.
    Forfeit(Forfeit),
}

/// Why a seat lost without playing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Forfeit {
    /// Its bot reported an error.
    #[error("error: {0}")]
    Error(String),
    /// The program behind its bot ended, or closed its output or its input.
    #[error("crash: {0}")]
    Crash(String),
    /// The program or server behind its bot broke the rules of its protocol.
    #[error("protocol: {0}")]
    Protocol(String),
    /// Its time ran out: its clock, or the time in which the program or server behind its bot has to answer.
    #[error("time: {0}")]
    Time(String),
    /// The same as [`Forfeit::Time`] under its earlier name. Only replays have it: their boards contain the text.
    #[error("timeout: {0}")]
    Timeout(String),
    /// Its bot panicked.
    #[error("panic: {0}")]
    Panic(String),
    /// Its bot answered with an illegal action.
    #[error("illegal action: {0}")]
    Illegal(String),
    /// Its bot answered after its time and the margin had run out.
    #[error("late")]
    Late,
    /// The person who plays it resigned.
    #[error("resigned")]
    Resigned,
    /// The person who played it left and did not come back.
    #[error("left")]
    Left,
}

impl Forfeit {
    /// The kind of forfeit in one or two words, for counting.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Error(_) => "error",
            Self::Crash(_) => "crash",
            Self::Protocol(_) => "protocol",
            Self::Time(_) | Self::Timeout(_) | Self::Late => "time",
            Self::Panic(_) => "panic",
            Self::Illegal(_) => "illegal action",
            Self::Resigned => "resigned",
            Self::Left => "left",
        }
    }

    /// Reads a forfeit from its text: replays record forfeits as text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, detail) = text.split_once(": ").unwrap_or((text, ""));
        match kind {
            "error" => Some(Self::Error(detail.to_owned())),
            "crash" => Some(Self::Crash(detail.to_owned())),
            "protocol" => Some(Self::Protocol(detail.to_owned())),
            "time" => Some(Self::Time(detail.to_owned())),
            "timeout" => Some(Self::Timeout(detail.to_owned())),
            "panic" => Some(Self::Panic(detail.to_owned())),
            "illegal action" => Some(Self::Illegal(detail.to_owned())),
            "late" => Some(Self::Late),
            "resigned" => Some(Self::Resigned),
            "left" => Some(Self::Left),
            _ => None,
        }
    }
}

/// Rules that are not playable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// A setting has a value that is not allowed.
    #[error("rule {key} is {given}; allowed: {allowed}")]
    Value {
        /// The setting's dotted key.
        key: &'static str,
        /// What was given.
        given: String,
        /// What is allowed, in words.
        allowed: String,
    },
    /// The game cannot be played with this number of seats.
    #[error("{game} is played with {}, not {given}", seats_in_words(allowed))]
    Seats {
        /// The game's name.
        game: &'static str,
        /// How many seats were asked for.
        given: usize,
        /// How many there can be.
        allowed: RangeInclusive<usize>,
    },
}

impl RulesError {
    /// Checks a setting that is a number.
    ///
    /// # Errors
    /// If it is outside of its range.
    pub fn check_range<N: PartialOrd + fmt::Display>(
        key: &'static str,
        given: N,
        range: RangeInclusive<N>,
    ) -> Result<(), Self> {
        match range.contains(&given) {
            true => Ok(()),
            false => Err(Self::Value {
                key,
                given: given.to_string(),
                allowed: format!("{} to {}", range.start(), range.end()),
            }),
        }
    }
}

/// A number of seats in words: "2 seats", "1 to 8 seats".
#[must_use]
pub fn seats_in_words(allowed: &RangeInclusive<usize>) -> String {
    let (least, most) = (allowed.start(), allowed.end());
    match (least == most, most) {
        (true, 1) => "1 seat".to_owned(),
        (true, _) => format!("{most} seats"),
        (false, _) => format!("{least} to {most} seats"),
    }
}

/// Text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{given:?} is not an action: {expected}")]
pub struct ParseError {
    /// The text.
    pub given: String,
    /// What an action looks like, or why this text is not one.
    pub expected: String,
}

impl ParseError {
    /// An error about this text.
    pub fn new(given: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { given: given.into(), expected: expected.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forfeit_is_read_back_from_its_text() {
        for forfeit in [
            Forfeit::Error("engine error: no reply: broken pipe".into()),
            Forfeit::Crash("bot.py exited with status 3".into()),
            Forfeit::Protocol("its answer is for another match".into()),
            Forfeit::Time("its clock ran out".into()),
            Forfeit::Timeout("http://a/move has not answered".into()),
            Forfeit::Panic("index out of bounds".into()),
            Forfeit::Illegal("r0x9".into()),
            Forfeit::Late,
            Forfeit::Resigned,
            Forfeit::Left,
        ] {
            assert_eq!(Forfeit::parse(&forfeit.to_string()), Some(forfeit));
        }
        assert_eq!(Forfeit::parse("bored"), None);
        for late in [Forfeit::Late, Forfeit::Time(String::new()), Forfeit::Timeout(String::new())] {
            assert_eq!(late.kind(), "time", "one name for one thing");
        }
    }

    #[test]
    fn a_wrong_number_of_seats_is_named_with_what_is_allowed() {
        let error = RulesError::Seats { game: "chess", given: 3, allowed: 2..=2 };
        assert_eq!(error.to_string(), "chess is played with 2 seats, not 3");
    }
}
