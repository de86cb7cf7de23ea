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
    BotKey::optional("health", WEIGHT),
    BotKey::optional("control", WEIGHT),
    BotKey::optional("attack", WEIGHT),
    BotKey::optional("length", WEIGHT),
    BotKey::optional("hunger", WEIGHT),
    BotKey::optional("threat", WEIGHT),
    BotKey::optional("kill", WEIGHT),
    BotKey::optional("rivalry", WEIGHT),
    SEARCH,
    DEPTH,
    REPLIES,
];

/// What each weight multiplies, in the order of the genes.
const SUMMARIES: [&str; 9] = [
    "cells that can be reached",
    "the distance to food, by urgency",
    "the share of the board that is reached first",
    "heads that can be attacked, opponents that are trapped",
    "every segment",
    "every step to food while an opponent is as long",
    "a collision of heads that would be lost",
    "an opponent that was eliminated",
    "the opponents' own scores, which are taken off",
];

/// Presets besides the current weights: the factor for each weight.
const PRESETS: [(&str, &str, [f64; 9]); 3] = [
    ("hungry", "longer is better, food first", [1.0, 2.0, 1.0, 0.5, 2.0, 3.0, 1.0, 0.5, 1.0]),
    (
        "hunter",
        "attacks, traps, and takes the middle",
        [1.0, 1.0, 2.0, 4.0, 1.0, 1.0, 1.0, 3.0, 1.5],
    ),
    (
        "careful",
        "room first, and away from opponents",
        [2.0, 1.0, 1.0, 0.0, 0.5, 0.5, 3.0, 0.5, 0.5],
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
    let shipped = ("hard", "the weights of hard", [1.0; 9]);
    let preset = |(name, summary, factors): (&'static str, &'static str, [f64; 9])| Preset {
        name,
        summary,
        weights: usual.iter().zip(factors).map(|(weight, factor)| weight * factor).collect(),
        choices: vec![CHOICES[0].values[0].to_owned()],
    };
    Workshop {
        bot: BOT,
        knobs: knobs.collect(),
        choices: CHOICES.to_vec(),
        presets: [shipped].into_iter().chain(PRESETS).map(preset).collect(),
    }
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
        let names: Vec<_> = KEYS[..9].iter().map(|key| key.name).collect();
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
