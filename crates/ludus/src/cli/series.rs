//! The arguments of the commands that play: `watch` and `match`, and what a decision may spend.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Args};
use ludus_core::{Budget, TimeControl};

/// Arguments of `ludus watch`.
#[derive(Debug, Args)]
#[command(after_help = "\
Keys: space pauses, n steps, 1 to 4 set the speed, tab switches between the grid and one board, s shows the \
statistics, f shows the position as text and copies it, esc goes to the menu, q quits, ? lists all keys. \
human is you: where the game waits for you, type your action or point with the cursor; where it does not, \
use the arrow keys. Two people share the keyboard: the second one has W, A, S and D.

Examples:
  ludus watch chess medium easy
  ludus watch tetris battle hard medium easy --speed fast
  ludus watch snake hard medium --games 100 --grid 1x3 --speed instant
  ludus watch chess human hard --clock 180+2
  ludus watch snake human human easy")]
pub(crate) struct WatchArgs {
    /// The game
    pub(crate) game: String,

    /// The bots, one for each seat; human is you
    #[arg(value_name = "BOT", required = true)]
    pub(crate) bots: Vec<String>,

    /// How many games to play
    #[arg(long, short = 'n', value_name = "N", default_value = "1", allow_negative_numbers = true)]
    pub(crate) games: String,

    /// How many boards to show at a time: rows x columns [default: 1x1 for one game, else up to
    /// 1x3, as many as fit]
    #[arg(long, value_name = "RxC")]
    pub(crate) grid: Option<String>,

    /// Start paused: space continues, n plays one turn
    #[arg(long)]
    pub(crate) paused: bool,

    /// How fast to play: instant, fast, normal or slow
    #[arg(long, value_name = "SPEED")]
    pub(crate) speed: Option<String>,

    /// The seed that everything random comes from [default: match.seed]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// Rules that differ from the usual ones: key=value,key=value
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,

    /// A clock for each seat, yours included: seconds and seconds added for each action, 180+2; for every 40 actions
    /// 40/180+2. A seat whose clock runs out loses
    #[arg(long, value_name = "CLOCK")]
    pub(crate) clock: Option<TimeControl>,
}

/// Arguments of `ludus match`.
#[derive(Debug, Args)]
#[command(after_help = "\
A bot is NAME, NAME:key=value,… or label=NAME…; `ludus bots GAME` lists them. One bot plays solo where \
the game allows it. The seats are rotated from game to game, and all games of one rotation share their \
pieces, so --games is best a multiple of the number of bots.

Elo intervals and the likelihood of superiority (LOS) are computed on whole rotations, with Jeffreys' prior; \
a single one has no interval. Bots that fail are listed below the table with the reason, and with the last \
lines of standard error where they are programs, and the command that shows the turn.

Exit codes: 0 done, 1 failed (with --strict: a bot failed), 2 wrong usage. With --sprt: 0 elo1 accepted, 4 elo0 accepted, 3 undecided or \
interrupted.

Examples:
  ludus match tetris hard --games 4 --max-pieces 1000
  ludus match tetris battle hard hard hard --games 4 --seed 1 --json
  ludus match tetris dt10 --rules height=8,spawn=free --games 4
  ludus match tetris mine=heuristic:holes=-7,lines=2 greedy --games 4 --record replays
  ludus match chess medium uci:cmd=stockfish --games 2 --strict --logs logs
  ludus match snake hard medium --games 2 --clock 2+0.01
  ludus match tetris hard easy --games 2000 --sprt elo0=0,elo1=50")]
#[command(group = ArgGroup::new("written").args(["record", "logs"]).multiple(true))]
pub(crate) struct MatchArgs {
    /// The game
    pub(crate) game: String,

    /// The bots, one for each seat
    #[arg(value_name = "BOT")]
    pub(crate) bots: Vec<String>,

