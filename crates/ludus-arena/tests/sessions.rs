//! Sessions: what can be done with a match while it is played.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_arena::host::{SubmitError, UndoError};
use ludus_arena::session::{SessionError, State};
use ludus_arena::{AnyGame, GameRecord, GameReport, SeriesPlan, Session, SessionGroup, Stage};
use ludus_core::{Budget, Seat};
use race::{RaceKit, Rules, plan, play, rules};

/// Far longer than any test takes: a session with this delay does nothing by itself.
const NEVER: Duration = Duration::from_secs(3600);
const AT_ONCE: Duration = Duration::ZERO;
/// How long a test waits for what must happen.
const PATIENCE: Duration = Duration::from_secs(60);

fn game() -> Arc<dyn AnyGame> {
    Arc::new(RaceKit)
}

fn open(stage: &Stage, plan: SeriesPlan, delay: Duration) -> Session {
    stage.open(&game(), &Arc::new(plan), 0, delay, false).unwrap()
}

/// Waits until it is so.
fn until(session: &Session, so: impl Fn(&Session) -> bool) {
    let mut version = 0;
    while !so(session) {
        let next = session.wait_beyond(version, PATIENCE);
        assert!(next > version || so(session), "nothing happens: {:?}", session.state());
        version = next;
    }
}

fn is_over(session: &Session) -> bool {
    session.state().is_over()
}

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

/// What of a record does not depend on the clock, as text.
fn facts(game: &GameRecord) -> String {
    let GameRecord { number, seats, position, actions, result, .. } = game;
    format!("{number} {seats:?} {:?} {} {position:?} {actions:?}", result.outcome, result.turns)
}

#[test]
fn a_session_plays_the_game_that_the_series_plays() {
    let stage = Stage::new(1).unwrap();
    let mut plan = plan(&["random", "steady", "random"], 7, 1);
    plan.openings = [20, 40].map(|goal| rules(Rules { goal, ..Rules::default() })).to_vec();
    plan.transcripts = true;
    let (_, series) = play(&plan);
    let plan = Arc::new(plan);
    for expected in &series {
        let session = stage.open(&game(), &plan, expected.number, AT_ONCE, false).unwrap();
        until(&session, is_over);
        let record = session.record().unwrap();
        assert_eq!(facts(&record), facts(expected));
        assert_eq!(record.transcript, expected.transcript);
        assert_eq!((record.seed, record.bot_seed), (expected.seed, expected.bot_seed));
        assert_eq!(session.history(0), expected.actions.clone().unwrap());
        let view = session.view();
        assert_eq!(Some(view.snapshot()), expected.position.as_ref());
        assert_eq!(view.outcome.as_ref(), Some(&expected.result.outcome));
    }
}

#[test]
fn a_step_is_one_turn_and_the_session_stays_paused() {
    let stage = Stage::new(2).unwrap();
    let session = open(&stage, plan(&["steady", "slow"], 1, 1), NEVER);
    assert_eq!((session.state(), session.view().turn), (State::Running, 0));
    session.pause();
    assert_eq!(session.state(), State::Paused);
    for turn in 1..=3 {
        session.step();
        until(&session, |s| s.view().turn == turn && s.state() == State::Paused);
        let view = session.view();
        assert_eq!(view.seats[0].last.as_ref().unwrap().text, "+2");
        assert_eq!(view.seats[1].last.as_ref().unwrap().text, "+1");
        assert_eq!(view.seats[1].last.as_ref().unwrap().turn, turn);
    }
    assert_eq!(session.history(1), ["+2 +1", "+2 +1"]);
    session.set_delay(AT_ONCE);
    assert_eq!(session.view().turn, 3, "a paused session has no speed");
    session.resume();
    until(&session, is_over);
    assert_eq!(session.state(), State::Finished);
}

#[test]
fn steps_asked_for_at_once_are_all_played() {
    let stage = Stage::new(2).unwrap();
    let session = open(&stage, plan(&["steady", "slow"], 1, 1), NEVER);
    (0..4).for_each(|_| session.step());
    until(&session, |s| s.view().turn == 4 && s.state() == State::Paused);
}

