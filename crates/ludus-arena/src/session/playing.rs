//! A match without its types, as sessions play it.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use ludus_core::{Answer, Bot, Game, GameKit, Outcome, Seat, SeatSet, Thought, Transcript};

use super::person::{Mailbox, Person, is_person};
use super::view::{At, Deed, SeatView, View};
use crate::error::ArenaError;
use crate::host::{SubmitError, UndoError};
use crate::replay::{Recorder, acted, told, turn_text};
use crate::series::{GameRecord, SeriesPlan};
use crate::turns::{Played, Turn, Turns};

/// One game of a series while it is played turn by turn.
pub trait AnyMatch: Send {
    /// Plays one turn; `false` when the match is over or was stopped.
    ///
    /// # Errors
    /// If a replay is recorded and cannot be written.
    fn play_turn(&mut self) -> Result<bool, ArenaError>;

    /// Whether the match has its outcome.
    fn is_over(&self) -> bool;

    /// The people who have to submit an action before the next turn can be played.
    fn waiting(&self) -> SeatSet;

    /// Takes a person's action.
    ///
    /// # Errors
    /// If the text means no action that is legal now.
    fn submit(&mut self, seat: Seat, text: &str) -> Result<(), SubmitError>;

    /// Takes back everything since a person last acted, that action included.
    ///
    /// # Errors
    /// If no person has acted yet, the match is recorded, or it is live play.
    fn undo(&mut self) -> Result<(), UndoError>;

    /// The actions so far, as in [`GameRecord::actions`], from the one at place `from` on.
    fn actions(&self, from: usize) -> &[String];

    /// The position and what led to it.
    fn view(&self) -> View;

    /// Ends the match: what it came to, if it is over.
    ///
    /// # Errors
    /// If a replay is recorded and cannot be written.
    fn finish(self: Box<Self>) -> Result<Option<GameRecord>, ArenaError>;
}

/// A match of a game whose type is known here and nowhere above.
pub(crate) struct Playing<K: GameKit> {
    kit: Arc<K>,
    plan: Arc<SeriesPlan>,
    number: u64,
    /// Who sits in each seat, as an index into the line-up.
    entrants: Vec<usize>,
    turns: Turns<K::Game>,
    /// The newest position, shared with the views of it.
    game: Arc<K::Game>,
    seats: Vec<SeatView>,
    mailboxes: Vec<Option<Mailbox<<K::Game as Game>::Action>>>,
    acted: SeatSet,
    /// Every turn as it was played, to play it again up to some point; of live play, which cannot be taken back,
    /// nothing.
    history: Vec<Turn<K::Game>>,
    actions: Vec<String>,
    thoughts: Vec<Thought>,
    recorder: Option<Recorder>,
}

impl<K: GameKit> Playing<K> {
    /// Sets up game `number` of the plan, as the series would play it.
    pub(crate) fn open(
        kit: Arc<K>,
        plan: Arc<SeriesPlan>,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, ArenaError> {
        let rules = plan.start(number).of::<K::Game>()?.clone();
        let mut table = plan.table::<K::Game>(number, rules, stop, &Arc::default());
        // Somebody looks.
        table.insight = true;
        let entrants = plan.line_up.seating(plan.seed, number);
        let (mut bots, mut seats, mut mailboxes) = (Vec::new(), Vec::new(), Vec::new());
        for &entrant in &entrants {
            let who = &plan.line_up.entrants()[entrant];
            let person = is_person(&who.spec);
            let mailbox = person.then(Mailbox::default);
            bots.push(match &mailbox {
                Some(mailbox) => Box::new(Person(mailbox.clone())) as Box<dyn Bot<K::Game>>,
                None => kit.make_bot(&who.spec)?,
            });
            mailboxes.push(mailbox);
            seats.push(SeatView { label: who.label.clone(), entrant, person, last: None });
        }
        let turns = Turns::new(table.clone(), bots)?;
        let recorder = match &plan.record {
            Some(folder) => Some(Recorder::start(folder, &plan, number, &table, turns.game())?),
            None => None,
        };
        Ok(Self {
            game: Arc::new(turns.game().clone()),
            kit,
            plan,
            number,
            entrants,
            turns,
            seats,
            mailboxes,
            acted: SeatSet::EMPTY,
            history: Vec::new(),
            actions: Vec::new(),
            thoughts: Vec::new(),
            recorder,
        })
    }

    /// Notes what was done, in the words of the position in which it was done.
    fn note(&mut self, played: &[Played<<K::Game as Game>::Action>]) -> Vec<String> {
        let texts: Vec<String> = played.iter().map(|p| told(&*self.game, p)).collect();
        let turn = self.game.turn() + 1;
        let did = |p: &&Played<_>| !K::Game::TICKS || acted(&*self.game, p);
        self.acted = played.iter().filter(did).map(|p| p.seat).collect();
        for (p, text) in played.iter().zip(&texts).filter(|(p, _)| self.acted.has(p.seat)) {
            self.seats[p.seat.index()].last = Some(Arc::new(Deed {
                turn,
                text: text.clone(),
                failure: p.failure.as_ref().map(ToString::to_string),
                forfeit: matches!(p.answer, Answer::Forfeit(_)),
                insight: p.insight.clone(),
                took: p.took,
            }));
        }
        if !K::Game::TICKS {
            self.history.push(played.iter().map(|p| (p.seat, p.answer.clone())).collect());
        }
        self.actions.extend(turn_text(&*self.game, played, &texts));
        if self.plan.transcripts {
            self.thoughts.extend(played.iter().map(|p| Thought {
                seat: p.seat,
                insight: p.insight.clone(),
                took: p.took,
            }));
        }
        texts
    }

    /// The match in the game's own notation, if it has one.
    fn transcript(&self, game: &K::Game, outcome: &Outcome) -> Option<String> {
        let labels: Vec<&str> = self.seats.iter().map(|seat| seat.label.as_str()).collect();
        self.kit.transcript(&Transcript {
            game,
            outcome,
            labels: &labels,
            number: self.number + 1,
            thoughts: &self.thoughts,
        })
    }
}

impl<K: GameKit> AnyMatch for Playing<K> {
    fn play_turn(&mut self) -> Result<bool, ArenaError> {
        let Some(played) = self.turns.play_turn() else { return Ok(false) };
        let played = played.to_vec();
        let texts = self.note(&played);
        let after = Arc::new(self.turns.game().clone());
        let before = std::mem::replace(&mut self.game, after);
        if let Some(recorder) = &mut self.recorder {
            recorder.add(&*before, &played, texts, self.turns.game())?;
        }
        Ok(true)
    }

