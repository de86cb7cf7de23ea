//! The arguments of every command.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use ludus_core::Budget;

use crate::settings::CONFIG;

/// Build game-playing bots: match them, see why they lost, match them again.
#[derive(Debug, Parser)]
#[command(name = "ludus", version, about, max_term_width = 100)]
#[command(
    after_help = "Without a command, ludus opens the arena in a terminal, and plays the demo elsewhere.

Examples:
  ludus watch chess medium easy                 a match on the screen, with what the bots think
  ludus demo                                    a short match of every game
  ludus match tetris battle hard --games 200    a series, with a table of results
  ludus bots tetris                             the bots there are, and their keys"
)]
pub(crate) struct Cli {
    /// Settings file; without it, ludus.toml in this folder if it is there
    #[arg(long, global = true, value_name = "FILE", env = CONFIG)]
    pub(crate) config: Option<PathBuf>,

    /// What to do
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play one short match of each game and show the results
    Demo(DemoArgs),
    /// Watch matches in the terminal, one or many at once, or play yourself: the bot human
    Watch(WatchArgs),
    /// Play a series of matches without a screen and show the table of results
    Match(Box<MatchArgs>),
    /// Play many line-ups: standings, cross table and ratings with error bars
    Tournament(Box<TournamentArgs>),
    /// List, filter and export the results of tournaments
    Results(ResultsArgs),
    /// Look at a recorded match, verify it, or take its decisions again
    Replay(Box<ReplayArgs>),
    /// Train the weights of a bot
    Train(Box<TrainArgs>),
    /// Carry out jobs of training for a cluster
    Worker(WorkerArgs),
    /// Look at a cluster
    Cluster(ClusterArgs),
    /// Answer JSON lines: a position and an action in, the next position out
    Step(StepArgs),
    /// Answer the Battlesnake API over HTTP with the built-in snakes
    Serve(ServeArgs),
    /// Play chess as a UCI engine, for graphical interfaces and match runners
    Uci,
    /// Count the ways a game of chess can go on, the usual proof that the rules are right
    Perft(PerftArgs),
    /// List the games and their bots
    Bots(BotsArgs),
    /// Measure this program on this machine
    Bench(BenchArgs),
    /// Show the settings in force and where each comes from
    Config(ConfigArgs),
    /// Print the completions for a shell
    Completions(CompletionsArgs),
}

/// Arguments of `ludus demo`.
#[derive(Debug, Default, Args)]
#[command(after_help = "Examples:\n  ludus demo\n  ludus demo --json")]
pub(crate) struct DemoArgs {
    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `ludus watch`.
#[derive(Debug, Args)]
#[command(after_help = "\
Keys: space pauses, n steps, 1 to 4 set the speed, tab switches between the grid and one board, s shows the
statistics, f copies the position, esc goes to the menu, q quits, ? lists all keys. Whoever plays tetris as
human plays it live, with the arrow keys.

Examples:
  ludus watch chess medium easy
  ludus watch tetris battle hard medium easy --speed fast
  ludus watch snake hard medium --games 100 --grid 2x3 --speed instant
  ludus watch chess human hard")]
pub(crate) struct WatchArgs {
    /// The game
    pub(crate) game: String,

    /// The bots, one for each seat; human is you
    #[arg(value_name = "BOT", required = true)]
    pub(crate) bots: Vec<String>,

    /// How many games to play
    #[arg(long, short = 'n', value_name = "N", default_value = "1", allow_negative_numbers = true)]
    pub(crate) games: String,

    /// How many boards to show at a time: rows x columns [default: 1x1 for one game, else 1x3]
    #[arg(long, value_name = "RxC")]
    pub(crate) grid: Option<String>,

    /// Begin paused: space plays on, n plays one turn
    #[arg(long)]
    pub(crate) paused: bool,

    /// instant, fast, normal or slow
    #[arg(long, value_name = "SPEED")]
    pub(crate) speed: Option<String>,

