//! The arguments of every command, a file for each group of commands.

#[cfg(feature = "cluster")]
mod cluster;
mod groups;
mod own_bots;
mod replay;
mod series;
mod tools;
mod tournament;
mod train;
mod tune;
mod why;
mod words;

use std::path::PathBuf;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::program::own_name;
use crate::settings::CONFIG;
use ludus_catalog::Catalog;

#[cfg(feature = "cluster")]
pub(crate) use cluster::{ClusterArgs, ClusterCommand, WorkerArgs};
pub(crate) use own_bots::{CheckArgs, NewArgs};
pub(crate) use replay::{ListArgs, ReplayArgs, RerunArgs};
pub(crate) use series::{BudgetArgs, HowArgs, MatchArgs, WatchArgs};
pub(crate) use tools::{
    BenchArgs, BotsArgs, CompletionsArgs, ConfigArgs, DemoArgs, ManArgs, PerftArgs, ServeArgs,
    StepArgs, TbpArgs, UciArgs,
};
pub(crate) use tournament::{FormatArg, ResultsArgs, TournamentArgs};
pub(crate) use train::{FitnessArgs, TrainArgs};
pub(crate) use tune::TuneArgs;
pub(crate) use why::WhyArgs;

/// Build game-playing bots: match them, see why they lost, train them, ship them.
#[derive(Debug, Parser)]
#[command(name = "ludus", version, max_term_width = 100)]
pub(crate) struct Cli {
    /// Settings file; without it, ludus.toml in this folder if it is there
    #[arg(long, global = true, value_name = "FILE", env = CONFIG)]
    pub(crate) config: Option<PathBuf>,

    /// What to do
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// The command line as people see it, with its commands in groups.
pub(crate) fn command(catalog: &Catalog) -> clap::Command {
    groups::grouped(plain_command(catalog))
}

/// The command line as a flat list of commands.
pub(crate) fn plain_command(catalog: &Catalog) -> clap::Command {
    words::in_own_words(Cli::command().name(own_name()), catalog)
}

/// Reads the arguments of this process.
pub(crate) fn parse(catalog: &Catalog) -> Result<Cli, clap::Error> {
    Cli::from_arg_matches(&command(catalog).try_get_matches()?)
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play one short match of each game
    Demo(DemoArgs),
    /// Watch matches in the terminal, or play yourself
    Watch(WatchArgs),
    /// Start the web arena and the Battlesnake server
    Serve(ServeArgs),
    /// Play a series of matches: wins, Elo with intervals, SPRT
    Match(Box<MatchArgs>),
    /// Play a tournament: standings, cross table, ratings
    Tournament(Box<TournamentArgs>),
    /// List, filter and export the results of tournaments
    Results(ResultsArgs),
    /// Show, verify, play back or re-run a match, or list a folder
    Replay(Box<ReplayArgs>),
    /// Find the turning points of a lost match, with a judge
    Why(WhyArgs),
    /// Write a bot of your own: a starter in the language you like
    New(NewArgs),
    /// Check a bot: does it play legal actions, in time?
    Check(CheckArgs),
    /// Train the weights of a bot
    Train(Box<TrainArgs>),
    /// Tune the parameters of any bot by games, and test the result
    Tune(Box<TuneArgs>),
    /// Run training jobs for a cluster
    #[cfg(feature = "cluster")]
    Worker(WorkerArgs),
    /// Show the workers and jobs of a cluster
    #[cfg(feature = "cluster")]
    Cluster(ClusterArgs),
    /// Run as a UCI chess engine
    Uci(UciArgs),
    /// Run as a bot of the Tetris Bot Protocol
    Tbp(TbpArgs),
    /// Apply actions to positions, JSON lines in and out
    Step(StepArgs),
    /// List the games and their bots
    Bots(BotsArgs),
    /// Measure the speed of this program on this machine
    Bench(BenchArgs),
    /// The bot that `ludus bench bots` measures
    #[command(hide = true)]
    BenchBot,
    /// Count leaf positions of the move tree (perft)
    Perft(PerftArgs),
    /// Show the settings in force and where each comes from
    Config(ConfigArgs),
    /// Print shell completions
    Completions(CompletionsArgs),
    /// Write man pages
    Man(ManArgs),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal wraps a paragraph once, so it may have no line breaks of its own.
    fn check_paragraphs(command: &clap::Command) {
        let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let lines: Vec<_> = text.lines().collect();
        let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
        for pair in lines.windows(2) {
            assert!(
                !is_text(pair[0]) || !is_text(pair[1]),
                "{}: a line break in a paragraph: {pair:?}",
                command.get_name()
            );
        }
        command.get_subcommands().for_each(check_paragraphs);
    }

    #[test]
    fn paragraphs_of_help_have_no_line_breaks() {
        check_paragraphs(&plain_command(&crate::Program::standard().catalog()));
    }
}
