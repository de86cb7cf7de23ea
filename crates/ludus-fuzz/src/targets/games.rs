//! What all games read: names of bots, rules, `step` requests, and the requests of Battlesnake.

use ludus_core::BotSpec;
use ludus_snake::api::GameRequest;

use super::{Target, games, owned, read_all};

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target {
            name: "spec",
            examples: || {
                owned(&[
                    "hard",
                    "mine=heuristic:holes=-7,lines=2",
                    "fish=uci:cmd=stockfish -x,elo=1500",
                    "http:url=http://127.0.0.1:8000/snakes/easy",
                    "master:without=null-move,nodes=500",
                ])
            },
            parse: spec,
        },
        Target {
            name: "rules",
            examples: || {
                owned(&[
                    "height=10,spawn=free",
                    "pieces=bank,bank.I=2,bank.T=5",
                    "ruleset=royale,width=19,height=19,shrink_every=5",
                    "fen=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1,opening=none",
                    "opening=e4 e5 Nf3,max_plies=100",
                    "preset=botris,garbage.messiness=0.1,attack.combo=0 1 2,kicks=srs+",
                ])
            },
            parse: rules,
        },
        Target {
            name: "step",
            examples: || {
                owned(&[
                    r#"{"board":["..........","..........","..........",".#########"],"piece":"T","action":"r1x3"}"#,
                    r#"{"board":["....","....","....",".#.#"],"piece":"I"}"#,
                    r#"{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","move":"e2e4"}"#,
                    r#"{"fen":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}"#,
                    r###"{"board":["##.#######","#...######"],"piece":"T"}"###,
                    STEP_SNAKE,
                ])
            },
            parse: step,
        },
        Target { name: "request", examples: requests, parse: request },
    ]
}

const STEP_SNAKE: &str = r#"{"ruleset":"standard","settings":{"foodSpawnChance":15,"minimumFood":1,"hazardDamagePerTurn":14},"prev":{"height":11,"width":11,"food":[{"x":5,"y":5}],"hazards":[],"snakes":[{"id":"a","health":90,"body":[{"x":1,"y":1},{"x":1,"y":2},{"x":1,"y":3}]},{"id":"b","health":80,"body":[{"x":9,"y":9},{"x":9,"y":8},{"x":9,"y":7}]}]},"moves":[{"id":"a","move":"right"},{"id":"b","move":"left"}]}"#;

/// Parses a name and looks it up. Bots that start programs, call addresses or read files are not made.
fn spec(text: &str) -> bool {
    let Ok(spec) = text.parse::<BotSpec>() else { return false };
    let _ = spec.label();
    for game in games() {
        let external = ["cmd", "url", "path"].iter().any(|key| spec.get(key).is_some());
        if !external {
            let _ = game.check_bot(&spec);
        }
    }
    true
}

/// Sets rules and begins a game by them.
fn rules(text: &str) -> bool {
    games().any(|game| {
        let mut rules = game.default_rules().tree().clone();
        let pairs = text.split(',').map(|pair| pair.split_once('='));
        let set = pairs.into_iter().all(|pair| {
            pair.is_some_and(|(key, value)| ludus_core::keys::set(&mut rules, key, value).is_ok())
        });
        let seats = game.info().seats;
        set && game
            .rules(&rules)
            .is_ok_and(|rules| seats.into_iter().any(|n| game.check_rules(&rules, n).is_ok()))
    })
}

fn step(text: &str) -> bool {
    let Ok(request) = serde_json::from_str(text) else { return false };
    games().any(|game| game.step(&request).is_ok())
}

/// The requests that are in the debug logs of the tests.
fn requests() -> anyhow::Result<Vec<String>> {
    let logs = read_all("crates/ludus-snake/tests/fixtures")?;
    let lines = logs.iter().filter_map(|log| log.lines().next());
    lines
        .map(|line| {
            let entry: serde_json::Value = serde_json::from_str(line)?;
            Ok(serde_json::json!({
                "game": { "id": "g", "ruleset": { "name": "standard" }, "timeout": 500 },
                "turn": entry["turn"], "board": entry["board"],
                "you": entry["board"]["snakes"][0],
            })
            .to_string())
        })
        .collect()
}

/// Reads a request and makes a position of it, as the server does.
fn request(text: &str) -> bool {
    serde_json::from_str::<GameRequest>(text).is_ok_and(|request| request.position().is_ok())
}
