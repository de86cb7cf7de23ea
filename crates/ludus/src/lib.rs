//! `ludus`: build game-playing bots, match them, see why they lost.
//!
//! This crate is the command line and the settings; the work is done in the other crates.
//!
//! | module | what lives there |
//! |---|---|
//! | `cli` | the arguments of every command |
//! | `completion` | candidates for shell completions: games and bots |
//! | [`Program`] | the games and bots that the program has, and how it runs |
//! | `starters` | the bots that people can begin with in a game |
//! | `settings` | defaults, `ludus.toml`, `LUDUS_*`, flags, and where each value comes from |
//! | `commands` | one file per command |
//! | `output` | files that flags name for writing |
//! | `tables` | the one way tables are drawn |
//! | `failure` | errors and exit codes |

mod cli;
mod commands;
mod completion;
mod failure;
mod output;
mod program;
mod settings;
mod starters;
mod tables;

use std::sync::LazyLock;

pub use ludus_tui::widgets::TEXT;
pub use ludus_web::PageFile;
pub use program::Program;

/// Checks the text of a settings file: whether every key is known and every value fits.
///
/// # Errors
///
/// Says the line and what is wrong with it.
pub fn check_settings(text: &str) -> anyhow::Result<()> {
    static DEFAULTS: LazyLock<settings::Settings> =
        LazyLock::new(|| settings::Settings::defaults(&Program::standard().catalog()));
    DEFAULTS.clone().check(text)
}
