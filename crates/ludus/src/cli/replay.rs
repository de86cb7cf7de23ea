//! The arguments of `replay`, and which recorded decisions are taken again.

use std::path::PathBuf;

use clap::Args;

use super::series::BudgetArgs;

/// Arguments of `ludus replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
The file is a replay that `ludus match --record` wrote, or a debug log that `ludus serve --log` wrote; what it
holds says which. A replay is shown, unless something below asks for its decisions to be taken again. The
decisions of a log are always taken again, by the snake of the server, in the time that it had; --nodes makes the
answers repeatable. Turns of a replay count from 1, those of a log as the requests counted them.

Decisions that differ are no failure. Exit code 1: a line is broken, a selected turn is missing, a bot has no
answer, or --validate does not hold.

Examples:
  ludus replay replays/tetris-1-000001.jsonl --show 40
  ludus replay replays/tetris-1-000001.jsonl --verify
  ludus replay replays/chess-1-000001.jsonl --bot master --seat 0 --turns 31,33 --verbose
  ludus replay replays/snake-1-000001.jsonl --against other.toml
  ludus replay moves.jsonl --nodes 20000
  ludus replay moves.jsonl --validate '5:up|left,10:right'
  ludus replay moves.jsonl --game GAME-ID --turns 117 --extract blunder.jsonl
  ludus replay replays/snake-1-000001.jsonl --frames frames.json
  ludus replay replays/tetris-1-000001.jsonl --watch")]
pub(crate) struct ReplayArgs {
    /// The recorded match, or the debug log
    pub(crate) file: PathBuf,

    /// Play the recorded actions again: every board and the result must come out as recorded
    #[arg(long, conflicts_with = "show")]
    pub(crate) verify: bool,

    /// Play the match back in the terminal: scrub, change the speed, see what the bots thought
    #[arg(long, conflicts_with_all = ["verify", "show", "json"])]
    pub(crate) watch: bool,

    /// Show the position after this many turns, and what led to it
    #[arg(long, value_name = "TURN")]
    pub(crate) show: Option<u32>,

    #[command(flatten)]
    pub(crate) rerun: RerunArgs,

    /// For Battlesnake: write the positions to this file as the public board viewer's frames
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verify", "show", "all", "turns", "seat", "bot"])]
    #[arg(conflicts_with_all = ["against", "validate", "extract", "verbose", "BudgetArgs"])]
    pub(crate) frames: Option<PathBuf>,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which recorded decisions are taken again, and how.
#[derive(Debug, Args)]
#[command(next_help_heading = "Taking decisions again")]
pub(crate) struct RerunArgs {
    /// Take all decisions again; what is done with a log when nothing is selected
    #[arg(long, conflicts_with = "turns")]
    pub(crate) all: bool,

    /// Take only the decisions of these turns again: 5,10
    #[arg(long, value_name = "TURNS", value_delimiter = ',')]
    pub(crate) turns: Vec<u32>,

    /// For replays: take only the decisions of this seat again, from 0
    #[arg(long, value_name = "N")]
    pub(crate) seat: Option<usize>,

    /// For logs, which may hold several games: only this one
    #[arg(long, value_name = "ID")]
    pub(crate) game: Option<String>,

    /// The bot that decides [default: for a replay whoever sat there, for a log serve.snake]
    #[arg(long, value_name = "BOT")]
    pub(crate) bot: Option<String>,

    /// Take every decision a second time, with the settings of this file, and compare the two
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Option<PathBuf>,

    /// What the decisions have to be, or the exit code is 1: 5:up|left,10:right
    #[arg(long, value_name = "TURN:ACTION")]
    pub(crate) validate: Option<String>,

    /// For logs: take no decision, but copy the selected lines to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["bot", "against", "validate", "verbose", "BudgetArgs"])]
    pub(crate) extract: Option<PathBuf>,

    /// Tell every decision, with the board before and after it and the line that the bot expects
    #[arg(long, short)]
    pub(crate) verbose: bool,

    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}

impl RerunArgs {
    /// Whether anything asks for decisions to be taken again.
    pub(crate) fn is_wanted(&self) -> bool {
        self.all
            || !self.turns.is_empty()
            || self.seat.is_some()
            || self.game.is_some()
            || self.bot.is_some()
            || self.against.is_some()
            || self.validate.is_some()
            || self.extract.is_some()
            || self.verbose
            || self.budget.budget().is_some()
    }
}
