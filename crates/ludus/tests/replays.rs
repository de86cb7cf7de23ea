//! `ludus match --record` and `ludus replay`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;

use common::Ludus;

const FILE: &str = "replays/tetris-1-000002.jsonl";

/// A program with three recorded games of a small battle.
fn recorded() -> Ludus {
    let ludus = Ludus::new();
    ludus.text("match tetris battle hard easy --games 3 --record replays --rules height=8");
    ludus
}

#[test]
fn every_recorded_game_verifies() {
    let ludus = recorded();
    for number in 1..=3 {
        let line = ludus.text(&format!("replay replays/tetris-1-00000{number}.jsonl --verify"));
        assert!(line.contains(": verified, "), "{line}");
    }
    let document = ludus.json(&format!("replay {FILE} --verify --json"));
    assert_eq!(document["holds"], true);
}

#[test]
fn a_turn_is_shown_with_its_board_and_what_the_bots_thought() {
    let ludus = recorded();
    let text = ludus.text(&format!("replay {FILE} --show 3"));
    for word in ["turn 3", "#", "hard", "battle", "holes", "score"] {
        assert!(text.contains(word), "{word} in {text}");
    }
    let whole = ludus.text(&format!("replay {FILE}"));
    assert!(whole.contains("the match is over: "), "{whole}");
    let document = ludus.json(&format!("replay {FILE} --show 3 --json"));
    assert_eq!(document["turn"], 3);
    assert_eq!(document["actions"].as_array().unwrap().len(), 3);
}

/// A FEN alone is nothing that people can see a position in.
#[test]
fn a_position_of_chess_is_drawn_as_a_board_with_its_fen() {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/chess-mate.jsonl");
    let text = Ludus::new().text(&format!("replay {golden} --show 1"));
    let board = "\
8  r n b . k . . r
7  p p p p q p p p
6  . . . . p n . .
5  . . . . . . . .
4  . b P P . . . .
3  P . . . . N . .
2  . P . B P P P P
1  R N . Q K B . R
   a b c d e f g h
Black to move
rnb1k2r/ppppqppp/4pn2/8/1bPP4/P4N2/1P1BPPPP/RN1QKB1R b KQkq - 0 5
";
    assert!(text.contains(board), "{text}");
}

#[test]
fn truncated_and_tampered_replays_are_refused_in_one_line() {
    let ludus = recorded();
    let text = fs::read_to_string(ludus.folder().join(FILE)).unwrap();
    let lines: Vec<&str> = text.lines().collect();

    ludus.write("cut.jsonl", &lines[..3].join("\n"));
    let cut = ludus.error("replay cut.jsonl --verify", 1);
    assert_eq!(cut, "cut.jsonl: the replay is truncated: it ends after turn 2 without a result");

    let action = lines[2].find("\"action\":\"r").unwrap();
    let mut tampered: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    let digit = action + "\"action\":\"r".len();
    tampered[2].replace_range(digit..=digit, "7");
    ludus.write("tampered.jsonl", &tampered.join("\n"));
    let error = ludus.error("replay tampered.jsonl --verify", 1);
    assert!(error.starts_with("tampered.jsonl: replay verification failed at turn 2: "), "{error}");

    ludus.write("noise.jsonl", "not a replay\n");
    let noise = ludus.error("replay noise.jsonl", 1);
    assert!(noise.starts_with("noise.jsonl: line 1 is not a line of a replay: "), "{noise}");

    let missing = ludus.error("replay nowhere.jsonl", 1);
    assert!(missing.starts_with("nowhere.jsonl: cannot open the replay: "), "{missing}");

    let turn = ludus.error(&format!("replay {FILE} --show 100000"), 1);
    assert!(turn.contains("there is no turn 100000: the match has "), "{turn}");
}

