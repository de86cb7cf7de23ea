//! One match with people, played in real time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludus_core::{
    Bot, Budget, Company, Controls, Decision, Figures, Forfeit, Game, GameKit, LegalAction,
    Outcome, Seat, SeatSet, Snapshot,
};
use parking_lot::Mutex;

use super::question::{Asking, Chair, Sitting};
use super::{AnyLive, LivePlan, LiveResult, Question, Wake};
use crate::arbiter::ArbiterPlan;
use crate::ask::{Asked, begin, guarded};
use crate::contain::InternalError;
use crate::error::ArenaError;
use crate::host::SubmitError;
use crate::replay::{Recorder, SeatLine, agreed_draw, told};
use crate::session::{Mailbox, Person, is_person, legal_actions};
use crate::turns::{Table, Turns};

/// Who sits in a seat.
enum Place<G: Game> {
    /// A person, with what was submitted and not played yet.
    Person(Option<G::Action>),
    /// A bot.
    Bot(Chair<G>),
}

/// A match of a game whose type is known here and nowhere above.
pub(crate) struct Hosted<K: GameKit> {
    kit: Arc<K>,
    table: Arc<Table<<K::Game as Game>::Rules>>,
    turns: Turns<K::Game>,
    /// The newest position, shared with the bots that think about it.
    game: Arc<K::Game>,
    places: Vec<Place<K::Game>>,
    /// Seats that are lost with the next turn.
    lost: Vec<(Seat, Forfeit)>,
    recorder: Option<Recorder>,
    /// Ends what the bots think when the match is over.
    stop: Stop,
}

/// Set when it is dropped: nobody waits for what the bots still think.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Whether an answer is late is not for the one who asks to say: the next turn does.
const NEVER_LATE: Duration = Duration::from_secs(86_400);

impl<K: GameKit> Hosted<K> {
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
            margin: NEVER_LATE,
            threads: 1,
            insight: plan.record.is_some(),
            arbiter: ArbiterPlan::default(),
            stop: Arc::clone(&stop),
            pulse: Arc::default(),
        };
        // The driver only applies what it is given: the bots are asked elsewhere.
        let nobody = || Box::new(Person(Mailbox::default())) as Box<dyn Bot<K::Game>>;
        let turns = Turns::new(table.clone(), plan.seats.iter().map(|_| nobody()).collect())?;
        let company = Company { id: &table.id, labels: &table.labels };
        let mut places = Vec::with_capacity(plan.seats.len());
        let mut lost = Vec::new();
        for (seat, who) in Seat::first(plan.seats.len()).zip(&plan.seats) {
            if is_person(&who.spec) {
                places.push(Place::Person(None));
                continue;
            }
            let mut bot = kit.make_bot(&who.spec)?;
            let begun = begin(bot.as_mut(), &company, turns.game(), seat);
            lost.extend(begun.err().map(|why| (seat, why.forfeit)));
            places.push(Place::Bot(Arc::new(Mutex::new(Sitting::Idle(bot)))));
        }
        let recorder = plan.record.as_ref().map(|path| {
            let line = |who: &crate::Entrant| SeatLine {
                label: who.label.clone(),
                spec: who.spec.to_string(),
            };
            let seats = plan.seats.iter().map(line).collect();
            Recorder::create(path.clone(), seats, &table, turns.game())
        });
        let recorder = recorder.transpose()?;
        let game = Arc::new(turns.game().clone());
        Ok(Self {
            kit,
            table: Arc::new(table),
            turns,
            game,
            places,
            lost,
            recorder,
            stop: Stop(stop),
        })
    }

    /// What a seat does in this turn, if it has answered or need not.
    fn answer(&mut self, seat: Seat) -> Option<Asked<<K::Game as Game>::Action>> {
        let game = &*self.game;
        let bare = |action| Asked { result: Ok(Decision::bare(action)), took: Duration::ZERO };
        let late = || Asked { result: Err(Forfeit::Late.into()), took: Duration::ZERO };
        match &mut self.places[seat.index()] {
            Place::Person(submitted) => submitted
                .take()
                .filter(|action| game.is_legal(seat, *action))
                .or_else(|| game.fallback(seat))
                .map(bare),
            Place::Bot(chair) => match take_answer(chair, game) {
                Some(asked) => Some(asked),
                // Doing nothing is what most seats do in most ticks; where turns are long, it is a failure.
                None if K::Game::TICKS => game.fallback(seat).map(bare),
                None => game.fallback(seat).map(|_| late()),
            },
        }
    }

    /// What failed in the game while a bot was asked, if anything did.
    fn broken(&self) -> Option<InternalError> {
        self.places.iter().find_map(|place| match place {
            Place::Person(_) => None,
            Place::Bot(chair) => match &*chair.lock() {
                Sitting::Broken(error) => Some(error.clone()),
                _ => None,
            },
        })
    }

    fn waits_for(&self, seat: Seat) -> bool {
        if self.game.fallback(seat).is_some() || self.lost.iter().any(|(lost, _)| *lost == seat) {
            return false;
        }
        match &self.places[seat.index()] {
            Place::Person(submitted) => submitted.is_none(),
            Place::Bot(chair) => !matches!(*chair.lock(), Sitting::Answered { .. }),
        }
    }
}

