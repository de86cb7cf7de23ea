//! The Battlesnake API: what is read, what is refused, and what is written.

#![allow(clippy::unwrap_used, reason = "a test helper fails its test by panicking")]

use std::sync::atomic::AtomicBool;

use ludus_core::{Answer, Context, Game, GameKit, Seat, Seed, SeededChance};
use ludus_snake::api::frames::{GameStatus, ViewedGame, ViewerEvent, ViewerFrame};
use ludus_snake::api::position::PositionError;
use ludus_snake::api::{ApiBoard, GameRequest, MoveResponse, SnakeIdentity};
use ludus_snake::{
    BodyError, Direction, Point, Ruleset, Snake, SnakeKit, SnakeRules, SnakeSettings,
};
use serde_json::{Value, json};

fn body(points: &[(i32, i32)]) -> Value {
    points.iter().map(|(x, y)| json!({"x": x, "y": y})).collect()
}

/// A request as an official server sends it.
fn official() -> Value {
    let you = json!({
        "id": "me", "name": "mine", "latency": "42", "health": 90,
        "body": body(&[(5, 5), (5, 4), (5, 3)]), "head": {"x": 5, "y": 5}, "length": 3,
        "shout": "", "squad": "",
        "customizations": {"color": "#ff0000", "head": "default", "tail": "default"},
    });
    json!({
        "game": {
            "id": "g1", "map": "royale", "timeout": 450, "source": "league",
            "ruleset": {"name": "royale", "version": "v1.2.3", "settings": {
                "foodSpawnChance": 25, "minimumFood": 2, "hazardDamagePerTurn": 9,
                "hazardMap": "", "hazardMapAuthor": "",
                "royale": {"shrinkEveryNTurns": 7},
                "squad": {"allowBodyCollisions": false, "sharedElimination": false,
                          "sharedHealth": false, "sharedLength": false},
            }},
        },
        "turn": 14,
        "board": {
            "height": 11, "width": 11,
            "food": body(&[(1, 1)]), "hazards": body(&[(0, 0), (0, 0)]),
            "snakes": [
                {"id": "other", "name": "x", "latency": 17, "health": 100,
                 "body": body(&[(1, 9), (1, 9), (1, 9)])},
                you.clone(),
            ],
        },
        "you": you,
    })
}

fn read(value: Value) -> Result<GameRequest, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

fn refusal(change: impl FnOnce(&mut Value)) -> PositionError {
    let mut value = official();
    change(&mut value);
    read(value).unwrap().position().unwrap_err()
}

#[test]
fn an_official_request_becomes_a_position() {
    let position = read(official()).unwrap().position().unwrap();
    assert_eq!(position.you, Seat::new(1).unwrap());
    assert_eq!(position.ids, ["other", "me"]);
    let game = position.game;
    let rules = game.rules();
    assert_eq!((rules.ruleset, rules.hazard_damage, rules.shrink_every), (Ruleset::Royale, 9, 7));
    assert_eq!((rules.food_spawn_chance, rules.minimum_food, rules.timeout), (25, 2, 450));
    assert_eq!(game.turn(), 14);
    assert_eq!(game.hazards(), [Point::new(0, 0); 2]);
    assert_eq!(game.length(Seat::new(0).unwrap()), 3);
}

#[test]
fn what_requests_in_the_wild_lack_is_filled_in() {
    let mut value = official();
    value["game"] = json!({"id": "g"});
    value["board"].as_object_mut().unwrap().remove("hazards");
    value["something"] = json!([1, 2, 3]);
    let request = read(value).unwrap();
    let position = request.position().unwrap();
    assert_eq!(position.game.rules().timeout, 500);
    assert_eq!(position.game.rules().ruleset, Ruleset::Standard);
    let mut value = official();
    value.as_object_mut().unwrap().remove("game");
    value["you"]["latency"] = Value::Null;
    assert!(read(value).unwrap().position().is_ok());
}

