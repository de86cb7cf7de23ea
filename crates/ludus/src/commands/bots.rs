//! `ludus bots`: the games and bots there are.

use std::io::Write;

use ludus_arena::AnyGame;
use ludus_core::seats_in_words;
use serde_json::{Value, json};

use crate::cli::BotsArgs;
use crate::commands::write_json;
use crate::settings::Settings;
use crate::tables::table;

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
        let document: Vec<Value> = games.iter().map(|game| describe(game.as_ref())).collect();
        return write_json(out, &json!({ "games": document }));
    }
    for game in &games {
        let info = game.info();
        writeln!(out, "{}: {} ({})", info.name, info.summary, seats_in_words(&info.seats))?;
        let mut rows = table(&["bot", "how it plays", "keys"]);
        for column in rows.column_iter_mut() {
            column.set_cell_alignment(comfy_table::CellAlignment::Left);
        }
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

fn describe(game: &dyn AnyGame) -> Value {
    let bots: Vec<Value> = game
        .bots()
        .iter()
        .map(|bot| {
            let keys: Vec<Value> = bot
                .keys
                .iter()
                .map(|k| json!({ "name": k.name, "summary": k.summary, "required": k.required }))
                .collect();
            json!({ "name": bot.name, "summary": bot.summary, "keys": keys })
        })
        .collect();
    json!({
        "game": game.name(),
        "summary": game.info().summary,
        "seats": [game.info().seats.start(), game.info().seats.end()],
        "rules": game.default_rules(),
        "bots": bots,
    })
}
