//! Matches with clocks in every driver: what is charged, what is shown, and who loses on time.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ludus_arena::host::UndoError;
use ludus_arena::live::{BotQuestion, LivePlan};
use ludus_arena::replay::{ReplayLine, ReplayReader, verify};
use ludus_arena::session::{SessionError, State};
use ludus_arena::{AnyGame, AnyLive, Entrant, PlayGame, SeriesPlan, Session, Stage};
use ludus_core::{Budget, Forfeit, Seat, SeatSet, Seed, TimeControl};
use race::{Race, RaceKit, Rules, plan, play, rules};

/// How long a test waits for what must happen.
const PATIENCE: Duration = Duration::from_secs(60);
/// More time than any test takes.
const AMPLE: &str = "3600+1";
/// Time that has passed at once.
const SHORT: &str = "0.01";

fn control(text: &str) -> TimeControl {
    text.parse().unwrap()
}

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn clocked(bots: &[&str], clock: &str) -> SeriesPlan {
    SeriesPlan { clock: Some(control(clock)), ..plan(bots, 1, 1) }
}

fn open(stage: &Stage, plan: SeriesPlan) -> Session {
    let game: Arc<dyn AnyGame> = Arc::new(RaceKit);
    stage.open(&game, &Arc::new(plan), 0, Duration::ZERO, false).unwrap()
}

fn until(session: &Session, so: impl Fn(&Session) -> bool) {
    let began = Instant::now();
    while !so(session) {
        assert!(began.elapsed() < PATIENCE, "nothing happens: {:?}", session.state());
        session.wait_beyond(session.version(), Duration::from_millis(20));
    }
}

/// Whether the seat lost on time.
fn lost_on_time(forfeit: &Forfeit) -> bool {
    matches!(forfeit, Forfeit::Time(text) if text.starts_with("its clock ran out"))
}

#[test]
fn a_bot_that_sleeps_past_its_clock_loses_on_time_in_a_series() {
    let (_, games) = play(&clocked(&["sleeps", "steady"], "0.03"));
    let forfeit = games[0].result.seats[0].forfeit.as_ref().unwrap();
    assert!(lost_on_time(&forfeit.forfeit), "{forfeit:?}");
    assert!(forfeit.took >= Duration::from_millis(120));
    let mut lenient = clocked(&["sleeps", "steady"], "0.03");
    lenient.rules = rules(Rules { lenient: true, ..Rules::default() });
    let (_, games) = play(&lenient);
    assert!(games[0].result.seats[0].forfeit.is_some(), "also where the rules know a fallback");
}

#[test]
fn a_person_who_does_nothing_loses_on_time_in_a_session() {
    let stage = Stage::new(1).unwrap();
    let session = open(&stage, clocked(&["you=human", "slow"], SHORT));
    until(&session, |session| session.state().is_over());
    let record = session.record().unwrap();
    let forfeit = record.result.seats[0].forfeit.as_ref().unwrap();
    assert!(lost_on_time(&forfeit.forfeit), "{forfeit:?}");
    assert_eq!(record.result.outcome.winner(), Some(seat(1)));
    let clocks = session.clocks().unwrap();
    assert_eq!((clocks.left[0], clocks.running), (Duration::ZERO, SeatSet::EMPTY));
}

#[test]
fn a_persons_clock_runs_while_it_is_the_persons_turn_and_stands_still_in_a_pause() {
    let stage = Stage::new(1).unwrap();
    let session = open(&stage, clocked(&["you=human", "slow"], AMPLE));
    let hour = Duration::from_secs(3600);
    until(&session, |s| s.clocks().unwrap().left[0] < hour);
    assert_eq!(session.clocks().unwrap().running, SeatSet::only(seat(0)));
    session.pause();
    let paused = session.clocks().unwrap();
    assert_eq!(paused.running, SeatSet::EMPTY);
    thread::sleep(Duration::from_millis(5));
    assert_eq!(session.clocks().unwrap(), paused);
    session.resume();
    until(&session, |s| s.clocks().unwrap().left[0] < paused.left[0]);
    session.submit(seat(0), "+3").unwrap();
    until(&session, |s| s.view().turn == 1 && matches!(s.state(), State::Waiting(_)));
    let spent = session.view().seats[0].last.as_ref().unwrap().took;
    assert!(spent >= hour - paused.left[0], "the time before the pause counts: {spent:?}");
    assert!(session.clocks().unwrap().left[0] > hour - spent, "the increment was added");
    assert_eq!(session.undo(), Err(SessionError::Undo(UndoError::Clocks)));
    session.abort();
    let stopped = session.clocks().unwrap();
    assert_eq!(stopped.running, SeatSet::EMPTY, "nothing runs after the end");
}

