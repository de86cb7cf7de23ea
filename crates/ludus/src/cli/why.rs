//! The arguments of `why`.

use std::path::PathBuf;

use clap::Args;

use super::series::BudgetArgs;

/// Arguments of `ludus why`.
#[derive(Debug, Args)]
#[command(after_help = "\
A judge looks at every turn of the seats that lost. Where it would have played something else, it compares the \
position after its own action with the position after what was played, both searched with the same budget. The turns \
in which that makes the greatest difference are the turning points. Where seats act at the same time, the last turn in \
which another action would not have been a certain loss is one of them: the last chance.

Of a folder, all lost matches are judged. The kinds of mistakes that cost most come first, and --worst writes the ten worst \
positions to a file for `ludus replay FILE --validate`: it asks a bot about each of them, and the exit code is 1 until \
every one is played as the judge would.

Budgets of nodes and depth, the default, give the same report with any --jobs. Ctrl-C ends with what was found.

Examples:
  ludus match tetris medium hard --games 2 --rules height=12 --record replays
  ludus why replays/tetris-1-000001.jsonl
  ludus why replays/tetris-1-000001.jsonl --bot medium --judge dt20 --most 1
  ludus why replays --bot medium --most 2 --worst worst.jsonl
  ludus replay worst.jsonl --bot battle --validate || echo 'not yet'")]
pub(crate) struct WhyArgs {
    /// The recorded match, or a folder of them
    #[arg(value_name = "REPLAY")]
    pub(crate) path: PathBuf,

    /// Judge this seat, from 0 [default: the seats that lost]
    #[arg(long, value_name = "N", conflicts_with = "bot")]
    pub(crate) seat: Option<usize>,

    /// Judge the bot with this label; of a folder, its lost matches
    #[arg(long, value_name = "LABEL")]
    pub(crate) bot: Option<String>,

    /// The bot that judges [default: the strongest built-in one]
    #[arg(long, value_name = "BOT")]
    pub(crate) judge: Option<String>,

    /// How many turning points to name for a seat
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) most: u16,

    /// Of a folder: write the ten worst positions to this file, for `ludus replay --validate`
    #[arg(long, value_name = "FILE")]
    pub(crate) worst: Option<PathBuf>,

    /// With --worst: overwrite a file that exists
    #[arg(long, requires = "worst")]
    pub(crate) force: bool,

    /// How many positions to judge at a time; 0 means one per core [default: match.jobs]
    #[arg(long, short, value_name = "J")]
    pub(crate) jobs: Option<usize>,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) budget: BudgetArgs,
}
