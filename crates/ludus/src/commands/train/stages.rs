//! The stages of a run, as `--stages` gives them: `8,10`, or with games per genome `8:12,10:24`.

use anyhow::Context as _;
use ludus_arena::AnyTrainable;
use ludus_core::FitnessSettings;
use ludus_train::{SearchParameters, TrainingStage};

use crate::failure::usage;

/// The most stages of a run.
const MOST: u64 = 100;

/// The stages in order. They are equally long; the last ones are longer if the generations cannot be divided.
pub(super) fn parse(
    text: &str,
    search: &SearchParameters,
    settings: &FitnessSettings,
    trainable: &dyn AnyTrainable,
) -> anyhow::Result<Vec<TrainingStage>> {
    let Some(key) = trainable.stage_key() else {
        let what = format!("{} {}", trainable.game(), trainable.name());
        return Err(usage(format!("--stages: training {what} has no stages")));
    };
    let parts: Vec<&str> = text.split(',').collect();
    let count = parts.len() as u64;
    if count > MOST.min(search.generations) {
        return Err(usage(format!(
            "--stages: {count} stages; allowed: one per generation, at most {MOST}"
        )));
    }
    let stage = |(number, part): (u64, &str)| {
        let (value, games) = match part.split_once(':') {
            Some((value, games)) => (value, games.parse().ok()),
            None => (part, Some(search.games)),
        };
        let games = games.filter(|games| *games > 0).ok_or_else(|| {
            usage(format!(
                "--stages: {part:?} has no number of games after the colon; allowed: 1 and more"
            ))
        })?;
        let mut settings = settings.clone();
        settings.set(key, value.trim()).map_err(|error| usage(format!("--stages: {error}")))?;
        trainable.check(&settings).with_context(|| format!("--stages: {part}"))?;
        let until = search.generations * (number + 1) / count;
        Ok(TrainingStage { until, games, settings })
    };
    (0..).zip(parts).map(stage).collect()
}
