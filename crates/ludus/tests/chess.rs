//! Chess through the whole program: series, openings, PGN, tests, UCI, perft.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Ludus, timeless};

#[test]
fn the_same_seed_gives_the_same_games_with_one_job_or_many() {
    let ludus = Ludus::new();
    let command = "match chess master hard --games 4 --nodes 500 --json --moves";
    let first = timeless(ludus.json(&format!("{command} --jobs 1")));
    assert_eq!(timeless(ludus.json(&format!("{command} --jobs 2"))), first);
    // Both games of a pair start from the same opening, and pairs from different ones.
    let moves = |game: usize| first["results"][game]["actions"][0].clone();
    assert!(moves(0).is_string());
    assert_eq!(first["results"][0]["seed"], first["results"][1]["seed"]);
    assert_ne!(first["results"][1]["seed"], first["results"][2]["seed"]);
}

#[test]
fn games_are_appended_as_pgn_and_serve_as_openings() {
    let ludus = Ludus::new();
    ludus.text("match chess medium easy --games 2 --pgn games.pgn");
    ludus.text("match chess easy random --games 2 --pgn games.pgn");
    let text = std::fs::read_to_string(ludus.folder().join("games.pgn")).unwrap();
    assert_eq!(text.matches("[Event \"").count(), 4);
    assert_eq!(text.matches("[White \"easy\"]").count(), 2);
    assert_eq!(text.matches("[White \"random\"]").count(), 1);
    for tag in ["Site", "Date", "Round", "Black", "Result", "Termination"] {
        assert_eq!(text.matches(&format!("[{tag} \"")).count(), 4, "{tag}");
    }
    let report = ludus.json("match chess easy random --games 2 --openings games.pgn --json");
    assert_eq!(report["games"], 2);
}

#[test]
fn positions_from_a_file_are_played_from_both_sides() {
    let ludus = Ludus::new();
    // White mates in one in the first position, black in the second.
    ludus.write(
        "mates.epd",
        "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - id \"white\";\nr5k1/5ppp/8/8/8/8/5PPP/6K1 b - - id \"black\";\n",
    );
    let report = ludus.json("match chess medium easy --games 4 --openings mates.epd --json");
    assert_eq!(report["bots"][0]["wins"], 2, "{report:#}");
    assert_eq!(report["bots"][1]["wins"], 2);
    assert_eq!(report["mean_turns"], 1.0);
    let fen = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let output = ludus
        .command("match chess medium easy --games 1 --json --moves --fen")
        .arg(fen)
        .assert()
        .success();
    let report: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(report["results"][0]["actions"], serde_json::json!(["a1a8"]));
    assert_eq!(report["results"][0]["reason"], "checkmate");
}

#[test]
fn a_sequential_test_ends_a_series_that_is_decided() {
    let ludus = Ludus::new();
    let command = "match chess medium random --games 400 --sprt elo0=0,elo1=50 --json";
    let one = timeless(ludus.json(&format!("{command} --jobs 1")));
    assert_eq!(one["sprt"]["verdict"], "elo1");
    assert!(one["games"].as_u64().unwrap() < 400);
    assert!(one["sprt"]["llr"].as_f64() > one["sprt"]["upper"].as_f64());
    assert_eq!(timeless(ludus.json(&format!("{command} --jobs 2"))), one);
}

#[test]
fn an_arbiter_can_end_decided_games() {
    let reasons = |flags: &str| {
        let ludus = Ludus::new();
        let command = format!("match chess hard:depth=2 medium:depth=2 --games 2 --json {flags}");
        ludus.json(&command)["results"][0]["reason"].clone()
    };
    assert_eq!(reasons("--resign score=0.5,turns=1"), "resignation by the arbiter");
    assert_eq!(reasons("--draw score=90,turns=1,after=1"), "draw by the arbiter");
}

