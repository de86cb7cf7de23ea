//! Replays: recorded, read back, verified, and refused when anything in them was changed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::fs;
use std::io::BufReader;
use std::path::PathBuf;

use ludus_arena::arbiter::ResignRule;
use ludus_arena::replay::{RecordFolder, ReplayError, ReplayReader, show, verify};
use race::{Race, plan, play};
use serde_json::Value;

/// The lines of a recorded game of these bots.
fn recorded(bots: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(bots, 1, 1);
    plan.record = Some(RecordFolder { path: folder.path().to_owned(), overwrite: false });
    play(&plan);
    let files: Vec<PathBuf> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].file_name().unwrap(), "race-1-000001.jsonl");
    fs::read_to_string(&files[0]).unwrap().lines().map(str::to_owned).collect()
}

fn check(lines: &[String]) -> Result<u32, ReplayError> {
    let text = lines.join("\n");
    let mut reader = ReplayReader::new(BufReader::new(text.as_bytes()))?;
    verify::<Race, _>(&mut reader).map(|verified| verified.turns)
}

/// The error after changing one line as JSON.
fn changed(lines: &[String], line: usize, change: impl FnOnce(&mut Value)) -> String {
    let mut lines = lines.to_vec();
    let mut json: Value = serde_json::from_str(&lines[line]).unwrap();
    change(&mut json);
    lines[line] = json.to_string();
    check(&lines).unwrap_err().to_string()
}

#[test]
fn what_was_recorded_holds() {
    for bots in [&["random", "steady", "slow"][..], &["random"], &["panics", "errs", "random"]] {
        let lines = recorded(bots);
        assert_eq!(check(&lines).unwrap() as usize, lines.len() - 2, "{bots:?}");
    }
}

#[test]
fn a_match_that_the_arbiter_ended_holds() {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(&["hopeless", "slow"], 1, 1);
    plan.record = Some(RecordFolder { path: folder.path().to_owned(), overwrite: false });
    plan.arbiter.resign = Some(ResignRule { score: 5.0, turns: 3 });
    play(&plan);
    let text = fs::read_to_string(folder.path().join("race-1-000001.jsonl")).unwrap();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    assert_eq!(check(&lines).unwrap(), 3);
    let unruled = changed(&lines, 0, |line| line["arbiter"] = serde_json::json!({}));
    assert!(unruled.ends_with("the match is not over after turn 3"), "{unruled}");
    let brave = changed(&lines, 2, |line| line["actions"][0]["insight"]["score"] = 1.into());
    assert!(brave.ends_with("the match is not over after turn 3"), "{brave}");
    let forged = changed(&lines, 4, |line| line["outcome"]["ranks"] = serde_json::json!([1, 2]));
    assert!(forged.contains("the result: it is ranks 2 1"), "{forged}");
}

#[test]
fn every_kind_of_change_is_found_and_named() {
    let lines = recorded(&["random", "steady"]);
    let last = lines.len() - 1;
    let seed = changed(&lines, 0, |line| line["seed"] = 12345.into());
    assert!(seed.starts_with("replay verification failed at turn "), "{seed}");
    let action = changed(&lines, 2, |line| line["actions"][1]["action"] = "+1".into());
    assert!(action.contains("turn 2: the board's fields.1 is "), "{action}");
    let illegal = changed(&lines, 2, |line| line["actions"][0]["action"] = "+7".into());
    assert!(illegal.ends_with("turn 2: seat 0 plays +7, which is not legal"), "{illegal}");
    let text = changed(&lines, 2, |line| line["actions"][0]["action"] = "jump".into());
    assert!(text.contains("turn 2: seat 0: \"jump\" is not an action"), "{text}");
    let board = changed(&lines, 3, |line| line["board"]["fields"][0] = 99.into());
    assert!(
        board.contains("turn 3: the board's fields.0 is ") && board.ends_with("recorded is 99")
    );
    let more = changed(&lines, 3, |line| line["board"]["colour"] = "red".into());
    assert!(more.contains("turn 3: the recorded board has colour"), "{more}");
    let result = changed(&lines, last, |line| line["outcome"]["reason"] = "boredom".into());
    assert!(result.contains("the result: it is ranks"), "{result}");
    let figures = changed(&lines, last, |line| line["figures"][0]["field"] = 1.into());
    assert!(figures.ends_with("the figures of the seats are others"), "{figures}");
    let seats = changed(&lines, 1, |line| line["actions"].as_array_mut().unwrap().truncate(1));
    assert!(seats.contains("turn 1: seats {Seat(0)} act"), "{seats}");
    let nobody = changed(&lines, 1, |line| line["actions"][0]["seat"] = 8.into());
    assert!(nobody.contains("line 2 is not a line of a replay: there is no seat 8"), "{nobody}");
    let unknown = changed(&lines, 1, |line| line["mood"] = "good".into());
    assert!(
        unknown.contains("line 2 is not a line of a replay: unknown field `mood`"),
        "{unknown}"
    );
    let format = changed(&lines, 0, |line| line["format"] = 2.into());
    assert_eq!(format, "the replay has format 2; this program reads format 1");
    let game = changed(&lines, 0, |line| line["game"] = "go".into());
    assert!(game.starts_with("the replay is of the game \"go\""), "{game}");
}

#[test]
fn a_truncated_or_reordered_file_is_refused() {
    let lines = recorded(&["random", "steady"]);
    let error = |lines: &[String]| check(lines).unwrap_err().to_string();
    assert_eq!(
        error(&lines[..4]),
        "the replay is truncated: it ends after turn 3 without a result"
    );
    let mut half = lines[..4].to_vec();
    half[3].truncate(20);
    assert!(error(&half).starts_with("line 4 is not a line of a replay"), "{}", error(&half));
    let mut swapped = lines.clone();
    swapped.swap(2, 3);
    assert!(error(&swapped).contains("turn 3: turn 2 comes next"));
    let mut double = lines.clone();
    double.push(lines[lines.len() - 1].clone());
    assert!(error(&double).ends_with("after the result: the file continues"));
    assert!(error(&[]).contains("the file is empty"));
    assert!(error(&lines[1..]).contains("the first line must be the header"));
    let mut early = lines.clone();
    early.remove(lines.len() - 2);
    assert!(error(&early).contains("the match is not over after turn"));
}

#[test]
fn any_position_can_be_shown() {
    let lines = recorded(&["steady", "slow"]);
    let text = lines.join("\n");
    let at = |turn| {
        let mut reader = ReplayReader::new(BufReader::new(text.as_bytes())).unwrap();
        show::<Race, _>(&mut reader, turn)
    };
    assert_eq!(at(0).unwrap().snapshot.text, "[0, 0]");
    assert!(at(0).unwrap().actions.is_empty());
    let first = at(1).unwrap();
    assert_eq!(first.actions[0].action.as_deref(), Some("+2"));
    assert_eq!(first.actions[1].action.as_deref(), Some("+1"));
    assert!(first.outcome.is_none());
    let turns = lines.len() as u32 - 2;
    assert_eq!(at(turns).unwrap().outcome.unwrap().reason(), "goal reached");
    let error = at(turns + 1).unwrap_err().to_string();
    assert_eq!(error, format!("there is no turn {}: the match has {turns}", turns + 1));
}
