//! The driver of live play: it applies what has arrived, and never waits.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::fs;
use std::io::BufReader;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_arena::arbiter::ArbiterPlan;
use ludus_arena::replay::{Recorder, ReplayReader, SeatLine, show, verify};
use ludus_arena::{Clock, Player, Table};
use ludus_core::{Answer, Budget, Game, GameKit, Seat, Seed};
use race::{Race, RaceKit, Rules};

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn table() -> Table<Rules> {
    Table {
        id: "a-race".to_owned(),
        labels: Vec::new(),
        rules: Rules { goal: 40, lenient: true, ..Rules::default() },
        seed: Seed::new(3),
        bot_seed: Seed::new(4),
        budget: Budget::NONE,
        margin: Duration::ZERO,
        threads: 1,
        insight: false,
        arbiter: ArbiterPlan::default(),
        stop: Arc::new(AtomicBool::new(false)),
        pulse: Arc::default(),
    }
}

fn clock() -> Clock<Race> {
    let bot = RaceKit.make_bot(&"steady".parse().unwrap()).unwrap();
    Clock::new(table(), vec![Player::Person, Player::Bot(bot)]).unwrap()
}

/// What the seats played in a tick.
fn tick(clock: &mut Clock<Race>) -> Option<Vec<u8>> {
    let played = clock.tick()?.iter().map(|played| match played.answer {
        Answer::Play(action) => action,
        Answer::Forfeit(_) => 0,
    });
    Some(played.collect())
}

#[test]
fn what_has_arrived_is_applied_once_and_else_the_fallback() {
    let mut clock = clock();
    assert_eq!(tick(&mut clock).unwrap()[0], 1, "nothing has arrived");
    assert!(clock.put(seat(0), 3));
    assert_eq!(tick(&mut clock).unwrap()[0], 3);
    assert_eq!(tick(&mut clock).unwrap()[0], 1, "it is applied once");
}

#[test]
fn of_two_actions_for_one_tick_the_later_counts_unless_the_game_merges_them() {
    let mut clock = clock();
    assert!(clock.put(seat(0), 3));
    assert!(clock.put(seat(0), 2));
    assert_eq!(tick(&mut clock).unwrap()[0], 2);
}

#[test]
fn what_is_not_legal_and_what_comes_for_a_bots_seat_is_refused() {
    let mut clock = clock();
    assert!(!clock.put(seat(0), 9));
    assert!(!clock.put(seat(1), 1));
    assert!(!clock.put(seat(5), 1));
    assert_eq!(tick(&mut clock).unwrap()[0], 1);
}

#[test]
fn a_live_match_is_recorded_without_idle_ticks_and_replays_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.jsonl");
    let mut clock = clock();
    let who = |label: &str| SeatLine { label: label.into(), spec: label.into() };
    let seats = vec![who("human"), who("steady")];
    let mut recorder = Recorder::create(path.clone(), seats, &table(), clock.game()).unwrap();
    let mut ticks = 0;
    loop {
        if ticks % 5 == 4 {
            clock.put(seat(0), 2);
        }
        let before = clock.game().clone();
        let Some(played) = clock.tick().map(<[_]>::to_vec) else { break };
        recorder.tick(&before, &played, clock.game()).unwrap();
        ticks += 1;
    }
    let last = clock.game().snapshot();
    let result = clock.finish().unwrap();
    assert_eq!(recorder.finish(&result).unwrap(), path);
    let text = fs::read_to_string(&path).unwrap();
    let reader = || ReplayReader::new(BufReader::new(text.as_bytes())).unwrap();
    let verified = verify::<Race, _>(&mut reader()).unwrap();
    assert_eq!((verified.turns, verified.outcome), (ticks, result.outcome));
    assert_eq!(show::<Race, _>(&mut reader(), ticks).unwrap().snapshot, last);
    for asked in 0..=ticks {
        assert_eq!(show::<Race, _>(&mut reader(), asked).unwrap().turn, asked);
    }
    assert!(show::<Race, _>(&mut reader(), ticks + 1).is_err());
    // Without one of its ticks it does not hold.
    let mut lines: Vec<&str> = text.lines().collect();
    lines.remove(3);
    let cut = lines.join("\n");
    let mut reader = ReplayReader::new(BufReader::new(cut.as_bytes())).unwrap();
    assert!(verify::<Race, _>(&mut reader).is_err());
}
