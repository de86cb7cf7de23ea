//! One match with people, played by the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ludus_core::{
    Budget, Controls, Decision, Figures, Forfeit, Game, GameKit, LegalAction, Outcome, Seat,
    SeatSet, Snapshot,
};
use parking_lot::Mutex;

use super::question::{Asking, BotCell, BotState};
use super::{AnyLive, BotQuestion, LivePlan, LiveResult, Wake};
use crate::arbiter::ArbiterPlan;
use crate::ask::BotAnswer;
use crate::clocks::ClockFaces;
use crate::contain::InternalError;
use crate::error::ArenaError;
use crate::host::{Keep, MatchHost, Occupant, SubmitError, is_person};
use crate::line_up::Entrant;
use crate::replay::{Recorder, SeatLine, Unwritten, agreed_draw};
use crate::series::USUAL_MARGIN;
use crate::session::legal_actions;
use crate::turns::Table;

/// A match of a game whose type is known here and nowhere above.
pub(crate) struct LiveMatch<K: GameKit> {
    kit: Arc<K>,
    table: Arc<Table<<K::Game as Game>::Rules>>,
    host: MatchHost<K::Game>,
    /// The bots by seat, which are asked on other threads; `None` for people.
    bots: Vec<Option<BotCell<K::Game>>>,
    /// Seats that are lost with the next turn.
    lost: Vec<(Seat, Forfeit)>,
    /// Ends what the bots think when the match is over.
    stop: StopOnDrop,
}

/// Set when it is dropped: nothing waits for what the bots still think.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The thread that asks a bot does not decide whether its answer is late: the next turn does.
const NEVER_LATE: Duration = Duration::from_secs(86_400);

impl<K: GameKit> LiveMatch<K> {
    /// Sets up a match. It makes and starts the bots, which may take its time.
    pub(crate) fn open(kit: Arc<K>, plan: &LivePlan) -> Result<Self, ArenaError> {
        let rules = plan.rules.of::<K::Game>()?.clone();
        let stop = Arc::new(AtomicBool::new(false));
        let table = Table {
            id: plan.id.clone(),
            labels: plan.seats.iter().map(|who| who.label.clone()).collect(),
            rules,
            seed: plan.seed.derive("unit", 0),
            bot_seed: plan.seed.derive("game", 0),
            budget: plan.budget,
            clock: plan.clock,
            margin: if plan.clock.is_some() { USUAL_MARGIN } else { NEVER_LATE },
            threads: 1,
            insight: plan.record.is_some(),
            arbiter: ArbiterPlan::default(),
            stop: Arc::clone(&stop),
            pulse: Arc::default(),
            logs: Vec::new(),
        };
        let occupant = |who: &Entrant| match is_person(&who.spec) {
            true => Ok(Occupant::Person),
            false => Ok::<_, ArenaError>(Occupant::Bot(kit.make_bot(&who.spec)?)),
        };
        let occupants = plan.seats.iter().map(occupant).collect::<Result<_, _>>()?;
        let keep = Keep { position: true, actions: !K::Game::TICKS, ..Keep::default() };
        let mut host = MatchHost::new(table.clone(), occupants, keep)?;
        if let Some(path) = &plan.record {
            let line =
                |who: &Entrant| SeatLine { label: who.label.clone(), spec: who.spec.to_string() };
            let seats = plan.seats.iter().map(line).collect();
            host.record(Recorder::create_deferred(path.clone(), seats, &table, host.game())?);
        }
        let mut bots: Vec<_> = plan.seats.iter().map(|_| None).collect();
        let mut lost = Vec::new();
        for taken in host.take_bots() {
            lost.extend(taken.failed.map(|why| (taken.seat, why)));
            bots[taken.seat.index()] = Some(Arc::new(Mutex::new(BotState::Idle(taken.bot))));
        }
        Ok(Self { kit, table: Arc::new(table), host, bots, lost, stop: StopOnDrop(stop) })
    }

    fn bot(&self, seat: Seat) -> Option<&BotCell<K::Game>> {
        self.bots.get(seat.index())?.as_ref()
    }

