//! What a person does who plays.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::thread;

use ludus_arena::session::{SessionError, View};
use ludus_core::{ActionMark, BotSpec, Budget, Seat};

use super::{cover, leave};
use crate::app::{App, Overlay, Screen};
use crate::bindings::UiCommand;
use crate::error::PlayError;
use crate::pointer::ActionChoice;
use crate::session::{Hint, HintRequest, SessionScreen};

/// The stack of the thread on which that bot searches, in bytes.
const ADVISER_STACK: usize = 16 << 20;

/// Carries out a command of a person who plays.
pub(super) fn run(app: &mut App, command: UiCommand) {
    let Screen::Session(session) = &mut app.screen else { return };
    if command == UiCommand::Back {
        // What was typed or chosen is given up first.
        let chosen = session.pointer.as_mut().and_then(|pointer| pointer.from.take());
        let begun = chosen.is_some() | !session.entry.take().is_empty();
        if !begun {
            leave(app);
        }
        return;
    }
    match command {
        UiCommand::Speed(speed) => session.set_speed(speed),
        UiCommand::Pause => session.toggle_pause(),
        UiCommand::Up | UiCommand::Down | UiCommand::Left | UiCommand::Right => {
            move_cursor(session, command);
        }
        UiCommand::Act(user, text) => {
            session.start();
            if let Some(seat) = session.seat_of(user) {
                press(session, seat, text.to_owned());
            }
        }
        _ => {
            let Some(seat) = session.person() else { return };
            app.note = act(session, seat, command).err().map(|error| error.to_string());
            if session.choice.is_some() {
                cover(app, Some(Overlay::Choice));
            }
        }
    }
}

/// Carries out a command while a person chooses between actions that have the same mark.
pub(super) fn choose(app: &mut App, command: UiCommand) {
    let Screen::Session(session) = &mut app.screen else { return };
    let Some(choice) = &mut session.choice else { return cover(app, None) };
    let count = choice.actions.len();
    let taken = match command {
        UiCommand::Up => {
            choice.chosen = (choice.chosen + count - 1) % count;
            return;
        }
        UiCommand::Down => {
            choice.chosen = (choice.chosen + 1) % count;
            return;
        }
        UiCommand::Accept => Some(choice.chosen),
        UiCommand::Pick(place) if place < count => Some(place),
        UiCommand::Refuse => None,
        _ => return,
    };
    let (seat, action) = (choice.seat, taken.map(|place| choice.actions[place].text.clone()));
    session.choice = None;
    let result = action.map_or(Ok(()), |text| submit(session, seat, &text));
    app.note = result.err().map(|error| error.to_string());
    cover(app, None);
}

/// Carries out what only a person who is to act can ask for.
fn act(session: &mut SessionScreen, seat: Seat, command: UiCommand) -> Result<(), PlayError> {
    match command {
        UiCommand::Point => point(session, seat),
        UiCommand::Accept if session.entry.is_empty() => point(session, seat),
        UiCommand::Accept => {
            let text = session.entry.take();
            submit(session, seat, text.trim())
        }
        UiCommand::Undo => undo(session),
        UiCommand::Hint => ask_for_hint(session, seat),
        _ => Ok(()),
    }
}

/// Hands a key in, now or as soon as the session can take it.
fn press(session: &mut SessionScreen, seat: Seat, text: String) {
    session.pressed.push((seat, text));
    session.tick();
}

fn move_cursor(session: &mut SessionScreen, command: UiCommand) {
    let Some(pointer) = &mut session.pointer else { return };
    match command {
        UiCommand::Left => pointer.move_by(-1, 0),
        UiCommand::Right => pointer.move_by(1, 0),
        UiCommand::Up => pointer.move_by(0, -1),
        _ => pointer.move_by(0, 1),
    }
}

fn submit(session: &mut SessionScreen, seat: Seat, text: &str) -> Result<(), PlayError> {
    let Some(at) = session.session() else { return Ok(()) };
    if let Some(pointer) = &mut session.pointer {
        pointer.from = None;
    }
    session.hint = None;
    match at.submit(seat, text) {
        Err(SessionError::Busy) => {
            session.pressed.push((seat, text.to_owned()));
            Ok(())
        }
        result => Ok(result?),
    }
}

/// Points at the cell under the cursor. Once that names one action, it is played; if it names several, the person has
/// to choose one.
fn point(session: &mut SessionScreen, seat: Seat) -> Result<(), PlayError> {
    let (Some(at), Some(pointer)) = (session.session(), &mut session.pointer) else {
        return Ok(());
    };
    let Some(target) = pointer.point() else { return Ok(()) };
    let mut actions = at.view().legal(seat);
    actions.retain(|action| target.is_marked_by(&action.mark));
    match &actions[..] {
        [] => Err(PlayError::NoAction),
        [only] => submit(session, seat, &only.text.clone()),
        _ => {
            session.choice = Some(ActionChoice { seat, actions, chosen: 0 });
            Ok(())
        }
    }
}

fn undo(session: &mut SessionScreen) -> Result<(), PlayError> {
    let Some(at) = session.session() else { return Ok(()) };
    session.hint = None;
    Ok(at.undo()?)
}

/// Asks a bot what it would do; the answer comes when it is there.
fn ask_for_hint(session: &mut SessionScreen, seat: Seat) -> Result<(), PlayError> {
    let Some(at) = session.session() else { return Ok(()) };
    let view = at.view();
    let spec: BotSpec = session.adviser.parse()?;
    let answer = Arc::new(OnceLock::new());
    session.hint = Some(HintRequest { turn: view.turn, answer: Arc::clone(&answer), shown: false });
    let budget = session.group.plan().budget;
    let ask = move || {
        // Only this thread writes the answer.
        let _ = answer.set(advise(&view, seat, &spec, budget));
    };
    let thread = thread::Builder::new().name("ludus-hint".into()).stack_size(ADVISER_STACK);
    thread.spawn(ask).map(drop).map_err(PlayError::Thread)
}

fn advise(view: &View, seat: Seat, spec: &BotSpec, budget: Budget) -> Hint {
    match view.advise(seat, spec, budget, &AtomicBool::new(false)) {
        Ok(advice) => Hint {
            text: format!("{} would play {}", spec.label(), advice.action),
            mark: view.mark(seat, &advice.action),
        },
        Err(error) => Hint { text: error.to_string(), mark: ActionMark::None },
    }
}

/// Shows a hint that has come, if it is still wanted; whether there is a new one to see.
pub(super) fn show_hint(app: &mut App) -> bool {
    let Screen::Session(session) = &mut app.screen else { return false };
    let turn = session.session().map(|at| at.view().turn);
    let Some(hint) = &mut session.hint else { return false };
    if turn != Some(hint.turn) {
        session.hint = None;
        return false;
    }
    let Some(answer) = hint.answer.get().filter(|_| !hint.shown) else { return false };
    app.note = Some(answer.text.clone());
    hint.shown = true;
    true
}
