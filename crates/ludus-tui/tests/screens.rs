//! Every screen as a picture, in a small, a large and a tiny terminal.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{app, keys, picture, pictures, typed, watch};
use ludus_tui::{Screen, Speed};

#[test]
fn the_menu() {
    insta::assert_snapshot!(pictures(&mut app()));
}

#[test]
fn choosing_bots() {
    let mut app = app();
    keys(&mut app, "enter down down enter");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_wrong_bot_is_told() {
    let mut app = app();
    keys(&mut app, "enter");
    typed(&mut app, "hrad");
    keys(&mut app, "enter");
    assert!(picture(&mut app, 80, 24).contains("tetris has no bot \"hrad\""));
}

#[test]
fn wrong_counts_are_told() {
    let mut app = app();
    keys(&mut app, "down enter enter enter down enter");
    for count in ["0", "-1", "abc", "1000000000"] {
        typed(&mut app, count);
        keys(&mut app, "enter");
        let picture = picture(&mut app, 80, 24);
        assert!(picture.contains(&format!("{count:?} games cannot be played")), "{picture}");
        keys(&mut app, "esc");
    }
    typed(&mut app, "0");
    keys(&mut app, "enter");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn wrong_grids_are_told() {
    let mut app = app();
    keys(&mut app, "down enter enter enter down enter");
    typed(&mut app, "20");
    keys(&mut app, "enter");
    for grid in ["0x3", "99x99", "3"] {
        typed(&mut app, grid);
        keys(&mut app, "enter");
        let picture = picture(&mut app, 80, 24);
        assert!(picture.contains(&format!("{grid:?} is no grid")), "{picture}");
        keys(&mut app, "esc");
    }
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn one_game_of_chess() {
    let mut app = watch("chess", &["medium", "easy"], 1, (1, 1), 6);
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn one_game_of_tetris() {
    let mut app = watch("tetris", &["hard", "easy"], 1, (1, 1), 12);
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn one_game_of_snake() {
    let mut app = watch("snake", &["medium", "easy", "random"], 1, (1, 1), 9);
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_grid_of_chess() {
    let mut app = watch("chess", &["easy", "random"], 6, (2, 3), 4);
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_grid_of_tetris() {
    let mut app = watch("tetris", &["easy", "random"], 4, (1, 2), 6);
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_grid_of_snake() {
    let mut app = watch("snake", &["easy", "random"], 4, (1, 3), 3);
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_grid_that_does_not_fit_says_what_it_needs_and_comes_back() {
    let mut app = watch("chess", &["random", "random"], 16, (4, 4), 1);
    let small = picture(&mut app, 80, 24);
    assert!(small.contains("a 4x4 grid of chess needs 56x52 characters, this is 80x24"), "{small}");
    assert!(!picture(&mut app, 120, 60).contains("needs"));
}

#[test]
fn statistics() {
    let mut app = watch("snake", &["random", "random"], 10, (2, 2), 0);
    let Screen::Play(play) = &mut app.screen else { panic!("no session") };
    play.set_speed(Speed::Instant);
    play.group.resume();
    assert!(play.group.wait(std::time::Duration::from_secs(30)));
    play.tick();
    assert!(picture(&mut app, 80, 24).contains("games 10 of 10"));
    // How long the games took is another matter every time.
    let picture = pictures(&mut app);
    let timeless: Vec<&str> = picture.lines().filter(|line| !line.contains("seconds")).collect();
    insta::assert_snapshot!(timeless.join("\n"));
}

#[test]
fn help_is_made_from_the_keys() {
    let mut app = watch("chess", &["random", "random"], 2, (1, 2), 1);
    keys(&mut app, "?");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn aborting_asks_once() {
    let mut app = watch("chess", &["random", "random"], 2, (1, 2), 1);
    keys(&mut app, "esc");
    assert!(picture(&mut app, 80, 24).contains("Abort them? (y/n)"));
    keys(&mut app, "n");
    assert!(matches!(app.screen, Screen::Play(_)));
    keys(&mut app, "esc y");
    assert!(matches!(app.screen, Screen::Setup(_)));
}

#[test]
fn without_colours_and_unicode_everything_is_plain() {
    let mut app = watch("chess", &["medium", "easy"], 1, (1, 1), 2);
    app.theme.unicode = false;
    app.theme.colour = false;
    let plain = picture(&mut app, 100, 30);
    assert!(plain.is_ascii(), "{plain}");
    assert!(plain.contains("b  q  k  b"), "{plain}");
}
