//! What can be chosen on the pages: the games, and for each its bots by name.
//!
//! A page names a bot and gives no keys. So no file, program or address ever comes from a page: bots that
//! need one can be chosen only where the operator lists them under a label.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use ludus_arena::{AnyGame, Offer};
use ludus_core::{BotSpec, EditableRule, Pacing, SpecError, Workshop, names, seats_in_words};
use serde::{Deserialize, Serialize};

use crate::content::Problem;
use crate::game_pages::GamePages;

/// A bot as a page names it: by its name, or by weights of one's own.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum BotWanted {
    /// One of the list.
    Named(String),
    /// One of the workshop.
    Made(Made),
}

/// A bot with weights of one's own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Made {
    label: String,
    weights: BTreeMap<String, f64>,
    #[serde(default)]
    choices: BTreeMap<String, String>,
}

/// The games and bots that can be chosen.
pub(crate) struct Roster {
    games: Vec<RosterGame>,
}

/// A game that can be chosen.
pub(crate) struct RosterGame {
    /// The game with its settings.
    pub(crate) offer: Offer,
    /// The bot whose weights people set by hand.
    pub(crate) workshop: Option<Workshop>,
    /// The address of its page in the browser.
    page: Option<String>,
    bots: Vec<BotChoice>,
}

/// A bot that can be chosen.
struct BotChoice {
    name: String,
    summary: String,
    spec: BotSpec,
}

/// A game as pages see it.
#[derive(Debug, Serialize)]
pub(crate) struct RosterEntry {
    name: &'static str,
    title: &'static str,
    summary: &'static str,
    /// The fewest and the most.
    seats: [usize; 2],
    seat_names: &'static [&'static str],
    demo: &'static [&'static str],
    /// Whether a match of one seat is worth watching.
    solo: bool,
    pace: Pacing,
    /// How long a turn is shown to people who have set nothing.
    turn_ms: f64,
    /// The address of its `page.js`; a game without one is shown as text.
    page: Option<String>,
    bots: Vec<BotEntry>,
    people: PeopleEntry,
}

/// A bot as pages see it.
#[derive(Debug, Serialize)]
struct BotEntry {
    name: String,
    summary: String,
}

/// The form of a game that people play, as pages see it.
#[derive(Debug, Serialize)]
struct PeopleEntry {
    /// Its name in replays, which differs where the form is a live one.
    name: &'static str,
    pace: Pacing,
    turn_ms: f64,
    /// The rules that people may set.
    rules: &'static [EditableRule],
}

impl Roster {
    /// The built-in bots that need no key, and the operator's, by game.
    ///
    /// # Errors
    /// If one of the operator's cannot be used.
    pub(crate) fn new(
        offers: &[Offer],
        listed: &[(String, BotSpec)],
        pages: &GamePages,
    ) -> Result<Self, SpecError> {
        let page = |offer: &Offer| pages.entry(offer.game.name());
        let games = offers.iter().map(|offer| RosterGame::new(offer, listed, page(offer)));
        Ok(Self { games: games.collect::<Result<_, _>>()? })
    }

    /// The games.
    pub(crate) fn games(&self) -> &[RosterGame] {
        &self.games
    }

    /// The game of this name.
    pub(crate) fn game(&self, name: &str) -> Result<&RosterGame, Problem> {
        let known = || self.games.iter().map(|listed| listed.offer.game.name());
        let place = known().position(|known| known == name);
        place.map(|place| &self.games[place]).ok_or_else(|| {
            let hint = names::hint(name, &known().collect::<Vec<_>>());
            Problem::new(StatusCode::NOT_FOUND, format!("there is no game {name:?}; {hint}"))
        })
    }

    /// The game of this name, live forms included.
    pub(crate) fn played(&self, name: &str) -> Result<Arc<dyn AnyGame>, Problem> {
        let ways = self.games.iter().filter_map(|listed| listed.offer.live.as_ref());
        match ways.into_iter().find(|offer| offer.game.name() == name) {
            Some(offer) => Ok(Arc::clone(&offer.game)),
            None => Ok(Arc::clone(&self.game(name)?.offer.game)),
        }
    }

    /// Whether positions of the game of this name, live forms included, are sent as text, too: it has no page of its own,
    /// or it waits for its players, and so rarely that the text is there for a page that fails.
    pub(crate) fn sends_text(&self, name: &str) -> bool {
        let is = |listed: &&RosterGame| {
            listed.offer.game.name() == name || listed.offer.for_people().game.name() == name
        };
        let waits =
            |listed: &RosterGame| listed.offer.for_people().game.info().pace == Pacing::Waits;
        self.games.iter().find(is).is_none_or(|listed| listed.page.is_none() || waits(listed))
    }

    /// The list as pages get it.
    pub(crate) fn entries(&self) -> Vec<RosterEntry> {
        self.games.iter().map(RosterGame::entry).collect()
    }
}