    /// How many games to play [default: match.games]
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true)]
    pub(crate) games: Option<u64>,

    #[command(flatten)]
    pub(crate) how: HowArgs,

    #[command(flatten)]
    pub(crate) clock: ClockArgs,

    /// End a game after this many pieces of a seat: the rule max_pieces. 0 is no limit. One bot alone
    /// plays 5,000 pieces where nothing is set
    #[arg(long, value_name = "N")]
    pub(crate) max_pieces: Option<u32>,

    /// For two bots, or two with half of the seats each: end as soon as a sequential test (SPRT) says whether
    /// the first is stronger by elo1 rather than elo0. Keys: elo0 (0), elo1 (5), alpha (0.05), beta
    /// (0.05); --games is the maximum, 8 rotations of the seats the minimum
    #[arg(long, value_name = "KEYS", num_args = 0..=1, default_missing_value = "")]
    pub(crate) sprt: Option<String>,

    /// For two bots: a seat resigns after bad scores. Keys: score (6), turns (4)
    #[arg(long, value_name = "KEYS", num_args = 0..=1, default_missing_value = "")]
    pub(crate) resign: Option<String>,

    /// For two bots: a draw after level scores of both. Keys: score (0.1), turns (8), after (80)
    #[arg(long, value_name = "KEYS", num_args = 0..=1, default_missing_value = "")]
    pub(crate) draw: Option<String>,

    /// Start from the openings in this file, each played from every seat
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,

    /// Start from this position: the rule fen
    #[arg(long, value_name = "FEN", conflicts_with = "openings")]
    pub(crate) fen: Option<String>,

    /// Append every game to this file, in PGN; - prints the games, and the tables go to standard error
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Write a replay of every game into this folder: GAME-SEED-NUMBER.jsonl
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) failing: FailingArgs,

    /// With --record or --logs: overwrite files of the same names
    #[arg(long, requires = "written")]
    pub(crate) force: bool,

    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,

    /// With --json: include the actions of every game
    #[arg(long, requires = "json")]
    pub(crate) moves: bool,
}

/// A clock for each seat.
#[derive(Debug, Args)]
pub(crate) struct ClockArgs {
    /// A clock for each seat instead of a budget: seconds and seconds added for each action, 10+0.1; for every 40
    /// actions 40/10+0.1. A seat whose clock runs out loses (results then depend on the machine)
    #[arg(long = "clock", value_name = "CLOCK", conflicts_with_all = ["time", "nodes", "depth"])]
    pub(crate) control: Option<TimeControl>,
}

/// What happens when bots fail.
#[derive(Debug, Args)]
pub(crate) struct FailingArgs {
    /// End after the first match in which a bot fails: it crashes, plays an illegal action, breaks its protocol or
    /// exceeds its time. The exit code is then 1. Of several matches at a time the one with the lowest number counts
    #[arg(long)]
    pub(crate) strict: bool,

    /// Write everything that is said to and by external bots (uci:, tbp:, http:, proc:) into this folder, a file for each
    /// match and seat: GAME-SEED-NUMBER-seatN.log
    #[arg(long, value_name = "DIR")]
    pub(crate) logs: Option<PathBuf>,
}

/// How games without a screen are played.
#[derive(Debug, Args)]
pub(crate) struct HowArgs {
    /// The seed that everything random comes from [default: match.seed]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// Rules that differ from the defaults: key=value,key=value
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,

    #[command(flatten)]
    pub(crate) budget: BudgetArgs,

    /// How many games to play at a time, at most one per core; 0 means one per core. Bots that wait for a
    /// program or a server (proc:, uci:, http:) may play more at a time, unless time limits them [default: match.jobs]
    #[arg(long, short, value_name = "J")]
    pub(crate) jobs: Option<usize>,
}

/// What a decision may spend.
#[derive(Debug, Args)]
pub(crate) struct BudgetArgs {
    /// Positions that a decision may look at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Actions that a decision may look ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,

    /// Time that a decision may take, in milliseconds (results then depend on the machine)
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time: Option<u64>,
}

impl BudgetArgs {
    /// The budget, if one is given.
    pub(crate) fn budget(&self) -> Option<Budget> {
        let time = self.time.map(Duration::from_millis);
        let given = Budget { time, nodes: self.nodes, depth: self.depth };
        (given != Budget::NONE).then_some(given)
    }
}
