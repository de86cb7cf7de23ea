//! The evaluation: the score of a position for each snake, without search.

use ludus_core::Term;

use crate::bitboard::Bitboard;
use crate::board::{MAX_SNAKES, SnakeBoard};
use crate::flood::{NO_FOOD, Reach, flood, flood_all};
use crate::rules::{FULL_HEALTH, MAX_SIDE};
use crate::settings::{SnakeSettings, SnakeWeights};
use crate::terrain::Terrain;

/// Two heads at this distance, in steps, can meet in the next turn.
const HEADS_CAN_MEET: u32 = 2;

/// The distance to food beyond which hunger does not grow, in steps: the side of the largest board.
const HUNGER_DISTANCE_CAP: u32 = MAX_SIDE as u32;

/// The board counts as full when its snakes take one of this many cells.
const FULL_SHARE: f32 = 2.0;

/// More food than this in one's own territory is worth nothing.
const FOOD_CAP: u32 = 3;

/// A lead in length beyond this many segments is worth nothing.
const LEAD_CAP: u16 = 10;

/// Space beyond this many times what a snake needs is worth nothing.
const ENOUGH_FACTOR: u32 = 2;

/// What a lead in length counts: each further segment less than the one before, and none beyond the cap.
fn lead(length: u16, rival: u16) -> f32 {
    let size = f32::from(length.abs_diff(rival).min(LEAD_CAP)).ln_1p();
    if length < rival { -size } else { size }
}

/// A score for each seat.
pub(crate) type SeatScores = [i32; MAX_SNAKES];

/// What is known about one snake in a position, before any weight. The order is that of [`SnakeFeatures::NAMES`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SnakeFeatures(pub(crate) [f32; SnakeFeatures::COUNT]);

impl SnakeFeatures {
    /// How many there are.
    pub(crate) const COUNT: usize = 11;
    /// Their names, which are those of their weights.
    pub(crate) const NAMES: [&str; Self::COUNT] = [
        "space", "shortage", "health", "control", "attack", "length", "hunger", "threat", "tail",
        "food", "edge",
    ];

    /// Each times its weight.
    fn weighted(&self, weights: &[f32; Self::COUNT]) -> [f32; Self::COUNT] {
        std::array::from_fn(|i| self.0[i] * weights[i])
    }

    fn score(&self, weights: &[f32; Self::COUNT]) -> f32 {
        self.weighted(weights).iter().sum()
    }
}

/// Scores positions of one terrain.
pub(crate) struct BoardEvaluator<'a, B> {
    pub(crate) settings: &'a SnakeSettings,
    pub(crate) terrain: &'a Terrain<B>,
    /// How many snakes were alive when the search began.
    pub(crate) started: u32,
    weights: &'a SnakeWeights,
    /// The number of cells of the board.
    size: u32,
}

impl<'a, B: Bitboard> BoardEvaluator<'a, B> {
    /// An evaluator for a search that begins with this many snakes.
    pub(crate) fn new(settings: &'a SnakeSettings, terrain: &'a Terrain<B>, started: u32) -> Self {
        let weights = settings.weights_for(started);
        Self { settings, terrain, started, weights, size: terrain.all.count() }
    }

    /// The weights for a board as full as this one.
    fn weights_at(&self, board: &SnakeBoard<B>) -> [f32; SnakeFeatures::COUNT] {
        let taken: u32 = board.living().map(|seat| u32::from(board.snakes[seat].length)).sum();
        let late = FULL_SHARE * taken as f32 / self.size as f32;
        self.weights.at(late.min(1.0))
    }

    /// The score of the position for a living seat, less the scores of the others.
    pub(crate) fn value(&self, board: &SnakeBoard<B>, seat: usize) -> i32 {
        if board.alive.count_ones() == 2 {
            return self.duel_value(board, seat);
        }
        self.relative(board, &self.scores(board), seat)
    }

