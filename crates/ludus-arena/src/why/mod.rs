//! Why a match was lost: the turns in which it turned, found by a judge.
//!
//! The judge is a bot. In every turn of a seat it is asked what it would play. Where that is something else, the position after
//! its own action is compared with the position after what was played: both are searched with the same budget, the others do
//! what they did, and chance brings what it brought. The difference is the **swing** of the turn. Where seats act at the
//! same time, the last turn in which another action would not have been a certain loss is named, too: the last chance.
//!
//! | module | what lives there |
//! |---|---|
//! | `recorded` | the recorded turns with their positions, verified |
//! | `judge` | the judge: what it would play, and what a position is worth to a seat |
//! | `scale` | what the judge's scores mean, and by how much a match turned |
//! | `jury` | several judges on as many threads, whose answers do not depend on how many they are |
//! | `seat` | the turning points of one seat |
//! | `last_chance` | the last turn before a certain loss |
//! | `report` | what was found |
//! | `lessons` | what many reports have in common |

mod judge;
mod jury;
mod last_chance;
mod lessons;
mod recorded;
mod report;
mod scale;
mod seat;

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ludus_core::{BotSpec, Budget, Forfeit, Game as _, GameKit, Outcome, Rank, Seat};

use self::judge::Judge;
use self::jury::Jury;
pub use self::lessons::{Lessons, MistakeGroup, WorstPosition};
use self::recorded::RecordedMatch;
pub use self::report::{
    MatchPhase, SeatWhy, SwingSize, SwingUnit, TurningPoint, Valued, WhyReport,
};
use self::scale::Scale;
use self::seat::SeatInquiry;
use crate::error::ArenaError;
use crate::replay::{Header, ReplayReader};

/// How a recorded match is judged.
#[derive(Clone, Debug)]
pub struct WhyPlan {
    /// The judge; without one, the game's own.
    pub judge: Option<BotSpec>,
    /// What the judge may spend on a position; without it, what the game says.
    pub budget: Option<Budget>,
    /// Which seats are judged.
    pub whose: Whose,
    /// How many turning points are named for each seat.
    pub most: usize,
    /// How many positions are judged at a time.
    pub jobs: usize,
    /// Set from outside to end with what was found so far.
    pub stop: Arc<AtomicBool>,
}

/// Which seats of a match are judged. All conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whose {
    /// Only this seat.
    pub seat: Option<Seat>,
    /// Only the seats of the bot with this label.
    pub label: Option<String>,
    /// Only seats that lost.
    pub lost: bool,
}

impl Whose {
    /// All seats that lost.
    #[must_use]
    pub fn losers() -> Self {
        Self { lost: true, ..Self::default() }
    }

    fn seats(&self, header: &Header, outcome: &Outcome) -> Vec<Seat> {
        let label = |seat: Seat| header.seats[seat.index()].label.as_str();
        Seat::first(header.seats.len())
            .filter(|seat| self.seat.is_none_or(|wanted| wanted == *seat))
            .filter(|seat| self.label.as_ref().is_none_or(|wanted| wanted == label(*seat)))
            .filter(|seat| !self.lost || has_lost(outcome, *seat))
            .collect()
    }
}

/// Whether the seat lost. A match of one seat ends when that seat is out, so it always did.
fn has_lost(outcome: &Outcome, seat: Seat) -> bool {
    outcome.ranks().len() == 1 || outcome.rank(seat) != Rank::FIRST
}

/// How many positions were judged so far, and how many are known to need it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WhyProgress {
    /// Those that were judged.
    pub judged: u64,
    /// Those that are known to need it; it grows when doubtful turns are looked at again.
    pub of: u64,
}

/// The turning points of a recorded match. The record is verified on the way.
///
/// # Errors
/// If the replay fails verification or is of live play, the judge cannot be made or gives no scores.
pub fn why<K: GameKit, R: BufRead>(
    kit: &K,
    reader: &mut ReplayReader<R>,
    plan: &WhyPlan,
    watch: &mut dyn FnMut(WhyProgress),
) -> Result<WhyReport, ArenaError> {
    let recorded = RecordedMatch::<K::Game>::read(reader)?;
    let header = reader.header();
    if let Some(seat) = plan.whose.seat.filter(|seat| seat.index() >= header.seats.len()) {
        let last = header.seats.len().saturating_sub(1);
        let text = format!("there is no seat {seat}: the match has seats 0 to {last}");
        return Err(ArenaError::Asked(text));
    }
    let spec = plan.judge.clone().map_or_else(|| own_judge::<K>(), Ok)?;
    let budget = plan.budget.unwrap_or_else(|| kit.judge_budget());
    let judges = (0..plan.jobs.max(1))
        .map(|_| Judge::new(kit, &spec, header.bot_seed, &plan.stop))
        .collect::<Result<Vec<_>, _>>()?;
    let mut jury = Jury::new(judges, &plan.stop, watch);
    let mut seats = Vec::new();
    for seat in plan.whose.seats(header, &recorded.outcome) {
        let inquiry = SeatInquiry { kit, recorded: &recorded, seat, budget, most: plan.most };
        let found = inquiry.turning_points(&mut jury)?;
        seats.push(SeatWhy {
            seat,
            label: header.seats[seat.index()].label.clone(),
            rank: recorded.outcome.rank(seat),
            lost: has_lost(&recorded.outcome, seat),
            forfeit: recorded.forfeit(seat).map(Forfeit::to_string),
            judged: found.judged,
            points: found.points,
        });
    }
    Ok(WhyReport {
        game: K::Game::NAME,
        judge: spec.to_string(),
        budget,
        outcome: recorded.outcome,
        turns: recorded.played,
        unit: Scale::of(kit).unit(),
        interrupted: plan.stop.load(Ordering::Relaxed),
        seats,
    })
}

/// The game's own judge.
fn own_judge<K: GameKit>() -> Result<BotSpec, ArenaError> {
    let name = K::JUDGE.or(K::DEMO.first().copied()).unwrap_or_default();
    Ok(name.parse()?)
}
