//! Which weights a Tetris weights file may have. [`ludus_core::weights_file`] describes the file itself.
//!
//! Exactly nine sets of weights load:
//! - 8 for solo and 14 for battle;
//! - both of them without the two transition metrics, which were added later and then count 0. Such battle files
//!   may use the old names of four battle terms;
//! - signed weights of the fourteen published metrics, with and without the battle terms;
//! - signed weights of all metrics, with and without the battle terms.

use ludus_core::{Gene, WeightsError, WeightsFile};
use thiserror::Error;

use crate::metric::Metric;
use crate::weights::{BattleTerm, MAX_WEIGHT, PlacementEvaluator, TetrisWeights};

/// The old names of battle terms.
const OLD_NAMES: [(&str, BattleTerm); 4] = [
    ("garbage_incoming", BattleTerm::GarbagePressure),
    ("garbage_send", BattleTerm::AttackBonus),
    ("opponent_danger", BattleTerm::DangerAggression),
    ("survival", BattleTerm::SurvivalHeight),
];

/// What a weights file holds.
#[allow(
    clippy::large_enum_variant,
    reason = "there is one for each file that is read, and it is used up at once"
)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FileWeights {
    /// Weights that are 0 or greater, for solo or battle.
    Trained(TetrisWeights),
    /// Signed weights of all metrics, and of the battle terms if they are there.
    Signed(PlacementEvaluator),
}

impl From<FileWeights> for PlacementEvaluator {
    fn from(weights: FileWeights) -> Self {
        match weights {
            FileWeights::Trained(weights) => weights.into(),
            FileWeights::Signed(evaluator) => evaluator,
        }
    }
}

/// Reads the text of a weights file.
///
/// # Errors
/// If the text is not a weights file. The error names the weight that is wrong.
pub fn parse(text: &str) -> Result<FileWeights, TetrisWeightsError> {
    let file = WeightsFile::parse(text)?;
    // Only the signed sets have any metric after the eight of trained weights.
    match Metric::ALL[Metric::TRAINED..].iter().any(|metric| file.has(metric.name())) {
        true => signed(&file).map(FileWeights::Signed),
        false => trained(&file).map(FileWeights::Trained),
    }
}

/// Signed weights of the published metrics, or of all if the file has one of the others, and weights of the battle terms
/// if the file has one of them.
fn signed(file: &WeightsFile) -> Result<PlacementEvaluator, TetrisWeightsError> {
    let battle = BattleTerm::ALL.iter().any(|term| file.has(term.name()));
    let (published, own) = Metric::ALL.split_at(Metric::PUBLISHED);
    let metrics = match own.iter().any(|metric| file.has(metric.name())) {
        true => &Metric::ALL,
        false => published,
    };
    let terms = BattleTerm::ALL.iter().filter(|_| battle);
    let genes: Vec<Gene> = (metrics.iter())
        .map(|metric| Gene::new(metric.name(), -MAX_WEIGHT, MAX_WEIGHT))
        .chain(terms.map(|term| Gene::new(term.name(), 0.0, MAX_WEIGHT)))
        .collect();
    let values = file.weights(&genes)?;
    let (given, terms) = values.split_at(metrics.len());
    let mut weights = [0.0; Metric::ALL.len()];
    weights[..given.len()].copy_from_slice(given);
    Ok(PlacementEvaluator::new(weights, battle.then(|| std::array::from_fn(|i| terms[i]))))
}

/// Weights that are 0 or greater, for solo or battle.
fn trained(file: &WeightsFile) -> Result<TetrisWeights, TetrisWeightsError> {
    let set = key_set(&file.names().collect::<Vec<_>>())?;
    let genes: Vec<Gene> = set.iter().map(|(name, _)| Gene::new(name, 0.0, MAX_WEIGHT)).collect();
    let mut weights = TetrisWeights { board: [0.0; Metric::TRAINED], battle: None };
    for ((_, slot), value) in set.iter().zip(file.weights(&genes)?) {
        match *slot {
            WeightSlot::Board(metric) => weights.board[metric as usize] = value,
            WeightSlot::Battle(term) => {
                weights.battle.get_or_insert_default()[term as usize] = value;
            }
        }
    }
    Ok(weights)
}

