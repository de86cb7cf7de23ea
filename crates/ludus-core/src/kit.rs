//! Kits: everything that a game's crate offers to the rest of the program.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

use crate::bench::Bench;
use crate::bot::Bot;
use crate::budget::Budget;
use crate::check::{Check, CheckPosition};
use crate::clock::TimeControl;
use crate::decision::Insight;
use crate::game::Game;
use crate::judging::{Mistake, SwingMeasure};
use crate::keyed_trainable::KeyedTrainable;
use crate::outcome::Outcome;
use crate::params::BotParam;
use crate::people::{ActionMark, Controls, EditableRule};
use crate::seat::Seat;
use crate::spec::{BotSpec, SpecError};
use crate::starter::Starter;
use crate::workshop::Workshop;

/// A game as the program's catalog lists it: its bots by name, its `step` filter, its benchmarks.
///
/// The rest of the program knows games only through this trait. A new game is one crate with a kit,
/// which a program is given by `Program::game` of the crate `ludus`.
pub trait GameKit: Send + Sync + Sized + 'static {
    /// The game.
    type Game: Game;

    /// What the user can set about this game's bots in `ludus.toml`, besides the rules.
    type Settings: Serialize + DeserializeOwned + Default + Send + Sync;

    /// The game's name in headings: `Battlesnake`.
    const TITLE: &'static str;

    /// A shorter name that commands accept for the game, if it has one.
    const SHORT_NAME: Option<&'static str> = None;

    /// The game in one sentence.
    const SUMMARY: &'static str;

    /// The bots of a short match that shows what the game is about, seat by seat.
    const DEMO: &'static [&'static str];

    /// The notation in which people exchange matches of this game, if there is one: `pgn`. It is what
    /// [`GameKit::transcript`] writes.
    const NOTATION: Option<&'static str> = None;

    /// What the seats are called, where they have names of their own: `White` and `Black`. Other seats are `Player 1`,
    /// `Player 2` and so on.
    const SEAT_NAMES: &'static [&'static str] = &[];

    /// Rules that differ where people play, as `key=value` pairs: bots that play a hundred matches need openings, people
    /// begin at the first move.
    const PEOPLE_RULES: &'static str = "";

    /// The rules that people may set in a room.
    const EDITABLE_RULES: &'static [EditableRule] = &[];

    /// The [`choice`](Self::choice)s in the order in which people see them, the usual one first.
    const CHOICES: &'static [&'static str] = &[];

    /// The name of the game that people play instead of this one, because it is the same game in real time.
    const LIVE: Option<&'static str> = None;

    /// How long a turn is shown to people who watch and have set nothing.
    const TURN: Duration = Duration::from_millis(200);

    /// The limit for a match of one seat that a good bot would play forever. It applies unless the user sets that
    /// rule.
    const SOLO_LIMIT: Option<SoloLimit> = None;

    /// Whether the scores of this game's bots say who is winning, with zero for an even position. An arbiter can then
    /// use them.
    const SCORES_TELL: bool = false;

    /// The bots that people can begin with. A game without any gets starters that choose among the legal actions.
    const STARTERS: &'static [Starter] = &[];

    /// The bot that judges recorded matches: the strongest one of this program. Without it, the first one of
    /// [`DEMO`](Self::DEMO).
    const JUDGE: Option<&'static str> = None;

    /// The kit with these settings.
    fn new(settings: Self::Settings) -> Self;

    /// The live form of another game gets the settings of that game's bots, too: both have the same bots.
    ///
    /// # Errors
    /// If they are not valid.
    fn with_base(self, _bots: &Value) -> Result<Self, serde_json::Error> {
        Ok(self)
    }

    /// All bots that can be made by name.
    fn bots(&self) -> &[BotInfo];

    /// A bot by name and settings.
    ///
    /// # Errors
    /// If there is no such bot, or it cannot be made with these settings.
    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Self::Game>>, SpecError>;

    /// The parameters of a bot that can be tuned. By default the bot lists them ([`Bot::params`]); a game whose bots
    /// take weights as keys lists those here.
    ///
    /// # Errors
    /// If the bot cannot be made, or cannot be asked.
    fn params(&self, spec: &BotSpec) -> Result<Vec<BotParam>, SpecError> {
        listed_params(self, spec)
    }

    /// The budget of a decision unless the user sets one. It does not limit time, so that matches repeat exactly.
    fn default_budget(&self) -> Budget {
        Budget::NONE
    }

    /// The openings in the text of a file. Each is `rules` with the start position of that opening.
    ///
    /// # Errors
    /// If the text contains no opening, or the game has no openings.
    fn openings(
        &self,
        _rules: &<Self::Game as Game>::Rules,
        _text: &str,
    ) -> Result<Vec<<Self::Game as Game>::Rules>, OpeningsError> {
        Err(OpeningsError::None(Self::Game::NAME))
    }

    /// A finished match in the notation in which people exchange games, PGN for chess; `None` if the game has no such
    /// notation.
    fn transcript(&self, _played: &Transcript<'_, Self::Game>) -> Option<String> {
        None
    }

    /// A score of this game's bots as people read it: points, pawns, "mate in 3". Terms of a score are in the
    /// same unit and read as plain numbers.
    fn score_text(&self, score: f64) -> String {
        match score.abs() >= 1000.0 {
            true => format!("{score:+.0}"),
            false => format!("{score:+.2}"),
        }
    }

    /// What the judge may spend on a position of a recorded match, unless the user sets it.
    fn judge_budget(&self) -> Budget {
        self.default_budget()
    }

    /// The share of the match, 0 to 1, that a seat with this score can expect: 0 is a certain loss, 1 a certain win. `None` if
    /// scores are only good for comparing positions with each other.
    fn expectation(&self, _score: f64) -> Option<f64> {
        None
    }

    /// What swings are counted in, and how large one is that is a turning point: an eighth of the match where scores say
    /// what a seat can expect, else more than the score usually changes.
    fn swing_measure(&self) -> SwingMeasure {
        self.expectation(0.0).map_or(SwingMeasure::UNUSUAL, |_| SwingMeasure::EIGHTH)
    }

    /// The kind of a mistake in a few words, if it has a name: "left a piece to be taken".
    fn mistake(&self, _mistake: &Mistake<'_, Self::Game>) -> Option<&'static str> {
        None
    }

    /// How a person plays a seat in this position's match.
    fn controls(&self, _game: &Self::Game) -> Controls {
        Controls::Text
    }

    /// Where an action of a seat is on the board, for people who point at it or look at it. Games whose controls are
    /// [`Controls::Cells`] say it for every action.
    fn mark(
        &self,
        _game: &Self::Game,
        _seat: Seat,
        _action: <Self::Game as Game>::Action,
    ) -> ActionMark {
        ActionMark::None
    }

    /// What tells an action apart from others with the same [`mark`](Self::mark), in a word: the piece that a pawn
    /// becomes.
    fn choice(
        &self,
        _game: &Self::Game,
        _seat: Seat,
        _action: <Self::Game as Game>::Action,
    ) -> Option<&'static str> {
        None
    }

    /// What can be trained, the most common first.
    fn trainables(&self) -> Vec<Box<dyn KeyedTrainable<Self::Game>>> {
        Vec::new()
    }

    /// The bot whose weights people set by hand, if there is one.
    fn workshop(&self) -> Option<Workshop> {
        None
    }

    /// One request of the `step` filter: a position and perhaps actions in, the next position out.
    ///
    /// # Errors
    /// If the request is malformed or what it asks for is not possible.
    fn step(&self, _request: &Value) -> Result<Value, StepError> {
        Err(StepError::new(format!("{} has no step filter", Self::Game::NAME)))
    }

    /// What `ludus bench` measures for this game.
    fn benches(&self) -> Vec<Bench> {
        Vec::new()
    }

    /// Checks how a program or server speaks the protocol of its game, for bots of this kit that are one. What a bot of
    /// any kind must do, that it plays legal actions in time, is checked elsewhere. `report` gets each check as it is
    /// done.
    fn check_protocol(
        &self,
        _spec: &BotSpec,
        _positions: &[CheckPosition<Self::Game>],
        _report: &mut dyn FnMut(Check),
    ) {
    }

    /// Whether the text is a line of a debug log of this game, even a damaged one. This is how a log file is
    /// recognised.
    fn is_logged(&self, _line: &str) -> bool {
        false
    }

    /// The decision in a line of a debug log.
    ///
    /// # Errors
    /// If the line cannot be used, or the game has no debug logs.
    fn logged(&self, _line: &str) -> Result<Logged<Self::Game>, LogError> {
        Err(LogError::new(format!("{} has no debug logs", Self::Game::NAME)))
    }
}

