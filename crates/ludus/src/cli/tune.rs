//! The arguments of `tune`: which bot, which parameters, and how they are searched for.

use std::path::PathBuf;

use clap::Args;

use super::series::HowArgs;

/// Arguments of `ludus tune`.
#[derive(Debug, Args)]
#[command(after_help = "\
What can be tuned: the params that a proc: bot lists, the spin options of a uci: engine, and every numeric key of our own \
bots. Without --param, all parameters that the bot lists are tuned, each between its own bounds.

SPSA plays pairs of games between values on both sides of its centre. With --against, both sides play the listed bots \
instead. At the end the tuned bot plays the bot as it was, until a sequential test (SPRT) is decided.

A run has its own folder: run.json, log.csv, chart.svg, checkpoint and result.json. The same seed gives the same files, \
whatever --jobs is, unless time limits decisions. Ctrl-C stops after the iteration, a second Ctrl-C at once; --resume \
continues with all settings of the run.

Exit codes: 0 the test accepts the tuned bot, 4 it refuses it, 3 undecided or interrupted, 1 failed, 2 wrong usage. With \
--no-check: 0 done.

Examples:
  ludus tune tetris --bot heuristic:holes=-3,lines=2,bumpiness=-1 --games 200 --no-check
  ludus tune tetris --bot medium --param noise=0.0..1.0:0.6 --games 40 --no-check --name careful
  ludus tune chess --bot heuristic --param bishop_pair --nodes 100 --games 8 --no-check
  ludus tune snake --bot heuristic:space=1 --against easy --games 24 --nodes 50 --no-check
  ludus tune tetris --bot heuristic:holes=3 --rules height=8 -n 200 --sprt elo1=50 --name mended")]
pub(crate) struct TuneArgs {
    /// The game
    #[arg(required_unless_present = "resume")]
    pub(crate) game: Option<String>,

    /// The bot to tune
    #[arg(long, value_name = "BOT", required_unless_present = "resume")]
    pub(crate) bot: Option<String>,

    /// A parameter to tune: NAME, or with bounds and start NAME=MIN..MAX or NAME=MIN..MAX:START; repeat the flag for
    /// more. Where the bot does not list it, NAME is a key of the bot, and numbers without a point make it whole
    #[arg(long, value_name = "PARAM", allow_hyphen_values = true)]
    pub(crate) param: Vec<String>,

    /// A bot to play against; repeat the flag for more. Without it, values play against each other
    #[arg(long, value_name = "BOT")]
    pub(crate) against: Vec<String>,

    /// How many seats a game has: an even number, half of them for each side
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) seats: usize,

    /// The optimizer: spsa, cma-es, cross-entropy or evolution
    #[arg(long, value_name = "NAME", default_value = "spsa")]
    pub(crate) optimizer: String,

    /// How many games to play
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10_000)]
    pub(crate) games: u64,

    /// Pairs of games in an iteration of SPSA, or of each genome in a generation. They are played at the same time; 16 at
    /// most when nothing is set
    #[arg(long, value_name = "N")]
    pub(crate) batch: Option<u64>,

    /// Genomes per generation, for optimizers other than SPSA [default: 4 + 3 ln of the number of parameters]
    #[arg(long, value_name = "N")]
    pub(crate) population: Option<usize>,

    /// SPSA: the perturbation at the end, as a share of a parameter's range
    #[arg(long, value_name = "SHARE", default_value_t = ludus_train::optimizer::SpsaGains::STEP)]
    pub(crate) step: f64,

    /// SPSA: how far a won game moves the centre at the end, in perturbations [default: 0.01, more below 6,000 games]
    #[arg(long, value_name = "R")]
    pub(crate) rate: Option<f64>,

    #[command(flatten)]
    pub(crate) how: HowArgs,

    /// The test of the tuned bot against the bot as it was. Keys: elo0 (0), elo1 (10), alpha (0.05), beta (0.05)
    #[arg(long, value_name = "KEYS", default_value = "", hide_default_value = true)]
    pub(crate) sprt: String,

    /// The most games of the test [default: as --games]
    #[arg(long, value_name = "N")]
    pub(crate) check_games: Option<u64>,

    /// Leave the test out
    #[arg(long, conflicts_with_all = ["sprt", "check_games"])]
    pub(crate) no_check: bool,

    /// The name of the run and its folder [default: tune-GAME-BOT-SEED]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Continue a run: its name or its folder. Only --jobs and --json can be given with it
    #[arg(long, value_name = "RUN", conflicts_with_all = KEPT_BY_RUNS)]
    pub(crate) resume: Option<PathBuf>,

    /// Copy the result to this file, too; - prints it, and the report on standard error
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Not for tuning, which would not repeat: it is refused with the reason
    #[arg(long, value_name = "CLOCK", hide = true)]
    pub(crate) clock: Option<String>,

    /// Overwrite a run and files that already exist
    #[arg(long)]
    pub(crate) force: bool,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// The arguments that belong to a run from its start. `--resume` cannot change them.
const KEPT_BY_RUNS: [&str; 23] = [
    "game",
    "bot",
    "param",
    "against",
    "seats",
    "optimizer",
    "games",
    "batch",
    "population",
    "step",
    "rate",
    "seed",
    "rules",
    "nodes",
    "depth",
    "time",
    "clock",
    "sprt",
    "check_games",
    "no_check",
    "name",
    "output",
    "force",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resumed_run_keeps_everything_that_its_result_depends_on() {
        let command = TuneArgs::augment_args(clap::Command::new("tune"));
        let free = ["resume", "jobs", "json"];
        for name in command.get_arguments().map(|arg| arg.get_id().as_str()) {
            assert!(KEPT_BY_RUNS.contains(&name) != free.contains(&name), "{name}");
        }
    }
}
