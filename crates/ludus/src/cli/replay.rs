//! The arguments of `replay`, and which recorded decisions are re-run.

use std::path::PathBuf;

use clap::Args;

use super::series::BudgetArgs;

/// Arguments of `ludus replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
A folder is listed: its matches, who won, and why. A file is a replay that `ludus match --record` wrote, or a debug log that `ludus serve --log` wrote; ludus \
finds out which. A replay is shown, unless a flag below asks to re-run its decisions. The decisions of a log are \
always re-run, by the bot that the log names (without one: serve.snake). Turns of a replay count from 1, those of \
a log as the requests counted them.

What a decision may spend: --nodes, --depth and --time, else what was recorded in the replay; for a log the time \
that the server had. Settings do not change it. --nodes makes the answers of a log repeatable.

--extract - prints the selected lines of a log and nothing else, so that `> FILE` makes a log of them.

Decisions that differ are no failure. Exit code 1: a line is broken, a selected turn is missing, a bot has no \
answer, or --validate failed.

Examples:
  ludus match tetris battle hard --games 2 --record replays
  ludus replay replays
  ludus replay replays --lost-by hard
  ludus replay replays/tetris-1-000001.jsonl --show 40
  ludus replay replays/tetris-1-000001.jsonl --verify
  ludus replay replays/tetris-1-000001.jsonl --bot dt20 --seat 1 --turns 31,33 --verbose
  ludus replay replays/tetris-1-000001.jsonl --watch

  ludus match snake hard medium --games 1 --nodes 500 --rules turn_cap=50 --record replays
  echo '[snake.weights]' > other.toml
  ludus replay replays/snake-1-000001.jsonl --against other.toml
  ludus replay replays/snake-1-000001.jsonl --frames frames.json

  ludus serve --log moves.jsonl
  ludus match snake medium http:url=http://127.0.0.1:8000 --games 1 --nodes 50 --rules turn_cap=9
  ludus replay moves.jsonl --nodes 2000
  ludus replay moves.jsonl --validate '0:up|down|left|right'
  ludus replay moves.jsonl --turns 0 --extract - > first.jsonl")]
pub(crate) struct ReplayArgs {
    /// The recorded match, the debug log, or a folder of recorded matches
    pub(crate) file: PathBuf,

    /// Replay the recorded actions: every board and the result must be as recorded
    #[arg(long, conflicts_with = "show")]
    pub(crate) verify: bool,

    /// Play the match back in the terminal: scrub, change the speed, see what the bots thought
    #[arg(long, conflicts_with_all = ["verify", "show", "json"])]
    pub(crate) watch: bool,

    /// Show the position after this many turns, and what led to it
    #[arg(long, value_name = "TURN")]
    pub(crate) show: Option<u32>,

    #[command(flatten)]
    pub(crate) list: ListArgs,

    #[command(flatten)]
    pub(crate) rerun: RerunArgs,

    /// For Battlesnake: write the positions to this file as the public board viewer's frames; - prints them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verify", "show", "all", "turns", "seat", "bot"])]
    #[arg(conflicts_with_all = ["against", "validate", "extract", "verbose", "BudgetArgs"])]
    pub(crate) frames: Option<PathBuf>,

    /// With --frames and --extract: overwrite a file that exists
    #[arg(long)]
    pub(crate) force: bool,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which matches of a folder are listed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Listing a folder")]
pub(crate) struct ListArgs {
    /// Only matches that the bot of this label lost: it was not first
    #[arg(long, value_name = "LABEL")]
    pub(crate) lost_by: Option<String>,

    /// Only matches that the bot of this label won: it was first, alone
    #[arg(long, value_name = "LABEL")]
    pub(crate) won_by: Option<String>,

    /// Only matches whose result, or the reason of a failure in them, has this text in it
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,

    /// Only matches in which a bot failed
    #[arg(long)]
    pub(crate) failed: bool,

    /// How many matches are shown; --json lists all
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) limit: u64,
}

impl ListArgs {
    /// Whether any flag selects matches.
    pub(crate) fn is_wanted(&self) -> bool {
        self.lost_by.is_some() || self.won_by.is_some() || self.reason.is_some() || self.failed
    }
}

/// Which recorded decisions are re-run, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Re-running decisions")]
pub(crate) struct RerunArgs {
    /// Re-run all decisions; the default for a log
    #[arg(long, conflicts_with = "turns")]
    pub(crate) all: bool,

    /// Re-run only the decisions of these turns: 5,10
    #[arg(long, value_name = "TURNS", value_delimiter = ',')]
    pub(crate) turns: Vec<u32>,

    /// For replays: re-run only the decisions of this seat, from 0
    #[arg(long, value_name = "N")]
    pub(crate) seat: Option<usize>,

    /// For logs, which may hold several games: only this one
    #[arg(long, value_name = "ID")]
    pub(crate) game: Option<String>,

    /// The bot that decides [default: the one that was recorded]; for a folder: only matches of the bot of this
    /// label
    #[arg(long, value_name = "BOT")]
    pub(crate) bot: Option<String>,

    /// Re-run every decision a second time, with the settings of this file, and compare the two
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,

    /// What decisions have to be, or the exit code is 1: 5:up|left,10:right. Only these turns are re-run,
    /// unless --turns or --all selects more. A file of positions (`ludus why --worst`) contains what is expected
    #[arg(long, value_name = "TURN:ACTION", num_args = 0..=1, default_missing_value = "")]
    pub(crate) validate: Option<String>,

    /// For logs: decide nothing, but copy the selected lines to this file; - prints them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bot", "against", "validate", "verbose", "BudgetArgs"])]
    pub(crate) extract: Option<PathBuf>,

    /// Print every decision, with the board before and after it and the line that the bot expects
    #[arg(long, short)]
    pub(crate) verbose: bool,

    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

impl RerunArgs {
    /// What `--validate` expects, if it has a value.
    pub(crate) fn expected(&self) -> Option<&str> {
        self.validate.as_deref().filter(|text| !text.is_empty())
    }

    /// Whether any flag asks to re-run decisions.
    pub(crate) fn is_wanted(&self) -> bool {
        self.bot.is_some() || self.is_wanted_beside_bot()
    }

    /// Whether any flag but `--bot` asks to re-run decisions: that one also selects matches of a folder.
    pub(crate) fn is_wanted_beside_bot(&self) -> bool {
        self.all
            || !self.turns.is_empty()
            || self.seat.is_some()
            || self.game.is_some()
            || self.against.is_some()
            || self.validate.is_some()
            || self.extract.is_some()
            || self.verbose
            || self.budget.budget().is_some()
    }
}
