//! Programs that speak the Ludus bot protocol, through the whole program: those that play, and those that fail in every way.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

mod common;

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use common::{Ludus, refused, timeless};
use serde_json::{Value, json};

/// Writes a bot in Python that plays at random. It does `hello` before it says that it is ready, and `turn` before it
/// answers its `n`th turn, `m`.
fn bot(ludus: &Ludus, hello: &str, turn: &str) {
    let text = format!(
        r#"
import json, os, random, signal, subprocess, sys, time
n = 0
protocol = 1
def say(**message):
    print(json.dumps(message), flush=True)
def note(pid):
    with open("pids.txt", "a") as pids:
        pids.write(f"{{pid}}\n")
note(os.getpid())
for line in sys.stdin:
    with open("heard.txt", "a") as heard:
        heard.write(line)
    m = json.loads(line)
    if m["type"] == "hello":
        {hello}
        say(type="ready", protocol=protocol, name="mine", unknown=[1],
            params=[dict(name="p", min=0, max=1, value=0.5)])
    elif m["type"] == "turn":
        n += 1
        {turn}
        random.seed(m["seed"])
        say(type="act", match=m["match"], turn=m["turn"], action=random.choice(m["legal"]), insight=dict(score=n))
    elif m["type"] == "quit":
        break
"#
    );
    ludus.write("bot.py", &text);
}

/// The document of a series of this bot, and whether all its processes have ended.
fn play(ludus: &Ludus, args: &str) -> Value {
    let mut command = ludus.command(args);
    let output = command.args(["--json"]).assert().success();
    let document: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let pids = fs::read_to_string(ludus.folder().join("pids.txt")).unwrap();
    for pid in pids.lines() {
        assert!(is_gone(pid), "{pid} still runs");
    }
    document
}

/// Whether a process ends within a few seconds. A zombie has ended.
fn is_gone(pid: &str) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(10) {
        match fs::read_to_string(format!("/proc/{pid}/stat")) {
            Ok(text) if !text.contains(") Z") => thread::sleep(Duration::from_millis(10)),
            _ => return true,
        }
    }
    false
}

/// A name without blanks, as the arguments of a command are split at them.
const MINE: &str = "mine=proc:cmd=./run";

