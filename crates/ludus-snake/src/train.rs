//! What can be trained: the weights of the evaluation, in duels or among four snakes.

use ludus_core::{
    BotSpec, Contest, Fitness, GameKit, Gene, KeyedTrainable, Opposition, PointsFitness, Pool,
    SpecError, TrainError, Trainable, keys, train,
};
use serde::{Deserialize, Serialize};

use crate::bots::SearchBot;
use crate::game::Snake;
use crate::kit::{self, BOTS, SnakeKit};
use crate::rules::SnakeRules;
use crate::settings::{SnakeSettings, SnakeWeights};

/// The node limit of a decision. It is low, so that a match takes a few hundredths of a second.
const NODES: u64 = 300;

/// How many games the match against the shipped weights has.
const CONTEST_GAMES: u64 = 400;

/// The weights in the order of the genes.
pub(crate) const GENES: [Gene; 19] = [
    Gene::new("space", 0.0, 50.0),
    Gene::new("shortage", 0.0, 3000.0),
    Gene::new("shortage_late", 0.0, 3000.0),
    Gene::new("health", 0.0, 50.0),
    Gene::new("control", 0.0, 100.0),
    Gene::new("control_late", 0.0, 200.0),
    Gene::new("attack", 0.0, 50.0),
    Gene::new("length", 0.0, 10_000.0),
    Gene::new("length_late", 0.0, 10_000.0),
    Gene::new("hunger", 0.0, 200.0),
    Gene::new("hunger_late", 0.0, 200.0),
    Gene::new("threat", -2000.0, 0.0),
    Gene::new("tail", -500.0, 2000.0),
    Gene::new("tail_late", -500.0, 2000.0),
    Gene::new("food", -200.0, 1000.0),
    Gene::new("food_late", -200.0, 1000.0),
    Gene::new("edge", -200.0, 500.0),
    Gene::new("kill", 0.0, 4000.0),
    Gene::new("rivalry", 0.0, 3.0),
];

/// The weights of the evaluation, trained against this many opponents.
pub(crate) struct EvaluationTraining {
    name: &'static str,
    summary: &'static str,
    opponents: usize,
    settings: SnakeSettings,
}

/// Everything that can be trained, with the settings of the bots.
pub(crate) fn all(settings: &SnakeSettings) -> Vec<Box<dyn KeyedTrainable<Snake>>> {
    let of = |name, summary, opponents| {
        let settings = settings.clone();
        Box::new(EvaluationTraining { name, summary, opponents, settings })
            as Box<dyn KeyedTrainable<Snake>>
    };
    vec![
        of("duel", "the weights of hard, one against one", 1),
        of("four", "the weights of hard, among four snakes", 3),
    ]
}

/// What the fitness depends on besides the genome.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SnakeTrainingSettings {
    rules: SnakeRules,
    nodes: u64,
    opponents: usize,
    /// How all bots play.
    bots: SnakeSettings,
}

impl Trainable<Snake> for EvaluationTraining {
    type Settings = SnakeTrainingSettings;

    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn genes(&self) -> &[Gene] {
        &GENES
    }

    fn shipped(&self) -> Vec<f64> {
        let snakes = self.opponents as u32 + 1;
        let weights = keys::to_tree(self.settings.weights_for(snakes));
        GENES.iter().map(|gene| weights[gene.name].as_f64().unwrap_or(0.0)).collect()
    }

    fn settings(&self) -> SnakeTrainingSettings {
        SnakeTrainingSettings {
            rules: SnakeRules::default(),
            nodes: NODES,
            opponents: self.opponents,
            bots: self.settings.clone(),
        }
    }

    fn opposition(&self) -> Option<Opposition> {
        Some(Opposition { usual: "hard hard medium easy", bots: BOTS })
    }

    fn embedded(&self, spec: &BotSpec) -> Result<BotSpec, SpecError> {
        kit::embedded(spec)
    }

    fn fitness(
        &self,
        settings: SnakeTrainingSettings,
        against: Pool,
    ) -> Result<Box<dyn Fitness<Snake>>, TrainError> {
        let SnakeTrainingSettings { rules, nodes, opponents, bots } = settings;
        let kit = SnakeKit::new(bots.clone());
        let player = move |genome: &[f64]| {
            let weights = weights(genome);
            let settings = SnakeSettings { four: weights.clone(), weights, ..bots.clone() };
            let depth = settings.depth_cap;
            Box::new(SearchBot::new(settings, depth)) as _
        };
        let opponent = move |spec: &BotSpec| kit.make_bot(spec);
        let (player, opponent) = (Box::new(player), Box::new(opponent));
        PointsFitness { rules, nodes, opponents, against, player, opponent }.checked()
    }

    fn contest(&self, settings: &SnakeTrainingSettings, path: &str) -> Contest {
        Contest::duel(path, "hard", CONTEST_GAMES, settings.nodes)
    }
}

/// The weights of a genome.
pub(crate) fn weights(genome: &[f64]) -> SnakeWeights {
    let of = |name: &str| train::value(&GENES, genome, name) as f32;
    SnakeWeights {
        space: of("space"),
        shortage: of("shortage"),
        shortage_late: of("shortage_late"),
        health: of("health"),
        control: of("control"),
        control_late: of("control_late"),
        attack: of("attack"),
        length: of("length"),
        length_late: of("length_late"),
        hunger: of("hunger"),
        hunger_late: of("hunger_late"),
        threat: of("threat"),
        tail: of("tail"),
        tail_late: of("tail_late"),
        food: of("food"),
        food_late: of("food_late"),
        edge: of("edge"),
        kill: of("kill"),
        rivalry: of("rivalry"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::{Seed, Trust};

    #[test]
    fn the_shipped_genome_is_the_weights_of_the_settings() {
        let trainables = all(&SnakeSettings::default());
        let shipped = trainables[0].shipped();
        assert_eq!(weights(&shipped), SnakeWeights::default());
        let within = |(gene, value): (&Gene, &f64)| (gene.low..=gene.high).contains(value);
        assert!(GENES.iter().zip(&shipped).all(within));
    }

    #[test]
    fn duels_have_two_seats_and_four_snakes_four() {
        for (trainable, seats) in all(&SnakeSettings::default()).iter().zip([2, 4]) {
            let pool = Pool::new(["hard"], "snake", BOTS, Trust::BuiltIn).unwrap();
            let (settings, _) = trainable.settings().split();
            let fitness = trainable.fitness(&settings, pool).unwrap();
            let seating = fitness.seating(&trainable.shipped(), &[], Seed::new(1)).unwrap();
            assert_eq!(seating.bots.len(), seats);
        }
    }

    #[test]
    fn a_bot_of_a_file_is_the_same_player_without_the_file() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/snake-hard.json");
        let spec: BotSpec = format!("weights:path={path},search=maxn").parse().unwrap();
        let own = kit::embedded(&spec).unwrap();
        assert_eq!(
            (own.name(), own.get("search"), own.get("path")),
            ("heuristic", Some("maxn"), None)
        );
        let usual = SnakeWeights { space: 17.0, ..SnakeWeights::default() };
        let read = kit::weights_of_file(&spec).unwrap();
        assert_eq!(crate::workshop::weights(&own, &usual).unwrap(), read);
    }
}