    /// The score of the position for every living seat.
    pub(crate) fn values(&self, board: &SnakeBoard<B>) -> SeatScores {
        let scores = self.scores(board);
        let mut values = [0; MAX_SNAKES];
        for seat in board.living() {
            values[seat] = self.relative(board, &scores, seat);
        }
        values
    }

    /// The terms of a living seat's own score by name.
    pub(crate) fn terms(&self, board: &SnakeBoard<B>, seat: usize) -> Vec<Term> {
        let own = self.features(board)[seat].weighted(&self.weights_at(board));
        let named = SnakeFeatures::NAMES.iter().zip(own);
        named.map(|(name, value)| Term::new(*name, value.into())).collect()
    }

    /// What is known about each living seat; nothing about the others.
    pub(crate) fn features(&self, board: &SnakeBoard<B>) -> [SnakeFeatures; MAX_SNAKES] {
        let reaches = flood_all(self.terrain, board, |length| self.enough(length));
        let total = reaches.iter().flatten().map(|reach| self.ground(reach)).sum();
        let mut features = [SnakeFeatures::default(); MAX_SNAKES];
        for seat in board.living() {
            if let Some(reach) = &reaches[seat] {
                let others = board.living().filter(|other| *other != seat);
                let spaces =
                    others.filter_map(|o| reaches[o].as_ref().map(|reach| (o, reach.space)));
                features[seat] = self.seat_features(board, seat, reach, total, spaces);
            }
        }
        features
    }

    /// [`BoardEvaluator::value`] for exactly two snakes.
    fn duel_value(&self, board: &SnakeBoard<B>, seat: usize) -> i32 {
        let other = (board.alive & !(1 << seat)).trailing_zeros() as usize;
        let [mine, theirs] =
            flood(self.terrain, board, [seat, other], |length| self.enough(length));
        let total = self.ground(&mine) + self.ground(&theirs);
        let weights = self.weights_at(board);
        let score = |seat, own, other, space| {
            let others = std::iter::once((other, space));
            self.seat_features(board, seat, own, total, others).score(&weights)
        };
        let own = score(seat, &mine, other, theirs.space);
        let their = score(other, &theirs, seat, mine.space);
        self.with_kills(board, own - self.weights.rivalry * their)
    }

    fn scores(&self, board: &SnakeBoard<B>) -> [f32; MAX_SNAKES] {
        let weights = self.weights_at(board);
        self.features(board).map(|features| features.score(&weights))
    }

    /// A seat's own score, less the weighted mean of the others' scores.
    fn relative(&self, board: &SnakeBoard<B>, scores: &[f32; MAX_SNAKES], seat: usize) -> i32 {
        let others = board.alive.count_ones().saturating_sub(1);
        let sum: f32 = board.living().filter(|other| *other != seat).map(|o| scores[o]).sum();
        let mean = if others == 0 { 0.0 } else { sum / others as f32 };
        self.with_kills(board, scores[seat] - self.weights.rivalry * mean)
    }

    fn with_kills(&self, board: &SnakeBoard<B>, score: f32) -> i32 {
        let gone = self.started.saturating_sub(board.alive.count_ones());
        (score + gone as f32 * self.weights.kill) as i32
    }

    /// The number of safe cells that a snake reaches first.
    fn ground(&self, reach: &Reach<B>) -> u32 {
        let safe = if self.terrain.damage > 0 { !self.terrain.hazards } else { self.terrain.all };
        (reach.territory & safe).count()
    }

