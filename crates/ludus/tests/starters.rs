//! Starter bots: `ludus new` writes them, `ludus check` finds nothing wrong with them, and they beat `random`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

mod common;
#[path = "common/nats.rs"]
mod processes;

use std::net::TcpStream;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use common::Ludus;
use processes::{PATIENCE, Process, free_port};
use serde_json::Value;

/// The command with these arguments, one word each.
fn command(ludus: &Ludus, args: &[&str]) -> assert_cmd::Command {
    let mut command = ludus.command("");
    command.args(args);
    command
}

/// Writes a starter into `mine` and builds it; its folder is that of all commands after it.
fn new_starter(ludus: &Ludus, game: &str, language: &str, protocol: &str) -> String {
    let said = ludus.text(&format!("new {game} mine --lang {language} --protocol {protocol}"));
    let folder = ludus.folder().join("mine");
    assert!(folder.join("README.md").exists());
    let build = said.lines().find(|line| line.contains("# build it"));
    if let Some(build) = build {
        let build = build.split("  #").next().unwrap();
        let built = Command::new("sh").args(["-c", build]).current_dir(&folder).status().unwrap();
        assert!(built.success(), "{build}");
    }
    said
}

/// The bot is checked, and wins at least 75 % of 20 matches against `random`.
fn is_good(ludus: &Ludus, game: &str, bot: &str) {
    // What is legal and repeats does not depend on the machine; how fast it is does.
    command(ludus, &["check", game, bot, "--positions", "24", "--time", "10000"])
        .current_dir(ludus.folder().join("mine"))
        .assert()
        .success();
    let mut play = command(ludus, &["match", game, bot, "random", "--games", "20", "--json"]);
    let output = play.current_dir(ludus.folder().join("mine")).assert().success();
    let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let wins = report["bots"][0]["wins"].as_u64().unwrap();
    assert!(wins >= 15, "{wins} of 20: {}", report["bots"][0]);
    assert_eq!(report["bots"][0]["failures"], Value::Array(Vec::new()));
}

/// A starter that is a program, as the command says that it is used.
fn program(game: &str, language: &str) {
    let ludus = Ludus::new();
    let said = new_starter(&ludus, game, language, "proc");
    let named = said.split("\"mine=").nth(1).unwrap().split('"').next().unwrap();
    is_good(&ludus, game, named);
}

#[test]
fn tetris_in_python() {
    program("tetris", "python");
}

#[test]
fn tetris_in_javascript() {
    program("tetris", "javascript");
}

#[test]
fn tetris_in_rust() {
    program("tetris", "rust");
}

#[test]
fn tetris_in_cpp() {
    program("tetris", "cpp");
}

#[test]
fn versus_in_python() {
    program("versus", "python");
}

#[test]
fn versus_in_javascript() {
    program("versus", "javascript");
}

#[test]
fn versus_in_rust() {
    program("versus", "rust");
}

#[test]
fn versus_in_cpp() {
    program("versus", "cpp");
}

/// A starter that speaks the Tetris Bot Protocol, as the command says that it is used. It may take long on a busy machine.
fn tbp_program(language: &str) {
    let ludus = Ludus::new();
    let said = new_starter(&ludus, "versus", language, "tbp");
    let named = said.split("\"mine=").nth(1).unwrap().split('"').next().unwrap();
    is_good(&ludus, "versus", &format!("{named},late=30000"));
}

#[test]
fn tbp_in_python() {
    tbp_program("python");
}

#[test]
fn tbp_in_javascript() {
    tbp_program("javascript");
}

#[test]
fn tbp_in_rust() {
    tbp_program("rust");
}

#[test]
fn tbp_in_cpp() {
    tbp_program("cpp");
}

#[test]
fn chess_in_python() {
    program("chess", "python");
}

#[test]
fn chess_in_javascript() {
    program("chess", "javascript");
}

#[test]
fn chess_in_rust() {
    program("chess", "rust");
}

#[test]
fn chess_in_cpp() {
    program("chess", "cpp");
}

#[test]
fn snake_in_python() {
    program("snake", "python");
}

#[test]
fn snake_in_javascript() {
    program("snake", "javascript");
}

#[test]
fn snake_in_rust() {
    program("snake", "rust");
}

#[test]
fn snake_in_cpp() {
    program("snake", "cpp");
}

