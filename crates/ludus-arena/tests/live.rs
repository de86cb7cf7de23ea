//! Matches with people, whose bots think elsewhere, and how they are stored.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ludus_arena::live::{AnyLive, BotQuestion, LivePlan};
use ludus_arena::replay::{ReplayReader, Unwritten, frames, verify};
use ludus_arena::store::{LiveEntry, LiveFilter, LiveState, Store};
use ludus_arena::{Entrant, PlayGame};
use ludus_core::{ActionMark, Budget, Forfeit, Seat, Seed};
use race::{Race, RaceKit, Rules, rules};
use serde_json::json;

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn plan(bots: &[&str], lenient: bool, record: Option<PathBuf>) -> LivePlan {
    let entrant = |(n, bot): (usize, &&str)| Entrant {
        label: format!("{bot}-{n}"),
        spec: bot.parse().unwrap(),
    };
    LivePlan {
        id: "a-match".to_owned(),
        seats: bots.iter().enumerate().map(entrant).collect(),
        rules: rules(Rules { goal: 12, lenient, ..Rules::default() }),
        seed: Seed::new(5),
        budget: Budget::NONE,
        clock: None,
        record,
    }
}

fn open(bots: &[&str], lenient: bool, record: Option<PathBuf>) -> Box<dyn AnyLive> {
    Arc::new(RaceKit).open_live(&plan(bots, lenient, record)).unwrap()
}

fn questions(live: &mut dyn AnyLive) -> Vec<BotQuestion> {
    live.questions(Budget::NONE, &|| Box::new(|| {}))
}

fn field(live: &dyn AnyLive, n: usize) -> i64 {
    live.snapshot().data["fields"][n].as_i64().unwrap()
}

/// How far the person in seat 1 comes in the next turn.
fn steps(live: &mut dyn AnyLive) -> i64 {
    let before = field(live, 1);
    live.play().unwrap();
    field(live, 1) - before
}

#[test]
fn what_a_person_submits_is_played_once_and_else_the_fallback() {
    let mut live = open(&["slow", "human"], true, None);
    assert_eq!(steps(live.as_mut()), 1, "nothing was submitted");
    live.submit(seat(1), "+3").unwrap();
    assert_eq!(steps(live.as_mut()), 3);
    assert_eq!(steps(live.as_mut()), 1, "it is played once");
    live.submit(seat(1), "+3").unwrap();
    live.submit(seat(1), "+2").unwrap();
    assert_eq!(steps(live.as_mut()), 2, "the later one counts unless the game merges them");
}

#[test]
fn what_cannot_be_submitted_is_refused_with_the_reason() {
    let mut live = open(&["slow", "human"], true, None);
    let mut refused = |n, text| live.submit(seat(n), text).unwrap_err().to_string();
    assert_eq!(refused(1, "+9"), "+9 is not legal here");
    assert_eq!(refused(0, "+1"), "seat 0 is not played by a person");
    assert_eq!(refused(5, "+1"), "seat 5 is not played by a person");
    assert!(refused(1, "fly").contains("expected +1"));
    assert_eq!(steps(live.as_mut()), 1);
}

/// How large the files in a folder are together, unnamed ones included.
fn bytes(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).unwrap();
    files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
}

/// A long race of people who do nothing, recorded in this file.
fn long_race(path: &Path, goal: u32) -> Box<dyn AnyLive> {
    let rules = rules(Rules { goal, lenient: true, ..Rules::default() });
    let plan = LivePlan { rules, ..plan(&["human", "human"], true, Some(path.to_owned())) };
    Arc::new(RaceKit).open_live(&plan).unwrap()
}

#[test]
fn turns_write_nothing_and_what_another_thread_writes_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.jsonl");
    let mut live = long_race(&path, 2000);
    let before = bytes(folder.path());
    let mut parts = Vec::new();
    while live.outcome().is_none() {
        live.play().unwrap();
        parts.extend(live.unwritten());
    }
    assert_eq!(bytes(folder.path()), before, "turns do not write");
    assert!(parts.len() > 2, "{} parts", parts.len());
    thread::spawn(|| parts.into_iter().for_each(Unwritten::write)).join().unwrap();
    assert!(bytes(folder.path()) > before);
    assert_eq!(live.finish().unwrap().unwrap().replay, Some(path.clone()));
    let mut reader = ReplayReader::new(BufReader::new(File::open(&path).unwrap())).unwrap();
    assert!(verify::<Race, _>(&mut reader).unwrap().turns > 500);
}