/// A decision that was logged while another program ran the match.
#[derive(Clone, Debug)]
pub struct Logged<G: Game> {
    /// The position.
    pub game: G,
    /// The seat that decided.
    pub seat: Seat,
    /// What it played.
    pub action: G::Action,
    /// The number of the turn in the log.
    pub turn: u32,
    /// The identity of the match; empty if the log does not have it.
    pub id: String,
    /// The bot that decided, as a [`BotSpec`] is written; `None` if the log does not have it.
    pub bot: Option<String>,
    /// The budget of the decision.
    pub budget: Budget,
    /// The position after an action of the seat, without the others' actions and without chance.
    pub after: fn(&G, Seat, G::Action) -> G,
}

/// A line of a debug log that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct LogError(String);

impl LogError {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// A rule that ends a match, see [`GameKit::SOLO_LIMIT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SoloLimit {
    /// The key of the rule. Its value is a number; 0 means no limit.
    pub rule: &'static str,
    /// The number.
    pub most: u32,
    /// What is counted, in the plural.
    pub unit: &'static str,
}

/// A finished match, for [`GameKit::transcript`].
#[derive(Clone, Copy, Debug)]
pub struct Transcript<'a, G> {
    /// The last position.
    pub game: &'a G,
    /// How the match ended. An arbiter may have ended it early.
    pub outcome: &'a Outcome,
    /// The labels of the bots, by seat.
    pub labels: &'a [&'a str],
    /// The number of the match in its series, from 1.
    pub number: u64,
    /// The clock of each seat, if the match was played with clocks.
    pub clock: Option<TimeControl>,
    /// The insight and the time of every decision.
    pub thoughts: &'a [Thought],
}