    /// The seed that everything random comes from [default: match.seed]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// Rules that differ from the usual ones: key=value,key=value
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
}

/// Arguments of `ludus match`.
#[derive(Debug, Args)]
#[command(after_help = "\
A bot is NAME, NAME:key=value,… or label=NAME…; `ludus bots GAME` lists them. One bot plays solo where
the game allows it. The seats are rotated from game to game, and all games of one rotation share their
pieces, so --games is best a multiple of the number of bots.

Examples:
  ludus match tetris hard --games 10
  ludus match tetris battle hard hard hard --games 200 --seed 1 --json
  ludus match tetris dt10 --rules height=10,spawn=free --games 100
  ludus match tetris mine=weights:path=my.json hard --record replays
  ludus match tetris battle hard --games 20000 --sprt elo0=0,elo1=10")]
pub(crate) struct MatchArgs {
    /// The game
    pub(crate) game: String,

    /// The bots, one for each seat
    #[arg(value_name = "BOT")]
    pub(crate) bots: Vec<String>,

    /// How many games to play [default: match.games]
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true)]
    pub(crate) games: Option<u64>,

    /// The seed that everything random comes from [default: match.seed]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// Rules that differ from the usual ones: key=value,key=value
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,

    /// End a game after this many pieces of a seat: the rule max_pieces
    #[arg(long, value_name = "N")]
    pub(crate) max_pieces: Option<u32>,

    #[command(flatten)]
    pub(crate) budget: BudgetArgs,

    /// How many games to play at a time, at most one per core; 0 means that many [default: match.jobs]
    #[arg(long, short, value_name = "J")]
    pub(crate) jobs: Option<usize>,

    /// For two bots, or two with half of the seats each: end as soon as a sequential test says whether
    /// the first is stronger by elo1 rather than elo0. Keys: elo0 (0), elo1 (5), alpha (0.05), beta
    /// (0.05); --games is the most
    #[arg(long, value_name = "KEYS", num_args = 0..=1, default_missing_value = "")]
    pub(crate) sprt: Option<String>,

    /// For two bots: a seat resigns after bad scores. Keys: score (6), turns (4)
    #[arg(long, value_name = "KEYS", num_args = 0..=1, default_missing_value = "")]
    pub(crate) resign: Option<String>,

    /// For two bots: draw after level scores of both. Keys: score (0.1), turns (8), after (80)
    #[arg(long, value_name = "KEYS", num_args = 0..=1, default_missing_value = "")]
    pub(crate) draw: Option<String>,

    /// Start from the openings in this file, each played from every seat
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,

    /// Start from this position: the rule fen
    #[arg(long, value_name = "FEN", conflicts_with = "openings")]
    pub(crate) fen: Option<String>,

    /// Append every game to this file, in PGN
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Write a replay of every game into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,

    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,

    /// With --json: every game's actions, too
    #[arg(long, requires = "json")]
    pub(crate) moves: bool,
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

/// Arguments of `ludus train`.
#[derive(Debug, Args)]
#[command(after_help = "\
A run has a folder of its own with everything about it: run.json, log.csv, fitness.svg, checkpoint and
weights.json. The same seed gives the same files, whatever --jobs is. Ctrl-C ends after the generation,
a second one at once; --resume goes on. `ludus match tetris weights:path=FILE hard` plays with the weights.

Examples:
  ludus train tetris
  ludus train tetris --mode battle --battles 20 -g 50 -o my-battle.json
  ludus train tetris --mode master --optimizer cma-es --rules height=10,spawn=free --max-pieces 0
  ludus train snake --optimizer cma-es --from shipped --nodes 500
  ludus train --resume tetris-solo-1
  ludus train tetris --cluster nats://host:4222       on the cores of all machines with a ludus worker")]
pub(crate) struct TrainArgs {
    /// The game
    #[arg(required_unless_present = "resume")]
    pub(crate) game: Option<String>,