    fn is_over(&self) -> bool {
        self.turns.is_over()
    }

    fn waiting(&self) -> SeatSet {
        if self.is_over() {
            return SeatSet::EMPTY;
        }
        let empty =
            |seat: &Seat| self.mailboxes[seat.index()].as_ref().is_some_and(Mailbox::is_empty);
        // Where the rules say what a seat does that does nothing, nobody waits for it.
        let needed = |seat: &Seat| empty(seat) && self.game.fallback(*seat).is_none();
        self.game.to_act().iter().filter(needed).collect()
    }

    fn submit(&mut self, seat: Seat, text: &str) -> Result<(), SubmitError> {
        let mailbox = self.mailboxes.get(seat.index()).and_then(Option::as_ref);
        let Some(mailbox) = mailbox else { return Err(SubmitError::NotAPerson(seat)) };
        let action = self.game.parse(seat, text)?;
        if !self.game.is_legal(seat, action) {
            return Err(SubmitError::Illegal(text.to_owned()));
        }
        let earlier = mailbox.take();
        mailbox.put(earlier.map_or(action, |earlier| self.game.merge(earlier, action)));
        Ok(())
    }

    fn undo(&mut self) -> Result<(), UndoError> {
        if self.recorder.is_some() {
            return Err(UndoError::Recorded);
        }
        if K::Game::TICKS {
            return Err(UndoError::Live);
        }
        let by_person =
            |turn: &Turn<K::Game>| turn.iter().any(|(seat, _)| self.seats[seat.index()].person);
        let Some(keep) = self.history.iter().rposition(by_person) else {
            return Err(UndoError::Nothing);
        };
        self.turns.rewind(&self.history[..keep])?;
        let undone: usize = self.history[keep..].iter().map(Vec::len).sum();
        self.history.truncate(keep);
        self.actions.truncate(keep);
        self.thoughts.truncate(self.thoughts.len().saturating_sub(undone));
        self.game = Arc::new(self.turns.game().clone());
        self.acted = SeatSet::EMPTY;
        for (seat, mailbox) in self.seats.iter_mut().zip(&self.mailboxes) {
            seat.last = None;
            if let Some(mailbox) = mailbox {
                mailbox.clear();
            }
        }
        Ok(())
    }

    fn actions(&self, from: usize) -> &[String] {
        self.actions.get(from..).unwrap_or_default()
    }

    fn view(&self) -> View {
        View {
            number: self.number,
            turn: self.game.turn(),
            seats: self.seats.clone(),
            acted: self.acted,
            to_act: if self.is_over() { SeatSet::EMPTY } else { self.game.to_act() },
            clocked: self.game.to_act().iter().all(|seat| self.game.fallback(seat).is_some()),
            outcome: self.turns.outcome(),
            position: Arc::new(At { kit: Arc::clone(&self.kit), game: Arc::clone(&self.game) }),
            snapshot: OnceLock::new(),
        }
    }

    fn finish(mut self: Box<Self>) -> Result<Option<GameRecord>, ArenaError> {
        let game = Arc::clone(&self.game);
        let transcript = match (self.plan.transcripts, self.turns.outcome()) {
            (true, Some(outcome)) => self.transcript(&game, &outcome),
            _ => None,
        };
        let table = self.turns.table();
        let (seed, bot_seed) = (table.seed, table.bot_seed);
        let (result, _) = self.turns.finish();
        let Some(result) = result else { return Ok(None) };
        if let Some(recorder) = self.recorder.take() {
            recorder.finish(&result)?;
        }
        Ok(Some(GameRecord {
            number: self.number,
            seed,
            bot_seed,
            seats: self.entrants,
            result,
            position: Some(game.snapshot()),
            actions: Some(self.actions),
            transcript,
        }))
    }
}
