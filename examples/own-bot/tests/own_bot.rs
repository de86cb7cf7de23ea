//! The program with a bot of its own: the bot plays wherever bots are named.

use assert_cmd::Command;
use serde::Deserialize;

#[derive(Deserialize)]
struct Report {
    bots: Vec<BotReport>,
}

#[derive(Deserialize)]
struct BotReport {
    label: String,
    wins: u32,
}

fn program(arguments: &[&str]) -> String {
    let program = Command::cargo_bin("own-bot").map(|mut program| program.args(arguments).output());
    let output = program.expect("the program is built").expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn the_bot_is_listed_beside_the_others() {
    let list = program(&["bots", "snake"]);
    assert!(list.contains("steers to where it has the most room"), "{list}");
    assert!(list.contains("searches two turns ahead"), "{list}");
}

#[test]
fn the_bot_beats_random_snakes() {
    let text = program(&["match", "snake", "roomy", "random", "--games", "20", "--json"]);
    let report: Report = serde_json::from_str(&text).unwrap();
    let own = report.bots.iter().find(|bot| bot.label == "roomy").unwrap();
    assert!(own.wins >= 15, "{} of 20", own.wins);
}

#[test]
fn a_key_that_the_bot_does_not_take_is_refused() {
    let output = Command::cargo_bin("own-bot")
        .unwrap()
        .args(["match", "snake", "roomy:depth=3", "random"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("depth"));
}
