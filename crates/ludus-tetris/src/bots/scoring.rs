//! The bot that scores placements. All built-in bots except `random` are this bot with different weights.

use ludus_core::{Bot, BotError, Context, Decision, Insight, Seat, SeedRng, Term};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::action::Action;
use crate::battle::{BattleContext, Threat};
use crate::bots::target::TargetPolicy;
use crate::caution::Exposure;
use crate::game::Tetris;
use crate::lookahead::Lookahead;
use crate::metrics::Metrics;
use crate::search::{PlacementCandidate, PlacementSearch, SearchEffort, best, rank};
use crate::weights::PlacementEvaluator;

/// How a bot plays, besides its weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayStyle {
    /// How often it plays a random placement of the better half.
    pub noise: Noise,
    /// Which placements it judges together with the next piece.
    pub lookahead: Lookahead,
    /// Which seat gets its garbage.
    pub target: TargetPolicy,
    /// What the points of a line cost if they put it ahead of opponents that hunt the leader.
    pub caution: u16,
}

/// A probability, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Noise(f64);

impl Noise {
    /// Never.
    pub const NONE: Self = Self(0.0);
    /// The allowed numbers, in words.
    pub const ALLOWED: &'static str = "0 to 1";

    /// This share of all decisions, in percent.
    #[must_use]
    pub const fn percent(percent: u8) -> Self {
        Self(if percent < 100 { percent as f64 / 100.0 } else { 1.0 })
    }
}

/// A number that is not a probability.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("noise {0}; allowed: {allowed}", allowed = Noise::ALLOWED)]
pub struct NoiseError(f64);

impl TryFrom<f64> for Noise {
    type Error = NoiseError;

    fn try_from(number: f64) -> Result<Self, NoiseError> {
        if (0.0..=1.0).contains(&number) { Ok(Self(number)) } else { Err(NoiseError(number)) }
    }
}

impl From<Noise> for f64 {
    fn from(noise: Noise) -> Self {
        noise.0
    }
}

/// A bot that plays the placement with the best score.
#[derive(Clone, Debug)]
pub struct ScoringBot {
    evaluator: PlacementEvaluator,
    style: PlayStyle,
    /// Kept between decisions only to reuse its memory.
    candidates: Vec<PlacementCandidate>,
}

impl ScoringBot {
    /// A bot with these weights and this style.
    #[must_use]
    pub const fn new(evaluator: PlacementEvaluator, style: PlayStyle) -> Self {
        Self { evaluator, style, candidates: Vec::new() }
    }

    /// The placement to play: the best, or with noise one of the better half.
    fn choose(&mut self, rng: &mut SeedRng) -> Option<PlacementCandidate> {
        let noise = f64::from(self.style.noise);
        if noise > 0.0 && rng.chance(noise) {
            rank(&mut self.candidates);
            let half = self.candidates.len().div_ceil(2);
            return rng.pick(&self.candidates[..half]).copied();
        }
        best(&self.candidates).copied()
    }
}