    /// What of the game is trained: tetris has solo, battle and master [default: the first there is]
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<String>,

    /// Go on with a run: its name or its folder
    #[arg(
        long,
        value_name = "RUN",
        conflicts_with_all = ["game", "mode", "name", "numbers", "fitness", "output", "log", "stamp", "force", "from"],
    )]
    pub(crate) resume: Option<PathBuf>,

    /// The name of the run and its folder [default: GAME-MODE-SEED]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    #[command(flatten)]
    pub(crate) numbers: TrainNumbers,

    #[command(flatten)]
    pub(crate) fitness: FitnessArgs,

    /// Begin near these weights: a weights file, or shipped
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<String>,

    /// How many jobs to carry out at a time; 0 means one per core [default: train.jobs]
    #[arg(long, short = 'c', visible_alias = "concurrency", value_name = "J")]
    pub(crate) jobs: Option<usize>,

    /// Put the jobs on a cluster: the address of its NATS server, nats://host:4222 [default: cluster.url]
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<String>,

    /// With a cluster: leave all jobs to its workers
    #[arg(long)]
    pub(crate) no_local: bool,

    /// Copy the weights to this file, too
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Copy the log to this file, too
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    /// Write in the weights file when it was made
    #[arg(long)]
    pub(crate) stamp: bool,

    /// Overwrite a run and files that are there already
    #[arg(long)]
    pub(crate) force: bool,

    /// Games of the match against the shipped weights at the end; 0 for none
    #[arg(long, value_name = "N")]
    pub(crate) match_games: Option<u64>,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `ludus worker`.
#[derive(Debug, Args)]
#[command(after_help = "\
Any number of workers may come and go at any time. Ctrl-C ends when the jobs under way are done, a second one
at once: the cluster gives them to others. Credentials are settings (`ludus config`), best in the environment:
LUDUS_CLUSTER_USER and LUDUS_CLUSTER_PASSWORD, LUDUS_CLUSTER_TOKEN, LUDUS_CLUSTER_CREDS_FILE. See docs/CLUSTER.md.

Examples:
  ludus worker --cluster nats://host:4222
  LUDUS_CLUSTER_TOKEN=… ludus worker --cluster tls://host:4222 --jobs 8")]
pub(crate) struct WorkerArgs {
    /// The address of the cluster's NATS server [default: cluster.url]
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<String>,

    /// How many jobs to carry out at a time; 0 means one per core
    #[arg(long, short, value_name = "J", default_value_t = 0)]
    pub(crate) jobs: usize,

    /// The name that the worker goes by [default: that of this machine]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

/// Arguments of `ludus cluster`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  ludus cluster status --cluster nats://host:4222")]
pub(crate) struct ClusterArgs {
    /// What to do
    #[command(subcommand)]
    pub(crate) command: ClusterCommand,
}

/// What `ludus cluster` does.
#[derive(Debug, Subcommand)]
pub(crate) enum ClusterCommand {
    /// Show the workers, the runs, and the jobs that wait and run
    Status(StatusArgs),
}

/// Arguments of `ludus cluster status`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ludus cluster status --cluster nats://host:4222
  watch ludus cluster status --cluster nats://host:4222")]
pub(crate) struct StatusArgs {
    /// The address of the cluster's NATS server [default: cluster.url]
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<String>,

    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

/// The numbers of a run.
#[derive(Debug, Args)]
#[group(id = "numbers", multiple = true)]
pub(crate) struct TrainNumbers {
    /// The seed that everything random comes from [default: train.seed]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// What proposes genomes: evolution, cma-es or cross-entropy [default: train.optimizer]
    #[arg(long, value_name = "NAME")]
    pub(crate) optimizer: Option<String>,

    /// Genomes of a generation [default: train.population]
    #[arg(long, short, value_name = "N")]
    pub(crate) population: Option<usize>,

    /// Generations [default: train.generations]
    #[arg(long, short, value_name = "N")]
    pub(crate) generations: Option<u64>,

