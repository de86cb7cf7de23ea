//! The weights of tetris as people set them by hand: all metrics and battle terms, and the named bots as presets.

use ludus_core::{BotSpec, Knob, Preset, WeightKey, Workshop, WorkshopChoice};
use serde_json::Value;

use crate::bots::list::preset;
use crate::bots::settings::TetrisSettings;
use crate::metric::Metric;
use crate::weights::BattleTerm;

/// The bot whose weights are keys.
pub(crate) const HEURISTIC: &str = "heuristic";

/// The greatest weight on a slider: about that of the named bots.
const FAR: f64 = 20.0;

/// The bots to start from, and how each plays.
const PRESETS: [(&str, &str); 12] = [
    ("greedy", "balanced: low, few holes, smooth"),
    ("aggressive", "builds high and hopes for lines"),
    ("defensive", "few holes and a smooth surface above all"),
    ("bomber", "the suicide bomber: as high and as rough as possible"),
    ("flat", "perfectly flat: lines hardly count"),
    ("hunter", "the line hunter: lines above all"),
    ("hard", "the shipped weights of hard, with its lookahead"),
    ("battle", "the shipped weights of battle: sees garbage and opponents"),
    ("master", "the shipped signed weights of all metrics"),
    ("dellacherie", "Dellacherie's hand-made controller"),
    ("dt10", "DT-10, best published one-step play on 10 rows"),
    ("dt20", "DT-20, best published one-step play on 20 rows"),
];

const CHOICES: [WorkshopChoice; 3] = [
    WorkshopChoice {
        name: "lookahead",
        summary: "which placements are judged together with the next piece",
        values: &["none", "5", "10", "full"],
    },
    WorkshopChoice {
        name: "target",
        summary: "who gets the garbage",
        values: &["next", "random", "score", "tallest"],
    },
    WorkshopChoice {
        name: "caution",
        summary: "what points cost that make it the target of hunters",
        values: &["0", "3", "10", "30"],
    },
];

/// The weights of the heuristic bot, with the bounds of their sliders. A weight that is not given is 0.
pub(crate) fn weight_keys() -> impl Iterator<Item = WeightKey> {
    knobs().map(|Knob { name, low, high, .. }| WeightKey { name, low, high, usual: 0.0 })
}

/// A slider for each weight.
fn knobs() -> impl Iterator<Item = Knob> {
    let metrics = Metric::ALL.map(|metric| Knob {
        name: metric.name(),
        summary: metric.summary(),
        low: -FAR,
        high: FAR,
    });
    let terms = BattleTerm::ALL.map(|term| Knob {
        name: term.name(),
        summary: term.summary(),
        low: 0.0,
        high: FAR,
    });
    metrics.into_iter().chain(terms)
}

/// What can be set for the heuristic bot.
pub(crate) fn workshop(settings: &TetrisSettings) -> Workshop {
    Workshop {
        bot: HEURISTIC,
        knobs: knobs().collect(),
        choices: CHOICES.to_vec(),
        presets: PRESETS.iter().filter_map(|(name, how)| beginning(name, how, settings)).collect(),
    }
}

/// The weights and the style of a named bot.
fn beginning(
    name: &'static str,
    summary: &'static str,
    settings: &TetrisSettings,
) -> Option<Preset> {
    let spec: BotSpec = name.parse().ok()?;
    let (evaluator, style) = preset(&spec, settings).ok()?;
    let written = serde_json::to_value(style).ok()?;
    let choices = CHOICES.iter().map(|choice| match &written[choice.name] {
        Value::String(word) => word.clone(),
        number => number.to_string(),
    });
    let weights = evaluator.all_weights().collect();
    Some(Preset { name, summary, weights, choices: choices.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::list::restyled;

    #[test]
    fn every_preset_plays_as_the_bot_of_its_name() {
        let settings = TetrisSettings::default();
        let shop = workshop(&settings);
        assert_eq!(shop.presets.len(), PRESETS.len());
        for begin in &shop.presets {
            let weights = shop.knobs.iter().map(|knob| knob.name).zip(&begin.weights);
            let weights = weights.map(|(name, weight)| format!("{name}={weight}"));
            let choices = shop.choices.iter().zip(&begin.choices).map(|(choice, value)| {
                assert!(choice.values.contains(&value.as_str()), "{begin:?}");
                format!("{}={value}", choice.name)
            });
            let keys: Vec<String> = weights.chain(choices).collect();
            let spec: BotSpec = format!("heuristic:{}", keys.join(",")).parse().unwrap();
            let (own, plain) = preset(&spec, &settings).unwrap();
            let named = preset(&begin.name.parse().unwrap(), &settings).unwrap();
            assert_eq!((own, restyled(&spec, plain).unwrap()), named, "{begin:?}");
        }
    }
}
