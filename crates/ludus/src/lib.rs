//! `ludus`: build game-playing bots, match them, see why they lost.
//!
//! This crate is the command line, the settings, and the catalog of games; the work is done in the
//! other crates.
//!
//! | module | what lives there |
//! |---|---|
//! | `cli` | the arguments of every command |
//! | `completion` | candidates for shell completions: games and bots |
//! | `catalog` | the one list of games |
//! | `settings` | defaults, `ludus.toml`, `LUDUS_*`, flags, and where each value comes from |
//! | `commands` | one file per command |
//! | `output` | files that flags name for writing |
//! | `tables` | the one way tables are drawn |
//! | `failure` | errors and exit codes |

mod catalog;
mod cli;
mod commands;
mod completion;
mod failure;
mod output;
mod settings;
mod tables;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Runs the program: reads the arguments, carries out the command, and gives the exit code.
#[must_use]
pub fn run() -> ExitCode {
    completion::answer_shell();
    let cli = match cli::parse() {
        Ok(cli) => cli,
        Err(error) => return failure::wrong_arguments(&error),
    };
    // Not locked: `ludus uci` writes from several threads.
    let mut out = BufWriter::new(io::stdout());
    let result = commands::run(cli, &mut out).and_then(|ending| {
        out.flush()?;
        Ok(ending)
    });
    // What a thread that is still waiting has started ends with this program.
    ludus_process::end_all();
    failure::exit_code(result)
}

/// Checks the text of a settings file: whether every key is known and every value fits.
///
/// # Errors
///
/// Says the line and what is wrong with it.
pub fn check_settings(text: &str) -> anyhow::Result<()> {
    settings::Settings::check(text)
}
