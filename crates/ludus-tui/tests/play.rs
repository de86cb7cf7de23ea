//! Playing oneself, and what keys and clicks do in a session.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::time::{Duration, Instant};

use common::{app, keys, picture, start, typed, watch};
use crossterm::event::{Event, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ludus_tui::session::Mode;
use ludus_tui::{App, Screen, SessionConfig, SessionScreen, Speed, update};

/// A session with people.
fn play(game: &str, bots: &[&str]) -> App {
    let mut app = app();
    let bots = bots.iter().map(|bot| bot.parse().unwrap()).collect();
    let speed = Some(Speed::Instant);
    let config = SessionConfig { bots, games: 1, grid: (1, 1), speed, paused: false, clock: None };
    start(&mut app, game, config);
    app
}

fn session(app: &App) -> &SessionScreen {
    match &app.screen {
        Screen::Session(session) => session,
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
    keys(&mut app, "ctrl-z");
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
    keys(&mut app, "tab");
    until(&mut app, "the hint is there", |app| {
        app.note.as_deref().is_some_and(|note| note.starts_with("hard would play "))
    });
    go(&mut app, square(0));
    keys(&mut app, "space");
    go(&mut app, square(2));
    keys(&mut app, "space");
    until(&mut app, "both have moved", |app| turn(app) >= 2);
}

/// Moves the cursor to a cell, column and row from the upper left.
fn go(app: &mut App, to: (u16, u16)) {
    use std::cmp::Ordering::{Greater, Less};
    loop {
        let at = session(app).pointer.as_ref().unwrap().cursor;
        match (at.column.cmp(&to.0), at.row.cmp(&to.1)) {
            (Less, _) => keys(app, "right"),
            (Greater, _) => keys(app, "left"),
            (_, Less) => keys(app, "down"),
            (_, Greater) => keys(app, "up"),
            _ => break,
        }
    }
}

/// Chess from a position in which a pawn of White's is one step from its promotion.
fn before_a_promotion() -> App {
    let mut app = app();
    let offer = app.lobby.offers.iter_mut().find(|offer| offer.game.name() == "chess").unwrap();
    let mut rules = offer.game.default_rules().tree().clone();
    rules["opening"] = "none".into();
    rules["fen"] = "8/P6k/8/8/8/8/8/K7 w - - 0 1".into();
    offer.people_rules = offer.game.rules(&rules).unwrap();
    let bots = vec!["human".parse().unwrap(), "random".parse().unwrap()];
    let speed = Some(Speed::Instant);
    let config = SessionConfig { bots, games: 1, grid: (1, 1), speed, paused: false, clock: None };
    start(&mut app, "chess", config);
    app
}

#[test]
fn a_move_with_several_meanings_asks_which_one() {
    for (answer, expected) in
        [("enter", "a8=Q"), ("2", "a8=R"), ("up enter", "a8=N"), ("down down space", "a8=B")]
    {
        let mut app = before_a_promotion();
        go(&mut app, (0, 1));
        keys(&mut app, "space");
        go(&mut app, (0, 0));
        keys(&mut app, "enter");
        let shown = picture(&mut app, 80, 24);
        for name in ["which one", "1 queen", "2 rook", "3 bishop", "4 knight"] {
            assert!(shown.contains(name), "{name}: {shown}");
        }
        keys(&mut app, answer);
        until(&mut app, "the pawn is promoted", |app| turn(app) >= 1);
        assert!(moves(&app)[0].starts_with(expected), "{expected}: {:?}", moves(&app));
        assert!(app.overlay.is_none());
    }
    let mut app = before_a_promotion();
    go(&mut app, (0, 1));
    keys(&mut app, "space up space esc");
    assert!(app.overlay.is_none() && turn(&app) == 0, "esc takes nothing");
    typed(&mut app, "a7a8n");
    keys(&mut app, "enter");
    until(&mut app, "the typed move is played", |app| turn(app) >= 1);
    assert!(moves(&app)[0].starts_with("a8=N"), "{:?}", moves(&app));
}

#[test]
fn cells_without_an_action_are_refused() {
    let mut app = play("chess", &["human", "random"]);
    keys(&mut app, "space down space");
    assert_eq!(app.note.as_deref(), Some("there is no legal action there"));
    assert_eq!(turn(&app), 0);
}

#[test]
fn the_target_of_a_battle_is_changed_with_a_key() {
    let mut app = play("tetris", &["human", "random", "random"]);
    let target = |app: &App| {
        let view = session(app).session().unwrap().view();
        view.snapshot().data["seats"][0]["target"].as_u64().unwrap()
    };
    assert_eq!(target(&app), 1);
    keys(&mut app, "t");
    until(&mut app, "the target is the next seat", |app| target(app) == 2);
    keys(&mut app, "tab");
    until(&mut app, "the target is the first seat again", |app| target(app) == 1);
}

#[test]
fn a_snake_is_steered_and_goes_straight_on_by_itself() {
    let mut app = play("snake", &["human", "random"]);
    keys(&mut app, "up");
    until(&mut app, "turns pass without a key", |app| {
        turn(app) >= 2 || session(app).group.status().over
    });
}

/// A snake that moves before its player has found it is dead before the first key.
#[test]
fn who_plays_by_the_clock_begins_with_a_key_and_is_not_played_on_below_the_help() {
    for game in ["snake", "tetris"] {
        let mut app = play(game, &["human", "easy"]);
        assert!(picture(&mut app, 100, 40).contains("press a key to begin"));
        for _ in 0..20 {
            std::thread::sleep(Duration::from_millis(10));
            update::tick(&mut app, Duration::ZERO);
        }
        assert_eq!(turn(&app), 0, "{game} waits");
        keys(&mut app, "left");
        until(&mut app, "it has begun", |app| turn(app) >= 1);
        let paused = |app: &App| session(app).group.status().paused;
        keys(&mut app, "?");
        assert!(paused(&app), "{game} waits below the help");
        keys(&mut app, "esc");
        assert!(!paused(&app), "{game} runs");
        keys(&mut app, "esc");
        assert!(paused(&app), "{game} waits for the answer");
        keys(&mut app, "n");
        assert!(!paused(&app), "{game} runs");
    }
    // A game that was paused stays paused.
    let mut app = watch("snake", &["human", "easy"], 1, (1, 1), 0);
    keys(&mut app, "? esc");
    assert!(session(&app).group.status().paused);
}

#[test]
fn tetris_with_a_person_is_live() {
    let mut app = play("tetris", &["human", "easy"]);
    assert_eq!(session(&app).game.name, "tetris-live");
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
        assert!(!app.takes_mouse(), "the terminal has the mouse, to select the text");
        let shown = picture(&mut app, 80, 24);
        assert!(shown.contains("sent to the terminal's clipboard (OSC 52)"), "{shown}");
        assert!(shown.lines().any(|line| line.starts_with(start)), "{shown}");
        keys(&mut app, "esc");
        assert!(app.takes_mouse() && app.overlay.is_none());
    }
}

#[test]
fn a_long_position_scrolls_to_its_end_and_no_further() {
    let mut app = watch("snake", &["random"; 8], 1, (1, 1), 0);
    keys(&mut app, "f");
    let first = picture(&mut app, 60, 12);
    for _ in 0..500 {
        keys(&mut app, "down");
    }
    let last = picture(&mut app, 60, 12);
    assert!(first.contains("{\"food\"") || first.contains("{\"height\""), "{first}");
    assert!(last.contains("}") && last != first, "{last}");
    keys(&mut app, "up");
    assert_ne!(picture(&mut app, 60, 12), last);
}

#[test]
fn two_people_steer_two_snakes_at_one_keyboard() {
    let mut app = play("snake", &["human", "human"]);
    let picture = picture(&mut app, 80, 24);
    for text in ["press a key to begin", "keys arrows", "keys w a s d"] {
        assert!(picture.contains(text), "{text}: {picture}");
    }
    assert!(picture.contains("arrows first") && picture.contains("wasd second"), "{picture}");
    // At the start a snake lies on one square: it can go anywhere.
    let last = |app: &App, seat: usize| {
        let view = session(app).session().unwrap().view();
        view.seats[seat].last.as_ref().map(|deed| (deed.turn, deed.text.clone()))
    };
    let Screen::Session(session) = &mut app.screen else { panic!("no session") };
    session.starts_with_a_key = false;
    keys(&mut app, "left d");
    let Screen::Session(session) = &app.screen else { panic!("no session") };
    session.group.step();
    until(&mut app, "the turn is played", |app| turn(app) >= 1);
    assert_eq!(last(&app, 0), Some((1, "left".to_owned())));
    assert_eq!(last(&app, 1), Some((1, "right".to_owned())));
}

#[test]
fn two_people_play_live_tetris_with_keys_of_their_own() {
    let mut app = play("tetris", &["human", "human"]);
    let pieces = |app: &App, seat: usize| {
        let view = session(app).session().unwrap().view();
        view.snapshot().data["seats"][seat]["pieces"].as_u64().unwrap()
    };
    keys(&mut app, "enter");
    until(&mut app, "the first drops", |app| pieces(app, 0) == 1);
    assert_eq!(pieces(&app, 1), 0);
    keys(&mut app, "space");
    until(&mut app, "the second drops", |app| pieces(app, 1) == 1);
}

#[test]
fn a_third_person_has_no_keys() {
    let people: Vec<ludus_core::BotSpec> = vec!["human".parse().unwrap(); 3];
    let error = ludus_tui::lobby::check_people(&people).unwrap_err();
    assert!(error.to_string().contains("at most two people"), "{error}");
    assert!(ludus_tui::lobby::check_people(&people[..2]).is_ok());
}

#[test]
fn what_is_typed_is_edited_as_in_a_shell() {
    let mut app = app();
    keys(&mut app, "enter");
    let input = |app: &App| match &app.screen {
        Screen::Setup(setup) => setup.input.to_string(),
        _ => panic!("no menu"),
    };
    typed(&mut app, "weights:path=my best.json");
    keys(&mut app, "ctrl-w");
    assert_eq!(input(&app), "weights:path=my ");
    keys(&mut app, "home x end backspace left z");
    assert_eq!(input(&app), "xweights:path=mzy");
    keys(&mut app, "end ctrl-u");
    assert_eq!(input(&app), "");
    keys(&mut app, "ctrl-x ctrl-q");
    assert_eq!(input(&app), "", "other control keys type nothing");
    let mut app = play("chess", &["human", "random"]);
    typed(&mut app, "Nxf");
    keys(&mut app, "ctrl-u");
    assert!(session(&app).entry.is_empty());
    typed(&mut app, "e4");
    keys(&mut app, "esc");
    assert!(session(&app).entry.is_empty() && app.overlay.is_none(), "esc clears it first");
    keys(&mut app, "esc");
    assert!(app.overlay.is_some());
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
