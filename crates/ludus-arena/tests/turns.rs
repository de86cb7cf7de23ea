//! The driver of turns: who is asked, and how.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Barrier, Mutex};
use std::time::Duration;

use ludus_arena::arbiter::ArbiterPlan;
use ludus_arena::{Table, Turns};
use ludus_core::{
    Bot, BotError, BotErrorKind, Budget, Context, Decision, Exchange, Insight, MatchInfo, Outcome,
    Seat, Seed,
};
use race::{Race, Rules};

fn table() -> Table<Rules> {
    Table {
        id: "a-race".to_owned(),
        labels: Vec::new(),
        rules: Rules::default(),
        seed: Seed::new(1),
        bot_seed: Seed::new(2),
        budget: Budget::NONE,
        clock: None,
        margin: Duration::from_millis(50),
        threads: 1,
        insight: false,
        arbiter: ArbiterPlan::default(),
        stop: Arc::new(AtomicBool::new(false)),
        pulse: Arc::default(),
        logs: Vec::new(),
    }
}

/// Answers only when another bot is being asked at the same time.
struct Together(Arc<Barrier>);

impl Bot<Race> for Together {
    fn decide(&mut self, _: &Race, _: Seat, _: &Context<'_>) -> Result<Decision<u8>, BotError> {
        self.0.wait();
        Ok(Decision::bare(3))
    }

    fn waits(&self) -> bool {
        true
    }
}

#[test]
fn seats_that_wait_are_asked_at_the_same_time() {
    let barrier = Arc::new(Barrier::new(3));
    let bots: Vec<Box<dyn Bot<Race>>> =
        (0..3).map(|_| Box::new(Together(Arc::clone(&barrier))) as Box<dyn Bot<Race>>).collect();
    let mut turns = Turns::new(table(), bots).unwrap();
    while let Some(played) = turns.play_turn() {
        let seats: Vec<_> = played.iter().map(|p| p.seat.index()).collect();
        assert_eq!(seats, [0, 1, 2]);
    }
    assert_eq!(turns.finish().0.unwrap().outcome.reason(), "goal reached");
}

/// Notes when it hears of a turn and when it is asked.
struct Notes(Arc<Mutex<Vec<&'static str>>>);

impl Bot<Race> for Notes {
    fn update(&mut self, _: &Race, seat: Seat) -> Result<(), BotError> {
        self.0.lock().unwrap().push("update");
        match seat.index() {
            2 => Err(BotError::new("it has exited")),
            _ => Ok(()),
        }
    }

    fn decide(&mut self, _: &Race, _: Seat, _: &Context<'_>) -> Result<Decision<u8>, BotError> {
        self.0.lock().unwrap().push("decide");
        Ok(Decision::bare(3))
    }

    fn waits(&self) -> bool {
        true
    }
}

#[test]
fn all_seats_hear_of_a_turn_before_the_time_of_any_begins() {
    let notes = Arc::default();
    let bot = || Box::new(Notes(Arc::clone(&notes))) as Box<dyn Bot<Race>>;
    let mut turns = Turns::new(table(), vec![bot(), bot(), bot()]).unwrap();
    let played = turns.play_turn().unwrap();
    assert_eq!(*notes.lock().unwrap(), ["update", "update", "update", "decide", "decide"]);
    let lost = format!("{:?}", played[2].answer);
    assert!(lost.contains("it has exited"), "a seat that cannot be reached is not asked: {lost}");
}

/// Reports the seed it was given as its insight.
struct Tells;

impl Bot<Race> for Tells {
    fn decide(&mut self, _: &Race, _: Seat, ctx: &Context<'_>) -> Result<Decision<u8>, BotError> {
        let insight = Insight { nodes: ctx.seed.number(), depth: 2, ..Insight::default() };
        Ok(Decision { action: 2, insight })
    }
}

#[test]
fn every_decision_has_a_seed_of_its_own_that_says_nothing_about_chance() {
    let seeds = |table: Table<Rules>| {
        let mut turns = Turns::new(table, vec![Box::new(Tells), Box::new(Tells)]).unwrap();
        let mut seeds = Vec::new();
        while let Some(played) = turns.play_turn() {
            seeds.extend(played.iter().map(|p| p.insight.nodes));
        }
        seeds
    };
    let first = seeds(table());
    let mut different = first.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), first.len());
    let other_chance = seeds(Table { seed: Seed::new(9), ..table() });
    let both = first.len().min(other_chance.len());
    assert_eq!(first[..both], other_chance[..both]);
    assert_ne!(first[0], seeds(Table { bot_seed: Seed::new(9), ..table() })[0]);
}

