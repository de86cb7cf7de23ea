use super::*;

/// The messages of the specification with all their attributes.
fn board() -> String {
    let mut rows = vec![r#"["G","G",null,"T","I","O","S","Z","J","L"]"#.to_owned()];
    rows.resize(HEIGHT, format!("[{}]", ["null"; 10].join(",")));
    rows.join(",")
}

#[test]
fn every_message_to_a_bot_reads_back_word_for_word() {
    let start = |randomizer: &str| {
        format!(
            r#"{{"type":"start","hold":"T","queue":["S","Z","O"],"combo":2,"back_to_back":true,"board":[{}]{randomizer}}}"#,
            board()
        )
    };
    let lines = [
        r#"{"type":"rules"}"#.to_owned(),
        r#"{"type":"rules","randomizer":"uniform"}"#.to_owned(),
        r#"{"type":"rules","randomizer":"seven_bag"}"#.to_owned(),
        r#"{"type":"rules","randomizer":"general_bag"}"#.to_owned(),
        r#"{"type":"rules","randomizer":"unknown"}"#.to_owned(),
        start(""),
        start(r#","randomizer":{"type":"uniform"}"#),
        start(r#","randomizer":{"type":"seven_bag","bag_state":["S","L","T"]}"#),
        start(
            r#","randomizer":{"type":"general_bag","current_bag":{"I":2,"O":0},"filled_bag":{"I":2,"O":1,"T":1}}"#,
        ),
        start(r#","randomizer":{"type":"unknown"}"#),
        r#"{"type":"stop"}"#.to_owned(),
        r#"{"type":"suggest"}"#.to_owned(),
        r#"{"type":"play","move":{"spin":"full","mine": 1.50,"location":{"x":4,"y":1,"orientation":"south","type":"T"}}}"#.to_owned(),
        r#"{"type":"new_piece","piece":"T"}"#.to_owned(),
        r#"{"type":"quit"}"#.to_owned(),
    ];
    for line in lines {
        let message = TbpToBot::parse(&line).unwrap().unwrap();
        assert_eq!(message.line(), line);
        assert!(line.starts_with(&format!(r#"{{"type":"{}""#, message.kind())));
    }
}

#[test]
fn every_message_of_a_bot_reads_back_word_for_word() {
    for line in [
        r#"{"type":"info","name":"Cold Clear","version":"Gen 14 proto 8","author":"SoRA_X7","features":["randomizer"]}"#,
        r#"{"type":"ready"}"#,
        r#"{"type":"error","reason":"unsupported_rules"}"#,
        r#"{"type":"suggestion","moves":[]}"#,
        r#"{"type":"suggestion","moves":[{"location":{"type":"I","orientation":"west","x":0,"y":1},"spin":"none"}],"move_info":{"nodes":1312451,"nps":568375,"depth":8,"extra":"found pc in 3 moves"}}"#,
    ] {
        assert_eq!(TbpFromBot::parse(line).unwrap().unwrap().line(), line);
    }
    let mv = r#"{"location":{"type":"I","orientation":"west","x":0,"y":1},"spin":"mini"}"#;
    assert_eq!(line(&serde_json::from_str::<TbpMove>(mv).unwrap()), mv);
}

#[test]
fn unknown_types_and_attributes_are_ignored() {
    assert!(TbpToBot::parse(r#"{"type":"dance","with":[1]}"#).unwrap().is_none());
    assert!(TbpFromBot::parse(r#"{"type":"rules"}"#).unwrap().is_none());
    let ready = TbpFromBot::parse(r#"{"new":{"a":[]},"type":"ready"}"#).unwrap();
    assert!(matches!(ready, Some(TbpFromBot::Ready)));
    let rules = TbpToBot::parse(r#"{"type":"rules","randomizer":"fair","gravity":20}"#).unwrap();
    let Some(TbpToBot::Rules(rules)) = rules else { panic!("{rules:?}") };
    assert_eq!(rules.randomizer, Some(TbpRandomizerName::Unknown));
    let odd = r#"{"type":"suggestion","moves":[],"move_info":{"nodes":"many"}}"#;
    let Some(TbpFromBot::Suggestion(odd)) = TbpFromBot::parse(odd).unwrap() else { panic!() };
    assert_eq!(odd.move_info, None);
    let real = r#"{"type":"suggestion","moves":[],"move_info":{"nps":1e6,"depth":null}}"#;
    let Some(TbpFromBot::Suggestion(real)) = TbpFromBot::parse(real).unwrap() else { panic!() };
    assert_eq!(real.move_info.unwrap().nps, Some(1_000_000));
}

#[test]
fn what_is_no_message_is_named() {
    let error = |line: &str| TbpToBot::parse(line).unwrap_err().to_string();
    assert!(error("hello").contains(r#"in "hello""#));
    assert!(error(r#"{"typ":"stop"}"#).contains("missing field `type`"));
    assert!(error(r#"{"type":"new_piece","piece":"X"}"#).contains("unknown variant `X`"));
    let start = |queue: &str, board: &str| {
        error(&format!(
            r#"{{"type":"start","hold":null,"queue":[{queue}],"combo":0,"back_to_back":false,"board":[{board}]}}"#
        ))
    };
    assert!(start("", "[null]").contains("invalid length 1"));
    assert!(start("", "").contains("0 rows in board; expected 40"));
    assert!(start(&[r#""T""#; 101].join(","), "").contains("101 pieces in queue"));
    let cell = board().replacen("\"G\"", "\"X\"", 1);
    assert!(start("", &cell).contains("unknown cell \"X\""), "{}", start("", &cell));
    assert!(error(&"x".repeat(100_000)).len() < 300);
}

#[test]
fn places_far_from_the_board_are_no_moves() {
    let location =
        |x: i64, y: i64| TbpLocation { r#type: Piece::I, orientation: Rotation::R3, x, y };
    let mv = |x, y| TbpMove { location: location(x, y), spin: Spin::None };
    assert_eq!(mv(4, 5).placed().unwrap().place, Place::new(Rotation::R1, 4, 6));
    for (x, y) in [(128, 0), (0, 127), (-5, 0), (i64::MAX, i64::MIN)] {
        assert_eq!(mv(x, y).placed(), None);
    }
}
