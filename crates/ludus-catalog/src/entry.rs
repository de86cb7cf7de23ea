//! A game of the catalog before its settings are known.

use std::any::Any;
use std::num::{NonZeroU32, NonZeroU64};
use std::sync::Arc;
use std::time::Duration;

use ludus_arena::{AnyGame, PlanGame};
use ludus_core::{Budget, Game, GameKit, Seed, SeededChance, keys};
use ludus_protocol::ProtocolBot;
use ludus_tui::widgets::ReadWidget;
use ludus_web::PageFile;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::extended::{Extended, OwnBot};

/// Makes a game from the settings, all sections by name. An error says what does not fit.
pub type Opener = Arc<dyn Fn(&Value) -> Result<Box<dyn AnyGame>, serde_json::Error> + Send + Sync>;

/// A game of the catalog.
#[derive(Clone)]
pub struct Entry {
    /// The game's name, and that of its section in the settings.
    pub name: &'static str,
    /// Its name in headings.
    pub title: &'static str,
    /// The bots of its demonstration match, seat by seat.
    pub demo: &'static [&'static str],
    /// A shorter name that commands accept, too.
    pub short_name: Option<&'static str>,
    /// Whether it is the live form of another game.
    pub is_live: bool,
    /// Its section of the settings when nothing is set.
    pub defaults: Value,
    /// Whether the game's own section of these settings, all sections by name, fits; an error says what does not.
    pub check: fn(&Value) -> Result<(), serde_json::Error>,
    /// Makes the game.
    pub open: Opener,
    /// How it is drawn in the terminal.
    pub widget: ReadWidget,
    /// How it is drawn in the browser: the files of its page, none for text.
    pub page: Vec<PageFile>,
}

impl Entry {
    /// The game and the line-up of its demonstration match, as they are typed.
    pub fn line_up(&self) -> String {
        format!("{} {}", self.name, self.demo.join(" "))
    }

    /// The game and the first two bots of its demonstration match.
    pub fn pair(&self) -> String {
        let two: Vec<&str> = self.demo.iter().copied().take(2).collect();
        format!("{} {}", self.name, two.join(" "))
    }

    /// The bot to play against: `hard`, if the demonstration has it, or its first bot.
    pub fn strongest(&self) -> &'static str {
        let hard = self.demo.iter().find(|name| **name == "hard");
        hard.or(self.demo.first()).copied().unwrap_or("random")
    }

    /// Whether this is a name of the game.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.short_name == Some(name)
    }
}

/// How a game is drawn.
pub struct Drawing {
    /// In the terminal.
    pub widget: ReadWidget,
    /// In the browser.
    pub page: Vec<PageFile>,
}

/// A game while the program is put together: bots can still be added.
pub trait AnyEntry {
    /// The finished entry.
    fn finish(self: Box<Self>) -> Entry;

    /// This entry with its type, to add bots to it.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// A game of this kit while the program is put together.
pub struct GameEntry<K: GameKit> {
    /// The name of the game whose live form this is.
    base: Option<&'static str>,
    drawing: Drawing,
    bots: Vec<OwnBot<K::Game>>,
}

impl<K: GameKit> GameEntry<K> {
    /// A game.
    #[must_use]
    pub fn game(drawing: Drawing) -> Self {
        Self { base: None, drawing, bots: Vec::new() }
    }

    /// The live form of another game, which gets the settings of that game's bots.
    #[must_use]
    pub fn live_form_of<Base: GameKit>(drawing: Drawing) -> Self {
        Self { base: Some(Base::Game::NAME), drawing, bots: Vec::new() }
    }