/// The insight and the time of one decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The seat that decided.
    pub seat: Seat,
    /// Why it decided so.
    pub insight: Insight,
    /// How long it took.
    pub took: Duration,
    /// What the seat's clock had left afterwards, in a match with clocks.
    pub left: Option<Duration>,
}

/// Openings that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningsError {
    /// The game has none.
    #[error("{0} has no openings")]
    None(&'static str),
    /// The text is not valid.
    #[error("{0}")]
    Text(String),
}

impl OpeningsError {
    /// An error about the text.
    pub fn new(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

/// A bot in a game's list.
#[derive(Clone, Copy, Debug)]
pub struct BotInfo {
    /// The name it is made by.
    pub name: &'static str,
    /// How it plays, in a few words.
    pub summary: &'static str,
    /// The keys that can be given with it.
    pub keys: &'static [BotKey],
    /// Where it comes from.
    pub origin: Origin,
    /// For a bot that thinks until it is asked and counts no nodes, so that only time limits it: the key that sets its
    /// time.
    pub time_key: Option<&'static str>,
}

/// Where a bot comes from. This decides whether another machine or a page may ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is part of this program.
    BuiltIn,
    /// It reads a file.
    File,
    /// It starts a program.
    Program,
    /// It asks a server.
    Server,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BuiltIn => "built in",
            Self::File => "a file",
            Self::Program => "a program",
            Self::Server => "a server",
        })
    }
}

