//! The menu asks for a clock, and the session has it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{app, keys, picture, pictures, typed};
use ludus_tui::{App, Screen, SessionScreen};

/// The menu of a game, by its place in the list, with these bots typed in.
fn seated(down: usize, bots: &[&str]) -> App {
    let mut app = app();
    keys(&mut app, &"down ".repeat(down));
    keys(&mut app, "enter");
    for bot in bots {
        typed(&mut app, bot);
        keys(&mut app, "enter");
    }
    app
}

fn chess(bots: [&str; 2]) -> App {
    seated(1, &bots)
}

fn session(app: &App) -> &SessionScreen {
    let Screen::Session(session) = &app.screen else { panic!("no session") };
    session
}

/// The clock of the session, as it is written.
fn clock(app: &App) -> Option<String> {
    session(app).group.plan().clock.map(|clock| clock.to_string())
}

#[test]
fn choosing_a_clock() {
    insta::assert_snapshot!(pictures(&mut chess(["human", "easy"])));
}

#[test]
fn a_wrong_clock_is_refused() {
    let mut app = chess(["easy", "easy"]);
    for wrong in ["0", "abc", "180+", "-5", "0/60"] {
        typed(&mut app, wrong);
        keys(&mut app, "enter");
        let shown = picture(&mut app, 80, 24);
        assert!(shown.contains(&format!("{wrong:?} is no time control")), "{shown}");
        keys(&mut app, "esc");
    }
    typed(&mut app, "abc");
    keys(&mut app, "enter");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_person_plays_with_the_chosen_clock() {
    let mut app = chess(["human", "easy"]);
    keys(&mut app, "down down down enter");
    assert_eq!(clock(&app).as_deref(), Some("180+2"));
    // The person's clock already runs.
    let clocks = session(&app).clocks();
    assert!(clocks.iter().all(|left| left == "3:00" || left.starts_with("2:5")), "{clocks:?}");
    let shown = picture(&mut app, 80, 24);
    assert_eq!(shown.matches("clock").count(), 2, "{shown}");
}

#[test]
fn a_person_without_a_clock_plays_at_once() {
    let mut app = chess(["human", "easy"]);
    keys(&mut app, "enter");
    assert_eq!(clock(&app), None);
    assert!(session(&app).clocks().is_empty());
}

#[test]
fn a_typed_clock_is_the_clock_of_every_watched_game() {
    let mut app = chess(["random", "random"]);
    typed(&mut app, "40/90+0.5");
    keys(&mut app, "enter");
    assert!(picture(&mut app, 80, 24).contains("chess: random, random; clock 40/90+0.5"));
    keys(&mut app, "down enter");
    typed(&mut app, "4");
    keys(&mut app, "enter enter");
    assert_eq!(clock(&app).as_deref(), Some("40/90+0.5"));
    assert_eq!(session(&app).group.plan().games, 4);
}

#[test]
fn games_that_do_not_wait_for_people_ask_for_no_clock() {
    for game in [0, 2, 3] {
        let mut app = seated(game, &["human", "easy"]);
        // Where more seats are possible, the first choice is to start.
        if matches!(app.screen, Screen::Setup(_)) {
            keys(&mut app, "enter");
        }
        assert_eq!(clock(&app), None);
    }
}

#[test]
fn bots_have_clocks_in_every_game() {
    for game in [0, 2, 3] {
        let mut app = seated(game, &["random", "random"]);
        if !picture(&mut app, 80, 24).contains("A clock for each seat?") {
            keys(&mut app, "enter");
        }
        assert!(picture(&mut app, 80, 24).contains("A clock for each seat?"));
        keys(&mut app, "down enter enter");
        assert_eq!(clock(&app).as_deref(), Some("10+0.1"));
    }
}

#[test]
fn going_back_asks_for_the_clock_again() {
    let mut app = chess(["easy", "easy"]);
    keys(&mut app, "down enter");
    assert!(picture(&mut app, 80, 24).contains("clock 10+0.1"));
    keys(&mut app, "esc");
    let shown = picture(&mut app, 80, 24);
    assert!(shown.contains("A clock for each seat?") && !shown.contains("clock 10+0.1"), "{shown}");
    keys(&mut app, "esc");
    assert!(picture(&mut app, 80, 24).contains("who is Black?"));
}