    /// What a seat does in this turn, if it has answered or need not.
    fn answer(&mut self, seat: Seat) -> Option<BotAnswer<<K::Game as Game>::Action>> {
        let bare = |action| BotAnswer::at_once(Ok(Decision::bare(action)));
        let late = || BotAnswer::at_once(Err(Forfeit::Late.into()));
        let Some(bot) = self.bot(seat) else { return self.host.answer_of_person(seat) };
        let game = self.host.game();
        match take_answer(bot, game) {
            Some(asked) => Some(asked),
            None if self.ran_out(seat) => self.host.clocks().map(|clocks| {
                BotAnswer::flag_fell(clocks.spent(seat, Instant::now()), clocks.left(seat))
            }),
            // Doing nothing is what most seats do in most ticks; where turns are long, it is a failure.
            None if K::Game::TICKS => game.fallback(seat).map(bare),
            None => game.fallback(seat).map(|_| late()),
        }
    }

    /// Whether the clock of a bot has run out, and the margin with it: it is not waited for any longer.
    fn ran_out(&self, seat: Seat) -> bool {
        self.host.flag_fell(seat, self.table.margin)
    }

    /// What failed in the game while a bot was asked, if anything did.
    fn broken(&self) -> Option<InternalError> {
        self.bots.iter().flatten().find_map(|bot| match &*bot.lock() {
            BotState::Broken(error) => Some(error.clone()),
            _ => None,
        })
    }

    fn waits_for(&self, seat: Seat) -> bool {
        if self.lost.iter().any(|(lost, _)| *lost == seat) {
            return false;
        }
        match self.bot(seat) {
            None => self.host.waits_for_person(seat),
            Some(bot) => {
                self.host.game().fallback(seat).is_none()
                    && !matches!(*bot.lock(), BotState::Answered { .. })
                    && !self.ran_out(seat)
            }
        }
    }
}

/// Takes a bot's answer, if it is there and about this position. In a game of ticks a bot that answers a tick
/// late presses its keys a tick late.
fn take_answer<G: Game>(bot: &BotCell<G>, game: &G) -> Option<BotAnswer<G::Action>> {
    let mut state = bot.lock();
    match std::mem::replace(&mut *state, BotState::Thinks) {
        BotState::Answered { bot, turn, asked } => {
            *state = BotState::Idle(bot);
            (G::TICKS || turn == game.turn()).then_some(asked)
        }
        other => {
            *state = other;
            None
        }
    }
}

impl<K: GameKit> AnyLive for LiveMatch<K> {
    fn turn(&self) -> u32 {
        self.host.game().turn()
    }

    fn to_act(&self) -> SeatSet {
        self.host.to_act()
    }

    fn ticks(&self) -> bool {
        K::Game::TICKS
    }

    fn clocked(&self) -> bool {
        self.host.is_clocked()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.host.outcome()
    }

    fn snapshot(&self) -> Snapshot {
        self.host.game().snapshot()
    }

    fn actions(&self) -> &[String] {
        self.host.actions()
    }

    fn controls(&self) -> Controls {
        self.kit.controls(self.host.game())
    }

    fn legal(&self, seat: Seat) -> Vec<LegalAction> {
        legal_actions(&*self.kit, self.host.game(), seat)
    }

    fn figures(&self, seat: Seat) -> Figures {
        let mut figures = Figures::default();
        self.host.game().figures(seat, &mut figures);
        figures
    }

    fn submit(&mut self, seat: Seat, text: &str) -> Result<(), SubmitError> {
        self.host.submit(seat, text)
    }

    fn lose(&mut self, seat: Seat, why: Forfeit) {
        if seat.index() < self.bots.len() && self.lost.iter().all(|(lost, _)| *lost != seat) {
            self.lost.push((seat, why));
        }
    }

    fn agree_draw(&mut self) {
        self.host.agree(agreed_draw(self.bots.len()));
    }

