//! When the screen is drawn: when there is something new on it, and not more often than anybody can see.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::time::Duration;

use common::{app, keys, playback, watch};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind};
use ludus_tui::{App, Frames, Screen, update};

const SECOND: Duration = Duration::from_secs(1);

/// How many pictures are drawn within this many seconds of the program's clock, which is looked at a hundred times
/// a second.
fn pictures(app: &mut App, frames: &mut Frames, seconds: u32) -> u32 {
    let mut drawn = 0;
    for n in 1..=seconds * 100 {
        let now = SECOND * 10 + SECOND / 100 * n;
        if update::tick(app, now) {
            frames.note_change();
        }
        drawn += u32::from(frames.take(app, now));
    }
    drawn
}

/// Waits until what was asked of the session has been done.
fn settle(app: &mut App) {
    let mut quiet = 0;
    while quiet < 20 {
        quiet = if update::tick(app, Duration::ZERO) { 0 } else { quiet + 1 };
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn where_nothing_changes_nothing_is_drawn() {
    let waiting = || {
        let mut app = watch("chess", &["human", "random"], 1, (1, 1), 0);
        let Screen::Session(session) = &mut app.screen else { panic!("no session") };
        session.group.resume();
        app
    };
    let apps = [
        ("menu", app()),
        ("paused grid", watch("chess", &["random", "random"], 8, (2, 2), 2)),
        ("paused live play", watch("tetris", &["human", "easy"], 1, (1, 1), 30)),
        ("a person is to move", waiting()),
        ("a playback that is stopped", playback("chess-mate")),
    ];
    for (what, mut app) in apps {
        settle(&mut app);
        let mut frames = Frames::default();
        assert!(frames.take(&app, SECOND), "{what}: the first picture");
        assert_eq!(pictures(&mut app, &mut frames, 10), 0, "{what}");
        assert!(frames.patience(&app, SECOND) >= SECOND / 4, "{what}: it sleeps");
    }
}

#[test]
fn what_changes_all_the_time_is_drawn_thirty_times_a_second_and_live_play_sixty_times() {
    let watched = watch("chess", &["random", "random"], 8, (2, 2), 1);
    let played = watch("tetris", &["human", "easy"], 1, (1, 1), 1);
    for (app, least, most) in [(watched, 25, 31), (played, 50, 61)] {
        let mut frames = Frames::default();
        let mut drawn = 0;
        for now in (0..1000).map(Duration::from_millis) {
            frames.note_change();
            drawn += u32::from(frames.take(&app, now));
        }
        assert!((least..=most).contains(&drawn), "{drawn} pictures");
    }
}

#[test]
fn a_key_is_shown_at_once_and_a_mouse_that_moves_is_not_shown() {
    let mut app = watch("chess", &["random", "random"], 2, (1, 2), 1);
    settle(&mut app);
    let mut frames = Frames::default();
    assert!(frames.take(&app, SECOND));
    let now = SECOND + Duration::from_millis(1);
    let kind = MouseEventKind::Moved;
    let mouse = MouseEvent { kind, column: 3, row: 3, modifiers: KeyModifiers::NONE };
    assert!(!update::event(&mut app, &Event::Mouse(mouse), now));
    let key = KeyEvent::new(KeyCode::Char('?'), KeyModifiers::NONE);
    assert!(update::event(&mut app, &Event::Key(key), now));
    frames.note_input();
    assert!(frames.take(&app, now));
    assert!(update::event(&mut app, &Event::Resize(90, 30), now));
}

#[test]
fn a_playback_is_as_long_as_it_should_be_however_often_it_is_looked_at() {
    // Two seats: a turn of this game takes 200 ms at normal and 50 ms at fast speed.
    let mut app = playback("snake-standard");
    keys(&mut app, "space");
    update::tick(&mut app, Duration::from_millis(1999));
    let at = |app: &App| match &app.screen {
        Screen::Playback(playback) => playback.at,
        _ => panic!("no playback"),
    };
    assert_eq!(at(&app), 9);
    update::tick(&mut app, Duration::from_millis(2000));
    assert_eq!(at(&app), 10);
    // Live play has sixty ticks a second, whatever the number of pictures.
    let mut app = playback("tetris-live-battle");
    keys(&mut app, "space");
    update::tick(&mut app, SECOND * 2);
    let Screen::Playback(playback) = &app.screen else { panic!("no playback") };
    let turn = playback.frame().turn;
    assert!((114..=120).contains(&turn), "tick {turn}");
}

#[test]
fn live_play_in_which_nobody_does_anything_leaves_nothing_behind() {
    let mut app = watch("tetris", &["human", "human"], 1, (1, 1), 300);
    let Screen::Session(session) = &app.screen else { panic!("no session") };
    let played = session.session().unwrap();
    assert_eq!(played.view().turn, 300);
    assert_eq!(played.history(0), Vec::<String>::new());
    keys(&mut app, "left");
    let Screen::Session(session) = &app.screen else { panic!("no session") };
    session.group.step();
    while played.view().turn < 301 {
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(played.recent(10), (0, vec!["301 move_left -".to_owned()]));
    let refused = played.undo().unwrap_err();
    assert_eq!(refused.to_string(), "live play cannot be taken back");
}