/// A server in the folder `mine` that is killed at the end, and its port.
fn serve(ludus: &Ludus, program: &str, file: &str) -> (Process, u16) {
    let port = free_port();
    let mut command = Command::new(program);
    command.args([file, &port.to_string()]).current_dir(ludus.folder().join("mine"));
    let server = Process::start(&mut command);
    let since = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(since.elapsed() < PATIENCE, "{file} does not listen");
        thread::sleep(Duration::from_millis(20));
    }
    (server, port)
}

#[test]
fn battlesnake_in_python() {
    let ludus = Ludus::new();
    let said = new_starter(&ludus, "snake", "python", "battlesnake");
    assert!(said.contains("python3 bot.py 9000 &"), "{said}");
    let (_server, port) = serve(&ludus, "python3", "bot.py");
    is_good(&ludus, "snake", &format!("http:url=http://127.0.0.1:{port}"));
}

#[test]
fn battlesnake_in_javascript() {
    let ludus = Ludus::new();
    let said = new_starter(&ludus, "snake", "javascript", "battlesnake");
    assert!(said.contains("node bot.js 9000 &"), "{said}");
    let (_server, port) = serve(&ludus, "node", "bot.js");
    is_good(&ludus, "snake", &format!("http:url=http://127.0.0.1:{port}"));
}

#[test]
fn nothing_is_overwritten_and_wrong_names_are_answered_with_the_right_ones() {
    let ludus = Ludus::new();
    ludus.text("new tetris mine");
    ludus.write("mine/bot.py", "my work");
    assert_eq!(
        ludus.error("new chess mine", 2),
        "mine is not empty; --force overwrites the starter in it"
    );
    let kept = std::fs::read_to_string(ludus.folder().join("mine/bot.py")).unwrap();
    assert_eq!(kept, "my work");
    ludus.text("new chess mine --force");
    let wrong = ludus.error("new chess other --lang cobol", 2);
    assert!(wrong.contains("[possible values: python, javascript, rust, cpp]"), "{wrong}");
    assert_eq!(
        ludus.error("new chess other --protocol http", 2),
        "chess has no starter for the protocol \"http\"; allowed: proc"
    );
    assert_eq!(
        ludus.error("new snake other --protocol battlesnake --lang rust", 2),
        "snake has no battlesnake starter in rust; allowed: python, javascript"
    );
    assert_eq!(
        ludus.error("new tetris-live other", 2),
        "tetris-live has no starters: programs cannot play it"
    );
    assert!(ludus.error("new go other", 2).contains("there is no game \"go\""));
    assert!(!ludus.folder().join("other").exists());
    let list = ludus.text("new --list snake");
    assert!(list.contains("battlesnake   python javascript"), "{list}");
}

/// A tetris bot that is broken in the way that its argument names.
const BROKEN: &str = r#"
import json, random, sys, time
mode = sys.argv[1]
kept = []
if mode == "exits":
    sys.exit("no weights")
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        print(json.dumps({"type": "ready", "protocol": 2 if mode == "version" else 1}), flush=True)
    elif kind == "turn":
        if mode == "strict" and "x-check" in message:
            raise ValueError("what is x-check?")
        if mode == "slow":
            time.sleep(0.3)
        if mode == "leak":
            kept.append(bytearray(2 << 20))
        action = random.choice(message["legal"]) if mode == "random" else message["legal"][0]
        answer = {"type": "act", "match": message["match"], "turn": message["turn"], "action": action}
        if mode == "illegal":
            answer["action"] = "r0x19"
        if mode == "turn":
            answer["turn"] += 1
        if mode == "match":
            answer["match"] = "another"
        if mode == "garbage":
            print('{"type": "act"', flush=True)
        print(json.dumps(answer), flush=True)
    elif kind in ("start", "end"):
        pass
    elif kind == "quit":
        if mode == "stays":
            time.sleep(1000)
        break
    elif mode == "types":
        sys.exit("unknown message")
"#;

/// The checks of the broken bot that are not passed, each with what is said about it.
fn wrong(mode: &str, time: &str) -> Vec<(String, String)> {
    let ludus = Ludus::new();
    ludus.write("bot.py", BROKEN);
    let bot = format!("proc:cmd=python3 bot.py {mode}");
    let mut check =
        command(&ludus, &["check", "tetris", &bot, "--positions", "12", "--time", time, "--json"]);
    let output = check.output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let failed = report["failed"].as_u64().unwrap();
    assert_eq!(output.status.code(), Some(i32::from(failed > 0)), "{report}");
    let checks = report["checks"].as_array().unwrap();
    let text = |check: &Value, key: &str| check[key].as_str().unwrap_or_default().to_owned();
    checks
        .iter()
        .filter(|check| check["result"] != "passed")
        .map(|check| {
            let said = ["note", "sent", "received", "advice"].map(|key| text(check, key));
            (text(check, "name"), said.join(" | "))
        })
        .collect()
}