    fn questions(&mut self, budget: Budget, wake: &dyn Fn() -> Wake) -> Vec<BotQuestion> {
        let mut questions = Vec::new();
        for seat in self.to_act().iter() {
            let Some(cell) = self.bot(seat).map(Arc::clone) else { continue };
            let mut state = cell.lock();
            let bot = match std::mem::replace(&mut *state, BotState::Thinks) {
                BotState::Idle(bot) => bot,
                other => {
                    *state = other;
                    continue;
                }
            };
            drop(state);
            let last = self.host.take_recent(seat);
            questions.push(BotQuestion::new(Asking {
                table: Arc::clone(&self.table),
                game: self.host.position(),
                seat,
                bot,
                last,
                budget,
                clocks: self.host.clocks().cloned(),
                stop: Arc::clone(&self.stop.0),
                cell,
                wake: wake(),
            }));
        }
        questions
    }

    fn run_clocks(&mut self, now: Instant) {
        if let Some(clocks) = self.host.clocks() {
            clocks.run(self.host.waiting(), now);
        }
    }

    fn clocks(&self, now: Instant) -> Option<ClockFaces> {
        let mut faces = self.host.clocks()?.faces(now);
        // The clock of a bot that waits for a thread to think on is about to run.
        let asked = |seat: &Seat| {
            self.bot(*seat).is_some_and(|bot| matches!(*bot.lock(), BotState::Thinks))
        };
        faces.running = faces.running.iter().chain(self.to_act().iter().filter(asked)).collect();
        Some(faces)
    }

    fn next_flag(&self) -> Option<Instant> {
        let clocks = self.host.clocks()?;
        let flag = |seat: Seat| match self.bot(seat) {
            None => clocks.flag(seat),
            Some(bot) if matches!(*bot.lock(), BotState::Answered { .. }) => None,
            // A bot that waits for a thread to think on has its whole time before it.
            Some(_) => {
                let at = clocks.flag(seat).or_else(|| Some(Instant::now() + clocks.left(seat)));
                at.map(|at| at + self.table.margin)
            }
        };
        self.to_act().iter().filter_map(flag).min()
    }

    fn is_ready(&self) -> bool {
        let to_act = self.to_act();
        if self.broken().is_some() {
            return true;
        }
        // A seat that gives up while another is to act ends the waiting for that one.
        self.lost.iter().any(|(seat, _)| !to_act.has(*seat))
            || to_act.iter().all(|seat| !self.waits_for(seat))
    }

    fn play(&mut self) -> Result<(), ArenaError> {
        if self.host.is_over() {
            return Ok(());
        }
        if let Some(error) = self.broken() {
            return Err(error.into());
        }
        let to_act = self.host.to_act();
        let mut lost = std::mem::take(&mut self.lost);
        let out_of_turn = lost.iter().any(|(seat, _)| !to_act.has(*seat));
        let mut asked = Vec::new();
        if self.clocked() {
            // A seat that is out already cannot be lost.
            lost.retain(|(seat, _)| to_act.has(*seat));
        } else if out_of_turn {
            lost.retain(|(seat, _)| !to_act.has(*seat));
        }
        if self.clocked() || !out_of_turn {
            for seat in to_act.iter().filter(|s| lost.iter().all(|(lost, _)| lost != s)) {
                asked.extend(self.answer(seat).map(|answer| (seat, answer)));
            }
        }
        self.host.play_asked(asked, lost)
    }

    fn unwritten(&mut self) -> Option<Unwritten> {
        self.host.unwritten()
    }

    fn finish(mut self: Box<Self>) -> Result<Option<LiveResult>, ArenaError> {
        self.stop.0.store(true, Ordering::Relaxed);
        for seat in Seat::first(self.bots.len()) {
            let Some(cell) = self.bot(seat).map(Arc::clone) else { continue };
            // A bot that still thinks does not learn that the match ended.
            let state = std::mem::replace(&mut *cell.lock(), BotState::Thinks);
            if let BotState::Idle(bot) | BotState::Answered { bot, .. } = state {
                self.host.put_back(seat, bot);
            }
        }
        let Self { host, .. } = *self;
        let finished = host.finish()?;
        Ok(finished.result.map(|result| LiveResult { result, replay: finished.replay }))
    }
}
