//! Weights that can be trained, without the types of their game: how training sees them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_core::{
    Contest, Fitness, Game, Gene, Pool, Seed, SpecError, TrainError, Trainable, Trust,
};
use serde_json::Value;

use crate::arbiter::ArbiterPlan;
use crate::contain::contain;
use crate::error::ArenaError;
use crate::turns::{Table, Turns};

/// Weights of some game that can be trained. Every [`Trainable`] is one.
pub trait AnyTrainable: Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// Its own name, the `--mode` of `ludus train`.
    fn name(&self) -> &'static str;

    /// What is trained, in a few words.
    fn summary(&self) -> &'static str;

    /// The weights, in the order of every genome.
    fn genes(&self) -> &[Gene];

    /// Brings a genome into the form that is played and written down.
    fn normalise(&self, genome: &mut [f64]);

    /// The weights that the program plays by when nobody trained any.
    fn shipped(&self) -> Vec<f64>;

    /// Whether the opponents may be other genomes.
    fn adapts(&self) -> bool;

    /// What fitness depends on beside the genome, as a complete tree of keys. Where there are opponents, `against` lists
    /// them, separated by blanks.
    fn settings(&self) -> Value;

    /// Makes sure that matches can be played by these settings, which the user of this machine has chosen, and tells the
    /// most that one can count, if there is a limit.
    ///
    /// # Errors
    /// If they cannot.
    fn check(&self, settings: &Value) -> Result<Option<f64>, ArenaError>;

    /// These settings with the weights of opponents' files as numbers, so that they depend on no file.
    ///
    /// # Errors
    /// If an opponent cannot be made.
    fn embedded(&self, settings: &Value) -> Result<Value, ArenaError>;

    /// The opponents that are listed, as far as they are to be trusted.
    ///
    /// # Errors
    /// If one is unknown or not to be trusted, or none is listed where some are needed.
    fn pool(&self, against: &[String], trust: Trust) -> Result<Pool, ArenaError>;

    /// How the weights in this file are matched against the shipped ones.
    fn contest(&self, settings: &Value, path: &str) -> Contest;

    /// Plays one match for every seed and tells what each counts, in the order of the seeds. The
    /// answer depends on the task alone. `None` if it was stopped.
    ///
    /// # Errors
    /// If the settings or the genome do not fit, or the game fails in a match: the error names its seed.
    fn play(&self, task: &Task<'_>, stop: &Arc<AtomicBool>)
    -> Result<Option<Vec<f64>>, ArenaError>;

    /// Where the first turns of the match with this seed lead, played by the shipped weights and the
    /// usual settings: programs that agree on it play alike.
    ///
    /// # Errors
    /// If the match cannot be played.
    fn trace(&self, seed: Seed, turns: usize) -> Result<String, ArenaError>;
}

/// The key of settings that lists the opponents.
const AGAINST: &str = "against";

/// Settings without their opponents, and these by themselves.
#[must_use]
pub fn split(settings: &Value) -> (Value, Vec<String>) {
    let mut rest = settings.clone();
    let against = rest.as_object_mut().and_then(|tree| tree.remove(AGAINST)).unwrap_or_default();
    let listed = against.as_str().unwrap_or_default();
    (rest, listed.split_whitespace().map(str::to_owned).collect())
}

/// What a genome's fitness is computed from, see [`AnyTrainable::play`].
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// What fitness depends on beside the genome and the opponents.
    pub settings: &'a Value,
    /// The opponents.
    pub against: &'a Pool,
    /// The weights.
    pub genome: &'a [f64],
    /// Genomes that take the place of the first opponents.
    pub rivals: &'a [Vec<f64>],
    /// The seeds of the matches.
    pub seeds: &'a [Seed],
}

