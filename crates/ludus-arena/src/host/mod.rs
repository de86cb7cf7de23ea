//! The host of a match: it seats bots and people, takes in what people submit, plays turns, keeps what is asked for,
//! records the replay, and gives the result.
//!
//! | module | what lives there |
//! |---|---|
//! | `people` | seats of people, and the mailboxes of what they submit |
//! | `notes` | what is kept of a match: actions, thoughts, turns |
//! | `error` | why a match refuses what a person wants |
//!
//! Three drivers play matches on it: [`series`](crate::series) as fast as possible, with bots kept from game to game;
//! [`session`](crate::session) turn by turn, with views, and turns can be taken back; [`live`](crate::live) by the
//! clock, with bots that are asked on other threads.

mod error;
mod notes;
mod people;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludus_core::{
    Bot, Decision, Forfeit, Game, Outcome, PastAction, RulesError, Seat, SeatSet, Thought,
};

pub use error::{SubmitError, UndoError};
pub(crate) use notes::Keep;
use notes::Notes;
use people::{AwayBot, Mailbox, PersonBot};
pub use people::{PERSON, is_person};

use crate::ask::BotAnswer;
use crate::clocks::SharedClocks;
use crate::error::ArenaError;
use crate::replay::{Recorder, Unwritten};
use crate::turns::{MatchResult, Played, Table, Turns};

/// Who plays a seat.
pub(crate) enum Occupant<G: Game> {
    /// A person, whose actions are submitted.
    Person,
    /// A bot.
    Bot(Box<dyn Bot<G>>),
}

/// A match while it is played.
pub(crate) struct MatchHost<G: Game> {
    turns: Turns<G>,
    /// What people have submitted, by seat; `None` for bots.
    mailboxes: Vec<Option<Mailbox<G::Action>>>,
    /// The newest position; `None` where nothing needs a position beside the one that is played.
    position: Option<Arc<G>>,
    notes: Notes<G>,
    recorder: Option<Recorder>,
}

/// What is left of a match at its end.
pub(crate) struct Finished<G: Game> {
    /// The result, if the match is over.
    pub(crate) result: Option<MatchResult>,
    /// The bots, seat by seat.
    pub(crate) bots: Vec<Box<dyn Bot<G>>>,
    /// The actions, if they were kept.
    pub(crate) actions: Option<Vec<String>>,
    /// What the bots thought, if it was kept.
    pub(crate) thoughts: Vec<Thought>,
    /// The replay, if one was recorded.
    pub(crate) replay: Option<PathBuf>,
}

impl<G: Game> MatchHost<G> {
    /// Seats bots and people, and starts the bots.
    ///
    /// # Errors
    /// If the rules cannot be played with this number of seats.
    pub(crate) fn new(
        table: Table<G::Rules>,
        occupants: Vec<Occupant<G>>,
        keep: Keep,
    ) -> Result<Self, RulesError> {
        let mut mailboxes = Vec::with_capacity(occupants.len());
        let mut bots: Vec<Box<dyn Bot<G>>> = Vec::with_capacity(occupants.len());
        for occupant in occupants {
            let mailbox = matches!(occupant, Occupant::Person).then(Mailbox::default);
            bots.push(match (occupant, &mailbox) {
                (Occupant::Bot(bot), _) => bot,
                (Occupant::Person, mailbox) => {
                    Box::new(PersonBot(mailbox.clone().unwrap_or_default()))
                }
            });
            mailboxes.push(mailbox);
        }
        let turns = Turns::new(table, bots)?;
        let position = (keep.notes() || keep.position).then(|| Arc::new(turns.game().clone()));
        Ok(Self { turns, mailboxes, position, notes: Notes::new(keep), recorder: None })
    }

    /// Records the match from its start.
    pub(crate) fn record(&mut self, recorder: Recorder) {
        self.recorder = Some(recorder);
        self.position = Some(self.position());
    }

    /// The position that is played.
    pub(crate) fn game(&self) -> &G {
        self.turns.game()
    }

    /// The newest position, shared.
    pub(crate) fn position(&self) -> Arc<G> {
        self.position.clone().unwrap_or_else(|| Arc::new(self.turns.game().clone()))
    }

    /// What the match is played with.
    pub(crate) fn table(&self) -> &Table<G::Rules> {
        self.turns.table()
    }