#[test]
fn the_matches_of_a_folder_are_listed_by_number_and_selected() {
    let ludus = Ludus::new();
    ludus.text(
        "match tetris hard random --games 11 --record replays --rules height=8,max_pieces=30",
    );
    ludus.write("replays/noise.jsonl", "not a replay\n");
    ludus.write("replays/notes.txt", "not a replay either\n");
    let header = fs::read_to_string(ludus.folder().join("replays/tetris-1-000003.jsonl")).unwrap();
    ludus.write("replays/tetris-1-12.jsonl", header.lines().next().unwrap());
    let document = ludus.json("replay replays --json");
    assert_eq!(
        (&document["matches"], &document["of"], &document["unreadable"]),
        (&12.into(), &12.into(), &1.into())
    );
    let all = document["replays"].as_array().unwrap();
    let files: Vec<&str> = all.iter().map(|one| one["file"].as_str().unwrap()).collect();
    assert_eq!(
        files[8..],
        ["9", "10", "11", "12"].map(|number| match number {
            "12" => "replays/tetris-1-12.jsonl".to_owned(),
            number => format!("replays/tetris-1-{number:0>6}.jsonl"),
        })
    );
    assert_eq!(all[11]["reason"], serde_json::Value::Null, "it has no end");
    let won = all.iter().filter(|one| {
        let seats = one["seats"].as_array().unwrap();
        let rank = |label: &str| &seats.iter().find(|seat| seat["label"] == label).unwrap()["rank"];
        rank("hard") == 1 && rank("random") == 2
    });
    let won = won.count();
    assert!(won > 0);
    for filter in ["--won-by hard", "--lost-by random"] {
        let document = ludus.json(&format!("replay replays {filter} --json"));
        assert_eq!(document["matches"], won, "{filter}");
    }
    assert_eq!(ludus.json("replay replays --bot absent --json")["matches"], 0);
    assert_eq!(ludus.json("replay replays --bot hard --json")["matches"], 12);
    assert_eq!(ludus.json("replay replays --failed --json")["matches"], 0);
    let text = ludus.text("replay replays --won-by hard --limit 2");
    assert!(text.contains("tetris-1-000001.jsonl") && text.contains("1 hard, 2 random"), "{text}");
    assert!(text.contains(&format!("{won} of 12 recorded matches, the first 2 shown")), "{text}");
    assert!(text.contains("1 file is no recorded match"), "{text}");
    let (_, see) = text.split_once("see one: ludus ").unwrap();
    assert!(ludus.text(see.trim()).contains("the match is over"));
    assert!(ludus.text("replay replays").contains("unfinished"));
    // What is for one match is not for a folder, and the other way round.
    let folder = ludus.error("replay replays --show 3", 2);
    assert!(folder.contains("it is a folder"), "{folder}");
    let file = ludus.error("replay replays/tetris-1-000001.jsonl --lost-by hard", 2);
    assert!(file.contains("select matches of a folder"), "{file}");
}

/// A lost match of chess with a known mistake: in turn 2 Black gives a bishop for a pawn. Stockfish 15.1 at depth 16 has -0.4 before it and -5.3
/// after it, and sees no other drop of 1.5 pawns before the game is decided.
const LOST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/chess-mate.jsonl");

#[test]
fn the_turning_points_of_a_lost_match_are_the_mistakes_of_its_loser() {
    let ludus = Ludus::new();
    let ask = |jobs: u32| ludus.json(&format!("why {LOST} --nodes 20000 --json --jobs {jobs}"));
    let document = ask(1);
    assert_eq!(document, ask(2), "the number of threads makes no difference");
    assert_eq!((&document["judge"], &document["unit"]), (&"master".into(), &"score".into()));
    let seats = document["seats"].as_array().unwrap();
    assert_eq!((seats.len(), &seats[0]["label"]), (1, &"easy".into()));
    let points = seats[0]["points"].as_array().unwrap();
    let turns: Vec<u64> = points.iter().map(|point| point["turn"].as_u64().unwrap()).collect();
    assert_eq!(turns, [2], "{document}");
    for point in points {
        let worth = |which: &str| point[which]["score"].as_f64().unwrap();
        let swing = point["swing"].as_f64().unwrap();
        assert!(
            swing >= 1.28 && (worth("better") - worth("played") - swing).abs() < 1e-9,
            "{point}"
        );
        assert_ne!(point["better"]["action"], point["played"]["action"]);
    }
    let one = ludus.json(&format!("why {LOST} --nodes 20000 --json --most 1"));
    let swing = |point: &serde_json::Value| point["swing"].as_f64().unwrap();
    let greatest = points.iter().map(swing).fold(0.0, f64::max);
    assert_eq!(swing(&one["seats"][0]["points"][0]), greatest, "the greatest one is named first");
}

