//! Studying a recorded match: what another bot would do in one of its positions, and the match in its game's
//! own notation.

use std::io::BufRead;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_core::{BotSpec, Budget, GameKit, Insight, Seat, Thought, Transcript};

use super::format::ReplayLine;
use super::read::{ReplayError, ReplayReader};
use super::verify::{Again, go_to};
use crate::error::ArenaError;
use crate::session::{Advice, advise};

/// Which decision is asked for again, and who is asked.
pub struct Consultation<'a> {
    /// How many turns were played before it.
    pub turn: u32,
    /// Whose decision it is.
    pub seat: Seat,
    /// Who is asked.
    pub bot: &'a BotSpec,
    /// What the answer may spend.
    pub budget: Budget,
    /// Ends it early.
    pub stop: &'a AtomicBool,
}

/// What a bot would do in a recorded position.
///
/// # Errors
/// If the replay does not hold up to there, or the bot has no answer.
pub fn consult<K: GameKit, R: BufRead>(
    kit: &K,
    reader: &mut ReplayReader<R>,
    question: &Consultation<'_>,
) -> Result<Advice, ArenaError> {
    let (again, _) = go_to::<K::Game, R>(reader, question.turn)?;
    advise(kit, &again.game, question.seat, question.bot, question.budget, question.stop)
}

/// The whole match in its game's own notation, if it has one.
///
/// # Errors
/// If the replay does not hold.
pub fn transcript<K: GameKit, R: BufRead>(
    kit: &K,
    reader: &mut ReplayReader<R>,
) -> Result<Option<String>, ReplayError> {
    let mut again = Again::<K::Game>::start(reader)?;
    let mut thoughts = Vec::new();
    let result = loop {
        match reader.next_line()? {
            Some(ReplayLine::Turn(turn)) => {
                again.turn(&turn)?;
                thoughts.extend(turn.actions.into_iter().map(|action| Thought {
                    seat: action.seat,
                    // No notation has terms and lines, which are most of what a record holds.
                    insight: Insight { terms: Vec::new(), line: Vec::new(), ..action.insight },
                    // A record that says nonsense about its times is a record without times.
                    took: Duration::try_from_secs_f64(action.ms / 1000.0).unwrap_or_default(),
                    left:
                        action.left_ms.and_then(|ms| Duration::try_from_secs_f64(ms / 1000.0).ok()),
                }));
            }
            Some(ReplayLine::Result(result)) => break result,
            // Live play is no play in turns, and no notation has ticks.
            Some(_) => return Ok(None),
            None => return Err(ReplayError::Truncated { turns: again.turns() }),
        }
    };
    let labels: Vec<&str> = reader.header().seats.iter().map(|seat| seat.label.as_str()).collect();
    Ok(kit.transcript(&Transcript {
        game: &again.game,
        outcome: &result.outcome,
        labels: &labels,
        number: 0,
        clock: reader.header().clock,
        thoughts: &thoughts,
    }))
}
