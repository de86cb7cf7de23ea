//! Replays of live play, which hold only the ticks in which a seat did something.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::fs;
use std::io::BufReader;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_arena::arbiter::ArbiterPlan;
use ludus_arena::replay::{Recorder, ReplayReader, SeatLine, show, verify};
use ludus_arena::{Table, Turns};
use ludus_core::{Bot, BotError, Budget, Context, Decision, Game, Seat, Seed};
use race::{Race, Rules};

fn table() -> Table<Rules> {
    Table {
        id: "a-race".to_owned(),
        labels: Vec::new(),
        rules: Rules { goal: 40, lenient: true, ..Rules::default() },
        seed: Seed::new(3),
        bot_seed: Seed::new(4),
        budget: Budget::NONE,
        clock: None,
        margin: Duration::ZERO,
        threads: 1,
        insight: false,
        arbiter: ArbiterPlan::default(),
        stop: Arc::new(AtomicBool::new(false)),
        pulse: Arc::default(),
        logs: Vec::new(),
    }
}

/// Does something in every fifth tick only.
struct Seldom;

impl Bot<Race> for Seldom {
    fn decide(&mut self, game: &Race, _: Seat, _: &Context<'_>) -> Result<Decision<u8>, BotError> {
        Ok(Decision::bare(if game.turn() % 5 == 4 { 2 } else { 1 }))
    }
}

#[test]
fn a_live_match_is_recorded_without_idle_ticks_and_replays_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.jsonl");
    let mut live = Turns::new(table(), vec![Box::new(Seldom), Box::new(Seldom)]).unwrap();
    let who = |label: &str| SeatLine { label: label.into(), spec: label.into() };
    let seats = vec![who("a"), who("b")];
    let mut recorder = Recorder::create(path.clone(), seats, &table(), live.game()).unwrap();
    let mut ticks = 0;
    loop {
        let before = live.game().clone();
        let Some(played) = live.play_turn().map(<[_]>::to_vec) else { break };
        recorder.tick(&before, &played, live.game()).unwrap();
        ticks += 1;
    }
    let last = live.game().snapshot();
    let result = live.finish().0.unwrap();
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