#[test]
fn an_unknown_rule_set_is_played_as_standard() {
    let mut value = official();
    value["game"]["ruleset"]["name"] = json!("snail_mode");
    let position = read(value).unwrap().position().unwrap();
    assert_eq!(position.game.rules().ruleset, Ruleset::Standard);
}

#[test]
fn impossible_boards_are_refused_with_a_reason() {
    let size = |w: i64, h: i64| {
        refusal(|value| {
            value["board"]["width"] = json!(w);
            value["board"]["height"] = json!(h);
        })
    };
    assert_eq!(size(0, 0), PositionError::Size { width: 0, height: 0 });
    assert_eq!(size(200, 200).to_string(), "the board is 200×200; allowed: 2 to 25 each way");
    assert_eq!(size(-5, 11), PositionError::Size { width: -5, height: 11 });
    let error = refusal(|value| value["board"]["snakes"] = json!([]));
    assert_eq!(error, PositionError::NoSnakes);
    let error = refusal(|value| value["you"]["id"] = json!("nobody"));
    assert_eq!(error.to_string(), "you are snake \"nobody\", which is not on the board");
    let error = refusal(|value| {
        let snake = value["board"]["snakes"][0].clone();
        value["board"]["snakes"] = (0..9).map(|_| snake.clone()).collect();
    });
    assert_eq!(error, PositionError::TooManySnakes(9));
    let error = refusal(|value| value["board"]["snakes"][0]["id"] = json!("me"));
    assert_eq!(error, PositionError::SameId("me".to_owned()));
}

#[test]
fn impossible_snakes_are_refused_with_a_reason() {
    let with_body = |points: &[(i32, i32)]| {
        refusal(|value| value["board"]["snakes"][0]["body"] = body(points)).to_string()
    };
    assert_eq!(
        with_body(&[(11, 9), (10, 9)]),
        "snake \"other\" has a segment at (11, 9), which is not on the board"
    );
    assert_eq!(
        with_body(&[(3, 3), (5, 3)]),
        "snake \"other\" has segments at (3, 3) and (5, 3), which are not neighbours"
    );
    assert_eq!(with_body(&[]), "snake \"other\" has no body");
    assert!(with_body(&[(3, 3), (3, 4), (3, 3), (3, 2)]).contains("where there is one already"));
    let error = refusal(|value| value["board"]["snakes"][0]["body"] = body(&[(5, 5)]));
    let taken = BodyError::Taken(Point::new(5, 5));
    assert_eq!(error, PositionError::Body { id: "me".to_owned(), error: taken });
    for health in [-1, 101, i64::MAX] {
        let error = refusal(|value| value["board"]["snakes"][0]["health"] = json!(health));
        assert!(matches!(error, PositionError::Health { .. }));
    }
}

#[test]
fn malformed_requests_are_errors_of_reading() {
    assert!(read(json!({})).is_err());
    assert!(read(json!([1])).is_err());
    for (pointer, wrong) in [
        ("/turn", json!(-1)),
        ("/turn", json!(1e20)),
        ("/board", json!("x")),
        ("/board/snakes/0/body/0/x", json!("one")),
        ("/board/snakes/0/body/0/x", Value::Null),
        ("/board/snakes/0/body/0/x", json!(1e30)),
        ("/board/height", Value::Null),
    ] {
        let mut value = official();
        *value.pointer_mut(pointer).unwrap() = wrong;
        assert!(read(value).is_err(), "{pointer}");
    }
}

fn identities() -> Vec<SnakeIdentity> {
    let mut list = SnakeIdentity::by_seat(2);
    list[0].name = "first".to_owned();
    list[0].latency = 123;
    list
}

