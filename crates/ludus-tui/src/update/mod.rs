//! What a key, a click or a moment changes.

mod person;

use std::time::Duration;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::Rect;

use crate::app::{App, Excerpt, Overlay, Screen};
use crate::bindings::{Command, command};
use crate::boards;
use crate::input::Edit;
use crate::play::{Mode, Play};
use crate::setup::Setup;
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
        Screen::Play(play) => play.tick(),
        Screen::Film(film) => film.tick(now),
    };
    person::tell_hint(app) || changed
}

fn press(app: &mut App, key: &KeyEvent, now: Duration) {
    app.note = None;
    match command(app, key) {
        Some(command) => obey(app, command, now),
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
        Screen::Play(play) if play.one_by_one && play.is_played() => play.entry.edit(edit),
        _ => {}
    }
}

fn obey(app: &mut App, command: Command, now: Duration) {
    match (command, app.overlay) {
        (Command::Quit, _) => app.quit = true,
        (Command::Help, Some(Overlay::Help)) => cover(app, None),
        (Command::Help, _) => cover(app, Some(Overlay::Help)),
        (Command::Accept, Some(Overlay::Abort)) => app.to_menu(),
        (Command::Refuse, Some(_)) => cover(app, None),
        (Command::Up, Some(Overlay::Position)) => {
            app.excerpt.scrolled = app.excerpt.scrolled.saturating_sub(1);
        }
        (Command::Down, Some(Overlay::Position)) => {
            let last = view::excerpt_rows(app).saturating_sub(1);
            app.excerpt.scrolled = (app.excerpt.scrolled + 1).min(last);
        }
        (_, Some(_)) => {}
        (Command::Edit(change), None) => edit(app, change),
        (command, None) => match &app.screen {
            Screen::Setup(_) => in_setup(app, command),
            Screen::Play(play) if play.is_played() && play.mode != Mode::Stats => {
                person::obey(app, command);
            }
            Screen::Play(_) => in_play(app, command),
            Screen::Film(_) => in_film(app, command, now),
        },
    }
}

/// Puts something above the screen, or takes it away.
fn cover(app: &mut App, overlay: Option<Overlay>) {
    app.overlay = overlay;
    if let Screen::Play(play) = &mut app.screen {
        if overlay.is_some() { play.hold() } else { play.release() }
    }
}

fn in_setup(app: &mut App, command: Command) {
    let Screen::Setup(setup) = &mut app.screen else { return };
    match command {
        Command::Up => setup.choose(&app.hall, app.size, false),
        Command::Down => setup.choose(&app.hall, app.size, true),
        Command::Back if !setup.back() => app.quit = true,
        Command::Accept => accept(app),
        _ => {}
    }
}

/// Takes an answer, and starts the session that it completes.
fn accept(app: &mut App) {
    let Screen::Setup(setup) = &mut app.screen else { return };
    let Some(order) = setup.answer(&app.hall, app.size) else { return };
    let offer = setup.offer(&app.hall).clone();
    if let Err(error) = app.start(&offer, order) {
        let mut setup = Setup::new();
        setup.error = Some(error.to_string());
        app.screen = Screen::Setup(setup);
    }
}

/// Leaves a session, after asking if games are under way.
fn leave(app: &mut App) {
    let Screen::Play(play) = &app.screen else { return app.to_menu() };
    if play.group.status().over {
        app.to_menu();
    } else {
        cover(app, Some(Overlay::Abort));
    }
}

fn in_play(app: &mut App, command: Command) {
    if command == Command::Back {
        return leave(app);
    }
    if command == Command::Copy {
        return copy(app);
    }
    let Screen::Play(play) = &mut app.screen else { return };
    let columns = i64::from(play.grid.1);
    let cells = play.cells() as i64;
    match command {
        Command::Pause => play.toggle_pause(),
        Command::Step => play.group.step(),
        Command::Speed(speed) => play.set_speed(speed),
        Command::Left => play.move_focus(-1),
        Command::Right => play.move_focus(1),
        Command::Up => play.move_focus(-columns),
        Command::Down => play.move_focus(columns),
        Command::Previous if play.mode == Mode::Grid => play.move_focus(-cells),
        Command::Next if play.mode == Mode::Grid => play.move_focus(cells),
        Command::Previous => play.move_focus(-1),
        Command::Next => play.move_focus(1),
        Command::Accept => play.mode = Mode::Single,
        Command::Switch => switch(play),
        Command::Stats if play.mode == Mode::Stats => play.mode = boards_mode(play),
        Command::Stats => play.mode = Mode::Stats,
        _ => {}
    }
}

fn boards_mode(play: &Play) -> Mode {
    if play.cells() > 1 { Mode::Grid } else { Mode::Single }
}

/// From the grid to the focused board and back. A session with one board at a time has no grid.
fn switch(play: &mut Play) {
    play.mode = match play.mode {
        Mode::Grid => Mode::Single,
        Mode::Single | Mode::Stats => boards_mode(play),
    };
}

fn in_film(app: &mut App, command: Command, now: Duration) {
    match command {
        Command::Back => return app.to_menu(),
        Command::Copy => return copy(app),
        _ => {}
    }
    let Screen::Film(film) = &mut app.screen else { return };
    match command {
        Command::Pause => film.toggle(now),
        Command::Left => film.seek(-1),
        Command::Right => film.seek(1),
        Command::Up => film.seek(-10),
        Command::Down => film.seek(10),
        Command::First => film.seek(isize::MIN),
        Command::Last => film.seek(isize::MAX),
        Command::Speed(speed) => film.speed = speed,
        _ => {}
    }
}

/// Shows the position as text, and sends it to the terminal's clipboard. Whether it arrives there cannot be known.
fn copy(app: &mut App) {
    let text = match &app.screen {
        Screen::Play(play) => {
            play.session().map(|session| boards::copied(play.game, session.view().snapshot()))
        }
        Screen::Film(film) => Some(boards::copied(&film.game, &film.frame().snapshot)),
        Screen::Setup(_) => None,
    };
    if let Some(text) = text {
        app.copy = Some(text.clone());
        app.excerpt = Excerpt { text, scrolled: 0 };
        cover(app, Some(Overlay::Position));
    }
}

/// A click on a board of the grid focuses it; on the focused one it opens it.
fn click(app: &mut App, column: u16, row: u16) {
    let body = view::body(app, Rect::new(0, 0, app.size.0, app.size.1));
    let Screen::Play(play) = &mut app.screen else { return };
    if app.overlay.is_some() || play.mode != Mode::Grid {
        return;
    }
    let cells = view::grid::cells(body, play.grid);
    let Some(place) = cells.iter().position(|cell| cell.contains((column, row).into())) else {
        return;
    };
    let number = play.page() * play.cells() + place as u64;
    if number == play.focus {
        play.mode = Mode::Single;
    } else if number < play.group.plan().games {
        play.focus = number;
        play.follows = false;
    }
}