    /// Games of every genome in a generation [default: train.games]
    #[arg(long, short = 'n', visible_alias = "battles", value_name = "N")]
    pub(crate) games: Option<usize>,

    /// Genomes drawn for a tournament, of which the best becomes a parent [default: train.tournament]
    #[arg(long, value_name = "N")]
    pub(crate) tournament: Option<usize>,

    /// How often a gene changes, 0 to 1 [default: train.mutation_rate]
    #[arg(long, value_name = "P")]
    pub(crate) mutation_rate: Option<f64>,

    /// The standard deviation of a change [default: train.mutation_sigma]
    #[arg(long, value_name = "S")]
    pub(crate) mutation_sigma: Option<f64>,

    /// How often a child has two parents, 0 to 1 [default: train.crossover_rate]
    #[arg(long, value_name = "P")]
    pub(crate) crossover_rate: Option<f64>,

    /// The best that go on unchanged [default: train.elitism]
    #[arg(long, value_name = "N")]
    pub(crate) elitism: Option<usize>,

    /// Random genomes that join every generation [default: train.immigrants]
    #[arg(long, value_name = "N")]
    pub(crate) immigrants: Option<usize>,

    /// Battle: generations without a gain of 1 % until genomes are the opponents [default: train.stagnation]
    #[arg(long, value_name = "N")]
    pub(crate) stagnation: Option<u32>,

    /// Battle: generations 5 % below the best until they no longer are [default: train.regression]
    #[arg(long, value_name = "N")]
    pub(crate) regression: Option<u32>,
}

/// What a genome's fitness depends on.
#[derive(Debug, Args)]
#[group(id = "fitness", multiple = true)]
pub(crate) struct FitnessArgs {
    /// Rules that differ from the usual ones: key=value,key=value
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,

    /// Tetris: end a game after this many pieces; 0 for never [default: 2000 alone]
    #[arg(long, value_name = "N")]
    pub(crate) max_pieces: Option<u32>,

    /// Tetris: judge placements without the next piece
    #[arg(long)]
    pub(crate) no_lookahead: bool,

    /// How many opponents there are
    #[arg(long, value_name = "N")]
    pub(crate) opponents: Option<usize>,

    /// The bots that the opponents are, separated by blanks; which of them is drawn for every game
    #[arg(long, value_name = "BOTS")]
    pub(crate) against: Option<String>,

    /// Positions that a decision may look at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

/// Arguments of `ludus tournament`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every game goes into the result store as soon as it is over. The same command again plays what is missing
of the same tournament: same game, rules, bots, format, games, seed and budget, same version of ludus. If
nothing is missing, it shows the result. --new begins another one.

Ratings are Bradley–Terry in Elo around 0 with 95 % intervals; with more than two seats Weng–Lin.

Examples:
  ludus tournament chess random easy medium hard
  ludus tournament tetris battle hard dt10 dt20 --games 100 --format gauntlet
  ludus tournament chess easy medium hard master random --format swiss --rounds 3
  ludus tournament snake easy medium hard hard random --seats 4 --games 4")]
pub(crate) struct TournamentArgs {
    /// The game
    pub(crate) game: String,

    /// The bots, two or more
    #[arg(value_name = "BOT")]
    pub(crate) bots: Vec<String>,

    /// Who meets whom
    #[arg(long, value_enum, default_value_t = FormatArg::RoundRobin)]
    pub(crate) format: FormatArg,

    /// How many seats a match has
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) seats: usize,

    /// Rounds of a Swiss tournament [default: the logarithm of the number of bots]
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<usize>,

    /// How many games a line-up plays: a multiple of the seats [default: tournament.games, rounded up]
    #[arg(long, short = 'n', value_name = "N", allow_negative_numbers = true)]
    pub(crate) games: Option<u64>,

    /// The seed that everything random comes from [default: match.seed]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// Rules that differ from the usual ones: key=value,key=value
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,

