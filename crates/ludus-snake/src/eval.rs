//! The evaluation: the score of a position for each snake, without search.

use ludus_core::Term;

use crate::bitboard::Bitboard;
use crate::board::{MAX_SNAKES, SnakeBoard};
use crate::flood::{NO_FOOD, Reach, flood, flood_all};
use crate::rules::{FULL_HEALTH, MAX_SIDE};
use crate::settings::SnakeSettings;
use crate::terrain::Terrain;

/// Two heads at this distance, in steps, can meet in the next turn.
const HEADS_CAN_MEET: u32 = 2;

/// The distance to food beyond which hunger does not grow, in steps: the side of the largest board.
const HUNGER_DISTANCE_CAP: u32 = MAX_SIDE as u32;

/// Space beyond this many times what a snake needs is worth nothing.
const ENOUGH_FACTOR: u32 = 2;

/// A score for each seat.
pub(crate) type SeatScores = [i32; MAX_SNAKES];

/// The terms of one snake's score.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EvalTerms {
    space: f32,
    health: f32,
    control: f32,
    attack: f32,
    length: f32,
    hunger: f32,
    threat: f32,
}

impl EvalTerms {
    pub(crate) fn sum(&self) -> f32 {
        self.space
            + self.health
            + self.control
            + self.attack
            + self.length
            + self.hunger
            + self.threat
    }

    /// The terms by name.
    pub(crate) fn named(&self) -> Vec<Term> {
        let terms = [
            ("space", self.space),
            ("health", self.health),
            ("control", self.control),
            ("attack", self.attack),
            ("length", self.length),
            ("hunger", self.hunger),
            ("threat", self.threat),
        ];
        terms.map(|(name, value)| Term::new(name, value.into())).to_vec()
    }
}

/// Scores positions of one terrain.
pub(crate) struct BoardEvaluator<'a, B> {
    pub(crate) settings: &'a SnakeSettings,
    pub(crate) terrain: &'a Terrain<B>,
    /// How many snakes were alive when the search began.
    pub(crate) started: u32,
    /// The number of cells of the board.
    size: u32,
}

impl<'a, B: Bitboard> BoardEvaluator<'a, B> {
    /// An evaluator for a search that begins with this many snakes.
    pub(crate) fn new(settings: &'a SnakeSettings, terrain: &'a Terrain<B>, started: u32) -> Self {
        Self { settings, terrain, started, size: terrain.all.count() }
    }

    /// The score of the position for a living seat, less the scores of the others.
    pub(crate) fn value(&self, board: &SnakeBoard<B>, seat: usize) -> i32 {
        if board.alive.count_ones() == 2 {
            return self.duel_value(board, seat);
        }
        let reaches = flood_all(self.terrain, board, |length| self.enough(length));
        let scores = self.scores(board, &reaches);
        self.relative(board, &scores, seat)
    }

    /// The score of the position for every living seat.
    pub(crate) fn values(&self, board: &SnakeBoard<B>) -> SeatScores {
        let scores =
            self.scores(board, &flood_all(self.terrain, board, |length| self.enough(length)));
        let mut values = [0; MAX_SNAKES];
        for seat in board.living() {
            values[seat] = self.relative(board, &scores, seat);
        }
        values
    }

    /// The terms of a living seat's own score.
    pub(crate) fn terms(&self, board: &SnakeBoard<B>, seat: usize) -> EvalTerms {
        let reaches = flood_all(self.terrain, board, |length| self.enough(length));
        let total = reaches.iter().flatten().map(|reach| self.ground(reach)).sum();
        reaches[seat].map_or_else(EvalTerms::default, |reach| {
            let others = board.living().filter(|other| *other != seat);
            let others =
                others.filter_map(|other| reaches[other].map(|reach| (other, reach.space)));
            self.score(board, seat, &reach, total, others)
        })
    }

