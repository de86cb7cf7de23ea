//! Bad input: one clear line each, with the right exit code.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Ludus, refused};

/// What the program says about these arguments: wrong usage.
fn usage(args: &str) -> String {
    Ludus::new().error(args, 2)
}

#[test]
fn unknown_names_come_with_the_nearest_valid_one() {
    let game = usage("match tetriss hard");
    assert!(game.starts_with("there is no game \"tetriss\"; allowed: tetris"), "{game}");
    assert!(game.ends_with("did you mean tetris?"), "{game}");
    let bot = usage("match tetris hrad");
    assert!(bot.starts_with("tetris has no bot \"hrad\"; allowed: "), "{bot}");
    assert!(bot.ends_with("did you mean hard?"), "{bot}");
    let key = usage("match tetris hard:lokahead=5");
    assert!(key.starts_with("bot hard has no key \"lokahead\""), "{key}");
    assert!(key.ends_with("did you mean lookahead?"), "{key}");
    let metric = usage("match tetris heuristic:hoels=-1");
    assert!(metric.ends_with("did you mean holes?"), "{metric}");
    let rule = usage("match tetris hard --rules hieght=10");
    assert_eq!(rule, "--rules: unknown key \"hieght\"; did you mean height?");
}

#[test]
fn values_that_do_not_fit_are_named_with_what_is_allowed() {
    for (args, said) in [
        ("match tetris hard:lookahead=many", "bot hard has lookahead=many; allowed: "),
        ("match tetris easy:noise=2", "bot easy has noise=2; allowed: "),
        ("match tetris heuristic:holes=NaN", "bot heuristic has holes=NaN; allowed: "),
        ("match tetris heuristic:holes=inf", "bot heuristic has holes=inf; allowed: "),
        ("match tetris hard --rules height=3", "rule height is 3; allowed: "),
        ("match tetris hard --rules width=21", "rule width is 21; allowed: "),
        ("match tetris hard --rules spawn=left", "--rules: key spawn cannot be \"left\": "),
        ("match tetris hard --rules height=tall", "--rules: key height cannot be \"tall\": "),
        ("match tetris hard --rules height", "--rules: \"height\" is not of the form key=value"),
        ("match tetris =hard", "\"=hard\" does not name a bot: "),
        ("match tetris hard --games 0", "0 games cannot be played"),
        ("match tetris hard --games -1", "invalid value '-1' for '--games <N>'"),
        ("match tetris hard --games many", "invalid value 'many' for '--games <N>'"),
        (
            "match tetris hard --gmaes 5",
            "unexpected argument '--gmaes' found tip: a similar argument",
        ),
        ("match", "the following required arguments were not provided: <GAME>"),
        ("mach", "unrecognized subcommand 'mach'"),
        ("match tetris hard --rules height=10,height=12", "--rules: key height is given twice"),
        ("match tetris easy medium --resign", "--resign and --draw: the scores of these bots"),
        ("match tetris hard --openings /dev/null", "--openings: tetris has no openings"),
    ] {
        let error = usage(args);
        assert!(error.starts_with(said), "{args}: {error}");
    }
}

#[test]
fn a_match_has_one_to_eight_seats() {
    let nine = usage("match tetris hard hard hard hard hard hard hard hard hard");
    assert_eq!(nine, "tetris is played with 1 to 8 seats, not 9");
    assert_eq!(usage("match tetris"), "tetris is played with 1 to 8 seats, not 0");
}

#[test]
fn weights_files_that_cannot_be_used_say_why() {
    let ludus = Ludus::new();
    let good = r#""height":0,"holes":0.4,"bumpiness":0.1,"lines":0.4,"max_height":0,"wells":0.1"#;
    let file = |weights: &str| format!("{{\"weights\": {{{weights}}}}}");
    ludus.write("broken.json", "{");
    ludus.write("missing.json", &file(&good.replace("\"holes\":0.4,", "")));
    ludus.write("unknown.json", &file(&good.replace("holes", "gaps")));
    ludus.write("nan.json", &file(&good.replace("0.4", "NaN")));
    ludus.write("huge.json", &file(&good.replace("0.4", "1e999")));
    ludus.write("none.json", "{}");
    for (name, word) in [
        ("nowhere", "cannot read"),
        ("broken", "line 1"),
        ("missing", "holes"),
        ("unknown", "gaps"),
        ("nan", "line 1"),
        ("huge", "weight holes is 1e999"),
        ("none", "weights"),
    ] {
        let error = ludus.error(&format!("match tetris weights:path={name}.json"), 1);
        assert!(error.starts_with("bot weights: "), "{error}");
        assert!(error.contains(&format!("{name}.json")), "{error}");
        assert!(error.contains(word), "{name}: {error}");
    }
}