    /// What is kept of the match.
    pub(crate) const fn keeps(&self) -> Keep {
        self.notes.keep()
    }

    /// Whether the match has its outcome.
    pub(crate) fn is_over(&self) -> bool {
        self.turns.is_over()
    }

    /// The outcome, once there is one.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.turns.outcome()
    }

    /// The seats that are to act; none when the match is over.
    pub(crate) fn to_act(&self) -> SeatSet {
        if self.is_over() { SeatSet::EMPTY } else { self.game().to_act() }
    }

    /// Whether the rules say for every seat what it does when it does nothing: turns can then come by the clock.
    pub(crate) fn is_clocked(&self) -> bool {
        self.game().to_act().iter().all(|seat| self.game().fallback(seat).is_some())
    }

    /// Whether a person plays this seat.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.mailbox(seat).is_some()
    }

    fn mailbox(&self, seat: Seat) -> Option<&Mailbox<G::Action>> {
        self.mailboxes.get(seat.index())?.as_ref()
    }

    /// Whether the next turn has to wait until the person in this seat submits something.
    pub(crate) fn waits_for_person(&self, seat: Seat) -> bool {
        // A seat whose rules say what it does when it does nothing keeps no one waiting.
        self.mailbox(seat).is_some_and(Mailbox::is_empty)
            && self.game().fallback(seat).is_none()
            && !self.flag_fell(seat, Duration::ZERO)
    }

    /// The clocks, in a match with clocks.
    pub(crate) fn clocks(&self) -> Option<&SharedClocks> {
        self.turns.clocks()
    }

    /// Whether the clock of a seat runs and has run out this long ago.
    pub(crate) fn flag_fell(&self, seat: Seat, ago: Duration) -> bool {
        let flag = self.clocks().and_then(|clocks| clocks.flag(seat));
        flag.is_some_and(|flag| Instant::now() >= flag + ago)
    }

    /// The people who have to submit an action before the next turn can be played.
    pub(crate) fn waiting(&self) -> SeatSet {
        self.to_act().iter().filter(|seat| self.waits_for_person(*seat)).collect()
    }

    /// Takes a person's action, as text in the game's notation. The next turn plays it, together with earlier ones of
    /// the same turn as far as the game merges them.
    pub(crate) fn submit(&mut self, seat: Seat, text: &str) -> Result<(), SubmitError> {
        let game = self.turns.game();
        let mailbox = self.mailbox(seat).ok_or(SubmitError::NotAPerson(seat))?;
        if !self.to_act().has(seat) {
            return Err(SubmitError::NotToAct);
        }
        let action = game.parse(seat, text)?;
        if !game.is_legal(seat, action) {
            return Err(SubmitError::Illegal(text.to_owned()));
        }
        let earlier = mailbox.take();
        mailbox.put(earlier.map_or(action, |earlier| game.merge(earlier, action)));
        if let Some(clocks) = self.clocks() {
            clocks.hold(SeatSet::only(seat), Instant::now());
        }
        Ok(())
    }

    /// What the person in this seat does in the next turn, if anything: with a clock, it has run out at the latest.
    pub(crate) fn answer_of_person(&mut self, seat: Seat) -> Option<BotAnswer<G::Action>> {
        let action = self.mailbox(seat)?.action(self.game(), seat);
        let played = |action| BotAnswer::at_once(Ok(Decision::bare(action)));
        let Some(clocks) = self.clocks() else { return action.map(played) };
        let took = clocks.spent(seat, Instant::now());
        let left = clocks.left(seat);
        let late = action.is_none() && took >= left || took > left + self.table().margin;
        match action.filter(|_| !late) {
            Some(action) => Some(BotAnswer { took, ..played(action) }),
            None => late.then(|| BotAnswer::flag_fell(took, left)),
        }
    }

    /// Asks the bots, plays one turn and notes it; `false` when the match is over or was stopped.
    ///
    /// # Errors
    /// If the replay cannot be written.
    pub(crate) fn play(&mut self) -> Result<bool, ArenaError> {
        if self.turns.play_turn().is_none() {
            return Ok(false);
        }
        self.note()?;
        Ok(true)
    }

    /// Plays one turn with answers that were got elsewhere, see [`Turns::play_asked`], and notes it.
    ///
    /// # Errors
    /// If the replay cannot be written.
    pub(crate) fn play_asked(
        &mut self,
        asked: Vec<(Seat, BotAnswer<G::Action>)>,
        lost: Vec<(Seat, Forfeit)>,
    ) -> Result<(), ArenaError> {
        self.turns.play_asked(asked, lost);
        self.note()
    }

    /// Notes the turn that was just played.
    fn note(&mut self) -> Result<(), ArenaError> {
        let Some(before) = self.position.take() else { return Ok(()) };
        let after = Arc::new(self.turns.game().clone());
        self.position = Some(Arc::clone(&after));
        let played = self.turns.played();
        if self.notes.keep().notes() {
            self.notes.add(&before, played);
        }
        match &mut self.recorder {
            Some(recorder) => recorder.add(&*before, played, &*after),
            None => Ok(()),
        }
    }

    /// What each seat did in the last turn, and as text where notes are kept.
    pub(crate) fn last_turn(&self) -> (&[Played<G::Action>], &[String], SeatSet) {
        (self.turns.played(), &self.notes.texts, self.notes.acted)
    }

    /// The actions so far, where they are kept.
    pub(crate) fn actions(&self) -> &[String] {
        &self.notes.actions
    }

    /// Takes back everything since a person last acted, that action included.
    pub(crate) fn undo(&mut self) -> Result<(), UndoError> {
        if self.recorder.is_some() {
            return Err(UndoError::Recorded);
        }
        if !self.notes.keep().turns {
            return Err(UndoError::Live);
        }
        if self.clocks().is_some() {
            return Err(UndoError::Clocks);
        }
        let by_person = |turn: &Vec<(Seat, _)>| turn.iter().any(|(seat, _)| self.is_person(*seat));
        let turns = self.notes.turns.iter().rposition(by_person).ok_or(UndoError::Nothing)?;
        self.turns.rewind(&self.notes.turns[..turns])?;
        self.notes.truncate(turns);
        self.position = Some(Arc::new(self.turns.game().clone()));
        self.mailboxes.iter().flatten().for_each(Mailbox::clear);
        Ok(())
    }

    /// Ends the match, if it is not over, as the seats have agreed.
    pub(crate) fn agree(&mut self, outcome: Outcome) {
        self.turns.agree(outcome);
    }

    /// Takes out the bots to ask them elsewhere, seat by seat, and why those did not start that did not.
    pub(crate) fn take_bots(&mut self) -> Vec<TakenBot<G>> {
        let mailboxes = &self.mailboxes;
        let taken = self.turns.take_bots(|| Box::new(AwayBot));
        let of_seats = Seat::first(mailboxes.len()).zip(mailboxes).zip(taken);
        of_seats
            .filter(|((_, mailbox), _)| mailbox.is_none())
            .map(|((seat, _), (bot, failed))| TakenBot { seat, bot, failed })
            .collect()
    }

    /// Takes out what the seats did since this one was last asked: it is asked now, elsewhere.
    pub(crate) fn take_recent(&mut self, seat: Seat) -> Vec<PastAction> {
        self.turns.take_recent(seat)
    }

    /// Puts a bot back that was asked elsewhere.
    pub(crate) fn put_back(&mut self, seat: Seat, bot: Box<dyn Bot<G>>) {
        self.turns.put_back(seat, bot);
    }

    /// Lines of the replay that another thread should write now, see [`Recorder::unwritten`].
    pub(crate) fn unwritten(&mut self) -> Option<Unwritten> {
        self.recorder.as_mut()?.unwritten()
    }

    /// Ends the match and the replay.
    ///
    /// # Errors
    /// If the replay cannot be written.
    pub(crate) fn finish(self) -> Result<Finished<G>, ArenaError> {
        let Self { turns, notes, recorder, .. } = self;
        let (result, bots) = turns.finish();
        let replay = match (recorder, &result) {
            (Some(recorder), Some(result)) => Some(recorder.finish(result)?),
            _ => None,
        };
        let actions = notes.keep().actions.then_some(notes.actions);
        Ok(Finished { result, bots, actions, thoughts: notes.thoughts, replay })
    }
}

/// A bot that was taken out of its match to be asked elsewhere.
pub(crate) struct TakenBot<G: Game> {
    /// Its seat.
    pub(crate) seat: Seat,
    /// The bot.
    pub(crate) bot: Box<dyn Bot<G>>,
    /// Why it did not start, if so.
    pub(crate) failed: Option<Forfeit>,
}
