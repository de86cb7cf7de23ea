//! The weights of the search that people set by hand.

use ludus_core::{
    BotKey, BotSpec, Knob, Preset, SpecError, WeightKey, Workshop, WorkshopChoice, keys,
};

use crate::kit::{DEPTH, REPLIES, SEARCH};
use crate::settings::{MAX_WEIGHT, SnakeWeights};
use crate::train::GENES;

/// The bot with these weights.
pub(crate) const BOT: &str = "heuristic";

const WEIGHT: &str = "weight of the term, as in [snake.weights]";

/// The keys of the bot.
pub(crate) const KEYS: &[BotKey] = &[
    BotKey::optional("space", WEIGHT),
    BotKey::optional("shortage", WEIGHT),
    BotKey::optional("shortage_late", WEIGHT),
    BotKey::optional("health", WEIGHT),
    BotKey::optional("control", WEIGHT),
    BotKey::optional("control_late", WEIGHT),
    BotKey::optional("attack", WEIGHT),
    BotKey::optional("length", WEIGHT),
    BotKey::optional("length_late", WEIGHT),
    BotKey::optional("hunger", WEIGHT),
    BotKey::optional("hunger_late", WEIGHT),
    BotKey::optional("threat", WEIGHT),
    BotKey::optional("tail", WEIGHT),
    BotKey::optional("tail_late", WEIGHT),
    BotKey::optional("food", WEIGHT),
    BotKey::optional("food_late", WEIGHT),
    BotKey::optional("edge", WEIGHT),
    BotKey::optional("kill", WEIGHT),
    BotKey::optional("rivalry", WEIGHT),
    SEARCH,
    DEPTH,
    REPLIES,
];

/// What each weight multiplies, in the order of the genes.
const SUMMARIES: [&str; GENES.len()] = [
    "cells that can be reached",
    "every cell that is missing to what the snake needs",
    "missing cells, on a full board",
    "the distance to food, by urgency",
    "the share of the board that is reached first",
    "the share of the board, on a full board",
    "heads that can be attacked, opponents that are trapped",
    "the lead in length; each further segment counts less",
    "the lead in length, on a full board",
    "every step to food while an opponent is as long",
    "every step to food, on a full board",
    "a collision of heads that would be lost",
    "each tail that is reached first",
    "each tail, on a full board",
    "each food that is reached first",
    "each food, on a full board",
    "each edge at the head, subtracted",
    "an opponent that was eliminated",
    "the opponents' own scores, which are taken off",
];

/// A preset besides the current weights: the factors for some of the weights.
type PresetFactors = &'static [(&'static str, f64)];

/// Presets besides the current weights.
const PRESETS: [(&str, &str, PresetFactors); 3] = [
    (
        "hungry",
        "longer is better, food first",
        &[
            ("health", 2.0),
            ("attack", 0.5),
            ("length", 2.0),
            ("length_late", 2.0),
            ("hunger", 3.0),
            ("hunger_late", 3.0),
            ("kill", 0.5),
        ],
    ),
    (
        "hunter",
        "attacks, traps, and takes the middle",
        &[
            ("control", 2.0),
            ("control_late", 2.0),
            ("attack", 4.0),
            ("kill", 3.0),
            ("rivalry", 1.5),
        ],
    ),
    (
        "careful",
        "room first, and away from opponents",
        &[
            ("space", 2.0),
            ("attack", 0.0),
            ("length", 0.5),
            ("hunger", 0.5),
            ("threat", 3.0),
            ("tail", 2.0),
            ("kill", 0.5),
            ("rivalry", 0.5),
        ],
    ),
];

const CHOICES: [WorkshopChoice; 1] = [WorkshopChoice {
    name: "search",
    summary: "how more than two snakes are searched",
    values: &["paranoid", "maxn"],
}];

/// What can be set, starting from these weights.
pub(crate) fn workshop(usual: &SnakeWeights) -> Workshop {
    let knobs = GENES.iter().zip(SUMMARIES).map(|(gene, summary)| Knob {
        name: gene.name,
        summary,
        low: gene.low,
        high: gene.high,
    });
    let usual: Vec<f64> = weight_keys(usual).map(|weight| weight.usual).collect();
    let shipped: (_, _, PresetFactors) = ("hard", "the weights of hard", &[]);
    let preset = |(name, summary, factors): (&'static str, &'static str, PresetFactors)| Preset {
        name,
        summary,
        weights: GENES
            .iter()
            .zip(&usual)
            .map(|(gene, weight)| weight * factor(factors, gene.name))
            .collect(),
        choices: vec![CHOICES[0].values[0].to_owned()],
    };
    Workshop {
        bot: BOT,
        knobs: knobs.collect(),
        choices: CHOICES.to_vec(),
        presets: [shipped].into_iter().chain(PRESETS).map(preset).collect(),
    }
}

/// The factor of a weight: one where the preset has none.
fn factor(factors: PresetFactors, name: &str) -> f64 {
    factors.iter().find(|(weight, _)| *weight == name).map_or(1.0, |(_, factor)| *factor)
}

/// The weights of the bot as keys, with these where a spec gives none.
pub(crate) fn weight_keys(usual: &SnakeWeights) -> impl Iterator<Item = WeightKey> {
    let tree = keys::to_tree(usual);
    GENES.iter().map(move |gene| WeightKey {
        name: gene.name,
        low: gene.low,
        high: gene.high,
        usual: tree[gene.name].as_f64().unwrap_or_default(),
    })
}

/// The weights in a bot's keys. The others keep their values.
pub(crate) fn weights(spec: &BotSpec, usual: &SnakeWeights) -> Result<SnakeWeights, SpecError> {
    let mut tree = keys::to_tree(usual);
    let allowed = "a number, -1e6 to 1e6";
    for gene in &GENES {
        match spec.value::<f32>(gene.name, allowed)? {
            Some(weight) if f64::from(weight).abs() > MAX_WEIGHT || weight.is_nan() => {
                return Err(spec.bad_value(gene.name, allowed));
            }
            Some(weight) => tree[gene.name] = weight.into(),
            None => {}
        }
    }
    serde_json::from_value(tree)
        .map_err(|error| SpecError::Source { bot: BOT.to_owned(), reason: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_weight_is_a_key_and_has_its_place() {
        let names: Vec<_> = KEYS[..GENES.len()].iter().map(|key| key.name).collect();
        assert_eq!(names, GENES.map(|gene| gene.name));
        let tree = keys::to_tree(&SnakeWeights::default());
        assert!(names.iter().all(|name| tree[*name].is_number()));
    }

    #[test]
    fn weights_come_from_the_name() {
        let usual = SnakeWeights::default();
        let read = |text: &str| weights(&text.parse().unwrap(), &usual);
        assert_eq!(read("heuristic").unwrap(), usual);
        let changed = read("heuristic:space=1.5,threat=-7").unwrap();
        assert_eq!(changed, SnakeWeights { space: 1.5, threat: -7.0, ..usual.clone() });
        for bad in ["heuristic:space=x", "heuristic:space=inf", "heuristic:kill=1e7"] {
            assert!(read(bad).unwrap_err().to_string().contains("allowed: a number"), "{bad}");
        }
        let shop = workshop(&usual);
        assert_eq!(shop.presets[0].weights[0], f64::from(usual.space));
    }
}
