//! The arguments of `train`: what is trained, with which parameters, and for which fitness.

use std::path::PathBuf;

use clap::Args;
use ludus_train::Method;

use crate::settings::TrainSettings;

/// Arguments of `ludus train`.
#[derive(Debug, Args)]
#[command(after_help = "\
A run has its own folder: run.json, log.csv, fitness.svg, checkpoint and weights.json. The same seed gives the same \
files, whatever --jobs is. After every generation weights.json has the best weights so far; play with them as \
weights:path=FILE. Ctrl-C stops after the generation, a second Ctrl-C at once.

--resume continues a run with all its settings. You can change --generations (also of a finished run: it trains on) \
and --match-games; --jobs, --cluster, --no-local, --allow-programs and --json are not part of a run.

Tetris trains solo on a board of 7 rows and master on 10, for 2000 pieces: on 20 rows good weights clear nearly all \
lines that are possible, and cannot be compared. --rules height=20 gives the usual board.

Examples:
  ludus train tetris -p 8 -g 2 -n 2 --max-pieces 200
  ludus train --resume tetris-solo-1 -g 3
  ludus train tetris --mode battle -p 8 -g 2 --battles 2 -o my-battle.json
  ludus train tetris --mode battle -p 8 -g 1 --against \"dt20 medium\" --name mixed
  ludus train tetris --mode master --optimizer cma-es --from dt10 --stages 6,7 -p 6 -g 2 -n 2
  ludus train snake --optimizer cma-es --from shipped -p 6 -g 1 -n 1 --nodes 50 --match-games 0
  ludus train tetris -p 8 -g 2 --max-pieces 200 --name shared --cluster nats://host:4222")]
pub(crate) struct TrainArgs {
    /// The game
    #[arg(required_unless_present = "resume")]
    pub(crate) game: Option<String>,

    /// What to train: solo, battle or master of tetris, duel or four of snake, duel or alone of versus, hard
    /// of chess [default: the first]
    #[arg(long, value_name = "MODE")]
    pub(crate) mode: Option<String>,

    /// Continue a run: its name or its folder
    #[arg(long, value_name = "RUN")]
    pub(crate) resume: Option<PathBuf>,

    /// The name of the run and its folder [default: GAME-MODE-SEED]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,

    #[command(flatten)]
    pub(crate) fitness: FitnessArgs,

    /// Start near these weights: a weights file, shipped, or for master of tetris a bot by name
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<String>,

    /// How many jobs to run at a time; 0 means one per core [default: train.jobs]
    #[arg(long, short = 'c', visible_alias = "concurrency", value_name = "J")]
    pub(crate) jobs: Option<usize>,

    /// Put the jobs on a cluster: the address of its NATS server, nats://host:4222 [default: cluster.url]
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<String>,

    /// With a cluster: leave all jobs to its workers
    #[cfg(feature = "cluster")]
    #[arg(long)]
    pub(crate) no_local: bool,

    /// With a cluster: send jobs whose opponents are programs or servers; every worker must allow them, too
    #[cfg(feature = "cluster")]
    #[arg(long)]
    pub(crate) allow_programs: bool,

    /// Copy the weights to this file, too; - prints them, and the report on standard error
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Copy the log to this file, too; - prints it, and the report on standard error
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    /// Write in the weights file when it was made
    #[arg(long)]
    pub(crate) stamp: bool,

    /// Overwrite a run and files that already exist
    #[arg(long)]
    pub(crate) force: bool,

    /// Games of the final match against the shipped weights; 0 for none
    #[arg(long, value_name = "N")]
    pub(crate) match_games: Option<u64>,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

impl TrainArgs {
    /// The given arguments that belong to a run from its start. `--resume` cannot change them.
    pub(crate) fn kept_by_runs(&self) -> Vec<&'static str> {
        let ParameterArgs {
            seed,
            optimizer,
            population,
            generations: _,
            games,
            tournament,
            mutation_rate,
            mutation_sigma,
            crossover_rate,
            elitism,
            immigrants,
            stagnation,
            regression,
            sigma,
            stages,
        } = &self.parameters;
        let FitnessArgs { rules, max_pieces, no_lookahead, opponents, against, set, nodes } =
            &self.fitness;
        let all = [
            ("GAME", self.game.is_some()),
            ("--mode", self.mode.is_some()),
            ("--name", self.name.is_some()),
            ("--from", self.from.is_some()),
            ("--output", self.output.is_some()),
            ("--log", self.log.is_some()),
            ("--stamp", self.stamp),
            ("--force", self.force),
            ("--seed", seed.is_some()),
            ("--optimizer", optimizer.is_some()),
            ("--population", population.is_some()),
            ("--games", games.is_some()),
            ("--tournament", tournament.is_some()),
            ("--mutation-rate", mutation_rate.is_some()),
            ("--mutation-sigma", mutation_sigma.is_some()),
            ("--crossover-rate", crossover_rate.is_some()),
            ("--elitism", elitism.is_some()),
            ("--immigrants", immigrants.is_some()),
            ("--stagnation", stagnation.is_some()),
            ("--regression", regression.is_some()),
            ("--sigma", sigma.is_some()),
            ("--stages", stages.is_some()),
            ("--rules", rules.is_some()),
            ("--max-pieces", max_pieces.is_some()),
            ("--no-lookahead", *no_lookahead),
            ("--opponents", opponents.is_some()),
            ("--against", !against.is_empty()),
            ("--set", set.is_some()),
            ("--nodes", nodes.is_some()),
        ];
        all.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect()
    }
}

