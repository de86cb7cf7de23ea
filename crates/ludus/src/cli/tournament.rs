//! The arguments of `tournament` and of the `results` that it keeps.

use std::path::PathBuf;

use clap::{ArgGroup, Args, ValueEnum};

use super::series::{ClockArgs, FailingArgs, HowArgs};

/// Arguments of `ludus tournament`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every game goes into the result store as soon as it is over. The same command again plays what is missing \
of the same tournament: same game, rules, bots, format, games, seed and budget, same version of ludus. If \
nothing is missing, it shows the result. --new begins another one. One program at a time plays a tournament.

Ratings are Bradley–Terry in Elo around 0 with 95 % intervals; with more than two seats Weng–Lin.

Examples:
  ludus tournament chess random easy medium --games 4
  ludus tournament tetris battle hard dt10 dt20 --games 2 --format gauntlet
  ludus tournament chess random easy medium --format swiss --rounds 2 --games 2
  ludus tournament snake random easy easy medium --seats 4 --games 4 --nodes 200
  ludus tournament chess easy uci:cmd=stockfish --games 2 --strict --logs logs")]
#[command(group = ArgGroup::new("written").args(["logs"]))]
pub(crate) struct TournamentArgs {
    /// The game
    pub(crate) game: String,

    /// The bots, two or more
    #[arg(value_name = "BOT")]
    pub(crate) bots: Vec<String>,

    /// The format: who plays whom
    #[arg(long, value_enum, default_value_t = FormatArg::RoundRobin)]
    pub(crate) format: FormatArg,

    /// How many seats a match has
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) seats: usize,

    /// Rounds of a Swiss tournament [default: log2 of the number of bots, rounded up]
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<usize>,

    /// How many games a line-up plays: a multiple of the seats [default: tournament.games, rounded up]
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true)]
    pub(crate) games: Option<u64>,

    #[command(flatten)]
    pub(crate) how: HowArgs,

    #[command(flatten)]
    pub(crate) clock: ClockArgs,

    /// The result store [default: results.store, or ludus/results.sqlite in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) failing: FailingArgs,

    /// With --logs: overwrite files of the same names
    #[arg(long, requires = "written")]
    pub(crate) force: bool,

    /// Start a new tournament even if there is one with the same plan
    #[arg(long)]
    pub(crate) new: bool,

    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FormatArg {
    /// Every bot meets every other
    RoundRobin,
    /// The first bot meets every other
    Gauntlet,
    /// In each round bots with equal points meet, no two of them twice
    Swiss,
}

/// Arguments of `ludus results`.
#[derive(Debug, Args)]
#[command(after_help = "\
Without --matches or --ratings: the tournaments. --ratings shows how bots did in each tournament, and their \
Weng–Lin rating over all tournaments of the game so far.

Examples:
  ludus tournament chess random easy --games 4
  ludus results
  ludus results --ratings --game chess --bot easy
  ludus results --matches --tournament 1 --csv > games.csv
  ludus results --since 2026-01-01 --json")]
pub(crate) struct ResultsArgs {
    /// List single matches
    #[arg(long, conflicts_with = "ratings")]
    pub(crate) matches: bool,

    /// List ratings over time
    #[arg(long)]
    pub(crate) ratings: bool,

    /// Only this game
    #[arg(long)]
    pub(crate) game: Option<String>,

    /// Only where this bot took part, by its label
    #[arg(long, value_name = "LABEL")]
    pub(crate) bot: Option<String>,

    /// Only the tournament with this number
    #[arg(long, value_name = "N")]
    pub(crate) tournament: Option<i64>,

    /// Only results from this day on (UTC)
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) since: Option<String>,

    /// Only results up to this day (UTC)
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) until: Option<String>,

    /// The result store [default: results.store, or ludus/results.sqlite in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,

    /// Print comma-separated values (CSV) with a header line
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,

    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}
