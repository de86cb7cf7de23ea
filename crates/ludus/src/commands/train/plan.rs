//! Makes the plan of a run from arguments and settings, and checks it.

use std::path::Path;

use anyhow::Context as _;
use ludus_arena::{AnyGame, AnyTrainable};
use ludus_core::{FitnessSettings, Seed, WeightsFile, keys, names};
use ludus_train::{FORMAT, Method, Plan};

use super::stages;
use crate::cli::{FitnessArgs, TrainArgs};
use crate::commands::rules;
use crate::failure::usage;
use crate::settings::Settings;

/// What is trained: the mode of this name, or the first mode of the game.
pub(super) fn trainable(
    game: &dyn AnyGame,
    mode: Option<&str>,
) -> anyhow::Result<Box<dyn AnyTrainable>> {
    let mut all = game.trainables();
    if all.is_empty() {
        return Err(usage(format!("{} has nothing to train", game.name())));
    }
    let Some(mode) = mode else { return Ok(all.swap_remove(0)) };
    match all.iter().position(|trainable| trainable.name() == mode) {
        Some(place) => Ok(all.swap_remove(place)),
        None => {
            let names: Vec<_> = all.iter().map(|trainable| trainable.name()).collect();
            let hint = names::hint(mode, &names);
            Err(usage(format!("--mode: {} has no mode {mode:?}; {hint}", game.name())))
        }
    }
}

/// The plan of a new run. The caller must still check that its matches can be played.
pub(super) fn plan(
    args: &TrainArgs,
    settings: &Settings,
    game: &dyn AnyGame,
    trainable: &dyn AnyTrainable,
) -> anyhow::Result<Plan> {
    let given = &args.parameters;
    let mut train = settings.train()?;
    given.apply(&mut train, given.optimizer.as_deref().map(method).transpose()?);
    if !trainable.adapts() {
        if given.stagnation.is_some() || given.regression.is_some() {
            let what = format!("{} {}", game.name(), trainable.name());
            return Err(usage(format!(
                "--stagnation and --regression: {what} has no opponents that adapt"
            )));
        }
        train.opponents.stagnation = None;
    }
    // A run must not depend on files that may change.
    let usual = trainable.embedded(&fitness(&args.fitness, settings, game, trainable)?)?;
    let mut stages = match &given.stages {
        Some(text) => stages::parse(text, &train.search, &usual, trainable)?,
        None => Vec::new(),
    };
    let last = stages.pop();
    train.search.games = last.as_ref().map_or(train.search.games, |stage| stage.games);
    let plan = Plan {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: game.name().to_owned(),
        mode: trainable.name().to_owned(),
        seed: Seed::new(train.seed),
        search: train.search,
        evolution: train.evolution,
        opponents: train.opponents,
        start: args.from.as_deref().map(|from| start(from, trainable)).transpose()?,
        sigma: given.sigma,
        early_stages: stages,
        settings: last.map_or(usual, |stage| stage.settings),
        match_games: args.match_games,
        stamp: args.stamp,
        output: args.output.clone(),
        log: args.log.clone(),
    };
    plan.check().map_err(|error| usage(format!("--{error}")))?;
    Ok(plan)
}

fn method(name: &str) -> anyhow::Result<Method> {
    let found = Method::ALL.iter().find(|(known, _)| *known == name);
    found.map(|(_, method)| *method).ok_or_else(|| {
        let known: Vec<_> = Method::ALL.iter().map(|(name, _)| *name).collect();
        usage(format!("--optimizer: unknown optimizer {name:?}; {}", names::hint(name, &known)))
    })
}

/// The settings of the fitness: those of the game, changed by the settings and the flags.
fn fitness(
    args: &FitnessArgs,
    settings: &Settings,
    game: &dyn AnyGame,
    trainable: &dyn AnyTrainable,
) -> anyhow::Result<FitnessSettings> {
    let (rules, defaults) = (settings.rules(game), game.default_rules());
    let mut tree = trainable.settings().with_rules(&rules, defaults.tree())?;
    rules::set_pairs(tree.rules_mut(), game, args.rules.as_deref())?;
    let mut set = |flag: &str, key: &str, text: Option<String>| match text {
        None => Ok(()),
        Some(text) => tree.set(key, &text).map_err(|_| {
            let what = format!("{} {}", game.name(), trainable.name());
            usage(format!("{flag}: training {what} has no such setting"))
        }),
    };
    set("--max-pieces", "rules.max_pieces", args.max_pieces.map(|n| n.to_string()))?;
    set("--no-lookahead", "lookahead", args.no_lookahead.then(|| "none".to_owned()))?;
    set("--opponents", "opponents", args.opponents.map(|n| n.to_string()))?;
    let against = (!args.against.is_empty()).then(|| args.against.join(" "));
    set("--against", "against", against)?;
    set("--nodes", "nodes", args.nodes.map(|n| n.to_string()))?;
    match &args.set {
        Some(pairs) => {
            keys::with_pairs(&tree, pairs).map_err(|error| usage(format!("--set: {error}")))
        }
        None => Ok(tree),
    }
}

/// The genome in a weights file.
fn from_file(path: &str, trainable: &dyn AnyTrainable) -> anyhow::Result<Vec<f64>> {
    let text = std::fs::read_to_string(Path::new(path))
        .with_context(|| format!("--from: cannot read {path}"))?;
    WeightsFile::parse(&text)
        .and_then(|file| file.weights(trainable.genes()))
        .with_context(|| format!("--from: {path}"))
}

/// The genome to start from.
fn start(from: &str, trainable: &dyn AnyTrainable) -> anyhow::Result<Vec<f64>> {
    let mut genome = match from {
        "shipped" => trainable.shipped(),
        name => match trainable.weights_of(name) {
            Some(weights) => weights,
            None => from_file(name, trainable)?,
        },
    };
    trainable.normalise(&mut genome);
    Ok(genome)
}
