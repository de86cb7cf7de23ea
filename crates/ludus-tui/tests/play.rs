//! Playing oneself, and what keys and clicks do in a session.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::time::{Duration, Instant};

use common::{app, keys, picture, typed, watch};
use crossterm::event::{Event, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ludus_tui::play::Mode;
use ludus_tui::{App, Order, Play, Screen, Speed, update};

/// A session with people.
fn play(game: &str, bots: &[&str]) -> App {
    let mut app = app();
    let offer = app.hall.offers.iter().find(|o| o.game.name() == game).unwrap().clone();
    let bots = bots.iter().map(|bot| bot.parse().unwrap()).collect();
    let order = Order { bots, games: 1, grid: (1, 1), speed: Some(Speed::Instant), paused: false };
    app.start(&offer, order).unwrap();
    app
}

fn session(app: &App) -> &Play {
    match &app.screen {
        Screen::Play(play) => play,
        _ => panic!("no session"),
    }
}

/// Lets moments pass until it is so.
fn until(app: &mut App, what: &str, so: impl Fn(&App) -> bool) {
    let since = Instant::now();
    while !so(app) {
        assert!(since.elapsed() < Duration::from_secs(30), "not so: {what}");
        std::thread::sleep(Duration::from_millis(2));
        update::tick(app, since.elapsed());
    }
}

fn turn(app: &App) -> u32 {
    session(app).session().unwrap().view().turn
}

fn moves(app: &App) -> Vec<String> {
    let view = session(app).session().unwrap().view();
    let san = view.snapshot().data["san"].as_array().unwrap().clone();
    san.iter().map(|mv| mv.as_str().unwrap().to_owned()).collect()
}

#[test]
fn chess_is_played_by_typed_moves_and_taken_back() {
    let mut app = play("chess", &["human", "human"]);
    let opening = moves(&app).len();
    let legal = session(&app).session().unwrap().view();
    let first = legal.snapshot().data["legal"][0].as_str().unwrap().to_owned();
    typed(&mut app, &first);
    keys(&mut app, "enter");
    until(&mut app, "the move is played", |app| turn(app) == 1);
    assert_eq!(moves(&app).len(), opening + 1);
    until(&mut app, "the other person is to move", |app| session(app).person().is_some());
    typed(&mut app, "Zz9");
    keys(&mut app, "enter");
    assert!(app.note.as_deref().is_some_and(|note| note.contains("Zz9")), "{:?}", app.note);
    keys(&mut app, "u");
    until(&mut app, "the move is taken back", |app| turn(app) == 0);
}

#[test]
fn chess_is_played_by_cursor_with_a_hint() {
    let mut app = play("chess", &["human", "random"]);
    let view = session(&app).session().unwrap().view();
    let legal = view.snapshot().data["legal"][0].as_str().unwrap().to_owned();
    let square = |at: usize| {
        let bytes = legal.as_bytes();
        (u16::from(bytes[at] - b'a'), u16::from(b'8' - bytes[at + 1]))
    };
    keys(&mut app, "t");
    until(&mut app, "the hint is there", |app| {
        app.note.as_deref().is_some_and(|note| note.starts_with("hard would play "))
    });
    let go = |app: &mut App, to: (u16, u16)| loop {
        let at = session(app).cursor;
        match (at.0.cmp(&to.0), at.1.cmp(&to.1)) {
            (std::cmp::Ordering::Less, _) => keys(app, "right"),
            (std::cmp::Ordering::Greater, _) => keys(app, "left"),
            (_, std::cmp::Ordering::Less) => keys(app, "down"),
            (_, std::cmp::Ordering::Greater) => keys(app, "up"),
            _ => break,
        }
    };
    go(&mut app, square(0));
    keys(&mut app, "space");
    go(&mut app, square(2));
    keys(&mut app, "space");
    until(&mut app, "both have moved", |app| turn(app) >= 2);
}

#[test]
fn a_snake_is_steered_and_goes_straight_on_by_itself() {
    let mut app = play("snake", &["human", "random"]);
    keys(&mut app, "up");
    until(&mut app, "turns pass without a key", |app| {
        turn(app) >= 2 || session(app).group.status().over
    });
}

#[test]
fn tetris_with_a_person_is_live() {
    let mut app = play("tetris", &["human", "easy"]);
    assert_eq!(session(&app).game, "tetris-live");
    let pieces = |app: &App| {
        let view = session(app).session().unwrap().view();
        view.snapshot().data["seats"][0]["pieces"].as_u64().unwrap()
    };
    keys(&mut app, "left left up space");
    until(&mut app, "the piece is dropped", |app| pieces(app) == 1);
    assert!(picture(&mut app, 100, 40).contains("drop"), "the help tells the keys");
}

#[test]
fn space_pauses_digits_set_the_speed_and_tab_switches() {
    let mut app = watch("chess", &["random", "random"], 8, (2, 2), 1);
    keys(&mut app, "space");
    assert!(!session(&app).group.status().paused);
    keys(&mut app, "space 4");
    assert!(session(&app).group.status().paused);
    assert_eq!(session(&app).speed, Speed::Slow);
    keys(&mut app, "tab");
    assert_eq!(session(&app).mode, Mode::Single);
    keys(&mut app, "right right");
    assert_eq!(session(&app).focus, 2);
    keys(&mut app, "tab l");
    assert_eq!((session(&app).mode, session(&app).page()), (Mode::Grid, 1));
    keys(&mut app, "h s");
    assert_eq!((session(&app).mode, session(&app).page()), (Mode::Stats, 0));
}

#[test]
fn the_position_is_copied() {
    for (game, start) in [("chess", "r"), ("snake", "{\"height\":11"), ("tetris", "..........")] {
        let mut app = watch(game, &["random", "random"], 1, (1, 1), 0);
        keys(&mut app, "f");
        let copied = app.copy.take().unwrap();
        assert!(copied.starts_with(start), "{copied}");
    }
}

#[test]
fn a_click_focuses_a_board_and_opens_it() {
    let mut app = watch("chess", &["random", "random"], 4, (2, 2), 1);
    picture(&mut app, 100, 40);
    let click = |app: &mut App| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let mouse = MouseEvent { kind, column: 80, row: 30, modifiers: KeyModifiers::NONE };
        update::event(app, &Event::Mouse(mouse), Duration::ZERO);
    };
    click(&mut app);
    assert_eq!((session(&app).focus, session(&app).mode), (3, Mode::Grid));
    click(&mut app);
    assert_eq!(session(&app).mode, Mode::Single);
}
