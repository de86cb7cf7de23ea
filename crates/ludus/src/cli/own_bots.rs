//! The arguments of the commands for people who write bots: `new` and `check`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use ludus_core::{Language, StarterProtocol};

/// Arguments of `ludus new`.
#[derive(Debug, Args)]
#[command(after_help = "\
A starter is one file without dependencies, and beats `random` from the first minute. The file says what to change first, and \
README.md beside it has the commands that match and check it.

Examples:
  ludus new --list
  ludus new tetris stacker
  ludus new chess knightly --lang rust
  ludus new snake slither --lang javascript --protocol battlesnake
  ludus new tetris-versus spinner --protocol tbp")]
pub(crate) struct NewArgs {
    /// The game
    #[arg(required_unless_present = "list")]
    pub(crate) game: Option<String>,

    /// The folder for the bot; its name is the bot's label in matches
    #[arg(required_unless_present = "list")]
    pub(crate) folder: Option<PathBuf>,

    /// The language
    #[arg(long, default_value = Language::Python.name(), value_parser = PossibleValuesParser::new(Language::ALL.map(Language::name)))]
    pub(crate) lang: String,

    /// How the bot is spoken to: proc is the Ludus bot protocol, tbp the Tetris Bot Protocol
    #[arg(long, default_value = StarterProtocol::PROGRAM)]
    pub(crate) protocol: String,

    /// Overwrite the starter in a folder that is not empty
    #[arg(long)]
    pub(crate) force: bool,

    /// List the starters that there are
    #[arg(long)]
    pub(crate) list: bool,
}

/// Arguments of `ludus check`.
#[derive(Debug, Args)]
#[command(after_help = "\
✓ is a check that the bot passes, ✗ one that it does not, and – something to know. The exit code is 1 if a check fails.

Every bot is asked about positions from all phases of the game. A program (proc:, uci:, tbp:) or server (http:) is also asked \
what its protocol demands.

Examples:
  ludus check chess medium
  ludus check tetris hard --positions 12 --json")]
pub(crate) struct CheckArgs {
    /// The game
    pub(crate) game: String,

    /// The bot
    pub(crate) bot: String,

    /// How many positions the bot is asked about
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) positions: u32,

    /// The time for an answer, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=60_000))]
    pub(crate) time: u64,

    /// Rules that differ from the defaults: key=value,key=value
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,

    /// The seed that the positions come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Print one JSON document instead of a list
    #[arg(long)]
    pub(crate) json: bool,
}