/// Parameters that replace those of the section `[train]`.
#[derive(Debug, Args)]
pub(crate) struct ParameterArgs {
    /// The random seed [default: train.seed]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// The optimizer: evolution, cma-es or cross-entropy [default: train.optimizer]
    #[arg(long, value_name = "NAME")]
    pub(crate) optimizer: Option<String>,

    /// Genomes per generation [default: train.population]
    #[arg(long, short, value_name = "N")]
    pub(crate) population: Option<usize>,

    /// Generations [default: train.generations]
    #[arg(long, short, value_name = "N")]
    pub(crate) generations: Option<u64>,

    /// Games per genome in each generation [default: train.games]
    #[arg(long, short = 'n', visible_alias = "battles", value_name = "N")]
    pub(crate) games: Option<usize>,

    /// Genomes in a tournament; its best becomes a parent [default: train.tournament]
    #[arg(long, value_name = "N")]
    pub(crate) tournament: Option<usize>,

    /// Probability that a gene mutates, 0 to 1 [default: train.mutation_rate]
    #[arg(long, value_name = "P")]
    pub(crate) mutation_rate: Option<f64>,

    /// Standard deviation of a mutation [default: train.mutation_sigma]
    #[arg(long, value_name = "S")]
    pub(crate) mutation_sigma: Option<f64>,

    /// Probability that a child has two parents, 0 to 1 [default: train.crossover_rate]
    #[arg(long, value_name = "P")]
    pub(crate) crossover_rate: Option<f64>,

    /// How many of the best genomes stay unchanged [default: train.elitism]
    #[arg(long, value_name = "N")]
    pub(crate) elitism: Option<usize>,

    /// How many random genomes join each generation [default: train.immigrants]
    #[arg(long, value_name = "N")]
    pub(crate) immigrants: Option<usize>,

    /// Genomes become the opponents after this many generations without a gain of 1 % [default: train.stagnation]
    #[arg(long, value_name = "N")]
    pub(crate) stagnation: Option<u32>,

    /// Bots become the opponents again after this many generations 5 % below the best [default: train.regression]
    #[arg(long, value_name = "N")]
    pub(crate) regression: Option<u32>,

    /// cma-es: the first step of a gene, as a share of its range [default: 0.3; with --from 0.1]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) sigma: Option<f64>,

    /// Stages of equal length, each with its board height, and perhaps its games per genome: 8,10 or 8:12,10:24
    #[arg(long, value_name = "STAGES")]
    pub(crate) stages: Option<String>,
}

impl ParameterArgs {
    /// Replaces the parameters of the settings that were given on the command line. `optimizer` is the one of that
    /// name.
    pub(crate) fn apply(&self, settings: &mut TrainSettings, optimizer: Option<Method>) {
        fn set<T: Copy>(parameter: &mut T, given: Option<T>) {
            *parameter = given.unwrap_or(*parameter);
        }
        let TrainSettings { seed, search, evolution, opponents, .. } = settings;
        set(seed, self.seed);
        set(&mut search.generations, self.generations);
        set(&mut search.games, self.games);
        set(&mut search.optimizer, optimizer);
        set(&mut evolution.population, self.population);
        set(&mut evolution.tournament, self.tournament);
        set(&mut evolution.crossover_rate, self.crossover_rate);
        set(&mut evolution.mutation_rate, self.mutation_rate);
        set(&mut evolution.mutation_sigma, self.mutation_sigma);
        set(&mut evolution.elitism, self.elitism);
        set(&mut evolution.immigrants, self.immigrants);
        set(&mut opponents.stagnation, self.stagnation.map(Some));
        set(&mut opponents.regression, self.regression);
    }
}

/// What the fitness of a genome depends on.
#[derive(Debug, Args)]
pub(crate) struct FitnessArgs {
    /// Rules that differ from the usual ones: key=value,key=value
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,

    /// Tetris: end a game after this many pieces; 0 for never [default: 2000 for solo and master]
    #[arg(long, value_name = "N")]
    pub(crate) max_pieces: Option<u32>,

    /// Tetris: evaluate placements without looking at the next piece
    #[arg(long)]
    pub(crate) no_lookahead: bool,

    /// How many opponents a genome plays against
    #[arg(long, value_name = "N")]
    pub(crate) opponents: Option<usize>,

    /// The bots that opponents are drawn from, seat by seat for every game: "dt20 medium", or repeat the flag.
    /// A bot listed twice is drawn twice as often
    #[arg(long, value_name = "BOTS")]
    pub(crate) against: Vec<String>,

    /// Any setting of the fitness by its key in run.json: worth.lines=0,lookahead=full
    #[arg(long, value_name = "KEYS")]
    pub(crate) set: Option<String>,

    /// Node budget of each decision
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}
