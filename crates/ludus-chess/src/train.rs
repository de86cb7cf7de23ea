//! Training: the weights of the hand-crafted evaluation of `hard` as a genome.

use std::borrow::Cow;
use std::fs;

use cozy_chess::Piece;
use ludus_core::{
    Bot, BotKey, BotSpec, DuelTraining, Gene, SpecError, WeightKey, WeightsFile, train,
};

use crate::bots::{self, EngineBot};
use crate::eval::{EvalWeights, HARD, PIECE_VALUES, TaperedScore};
use crate::game::Chess;
use crate::rules::ChessRules;
use crate::search::Level;

/// The length limit of a game in training, in plies: a longer game is drawn.
const MAX_PLIES: u32 = 200;

/// The transposition table of a bot in training, in mebibytes: a thousand nodes need no more.
const HASH: usize = 1;

/// The largest transposition table of an opponent, in mebibytes. A job may come from another machine, and must not
/// take all memory of this one.
const MAX_OPPONENT_HASH: usize = 256;

/// The genes with their bounds: weights in centipawns, except those up to 3, which multiply a table of the evaluation.
const GENES: [Gene; 18] = [
    Gene::new("knight", 200.0, 450.0),
    Gene::new("bishop", 200.0, 450.0),
    Gene::new("rook", 350.0, 700.0),
    Gene::new("queen", 700.0, 1300.0),
    Gene::new("mobility", 0.0, 25.0),
    Gene::new("passed", 0.0, 3.0),
    Gene::new("danger", 0.0, 3.0),
    Gene::new("shelter", 0.0, 3.0),
    Gene::new("storm", 0.0, 3.0),
    Gene::new("king_half_open", -60.0, 0.0),
    Gene::new("king_open", -120.0, 0.0),
    Gene::new("bishop_pair", 0.0, 100.0),
    Gene::new("isolated", -50.0, 0.0),
    Gene::new("doubled", -50.0, 0.0),
    Gene::new("backward", -50.0, 0.0),
    Gene::new("rook_open", 0.0, 60.0),
    Gene::new("rook_half_open", 0.0, 40.0),
    Gene::new("tempo", 0.0, 50.0),
];

/// The bot that takes weights as keys.
pub(crate) const HEURISTIC: &str = "heuristic";

/// One key for each weight.
pub(crate) const WEIGHT_KEYS: [BotKey; GENES.len()] = {
    let mut keys = [BotKey::optional("", "weight of the evaluation"); GENES.len()];
    let mut i = 0;
    while i < GENES.len() {
        keys[i].name = GENES[i].name;
        i += 1;
    }
    keys
};

/// The genome of the evaluation of `hard`.
const SHIPPED: [f64; GENES.len()] = [
    300.0, 325.0, 500.0, 900.0, 10.0, 1.0, 1.0, 1.0, 1.0, -12.0, -25.0, 0.0, 0.0, 0.0, 0.0, 0.0,
    0.0, 0.0,
];

/// The weights of the evaluation as keys, with those of `hard` where a spec gives none.
pub(crate) fn weight_keys() -> impl Iterator<Item = WeightKey> {
    GENES.iter().zip(SHIPPED).map(|(gene, usual)| WeightKey {
        name: gene.name,
        low: gene.low,
        high: gene.high,
        usual,
    })
}

/// The weights of the evaluation of `hard`, as they are trained.
pub(crate) fn hard_weights() -> DuelTraining<Chess> {
    DuelTraining {
        summary: "weights of the evaluation of hard",
        rules: ChessRules { max_plies: MAX_PLIES, ..ChessRules::default() },
        against: "hard:hash=1",
        embedded,
        ..DuelTraining::new("hard", &GENES, &SHIPPED, player, bots::BOTS, opponent)
    }
}

/// The bot that plays by a genome.
fn player(genome: &[f64]) -> Box<dyn Bot<Chess>> {
    Box::new(EngineBot::new(level(genome), HASH))
}

/// An opponent in training.
fn opponent(spec: &BotSpec) -> Result<Box<dyn Bot<Chess>>, SpecError> {
    let allowed = format!("1 to {MAX_OPPONENT_HASH} in training");
    match spec.value::<usize>("hash", &allowed)? {
        Some(hash) if hash > MAX_OPPONENT_HASH => Err(spec.bad_value("hash", &allowed)),
        _ => bots::make(spec, HASH),
    }
}

/// The same bot without its file: the weights of the file become keys. Bots without a file are returned unchanged.
fn embedded(spec: &BotSpec) -> Result<BotSpec, SpecError> {
    if spec.get("path").is_none() {
        return Ok(spec.clone());
    }
    let weights = GENES.iter().zip(load_genome(spec)?);
    let weights = weights.map(|(gene, value)| format!("{}={value}", gene.name));
    let others = spec.settings().filter(|(key, _)| *key != "path");
    let all: Vec<String> =
        weights.chain(others.map(|(key, value)| format!("{key}={value}"))).collect();
    format!("{HEURISTIC}:{}", all.join(",")).parse()
}

/// `hard` with the weights of a file.
pub(crate) fn level_from_file(spec: &BotSpec) -> Result<Level, SpecError> {
    Ok(level(&load_genome(spec)?))
}

