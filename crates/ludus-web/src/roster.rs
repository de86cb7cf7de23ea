//! What can be chosen on the pages: the games, and for each its bots by name.
//!
//! A page names a bot and gives no keys. So no file, program or address ever comes from a page: bots that
//! need one can be chosen only where the operator lists them under a label.

use std::sync::Arc;

use axum::http::StatusCode;
use ludus_arena::{AnyGame, Offer};
use ludus_core::{BotSpec, SpecError, names};
use serde_json::{Value, json};

use crate::content::Problem;

/// The games and bots that can be chosen.
pub(crate) struct Roster {
    games: Vec<Listed>,
}

/// A game that can be chosen.
pub(crate) struct Listed {
    /// The game with its settings.
    pub(crate) offer: Offer,
    bots: Vec<Choice>,
}

/// A bot that can be chosen.
struct Choice {
    name: String,
    summary: String,
    spec: BotSpec,
}

impl Roster {
    /// The built-in bots that need no key, and the operator's, by game.
    ///
    /// # Errors
    /// If one of the operator's cannot be used.
    pub(crate) fn new(offers: &[Offer], listed: &[(String, BotSpec)]) -> Result<Self, SpecError> {
        let games = offers.iter().map(|offer| Listed::new(offer, listed));
        Ok(Self { games: games.collect::<Result<_, _>>()? })
    }

    /// The games.
    pub(crate) fn games(&self) -> &[Listed] {
        &self.games
    }

    /// The game of this name.
    pub(crate) fn game(&self, name: &str) -> Result<&Listed, Problem> {
        let known = || self.games.iter().map(|listed| listed.offer.game.name());
        let place = known().position(|known| known == name);
        place.map(|place| &self.games[place]).ok_or_else(|| {
            let hint = names::hint(name, &known().collect::<Vec<_>>());
            Problem::new(StatusCode::NOT_FOUND, format!("there is no game {name:?}; {hint}"))
        })
    }

    /// The game of this name, which may be one that is another's way with people.
    pub(crate) fn played(&self, name: &str) -> Result<Arc<dyn AnyGame>, Problem> {
        let ways = self.games.iter().filter_map(|listed| listed.offer.with_people.as_ref());
        match ways.into_iter().find(|offer| offer.game.name() == name) {
            Some(offer) => Ok(Arc::clone(&offer.game)),
            None => Ok(Arc::clone(&self.game(name)?.offer.game)),
        }
    }

    /// The list as pages get it.
    pub(crate) fn to_json(&self) -> Value {
        self.games.iter().map(Listed::to_json).collect()
    }
}

impl Listed {
    fn new(offer: &Offer, listed: &[(String, BotSpec)]) -> Result<Self, SpecError> {
        let game = &offer.game;
        let mut bots = Vec::new();
        for info in game.bots() {
            // A bot that needs a key is none that a name alone makes.
            let Ok(spec) = info.name.parse::<BotSpec>() else { continue };
            if game.check_bot(&spec).is_ok() {
                let (name, summary) = (info.name.to_owned(), info.summary.to_owned());
                bots.push(Choice { name, summary, spec });
            }
        }
        for (_, spec) in listed.iter().filter(|(name, _)| name == game.name()) {
            spec.find_in(game.name(), game.bots())?;
            let (name, summary) = (spec.label(), "of this server's operator".to_owned());
            bots.retain(|bot| bot.name != name);
            bots.push(Choice { name, summary, spec: spec.clone() });
        }
        Ok(Self { offer: offer.clone(), bots })
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

    fn to_json(&self) -> Value {
        let game = &self.offer.game;
        let bots: Vec<Value> = self
            .bots
            .iter()
            .map(|bot| json!({ "name": bot.name, "summary": bot.summary }))
            .collect();
        json!({
            "name": game.name(),
            "summary": game.summary(),
            "seats": [game.seats().start(), game.seats().end()],
            "demo": game.demo(),
            "bots": bots,
        })
    }
}
