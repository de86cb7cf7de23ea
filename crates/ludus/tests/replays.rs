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