/// Takes a bot's answer, if it is there and about this position. In a game of ticks a bot that answers a tick
/// late presses its keys a tick late.
fn take_answer<G: Game>(chair: &Chair<G>, game: &G) -> Option<Asked<G::Action>> {
    let mut sitting = chair.lock();
    match std::mem::replace(&mut *sitting, Sitting::Thinks) {
        Sitting::Answered { bot, turn, asked } => {
            *sitting = Sitting::Idle(bot);
            (G::TICKS || turn == game.turn()).then_some(asked)
        }
        other => {
            *sitting = other;
            None
        }
    }
}

impl<K: GameKit> AnyLive for Hosted<K> {
    fn turn(&self) -> u32 {
        self.game.turn()
    }

    fn to_act(&self) -> SeatSet {
        if self.turns.is_over() { SeatSet::EMPTY } else { self.game.to_act() }
    }

    fn ticks(&self) -> bool {
        K::Game::TICKS
    }

    fn clocked(&self) -> bool {
        self.game.to_act().iter().all(|seat| self.game.fallback(seat).is_some())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.turns.outcome()
    }

    fn snapshot(&self) -> Snapshot {
        self.game.snapshot()
    }

    fn controls(&self) -> Controls {
        self.kit.controls(&self.game)
    }

    fn legal(&self, seat: Seat) -> Vec<LegalAction> {
        legal_actions(&*self.kit, &self.game, seat)
    }

    fn figures(&self, seat: Seat) -> Figures {
        let mut figures = Figures::default();
        self.game.figures(seat, &mut figures);
        figures
    }

    fn submit(&mut self, seat: Seat, text: &str) -> Result<(), SubmitError> {
        let game = &*self.game;
        let Some(Place::Person(submitted)) = self.places.get_mut(seat.index()) else {
            return Err(SubmitError::NotAPerson(seat));
        };
        if self.turns.is_over() || !game.to_act().has(seat) {
            return Err(SubmitError::NotToAct);
        }
        let action = game.parse(seat, text)?;
        if !game.is_legal(seat, action) {
            return Err(SubmitError::Illegal(text.to_owned()));
        }
        *submitted = Some(submitted.map_or(action, |earlier| game.merge(earlier, action)));
        Ok(())
    }

    fn lose(&mut self, seat: Seat, why: Forfeit) {
        if seat.index() < self.places.len() && self.lost.iter().all(|(lost, _)| *lost != seat) {
            self.lost.push((seat, why));
        }
    }

    fn agree_draw(&mut self) {
        self.turns.agree(agreed_draw(self.places.len()));
    }

    fn questions(&mut self, budget: Budget, wake: &dyn Fn() -> Wake) -> Vec<Question> {
        let mut questions = Vec::new();
        for seat in self.to_act().iter() {
            let Place::Bot(chair) = &self.places[seat.index()] else { continue };
            let mut sitting = chair.lock();
            let bot = match std::mem::replace(&mut *sitting, Sitting::Thinks) {
                Sitting::Idle(bot) => bot,
                other => {
                    *sitting = other;
                    continue;
                }
            };
            drop(sitting);
            questions.push(Question::new(Asking {
                table: Arc::clone(&self.table),
                game: Arc::clone(&self.game),
                seat,
                bot,
                budget,
                stop: Arc::clone(&self.stop.0),
                chair: Arc::clone(chair),
                wake: wake(),
            }));
        }
        questions
    }

    fn is_ready(&self) -> bool {
        let to_act = self.to_act();
        if self.broken().is_some() {
            return true;
        }
        // Whoever gives up while another is to act ends the waiting for that one.
        self.lost.iter().any(|(seat, _)| !to_act.has(*seat))
            || to_act.iter().all(|seat| !self.waits_for(seat))
    }

    fn play(&mut self) -> Result<(), ArenaError> {
        if self.turns.is_over() {
            return Ok(());
        }
        if let Some(error) = self.broken() {
            return Err(error.into());
        }
        let to_act = self.game.to_act();
        let mut lost = std::mem::take(&mut self.lost);
        let out_of_turn = lost.iter().any(|(seat, _)| !to_act.has(*seat));
        let mut asked = Vec::new();
        if self.clocked() {
            // Who is out already cannot be lost.
            lost.retain(|(seat, _)| to_act.has(*seat));
        } else if out_of_turn {
            lost.retain(|(seat, _)| !to_act.has(*seat));
        }
        if self.clocked() || !out_of_turn {
            for seat in to_act.iter().filter(|s| lost.iter().all(|(lost, _)| lost != s)) {
                asked.extend(self.answer(seat).map(|answer| (seat, answer)));
            }
        }
        let played = self.turns.play_asked(asked, lost).to_vec();
        let after = Arc::new(self.turns.game().clone());
        let before = std::mem::replace(&mut self.game, after);
        if let Some(recorder) = &mut self.recorder {
            let texts = played.iter().map(|p| told(&*before, p)).collect();
            recorder.add(&*before, &played, texts, &*self.game)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Option<LiveResult>, ArenaError> {
        self.stop.0.store(true, Ordering::Relaxed);
        let Some(outcome) = self.turns.outcome() else { return Ok(None) };
        for (seat, place) in Seat::first(self.places.len()).zip(&self.places) {
            let Place::Bot(chair) = place else { continue };
            if let Sitting::Idle(bot) | Sitting::Answered { bot, .. } = &mut *chair.lock() {
                // What a bot does after the match changes nothing any more.
                let _ = guarded(|| {
                    bot.end(&self.game, seat, &outcome);
                    Ok(())
                });
            }
        }
        let (Some(result), _) = self.turns.finish() else { return Ok(None) };
        let replay = self.recorder.map(|recorder| recorder.finish(&result)).transpose()?;
        Ok(Some(LiveResult { result, replay }))
    }
}