#[test]
fn a_position_is_written_as_an_official_request_and_read_back() {
    let game = Snake::new(&SnakeRules::default(), 2, &mut SeededChance::new(Seed::new(4))).unwrap();
    let request = GameRequest::of(&game, Seat::new(1).unwrap(), "game-7", &identities());
    let value = serde_json::to_value(&request).unwrap();
    assert_eq!(value["game"]["ruleset"]["settings"]["royale"]["shrinkEveryNTurns"], 25);
    assert_eq!(value["game"]["ruleset"]["settings"]["hazardDamagePerTurn"], 14);
    assert_eq!(value["board"]["snakes"][0]["latency"], "123");
    assert_eq!(value["you"]["length"], 3);
    assert_eq!(value["you"]["head"], value["you"]["body"][0]);
    let position = read(value).unwrap().position().unwrap();
    assert_eq!(position.game.draw(), game.draw());
    assert_eq!(position.you, Seat::new(1).unwrap());
}

#[test]
fn an_answer_has_a_move_and_perhaps_a_shout() {
    let answer: MoveResponse = serde_json::from_str(r#"{"move":"up","taunt":1}"#).unwrap();
    assert_eq!((answer.direction.as_str(), answer.shout.clone()), ("up", None));
    assert_eq!(serde_json::to_string(&answer).unwrap(), r#"{"move":"up"}"#);
}

#[test]
fn the_board_viewer_gets_capitals_and_the_dead() {
    let mut game = Snake::from_drawing(&SnakeRules::default(), "> A .\n. . *\nB < .").unwrap();
    game.play(&[
        (Seat::new(0).unwrap(), ludus_snake::Direction::Right),
        (Seat::new(1).unwrap(), ludus_snake::Direction::Left),
    ]);
    let frame = ViewerEvent::Frame(ViewerFrame::of(&game, &identities()));
    let value = serde_json::to_value(&frame).unwrap();
    assert_eq!(value["Type"], "frame");
    assert_eq!(value["Data"]["Turn"], 1);
    assert_eq!(value["Data"]["Food"][0], json!({"X": 2, "Y": 1}));
    assert_eq!(value["Data"]["Snakes"][0]["ID"], "0");
    assert_eq!(value["Data"]["Snakes"][0]["Death"], Value::Null);
    let death = json!({"Cause": "wall-collision", "Turn": 1, "EliminatedBy": ""});
    assert_eq!(value["Data"]["Snakes"][1]["Death"], death);
    let end = ViewerEvent::GameEnd(ViewedGame::of(game.rules(), "g", true));
    assert_eq!(serde_json::to_value(&end).unwrap()["Type"], "game_end");
    let status = GameStatus { game: ViewedGame::of(game.rules(), "g", false) };
    let value = serde_json::to_value(&status).unwrap();
    assert_eq!(value["Game"]["ID"], "g");
    assert_eq!(value["Game"]["Ruleset"]["name"], "standard");
}

#[test]
fn a_snapshot_holds_the_official_board_and_every_seat() {
    let game = Snake::from_drawing(&SnakeRules::default(), "> A .\n. . *\nB < .").unwrap();
    let snapshot = game.snapshot();
    assert!(snapshot.text.starts_with("> A .\n. . *\nB < .\n"));
    assert_eq!(snapshot.data["board"]["snakes"][1]["id"], "1");
    assert_eq!(snapshot.data["ruleset"], "standard");
    assert_eq!(snapshot.data["seats"][0]["alive"], true);
}

fn step(request: &Value) -> Result<Value, String> {
    SnakeKit::new(SnakeSettings::default()).step(request).map_err(|error| error.to_string())
}

fn step_request() -> Value {
    json!({
        "ruleset": "standard",
        "settings": {"hazardDamagePerTurn": 14},
        "prev": official()["board"],
        "moves": [{"id": "other", "move": "down"}, {"id": "me", "move": "up"}],
    })
}

#[test]
fn a_step_plays_one_official_turn() {
    let answer = step(&step_request()).unwrap();
    assert_eq!(answer["gameOver"], false);
    assert_eq!(answer["next"]["snakes"][1]["body"], body(&[(5, 6), (5, 5), (5, 4)]));
    assert_eq!(answer["next"]["snakes"][1]["health"], 89);
    assert_eq!(answer["next"]["food"], body(&[(1, 1)]));
    assert_eq!(answer["next"]["snakes"][1]["customizations"]["color"], "#ff0000");
}

#[test]
fn an_unknown_move_is_straight_on_and_a_missing_one_an_error() {
    let mut request = step_request();
    request["moves"] = json!([{"id": "other", "move": ""}, {"id": "me", "move": "north"}]);
    let answer = step(&request).unwrap();
    assert_eq!(answer["next"]["snakes"][0]["body"][0], json!({"x": 1, "y": 10}));
    assert_eq!(answer["next"]["snakes"][1]["body"][0], json!({"x": 5, "y": 6}));
    request["moves"] = json!([{"id": "other", "move": "up"}]);
    assert_eq!(step(&request).unwrap_err(), "no move for snake \"me\"");
}

#[test]
fn the_end_is_judged_before_the_turn() {
    let mut request = step_request();
    request["prev"]["snakes"].as_array_mut().unwrap().pop();
    let over = step(&request).unwrap();
    assert_eq!(
        (over["gameOver"].clone(), &over["next"]["snakes"][0]["health"]),
        (json!(true), &json!(100))
    );
    request["solo"] = json!(true);
    assert_eq!(step(&request).unwrap()["gameOver"], false);
    let mut dying = step_request();
    dying["prev"]["snakes"][0]["health"] = json!(1);
    let answer = step(&dying).unwrap();
    assert_eq!(answer["gameOver"], false);
    assert_eq!(answer["next"]["snakes"].as_array().unwrap().len(), 1);
    assert_eq!(answer["eliminated"][0]["cause"], "out-of-health");
}

#[test]
fn a_state_of_the_official_rules_is_read_too() {
    let point = |x: i32, y: i32| json!({"X": x, "Y": y});
    let request = json!({
        "ruleset": "wrapped",
        "prev": {"Turn": 3, "Height": 11, "Width": 11, "Food": [], "Hazards": [], "Snakes": [
            {"ID": "a", "Health": 50, "Body": [point(10, 0), point(9, 0)], "EliminatedCause": ""},
            {"ID": "b", "Health": 50, "Body": [point(5, 5), point(5, 6)], "EliminatedCause": ""},
            {"ID": "c", "Health": 0, "Body": [point(10, 0)], "EliminatedCause": "out-of-health"},
        ]},
        "moves": [{"ID": "a", "Move": "right"}, {"ID": "b", "Move": "down"}],
    });
    let answer = step(&request).unwrap();
    assert_eq!(answer["next"]["snakes"][0]["body"], body(&[(0, 0), (10, 0)]));
    assert_eq!(answer["next"]["snakes"].as_array().unwrap().len(), 2);
}

#[test]
fn a_step_that_cannot_be_played_is_an_error_with_a_reason() {
    assert!(step(&json!({})).unwrap_err().contains("prev"));
    let mut request = step_request();
    request["rulset"] = json!("royale");
    assert!(step(&request).unwrap_err().contains("rulset"));
    let mut request = step_request();
    request["prev"]["width"] = json!(0);
    assert!(step(&request).unwrap_err().contains("0×11"));
}

#[test]
fn null_text_and_points_are_read_where_servers_send_them() {
    let text = r##"{
        "game": {"id": "g", "ruleset": {"name": "standard", "version": null, "settings": null},
                 "map": null, "timeout": "500", "source": null},
        "turn": 14.0,
        "board": {"height": "11", "width": 11.0, "food": [{"x": 5.0, "y": "5"}], "hazards": null, "snakes": [
            {"id": "me", "name": null, "health": 54.0, "body": [{"x": 0, "y": 0}, {"x": 1, "y": 0}], "latency": null,
             "head": null, "length": "2", "shout": null, "squad": null, "customizations": null},
            {"id": 7, "name": "n", "health": "90", "body": [{"x": 9, "y": 9}, {"x": 9, "y": 8}], "latency": 111,
             "head": {"x": 9, "y": 9}, "length": 2.0, "shout": "", "squad": "",
             "customizations": {"color": null, "head": "default", "tail": "default"}}]},
        "you": {"id": "me", "health": 54.0, "body": [{"x": 0, "y": 0}, {"x": 1, "y": 0}]}
    }"##;
    let request: GameRequest = serde_json::from_str(text).unwrap();
    let position = request.position().unwrap();
    let (me, other) = (Seat::new(0).unwrap(), Seat::new(1).unwrap());
    assert_eq!((position.you, position.game.turn()), (me, 14));
    assert_eq!((position.game.health(me), position.game.health(other)), (54, 90));
    assert_eq!(position.game.food(), vec![Point::new(5, 5)]);
    assert_eq!(position.ids, ["me", "7"]);
    let rules = position.game.rules();
    assert_eq!((rules.timeout, rules.hazard_damage, rules.minimum_food), (500, 14, 1));
}

#[test]
fn what_is_no_whole_number_is_refused() {
    for health in ["54.5", "\"much\"", "true", "[1]", "1e300"] {
        let text = format!(
            r#"{{"board": {{"height": 11, "width": 11, "snakes": []}}, "you": {{"health": {health}}}}}"#
        );
        let error = serde_json::from_str::<GameRequest>(&text).unwrap_err().to_string();
        assert!(error.contains("expected a whole number"), "{health}: {error}");
    }
    let text = r#"{"turn": -1, "board": {"height": 11, "width": 11}, "you": {}}"#;
    let error = serde_json::from_str::<GameRequest>(text).unwrap_err().to_string();
    assert!(error.contains("-1 is out of range"), "{error}");
}

#[test]
fn settings_are_read_as_the_official_rules_keep_them() {
    let mut request = step_request();
    request["prev"]["hazards"] = body(&[(5, 6)]);
    request["settings"] =
        json!({"damagePerTurn": "30", "foodSpawnChance": "0", "minimumFood": "0"});
    assert_eq!(step(&request).unwrap()["next"]["snakes"][1]["health"], 59);
    request["settings"] = json!({"hazardDamagePerTurn": 30.0, "squad": {"sharedHealth": "false"}});
    assert_eq!(step(&request).unwrap()["next"]["snakes"][1]["health"], 59);
    request["settings"] = Value::Null;
    assert_eq!(step(&request).unwrap()["next"]["snakes"][1]["health"], 75);
}

#[test]
fn states_that_no_match_reaches_are_played_like_the_official_rules_play_them() {
    let state = |snakes: Value| json!({"height": 11, "width": 11, "food": [], "snakes": snakes});
    // Without snakes the game is over.
    let none = step(&json!({"prev": state(json!([])), "moves": []})).unwrap();
    assert_eq!((&none["gameOver"], &none["next"]["snakes"]), (&json!(true), &json!([])));
    // Two snakes on the same cells: both run into the other's body, and the longest counts.
    let same = json!({
        "prev": state(json!([
            {"id": "a", "health": 100, "body": body(&[(1, 1), (2, 1), (3, 1), (3, 2)])},
            {"id": "b", "health": 100, "body": body(&[(1, 1), (2, 1), (3, 1)])}])),
        "moves": [{"id": "a", "move": "right"}, {"id": "b", "move": "up"}],
        "turn": 4,
    });
    let answer = step(&same).unwrap();
    let out = json!([{"id": "a", "cause": "snake-self-collision", "by": "a", "turn": 5}]);
    assert_eq!(answer["eliminated"], out);
    assert_eq!(answer["next"]["snakes"][0]["body"], body(&[(1, 2), (1, 1), (2, 1)]));
    // A body with a gap that is not alive any more at the edge.
    let beyond = json!({
        "prev": state(json!([
            {"id": "a", "health": 1, "body": body(&[(0, 0), (5, 5), (12, 5)])},
            {"id": "b", "health": 9, "body": body(&[(7, 7)])}])),
        "moves": [{"id": "a", "move": "up"}, {"id": "b", "move": "no"}],
    });
    let answer = step(&beyond).unwrap();
    assert_eq!(answer["eliminated"][0]["cause"], "out-of-health");
    assert_eq!(answer["next"]["snakes"][0]["body"], body(&[(7, 8)]));
}

#[test]
fn single_stages_of_the_official_pipeline_are_played_alone() {
    let mut request = step_request();
    let before = request["prev"]["snakes"].clone();
    request["stages"] = json!(["starvation.standard"]);
    let answer = step(&request).unwrap();
    let health = |board: &Value, n: usize| board["snakes"][n]["health"].as_i64().unwrap();
    assert_eq!(health(&answer["next"], 1), health(&request["prev"], 1) - 1);
    assert_eq!(answer["next"]["snakes"][1]["body"], before[1]["body"]);
    request["stages"] = json!(["movement.standard"]);
    let answer = step(&request).unwrap();
    assert_eq!(answer["next"]["snakes"][1]["body"], body(&[(5, 6), (5, 5), (5, 4)]));
    assert_eq!(health(&answer["next"], 1), health(&request["prev"], 1));
    request["stages"] = json!(["modify_snakes.always_grow"]);
    let answer = step(&request).unwrap();
    let length = before[1]["body"].as_array().unwrap().len();
    assert_eq!(answer["next"]["snakes"][1]["body"].as_array().unwrap().len(), length + 1);
    request["stages"] = json!(["game_over.standard"]);
    assert_eq!(step(&request).unwrap()["gameOver"], false);
    request["stages"] = json!(["starvation"]);
    assert!(step(&request).unwrap_err().contains("starvation.standard"));
}

/// What a step does is the same stage by stage.
#[test]
fn the_stages_of_a_turn_together_are_a_turn() {
    let all = [
        "game_over.standard",
        "movement.standard",
        "starvation.standard",
        "hazard_damage.standard",
        "feed_snakes.standard",
        "elimination.standard",
    ];
    let kit = SnakeKit::new(SnakeSettings::default());
    let rules = SnakeRules { hazard_damage: 40, ..SnakeRules::default() };
    let mut turns = 0;
    for seed in 0..40 {
        let mut chance = SeededChance::new(Seed::new(seed));
        let mut game = Snake::new(&rules, 4, &mut chance).unwrap();
        let mut bot = kit.make_bot(&"random".parse().unwrap()).unwrap();
        let stop = AtomicBool::new(false);
        while game.outcome().is_none() && game.turn() < 60 {
            let names = SnakeIdentity::by_seat(4);
            let turn = u64::from(game.turn());
            let mut moves = Vec::new();
            for seat in game.to_act().iter() {
                let n = turn * 4 + seat.index() as u64 + seed * 1000;
                let ctx = Context { seed: Seed::new(n), ..Context::new(&stop) };
                let safe = bot.decide(&game, seat, &ctx).unwrap().action;
                // Now and then anywhere, so that snakes meet.
                let anywhere = Direction::from_index(n as usize);
                moves.push((seat, if n.is_multiple_of(11) { anywhere } else { safe }));
            }
            let given = moves.iter().map(|(seat, direction)| {
                json!({"id": seat.index().to_string(), "move": direction.name()})
            });
            let mut request = json!({
                "prev": ApiBoard::of(&game, &names),
                "moves": given.collect::<Vec<_>>(),
                "turn": turn,
                "settings": {"hazardDamagePerTurn": 40},
            });
            request["prev"]["hazards"] = body(&[(8, 2), (4, 5), (5, 5), (5, 5), (2, 8)]);
            let whole = step(&request).unwrap();
            request["stages"] = json!(all);
            assert_eq!(step(&request).unwrap(), whole, "{request}");
            let answers: Vec<_> = moves
                .into_iter()
                .map(|(seat, direction)| (seat, Answer::Play(direction)))
                .collect();
            game.apply(&answers, &mut chance);
            turns += 1;
        }
    }
    assert!(turns > 300, "{turns}");
}
