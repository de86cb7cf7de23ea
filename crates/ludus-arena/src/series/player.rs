//! One thread's place at the tables: bots of its own, and games one after the other.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_core::{Bot, Game, GameKit, SpecError, Thought, Transcript};

use crate::error::ArenaError;
use crate::line_up::LineUp;
use crate::pulse::Pulse;
use crate::replay::{Recorder, told, turn_text};
use crate::series::{GameRecord, SeriesPlan};
use crate::turns::{MatchResult, Turns};

/// Plays games of series, one after the other, with bots that it keeps from game to game.
pub trait AnyPlayer: Send {
    /// Plays game `number` of the plan; `None` if `stop` was set before it was over.
    ///
    /// # Errors
    /// If the rules or bots do not fit, or a file cannot be written.
    fn play_game(
        &mut self,
        plan: &SeriesPlan,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<GameRecord>, ArenaError>;

    /// What it is doing, for others to see.
    fn pulse(&self) -> Arc<Pulse>;

    /// Lets its bots go: others are made for the next game.
    fn forget_bots(&mut self);
}

/// What is noted of a game while it is played, where the plan asks for it.
#[derive(Default)]
struct Notes {
    /// The actions as text, turn by turn.
    actions: Vec<String>,
    /// What the bots thought, decision by decision.
    thoughts: Vec<Thought>,
}

/// A bot with the label that it plays under.
type Labelled<G> = (String, Box<dyn Bot<G>>);

/// A player of a game whose type is known here and nowhere above.
pub(crate) struct Player<'a, K: GameKit> {
    kit: &'a K,
    /// The bots of the last line-up, by label.
    bots: Vec<Labelled<K::Game>>,
    /// What it is doing.
    pulse: Arc<Pulse>,
}

impl<'a, K: GameKit> Player<'a, K> {
    /// A player without bots: they are made when they are needed.
    pub(crate) fn new(kit: &'a K) -> Self {
        Self { kit, bots: Vec::new(), pulse: Arc::default() }
    }

    /// What it is doing, for others to see.
    pub(crate) fn pulse(&self) -> Arc<Pulse> {
        Arc::clone(&self.pulse)
    }

    /// A player with the bots of this line-up.
    pub(crate) fn with_bots(kit: &'a K, line_up: &LineUp) -> Result<Self, SpecError> {
        let mut player = Self::new(kit);
        player.prepare(line_up)?;
        Ok(player)
    }

    /// Makes the bots of this line-up that are not there, and lets go of all others: an external
    /// program need not run on while others play.
    fn prepare(&mut self, line_up: &LineUp) -> Result<(), SpecError> {
        let entrants = line_up.entrants();
        self.bots.retain(|(label, _)| entrants.iter().any(|who| who.label == *label));
        for who in entrants {
            if !self.bots.iter().any(|(label, _)| *label == who.label) {
                self.bots.push((who.label.clone(), self.kit.make_bot(&who.spec)?));
            }
        }
        Ok(())
    }

    /// Takes the bot with this label out to play.
    fn take(&mut self, label: &str) -> Option<Box<dyn Bot<K::Game>>> {
        let place = self.bots.iter().position(|(known, _)| known == label)?;
        Some(self.bots.swap_remove(place).1)
    }

    /// Plays one game by these rules; `None` if it was abandoned.
    pub(crate) fn play(
        &mut self,
        plan: &SeriesPlan,
        rules: <K::Game as Game>::Rules,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<GameRecord>, ArenaError> {
        self.prepare(&plan.line_up)?;
        let table = plan.table::<K::Game>(number, rules, stop, &self.pulse);
        let (seed, bot_seed) = (table.seed, table.bot_seed);
        let seats = plan.line_up.seating(plan.seed, number);
        let labels: Vec<&str> =
            seats.iter().map(|&who| plan.line_up.entrants()[who].label.as_str()).collect();
        let seated = labels.iter().filter_map(|label| self.take(label)).collect();
        let mut turns = Turns::new(table.clone(), seated)?;
        let mut recorder = match &plan.record {
            Some(folder) => Some(Recorder::start(folder, plan, number, &table, turns.game())?),
            None => None,
        };
        let notes = Self::play_turns(plan, &mut turns, recorder.as_mut())?;
        let position = plan.positions.then(|| turns.game().snapshot());
        let last = plan.transcripts.then(|| turns.game().clone());
        let (result, seated) = turns.finish();
        let panicked = |seat: usize| {
            result.as_ref().is_some_and(|result: &MatchResult| result.seats[seat].panicked())
        };
        for (seat, (label, bot)) in labels.iter().zip(seated).enumerate() {
            // A bot that panicked may be half-changed: a new one takes its place.
            if !panicked(seat) {
                self.bots.push(((*label).to_owned(), bot));
            }
        }
        let Some(result) = result else { return Ok(None) };
        if let Some(recorder) = recorder {
            recorder.finish(&result)?;
        }
        let transcript =
            last.and_then(|last| self.transcript(plan, number, &seats, &last, &result, &notes));
        let actions = plan.actions.then_some(notes.actions);
        Ok(Some(GameRecord {
            number,
            seed,
            bot_seed,
            seats,
            result,
            position,
            actions,
            transcript,
        }))
    }

    /// Plays all turns, and notes what the plan asks for.
    fn play_turns(
        plan: &SeriesPlan,
        turns: &mut Turns<K::Game>,
        mut recorder: Option<&mut Recorder>,
    ) -> Result<Notes, ArenaError> {
        let mut notes = Notes::default();
        if !plan.actions && !plan.transcripts && recorder.is_none() {
            while turns.play_turn().is_some() {}
            return Ok(notes);
        }
        loop {
            // An action's text needs the position in which it is played.
            let before = turns.game().clone();
            let Some(played) = turns.play_turn() else { break };
            let texts: Vec<String> = played.iter().map(|p| told(&before, p)).collect();
            if plan.transcripts {
                notes.thoughts.extend(played.iter().map(|p| Thought {
                    seat: p.seat,
                    insight: p.insight.clone(),
                    took: p.took,
                }));
            }
            if plan.actions {
                notes.actions.extend(turn_text(&before, played, &texts));
            }
            if let Some(recorder) = &mut recorder {
                let played = played.to_vec();
                recorder.add(&before, &played, texts, turns.game())?;
            }
        }
        Ok(notes)
    }

    /// The game in its own notation, if it has one.
    fn transcript(
        &self,
        plan: &SeriesPlan,
        number: u64,
        seats: &[usize],
        last: &K::Game,
        result: &MatchResult,
        notes: &Notes,
    ) -> Option<String> {
        let entrants = plan.line_up.entrants();
        let labels: Vec<&str> = seats.iter().map(|&who| entrants[who].label.as_str()).collect();
        self.kit.transcript(&Transcript {
            game: last,
            outcome: &result.outcome,
            labels: &labels,
            number: number + 1,
            thoughts: &notes.thoughts,
        })
    }
}

impl<K: GameKit> AnyPlayer for Player<'_, K> {
    fn play_game(
        &mut self,
        plan: &SeriesPlan,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<GameRecord>, ArenaError> {
        let rules = plan.start(number).of::<K::Game>()?.clone();
        self.play(plan, rules, number, stop)
    }

    fn pulse(&self) -> Arc<Pulse> {
        Self::pulse(self)
    }

    fn forget_bots(&mut self) {
        self.bots.clear();
    }
}