    /// Adds a bot to those of the kit.
    pub fn add_bot(&mut self, bot: OwnBot<K::Game>) {
        self.bots.push(bot);
    }
}

impl<K: GameKit> AnyEntry for GameEntry<K> {
    fn finish(self: Box<Self>) -> Entry {
        let Self { base, drawing, mut bots } = *self;
        // A live form has no turns that a program could be asked about.
        let is_taken = bots.iter().any(|bot| bot.name() == ludus_protocol::INFO.name);
        if base.is_none() && !is_taken {
            bots.insert(
                0,
                OwnBot::new(ludus_protocol::INFO, |spec| {
                    Ok(Box::new(ProtocolBot::<K::Game>::from_spec(spec)?))
                }),
            );
        }
        let open = move |settings: &Value| -> Result<Box<dyn AnyGame>, serde_json::Error> {
            let kit = open::<K>(settings, base)?;
            // Also a kit without further bots: one type for each game halves what is compiled of the arena.
            Ok(Box::new(Extended::with_bots(kit, bots.clone())))
        };
        Entry {
            name: K::Game::NAME,
            title: K::TITLE,
            demo: K::DEMO,
            short_name: K::SHORT_NAME,
            is_live: base.is_some(),
            defaults: defaults::<K>(),
            check: |settings| check::<K>(settings).map(drop),
            open: Arc::new(open),
            widget: drawing.widget,
            page: drawing.page,
        }
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// A game's section of the settings when nothing is set.
fn defaults<K: GameKit>() -> Value {
    let mut section = match keys::to_tree(&K::Settings::default()) {
        Value::Object(section) => section,
        // The kit has nothing to set.
        _ => Map::new(),
    };
    let kit = K::new(K::Settings::default());
    for name in K::DEMO {
        let known = kit.bots().iter().any(|bot| bot.name == *name);
        assert!(known, "{}::DEMO names the bot {name:?}, which bots() does not list", K::TITLE);
    }
    let budget = BudgetSettings::of(kit.default_budget());
    section.insert("budget".into(), keys::to_tree(&budget));
    section.insert("rules".into(), PlanGame::default_rules(&kit).tree().clone());
    Value::Object(section)
}

/// A game's kit with its section of these settings, checked as a whole.
fn open<K: GameKit>(settings: &Value, base: Option<&'static str>) -> Result<K, serde_json::Error> {
    let kit = K::new(check::<K>(settings)?);
    match base {
        Some(base) => kit.with_base(&bot_section(&settings[base])?),
        None => Ok(kit),
    }
}

/// What the settings say about a game's bots, with the game's section checked as a whole.
fn check<K: GameKit>(settings: &Value) -> Result<K::Settings, serde_json::Error> {
    let section = &settings[K::Game::NAME];
    let own = bot_settings::<K>(section)?;
    BudgetSettings::deserialize(&section["budget"])?;
    let rules = <K::Game as Game>::Rules::deserialize(&section["rules"])?;
    // Whether rules can be played does not depend on chance.
    K::Game::new(&rules, *K::Game::SEATS.end(), &mut SeededChance::new(Seed::new(0)))
        .map_err(serde::de::Error::custom)?;
    Ok(own)
}

/// What the section of a game says about its bots.
///
/// # Errors
///
/// If a key is unknown or a value does not fit.
pub fn bot_settings<K: GameKit>(section: &Value) -> Result<K::Settings, serde_json::Error> {
    let own = bot_section(section)?;
    match own.as_object().is_some_and(Map::is_empty) {
        // A kit that has nothing to set may use `()`, which is written as null.
        true => serde_json::from_value(own).or_else(|_| serde_json::from_value(Value::Null)),
        false => serde_json::from_value(own),
    }
}

/// The part of a game's section that is about its bots.
fn bot_section(section: &Value) -> Result<Value, serde_json::Error> {
    let Value::Object(section) = section else {
        return Err(serde::de::Error::custom("expected a section"));
    };
    let own = section
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "budget" | "rules"))
        .map(|(key, value)| (key.clone(), value.clone()));
    Ok(Value::Object(own.collect()))
}

/// What a decision of a game may spend, as the settings have it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BudgetSettings {
    time_ms: Option<NonZeroU64>,
    nodes: Option<NonZeroU64>,
    depth: Option<NonZeroU32>,
}

impl BudgetSettings {
    fn of(budget: Budget) -> Self {
        let time = budget.time.and_then(|time| u64::try_from(time.as_millis()).ok());
        Self {
            time_ms: time.and_then(NonZeroU64::new),
            nodes: budget.nodes.and_then(NonZeroU64::new),
            depth: budget.depth.and_then(NonZeroU32::new),
        }
    }

    /// The budget.
    #[must_use]
    pub fn budget(self) -> Budget {
        Budget {
            time: self.time_ms.map(|time| Duration::from_millis(time.get())),
            nodes: self.nodes.map(NonZeroU64::get),
            depth: self.depth.map(NonZeroU32::get),
        }
    }
}