/// Makes `./run`, which starts the bot.
fn runner(ludus: &Ludus) {
    use std::os::unix::fs::PermissionsExt;
    ludus.write("run", "#!/bin/sh\nexec python3 bot.py\n");
    let path = ludus.folder().join("run");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_program_plays_every_game_and_repeats_exactly() {
    for (game, rules) in
        [("tetris", "max_pieces=8"), ("chess", "max_plies=12"), ("snake", "turn_cap=12")]
    {
        let ludus = Ludus::new();
        runner(&ludus);
        bot(&ludus, "pass", "print(f'thinking {m[\"turn\"]}', file=sys.stderr, flush=True)");
        let series = |more: &str| {
            let args =
                format!("match {game} {MINE} random --games 4 --nodes 50 --rules {rules} {more}");
            timeless(play(&ludus, &args))
        };
        let seeded = "--seed 918273645 --jobs 1 --record replays";
        let alone = series(seeded);
        assert_eq!(alone["bots"][0]["forfeits"], json!({}), "{game}");
        assert_eq!(alone["bots"][0]["errors"], json!({}), "{game}");
        // No message holds the seed of the plan or of a match.
        let heard = fs::read_to_string(ludus.folder().join("heard.txt")).unwrap();
        let seed = alone["results"][0]["seed"].to_string();
        assert!(!heard.contains("918273645") && !heard.contains(&seed), "{game}");
        // What it writes to standard error is in the replay, with the turn.
        let replay = format!("replays/{game}-918273645-000001.jsonl");
        let replay = fs::read_to_string(ludus.folder().join(replay)).unwrap();
        let turn = if replay.contains(r#""stderr":["thinking 1"]"#) { 1 } else { 2 };
        assert!(replay.contains(&format!(r#""stderr":["thinking {turn}"]"#)), "{replay}");
        let together = series("--seed 918273645 --jobs 2");
        assert_eq!(alone["results"], together["results"], "{game}");
    }
}

#[test]
fn every_way_to_fail_has_its_kind_and_reason_and_the_series_continues() {
    for (turn, kind, reason) in [
        ("time.sleep(1000)", "time", "run did not answer act within 1.1 s"),
        (
            "print('no book', file=sys.stderr, flush=True); sys.exit(3)",
            "crash",
            "exited with status 3 while act was expected",
        ),
        (
            "os.kill(os.getpid(), signal.SIGSEGV)",
            "crash",
            "was killed by signal 11 (SIGSEGV) while act was expected",
        ),
        ("while True: print('x' * 1000)", "protocol", "printed more than 1048576 bytes in a turn"),
        ("print('x' * 100000, flush=True)", "protocol", "printed a line of more than 65536 bytes"),
        ("print('{not json', flush=True)", "protocol", "sent no valid message: "),
        (
            "say(type='act', match='other', turn=m['turn'], action=m['legal'][0])",
            "protocol",
            "answered for another match",
        ),
        ("say(type='error', reason='out of ideas')", "error", "out of ideas"),
        (
            "say(type='act', match=m['match'], turn=m['turn'], action='e9e9')",
            "illegal action",
            "e9e9 is not legal",
        ),
        ("os.close(1); time.sleep(1000)", "crash", "closed its output while act was expected"),
        ("os.close(0); time.sleep(1000)", "crash", "closed its input while act was expected"),
        (
            "os.close(0); say(type='act', match=m['match'], turn=m['turn'], action=m['legal'][0]); time.sleep(1000)",
            "crash",
            "closed its input while act was expected",
        ),
        (
            "note(subprocess.Popen(['sleep', '1000']).pid); sys.exit(4)",
            "crash",
            "exited with status 4 while act was expected",
        ),
    ] {
        let ludus = Ludus::new();
        runner(&ludus);
        bot(&ludus, "pass", turn);
        let args = format!("match chess {MINE} random --games 2 --jobs 2 --time 50");
        let document = play(&ludus, &args);
        assert_eq!(document["games"], 2, "{turn}");
        let mine = &document["bots"][0];
        assert_eq!(mine["forfeits"], json!({ kind: 2 }), "{turn}: {}", mine["failures"]);
        let failure = &mine["failures"][0];
        assert!(failure["reason"].as_str().unwrap().contains(reason), "{turn}: {failure}");
        if turn.contains("no book") {
            assert_eq!(failure["stderr"], json!(["no book"]));
        }
    }
}

#[test]
fn what_does_no_harm_is_let_through() {
    for turn in [
        // A hundred megabytes on standard error.
        "n == 1 and [sys.stderr.write('y' * 65535 + '\\n') for _ in range(1600)]",
        // A child that stays, and a late answer to an earlier turn.
        "n == 1 and note(subprocess.Popen(['sleep', '1000']).pid)",
        "say(type='act', match=m['match'], turn=m['turn'] - 1, action='late')",
    ] {
        let ludus = Ludus::new();
        runner(&ludus);
        bot(&ludus, "pass", turn);
        let args = format!("match chess {MINE} random --games 1 --rules max_plies=6");
        let mine = play(&ludus, &args)["bots"][0].clone();
        assert_eq!(mine["forfeits"], json!({}), "{turn}: {}", mine["failures"]);
    }
}

#[test]
fn a_program_dies_at_its_memory_limit_and_sees_no_settings_of_ludus() {
    let ludus = Ludus::new();
    runner(&ludus);
    let settings = "assert not [name for name in os.environ if name.startswith('LUDUS_')]";
    bot(&ludus, settings, "x = [bytearray(1 << 20) for _ in range(1 << 20)]");
    let args = format!("match chess {MINE},memory=64m random --games 2 --jobs 1 --json");
    let output = ludus.command(&args).env("LUDUS_MATCH_SEED", "7").assert().success();
    let document: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let mine = &document["bots"][0];
    assert_eq!(mine["forfeits"], json!({"crash": 2}), "{mine}");
    let reason = mine["failures"][0]["reason"].as_str().unwrap();
    assert!(reason.ends_with("while act was expected (its memory is limited to 64m)"), "{reason}");
}

#[test]
fn where_a_game_continues_without_a_bot_its_crash_is_counted_once_for_each_match() {
    let ludus = Ludus::new();
    runner(&ludus);
    bot(&ludus, "pass", "m['turn'] == 2 and sys.exit(3)");
    let args = format!("match snake {MINE} easy easy --games 2 --jobs 1 --rules turn_cap=5");
    let document = play(&ludus, &args);
    let mine = document["bots"][0].clone();
    assert_eq!(mine["forfeits"], json!({}));
    let turns = |result: &Value| result["turns"].as_u64().unwrap();
    assert!(document["results"].as_array().unwrap().iter().all(|result| turns(result) > 2));
    // The program is started again for the second match. The snake goes straight on in the turns after turn 2.
    assert_eq!(mine["errors"], json!({"crash": 2}), "{mine}");
    assert_eq!(
        (&mine["failures"][0]["turn"], &mine["failures"][0]["more"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(fs::read_to_string(ludus.folder().join("pids.txt")).unwrap().lines().count(), 3);
}

#[test]
fn a_program_that_does_not_start_again_loses_its_matches_with_the_reason() {
    let ludus = Ludus::new();
    runner(&ludus);
    // The check before the first match starts it once, the first match again. From then on it does not start any more.
    let hello = "sum(1 for _ in open('pids.txt')) > 2 and sys.exit('the licence has expired')";
    bot(&ludus, hello, "m['turn'] > 2 and sys.exit(3)");
    let args = format!("match chess {MINE} random --games 4 --jobs 1");
    let document = play(&ludus, &args);
    assert_eq!(document["games"], 4);
    let mine = &document["bots"][0];
    assert_eq!(mine["forfeits"], json!({"crash": 4}), "{mine}");
    let failures = mine["failures"].as_array().unwrap();
    let unstarted = failures.iter().find(|failure| failure["turn"] == 0).unwrap();
    let reason = unstarted["reason"].as_str().unwrap();
    assert_eq!(reason, "run exited with status 1 while ready was expected");
    assert_eq!(unstarted["stderr"], json!(["the licence has expired"]));
    fs::remove_file(ludus.folder().join("pids.txt")).unwrap();
    let text = ludus.text(&args);
    assert!(text.contains("Why it failed\n"), "{text}");
}

#[test]
fn what_cannot_play_is_refused_before_the_first_match() {
    let refuses = |hello: &str, more: &str| {
        let ludus = Ludus::new();
        runner(&ludus);
        bot(&ludus, hello, "pass");
        refused(ludus.command(&format!("match chess {MINE}{more} random --games 1")), 1)
    };
    assert_eq!(refuses("protocol = 2", ""), "bot mine: run speaks protocol 2, not 1");
    let silent = refuses("sys.exit(5)", "");
    assert_eq!(silent, "bot mine: run exited with status 5 while ready was expected");
    let unknown = "bot mine: the program has no parameter \"q\"; allowed: p; did you mean p?";
    assert_eq!(refuses("pass", ",param.q=1"), unknown);
    assert!(refuses("pass", ",param.p=2").ends_with("cannot have param.p=2; allowed: 0 to 1"));
    let ludus = Ludus::new();
    let missing = ludus.error("match chess proc:cmd=./nothing random --games 1", 1);
    assert!(missing.contains("there is no program ./nothing"), "{missing}");
    let mut absent = ludus.command("match chess");
    absent.args(["proc:cmd=python3 absent.py", "random", "--games", "1"]);
    let absent = refused(absent, 1);
    assert!(absent.contains("exited with status 2 while ready was expected: "), "{absent}");
    assert!(absent.contains("No such file or directory"), "{absent}");
    // Where a program says more than a line, all of it helps: a stack trace names the line of the mistake.
    ludus.write("broken.py", "def load():\n    raise KeyError('book')\nload()\n");
    let mut broken = ludus.command("tournament chess random");
    broken.args(["mine=proc:cmd=python3 broken.py", "--store", "r.sqlite"]);
    let output = broken.assert().code(1);
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    let first = "ludus: bot mine: python3 exited with status 1 while ready was expected: KeyError: 'book'\n";
    assert!(said.starts_with(first), "{said}");
    assert!(said.contains("broken.py\", line 2, in load\n"), "{said}");
    assert!(said.ends_with("    | KeyError: 'book'\n"), "{said}");
    let silent = refuses("time.sleep(1000)", "");
    assert_eq!(silent, "bot mine: run did not answer ready within 10 s");
    let keyless = ludus.error("match chess proc random --games 1", 2);
    assert_eq!(keyless, "bot proc needs cmd=…");
    let live = ludus.error("match tetris-live proc:cmd=./run --games 1", 2);
    assert!(live.contains("has no bot \"proc\""), "{live}");
}