#[test]
fn turning_points_are_shown_with_the_board_and_what_was_better() {
    let ludus = Ludus::new();
    let text = ludus.text(&format!("why {LOST} --nodes 20000 --most 1"));
    for word in [
        "checkmate",
        "points of the score",
        "judge: master, 20,000 nodes",
        "easy (Black, seat 1) lost",
        "Turn ",
        "played",
        "better",
        "% of the match",
        "a b c d e f g h",
    ] {
        assert!(text.contains(word), "{word} in {text}");
    }
    let winner = ludus.text(&format!("why {LOST} --nodes 2000 --bot medium"));
    assert!(winner.contains("medium (White, seat 0) did not lose"), "{winner}");
    ludus.text("match snake medium easy --games 1 --nodes 200 --record replays");
    let document = ludus.json("why replays/snake-1-000001.jsonl --nodes 2000 --json");
    let points = document["seats"][0]["points"].as_array().unwrap();
    let last: Vec<_> = points.iter().filter(|point| point["last_chance"] == true).collect();
    assert_eq!(last.len(), 1, "{document}");
    let ended = document["turns"].as_u64().unwrap();
    assert!(last[0]["turn"].as_u64().unwrap() <= ended);
    // What was played may not be lost for certain before the opponent's next action is known.
    let expected = |what: &str| last[0][what]["expectation"].as_f64().unwrap();
    assert!(expected("played") < expected("better"), "{document}");
    let after = points.iter().filter(|point| point["turn"].as_u64() > last[0]["turn"].as_u64());
    assert_eq!(after.count(), 0, "every later action loses: {document}");
}

#[test]
fn what_cannot_be_judged_is_said_in_one_line() {
    let ludus = Ludus::new();
    let draw = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/chess-long.jsonl");
    let error = ludus.error(&format!("why {draw} --nodes 10"), 1);
    assert!(
        error.ends_with("no seat lost: max moves reached; choose one with --seat or --bot"),
        "{error}"
    );
    let error = ludus.error(&format!("why {LOST} --bot nemo"), 2);
    assert!(error.contains("--bot nemo did not play; the bots are medium, easy"), "{error}");
    let error = ludus.error(&format!("why {LOST} --seat 5"), 2);
    assert!(error.contains("there is no seat 5"), "{error}");
    let error = ludus.error(&format!("why {LOST} --judge random"), 2);
    assert!(error.contains("random gives no scores"), "{error}");
    let error = ludus.error(&format!("why {LOST} --worst worst.jsonl"), 2);
    assert!(error.contains("--worst is for a folder"), "{error}");
    let live = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/tetris-live-battle.jsonl");
    let error = ludus.error(&format!("why {live}"), 2);
    assert!(error.contains("it was played live"), "{error}");
    let error = ludus.error("why .", 2);
    assert!(error.contains("the folder has no recorded match"), "{error}");
}

#[test]
fn the_worst_positions_of_a_folder_are_what_a_better_bot_passes() {
    let ludus = Ludus::new();
    ludus.text("match tetris medium hard --games 2 --rules height=12 --record lost");
    fs::write(ludus.folder().join("lost/broken.jsonl"), "{}\n").unwrap();
    let document = ludus.json("why lost --bot medium --worst worst.jsonl --json --jobs 1");
    assert_eq!((&document["matches"], &document["lost"]), (&2.into(), &2.into()), "{document}");
    assert_eq!(document["skipped"].as_array().unwrap().len(), 1);
    let worst = document["worst"].as_array().unwrap();
    assert!(!worst.is_empty() && worst.len() <= 10);
    let sum = |key: &str| -> u64 {
        document[key]
            .as_array()
            .unwrap()
            .iter()
            .map(|group| group["mistakes"].as_u64().unwrap())
            .sum()
    };
    for key in ["by_phase", "by_end", "by_size", "by_tag"] {
        assert_eq!(sum(key), document["mistakes"].as_u64().unwrap(), "{key}");
    }
    let lines = fs::read_to_string(ludus.folder().join("worst.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), worst.len());
    // The judge plays what it expects, and the bot that was recorded does what it did.
    let checked = ludus.json("replay worst.jsonl --bot battle --validate --json");
    assert_eq!((&checked["failed"], &checked["passed"]), (&0.into(), &worst.len().into()));
    let output = ludus.command("replay worst.jsonl --validate").assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains(&format!("0 of {} positions passed", worst.len())), "{text}");
    let text = ludus.text("why lost --bot medium --most 1 --jobs 2");
    assert!(text.contains("2 matches of tetris, 2 lost by medium"), "{text}");
    assert!(text.contains("left holes"), "{text}");
    let width = text.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(width <= 80, "{width} columns: {text}");
    let error = ludus.error("replay lost/tetris-1-000001.jsonl --validate", 2);
    assert!(error.contains("--validate needs what is expected"), "{error}");
}