impl<G: Game> AnyTrainable for Box<dyn Trainable<G>> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn summary(&self) -> &'static str {
        (**self).summary()
    }

    fn genes(&self) -> &[Gene] {
        (**self).genes()
    }

    fn normalise(&self, genome: &mut [f64]) {
        (**self).normalise(genome);
    }

    fn shipped(&self) -> Vec<f64> {
        (**self).shipped()
    }

    fn adapts(&self) -> bool {
        (**self).adapts()
    }

    fn settings(&self) -> Value {
        let mut tree = (**self).settings();
        if let Some(opposition) = self.opposition() {
            tree[AGAINST] = opposition.usual.into();
        }
        tree
    }

    fn check(&self, settings: &Value) -> Result<Option<f64>, ArenaError> {
        let (rest, against) = split(settings);
        let fitness = self.fitness(&rest, self.pool(&against, Trust::All)?)?;
        let stop = Arc::new(AtomicBool::new(false));
        contain(G::NAME, || {
            set_up(fitness.as_ref(), &self.shipped(), &[], Seed::new(0), &stop).map(drop)
        })??;
        Ok(fitness.limit())
    }

    fn embedded(&self, settings: &Value) -> Result<Value, ArenaError> {
        let (mut tree, against) = split(settings);
        if self.opposition().is_some() {
            let own = |text: &String| Ok(Trainable::embedded(&**self, &text.parse()?)?.to_string());
            let own = against.iter().map(own).collect::<Result<Vec<_>, SpecError>>();
            tree[AGAINST] = own.map_err(TrainError::from)?.join(" ").into();
        }
        Ok(tree)
    }

    fn pool(&self, against: &[String], trust: Trust) -> Result<Pool, ArenaError> {
        let Some(opposition) = self.opposition() else { return Ok(Pool::default()) };
        let pool = Pool::new(against, G::NAME, opposition.bots, trust);
        let pool = pool.map_err(TrainError::from)?;
        match pool.is_empty() {
            true => Err(TrainError::NoOpponent.into()),
            false => Ok(pool),
        }
    }

    fn contest(&self, settings: &Value, path: &str) -> Contest {
        (**self).contest(settings, path)
    }

    fn play(
        &self,
        task: &Task<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<f64>>, ArenaError> {
        let of_size = |genome: &[f64]| genome.len() == self.genes().len();
        if !of_size(task.genome) || !task.rivals.iter().all(|rival| of_size(rival)) {
            let (trainable, expected) = (self.name(), self.genes().len());
            return Err(TrainError::GenomeLength { trainable, expected }.into());
        }
        let fitness = self.fitness(task.settings, task.against.clone())?;
        let play = |&seed: &Seed| {
            let place = format!("a match of {} with the seed {seed}", G::NAME);
            contain(&place, || play_one(fitness.as_ref(), task, seed, stop))?
        };
        task.seeds.iter().map(play).collect()
    }

    fn trace(&self, seed: Seed, turns: usize) -> Result<String, ArenaError> {
        let (rest, against) = split(&AnyTrainable::settings(self));
        let fitness = self.fitness(&rest, self.pool(&against, Trust::BuiltIn)?)?;
        let stop = Arc::new(AtomicBool::new(false));
        let (mut driver, own) = set_up(fitness.as_ref(), &self.shipped(), &[], seed, &stop)?;
        for _ in 0..turns {
            if driver.play_turn().is_none() {
                break;
            }
        }
        let snapshot = driver.game().snapshot();
        Ok(format!("{}\n{}\n{}\n", own.index(), snapshot.text, snapshot.data))
    }
}

/// A match that is ready to be played, and the seat of the genome.
fn set_up<G: Game>(
    fitness: &dyn Fitness<G>,
    genome: &[f64],
    rivals: &[Vec<f64>],
    seed: Seed,
    stop: &Arc<AtomicBool>,
) -> Result<(Turns<G>, ludus_core::Seat), ArenaError> {
    let seating = fitness.seating(genome, rivals, seed)?;
    let table = Table {
        id: String::new(),
        labels: Vec::new(),
        rules: fitness.rules().clone(),
        seed: seed.derive("unit", 0),
        bot_seed: seed.derive("game", 0),
        budget: fitness.budget(),
        margin: Duration::ZERO,
        threads: 1,
        insight: false,
        arbiter: ArbiterPlan::default(),
        stop: Arc::clone(stop),
        pulse: Arc::default(),
    };
    Ok((Turns::new(table, seating.bots)?, seating.own))
}

/// What one match counts; `None` if it was stopped.
fn play_one<G: Game>(
    fitness: &dyn Fitness<G>,
    task: &Task<'_>,
    seed: Seed,
    stop: &Arc<AtomicBool>,
) -> Result<Option<f64>, ArenaError> {
    let (mut turns, own) = set_up(fitness, task.genome, task.rivals, seed, stop)?;
    while turns.play_turn().is_some() {}
    let outcome = turns.game().outcome();
    Ok(outcome.map(|outcome| fitness.score(turns.game(), &outcome, own)))
}
