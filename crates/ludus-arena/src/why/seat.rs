//! The turning points of one seat.

use ludus_core::{Budget, Game, GameKit, Mistake, Seat};

use super::judge::{Judge, Opinion};
use super::jury::Jury;
use super::recorded::{RecordedMatch, RecordedTurn};
use super::report::{MatchPhase, SwingSize, TurningPoint, Valued};
use super::scale::{Scale, ScoreSpread, Worth};
use crate::error::ArenaError;

/// Every turn is first judged with this part of the budget. Only turns that may be turning points are judged with all of it.
const SCREENING: u64 = 8;

/// A turn with this part of the least swing at the first look is looked at again. With half of it, one more of 17 drops that Stockfish sees
/// in 19 games of chess is missed.
const DOUBTFUL: f64 = 0.35;

pub(super) type KitAction<K> = <<K as GameKit>::Game as Game>::Action;

/// What is asked about one seat.
pub(super) struct SeatInquiry<'a, K: GameKit> {
    pub(super) kit: &'a K,
    pub(super) recorded: &'a RecordedMatch<K::Game>,
    pub(super) seat: Seat,
    pub(super) budget: Budget,
    pub(super) most: usize,
}

/// The turning points of a seat.
pub(super) struct SeatFindings {
    pub(super) judged: usize,
    pub(super) points: Vec<TurningPoint>,
}

/// A turn of the seat after the first look.
pub(super) struct OwnTurn<'a, G: Game> {
    pub(super) recorded: &'a RecordedTurn<G>,
    pub(super) played: G::Action,
    /// What the judge thinks of the position before it.
    pub(super) before: Opinion<G::Action>,
}

/// What the judge thinks of a turn that it looked at twice.
pub(super) struct TurnVerdict<A> {
    pub(super) better: (A, Worth),
    pub(super) played: Opinion<A>,
    pub(super) swing: f64,
    pub(super) last_chance: bool,
}

impl<'a, K: GameKit> SeatInquiry<'a, K> {
    /// Finds them.
    pub(super) fn turning_points(
        &self,
        jury: &mut Jury<'_, 'a, K>,
    ) -> Result<SeatFindings, ArenaError> {
        let turns = self.first_look(jury)?;
        let judged = turns.len();
        if judged > 0 && turns.iter().all(|turn| turn.before.worth.score.is_none()) {
            return Err(ArenaError::Asked("the judge gives no scores".to_owned()));
        }
        let scores: Vec<f64> = turns.iter().filter_map(|turn| turn.before.worth.score).collect();
        let spread = ScoreSpread::of(&scores);
        let doubtful = self.doubtful(&turns, spread, jury)?;
        let verdicts = jury
            .answers(&doubtful, |judge, place| self.second_look(judge, &turns[*place], spread))?;
        let mut named: Vec<(usize, TurnVerdict<KitAction<K>>)> = doubtful
            .into_iter()
            .zip(verdicts)
            .filter_map(|(place, verdict)| Some((place, verdict??)))
            .collect();
        self.add_last_chance(&turns, &mut named, jury)?;
        named.sort_by(|(a, one), (b, other)| {
            let by_swing = other.swing.total_cmp(&one.swing);
            other.last_chance.cmp(&one.last_chance).then(by_swing).then(a.cmp(b))
        });
        named.truncate(self.most);
        named.sort_by_key(|(place, _)| *place);
        let point = |(place, verdict): &(usize, _)| self.point(&turns[*place], verdict);
        Ok(SeatFindings { judged, points: named.iter().map(point).collect() })
    }

    pub(super) fn scale(&self) -> Scale {
        Scale::of(self.kit)
    }

    /// The budget of the first look.
    fn screening(&self) -> Budget {
        Budget {
            time: self.budget.time.map(|time| time / SCREENING as u32),
            nodes: self.budget.nodes.map(|nodes| (nodes / SCREENING).max(1)),
            depth: self.budget.depth,
        }
    }

