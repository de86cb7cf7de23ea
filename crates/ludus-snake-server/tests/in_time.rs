//! Moves of several games at once come in time, measured at the client.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::time::{Duration, Instant};

use common::{Server, new_game, request, send, serve};
use ludus_core::{Answer, Game, Seat};
use ludus_snake::{Direction, Snake};

const GAMES: u64 = 8;
const LATEST: Duration = Duration::from_millis(400);

/// How many moves are asked for in all.
fn moves() -> u64 {
    std::env::var("LUDUS_TEST_MOVES").map_or(96, |text| text.parse().unwrap())
}

/// Plays games one after the other, the first seat by the server, and notes how long each move took.
fn play(server: &Server, number: u64, moves: u64) -> Vec<Duration> {
    let mut took = Vec::new();
    for round in 0.. {
        let (mut game, mut chance) = new_game(number * 1000 + round, 2 + (number as usize % 2) * 2);
        while game.to_act().has(Seat::new(0).unwrap()) {
            if took.len() as u64 == moves {
                return took;
            }
            let asked_at = Instant::now();
            let request = request(&game, &format!("game-{number}-{round}"));
            let (status, answer) = send(server, "/move", &request);
            took.push(asked_at.elapsed());
            assert_eq!(status, 200, "{answer}");
            let first = answer["move"].as_str().unwrap().parse().unwrap();
            let turn = turn(&game, first);
            game.apply(&turn, &mut chance);
        }
    }
    took
}

/// The first seat plays what the server says, the others go where it is free.
fn turn(game: &Snake, first: Direction) -> Vec<(Seat, Answer<Direction>)> {
    let free = |seat: Seat| {
        let occupied: Vec<_> = game.to_act().iter().flat_map(|other| game.body(other)).collect();
        let head = game.body(seat)[0];
        let open = |direction: &Direction| {
            let next = head.step(*direction);
            (0..11).contains(&next.x) && (0..11).contains(&next.y) && !occupied.contains(&next)
        };
        Direction::ALL.into_iter().find(open).unwrap_or(Direction::Up)
    };
    let action = |seat: Seat| if seat.index() == 0 { first } else { free(seat) };
    game.to_act().iter().map(|seat| (seat, Answer::Play(action(seat)))).collect()
}

/// How long each of all moves took, sorted.
fn measure() -> Vec<Duration> {
    let server = serve();
    let (server, share) = (&server, moves().div_ceil(GAMES));
    let mut all: Vec<Duration> = std::thread::scope(|scope| {
        let games: Vec<_> =
            (0..GAMES).map(|number| scope.spawn(move || play(server, number, share))).collect();
        games.into_iter().flat_map(|game| game.join().unwrap()).collect()
    });
    all.sort();
    let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize];
    let (median, most, last) = (at(0.5), at(0.99), at(1.0));
    println!("{} moves: median {median:?}, 99 % {most:?}, latest {last:?}", all.len());
    all
}

#[test]
fn eight_games_at_once_get_every_move_in_time() {
    let late = |all: &[Duration]| all.iter().filter(|took| **took > LATEST).count();
    // A machine that does something else may lose one round, not two.
    let first = measure();
    if late(&first) > 0 {
        assert_eq!(late(&measure()), 0, "late twice");
    }
}

#[test]
fn a_game_alone_uses_its_time() {
    let server = serve();
    let (game, _) = new_game(1, 2);
    let asked_at = Instant::now();
    assert_eq!(send(&server, "/move", &request(&game, "alone")).0, 200);
    let took = asked_at.elapsed();
    assert!(took > Duration::from_millis(100), "{took:?}");
}