#[test]
fn a_new_speed_counts_at_once() {
    let stage = Stage::new(1).unwrap();
    let session = open(&stage, plan(&["steady", "slow"], 1, 1), NEVER);
    session.set_delay(Duration::from_millis(1));
    until(&session, |s| s.view().turn >= 2);
    session.set_delay(NEVER);
    assert_eq!(session.delay(), NEVER);
    session.set_delay(AT_ONCE);
    until(&session, is_over);
}

#[test]
fn an_aborted_session_has_no_outcome_and_stays_aborted() {
    let stage = Stage::new(1).unwrap();
    let session = open(&stage, plan(&["steady", "slow"], 1, 1), NEVER);
    session.abort();
    assert_eq!(session.state(), State::Aborted);
    session.resume();
    session.step();
    session.abort();
    assert_eq!((session.state(), session.view().turn), (State::Aborted, 0));
    assert!(session.record().is_none());
}

#[test]
fn a_finished_session_cannot_be_aborted() {
    let stage = Stage::new(1).unwrap();
    let session = open(&stage, plan(&["steady", "slow"], 1, 1), AT_ONCE);
    until(&session, is_over);
    session.abort();
    assert_eq!(session.state(), State::Finished);
}

#[test]
fn hundreds_of_sessions_on_two_threads_play_what_the_series_plays() {
    let stage = Stage::new(2).unwrap();
    let plan = plan(&["random", "steady"], 300, 300);
    let (report, series) = play(&plan);
    let group = SessionGroup::open(&stage, &game(), plan, Duration::from_millis(2), false).unwrap();
    assert!(group.wait(PATIENCE));
    let status = group.status();
    assert_eq!((status.begun, status.under_way, status.stats.games), (300, 0, 300));
    let over = group.over();
    assert_eq!(over.len(), 300);
    for (session, expected) in over.iter().zip(&series) {
        assert_eq!(facts(&session.record().unwrap()), facts(expected));
    }
    for (live, bot) in status.stats.bots.iter().zip(&report.bots) {
        assert_eq!((live.wins, live.draws, live.losses), (bot.wins, bot.draws, bot.losses));
        assert_eq!(live.wins_by_seat.iter().sum::<u64>(), bot.wins);
    }
    let means = [status.stats.mean_turns(), report.mean_turns].map(Option::unwrap);
    assert!((means[0] - means[1]).abs() < 1e-9, "{means:?}");
    let number = |game: &Option<GameReport>| game.as_ref().map(|game| game.number);
    assert_eq!(status.stats.shortest.map(|g| g.number + 1), number(&report.shortest));
    assert_eq!(status.stats.longest.map(|g| g.number + 1), number(&report.longest));
}

#[test]
fn a_paused_group_plays_nothing_and_a_step_is_one_turn_of_every_game() {
    let stage = Stage::new(2).unwrap();
    let group =
        SessionGroup::open(&stage, &game(), plan(&["steady", "slow"], 50, 20), AT_ONCE, true)
            .unwrap();
    assert_eq!(group.under_way(), (0..20).collect::<Vec<_>>());
    group.step();
    for number in group.under_way() {
        until(&group.session(number).unwrap(), |s| {
            s.state() == State::Paused && s.view().turn == 1
        });
    }
    group.resume();
    assert!(group.wait(PATIENCE));
    assert_eq!(group.status().stats.games, 50);
}

#[test]
fn an_aborted_group_begins_no_further_game() {
    let stage = Stage::new(2).unwrap();
    let group =
        SessionGroup::open(&stage, &game(), plan(&["steady", "slow"], 50, 20), NEVER, false)
            .unwrap();
    group.abort();
    assert!(group.wait(PATIENCE));
    let status = group.status();
    assert!(status.over && status.aborted);
    assert_eq!((status.begun, status.stats.games), (20, 0));
}

#[test]
fn only_so_many_finished_games_are_kept_and_all_are_counted() {
    let stage = Stage::new(2).unwrap();
    let group =
        SessionGroup::open(&stage, &game(), plan(&["sprints", "slow"], 3000, 64), AT_ONCE, false)
            .unwrap();
    assert!(group.wait(PATIENCE));
    assert_eq!(group.status().stats.games, 3000);
    let over = group.over();
    assert_eq!(over.len(), 1024);
    assert!(group.session(0).is_none() && group.session(2999).is_some());
}

