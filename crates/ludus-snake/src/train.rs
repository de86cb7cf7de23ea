//! What can be trained: the weights of the evaluation, in duels or among four snakes.

use ludus_core::{
    Bot, BotSpec, Budget, Contest, Fitness, GameKit, Gene, Opposition, Outcome, Pool, Seat,
    Seating, Seed, SpecError, TrainError, Trainable, keys, train,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
pub(crate) const GENES: [Gene; 9] = [
    Gene::new("space", 0.0, 50.0),
    Gene::new("health", 0.0, 50.0),
    Gene::new("control", 0.0, 50.0),
    Gene::new("attack", 0.0, 50.0),
    Gene::new("length", 0.0, 500.0),
    Gene::new("hunger", 0.0, 100.0),
    Gene::new("threat", -2000.0, 0.0),
    Gene::new("kill", 0.0, 2000.0),
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
pub(crate) fn all(settings: &SnakeSettings) -> Vec<Box<dyn Trainable<Snake>>> {
    let of = |name, summary, opponents| {
        let settings = settings.clone();
        Box::new(EvaluationTraining { name, summary, opponents, settings })
            as Box<dyn Trainable<Snake>>
    };
    vec![
        of("duel", "the weights of hard, one against one", 1),
        of("four", "the weights of hard, among four snakes", 3),
    ]
}

/// What the fitness depends on besides the genome.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SnakeTrainingSettings {
    rules: SnakeRules,
    nodes: u64,
    opponents: usize,
    /// How all bots play.
    bots: SnakeSettings,
}

impl Trainable<Snake> for EvaluationTraining {
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
        let weights = keys::to_tree(&self.settings.weights);
        GENES.iter().map(|gene| weights[gene.name].as_f64().unwrap_or(0.0)).collect()
    }

    fn settings(&self) -> Value {
        keys::to_tree(&SnakeTrainingSettings {
            rules: SnakeRules::default(),
            nodes: NODES,
            opponents: self.opponents,
            bots: self.settings.clone(),
        })
    }

    fn opposition(&self) -> Option<Opposition> {
        Some(Opposition { usual: "hard hard medium easy", bots: BOTS })
    }

    fn embedded(&self, spec: &BotSpec) -> Result<BotSpec, SpecError> {
        kit::embedded(spec)
    }

    fn fitness(
        &self,
        settings: &Value,
        against: Pool,
    ) -> Result<Box<dyn Fitness<Snake>>, TrainError> {
        let needs: SnakeTrainingSettings = keys::check(settings, "settings", "")?;
        if !(1..Seat::MAX).contains(&needs.opponents) {
            return Err(TrainError::Opponents { given: needs.opponents });
        }
        let kit = SnakeKit::new(needs.bots.clone());
        against.specs().try_for_each(|spec| kit.make_bot(spec).map(drop))?;
        Ok(Box::new(BeatenShare { needs, kit, against }))
    }

    fn contest(&self, settings: &Value, path: &str) -> Contest {
        Contest {
            trained: format!("trained=weights:path={path}"),
            shipped: "hard".to_owned(),
            alone: false,
            games: CONTEST_GAMES,
            budget: Budget::of_nodes(settings["nodes"].as_u64().unwrap_or(NODES)),
        }
    }
}

/// The share of opponents beaten, in percent.
struct BeatenShare {
    needs: SnakeTrainingSettings,
    kit: SnakeKit,
    against: Pool,
}

impl BeatenShare {
    fn bot(&self, genome: &[f64]) -> Box<dyn Bot<Snake>> {
        let settings = SnakeSettings { weights: weights(genome), ..self.needs.bots.clone() };
        let depth = settings.depth_cap;
        Box::new(SearchBot::new(settings, depth))
    }
}

/// The weights of a genome.
pub(crate) fn weights(genome: &[f64]) -> SnakeWeights {
    let of = |name: &str| train::value(&GENES, genome, name) as f32;
    SnakeWeights {
        space: of("space"),
        health: of("health"),
        control: of("control"),
        attack: of("attack"),
        length: of("length"),
        hunger: of("hunger"),
        threat: of("threat"),
        kill: of("kill"),
        rivalry: of("rivalry"),
    }
}

impl Fitness<Snake> for BeatenShare {
    fn rules(&self) -> &SnakeRules {
        &self.needs.rules
    }

    fn budget(&self) -> Budget {
        Budget::of_nodes(self.needs.nodes)
    }

    fn seating(
        &self,
        genome: &[f64],
        rivals: &[Vec<f64>],
        seed: Seed,
    ) -> Result<Seating<Snake>, TrainError> {
        let rivals = rivals.iter().map(|rival| Ok(self.bot(rival)));
        let drawn = self.against.draw(seed).map(|spec| self.kit.make_bot(spec));
        let others = rivals.chain(drawn).take(self.needs.opponents);
        let others = others.collect::<Result<Vec<_>, SpecError>>()?;
        Ok(Seating::among(self.bot(genome), others, seed))
    }

    fn score(&self, _game: &Snake, outcome: &Outcome, seat: Seat) -> f64 {
        100.0 * outcome.score(seat)
    }

    fn limit(&self) -> Option<f64> {
        Some(100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::Trust;

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
            let fitness = trainable.fitness(&trainable.settings(), pool).unwrap();
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
        let read = kit::weights_of_file(&spec, path).unwrap();
        assert_eq!(crate::workshop::weights(&own, &usual).unwrap(), read);
    }
}
