//! What can be trained, without the types of its game: how training sees it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_core::{
    Contest, Fitness, FitnessSettings, Game, Gene, KeyedTrainable, Pool, Seed, SpecError,
    TrainError, Trust,
};

use crate::arbiter::ArbiterPlan;
use crate::contain::contain;
use crate::error::ArenaError;
use crate::turns::{Table, Turns};

/// Weights of a game that can be trained. Every [`KeyedTrainable`] implements this trait.
pub trait AnyTrainable: Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;

    /// Its own name, the `--mode` of `ludus train`.
    fn name(&self) -> &'static str;

    /// What is trained, in a few words.
    fn summary(&self) -> &'static str;

    /// The weights, in the order of every genome.
    fn genes(&self) -> &[Gene];

    /// Brings a genome into the form that is played and saved.
    fn normalise(&self, genome: &mut [f64]);

    /// The weights that are part of the program.
    fn shipped(&self) -> Vec<f64>;

    /// The weights of the bot with this name, as a genome to start from; `None` if it has no such weights.
    fn weights_of(&self, bot: &str) -> Option<Vec<f64>>;

    /// The key of the settings whose value can change from stage to stage of a run; `None` if there is none.
    fn stage_key(&self) -> Option<&'static str>;

    /// Whether opponents can be other genomes.
    fn adapts(&self) -> bool;

    /// The settings that fitness depends on, with the opponents.
    fn settings(&self) -> FitnessSettings;

    /// Checks that matches can be played with these settings, which come from the user of this machine. Returns the
    /// greatest score of a match, if there is a limit.
    ///
    /// # Errors
    /// If no match can be played.
    fn check(&self, settings: &FitnessSettings) -> Result<Option<f64>, ArenaError>;

    /// These settings with the contents of opponents' weights files instead of their paths, so that they depend on no
    /// file.
    ///
    /// # Errors
    /// If an opponent cannot be made.
    fn embedded(&self, settings: &FitnessSettings) -> Result<FitnessSettings, ArenaError>;

    /// The listed opponents, if all of them may be played.
    ///
    /// # Errors
    /// If an opponent is unknown or not trusted, or if none is listed where the game needs some.
    fn pool(&self, against: &[String], trust: Trust) -> Result<Pool, ArenaError>;

    /// How the weights in this file play against the shipped ones.
    ///
    /// # Errors
    /// If a setting is not valid.
    fn contest(&self, settings: &FitnessSettings, path: &str) -> Result<Contest, ArenaError>;

    /// Plays one match per seed and returns the scores, in the order of the seeds. They depend only on the task. `None`
    /// if `stop` was set before the end.
    ///
    /// # Errors
    /// If the settings or the genome do not fit, or the game fails in a match: the error names its seed.
    fn play(&self, task: &Task<'_>, stop: &Arc<AtomicBool>)
    -> Result<Option<Vec<f64>>, ArenaError>;

    /// The position after the first turns of the match with this seed, played with the shipped weights and the default
    /// settings. Programs with the same positions play alike.
    ///
    /// # Errors
    /// If the match cannot be played.
    fn trace(&self, seed: Seed, turns: usize) -> Result<String, ArenaError>;
}

/// The matches of one genome, see [`AnyTrainable::play`].
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The settings that fitness depends on, without the opponents.
    pub settings: &'a FitnessSettings,
    /// The bots that opponents are drawn from.
    pub against: &'a Pool,
    /// The weights.
    pub genome: &'a [f64],
    /// Genomes that replace the first opponents.
    pub rivals: &'a [Vec<f64>],
    /// The seeds of the matches, one per match.
    pub seeds: &'a [Seed],
}

impl<G: Game> AnyTrainable for Box<dyn KeyedTrainable<G>> {
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

    fn weights_of(&self, bot: &str) -> Option<Vec<f64>> {
        (**self).weights_of(bot)
    }

    fn stage_key(&self) -> Option<&'static str> {
        (**self).stage_key()
    }

    fn adapts(&self) -> bool {
        (**self).adapts()
    }

    fn settings(&self) -> FitnessSettings {
        (**self).settings()
    }

    fn check(&self, settings: &FitnessSettings) -> Result<Option<f64>, ArenaError> {
        let (rest, against) = settings.split();
        let fitness = (**self).fitness(&rest, self.pool(&against, Trust::All)?)?;
        let stop = Arc::new(AtomicBool::new(false));
        contain(G::NAME, || {
            set_up(fitness.as_ref(), &self.shipped(), &[], Seed::new(0), &stop).map(drop)
        })??;
        Ok(fitness.limit())
    }

    fn embedded(&self, settings: &FitnessSettings) -> Result<FitnessSettings, ArenaError> {
        let (own, against) = settings.split();
        if self.opposition().is_none() {
            return Ok(own);
        }
        let embedded = |text: &String| Ok((**self).embedded(&text.parse()?)?.to_string());
        let against = against.iter().map(embedded).collect::<Result<Vec<_>, SpecError>>();
        Ok(own.against(&against.map_err(TrainError::from)?.join(" ")))
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

    fn contest(&self, settings: &FitnessSettings, path: &str) -> Result<Contest, ArenaError> {
        Ok((**self).contest(settings, path)?)
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
        let fitness = (**self).fitness(task.settings, task.against.clone())?;
        let play = |&seed: &Seed| {
            let context = format!("a match of {} with the seed {seed}", G::NAME);
            contain(&context, || play_one(fitness.as_ref(), task, seed, stop))?
        };
        task.seeds.iter().map(play).collect()
    }

    fn trace(&self, seed: Seed, turns: usize) -> Result<String, ArenaError> {
        let (rest, against) = (**self).settings().split();
        let fitness = (**self).fitness(&rest, self.pool(&against, Trust::BuiltIn)?)?;
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

/// A match before its first turn, and the seat of the genome.
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
        clock: None,
        margin: Duration::ZERO,
        threads: 1,
        insight: false,
        arbiter: ArbiterPlan::default(),
        stop: Arc::clone(stop),
        pulse: Arc::default(),
        logs: Vec::new(),
    };
    Ok((Turns::new(table, seating.bots)?, seating.own))
}

/// The score of one match; `None` if it was stopped.
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