#[test]
fn a_person_plays_what_is_submitted_and_takes_it_back() {
    let stage = Stage::new(1).unwrap();
    let session = open(&stage, plan(&["you=human", "slow"], 1, 1), AT_ONCE);
    assert_eq!(session.state(), State::Waiting([seat(0)].into_iter().collect()));
    let legal = session.view().legal(seat(0));
    assert_eq!(
        legal.iter().map(|action| action.text.as_str()).collect::<Vec<_>>(),
        ["+1", "+2", "+3"]
    );
    assert_eq!(session.submit(seat(1), "+1"), Err(SessionError::NotToAct(seat(1))));
    assert_eq!(session.submit(seat(0), "+9"), Err(SubmitError::Illegal("+9".to_owned()).into()));
    assert!(matches!(session.submit(seat(0), "x"), Err(SessionError::Submit(_))));
    assert_eq!(session.undo(), Err(UndoError::Nothing.into()));
    let first = session.view().snapshot().clone();
    for (turn, action) in [(1, "+3"), (2, "+2")] {
        session.submit(seat(0), action).unwrap();
        until(&session, |s| s.view().turn == turn && matches!(s.state(), State::Waiting(_)));
    }
    let second = session.view().snapshot().clone();
    session.undo().unwrap();
    assert_eq!((session.view().turn, session.history(0)), (1, vec!["+3 +1".to_owned()]));
    session.submit(seat(0), "+2").unwrap();
    until(&session, |s| s.view().turn == 2);
    assert_eq!(*session.view().snapshot(), second, "the same wind blows again");
    until(&session, |s| matches!(s.state(), State::Waiting(_)));
    session.undo().unwrap();
    session.undo().unwrap();
    assert_eq!(*session.view().snapshot(), first);
    while !is_over(&session) {
        if matches!(session.state(), State::Waiting(_)) {
            session.submit(seat(0), "+3").unwrap();
        }
        session.wait_beyond(session.version(), Duration::from_millis(20));
    }
    assert_eq!(session.record().unwrap().result.outcome.winner(), Some(seat(0)));
    assert_eq!(session.submit(seat(0), "+3"), Err(SessionError::Over));
    assert_eq!(session.undo(), Err(SessionError::Over));
}

#[test]
fn a_bot_gives_advice_for_a_persons_seat() {
    let stage = Stage::new(1).unwrap();
    let session = open(&stage, plan(&["human", "slow"], 1, 1), AT_ONCE);
    let view = session.view();
    let advise = |bot: &str, n| {
        view.advise(seat(n), &bot.parse().unwrap(), Budget::NONE, &AtomicBool::new(false))
    };
    assert_eq!(advise("sprints", 0).unwrap().action, "+3");
    assert!(advise("nobody", 0).is_err());
    let error = advise("unstartable", 0).unwrap_err().to_string();
    assert_eq!(error, "no advice: unstartable: error: no such program");
}

#[test]
fn a_bot_that_fails_is_seen_to_fail() {
    let stage = Stage::new(1).unwrap();
    let session = open(&stage, plan(&["panics", "slow"], 1, 1), AT_ONCE);
    until(&session, is_over);
    let deed = session.view().seats[0].last.clone().unwrap();
    assert!(deed.forfeit);
    assert_eq!(deed.text, "panic: index out of bounds");
    assert_eq!(session.state(), State::Finished);
}

#[test]
fn what_cannot_be_played_is_said_when_it_is_opened() {
    let stage = Stage::new(1).unwrap();
    let bad = Arc::new(plan(&["steady", "nobody"], 1, 1));
    assert!(stage.open(&game(), &bad, 0, AT_ONCE, false).is_err());
    assert!(SessionGroup::open(&stage, &game(), (*bad).clone(), AT_ONCE, false).is_err());
}

#[test]
fn a_stage_ends_while_its_sessions_wait_and_play() {
    let stage = Stage::new(2).unwrap();
    let mut long = plan(&["steady", "slow"], 1, 1);
    long.rules = rules(Rules { goal: u32::MAX, ..Rules::default() });
    let playing = open(&stage, long.clone(), AT_ONCE);
    let waiting = open(&stage, long, NEVER);
    until(&playing, |s| s.view().turn > 10);
    drop(stage);
    assert_eq!(waiting.view().turn, 0);
}