#[test]
fn a_replay_that_no_thread_writes_is_given_up_and_the_match_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.jsonl");
    let mut live = long_race(&path, 60_000);
    let mut parts = Vec::new();
    while live.outcome().is_none() {
        live.play().unwrap();
        parts.extend(live.unwritten());
    }
    // No more than 4 MiB of a replay wait in memory, a hundred parts and some.
    assert!((100..140).contains(&parts.len()), "{} parts", parts.len());
    drop(parts);
    let error = live.finish().unwrap_err().to_string();
    assert!(error.ends_with("the disk is too slow"), "{error}");
    assert!(!path.exists());
}

#[test]
fn a_turn_by_the_clock_waits_for_nobody() {
    let mut live = open(&["slow", "human"], true, None);
    assert!(live.clocked() && live.is_ready());
    let asked = questions(live.as_mut());
    assert_eq!(asked.len(), 1);
    // No seat has answered: both do what the rules say.
    live.play().unwrap();
    assert_eq!(field(live.as_ref(), 1), 1);
    // While it thinks, a bot is not asked again; an answer about an older position does not count.
    assert!(questions(live.as_mut()).is_empty());
    asked.into_iter().for_each(BotQuestion::ask);
    live.submit(seat(1), "+3").unwrap();
    live.play().unwrap();
    assert_eq!(field(live.as_ref(), 1), 4);
    assert_eq!(questions(live.as_mut()).len(), 1);
}

#[test]
fn a_match_without_a_rule_for_doing_nothing_waits_for_everybody() {
    let mut live = open(&["slow", "human"], false, None);
    assert!(!live.clocked() && !live.is_ready());
    let woken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&woken);
    let asked = live.questions(Budget::NONE, &|| {
        let count = Arc::clone(&count);
        Box::new(move || _ = count.fetch_add(1, Ordering::Relaxed))
    });
    asked.into_iter().for_each(BotQuestion::ask);
    assert_eq!(woken.load(Ordering::Relaxed), 1);
    assert!(!live.is_ready());
    live.submit(seat(1), "+2").unwrap();
    assert!(live.is_ready());
    live.play().unwrap();
    assert_eq!((live.turn(), field(live.as_ref(), 1)), (1, 2));
}

#[test]
fn what_cannot_be_done_is_refused() {
    let mut live = open(&["slow", "human"], true, None);
    live.lose(seat(1), Forfeit::Resigned);
    live.play().unwrap();
    assert!(live.outcome().is_some());
    assert!(live.submit(seat(1), "+1").unwrap_err().to_string().contains("not your turn"));
}

#[test]
fn a_recorded_match_with_a_late_bot_and_a_person_who_leaves_holds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.jsonl");
    let mut live = open(&["steady", "human", "human"], true, Some(path.clone()));
    for turn in 0..40 {
        if live.outcome().is_some() {
            break;
        }
        if turn % 2 == 0 {
            questions(live.as_mut()).into_iter().for_each(BotQuestion::ask);
        }
        if turn == 2 {
            live.lose(seat(2), Forfeit::Left);
        }
        let _ = live.submit(seat(1), "+1");
        live.play().unwrap();
    }
    let ended = live.finish().unwrap().unwrap();
    assert_eq!(ended.replay.as_deref(), Some(path.as_path()));
    let left = ended.result.seats[2].forfeit.as_ref().unwrap();
    assert_eq!(left.forfeit, Forfeit::Left);
    assert!(ended.result.seats[0].failures.iter().any(|failure| failure.forfeit == Forfeit::Late));
    let mut reader = ReplayReader::new(BufReader::new(File::open(&path).unwrap())).unwrap();
    assert_eq!(verify::<Race, _>(&mut reader).unwrap().outcome, ended.result.outcome);
}

