//! Every screen as a picture, in a small, a large and a tiny terminal.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{app, keys, picture, pictures, plain, playback, typed, watch};
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
    keys(&mut app, "down enter enter enter enter down enter");
    for count in ["0", "-1", "abc", "1000000000"] {
        typed(&mut app, count);
        keys(&mut app, "enter");
        let picture = picture(&mut app, 80, 24);
        assert!(picture.contains(&format!("{count:?} is not a number of games")), "{picture}");
        keys(&mut app, "esc");
    }
    typed(&mut app, "0");
    keys(&mut app, "enter");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn wrong_grids_are_told() {
    let mut app = app();
    keys(&mut app, "down enter enter enter enter down enter");
    typed(&mut app, "20");
    keys(&mut app, "enter");
    for grid in ["0x3", "99x99", "3"] {
        typed(&mut app, grid);
        keys(&mut app, "enter");
        let picture = picture(&mut app, 80, 24);
        assert!(picture.contains(&format!("{grid:?} is not a grid")), "{picture}");
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
    let words: Vec<&str> = small.split_whitespace().collect();
    let words = words.join(" ");
    let expected = "a 4x4 grid of chess needs a terminal of 56x43 characters; this one has 80x24.";
    assert!(words.contains(expected), "{small}");
    assert!(words.contains("press tab to see one board"), "{small}");
    assert!(!picture(&mut app, 56, 43).contains("needs"));
    assert!(picture(&mut app, 56, 42).contains("needs"));
}

/// The menu at the question how many boards, for two random bots.
fn asked_for_a_grid(down: usize) -> ludus_tui::App {
    let mut app = app();
    keys(&mut app, &"down ".repeat(down));
    keys(&mut app, "enter");
    for _ in 0..2 {
        typed(&mut app, "random");
        keys(&mut app, "enter");
    }
    if down != 1 {
        keys(&mut app, "enter");
    }
    keys(&mut app, "enter down enter");
    typed(&mut app, "20");
    keys(&mut app, "enter");
    app
}

#[test]
fn only_grids_that_fit_are_offered_and_taken() {
    for (down, game) in [(0, "tetris"), (1, "chess"), (2, "snake")] {
        for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
            let mut app = asked_for_a_grid(down);
            let shown = picture(&mut app, columns, rows);
            let is_grid = |line: &&str| {
                line.trim_start_matches(['>', ' ']).starts_with(|c: char| c.is_ascii_digit())
            };
            let offered = shown.lines().filter(is_grid).count();
            assert!(offered >= 2, "{game} {columns}x{rows}: {shown}");
            keys(&mut app, &"down ".repeat(offered - 1));
            keys(&mut app, "enter");
            assert!(matches!(app.screen, Screen::Session(_)), "{game}: the last one is taken");
            assert!(!picture(&mut app, columns, rows).contains("needs"), "{game} {columns}x{rows}");
        }
        let mut app = asked_for_a_grid(down);
        picture(&mut app, 80, 24);
        typed(&mut app, "9x9");
        keys(&mut app, "enter");
        let shown = picture(&mut app, 80, 24);
        assert!(shown.contains(&format!("a 9x9 grid of {game} needs a terminal of")), "{shown}");
        assert!(matches!(app.screen, Screen::Setup(_)));
    }
}

