//! `ludus match`: what it reports, and that it repeats.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Ludus, timeless};

#[test]
fn the_same_seed_gives_the_same_document_with_one_job_or_many() {
    let ludus = Ludus::new();
    let command = "match tetris battle hard hard hard --games 8 --seed 1 --json --moves";
    let first = timeless(ludus.json(command));
    assert_eq!(timeless(ludus.json(command)), first);
    assert_eq!(timeless(ludus.json(&format!("{command} --jobs 1"))), first);
    assert_eq!(timeless(ludus.json(&format!("{command} --jobs 2"))), first);
    let other = timeless(ludus.json(&command.replace("--seed 1", "--seed 2")));
    assert_ne!(other["results"], first["results"]);
}

#[test]
fn a_person_who_wants_to_play_is_shown_where() {
    for command in ["match chess human easy", "tournament chess human easy"] {
        let error = Ludus::new().error(command, 2);
        assert!(error.contains("`ludus watch chess human easy`"), "{error}");
        assert!(error.contains("`ludus serve` in the browser"), "{error}");
    }
}

#[test]
fn the_document_has_the_keys_that_scripts_rely_on() {
    let document = Ludus::new().json("match tetris medium easy --games 6 --json --moves");
    for key in [
        "game",
        "rules",
        "seed",
        "games",
        "seconds",
        "games_per_second",
        "bots",
        "mean_turns",
        "mean_seconds",
        "shortest",
        "longest",
        "results",
    ] {
        assert!(!document[key].is_null(), "{key}");
    }
    let bot = document["bots"][0].as_object().unwrap();
    for key in [
        "label",
        "spec",
        "games",
        "wins",
        "draws",
        "losses",
        "win_rate",
        "mean_rank",
        "elo",
        "elo_low",
        "elo_high",
        "los",
        "forfeits",
        "means",
        "medians",
        "best",
        "worst",
    ] {
        assert!(bot.contains_key(key), "{key}");
    }
    for figure in ["lines", "pieces", "score", "turns", "depth", "nodes"] {
        assert!(bot["means"][figure].is_number(), "{figure}");
    }
    let results = document["results"].as_array().unwrap();
    assert_eq!(results.len(), 6);
    for (i, result) in results.iter().enumerate() {
        assert_eq!(result["number"], i + 1);
        assert_eq!(result["ranks"].as_object().unwrap().len(), 2);
        assert!(result["position"].as_str().unwrap().contains('.'));
        assert_eq!(result["actions"].as_array().unwrap().len() as u64, result["turns"]);
        assert!(!result["reason"].as_str().unwrap().is_empty());
    }
    // The games of a pair share their seed and swap their seats.
    assert_eq!(results[0]["seed"], results[1]["seed"]);
    assert_ne!(results[1]["seed"], results[2]["seed"]);
    assert_eq!(results[0]["seats"], serde_json::json!(["medium", "easy"]));
    assert_eq!(results[1]["seats"], serde_json::json!(["easy", "medium"]));
}

#[test]
fn a_solo_match_reports_the_spread_of_every_figure() {
    let ludus = Ludus::new();
    let command = "match tetris hard --games 3 --max-pieces 50";
    let document = ludus.json(&format!("{command} --json"));
    assert_eq!(document["bots"][0]["means"]["pieces"], 50.0);
    assert_eq!(document["rules"]["max_pieces"], 50);
    assert_eq!(document["bots"][0]["elo"], serde_json::Value::Null);
    let text = ludus.text(command);
    for word in ["hard", "mean", "median", "best", "worst", "lines", "pieces", "score"] {
        assert!(text.contains(word), "{word} in {text}");
    }
}

#[test]
fn a_bot_alone_plays_a_limited_number_of_pieces_unless_the_user_says_otherwise() {
    let ludus = Ludus::new();
    let text = ludus.text("match tetris dt20 --games 1 --record replays");
    assert!(
        text.contains("games end after 5,000 pieces (--rules max_pieces=0: no limit)"),
        "{text}"
    );
    let replay = std::fs::read_dir(ludus.folder().join("replays")).unwrap().next().unwrap();
    let replay = std::fs::read_to_string(replay.unwrap().path()).unwrap();
    assert!(replay.lines().next().unwrap().contains("\"max_pieces\":5000"), "{replay:.600}");
    let text = ludus.text("match tetris random --games 1 --max-pieces 0");
    assert!(!text.contains("games end after"), "{text}");
    // A battle ends by itself.
    let document = ludus.json("match tetris random random --games 2 --json");
    assert_eq!(document["rules"]["max_pieces"], serde_json::Value::Null);
}

