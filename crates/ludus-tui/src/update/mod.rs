//! What a key, a click or a moment changes.

mod person;

use std::time::Duration;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ludus_core::Snapshot;
use ratatui::layout::Rect;

use crate::app::{App, Overlay, PositionText, Screen};
use crate::bindings::{UiCommand, command};
use crate::session::{Mode, SessionScreen};
use crate::setup::Setup;
use crate::text_input::Edit;
use crate::view;

/// Takes an event of the terminal; `now` is the program's clock. Whether it is one that the program takes: a mouse
/// that only moves is not.
pub fn event(app: &mut App, event: &Event, now: Duration) -> bool {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => press(app, key, now),
        Event::Resize(columns, rows) => app.size = (*columns, *rows),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            click(app, mouse.column, mouse.row);
        }
        _ => return false,
    }
    true
}

/// Lets a moment pass; `now` is the program's clock. Whether something has changed.
pub fn tick(app: &mut App, now: Duration) -> bool {
    let changed = match &mut app.screen {
        Screen::Setup(_) => false,
        Screen::Session(session) => session.tick(),
        Screen::Playback(playback) => playback.tick(now),
    };
    person::show_hint(app) || changed
}

fn press(app: &mut App, key: &KeyEvent, now: Duration) {
    app.note = None;
    match command(app, key) {
        Some(command) => run(app, command, now),
        None => {
            let modified = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
            if let KeyCode::Char(letter) = key.code
                && !modified
            {
                edit(app, Edit::Insert(letter));
            }
        }
    }
}

/// Changes the text where something can be typed.
fn edit(app: &mut App, edit: Edit) {
    if app.overlay.is_some() {
        return;
    }
    match &mut app.screen {
        Screen::Setup(setup) if setup.types() => {
            setup.error = None;
            setup.input.edit(edit);
        }
        Screen::Session(session) if session.takes_text() && session.is_played() => {
            session.entry.edit(edit);
        }
        _ => {}
    }
}

fn run(app: &mut App, command: UiCommand, now: Duration) {
    match (command, app.overlay) {
        (UiCommand::Quit, _) => app.quit = true,
        (UiCommand::Help, Some(Overlay::Help)) => cover(app, None),
        (UiCommand::Help, _) => cover(app, Some(Overlay::Help)),
        (command, Some(Overlay::Choice)) => person::choose(app, command),
        (UiCommand::Accept, Some(Overlay::Abort)) => app.to_menu(),
        (UiCommand::Refuse, Some(_)) => cover(app, None),
        (UiCommand::Up, Some(Overlay::Position)) => {
            app.position.scrolled = app.position.scrolled.saturating_sub(1);
        }
        (UiCommand::Down, Some(Overlay::Position)) => {
            let last = view::position_rows(app).saturating_sub(1);
            app.position.scrolled = (app.position.scrolled + 1).min(last);
        }
        (_, Some(_)) => {}
        (UiCommand::Edit(change), None) => edit(app, change),
        (command, None) => match &app.screen {
            Screen::Setup(_) => in_setup(app, command),
            Screen::Session(session) if session.is_played() && session.mode != Mode::Stats => {
                person::run(app, command);
            }
            Screen::Session(_) => in_session(app, command),
            Screen::Playback(_) => in_playback(app, command, now),
        },
    }
}

/// Puts something above the screen, or takes it away.
fn cover(app: &mut App, overlay: Option<Overlay>) {
    app.overlay = overlay;
    if let Screen::Session(session) = &mut app.screen {
        if overlay.is_some() { session.hold() } else { session.release() }
    }
}

fn in_setup(app: &mut App, command: UiCommand) {
    let Screen::Setup(setup) = &mut app.screen else { return };
    match command {
        UiCommand::Up => setup.choose(&app.lobby, app.size, false),
        UiCommand::Down => setup.choose(&app.lobby, app.size, true),
        UiCommand::Back if !setup.back() => app.quit = true,
        UiCommand::Accept => accept(app),
        _ => {}
    }
}

/// Takes an answer, and starts the session that it completes.
fn accept(app: &mut App) {
    let Screen::Setup(setup) = &mut app.screen else { return };
    let Some(config) = setup.answer(&app.lobby, app.size) else { return };
    let offer = setup.offer(&app.lobby).played_by(&config.bots).into_owned();
    if let Err(error) = app.start(&offer, config) {
        let mut setup = Setup::new();
        setup.error = Some(error.into());
        app.screen = Screen::Setup(Box::new(setup));
    }
}

