//! The arguments of every command, a file for each group of commands.

mod cluster;
mod replay;
mod series;
mod tools;
mod tournament;
mod train;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::settings::CONFIG;

pub(crate) use cluster::{ClusterArgs, ClusterCommand, WorkerArgs};
pub(crate) use replay::{ReplayArgs, RerunArgs};
pub(crate) use series::{BudgetArgs, MatchArgs, WatchArgs};
pub(crate) use tools::{
    BenchArgs, BotsArgs, CompletionsArgs, ConfigArgs, DemoArgs, PerftArgs, ServeArgs, StepArgs,
};
pub(crate) use tournament::{FormatArg, ResultsArgs, TournamentArgs};
pub(crate) use train::{FitnessArgs, TrainArgs};

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