impl RosterGame {
    fn new(
        offer: &Offer,
        listed: &[(String, BotSpec)],
        page: Option<String>,
    ) -> Result<Self, SpecError> {
        let game = &offer.game;
        let mut bots = Vec::new();
        for info in game.bots() {
            // A bot that needs a key is none that a name alone makes.
            let Ok(spec) = info.name.parse::<BotSpec>() else { continue };
            if game.check_bot(&spec).is_ok() {
                let (name, summary) = (info.name.to_owned(), info.summary.to_owned());
                bots.push(BotChoice { name, summary, spec });
            }
        }
        for (_, spec) in listed.iter().filter(|(name, _)| name == game.name()) {
            spec.find_in(game.name(), game.bots())?;
            let (name, summary) = (spec.label(), "of this server's operator".to_owned());
            bots.retain(|bot| bot.name != name);
            bots.push(BotChoice { name, summary, spec: spec.clone() });
        }
        Ok(Self { offer: offer.clone(), workshop: game.workshop(), page, bots })
    }

    /// The bot that a page names.
    pub(crate) fn bot(&self, name: &str) -> Result<BotSpec, Problem> {
        match self.bots.iter().find(|bot| bot.name == name) {
            Some(bot) => Ok(bot.spec.clone()),
            None => {
                let known: Vec<&str> = self.bots.iter().map(|bot| bot.name.as_str()).collect();
                let (game, hint) = (self.offer.game.name(), names::hint(name, &known));
                let reason = format!("{name:?} is no bot of {game} that a page may choose; {hint}");
                Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, reason))
            }
        }
    }

    /// The bots of a match, as a page names them: as many as a match can have.
    pub(crate) fn line_up(&self, wanted: &[BotWanted]) -> Result<Vec<BotSpec>, Problem> {
        let seats = self.offer.game.info().seats;
        if !seats.contains(&wanted.len()) {
            let (count, game) = (wanted.len(), self.offer.game.name());
            let reason = format!("{count} bots; a match of {game} has {}", seats_in_words(&seats));
            return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, reason));
        }
        wanted.iter().map(|bot| self.chosen(bot)).collect()
    }

    /// The bot that a page wants.
    pub(crate) fn chosen(&self, wanted: &BotWanted) -> Result<BotSpec, Problem> {
        match wanted {
            BotWanted::Named(name) => self.bot(name),
            BotWanted::Made(made) => self.made(made),
        }
    }

    /// A bot with weights of one's own: numbers alone, under a label that is nothing else.
    fn made(&self, made: &Made) -> Result<BotSpec, Problem> {
        let refuse = |reason: String| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, reason);
        let game = self.offer.game.name();
        let Some(shop) = &self.workshop else {
            return Err(refuse(format!("{game} has no bot whose weights can be set")));
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || " -_.".contains(c);
        let length = made.label.chars().count();
        if !(1..=24).contains(&length) || !made.label.chars().all(plain) {
            let reason = "a bot's label has 1 to 24 letters, digits, blanks, dots and dashes";
            return Err(refuse(reason.to_owned()));
        }
        let mut keys = Vec::new();
        for (name, weight) in &made.weights {
            let known: Vec<&str> = shop.knobs.iter().map(|knob| knob.name).collect();
            if !known.contains(&name.as_str()) {
                let hint = names::hint(name, &known);
                return Err(refuse(format!("{game} has no weight {name:?}; {hint}")));
            }
            keys.push(format!("{name}={weight}"));
        }
        for (name, value) in &made.choices {
            let choice = shop.choices.iter().find(|choice| choice.name == name);
            if !choice.is_some_and(|choice| choice.values.contains(&value.as_str())) {
                return Err(refuse(format!("{name:?} cannot be {value:?}")));
            }
            keys.push(format!("{name}={value}"));
        }
        let colon = if keys.is_empty() { "" } else { ":" };
        let text = format!("{}={}{colon}{}", made.label, shop.bot, keys.join(","));
        let spec: BotSpec = text.parse().map_err(|error: SpecError| refuse(error.to_string()))?;
        self.offer.game.check_bot(&spec).map_err(|error| refuse(error.to_string()))?;
        Ok(spec)
    }

    /// Whether a page may let this bot play: one of the list, whatever its label, or one that is made of numbers.
    pub(crate) fn permits(&self, spec: &BotSpec) -> bool {
        let same = |bot: &BotChoice| {
            bot.spec.name() == spec.name() && bot.spec.settings().eq(spec.settings())
        };
        let made = self.workshop.as_ref().is_some_and(|shop| shop.bot == spec.name());
        made || self.bots.iter().any(same)
    }

    fn entry(&self) -> RosterEntry {
        let info = self.offer.game.info();
        let people = self.offer.for_people().game.info();
        let bot =
            |bot: &BotChoice| BotEntry { name: bot.name.clone(), summary: bot.summary.clone() };
        RosterEntry {
            name: info.name,
            title: info.title,
            summary: info.summary,
            seats: [*info.seats.start(), *info.seats.end()],
            seat_names: info.seat_names,
            demo: info.demo,
            solo: info.solo_limit.is_some(),
            pace: info.pace,
            turn_ms: milliseconds(info.turn),
            page: self.page.clone(),
            bots: self.bots.iter().map(bot).collect(),
            people: PeopleEntry {
                name: people.name,
                pace: people.pace,
                turn_ms: milliseconds(people.turn),
                rules: people.editable_rules,
            },
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