fn live_plan(bots: &[&str], clock: &str, record: Option<std::path::PathBuf>) -> LivePlan {
    let entrant = |bot: &&str| Entrant { label: (*bot).to_owned(), spec: bot.parse().unwrap() };
    LivePlan {
        id: "a-match".to_owned(),
        seats: bots.iter().map(entrant).collect(),
        rules: rules(Rules { goal: 12, ..Rules::default() }),
        seed: Seed::new(5),
        budget: Budget::NONE,
        clock: Some(control(clock)),
        record,
    }
}

fn ask(live: &mut dyn AnyLive) {
    let questions = live.questions(Budget::NONE, &|| Box::new(|| {}));
    questions.into_iter().for_each(BotQuestion::ask);
}

#[test]
fn a_live_match_with_clocks_is_recorded_with_them_and_ends_when_one_runs_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.jsonl");
    let plan = live_plan(&["slow", "human"], "1+0.5", Some(path.clone()));
    let mut live = Arc::new(RaceKit).open_live(&plan).unwrap();
    let clocks = live.clocks(Instant::now()).unwrap();
    assert_eq!(clocks.running, SeatSet::EMPTY, "no clock runs before the start");
    live.run_clocks(Instant::now());
    assert_eq!(live.clocks(Instant::now()).unwrap().running, SeatSet::only(seat(1)));
    ask(live.as_mut());
    assert!(!live.is_ready(), "the person is waited for");
    live.submit(seat(1), "+2").unwrap();
    live.play().unwrap();
    assert_eq!(live.turn(), 1);
    live.run_clocks(Instant::now());
    ask(live.as_mut());
    let flag = live.next_flag().unwrap();
    thread::sleep(flag.saturating_duration_since(Instant::now()));
    assert!(live.is_ready(), "a person whose clock has run out is not waited for");
    live.play().unwrap();
    assert!(live.outcome().is_some());
    let ended = live.finish().unwrap().unwrap();
    assert!(lost_on_time(&ended.result.seats[1].forfeit.as_ref().unwrap().forfeit));

    let file = || ReplayReader::new(BufReader::new(File::open(&path).unwrap())).unwrap();
    assert_eq!(verify::<Race, _>(&mut file()).unwrap().outcome, ended.result.outcome);
    let mut reader = file();
    assert_eq!(reader.header().clock, Some(control("1+0.5")));
    let Some(ReplayLine::Turn(turn)) = reader.next_line().unwrap() else { panic!("no turn") };
    assert!(turn.actions.iter().all(|action| action.left_ms.is_some()), "{turn:?}");
}

#[test]
fn a_bot_that_thinks_past_its_clock_is_not_waited_for_in_a_live_match() {
    let plan = live_plan(&["sleeps", "human"], "0.06", None);
    let mut live = Arc::new(RaceKit).open_live(&plan).unwrap();
    for _ in 0..2 {
        live.submit(seat(1), "+1").unwrap();
        ask(live.as_mut());
        live.play().unwrap();
    }
    assert_eq!(live.outcome(), None);
    live.submit(seat(1), "+1").unwrap();
    let questions = live.questions(Budget::NONE, &|| Box::new(|| {}));
    let thinking = thread::spawn(|| questions.into_iter().for_each(BotQuestion::ask));
    let began = Instant::now();
    while !live.is_ready() {
        assert!(began.elapsed() < PATIENCE);
        thread::sleep(Duration::from_millis(1));
    }
    live.play().unwrap();
    thinking.join().unwrap();
    let ended = live.finish().unwrap().unwrap();
    assert!(lost_on_time(&ended.result.seats[0].forfeit.as_ref().unwrap().forfeit));
}