/// What a weight in the file belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum WeightSlot {
    Board(Metric),
    Battle(BattleTerm),
}

type Set = Vec<(&'static str, WeightSlot)>;

/// The sets of weights that load, smaller ones first.
fn key_sets() -> [Set; 5] {
    let transition = |m: &Metric| matches!(m, Metric::RowTransitions | Metric::ColumnTransitions);
    let board = |metrics: &[Metric]| -> Set {
        metrics.iter().map(|&m| (m.name(), WeightSlot::Board(m))).collect()
    };
    let eight = &Metric::ALL[..Metric::TRAINED];
    let six: Vec<_> = eight.iter().copied().filter(|m| !transition(m)).collect();
    let new: Set = BattleTerm::ALL.iter().map(|&t| (t.name(), WeightSlot::Battle(t))).collect();
    let old_name = |term| OLD_NAMES.iter().find(|(_, t)| *t == term).map(|(name, _)| *name);
    let old: Set = BattleTerm::ALL
        .iter()
        .map(|&t| (old_name(t).unwrap_or(t.name()), WeightSlot::Battle(t)))
        .collect();
    let (six, eight) = (board(&six), board(eight));
    let with = |board: &Set, terms: &Set| board.iter().chain(terms).copied().collect();
    [six.clone(), eight.clone(), with(&six, &new), with(&six, &old), with(&eight, &new)]
}

/// The set that consists of exactly these keys.
fn key_set(given: &[&str]) -> Result<Set, TetrisWeightsError> {
    let sets = key_sets();
    let known = |key: &str| sets.iter().flatten().any(|(k, _)| *k == key);
    if let Some(key) = given.iter().find(|key| !known(key)) {
        let mut names: Vec<_> = sets[4].iter().map(|(name, _)| *name).collect();
        names.extend(OLD_NAMES.iter().map(|(name, _)| *name));
        return Err(WeightsError::unknown(key, &names).into());
    }
    // The first set that has all the given keys is the smallest one. If it has more keys, those are missing.
    let has = |set: &Set, key: &str| set.iter().any(|(k, _)| *k == key);
    let Some(set) = sets.into_iter().find(|set| given.iter().all(|key| has(set, key))) else {
        let old = |key: &&&str| OLD_NAMES.iter().any(|(old, _)| old == *key);
        let name = given.iter().find(old).map_or_else(String::new, |key| (*key).to_owned());
        return Err(TetrisWeightsError::Mixed { name });
    };
    Ok(set)
}

/// A weights file that cannot be used for Tetris.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TetrisWeightsError {
    /// The file is malformed, or a weight is unknown, missing or out of its bounds.
    #[error(transparent)]
    File(#[from] WeightsError),
    /// The file mixes old names of battle terms with weights that came later.
    #[error(
        "weight {name} is an old name: use it with the other old names and without transitions"
    )]
    Mixed {
        /// The old name.
        name: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIX: &str = r#""height":1,"holes":2,"bumpiness":3,"lines":4,"max_height":5,"wells":6"#;
    const TWO: &str = r#""row_transitions":7,"column_transitions":8"#;
    const NEW: &str = r#""garbage_pressure":9,"attack_bonus":10,"danger_aggression":11,
        "survival_height":12,"tetris_bonus":13,"line_efficiency":14"#;
    const OLD: &str = r#""garbage_incoming":9,"garbage_send":10,"opponent_danger":11,
        "survival":12,"tetris_bonus":13,"line_efficiency":14"#;

    fn file(weights: &str) -> String {
        format!(r#"{{"config":{{"x":1}},"evolved_at":null,"fitness":1.5,"weights":{{{weights}}}}}"#)
    }

    fn load(groups: &[&str]) -> Result<TetrisWeights, TetrisWeightsError> {
        match parse(&file(&groups.join(",")))? {
            FileWeights::Trained(weights) => Ok(weights),
            FileWeights::Signed(weights) => panic!("signed weights {weights:?}"),
        }
    }

    const BATTLE: Option<[f64; 6]> = Some([9.0, 10.0, 11.0, 12.0, 13.0, 14.0]);

    #[test]
    fn the_five_sets_of_keys_load() {
        let eight = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
        let six = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 0.0];
        assert_eq!(load(&[SIX]), Ok(TetrisWeights { board: six, battle: None }));
        assert_eq!(load(&[SIX, TWO]), Ok(TetrisWeights { board: eight, battle: None }));
        assert_eq!(load(&[SIX, NEW]), Ok(TetrisWeights { board: six, battle: BATTLE }));
        assert_eq!(load(&[SIX, OLD]), Ok(TetrisWeights { board: six, battle: BATTLE }));
        assert_eq!(load(&[NEW, TWO, SIX]), Ok(TetrisWeights { board: eight, battle: BATTLE }));
    }

    #[test]
    fn signed_weights_of_the_published_and_of_all_metrics_load() {
        let named = |metrics: &[Metric]| {
            let named = metrics.iter().enumerate();
            let named = named.map(|(i, metric)| format!("\"{}\":{}", metric.name(), 3 - i as i32));
            named.collect::<Vec<_>>().join(",")
        };
        for count in [Metric::PUBLISHED, Metric::ALL.len()] {
            let weight = |i| if i < count { 3.0 - i as f64 } else { 0.0 };
            let expected = PlacementEvaluator::new(std::array::from_fn(weight), None);
            let parsed = parse(&file(&named(&Metric::ALL[..count])));
            assert_eq!(parsed, Ok(FileWeights::Signed(expected)));
        }
        let text = file(&named(&Metric::ALL[..Metric::PUBLISHED]).replace(":-10", ":-1e10"));
        let error = parse(&text).unwrap_err();
        assert_eq!(error.to_string(), "weight diversity is -1e10; allowed: a number, -1e9 to 1e9");
        let error = parse(&file(&named(&Metric::ALL[..20]))).unwrap_err().to_string();
        assert!(error.starts_with("weight flat_pair is missing: expected 34 weights"), "{error}");
    }

    #[test]
    fn a_key_too_many_or_too_few_is_named() {
        let error = |groups: &[&str]| load(groups).unwrap_err().to_string();
        let cases = [
            (error(&[]), "weight height is missing"),
            (error(&[TWO]), "weight height is missing: expected 8 weights, found 2"),
            (error(&[SIX, r#""row_transitions":1"#]), "weight column_transitions is missing"),
            (error(&[SIX, r#""tetris_bonus":1"#]), "weight garbage_pressure is missing"),
            (error(&[SIX, r#""survival":1"#]), "weight garbage_incoming is missing"),
            (error(&[SIX, r#""hoels":1"#]), r#"unknown weight "hoels"; allowed: height, "#),
            (
                error(&[SIX, r#""diversity":1"#]),
                "weight row_transitions is missing: expected 14 weights, found 7",
            ),
            (
                error(&[SIX, NEW, r#""diversity":1"#]),
                "weight row_transitions is missing: expected 20 weights, found 13",
            ),
            (error(&[SIX, TWO, OLD]), "weight garbage_incoming is an old name"),
            (error(&[SIX, NEW, r#""survival":1"#]), "weight survival is an old name"),
        ];
        for (error, expected) in cases {
            assert!(error.contains(expected), "{error}");
        }
        assert!(error(&[SIX, r#""hoels":1"#]).ends_with("did you mean holes?"));
    }

    #[test]
    fn a_negative_weight_is_refused() {
        let weights = SIX.replace("\"holes\":2", "\"holes\":-0.001");
        assert_eq!(
            load(&[&weights]).unwrap_err().to_string(),
            "weight holes is -0.001; allowed: a number, 0 to 1e9"
        );
    }
}
