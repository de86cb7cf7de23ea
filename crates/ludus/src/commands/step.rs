//! `ludus step`: a filter for other programs, one JSON line in, one out.

use std::io::{BufRead, Write, stdin};

use ludus_arena::AnyGame;
use serde_json::{Value, json};

use crate::cli::StepArgs;
use crate::settings::Settings;

pub(super) fn run(args: &StepArgs, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = settings.game(&args.game)?;
    filter(game.as_ref(), stdin().lock(), out)
}

/// Answers every line of the input. Whoever asks may wait for the answer before the next question, so
/// each goes out at once.
fn filter(game: &dyn AnyGame, input: impl BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    for line in input.split(b'\n') {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = match serde_json::from_slice::<Value>(&line) {
            Ok(request) => game.step(&request).unwrap_or_else(|error| failed(&error)),
            Err(error) => failed(&format!("the line is not JSON: {error}")),
        };
        serde_json::to_writer(&mut *out, &answer).map_err(std::io::Error::from)?;
        writeln!(out)?;
        out.flush()?;
    }
    Ok(())
}

fn failed(error: &impl ToString) -> Value {
    json!({ "error": error.to_string() })
}
