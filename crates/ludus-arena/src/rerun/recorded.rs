//! The decisions of a recorded match, re-run.

use std::io::BufRead;

use ludus_core::{Answer, Game, GameKit, Seat};

use super::ask::{Moment, Players, Rerun, players, recorded_players, start_all};
use super::{RerunPlan, RerunReport, RerunWatch};
use crate::error::ArenaError;
use crate::replay::{Again, Header, ReplayError, ReplayLine, ReplayReader, TurnLine};

/// Re-runs the decisions of a recorded match. What is recorded is verified on the way.
///
/// A bot is led through the match as it would have played it: it is asked in every turn of its seat up to
/// the last one that is selected, because a bot may know more from the turns before.
///
/// # Errors
/// If the replay fails verification, a bot cannot be made, or what was found cannot be written.
pub fn replay<K: GameKit, R: BufRead>(
    kit: &K,
    other: Option<&K>,
    reader: &mut ReplayReader<R>,
    plan: &RerunPlan,
    watch: &mut dyn RerunWatch,
) -> Result<RerunReport, ArenaError> {
    let mut again = Again::<K::Game>::start(reader)?;
    let header = reader.header().clone();
    let mut seated = seat_players(kit, other, &header, &again.game, plan)?;
    let mut rerun = Rerun::new::<K::Game>(plan, other.is_some(), watch)?;
    let last = plan.selection.turns.as_ref().map(|turns| turns.last().copied().unwrap_or(0));
    let mut line = 1;
    loop {
        line += 1;
        match reader.next_line()? {
            Some(ReplayLine::Turn(turn)) if last.is_none_or(|last| turn.turn <= last) => {
                decide(&mut rerun, &mut seated, &again, &header, &turn, line)?;
                again.turn(&turn)?;
                if rerun.stopped() {
                    return Ok(rerun.finish());
                }
            }
            Some(_) => return Ok(rerun.finish()),
            None => return Err(ReplayError::Truncated { turns: again.game.turn() }.into()),
        }
    }
}

/// The bots of every seat that is selected.
fn seat_players<K: GameKit>(
    kit: &K,
    other: Option<&K>,
    header: &Header,
    game: &K::Game,
    plan: &RerunPlan,
) -> Result<Vec<Option<Players<K::Game>>>, ArenaError> {
    let seats = header.seats.len();
    if let Some(asked) = plan.selection.seat.filter(|seat| seat.index() >= seats) {
        let last = seats.saturating_sub(1);
        let text = format!("there is no seat {asked}: the match has seats 0 to {last}");
        return Err(ArenaError::Asked(text));
    }
    let made = |seat: Seat| {
        if !plan.selection.has_seat(seat) {
            return Ok(None);
        }
        let mut players = match &plan.bot {
            Some(spec) => players(kit, other, spec, plan)?,
            None => recorded_players(kit, other, &header.seats[seat.index()].spec, plan)?,
        };
        start_all(&mut players, game, seat);
        Ok(Some(players))
    };
    Seat::first(seats).map(made).collect()
}

/// Re-runs the decisions of one turn.
fn decide<G: Game>(
    rerun: &mut Rerun<'_>,
    seated: &mut [Option<Players<G>>],
    again: &Again<G>,
    header: &Header,
    turn: &TurnLine,
    line: usize,
) -> Result<(), ArenaError> {
    let answers = again.answers(turn)?;
    for (seat, recorded) in &answers {
        let Some(players) = &mut seated[seat.index()] else { continue };
        let moment = Moment {
            game: &again.game,
            seat: *seat,
            turn: turn.turn,
            line,
            id: "",
            bot: &header.seats[seat.index()].label,
            recorded,
            budget: header.budget,
            bot_seed: header.bot_seed,
        };
        // The others do what they did, and chance brings what it brought.
        let after = |action: Option<G::Action>| {
            let mut answers = answers.clone();
            for (other, answer) in &mut answers {
                if let (Some(action), true) = (action, *other == *seat) {
                    *answer = Answer::Play(action);
                }
            }
            let (mut game, mut chance) = (again.game.clone(), again.chance.clone());
            game.apply(&answers, &mut chance);
            game
        };
        rerun.decide(players, &moment, after)?;
    }
    Ok(())
}
