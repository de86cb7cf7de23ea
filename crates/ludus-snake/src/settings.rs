//! Everything about the bots that can be set in `ludus.toml` under `[snake]`.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::eval::SnakeFeatures;

/// How more than two snakes are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchKind {
    /// All opponents play against us: alpha-beta with a few joint replies.
    #[default]
    Paranoid,
    /// Every snake maximises its own score.
    Maxn,
}

/// The settings of the bots, with their defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SnakeSettings {
    /// The time limit of an answer to a Battlesnake request, in milliseconds.
    pub response_ms: u32,
    /// The part of it that is reserved for the network, in milliseconds.
    pub network_ms: u32,
    /// The depth of the first iteration, in turns.
    pub first_depth: u32,
    /// The depth of the last iteration, in turns.
    pub depth_cap: u32,
    /// The number of threads from which on the moves at the root are searched in parallel.
    pub parallel_threads: usize,
    /// Up to this many living snakes are always searched by alpha-beta.
    pub duel_snakes: usize,
    /// The search for more snakes: `paranoid` or `maxn`.
    pub search: SearchKind,
    /// How many joint replies of several opponents are searched.
    pub replies: usize,
    /// The size of the table of positions: two to the power of this many.
    pub table_bits: u32,
    /// An opponent branches if its head is within this many times the remaining depth, plus `relevance_margin`.
    pub relevance: u32,
    /// The cells that are added to that distance.
    pub relevance_margin: u32,
    /// The distance of food that cannot be reached.
    pub no_food_distance: u32,
    /// How many cells more than its length a snake needs.
    pub space_margin: u32,
    /// The score of controlling all of the board.
    pub territory_scale: f32,
    /// The greatest distance at which a shorter head can be attacked.
    pub attack_distance: u32,
    /// The score of a head that can be attacked.
    pub attack_bonus: f32,
    /// An opponent is trapped if it can reach fewer cells than its length plus this.
    pub trap_margin: u32,
    /// The score of a trapped opponent.
    pub trap_bonus: f32,
    /// At or below this health a snake leaves a trap for food.
    pub critical_health: u32,
    /// Fixed scores.
    pub scores: Scores,
    /// The weights of `hard` in duels.
    pub weights: SnakeWeights,
    /// The weights of `hard` among more than two snakes.
    pub four: SnakeWeights,
    /// The hand-made weights of `medium`.
    pub plain: SnakeWeights,
}

/// Fixed scores, without a weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scores {
    /// A dead snake.
    pub dead: i32,
    /// Every turn that death is delayed.
    pub survival: i32,
    /// Health 0.
    pub zero_health: f32,
    /// Food is further away than the health lasts.
    pub starvation: f32,
}

impl Scores {
    /// From this magnitude on, a score means that the match is won, drawn or lost. A draw is half a loss.
    pub(crate) const fn decided(&self) -> i32 {
        self.dead.saturating_abs() / 3
    }

    /// From this magnitude on, a decided score means a win or a loss, not a draw.
    pub(crate) const fn won_or_lost(&self) -> i32 {
        self.dead.saturating_abs() / 5 * 3
    }
}

/// The greatest magnitude of a weight. It keeps scores finite.
pub(crate) const MAX_WEIGHT: f64 = 1e6;

/// The weights of the terms of the evaluation. Where there is a second weight with `_late`, the first holds for an empty
/// board and the second for a full one; in between the weight changes evenly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SnakeWeights {
    /// Of the cells that can be reached, up to twice what the snake needs.
    pub space: f32,
    /// Of every cell that is missing to what the snake needs.
    pub shortage: f32,
    /// Of every cell that is missing, on a full board.
    pub shortage_late: f32,
    /// Of the distance to food, by urgency.
    pub health: f32,
    /// Of the share of the board that it reaches first.
    pub control: f32,
    /// Of the share of the board, on a full board.
    pub control_late: f32,
    /// Of heads that can be attacked and opponents that are trapped.
    pub attack: f32,
    /// Of the lead in length: each further segment counts less.
    pub length: f32,
    /// Of the lead in length, on a full board.
    pub length_late: f32,
    /// Of every step to food while an opponent is as long as we are.
    pub hunger: f32,
    /// Of every step to food, on a full board.
    pub hunger_late: f32,
    /// Of a collision of heads that would be lost next turn.
    pub threat: f32,
    /// Of each tail that it reaches first, its own included.
    pub tail: f32,
    /// Of each tail, on a full board.
    pub tail_late: f32,
    /// Of each food that it reaches first.
    pub food: f32,
    /// Of each food, on a full board.
    pub food_late: f32,
    /// Of each edge at its head; a corner counts as two.
    pub edge: f32,
    /// Of an opponent that was eliminated.
    pub kill: f32,
    /// Of the opponents' own scores, which are subtracted.
    pub rivalry: f32,
}

