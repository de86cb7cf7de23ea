//! `ludus bots`: the games and bots there are.

use std::io::Write;

use ludus_arena::{AnyGame, AnyRules};
use ludus_core::{BotInfo, BotKey, seats_in_words};
use serde::Serialize;

use crate::cli::BotsArgs;
use crate::commands::write_json;
use crate::settings::Settings;
use crate::tables::table;

/// The widest table, in characters: bots with many keys would make very long lines otherwise.
const MAX_WIDTH: u16 = 100;

pub(super) fn run(args: &BotsArgs, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = match &args.game {
        Some(name) => vec![settings.game(name)?],
        None => settings
            .catalog()
            .games()
            .map(|entry| settings.game(entry.name))
            .collect::<anyhow::Result<Vec<_>>>()?,
    };
    if args.json {
        let games = games.iter().map(|game| GameDocument::new(game.as_ref())).collect();
        return write_json(out, &GamesDocument { games });
    }
    for game in &games {
        let info = game.info();
        writeln!(out, "{}: {} ({})", info.name, info.summary, seats_in_words(&info.seats))?;
        let mut rows = table(&["bot", "how it plays", "keys"]);
        for column in rows.column_iter_mut() {
            column.set_cell_alignment(comfy_table::CellAlignment::Left);
        }
        let room = rows.width().map_or(MAX_WIDTH, |width| width.min(MAX_WIDTH));
        rows.set_width(room);
        for bot in game.bots() {
            let keys: Vec<_> = bot.keys.iter().map(|key| key.name).collect();
            rows.add_row([bot.name, bot.summary, &keys.join(" ")]);
        }
        writeln!(out, "{rows}")?;
        writeln!(out)?;
    }
    writeln!(out, "A bot is NAME, NAME:key=value,… or label=NAME…; --json describes every key.")?;
    Ok(())
}

/// What `--json` prints.
#[derive(Serialize)]
struct GamesDocument<'a> {
    games: Vec<GameDocument<'a>>,
}

/// A game and its bots.
#[derive(Serialize)]
struct GameDocument<'a> {
    game: &'static str,
    summary: &'static str,
    /// The fewest and the most.
    seats: [usize; 2],
    rules: AnyRules,
    bots: Vec<BotDocument<'a>>,
}

/// A bot and its keys.
#[derive(Serialize)]
struct BotDocument<'a> {
    name: &'a str,
    summary: &'a str,
    keys: Vec<KeyDocument>,
}

/// A key that can be given with a bot.
#[derive(Serialize)]
struct KeyDocument {
    name: &'static str,
    summary: &'static str,
    required: bool,
}

impl<'a> GameDocument<'a> {
    fn new(game: &'a dyn AnyGame) -> Self {
        let key = |key: &BotKey| KeyDocument {
            name: key.name,
            summary: key.summary,
            required: key.required,
        };
        let bot = |bot: &'a BotInfo| BotDocument {
            name: bot.name,
            summary: bot.summary,
            keys: bot.keys.iter().map(key).collect(),
        };
        let info = game.info();
        Self {
            game: game.name(),
            summary: info.summary,
            seats: [*info.seats.start(), *info.seats.end()],
            rules: game.default_rules(),
            bots: game.bots().iter().map(bot).collect(),
        }
    }
}