#[test]
fn settings_files_that_cannot_be_used_say_where_and_why() {
    let ludus = Ludus::new();
    for (text, said) in [
        (
            "[match]\ngmaes = 5\n",
            "ludus.toml, line 2: unknown key \"match.gmaes\"; did you mean match.games?",
        ),
        ("[match]\ngames = \"many\"\n", "ludus.toml, line 2: key match.games cannot be \"many\": "),
        (
            "\n[tetris.rules]\nheight = -1\n",
            "ludus.toml, line 3: key tetris.rules.height cannot be \"-1\": ",
        ),
        ("[og]\n", "ludus.toml, line 1: unknown key \"og\"; allowed: match, "),
        ("[go]\nkomi = 7\n", "ludus.toml, line 2: unknown key \"go.komi\""),
        ("[match\n", "ludus.toml: line 1: "),
        (
            "[tetris.budget]\nnodes = 0\n",
            "ludus.toml, line 2: key tetris.budget.nodes cannot be \"0\": ",
        ),
        (
            "[tetris.budget]\nnodes = \"lots\"\n",
            "ludus.toml, line 2: key tetris.budget.nodes cannot be \"lots\": ",
        ),
        (
            "[tetris.rules]\nwidth = 99\n",
            "ludus.toml, line 2: key tetris.rules.width cannot be \"99\": rule width is 99",
        ),
    ] {
        ludus.write("ludus.toml", text);
        let error = ludus.error("config", 2);
        assert!(error.starts_with(said), "{text:?}: {error}");
    }
    let missing = Ludus::new().error("config --config nowhere.toml", 1);
    assert!(missing.starts_with("cannot read nowhere.toml: "), "{missing}");
}

#[test]
fn an_unknown_setting_in_the_environment_is_named() {
    let ludus = Ludus::new();
    let with = |name, value| {
        let mut command = ludus.command("config");
        command.env(name, value);
        refused(command, 2)
    };
    assert_eq!(
        with("LUDUS_MATCH_GAME", "5"),
        "unknown setting LUDUS_MATCH_GAME in the environment; did you mean LUDUS_MATCH_GAMES?"
    );
    assert_eq!(
        with("LUDUS_MATCH_GAMES", "many"),
        "LUDUS_MATCH_GAMES cannot be \"many\": expected a number"
    );
}

#[test]
fn an_environment_that_is_not_text_is_none_of_ours() {
    use std::os::unix::ffi::OsStrExt;
    let ludus = Ludus::new();
    let mut command = ludus.command("config --json");
    command.env("FOO", std::ffi::OsStr::from_bytes(b"\xff")).assert().success();
}

#[test]
fn a_recorded_game_is_not_overwritten() {
    let ludus = Ludus::new();
    let command = "match tetris easy --games 1 --record here --max-pieces 5";
    ludus.text(command);
    let error = ludus.error(command, 2);
    assert!(error.contains("tetris-1-000001.jsonl already exists; --force"), "{error}");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let ludus = Ludus::new();
    ludus.write("taken", "a file, not a folder");
    let error = ludus.error("match tetris easy --games 1 --record taken --max-pieces 5", 1);
    assert!(error.starts_with("cannot make the folder taken: "), "{error}");
}

#[test]
fn step_answers_bad_lines_with_an_error_and_goes_on() {
    let output = Ludus::new()
        .command("step tetris")
        .write_stdin(
            b"nonsense\n{}\n\n{\"board\":[\"....\",\"....\",\"....\",\"....\"],\"piece\":\"O\"}\n\xff\n".as_slice(),
        )
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0]["error"].as_str().unwrap().starts_with("the line is not JSON: "));
    assert!(lines[1]["error"].is_string());
    assert_eq!(lines[2]["placements"].as_array().unwrap().len(), 3);
    assert!(lines[3]["error"].is_string());
}