impl BotInfo {
    /// An entry for a list of bots.
    #[must_use]
    pub const fn new(name: &'static str, summary: &'static str, keys: &'static [BotKey]) -> Self {
        Self { name, summary, keys, origin: Origin::BuiltIn, time_key: None }
    }

    /// The same entry for a bot from outside this program.
    #[must_use]
    pub const fn made_of(self, origin: Origin) -> Self {
        Self { origin, ..self }
    }

    /// The same entry for a bot that thinks until it is asked, and that only time limits: that of the match, or the one
    /// of this key.
    #[must_use]
    pub const fn timed_by(self, key: &'static str) -> Self {
        Self { time_key: Some(key), ..self }
    }
}

/// A key that can be given with a bot's name.
#[derive(Clone, Copy, Debug)]
pub struct BotKey {
    /// The key. `env.NAME` is a family: `env.` with any name.
    pub name: &'static str,
    /// What it means and what values it takes, in a few words.
    pub summary: &'static str,
    /// Whether the bot needs it.
    pub required: bool,
}

impl BotKey {
    /// A key that may be given.
    #[must_use]
    pub const fn optional(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary, required: false }
    }

    /// A key that must be given.
    #[must_use]
    pub const fn required(name: &'static str, summary: &'static str) -> Self {
        Self { name, summary, required: true }
    }

    /// Some keys, followed by optional ones, each with its name and summary. `N` is the number of all.
    ///
    /// ```
    /// use ludus_core::BotKey;
    /// const KEYS: [BotKey; 2] =
    ///     BotKey::followed_by(&[BotKey::required("cmd", "the program")], &[("dir", "its folder")]);
    /// assert_eq!(KEYS[1].name, "dir");
    /// ```
    ///
    /// # Panics
    /// If `N` is another number. In a constant that is an error of the compiler.
    #[must_use]
    pub const fn followed_by<const N: usize>(
        first: &[Self],
        more: &[(&'static str, &'static str)],
    ) -> [Self; N] {
        assert!(first.len() + more.len() == N, "N is the number of all keys");
        let mut keys = [Self::optional("", ""); N];
        let mut at = 0;
        while at < N {
            keys[at] = if at < first.len() {
                first[at]
            } else {
                let (name, summary) = more[at - first.len()];
                Self::optional(name, summary)
            };
            at += 1;
        }
        keys
    }

    /// Whether this is the key that was given. A name that ends with `.NAME`, such as `option.NAME`, stands for every
    /// key that begins so: `option.Hash`.
    #[must_use]
    pub fn matches(&self, given: &str) -> bool {
        match self.name.strip_suffix("NAME").filter(|prefix| prefix.ends_with('.')) {
            Some(prefix) => given.strip_prefix(prefix).is_some_and(|name| !name.is_empty()),
            None => self.name == given,
        }
    }
}

/// The parameters that the bot itself lists, see [`Bot::params`].
///
/// # Errors
/// If the bot cannot be made, or cannot be asked.
pub fn listed_params<K: GameKit>(kit: &K, spec: &BotSpec) -> Result<Vec<BotParam>, SpecError> {
    kit.make_bot(spec)?.params().map_err(|error| spec.bad_source(error))
}

/// A request of the `step` filter that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct StepError(String);

impl StepError {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// Answers a request of the `step` filter with typed requests and replies: reads the request, and writes the reply.
///
/// # Errors
/// If the request does not have the expected form, or `answer` fails.
pub fn typed_step<Q: DeserializeOwned, R: Serialize>(
    request: &Value,
    answer: impl FnOnce(Q) -> Result<R, StepError>,
) -> Result<Value, StepError> {
    let request = Q::deserialize(request).map_err(|error| StepError::new(error.to_string()))?;
    let reply = answer(request)?;
    serde_json::to_value(reply).map_err(|error| StepError::new(error.to_string()))
}