#[test]
fn few_games_have_wide_intervals_and_a_single_rotation_has_none() {
    let ludus = Ludus::new();
    let rules = "--rules height=8,max_pieces=40";
    let document = ludus.json(&format!("match tetris medium random --games 2 {rules} --json"));
    let bot = &document["bots"][0];
    assert_eq!(bot["units"], 1);
    for key in ["elo_low", "elo_high", "los"] {
        assert!(bot[key].is_null(), "{key}: {bot}");
    }
    let document = ludus.json(&format!("match tetris medium random --games 4 {rules} --json"));
    let bot = &document["bots"][0];
    assert_eq!((&bot["wins"], &bot["elo"], &bot["elo_high"]), (&4.into(), &().into(), &().into()));
    let (low, los) = (bot["elo_low"].as_f64().unwrap(), bot["los"].as_f64().unwrap());
    // Two pairs won, and half a pair each of the prior: the beta distribution with 2.5 and 0.5, whose quantile at
    // 2.5 % is 0.333, and which has 92.4 % above one half.
    assert!((low + 120.5).abs() < 0.1 && (los - 0.9244).abs() < 1e-4, "{low} {los}");
    let text = ludus.text(&format!("match tetris medium random --games 4 {rules}"));
    assert!(text.contains("… +∞") && text.contains("-∞ …"), "{text}");
}

#[test]
fn equal_bots_are_two_rows_and_labels_are_kept() {
    let text = Ludus::new().text("match tetris hard hard mine=easy --games 3 --max-pieces 40");
    for label in ["hard ", "hard#2 ", "mine "] {
        assert!(text.contains(label), "{label} in {text}");
    }
}

#[test]
fn a_series_can_be_set_by_file_environment_and_flag_in_this_order() {
    let ludus = Ludus::new();
    ludus.write("ludus.toml", "[match]\ngames = 2\nseed = 5\n[tetris.rules]\nmax_pieces = 10\n");
    let by_file = ludus.json("match tetris easy --json");
    assert_eq!((&by_file["games"], &by_file["seed"]), (&2.into(), &5.into()));
    assert_eq!(by_file["bots"][0]["means"]["pieces"], 10.0);
    let output = ludus
        .command("match tetris easy --json --seed 9")
        .env("LUDUS_MATCH_GAMES", "3")
        .assert()
        .success();
    let by_all: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!((&by_all["games"], &by_all["seed"]), (&3.into(), &9.into()));
}

#[test]
fn a_user_can_play_weights_of_their_own() {
    let ludus = Ludus::new();
    ludus.write(
        "my.json",
        r#"{"config": {}, "evolved_at": null, "fitness": null, "weights": {
            "height": 0.5, "holes": 0.4, "bumpiness": 0.2, "lines": 0.7,
            "max_height": 0, "wells": 0, "row_transitions": 0, "column_transitions": 0}}"#,
    );
    let command = "match tetris weights:path=my.json heuristic:height=-4,holes=-7,bumpiness=-3,lines=2 \
                   --games 2 --max-pieces 30 --json";
    let document = ludus.json(command);
    assert_eq!(document["bots"][0]["label"], "weights:path=my.json");
    assert_eq!(document["games"], 2);
}

#[test]
fn an_interrupted_series_ends_cleanly_with_what_was_finished() {
    let ludus = Ludus::new();
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_ludus"))
        .args(["match", "tetris", "easy", "--games", "100000000", "--json"])
        .current_dir(ludus.folder())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    // Twice at once, as `timeout` sends it.
    let id = child.id().to_string();
    let signal = std::process::Command::new("kill").args(["-TERM", &id, &id]).status();
    assert!(signal.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["interrupted"], true);
    let games = document["games"].as_u64().unwrap();
    assert_eq!(document["results"].as_array().unwrap().len() as u64, games);
}

#[test]
fn live_bots_play_in_the_styles_that_are_set_for_tetris() {
    let ludus = Ludus::new();
    let command = "match tetris-live easy easy --games 2 --rules max_ticks=1800 --json --moves";
    let usual = timeless(ludus.json(command));
    let with = |key: &str, value: &str| {
        let output = ludus.command(command).env(key, value).assert().success();
        timeless(serde_json::from_slice(&output.get_output().stdout).unwrap())
    };
    assert_eq!(with("LUDUS_TETRIS_MEDIUM_NOISE", "1"), usual, "no bot plays like that here");
    let careful = with("LUDUS_TETRIS_EASY_NOISE", "0");
    assert_ne!(careful["results"], usual["results"]);
    let pace = with("LUDUS_TETRIS_LIVE_EASY_THINK_FROM_MS", "1200");
    assert_ne!(pace["results"], usual["results"]);
    // Half a minute of live play is recorded by the ticks in which a key was pressed, each with its number.
    let actions = usual["results"][0]["actions"].as_array().unwrap();
    assert!(actions.len() < 900, "{} lines", actions.len());
    let first = actions[0].as_str().unwrap();
    let (tick, keys) = first.split_once(' ').unwrap();
    assert!(tick.parse::<u32>().unwrap() >= 48 && keys != "- -", "{first}");
}
