//! `ludus step`: a filter for other programs, one JSON line in, one out.

use std::io::{BufRead, Write, stdin};

use ludus_arena::AnyGame;
use ludus_arena::lines::LineReader;
use serde_json::{Value, json};

use crate::cli::StepArgs;
use crate::settings::Settings;

pub(super) fn run(args: &StepArgs, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = settings.game(&args.game)?;
    filter(game.as_ref(), stdin().lock(), out)
}

/// Answers every line of the input. A program may wait for the answer before it asks again, so each goes out at once.
fn filter(game: &dyn AnyGame, input: impl BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut lines = LineReader::new(input);
    while let Some(line) = lines.advance()? {
        let answer = match line.text.map(serde_json::from_str::<Value>) {
            Ok(Ok(request)) => game.step(&request).unwrap_or_else(|error| failed(&error)),
            Ok(Err(error)) => failed(&format!("the line is not JSON: {error}")),
            Err(reason) => failed(&format!("the line cannot be read: {reason}")),
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