    fn seat_features(
        &self,
        board: &SnakeBoard<B>,
        seat: usize,
        reach: &Reach<B>,
        total: u32,
        others: impl Iterator<Item = (usize, u32)>,
    ) -> SnakeFeatures {
        let settings = self.settings;
        let snake = &board.snakes[seat];
        let (mut attack, mut threatened, mut trapping) = (0.0, false, false);
        let mut rival_length = 0;
        let mut tails = u32::from(reach.territory.has(snake.tail));
        for (other, space) in others {
            let rival = &board.snakes[other];
            let distance = self.terrain.distance(snake.head, rival.head) as u32;
            rival_length = rival_length.max(rival.length);
            tails += u32::from(reach.territory.has(rival.tail));
            if snake.length > rival.length && distance <= settings.attack_distance {
                attack += settings.attack_bonus;
            }
            if space < u32::from(rival.length) + settings.trap_margin {
                attack += settings.trap_bonus;
                trapping = true;
            }
            threatened |= distance == HEADS_CAN_MEET && snake.length <= rival.length;
        }
        let longest = board.alive.count_ones() == 1 || snake.length > rival_length + 1;
        let food = self.food_distance(board, seat, reach, trapping);
        let needed = self.needed(snake.length);
        let hungry = food.filter(|_| !longest).unwrap_or(0).min(HUNGER_DISTANCE_CAP);
        let head = B::of(snake.head);
        let edges = self.terrain.edges.map(|edge| u32::from(!(edge & head).is_empty()));
        SnakeFeatures([
            reach.space.min(self.enough(snake.length)) as f32,
            -(needed.saturating_sub(reach.space) as f32),
            self.health(snake.health, food),
            settings.territory_scale * self.ground(reach) as f32 / total.max(1) as f32,
            attack,
            lead(snake.length, rival_length),
            -(hungry as f32),
            f32::from(u8::from(threatened)),
            tails as f32,
            (reach.territory & board.food).count().min(FOOD_CAP) as f32,
            -((edges[0] + edges[1]) as f32),
        ])
    }

    /// How many cells a snake of this length needs, at most as many as its body leaves free.
    fn needed(&self, length: u16) -> u32 {
        let free = self.size.saturating_sub(length.into());
        (u32::from(length) + self.settings.space_margin).min(free)
    }

    /// The number of cells beyond which more space is worth nothing.
    fn enough(&self, length: u16) -> u32 {
        ENOUGH_FACTOR * self.needed(length)
    }

    /// The distance to food. `None` if the board has no food but more will appear, or if no food is needed.
    fn food_distance(
        &self,
        board: &SnakeBoard<B>,
        seat: usize,
        reach: &Reach<B>,
        trapping: bool,
    ) -> Option<u32> {
        if self.terrain.constrictor || (board.food.is_empty() && self.terrain.refills) {
            return None;
        }
        let critical = board.snakes[seat].health as u32 <= self.settings.critical_health;
        let snake = &board.snakes[seat];
        match (reach.own_food, reach.any_food) {
            // The flood fill stopped before it reached any food.
            (NO_FOOD, NO_FOOD) if reach.space >= self.enough(snake.length) => {
                let far = |food| self.terrain.distance(snake.head, food) as u32;
                board.food.cells().map(far).min()
            }
            (NO_FOOD, NO_FOOD) => Some(self.settings.no_food_distance),
            // Food that an opponent reaches first is no reason to release that opponent from a trap.
            (NO_FOOD, _) if trapping && !critical => None,
            (NO_FOOD, any) => Some(u32::from(any) + self.settings.space_margin),
            (own, _) => Some(own.into()),
        }
    }

    fn health(&self, health: i16, food: Option<u32>) -> f32 {
        if health <= 0 {
            return self.settings.scores.zero_health;
        }
        let Some(distance) = food else { return 0.0 };
        let urgency = (FULL_HEALTH as f32 - f32::from(health)) / FULL_HEALTH as f32;
        let penalty = -(distance as f32) * urgency;
        // Food that is out of reach now may be reachable soon.
        let reachable = distance < self.settings.no_food_distance;
        let critical = health as u32 <= self.settings.critical_health;
        let starves = distance > health as u32 && (reachable || critical);
        if starves { self.settings.scores.starvation + penalty } else { penalty }
    }
}