#[test]
fn the_help_line_keeps_the_keys_that_matter() {
    let parts = |app: &mut ludus_tui::App, width| {
        let picture = picture(app, width, 30);
        let line = picture.lines().last().unwrap().to_owned();
        let split = if line.contains('·') { " · " } else { "  " };
        line.split(split).map(|part| part.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let watched = [
        watch("chess", &["random", "random"], 1, (1, 1), 0),
        watch("chess", &["random", "random"], 9, (1, 2), 0),
        watch("snake", &["random", "random"], 9, (1, 1), 0),
    ];
    for mut app in watched {
        for width in [60, 70, 80, 100, 200] {
            let shown = parts(&mut app, width);
            for key in ["?", "s", "f", "esc", "q"] {
                assert!(shown.iter().any(|part| part == key), "{key} at {width}: {shown:?}");
            }
        }
        assert!(parts(&mut app, 80).iter().any(|part| part == "space"));
        assert!(parts(&mut app, 80).iter().any(|part| part == "1-4"));
    }
    let mut apps = [
        playback("chess-mate"),
        watch("chess", &["human", "human"], 1, (1, 1), 0),
        watch("snake", &["human", "human"], 1, (1, 1), 0),
        watch("tetris", &["human", "human"], 1, (1, 1), 0),
    ];
    for app in &mut apps {
        let shown = parts(app, 80);
        let quits = |part: &String| part == "q" || part == "ctrl-c";
        assert!(shown.iter().any(|part| part == "esc") && shown.iter().any(quits), "{shown:?}");
    }
}

#[test]
fn the_position_as_text() {
    let mut chess = watch("chess", &["random", "random"], 1, (1, 1), 2);
    keys(&mut chess, "f");
    let mut snake = watch("snake", &["random", "random"], 1, (1, 1), 2);
    keys(&mut snake, "f");
    let pictures = [&mut chess, &mut snake].map(|app| picture(app, 80, 24));
    insta::assert_snapshot!(pictures.join("\n==\n"));
}

#[test]
fn two_people_at_one_keyboard() {
    let mut snake = watch("snake", &["human", "human"], 1, (1, 1), 1);
    let mut tetris = watch("tetris", &["human", "human"], 1, (1, 1), 1);
    let mut chess = watch("chess", &["human", "human"], 1, (1, 1), 0);
    let mut pictures =
        [&mut snake, &mut tetris, &mut chess].map(|app| picture(app, 80, 24)).to_vec();
    keys(&mut tetris, "?");
    pictures.push(picture(&mut tetris, 80, 24));
    insta::assert_snapshot!(pictures.join("\n==\n"));
}

/// A mate is said in words, and what the terms come to is the score.
#[test]
fn a_mate_is_said_in_moves() {
    let mut app = playback("chess-mate");
    keys(&mut app, "end left left");
    let shown = picture(&mut app, 80, 24);
    assert!(shown.contains("mate in "), "{shown}");
    keys(&mut app, "end");
    insta::assert_snapshot!(picture(&mut app, 80, 24));
}

#[test]
fn every_screen_draws_in_a_terminal_of_any_size() {
    let apps = [
        app(),
        asked_for_a_grid(0),
        watch("chess", &["medium", "easy"], 1, (1, 1), 2),
        watch("tetris", &["hard", "easy"], 9, (2, 2), 2),
        watch("tetris", &["human", "human"], 1, (1, 1), 2),
        watch("snake", &["easy", "random"], 1, (1, 1), 2),
        playback("chess-mate"),
    ];
    for mut app in apps {
        for after in ["", "s", "esc", "?", "f"] {
            keys(&mut app, after);
            for (columns, rows) in [(1, 1), (2, 1), (1, 9), (20, 5), (40, 12), (41, 13), (60, 14)] {
                picture(&mut app, columns, rows);
            }
        }
    }
}

#[test]
fn long_names_cut_no_result() {
    let names = ["my-best-bot-of-this-week-so-far=random", "the-bot-that-it-has-to-beat=random"];
    for game in ["snake", "tetris", "chess"] {
        let mut app = watch(game, &names, 3, (1, 1), 0);
        let Screen::Session(session) = &mut app.screen else { panic!("no session") };
        session.set_speed(Speed::Instant);
        session.group.resume();
        assert!(session.group.wait(std::time::Duration::from_secs(60)));
        session.tick();
        let shown = picture(&mut app, 80, 24);
        assert!(shown.contains("wins by seat") && shown.contains("longest"), "{shown}");
        assert!(shown.lines().next().unwrap().ends_with("finished"), "{shown}");
        if game == "snake" {
            let timeless: Vec<&str> = shown.lines().filter(|l| !l.contains("seconds")).collect();
            insta::assert_snapshot!(timeless.join("\n"));
        }
    }
}

#[test]
fn statistics() {
    let mut app = watch("snake", &["random", "random"], 10, (2, 2), 0);
    let Screen::Session(session) = &mut app.screen else { panic!("no session") };
    session.set_speed(Speed::Instant);
    session.group.resume();
    assert!(session.group.wait(std::time::Duration::from_secs(30)));
    session.tick();
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
    assert!(matches!(app.screen, Screen::Session(_)));
    keys(&mut app, "esc y");
    assert!(matches!(app.screen, Screen::Setup(_)));
}

#[test]
fn the_questions_before_a_session() {
    let mut app = app();
    keys(&mut app, "down enter enter enter");
    let clock = picture(&mut app, 80, 24);
    keys(&mut app, "down down enter");
    let kind = picture(&mut app, 80, 24);
    keys(&mut app, "down enter");
    typed(&mut app, "12");
    let count = picture(&mut app, 80, 24);
    keys(&mut app, "enter");
    let grid = picture(&mut app, 80, 24);
    insta::assert_snapshot!([clock, kind, count, grid].join("\n==\n"));
}

#[test]
fn live_tetris() {
    let mut app = watch("tetris", &["human", "hard"], 1, (1, 1), 40);
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn live_versus() {
    let mut app = watch("tetris-versus", &["human", "human"], 1, (1, 1), 60);
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_replay_of_versus() {
    let mut app = playback("tetris-versus-ppt");
    keys(&mut app, "down down down");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_replay_of_live_versus() {
    let mut app = playback("tetris-versus-live-spins");
    keys(&mut app, "down down down down down");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_person_plays_chess() {
    let mut app = watch("chess", &["human", "random"], 1, (1, 1), 0);
    typed(&mut app, "Nf");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_replay_of_chess() {
    let mut app = playback("chess-mate");
    keys(&mut app, "right right right");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_replay_of_tetris() {
    let mut app = playback("tetris-battle-bank");
    keys(&mut app, "down down right");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_replay_of_snake() {
    let mut app = playback("snake-royale");
    keys(&mut app, "end");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn a_replay_of_live_tetris() {
    let mut app = playback("tetris-live-battle");
    keys(&mut app, "down down down down down");
    insta::assert_snapshot!(pictures(&mut app));
}

#[test]
fn help_for_everything_else_that_takes_keys() {
    let helped = |mut app: ludus_tui::App| {
        keys(&mut app, "?");
        picture(&mut app, 80, 24)
    };
    let pictures = [
        helped(app()),
        helped(playback("chess-mate")),
        helped(watch("chess", &["human", "random"], 1, (1, 1), 0)),
        helped(watch("snake", &["human", "random"], 1, (1, 1), 0)),
        helped(watch("tetris", &["human", "easy"], 1, (1, 1), 0)),
        helped(watch("tetris-versus", &["human", "easy"], 1, (1, 1), 0)),
    ];
    insta::assert_snapshot!(pictures.join("\n==\n"));
}

#[test]
fn without_colours_and_unicode_everything_is_plain() {
    let mut apps = [
        app(),
        watch("chess", &["medium", "easy"], 1, (1, 1), 2),
        watch("tetris", &["hard", "easy"], 1, (1, 1), 9),
        watch("tetris", &["human", "hard"], 1, (1, 1), 30),
        watch("snake", &["medium", "easy"], 1, (1, 1), 5),
        watch("chess", &["easy", "random"], 2, (1, 2), 4),
        watch("snake", &["easy", "random"], 2, (1, 2), 4),
        playback("tetris-battle-bank"),
        playback("tetris-versus-live-spins"),
    ];
    let mut pictures: Vec<String> = apps.iter_mut().map(plain).collect();
    assert!(pictures[1].contains("b  q  k  b"), "{}", pictures[1]);
    keys(&mut apps[8], "end");
    pictures[8] = plain(&mut apps[8]);
    keys(&mut apps[1], "?");
    keys(&mut apps[3], "?");
    pictures.extend([plain(&mut apps[1]), plain(&mut apps[3])]);
    insta::assert_snapshot!(pictures.join("\n==\n"));
}