/// `hard` with the weights that are given as keys.
pub(crate) fn level_from_keys(spec: &BotSpec) -> Result<Level, SpecError> {
    let weight = |(gene, usual): (&Gene, f64)| {
        let allowed = format!("{} to {}", gene.low, gene.high);
        match spec.value::<f64>(gene.name, &allowed)? {
            Some(value) if !(gene.low..=gene.high).contains(&value) => {
                Err(spec.bad_value(gene.name, &allowed))
            }
            given => Ok(given.unwrap_or(usual)),
        }
    };
    let genome = GENES.iter().zip(SHIPPED).map(weight).collect::<Result<Vec<f64>, _>>()?;
    Ok(level(&genome))
}

/// The genome of the weights file that a bot names.
fn load_genome(spec: &BotSpec) -> Result<Vec<f64>, SpecError> {
    spec.from_file("path", fs::read_to_string, |text| WeightsFile::parse(text)?.weights(&GENES))
}

/// `hard` with the evaluation of a genome.
fn level(genome: &[f64]) -> Level {
    Level { weights: Cow::Owned(evaluation(genome)), ..Level::HARD }
}

/// The evaluation weights of a genome.
fn evaluation(genome: &[f64]) -> EvalWeights {
    let value = |name: &str| train::value(&GENES, genome, name);
    let whole = |name: &str| libm::round(value(name)) as i32;
    let both = |name: &str| TaperedScore::new(whole(name), whole(name));
    let mut weights = HARD.clone();
    let pieces = [
        (Piece::Knight, "knight"),
        (Piece::Bishop, "bishop"),
        (Piece::Rook, "rook"),
        (Piece::Queen, "queen"),
    ];
    for (piece, name) in pieces.map(|(piece, name)| (piece as usize, name)) {
        let change = whole(name) - PIECE_VALUES[piece];
        for square in &mut weights.squares[piece] {
            *square += TaperedScore::new(change, change);
        }
    }
    let mobility = value("mobility");
    let tables: [&mut [TaperedScore]; 4] = [
        &mut weights.knight_mobility,
        &mut weights.bishop_mobility,
        &mut weights.rook_mobility,
        &mut weights.queen_mobility,
    ];
    for table in tables {
        for (count, score) in table.iter_mut().enumerate() {
            let value = libm::round(mobility * count as f64) as i32;
            *score = TaperedScore::new(value, value);
        }
    }
    scale(&mut weights.passed, value("passed"));
    scale(&mut weights.danger, value("danger"));
    scale(&mut weights.shelter, value("shelter"));
    scale(&mut weights.storm, value("storm"));
    weights.king_half_open = TaperedScore::new(whole("king_half_open"), 0);
    weights.king_open = TaperedScore::new(whole("king_open"), 0);
    weights.bishop_pair = both("bishop_pair");
    weights.isolated = both("isolated");
    weights.doubled = both("doubled");
    weights.backward = both("backward");
    weights.rook_open = both("rook_open");
    weights.rook_half_open = both("rook_half_open");
    weights.tempo = both("tempo");
    weights
}

/// Multiplies all entries of a table.
fn scale(table: &mut [TaperedScore], factor: f64) {
    let times = |value: i32| libm::round(f64::from(value) * factor) as i32;
    for score in table {
        *score = TaperedScore::new(times(score.middlegame()), times(score.endgame()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::{Pool, Trainable};

    #[test]
    fn the_shipped_genome_is_the_evaluation_of_hard() {
        assert_eq!(evaluation(&SHIPPED), HARD);
        let within = |(gene, value): (&Gene, &f64)| (gene.low..=gene.high).contains(value);
        assert!(GENES.iter().zip(&SHIPPED).all(within));
    }

    #[test]
    fn embedded_weights_play_like_their_file() {
        let path = std::env::temp_dir().join(format!("ludus-chess-{}.json", std::process::id()));
        let mut genome = SHIPPED;
        (genome[0], genome[9]) = (312.25, -7.125);
        let weights = serde_json::json!({ "weights": train::named(&GENES, &genome) });
        fs::write(&path, weights.to_string()).unwrap();
        let spec: BotSpec = format!("mine=weights:path={},hash=1", path.display()).parse().unwrap();
        let own = embedded(&spec).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!((own.name(), own.get("hash"), own.get("path")), (HEURISTIC, Some("1"), None));
        assert_eq!(
            level_from_keys(&own).unwrap().weights,
            Cow::Owned::<EvalWeights>(evaluation(&genome))
        );
        assert!(bots::make(&own, HASH).is_ok());
        let wrong: BotSpec = "heuristic:tempo=51".parse().unwrap();
        let error = bots::make(&wrong, HASH).err().unwrap().to_string();
        assert_eq!(error, "bot heuristic has tempo=51; allowed: 0 to 50");
    }

    #[test]
    fn the_table_of_an_opponent_in_training_is_limited() {
        let fitness = |bot: &str| {
            let pool = Pool::new([bot], "chess", bots::BOTS, ludus_core::Trust::BuiltIn).unwrap();
            let training = hard_weights();
            training.fitness(training.settings(), pool).err().map(|error| error.to_string())
        };
        assert_eq!(fitness("hard:hash=256"), None);
        let error = "bot hard has hash=16384; allowed: 1 to 256 in training";
        assert_eq!(fitness("hard:hash=16384").as_deref(), Some(error));
    }

    #[test]
    fn every_gene_changes_the_evaluation() {
        for (place, gene) in GENES.iter().enumerate() {
            let mut genome = SHIPPED;
            genome[place] = if genome[place] == gene.high { gene.low } else { gene.high };
            assert_ne!(evaluation(&genome), HARD, "{}", gene.name);
        }
    }
}
