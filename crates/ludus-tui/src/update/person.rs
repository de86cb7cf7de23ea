//! What a person does who plays.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::thread;

use ludus_arena::session::SessionError;
use ludus_core::{BotSpec, Seat};

use super::leave;
use crate::app::{App, Screen};
use crate::bindings::Command;
use crate::play::{Hint, Play};

/// The bot that gives hints, where the game has it.
const ADVISER: &str = "hard";

/// Obeys a command of a person who plays.
pub(super) fn obey(app: &mut App, command: Command) {
    let Screen::Play(play) = &mut app.screen else { return };
    if command == Command::Back {
        // What was typed or chosen is given up first.
        let begun = play.from.take().is_some() | !play.entry.take().is_empty();
        if !begun {
            leave(app);
        }
        return;
    }
    match command {
        Command::Speed(speed) => play.set_speed(speed),
        Command::Pause if !play.one_by_one => play.toggle_pause(),
        Command::Up | Command::Down | Command::Left | Command::Right => move_cursor(play, command),
        Command::Act(person, text) => {
            play.begin();
            if let Some(seat) = play.seat_of(person) {
                press(play, seat, text.to_owned());
            }
        }
        Command::Aim(person) => {
            if let Some(seat) = play.seat_of(person) {
                aim(play, seat);
            }
        }
        _ => {
            if let Some(seat) = play.person() {
                app.note = act(play, seat, command).err();
            }
        }
    }
}

/// Obeys what only a person who is to act can ask for.
fn act(play: &mut Play, seat: Seat, command: Command) -> Result<(), String> {
    match command {
        Command::Pause => return choose(play, seat),
        Command::Accept => {
            let text = play.entry.take();
            return submit(play, seat, text.trim());
        }
        Command::Undo => return undo(play),
        Command::Hint => return hint(play, seat),
        _ => {}
    }
    Ok(())
}

/// Hands a key in, now or as soon as the session can take it.
fn press(play: &mut Play, seat: Seat, text: String) {
    play.pressed.push((seat, text));
    play.tick();
}

fn move_cursor(play: &mut Play, command: Command) {
    let (x, y) = play.cursor;
    play.cursor = match command {
        Command::Left => (x.saturating_sub(1), y),
        Command::Right => ((x + 1).min(7), y),
        Command::Up => (x, y.saturating_sub(1)),
        _ => (x, (y + 1).min(7)),
    };
}

fn submit(play: &mut Play, seat: Seat, text: &str) -> Result<(), String> {
    let Some(session) = play.session() else { return Ok(()) };
    play.from = None;
    play.hint = None;
    match session.submit(seat, text) {
        Ok(()) => Ok(()),
        Err(SessionError::Busy) => {
            play.pressed.push((seat, text.to_owned()));
            Ok(())
        }
        Err(error) => Err(error.to_string()),
    }
}

/// The name of a square, as actions have it.
fn square((column, row): (u16, u16)) -> String {
    format!("{}{}", char::from(b'a' + column as u8), 8 - row)
}

/// Chooses the square under the cursor: the first one is where a piece comes from, the second where it
/// goes. A pawn that arrives becomes a queen; for another piece the move is typed.
fn choose(play: &mut Play, seat: Seat) -> Result<(), String> {
    let Some(from) = play.from.take() else {
        play.from = Some(play.cursor);
        return Ok(());
    };
    if from == play.cursor {
        return Ok(());
    }
    let text = format!("{}{}", square(from), square(play.cursor));
    let queen = format!("{text}q");
    let legal = play.session().map(|session| session.view().legal(seat)).unwrap_or_default();
    submit(play, seat, if legal.iter().any(|action| action.text == queen) { &queen } else { &text })
}

fn undo(play: &mut Play) -> Result<(), String> {
    let Some(session) = play.session() else { return Ok(()) };
    play.hint = None;
    session.undo().map_err(|error| error.to_string())
}

/// Aims at the next living seat.
fn aim(play: &mut Play, seat: Seat) {
    let Some(session) = play.session() else { return };
    let view = session.view();
    let snapshot = view.snapshot();
    let now = snapshot.data["seats"][seat.index()]["target"].as_u64();
    let now = now.unwrap_or(seat.index() as u64) as usize;
    let seats = view.seats.len();
    let next = (1..=seats)
        .map(|step| (now + step) % seats)
        .find(|&n| n != seat.index() && snapshot.data["seats"][n]["alive"] == true);
    if let Some(target) = next {
        press(play, seat, format!("target_{target}"));
    }
}

/// Asks a bot what it would do; the answer comes when it is there.
fn hint(play: &mut Play, seat: Seat) -> Result<(), String> {
    let Some(session) = play.session() else { return Ok(()) };
    let view = session.view();
    let spec: BotSpec = ADVISER.parse().map_err(|error| format!("{error}"))?;
    let answer = Arc::new(OnceLock::new());
    play.hint = Some(Hint { turn: view.turn, answer: Arc::clone(&answer) });
    let budget = play.group.plan().budget;
    let ask = move || {
        let stop = AtomicBool::new(false);
        let text = match view.advise(seat, &spec, budget, &stop) {
            Ok(advice) => format!("{ADVISER} would play {}", advice.action),
            Err(error) => error.to_string(),
        };
        // Only this thread writes the answer.
        let _ = answer.set(text);
    };
    let thread = thread::Builder::new().name("ludus-hint".into()).stack_size(16 << 20).spawn(ask);
    thread.map(drop).map_err(|error| format!("no hint: {error}"))
}

/// Tells a hint that has come, if it is still wanted; whether there is one to be seen.
pub(super) fn tell_hint(app: &mut App) -> bool {
    let Screen::Play(play) = &mut app.screen else { return false };
    let Some(hint) = &play.hint else { return false };
    let turn = play.session().map(|session| session.view().turn);
    if turn != Some(hint.turn) {
        play.hint = None;
        return false;
    }
    let Some(text) = hint.answer.get() else { return false };
    app.note = Some(text.clone());
    play.hint = None;
    true
}