#[test]
fn a_stopped_match_has_no_result() {
    let table = table();
    let stop = Arc::clone(&table.stop);
    let mut turns = Turns::new(table, vec![Box::new(Tells), Box::new(Tells)]).unwrap();
    assert!(turns.play_turn().is_some());
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(turns.play_turn().is_none());
    let (result, bots) = turns.finish();
    assert!(result.is_none());
    assert_eq!(bots.len(), 2);
}

#[test]
fn depth_is_reported_as_the_mean_over_decisions() {
    let mut turns = Turns::new(table(), vec![Box::new(Tells), Box::new(Tells)]).unwrap();
    while turns.play_turn().is_some() {}
    assert_eq!(turns.finish().0.unwrap().seats[0].depth, 2.0);
}

/// Stands for an external program: writes down what it hears, and fails in its third turn.
#[derive(Clone, Default)]
struct Program {
    heard: Arc<Mutex<Vec<String>>>,
    fails: Option<BotErrorKind>,
}

impl Program {
    fn hear(&self, text: String) {
        self.heard.lock().unwrap().push(text);
    }

    fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

impl Bot<Race> for Program {
    fn introduce(&mut self, info: &MatchInfo<'_>) {
        self.hear(format!("{} {:?} {}", info.id, info.labels, info.rules));
    }

    fn decide(
        &mut self,
        game: &Race,
        _: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<u8>, BotError> {
        use ludus_core::Game;
        let last: Vec<_> = ctx.last.iter().map(|p| (p.seat.index(), p.action.as_deref())).collect();
        self.hear(format!("turn {} after {last:?}", game.turn() + 1));
        match self.fails.filter(|_| game.turn() == 2) {
            Some(kind) => Err(BotError::of_kind(kind, "because")),
            None => Ok(Decision::bare(2)),
        }
    }

    fn end(&mut self, _: &Race, _: Seat, outcome: Option<&Outcome>) {
        self.hear(format!("end: {:?}", outcome.map(Outcome::reason)));
    }

    fn waits(&self) -> bool {
        true
    }

    fn follows(&self) -> bool {
        true
    }

    fn take_exchange(&mut self) -> Option<Exchange> {
        let stderr = vec!["thinking\u{1b}".to_owned()];
        Some(Exchange { took: Duration::from_millis(7), stderr })
    }
}

#[test]
fn a_program_hears_who_plays_what_was_done_and_how_it_ended() {
    let program = Program::default();
    let table = Table {
        labels: vec!["a".to_owned(), "b".to_owned()],
        rules: Rules { goal: 4, ..Rules::default() },
        ..table()
    };
    let bots: Vec<Box<dyn Bot<Race>>> = vec![Box::new(Tells), Box::new(program.clone())];
    let mut turns = Turns::new(table, bots).unwrap();
    while let Some(played) = turns.play_turn() {
        // The program knows best how long it took, and what it wrote comes with its turn, safe to show.
        assert_eq!(played[1].took, Duration::from_millis(7));
        assert_eq!(played[1].stderr, ["thinking\u{fffd}"]);
        assert!(played[0].stderr.is_empty());
    }
    turns.finish();
    let expected = [
        r#"a-race ["a", "b"] {"goal":4,"lenient":false,"mine":0}"#,
        "turn 1 after []",
        r#"turn 2 after [(0, Some("+2")), (1, Some("+2"))]"#,
        r#"end: Some("goal reached")"#,
    ];
    assert_eq!(program.heard(), expected);
}

#[test]
fn an_abandoned_match_ends_for_its_bots_too() {
    let (program, table) = (Program::default(), table());
    let stop = Arc::clone(&table.stop);
    let mut turns = Turns::new(table, vec![Box::new(Tells), Box::new(program.clone())]).unwrap();
    assert!(turns.play_turn().is_some());
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    turns.finish();
    assert_eq!(program.heard().last().unwrap(), "end: None");
}

#[test]
fn each_kind_of_error_is_a_forfeit_of_its_own() {
    for (kind, forfeit) in [
        (BotErrorKind::Error, "error: because"),
        (BotErrorKind::Crash, "crash: because"),
        (BotErrorKind::Protocol, "protocol: because"),
        (BotErrorKind::Time, "time: because"),
        (BotErrorKind::Illegal, "illegal action: because"),
    ] {
        let program = Program { fails: Some(kind), ..Program::default() };
        let mut turns = Turns::new(table(), vec![Box::new(Tells), Box::new(program)]).unwrap();
        while turns.play_turn().is_some() {}
        let result = turns.finish().0.unwrap();
        let failure = result.seats[1].forfeit.as_ref().unwrap();
        assert_eq!((failure.turn, failure.to_string().as_str()), (3, forfeit));
    }
}