    /// [`BoardEvaluator::value`] for exactly two snakes.
    fn duel_value(&self, board: &SnakeBoard<B>, seat: usize) -> i32 {
        let other = (board.alive & !(1 << seat)).trailing_zeros() as usize;
        let [mine, theirs] =
            flood(self.terrain, board, [seat, other], |length| self.enough(length));
        let total = self.ground(&mine) + self.ground(&theirs);
        let score = |seat, own, other, space| {
            self.score(board, seat, own, total, std::iter::once((other, space))).sum()
        };
        let own = score(seat, &mine, other, theirs.space);
        let their = score(other, &theirs, seat, mine.space);
        self.with_kills(board, own - self.settings.weights.rivalry * their)
    }

    fn scores(
        &self,
        board: &SnakeBoard<B>,
        reaches: &[Option<Reach<B>>; MAX_SNAKES],
    ) -> [f32; MAX_SNAKES] {
        let total = reaches.iter().flatten().map(|reach| self.ground(reach)).sum();
        let mut scores = [0.0; MAX_SNAKES];
        for seat in board.living() {
            if let Some(reach) = &reaches[seat] {
                let others = board.living().filter(|other| *other != seat);
                let spaces =
                    others.filter_map(|o| reaches[o].as_ref().map(|reach| (o, reach.space)));
                scores[seat] = self.score(board, seat, reach, total, spaces).sum();
            }
        }
        scores
    }

    /// A seat's own score, less the weighted mean of the others' scores.
    fn relative(&self, board: &SnakeBoard<B>, scores: &[f32; MAX_SNAKES], seat: usize) -> i32 {
        let others = board.alive.count_ones().saturating_sub(1);
        let sum: f32 = board.living().filter(|other| *other != seat).map(|o| scores[o]).sum();
        let mean = if others == 0 { 0.0 } else { sum / others as f32 };
        self.with_kills(board, scores[seat] - self.settings.weights.rivalry * mean)
    }

    fn with_kills(&self, board: &SnakeBoard<B>, score: f32) -> i32 {
        let gone = self.started.saturating_sub(board.alive.count_ones());
        (score + gone as f32 * self.settings.weights.kill) as i32
    }

    /// The number of safe cells that a snake reaches first.
    fn ground(&self, reach: &Reach<B>) -> u32 {
        let safe = if self.terrain.damage > 0 { !self.terrain.hazards } else { self.terrain.all };
        (reach.territory & safe).count()
    }

    fn score(
        &self,
        board: &SnakeBoard<B>,
        seat: usize,
        reach: &Reach<B>,
        total: u32,
        others: impl Iterator<Item = (usize, u32)>,
    ) -> EvalTerms {
        let (settings, weights) = (self.settings, &self.settings.weights);
        let snake = &board.snakes[seat];
        let (mut attack, mut threatened, mut longest, mut trapping) = (0.0, false, false, false);
        longest |= board.alive.count_ones() == 1;
        let mut rival_length = 0;
        for (other, space) in others {
            let rival = &board.snakes[other];
            let distance = self.terrain.distance(snake.head, rival.head) as u32;
            rival_length = rival_length.max(rival.length);
            if snake.length > rival.length && distance <= settings.attack_distance {
                attack += settings.attack_bonus;
            }
            if space < u32::from(rival.length) + settings.trap_margin {
                attack += settings.trap_bonus;
                trapping = true;
            }
            threatened |= distance == HEADS_CAN_MEET && snake.length <= rival.length;
        }
        longest |= snake.length > rival_length + 1;
        let food = self.food_distance(board, seat, reach, trapping);
        EvalTerms {
            space: weights.space * self.space(reach.space, snake.length),
            health: weights.health * self.health(snake.health, food),
            control: weights.control * settings.territory_scale * self.ground(reach) as f32
                / total.max(1) as f32,
            attack: weights.attack * attack,
            length: weights.length * f32::from(snake.length),
            hunger: match food {
                Some(distance) if !longest => {
                    -weights.hunger * distance.min(HUNGER_DISTANCE_CAP) as f32
                }
                _ => 0.0,
            },
            threat: if threatened { weights.threat } else { 0.0 },
        }
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

    /// The reachable cells up to the useful number, or a penalty for each missing cell.
    fn space(&self, space: u32, length: u16) -> f32 {
        let needed = self.needed(length);
        if space >= needed {
            return space.min(self.enough(length)) as f32;
        }
        -((needed - space) as f32) * self.settings.space_shortage
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