#[track_caller]
fn fails(mode: &str, check: &str, said: &str) {
    let wrong = wrong(mode, "10000");
    let found = wrong.iter().find(|(name, _)| name.starts_with(check));
    assert!(found.is_some_and(|(_, text)| text.contains(said)), "{mode}: {wrong:#?}");
}

#[test]
fn a_bot_that_exits_or_speaks_another_version_does_not_start() {
    fails("exits", "starts", "no weights");
    fails("version", "starts", "protocol 2");
}

#[test]
fn a_bot_that_does_not_bear_what_a_later_version_may_send_is_named() {
    fails("strict", "ignores unknown fields", "what is x-check?");
    fails("types", "ignores unknown messages", "unknown message");
}

#[test]
fn wrong_answers_are_named_with_what_to_do() {
    fails("illegal", "answers a turn", "answer with one of the actions in `legal`");
    fails("illegal", "legal in 12 positions", "answer with one of the actions in `legal`");
    fails("turn", "legal in 12 positions", "turn");
    fails("match", "legal in 12 positions", "another match");
    fails("garbage", "legal in 12 positions", "EOF while parsing");
}

#[test]
fn slow_greedy_and_stubborn_bots_are_named() {
    let slow = wrong("slow", "50");
    let name = "within 50 ms and an allowance of 50 ms";
    assert!(slow.iter().any(|(failed, _)| failed == name), "{slow:#?}");
    fails("leak", "memory stays flat", "free what belongs to earlier turns");
    fails("stays", "exits at quit", "exit when `quit` arrives");
}

#[test]
fn randomness_of_its_own_is_reported_and_no_failure() {
    let wrong = wrong("random", "10000");
    let names: Vec<&str> = wrong.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["name and version", "same position and seed, same action"]);
}

#[test]
fn a_built_in_bot_is_checked_without_a_protocol() {
    let text = Ludus::new().text("check tetris easy --positions 12");
    assert!(text.contains("It is built in: there is no protocol to check."), "{text}");
    assert!(text.contains("✓ legal in 12 positions from all phases"), "{text}");
    assert!(text.contains("✓ same position and seed, same action"), "{text}");
}

#[test]
fn a_uci_engine_is_asked_what_match_runners_need() {
    let ludus = Ludus::new();
    let own = format!("uci:cmd={} uci easy", env!("CARGO_BIN_EXE_ludus"));
    command(&ludus, &["check", "chess", &own, "--positions", "6", "--time", "10000"])
        .assert()
        .success();
    ludus.write(
        "engine.py",
        "import sys\nfor line in sys.stdin:\n  word = line.split()[0]\n  \
         answer = {'uci': 'id name x\\nuciok', 'isready': 'readyok', 'go': 'bestmove e2e4'}.get(word)\n  \
         if answer: print(answer, flush=True)\n  if word == 'quit': break\n",
    );
    let mut check = command(
        &ludus,
        &["check", "chess", "uci:cmd=python3 engine.py", "--positions", "6", "--time", "1000"],
    );
    let output = check.assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("✗ id name, id author"), "{text}");
    assert!(text.contains("✗ go: a legal bestmove"), "{text}");
    assert!(text.contains("send a legal move as in `bestmove e2e4`"), "{text}");
}

#[test]
fn a_server_is_asked_what_the_battlesnake_api_demands() {
    let ludus = Ludus::new();
    ludus.text("new snake mine --protocol battlesnake");
    let path = ludus.folder().join("mine/bot.py");
    let text = std::fs::read_to_string(&path).unwrap();
    // It takes every field to be there, and answers errors with nothing.
    let broken = text
        .replace("        try:\n", "        if True:\n")
        .replace(
            "        except (ValueError, KeyError, TypeError) as error:\n",
            "        if False:\n",
        )
        .replace("repr(error)", "1")
        .replace("reply = {", "request['you']['shout']\n            reply = {");
    assert_ne!(text, broken);
    std::fs::write(&path, broken).unwrap();
    let (_server, port) = serve(&ludus, "python3", "bot.py");
    let bot = format!("http:url=http://127.0.0.1:{port}");
    let mut check =
        command(&ludus, &["check", "snake", &bot, "--positions", "6", "--time", "10000"]);
    let output = check.assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("✗ bears missing optional fields"), "{text}");
    assert!(text.contains("✓ ignores unknown fields"), "{text}");
}
