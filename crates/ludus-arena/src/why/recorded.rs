//! The turns of a recorded match with their positions.

use std::collections::VecDeque;
use std::io::BufRead;

use ludus_core::{Answer, Forfeit, Game, Outcome, Seat, SeededChance};

use crate::error::ArenaError;
use crate::replay::{Again, ReplayError, ReplayLine, ReplayReader};

/// How many turns are kept, with a position each. Of a longer match, the last ones are judged.
const MOST_TURNS: usize = 2000;

/// A turn as it was played.
pub(super) struct RecordedTurn<G: Game> {
    /// Its number, from 1.
    pub(super) turn: u32,
    /// The position before it.
    pub(super) before: G,
    /// The chance of the match.
    pub(super) chance: SeededChance,
    /// What the seats did.
    answers: Vec<(Seat, Answer<G::Action>)>,
}

impl<G: Game> RecordedTurn<G> {
    /// What a seat played, if it did.
    pub(super) fn action(&self, seat: Seat) -> Option<G::Action> {
        let answer = self.answers.iter().find(|(other, _)| *other == seat);
        match answer {
            Some((_, Answer::Play(action))) => Some(*action),
            _ => None,
        }
    }

    /// Whether several seats acted at once.
    pub(super) fn is_shared(&self) -> bool {
        self.answers.len() > 1
    }

    /// The position after this action of a seat: the others do what they did, and chance brings what it brought.
    pub(super) fn after(&self, seat: Seat, action: G::Action) -> G {
        let mut answers = self.answers.clone();
        for (other, answer) in &mut answers {
            if *other == seat {
                *answer = Answer::Play(action);
            }
        }
        let mut game = self.before.clone();
        game.apply(&answers, &mut self.chance.clone());
        game
    }
}

/// A recorded match, verified.
pub(super) struct RecordedMatch<G: Game> {
    /// Its turns, at most [`MOST_TURNS`].
    pub(super) turns: Vec<RecordedTurn<G>>,
    /// How many turns were played.
    pub(super) played: u32,
    /// How it ended.
    pub(super) outcome: Outcome,
}

impl<G: Game> RecordedMatch<G> {
    /// Reads and verifies a replay.
    pub(super) fn read<R: BufRead>(reader: &mut ReplayReader<R>) -> Result<Self, ArenaError> {
        let mut again = Again::<G>::start(reader)?;
        let mut turns = VecDeque::new();
        loop {
            match reader.next_line()? {
                Some(ReplayLine::Turn(line)) => {
                    if turns.len() == MOST_TURNS {
                        turns.pop_front();
                    }
                    turns.push_back(RecordedTurn {
                        turn: line.turn,
                        before: again.game.clone(),
                        chance: again.chance.clone(),
                        answers: again.answers(&line)?,
                    });
                    again.turn(&line)?;
                }
                Some(ReplayLine::Result(result)) => {
                    again.result(&result)?;
                    let (turns, outcome) = (turns.into(), result.outcome);
                    return Ok(Self { turns, played: again.turns(), outcome });
                }
                Some(ReplayLine::Tick(_)) => {
                    let text = "it was played live, tick by tick; matches in turns can be judged";
                    return Err(ArenaError::Asked(text.to_owned()));
                }
                _ => return Err(ReplayError::Truncated { turns: again.turns() }.into()),
            }
        }
    }

    /// Why a seat lost without playing, if it did.
    pub(super) fn forfeit(&self, seat: Seat) -> Option<&Forfeit> {
        let answers = self.turns.iter().rev().flat_map(|turn| &turn.answers);
        let mut own = answers.filter(|(other, _)| *other == seat);
        own.find_map(|(_, answer)| match answer {
            Answer::Forfeit(forfeit) => Some(forfeit),
            Answer::Play(_) => None,
        })
    }
}