impl Default for SnakeSettings {
    fn default() -> Self {
        Self {
            response_ms: 400,
            network_ms: 50,
            first_depth: 2,
            depth_cap: 64,
            parallel_threads: 2,
            duel_snakes: 2,
            search: SearchKind::Paranoid,
            replies: 12,
            table_bits: 19,
            relevance: 2,
            relevance_margin: 2,
            no_food_distance: 999,
            space_margin: 5,
            territory_scale: 100.0,
            attack_distance: 3,
            attack_bonus: 50.0,
            trap_margin: 3,
            trap_bonus: 100.0,
            critical_health: 25,
            scores: Scores::default(),
            weights: SnakeWeights::default(),
            four: SnakeWeights::FOUR,
            plain: SnakeWeights::PLAIN,
        }
    }
}

impl Default for Scores {
    fn default() -> Self {
        Self {
            dead: -100_000_000,
            survival: 250_000,
            zero_health: -100_000.0,
            starvation: -50_000.0,
        }
    }
}

/// The weights in duels: those of `weights/snake-hard.json`.
impl Default for SnakeWeights {
    fn default() -> Self {
        Self {
            space: 20.9375,
            shortage: 2093.0,
            shortage_late: 2093.0,
            health: 7.703125,
            control: 25.0,
            control_late: 60.0,
            attack: 0.578125,
            length: 1500.0,
            length_late: 1000.0,
            hunger: 57.75,
            hunger_late: 30.0,
            threat: -5.953125,
            tail: 100.0,
            tail_late: 500.0,
            food: 50.0,
            food_late: 0.0,
            edge: 20.0,
            kill: 1568.75,
            rivalry: 0.447_265_63,
        }
    }
}

impl SnakeWeights {
    /// The weights among more than two snakes.
    pub const FOUR: Self = Self {
        space: 20.9375,
        shortage: 2093.0,
        shortage_late: 2093.0,
        health: 7.703125,
        control: 11.0,
        control_late: 25.0,
        attack: 0.578125,
        length: 4000.0,
        length_late: 3000.0,
        hunger: 100.0,
        hunger_late: 60.0,
        threat: -5.953125,
        tail: 0.0,
        tail_late: 200.0,
        food: 0.0,
        food_late: 0.0,
        edge: 0.0,
        kill: 1568.75,
        rivalry: 0.447_265_63,
    };

    /// Hand-made weights.
    pub const PLAIN: Self = Self {
        space: 10.0,
        shortage: 1000.0,
        shortage_late: 1000.0,
        health: 5.0,
        control: 3.0,
        control_late: 3.0,
        attack: 2.0,
        length: 300.0,
        length_late: 300.0,
        hunger: 10.0,
        hunger_late: 10.0,
        threat: -500.0,
        tail: 0.0,
        tail_late: 0.0,
        food: 0.0,
        food_late: 0.0,
        edge: 0.0,
        kill: 500.0,
        rivalry: 1.0,
    };

    /// The weights of the features, in their order, on a board that is full to this share.
    pub(crate) fn at(&self, late: f32) -> [f32; SnakeFeatures::COUNT] {
        let between = |early: f32, full: f32| early + (full - early) * late;
        [
            self.space,
            between(self.shortage, self.shortage_late),
            self.health,
            between(self.control, self.control_late),
            self.attack,
            between(self.length, self.length_late),
            between(self.hunger, self.hunger_late),
            self.threat,
            between(self.tail, self.tail_late),
            between(self.food, self.food_late),
            self.edge,
        ]
    }
}

impl SnakeSettings {
    /// The weights for a search that begins with this many snakes.
    pub(crate) const fn weights_for(&self, snakes: u32) -> &SnakeWeights {
        if snakes > 2 { &self.four } else { &self.weights }
    }

    /// The time for a decision if the whole answer may take `timeout_ms`.
    #[must_use]
    pub fn time_for(&self, timeout_ms: u32) -> Duration {
        let whole = self.response_ms.min(timeout_ms);
        Duration::from_millis(whole.saturating_sub(self.network_ms).max(1).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::keys::with_pairs;

    #[test]
    fn every_setting_has_a_key_and_a_default() {
        let settings =
            with_pairs(&SnakeSettings::default(), "search=maxn,weights.space=2.5").unwrap();
        assert_eq!(settings.search, SearchKind::Maxn);
        assert_eq!(settings.weights.space, 2.5);
        let text = serde_json::to_string(&SnakeSettings::default()).unwrap();
        assert_eq!(serde_json::from_str::<SnakeSettings>(&text).unwrap(), SnakeSettings::default());
        assert!(with_pairs(&SnakeSettings::default(), "weights.speed=1").is_err());
    }

    #[test]
    fn the_shipped_weights_are_those_of_the_run() {
        let file = include_str!("../../../weights/snake-hard.json");
        let file: serde_json::Value = serde_json::from_str(file).unwrap();
        let shipped = ludus_core::keys::to_tree(&SnakeWeights::default());
        for (name, value) in ludus_core::keys::leaves(&shipped) {
            let (value, trained) =
                (value.as_f64().unwrap(), file["weights"][&name].as_f64().unwrap());
            assert!((value - trained).abs() <= 0.005 * trained.abs() + 0.005, "{name}: {trained}");
        }
    }

    #[test]
    fn the_network_has_its_share_of_the_time() {
        let settings = SnakeSettings::default();
        assert_eq!(settings.time_for(500), Duration::from_millis(350));
        assert_eq!(settings.time_for(200), Duration::from_millis(150));
        assert_eq!(settings.time_for(10), Duration::from_millis(1));
    }
}