#[test]
fn a_draw_that_was_agreed_on_holds_and_one_that_was_not_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("live.jsonl");
    let mut live = open(&["human", "human"], true, Some(path.clone()));
    live.play().unwrap();
    live.agree_draw();
    assert!(live.to_act().is_empty());
    live.play().unwrap();
    let ended = live.finish().unwrap().unwrap();
    assert_eq!(ended.result.outcome.reason(), "draw agreed");
    assert_eq!(ended.result.outcome.winner(), None);
    let reader =
        |text: &str| ReplayReader::new(BufReader::new(std::io::Cursor::new(text.to_owned())));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(verify::<Race, _>(&mut reader(&text).unwrap()).is_ok());
    let shown = frames::<Race, _>(&mut reader(&text).unwrap(), |_, _, _| ActionMark::None).unwrap();
    assert_eq!(shown.last().unwrap().outcome.as_ref().unwrap().reason(), "draw agreed");
    let claimed = text.replace(",\"agreed\":true", "");
    assert!(verify::<Race, _>(&mut reader(&claimed).unwrap()).is_err());
}

#[test]
fn a_bot_that_does_not_start_is_lost_at_once() {
    let mut live = open(&["unstartable", "steady", "human"], true, None);
    live.play().unwrap();
    assert_eq!(live.to_act().iter().map(Seat::index).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn a_store_knows_which_matches_were_finished_aborted_or_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    let plan = plan(&["slow", "human"], true, None);
    let entry = LiveEntry { game: "race", room: "r", rules: plan.rules.tree(), seats: &plan.seats };
    let mut store = Store::open(&path).unwrap();
    let [done, stopped, killed] = [0; 3].map(|_| store.begin_live(&entry).unwrap());
    let mut live = Arc::new(RaceKit).open_live(&plan).unwrap();
    while live.outcome().is_none() {
        live.play().unwrap();
    }
    let result = live.finish().unwrap().unwrap().result;
    store.finish_live(done, &result, Some("live-000001.jsonl")).unwrap();
    store.abort_live(stopped, "the server stops").unwrap();
    drop(store);

    let mut store = Store::open_existing(&path).unwrap();
    assert_eq!((store.mark_lost().unwrap(), store.mark_lost().unwrap()), (1, 0));
    let rows = store.live_matches(&LiveFilter::default(), 10).unwrap();
    let states: Vec<_> = rows.iter().map(|row| (row.id, row.state.as_str())).collect();
    assert_eq!(states, [(killed, "lost"), (stopped, "aborted"), (done, "finished")]);
    let row = &rows[2];
    assert_eq!(row.replay.as_deref(), Some("live-000001.jsonl"));
    assert_eq!(row.reason.as_deref(), Some(result.outcome.reason()));
    assert_eq!(row.seats.iter().map(|s| s.person).collect::<Vec<_>>(), [false, true]);
    assert_eq!(json!(row.seats[1].figures), json!({"field": result.seats[1].figures.get("field")}));
    let lost = LiveFilter { state: Some(LiveState::Lost), ..LiveFilter::default() };
    assert_eq!(store.live_matches(&lost, 10).unwrap().len(), 1);
    let of_slow = LiveFilter { label: Some("slow-0".into()), ..LiveFilter::default() };
    assert_eq!(store.live_matches(&of_slow, 2).unwrap().len(), 2);
    let older = LiveFilter { before: Some(stopped), ..LiveFilter::default() };
    assert_eq!(store.live_matches(&older, 10).unwrap()[0].id, done);
}

#[test]
fn a_store_of_the_first_version_becomes_a_newer_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.sqlite");
    drop(Store::open(&path).unwrap());
    let older = rusqlite::Connection::open(&path).unwrap();
    older.execute_batch("DROP TABLE live_seats; DROP TABLE live; PRAGMA user_version = 1").unwrap();
    drop(older);
    let store = Store::open_existing(&path).unwrap();
    assert!(store.live_matches(&LiveFilter::default(), 10).unwrap().is_empty());
}
