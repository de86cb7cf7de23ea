//! A match without its types, played turn by turn for viewers.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use ludus_core::{ActionMark, Answer, Game, GameKit, Seat, SeatSet};

use super::view::{At, Deed, SeatView, View};
use crate::clocks::SharedClocks;
use crate::error::ArenaError;
use crate::host::{Keep, Occupant, SubmitError, UndoError, is_person};
use crate::series::{GameRecord, SeriesMatch, SeriesPlan, SetUp};

/// One game of a series while it is played turn by turn.
pub trait AnyMatch: Send {
    /// Plays one turn, for which no person has to act any more; `false` when the match is over or was stopped.
    ///
    /// # Errors
    /// If a replay is recorded and cannot be written.
    fn play_turn(&mut self) -> Result<bool, ArenaError>;

    /// Whether the match has its outcome.
    fn is_over(&self) -> bool;

    /// The people who have to submit an action before the next turn can be played. One whose clock has run out has not.
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

    /// The clocks, in a match with clocks.
    fn clocks(&self) -> Option<SharedClocks>;

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
pub(crate) struct SessionMatch<K: GameKit> {
    kit: Arc<K>,
    plan: Arc<SeriesPlan>,
    number: u64,
    game: SeriesMatch<K>,
    seats: Vec<SeatView>,
}

impl<K: GameKit> SessionMatch<K> {
    /// Sets up game `number` of the plan, as the series would play it.
    pub(crate) fn open(
        kit: Arc<K>,
        plan: Arc<SeriesPlan>,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, ArenaError> {
        let keep = Keep {
            actions: true,
            thoughts: plan.transcripts,
            // Live play cannot be taken back: an hour of it has 216,000 turns.
            turns: !K::Game::TICKS,
            position: true,
        };
        // A viewer wants to see what the bots think.
        let set_up = SetUp { number, keep, insight: true, stop, pulse: &Arc::default() };
        let mut seats = Vec::with_capacity(plan.line_up.len());
        let game = SeriesMatch::open(&plan, &set_up, |entrant| {
            let who = &plan.line_up.entrants()[entrant];
            let person = is_person(&who.spec);
            seats.push(SeatView { label: who.label.clone(), entrant, person, last: None });
            match person {
                true => Ok(Occupant::Person),
                false => Ok(Occupant::Bot(kit.make_bot(&who.spec)?)),
            }
        })?;
        Ok(Self { kit, plan, number, game, seats })
    }
}

impl<K: GameKit> AnyMatch for SessionMatch<K> {
    fn play_turn(&mut self) -> Result<bool, ArenaError> {
        let before = self.game.host.position();
        if !self.game.host.play()? {
            return Ok(false);
        }
        let (played, texts, acted) = self.game.host.last_turn();
        for (p, text) in played.iter().zip(texts).filter(|(p, _)| acted.has(p.seat)) {
            let mark = match &p.answer {
                Answer::Play(action) => self.kit.mark(&before, p.seat, *action),
                Answer::Forfeit(_) => ActionMark::None,
            };
            self.seats[p.seat.index()].last = Some(Arc::new(Deed {
                turn: before.turn() + 1,
                text: text.clone(),
                mark,
                failure: p.failure.as_ref().map(ToString::to_string),
                forfeit: matches!(p.answer, Answer::Forfeit(_)),
                insight: p.insight.clone(),
                took: p.took,
            }));
        }
        Ok(true)
    }

    fn is_over(&self) -> bool {
        self.game.host.is_over()
    }

    fn waiting(&self) -> SeatSet {
        self.game.host.waiting()
    }

    fn submit(&mut self, seat: Seat, text: &str) -> Result<(), SubmitError> {
        self.game.host.submit(seat, text)
    }

    fn undo(&mut self) -> Result<(), UndoError> {
        self.game.host.undo()?;
        self.seats.iter_mut().for_each(|seat| seat.last = None);
        Ok(())
    }

    fn clocks(&self) -> Option<SharedClocks> {
        self.game.host.clocks().cloned()
    }

    fn actions(&self, from: usize) -> &[String] {
        self.game.host.actions().get(from..).unwrap_or_default()
    }

    fn view(&self) -> View {
        let host = &self.game.host;
        View {
            number: self.number,
            turn: host.game().turn(),
            seats: self.seats.clone(),
            acted: host.last_turn().2,
            to_act: host.to_act(),
            clocked: host.is_clocked(),
            outcome: host.outcome(),
            position: Arc::new(At { kit: Arc::clone(&self.kit), game: host.position() }),
            snapshot: OnceLock::new(),
        }
    }

    fn finish(self: Box<Self>) -> Result<Option<GameRecord>, ArenaError> {
        Ok(self.game.finish(&self.kit, &self.plan)?.0)
    }
}