/// Leaves a session, after asking if games are under way.
fn leave(app: &mut App) {
    let Screen::Session(session) = &app.screen else { return app.to_menu() };
    if session.group.status().over {
        app.to_menu();
    } else {
        cover(app, Some(Overlay::Abort));
    }
}

fn in_session(app: &mut App, command: UiCommand) {
    if command == UiCommand::Back {
        return leave(app);
    }
    if command == UiCommand::Copy {
        return copy(app);
    }
    let Screen::Session(session) = &mut app.screen else { return };
    let columns = i64::from(session.grid.1);
    let cells = session.cells() as i64;
    match command {
        UiCommand::Pause => session.toggle_pause(),
        UiCommand::Step => session.group.step(),
        UiCommand::Speed(speed) => session.set_speed(speed),
        UiCommand::Left => session.move_focus(-1),
        UiCommand::Right => session.move_focus(1),
        UiCommand::Up => session.move_focus(-columns),
        UiCommand::Down => session.move_focus(columns),
        UiCommand::Previous if session.mode == Mode::Grid => session.move_focus(-cells),
        UiCommand::Next if session.mode == Mode::Grid => session.move_focus(cells),
        UiCommand::Previous => session.move_focus(-1),
        UiCommand::Next => session.move_focus(1),
        UiCommand::Accept => session.mode = Mode::Single,
        UiCommand::Switch => switch(session),
        UiCommand::Stats if session.mode == Mode::Stats => session.mode = boards_mode(session),
        UiCommand::Stats => session.mode = Mode::Stats,
        _ => {}
    }
}

fn boards_mode(session: &SessionScreen) -> Mode {
    if session.cells() > 1 { Mode::Grid } else { Mode::Single }
}

/// From the grid to the focused board and back. A session with one board at a time has no grid.
fn switch(session: &mut SessionScreen) {
    session.mode = match session.mode {
        Mode::Grid => Mode::Single,
        Mode::Single | Mode::Stats => boards_mode(session),
    };
}

fn in_playback(app: &mut App, command: UiCommand, now: Duration) {
    match command {
        UiCommand::Back => return app.to_menu(),
        UiCommand::Copy => return copy(app),
        _ => {}
    }
    let Screen::Playback(playback) = &mut app.screen else { return };
    match command {
        UiCommand::Pause => playback.toggle(now),
        UiCommand::Left => playback.seek(-1),
        UiCommand::Right => playback.seek(1),
        UiCommand::Up => playback.seek(-10),
        UiCommand::Down => playback.seek(10),
        UiCommand::First => playback.seek(isize::MIN),
        UiCommand::Last => playback.seek(isize::MAX),
        UiCommand::Speed(speed) => playback.speed = speed,
        _ => {}
    }
}

/// Shows the position as text, and sends it to the terminal's clipboard. Whether it arrives there cannot be known.
fn copy(app: &mut App) {
    let widgets = &app.lobby.widgets;
    let text =
        |game: &str, snapshot: &Snapshot| widgets.read(game, snapshot).position_text(snapshot);
    let text = match &app.screen {
        Screen::Session(session) => {
            session.session().map(|at| text(session.game.name, at.view().snapshot()))
        }
        Screen::Playback(playback) => Some(text(playback.game.name, &playback.frame().snapshot)),
        Screen::Setup(_) => None,
    };
    if let Some(text) = text {
        app.copy = Some(text.clone());
        app.position = PositionText { text, scrolled: 0 };
        cover(app, Some(Overlay::Position));
    }
}

/// A click on a board of the grid focuses it; on the focused one it opens it.
fn click(app: &mut App, column: u16, row: u16) {
    let body = view::body(app, Rect::new(0, 0, app.size.0, app.size.1));
    let Screen::Session(session) = &mut app.screen else { return };
    if app.overlay.is_some() || session.mode != Mode::Grid {
        return;
    }
    let cells = view::grid::cells(body, session.grid);
    let Some(place) = cells.iter().position(|cell| cell.contains((column, row).into())) else {
        return;
    };
    let number = session.page() * session.cells() + place as u64;
    if number == session.focus {
        session.mode = Mode::Single;
    } else if number < session.group.plan().games {
        session.focus = number;
        session.follows = false;
    }
}