    #[command(flatten)]
    pub(crate) budget: BudgetArgs,

    /// How many games to play at a time, at most one per core; 0 means that many [default: match.jobs]
    #[arg(long, short, value_name = "J")]
    pub(crate) jobs: Option<usize>,

    /// The result store [default: results.store, or ludus/results.sqlite in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,

    /// Begin a new tournament, also if there is one with the same plan
    #[arg(long)]
    pub(crate) new: bool,

    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FormatArg {
    /// Everybody meets everybody
    RoundRobin,
    /// The first bot meets everybody else
    Gauntlet,
    /// In each round bots with equal points meet, nobody twice
    Swiss,
}

/// Arguments of `ludus results`.
#[derive(Debug, Args)]
#[command(after_help = "\
Without --matches or --ratings: the tournaments. --ratings shows how bots did in each tournament, and their
Weng–Lin rating over all tournaments of the game so far.

Examples:
  ludus results
  ludus results --ratings --game chess --bot hard
  ludus results --matches --tournament 3 --csv > games.csv
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

    /// Not before this day (UTC)
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) since: Option<String>,

    /// Not after this day (UTC)
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) until: Option<String>,

    /// The result store [default: results.store, or ludus/results.sqlite in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,

    /// Print comma-separated values with a line of heads
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,

    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

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

/// Arguments of `ludus step`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  echo '{\"board\":[\"..........\",\"##########\",\"....##....\"],\"piece\":\"I\"}' | ludus step tetris")]
pub(crate) struct StepArgs {
    /// The game
    pub(crate) game: String,
}

/// Arguments of `ludus serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every built-in snake answers under /snakes/NAME/, and serve.snake at the root. Ctrl-C answers what is under
way and ends. RUST_LOG=debug tells every move.

The public board viewer can watch a game while its snakes play here, and recorded matches by the name of their
file: point it at this server as its engine. /games lists the games, /games/ID tells of one, and the WebSocket
/games/ID/events sends its frames.

Examples:
  ludus serve
  ludus serve --listen 0.0.0.0:8000 --log moves.jsonl
  ludus match snake hard http:url=http://127.0.0.1:8000/snakes/medium --games 2")]
pub(crate) struct ServeArgs {
    /// The address to listen at [default: serve.listen]
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,

    /// Append every move to this file, one JSON line each [default: debug.log_file_path, if enabled]
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    /// Show the recorded matches of this folder in the board viewer, too [default: serve.replays]
    #[arg(long, value_name = "DIR")]
    pub(crate) replays: Option<PathBuf>,
}

/// Arguments of `ludus perft`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ludus perft startpos 5
  ludus perft 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' 4 --divide")]
pub(crate) struct PerftArgs {
    /// The position as FEN, or startpos
    pub(crate) fen: String,

    /// How many moves deep
    #[arg(value_parser = clap::value_parser!(u32).range(..=20))]
    pub(crate) depth: u32,

    /// Split the count by first move
    #[arg(long)]
    pub(crate) divide: bool,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `ludus bots`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  ludus bots\n  ludus bots tetris --json")]
pub(crate) struct BotsArgs {
    /// Only the bots of this game
    pub(crate) game: Option<String>,

    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `ludus bench`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  ludus bench\n  ludus bench tetris --json")]
pub(crate) struct BenchArgs {
    /// Only the figures of this game
    #[arg(value_name = "WHAT")]
    pub(crate) what: Option<String>,

    /// Print one JSON document instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `ludus config`.
#[derive(Debug, Args)]
#[command(after_help = "\
Settings: built-in defaults < ludus.toml < LUDUS_* in the environment < flags.

Examples:
  ludus config
  LUDUS_MATCH_GAMES=500 ludus config --json")]
pub(crate) struct ConfigArgs {
    /// Print one JSON document instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `ludus completions`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  ludus completions bash > ~/.local/share/bash-completion/completions/ludus"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}
