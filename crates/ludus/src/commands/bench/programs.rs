//! `ludus bench bots`: how many turns a second a program plays through the bot protocol.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use std::{env, fs, process};

use anyhow::Context as _;
use ludus_arena::{AnyGame, LineUp, SeriesPlan};
use ludus_core::BotSpec;
use serde::Deserialize;

use super::{Figure, ROUND, ROUNDS};
use crate::settings::Settings;

/// A bot in Python that does as little as a bot can.
const PYTHON: &str = include_str!("bot.py");

/// The order in which a bot of the measurement goes through a quarter of its legal actions: a snake turns in circles.
const ORDER: [usize; 4] = [0, 2, 1, 3];

/// The figures of all games.
pub(super) fn figures(settings: &Settings) -> anyhow::Result<Vec<Figure>> {
    let own = env::current_exe().context("the path of this program")?;
    let script = env::temp_dir().join(format!("ludus-bench-{}.py", process::id()));
    fs::write(&script, PYTHON).with_context(|| format!("cannot write {}", script.display()))?;
    let bots = [
        ("rust_turns_per_second", format!("proc:cmd='{}' bench-bot", own.display())),
        ("python_turns_per_second", format!("proc:cmd=python3 '{}'", script.display())),
    ];
    let mut figures = Vec::new();
    let mut measure_all = || -> anyhow::Result<()> {
        for entry in settings.catalog().games() {
            let game = settings.game(entry.name)?;
            for (name, bot) in &bots {
                eprintln!("measuring {name} of {} …", entry.name);
                let value = measure(game.as_ref(), bot)?;
                figures.push(Figure { game: entry.name, name, value, unit: "turns/s" });
            }
        }
        Ok(())
    };
    let measured = measure_all();
    // A file that is left behind in the folder for such files does no harm.
    let _ = fs::remove_file(&script);
    measured.map(|()| figures)
}

/// The turns a second of this bot in all seats of a game. Only one of the two programs works at a time.
fn measure(game: &dyn AnyGame, bot: &str) -> anyhow::Result<f64> {
    let spec: BotSpec = bot.parse()?;
    let line_up = LineUp::new(vec![spec; *game.info().seats.start()]);
    let plan = SeriesPlan::new(line_up, game.default_rules());
    let stop = Arc::new(AtomicBool::new(false));
    let mut player = game.player();
    // The first match starts the program.
    player.play_game(&plan, 0, &stop)?;
    let mut best = 0.0_f64;
    for round in 0..ROUNDS as u64 {
        let began = Instant::now();
        let (mut turns, mut number) = (0, 1 + round * 1_000_000);
        while began.elapsed() < ROUND {
            let record = player.play_game(&plan, number, &stop)?;
            turns += record.map_or(0, |record| record.result.turns);
            number += 1;
        }
        best = best.max(f64::from(turns) / began.elapsed().as_secs_f64());
    }
    Ok(best)
}

/// The fields of a message that the bot of the measurement needs.
#[derive(Deserialize)]
struct BenchMessage<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(rename = "match", default)]
    id: &'a str,
    #[serde(default)]
    turn: usize,
    #[serde(default, borrow)]
    legal: Vec<&'a str>,
}

/// The bot of the measurement, on standard input and output: the same as the one in Python.
pub(in crate::commands) fn run_bot(
    mut input: impl BufRead,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let BenchMessage { kind, id, turn, legal } = serde_json::from_str(&line)?;
        match kind {
            "hello" => writeln!(out, r#"{{"type":"ready","protocol":1}}"#)?,
            "turn" => {
                let action = legal[ORDER[turn % 4] * legal.len() / 4];
                writeln!(
                    out,
                    r#"{{"type":"act","match":"{id}","turn":{turn},"action":"{action}"}}"#
                )?;
            }
            "quit" => break,
            _ => {}
        }
        out.flush()?;
        line.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bot_of_the_measurement_speaks_the_protocol() {
        let input = r#"{"type":"hello","protocol":1,"game":"tetris"}
{"type":"start","match":"m1","seat":0,"rules":{"a":"\""}}
{"type":"turn","match":"m1","turn":5,"state":{"a":["\"x"]},"legal":["a","b","c","d"]}
{"type":"quit"}
"#;
        let mut out = Vec::new();
        run_bot(input.as_bytes(), &mut out).unwrap();
        let expected = "{\"type\":\"ready\",\"protocol\":1}\n\
                        {\"type\":\"act\",\"match\":\"m1\",\"turn\":5,\"action\":\"c\"}\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