    /// What the judge would play in every turn of the seat.
    fn first_look(
        &self,
        jury: &mut Jury<'_, 'a, K>,
    ) -> Result<Vec<OwnTurn<'a, K::Game>>, ArenaError> {
        let own = |turn: &'a RecordedTurn<K::Game>| Some((turn, turn.action(self.seat)?));
        let own: Vec<_> = self.recorded.turns.iter().filter_map(own).collect();
        let (seat, budget) = (self.seat, self.screening());
        let opinions =
            jury.answers(&own, |judge, (turn, _)| judge.opinion(&turn.before, seat, budget))?;
        let turns = own.into_iter().zip(opinions);
        Ok(turns
            .filter_map(|((recorded, played), before)| {
                Some(OwnTurn { recorded, played, before: before? })
            })
            .collect())
    }

    /// The turns in which the first look sees a swing.
    fn doubtful(
        &self,
        turns: &[OwnTurn<'a, K::Game>],
        spread: ScoreSpread,
        jury: &mut Jury<'_, 'a, K>,
    ) -> Result<Vec<usize>, ArenaError> {
        let follows = |place: usize| {
            let next = turns.get(place + 1)?;
            let at_once = next.recorded.turn == turns[place].recorded.turn + 1;
            at_once.then_some(next.before.worth)
        };
        let enough = self.scale().least() * DOUBTFUL;
        // Alone, a seat that plays what the judge plays makes no mistake. Who has next to nothing left cannot lose much.
        let may_turn = |place: &usize| {
            let turn = &turns[*place];
            let differs = turn.recorded.is_shared() || turn.before.action != Some(turn.played);
            differs && turn.before.worth.value - self.scale().lowest() >= enough
        };
        let looked: Vec<usize> = (0..turns.len()).filter(may_turn).collect();
        let (known, unknown): (Vec<usize>, Vec<usize>) =
            looked.into_iter().partition(|place| follows(*place).is_some());
        let budget = self.screening();
        let afterwards = jury.answers(&unknown, |judge, place| {
            self.worth_of(judge, turns[*place].recorded, turns[*place].played, budget)
        })?;
        let known = known.iter().filter_map(|place| Some((*place, follows(*place)?)));
        let unknown = unknown.iter().zip(afterwards);
        let unknown = unknown.filter_map(|(place, after)| Some((*place, after?.worth)));
        let mut doubtful: Vec<usize> = known
            .chain(unknown)
            .filter(|(place, after)| {
                self.scale().swing(turns[*place].before.worth, *after, spread) >= enough
            })
            .map(|(place, _)| place)
            .collect();
        doubtful.sort_unstable();
        Ok(doubtful)
    }

    /// Compares what was played with what the judge would have played; `None` if that is no turning point.
    fn second_look(
        &self,
        judge: &mut Judge<'a, K>,
        turn: &OwnTurn<'a, K::Game>,
        spread: ScoreSpread,
    ) -> Result<Option<TurnVerdict<KitAction<K>>>, ArenaError> {
        let before = judge.opinion(&turn.recorded.before, self.seat, self.budget)?;
        let best = before.action.filter(|best| *best != turn.played);
        let Some(best) = best else { return Ok(None) };
        let better = match self.scale().is_the_same_before() && !turn.recorded.is_shared() {
            true => before.worth,
            false => self.worth_of(judge, turn.recorded, best, self.budget)?.worth,
        };
        let played = self.worth_of(judge, turn.recorded, turn.played, self.budget)?;
        let swing = self.scale().swing(better, played.worth, spread);
        let verdict = TurnVerdict { better: (best, better), played, swing, last_chance: false };
        Ok((swing >= self.scale().least()).then_some(verdict))
    }

    /// What the position after an action is worth.
    pub(super) fn worth_of(
        &self,
        judge: &mut Judge<'a, K>,
        turn: &RecordedTurn<K::Game>,
        action: KitAction<K>,
        budget: Budget,
    ) -> Result<Opinion<KitAction<K>>, ArenaError> {
        judge.worth(&turn.after(self.seat, action), self.seat, &turn.chance, budget)
    }

    fn point(
        &self,
        turn: &OwnTurn<'a, K::Game>,
        verdict: &TurnVerdict<KitAction<K>>,
    ) -> TurningPoint {
        let (before, number) = (&turn.recorded.before, turn.recorded.turn);
        let mistake = Mistake {
            before,
            seat: self.seat,
            played: turn.played,
            better: verdict.better.0,
            after: &turn.recorded.after(self.seat, turn.played),
            instead: &turn.recorded.after(self.seat, verdict.better.0),
            reply: verdict.played.action,
            played_score: verdict.played.worth.score,
            better_score: verdict.better.1.score,
        };
        TurningPoint {
            turn: number,
            phase: MatchPhase::of(number, self.recorded.played),
            last_chance: verdict.last_chance,
            board: K::Game::drawing(&before.snapshot()),
            played: self.valued(before, turn.played, verdict.played.worth),
            better: self.valued(before, verdict.better.0, verdict.better.1),
            swing: verdict.swing,
            size: SwingSize::of(verdict.swing, self.scale().least()),
            tag: self.kit.mistake(&mistake),
        }
    }

    fn valued(&self, before: &K::Game, action: KitAction<K>, worth: Worth) -> Valued {
        let ended = match worth.share.unwrap_or(worth.value) {
            value if value > 0.5 => "won",
            0.5 => "drawn",
            _ => "lost",
        };
        Valued {
            action: before.show(self.seat, action),
            score: worth.score,
            text: worth.score.map_or_else(|| ended.to_owned(), |score| self.kit.score_text(score)),
            expectation: worth.share,
        }
    }
}