impl Bot<Tetris> for ScoringBot {
    fn decide(
        &mut self,
        game: &Tetris,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<Action>, BotError> {
        let field = game.field(seat);
        let around = BattleContext::of(game, seat);
        let search = PlacementSearch {
            evaluator: &self.evaluator,
            threat: around.threat(field.board.height()),
            exposure: Exposure::of(game, seat, self.style.caution),
            rising: if self.evaluator.sees_battle() { field.pending } else { 0 },
            spawn: game.rules().spawn,
            lookahead: self.style.lookahead,
        };
        let (threat, exposure) = (search.threat, search.exposure);
        let effort = search.run(&field.board, field.current, field.next, ctx, &mut self.candidates);
        let mut rng = ctx.seed.rng();
        let chosen =
            self.choose(&mut rng).ok_or_else(|| BotError::new("no placement is possible"))?;
        let target = self.style.target.choose(game, seat, &mut rng);
        let action = Action { placement: chosen.placement, target };
        let mut insight = insight(&chosen, effort);
        if ctx.insight {
            insight.terms = terms(&self.evaluator, game, seat, &chosen, &threat, exposure);
            insight.line = vec![action.to_string()];
            let reply = chosen.reply.and_then(|reply| reply.placement);
            insight.line.extend(reply.map(|placement| placement.to_string()));
        }
        Ok(Decision { action, insight })
    }
}

/// The insight that costs nothing. A placement above the top has an infinite score, which cannot be written down.
fn insight(chosen: &PlacementCandidate, effort: SearchEffort) -> Insight {
    Insight {
        score: Some(chosen.total()).filter(|score| score.is_finite()),
        depth: effort.depth,
        nodes: effort.nodes,
        ..Insight::default()
    }
}

/// The parts of the score by name. With look-ahead, the score of the reply is the last part.
fn terms(
    evaluator: &PlacementEvaluator,
    game: &Tetris,
    seat: Seat,
    chosen: &PlacementCandidate,
    threat: &Threat,
    exposure: Exposure,
) -> Vec<Term> {
    let field = game.field(seat);
    let placement = chosen.placement;
    let landing = field.board.drop_piece(field.current, placement, game.rules().spawn);
    let Some(landing) = landing.filter(|landing| !landing.out) else { return Vec::new() };
    let metrics = Metrics::of(&landing, field.current.shape(placement.rotation));
    let mut terms = evaluator.terms(&metrics, threat);
    let cost = Some(exposure.cost(landing.lines)).filter(|cost| *cost != 0.0);
    terms.extend(cost.map(|cost| Term::new("caution", -cost)));
    terms.extend(chosen.reply.map(|reply| Term::new("next_piece", reply.score)));
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::hunt::Hunt;
    use crate::metric::Metric;
    use crate::piece::Piece;
    use crate::rules::TetrisRules;
    use ludus_core::{Game, Seed, SeededChance};
    use std::sync::atomic::AtomicBool;

    const STYLE: PlayStyle = PlayStyle {
        noise: Noise::NONE,
        lookahead: Lookahead::None,
        target: TargetPolicy::Next,
        caution: 0,
    };

    fn decide(style: PlayStyle, seats: usize, seed: u64) -> Decision<Action> {
        decide_among(style, seats, seed, Hunt::seen())
    }

    /// What a bot does with opponents that were seen to hunt, or not.
    fn decide_among(style: PlayStyle, seats: usize, seed: u64, hunt: Hunt) -> Decision<Action> {
        let mut chance = SeededChance::new(Seed::new(1));
        let mut game = Tetris::new(&TetrisRules::default(), seats, &mut chance).unwrap();
        let mut rows = [".........."; 20];
        rows[16..].fill("#########.");
        game.fields[0].board = Board::from_rows(&rows).unwrap();
        game.fields[0].current = Piece::I;
        game.fields[0].next = Piece::O;
        for field in &mut game.fields[1..] {
            (field.score, field.hunt) = (200, hunt);
        }
        let evaluator = PlacementEvaluator::signed(&[(Metric::Holes, -7.0), (Metric::Lines, 2.0)]);
        let stop = AtomicBool::new(false);
        let ctx = Context { seed: Seed::new(seed), insight: true, ..Context::new(&stop) };
        ScoringBot::new(evaluator, style).decide(&game, Seat::new(0).unwrap(), &ctx).unwrap()
    }

    #[test]
    fn the_best_placement_is_played_with_its_reason() {
        let decision = decide(STYLE, 1, 1);
        assert_eq!(decision.action.to_string(), "r1x9");
        let insight = decision.insight;
        assert_eq!((insight.score, insight.depth, insight.nodes), (Some(8.0), 1, 17));
        let terms: Vec<_> = insight.terms.iter().map(|t| (t.name.as_str(), t.value)).collect();
        assert_eq!(terms, [("holes", 0.0), ("lines", 8.0)]);
        assert_eq!(insight.line, ["r1x9"]);
    }

    #[test]
    fn look_ahead_tells_the_expected_reply() {
        let decision = decide(PlayStyle { lookahead: Lookahead::Full, ..STYLE }, 2, 1);
        assert_eq!(decision.action.to_string(), "r1x9>1");
        assert_eq!(decision.insight.line, ["r1x9>1", "r0x0"]);
        assert_eq!(decision.insight.depth, 2);
        let sum: f64 = decision.insight.terms.iter().map(|term| term.value).sum();
        assert_eq!(Some(sum), decision.insight.score);
    }

    #[test]
    fn a_cautious_bot_does_not_lead_where_it_would_be_hunted_and_says_why() {
        let careful = PlayStyle { caution: 10, ..STYLE };
        let placed = |decision: Decision<Action>| decision.action.placement.to_string();
        assert_ne!(placed(decide(careful, 3, 1)), "r1x9", "four lines would lead by 600");
        assert_eq!(placed(decide(careful, 2, 1)), "r1x9");
        assert_eq!(placed(decide_among(careful, 3, 1, Hunt::default())), "r1x9", "no one hunts");
        let low = PlayStyle { caution: 1, ..STYLE };
        let decision = decide(low, 3, 1);
        let terms: Vec<_> = decision.insight.terms.iter().map(|t| (&*t.name, t.value)).collect();
        assert_eq!(terms, [("holes", 0.0), ("lines", 8.0), ("caution", -6.0)]);
        assert_eq!(decision.insight.score, Some(2.0));
    }

    #[test]
    fn noise_plays_the_better_half() {
        let style = PlayStyle { noise: Noise::percent(100), ..STYLE };
        let played: std::collections::BTreeSet<_> =
            (0..200).map(|seed| decide(style, 1, seed).action.to_string()).collect();
        assert_eq!(played.len(), 9, "half of 17, rounded up: {played:?}");
        let quiet = PlayStyle { noise: Noise::percent(0), ..STYLE };
        assert!((0..50).all(|seed| decide(quiet, 1, seed).action.to_string() == "r1x9"));
    }

    #[test]
    fn noise_is_a_probability() {
        assert!(Noise::try_from(0.5).is_ok() && Noise::try_from(1.0).is_ok());
        for number in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(Noise::try_from(number).is_err(), "{number}");
        }
    }
}