#[test]
fn perft_counts_and_divides() {
    let ludus = Ludus::new();
    assert_eq!(ludus.json("perft startpos 4 --json")["nodes"], 197_281);
    let divided = ludus.json("perft startpos 3 --divide --json");
    assert_eq!(divided["moves"]["e2e4"], 600);
    assert_eq!(divided["nodes"], 8_902);
    assert!(ludus.text("perft startpos 3 --divide").contains("e2e4: 600\n"));
    assert_eq!(ludus.json("perft startpos 0 --json")["nodes"], 1);
    assert_eq!(ludus.error("perft chess 3", 2), "expected a position: perft chess FEN 3");
    assert_eq!(ludus.error("perft versus 3", 2), "expected pieces: perft versus IOLJSZT 3");
}

#[test]
fn ludus_uci_is_an_engine_and_plays_against_itself_as_one() {
    let ludus = Ludus::new();
    let output = ludus
        .command("uci")
        .write_stdin("uci\nisready\nposition startpos moves e2e4\ngo depth 3\nquit\n")
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    for word in ["id name Ludus", "uciok", "readyok"] {
        assert!(text.contains(word), "{word} in {text}");
    }
    let engine = format!("uci:cmd={}", env!("CARGO_BIN_EXE_ludus"));
    let output = ludus
        .command("match chess")
        .arg(format!("engine={engine} uci,nodes=200"))
        .args(["easy", "--games", "2", "--json"])
        .assert()
        .success();
    let report: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(report["bots"][0]["forfeits"], serde_json::json!({}), "{report:#}");
    assert_eq!(report["bots"][0]["wins"], 2);
}

#[test]
fn ludus_uci_plays_with_trained_weights() {
    let ludus = Ludus::new();
    ludus.text(
        "train chess --nodes 20 --rules max_plies=20 -p 6 -g 1 -n 2 --elitism 1 --immigrants 1 --match-games 0 -o mine.json",
    );
    let talk = "uci\nposition startpos\ngo depth 2\n";
    let output = ludus.command("uci weights:path=mine.json").write_stdin(talk).assert().success();
    let said = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(said.contains("option name Level type combo default weights "), "{said}");
    assert!(said.contains("\nbestmove "), "{said}");
    let engine = format!("uci:cmd={} uci weights:path=mine.json", env!("CARGO_BIN_EXE_ludus"));
    let mut play = ludus.command("match chess random --games 2 --nodes 50 --json");
    let output = play.arg(format!("mine={engine}")).assert().success();
    let report: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(report["bots"][1]["forfeits"], serde_json::json!({}), "{report:#}");
    let missing = ludus.error("uci weights:path=nowhere.json", 1);
    assert!(missing.starts_with("bot weights: cannot read nowhere.json"), "{missing}");
    assert!(ludus.error("uci uci:cmd=sh", 1).contains("not built in"));
    assert!(ludus.error("uci nobody", 2).contains("nobody"));
}

#[test]
fn a_replay_shows_a_mate_in_words() {
    let ludus = Ludus::new();
    let mut play = ludus.command("match chess medium easy --games 1 --record . --fen");
    play.arg("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").assert().success();
    let shown = ludus.text("replay chess-1-000001.jsonl --show 1");
    assert!(shown.contains("mate in 1"), "{shown}");
}

#[test]
fn step_plays_moves_and_lists_them() {
    let output = Ludus::new()
        .command("step chess")
        .write_stdin(
            "{\"fen\":\"startpos\",\"move\":\"e2e4\"}\n{\"fen\":\"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"}\n",
        )
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[0]["fen"].as_str().unwrap().starts_with("rnbqkbnr/pppppppp/8/8/4P3"));
    assert_eq!(lines[1]["moves"], serde_json::json!([]));
}

/// The kings touch: the side that moved last would have taken the other one.
const TOUCHING: &str = "4k3/3K4/p7/8/8/8/P7/8 w - - 0 1";

