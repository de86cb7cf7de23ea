//! What versus Tetris reads of other programs: the messages of the Tetris Bot Protocol, in both directions.

use ludus_versus::tbp::{TbpEngine, TbpFromBot, TbpMove};

use super::{Target, owned};

/// A position with garbage, whose rows are filled up when it is used: 37 more are empty.
const START: &str = r#"{"type":"start","hold":null,"queue":["T","I","O","S"],"combo":1,"back_to_back":true,"board":[["G","G","G","G",null,"G","G","G","G","G"],["I","I","I","I",null,"O","O","L","J","Z"],[null,null,"S",null,null,null,"T",null,null,null]ROWS],"randomizer":{"type":"seven_bag","bag_state":["Z","L","J"]}}"#;

const TO_BOT: [&str; 5] = [
    r#"{"type":"rules","randomizer":"seven_bag"}"#,
    r#"{"type":"play","move":{"location":{"type":"I","orientation":"north","x":4,"y":3},"spin":"none"}}"#,
    r#"{"type":"new_piece","piece":"J"}"#,
    r#"{"type":"suggest"}"#,
    r#"{"type":"quit"}"#,
];

const FROM_BOT: [&str; 5] = [
    r#"{"type":"info","name":"Cold Clear","version":"2","author":"me","features":["randomizer"]}"#,
    r#"{"type":"ready"}"#,
    r#"{"type":"error","reason":"unsupported_rules"}"#,
    r#"{"type":"suggestion","moves":[{"location":{"type":"T","orientation":"south","x":4,"y":1},"spin":"full"}]}"#,
    r#"{"type":"suggestion","moves":[],"move_info":{"nodes":1312451,"nps":568375.5,"depth":8,"extra":"found pc"}}"#,
];

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target {
            name: "tbp-to-bot",
            examples: || {
                let mut lines: Vec<String> = TO_BOT.map(str::to_owned).to_vec();
                lines.push(start());
                // After a stop there is no position to ask about until the next start.
                lines.push(format!("{}\n{}", r#"{"type":"stop"}"#, start()));
                Ok(lines)
            },
            parse: to_bot,
        },
        Target { name: "tbp-from-bot", examples: || owned(&FROM_BOT), parse: from_bot },
    ]
}

fn start() -> String {
    let empty = format!(",[{}]", ["null"; 10].join(","));
    START.replace("ROWS", &empty.repeat(37))
}

/// Hands the lines to this program as a bot that is in the middle of a game, and then asks it.
fn to_bot(text: &str) -> bool {
    let Ok(spec) = "random".parse() else { return false };
    let Ok(engine) = TbpEngine::new(&spec, Some(1)) else { return false };
    let input = format!("{}\n{text}\n{{\"type\":\"suggest\"}}\n", start());
    let mut output = Vec::new();
    let answered = engine.run(input.as_bytes(), &mut output).is_ok();
    answered && !String::from_utf8_lossy(&output).contains(r#"{"type":"error""#)
}

/// Reads a message, and the moves in it.
fn from_bot(text: &str) -> bool {
    match TbpFromBot::parse(text) {
        Ok(Some(TbpFromBot::Suggestion(suggestion))) => suggestion.moves.iter().all(|raw| {
            let found = serde_json::from_str::<TbpMove>(raw.get());
            found.is_ok_and(|found| found.placed().is_some())
        }),
        Ok(Some(message)) => TbpFromBot::parse(&message.line()).is_ok(),
        Ok(None) | Err(_) => false,
    }
}