#[test]
fn an_impossible_position_is_refused_by_every_command() {
    let ludus = Ludus::new();
    let reason = "the kings on d7 and e8 stand next to each other";
    let mut play = ludus.command("match chess easy random --games 2 --fen");
    play.arg(TOUCHING);
    assert!(common::refused(play, 2).contains(reason));
    let mut perft = ludus.command("perft");
    perft.args([TOUCHING, "2"]);
    assert!(common::refused(perft, 2).contains(reason));
    let mut rules = ludus.command("match chess easy random --games 2 --rules");
    rules.arg(format!("fen={TOUCHING}"));
    assert!(common::refused(rules, 2).contains(reason));
    ludus.write("bad.epd", &format!("# two\n8/8/4k3/8/8/3K4/8/7R w - -\n{TOUCHING}\n"));
    let said = ludus.error("match chess easy random --openings bad.epd", 1);
    assert!(said.contains("EPD, line 3: ") && said.contains(reason), "{said}");
    ludus.write("bad.pgn", &format!("1. e4 *\n\n[FEN \"{TOUCHING}\"]\n\n1. Kd8 *\n"));
    let said = ludus.error("match chess easy random --openings bad.pgn", 1);
    assert!(said.contains("PGN, game 2 (line 3) ") && said.contains(reason), "{said}");
    let talk = format!("position fen {TOUCHING}\ngo depth 1\n");
    let output = ludus.command("uci").write_stdin(talk).assert().success();
    let said = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert!(
        said.contains(&format!("info string \"{TOUCHING}\" is not a chess position")),
        "{said}"
    );
    assert!(said.contains(reason) && said.contains("bestmove "), "{said}");
}

#[test]
fn step_refuses_what_is_no_request_and_goes_on() {
    let long = "[".repeat(100_000);
    let requests = [
        format!("{{\"fen\":\"{TOUCHING}\",\"move\":\"d7e8\"}}"),
        "{\"fen\":\"startpos\",\"move\":\"e2e5\"}".to_owned(),
        "{\"fen\":\"startpos\",\"move\":\"\\u0000\"}".to_owned(),
        "{\"fen\":7}".to_owned(),
        format!("{{\"fen\":\"{long}\"}}"),
        "garbage".to_owned(),
        "{\"fen\":\"startpos\"}".to_owned(),
    ];
    let output =
        Ludus::new().command("step chess").write_stdin(requests.join("\n")).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), requests.len(), "{text}");
    for line in &lines[..requests.len() - 1] {
        let error = line["error"].as_str().unwrap_or_else(|| panic!("{line} is no error"));
        assert!(error.len() < 400, "{error}");
    }
    assert_eq!(lines[requests.len() - 1]["moves"].as_array().unwrap().len(), 20);
}

#[test]
fn bad_input_is_one_clear_line() {
    let ludus = Ludus::new();
    for fen in ["nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1"] {
        let mut perft = ludus.command("perft");
        perft.args([fen, "2"]);
        common::refused(perft, 2);
        let mut play = ludus.command("match chess easy random --fen");
        play.arg(fen);
        let said = common::refused(play, 2);
        assert!(said.contains("fen"), "{said}");
    }
    let missing = ludus.error("match chess easy random --openings nowhere.epd", 1);
    assert!(missing.starts_with("cannot read nowhere.epd: "), "{missing}");
    ludus.write("bad.epd", "not a position\n");
    let bad = ludus.error("match chess easy random --openings bad.epd", 1);
    assert!(bad.starts_with("cannot use the openings in bad.epd: "), "{bad}");
    let engine = ludus.error("match chess uci:cmd=no-such-engine easy", 1);
    assert!(engine.contains("no-such-engine"), "{engine}");
    let three = ludus.error("match chess easy easy easy", 2);
    assert_eq!(three, "chess is played with 2 seats, not 3");
    let solo = ludus.error("match tetris easy hard --pgn x.pgn", 2);
    assert_eq!(solo, "--pgn: matches of tetris are not written in PGN");
    let sprt = ludus.error("match chess easy hard --sprt elo0=5,elo1=5", 2);
    assert_eq!(sprt, "sprt: elo0 must be less than elo1");
    let keys = ludus.error("match chess easy hard --sprt elo2=5", 2);
    assert_eq!(keys, "--sprt: unknown key \"elo2\"; did you mean elo0?");
    let few = ludus.error("match tetris easy --sprt", 2);
    assert_eq!(
        few,
        "--sprt compares two bots; give exactly two, or each of them for half of the seats"
    );
    let draw = ludus.error("match chess easy hard --draw turns=0", 2);
    assert_eq!(draw, "score must be a number above 0 and turns at least 1");
}
