//! The `step` filter: one board and piece in, what comes of it out.
//!
//! `{"board": ["..........", …], "piece": "T", "action": "r1x3"}`, with `"spawn"` (`top`, `free`) and
//! `"next"` (the piece after it) if wanted, is answered by `board`, `lines`, `metrics`, `out` and the
//! `keys` of live play; without `action` by all `placements`.

use ludus_core::StepError;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::action::Placement;
use crate::board::Board;
use crate::key_plan::key_plan;
use crate::landing::Landing;
use crate::live::LiveKey;
use crate::metrics::Metrics;
use crate::piece::Piece;
use crate::rules::Spawn;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    board: Vec<String>,
    piece: Piece,
    action: Option<String>,
    next: Option<Piece>,
    #[serde(default = "top")]
    spawn: Spawn,
}

const fn top() -> Spawn {
    Spawn::Top
}

/// Answers one request.
///
/// # Errors
/// If the request is malformed or its action is not possible.
pub fn step(request: &Value) -> Result<Value, StepError> {
    let request =
        Request::deserialize(request).map_err(|error| StepError::new(error.to_string()))?;
    let board = Board::from_rows(&request.board).map_err(|e| StepError::new(e.to_string()))?;
    match &request.action {
        Some(action) => place(&request, &board, action),
        None => Ok(placements(&request, &board)),
    }
}

fn place(request: &Request, board: &Board, action: &str) -> Result<Value, StepError> {
    let piece = request.piece;
    let placement =
        Placement::parse(piece, action).map_err(|error| StepError::new(error.to_string()))?;
    let landing = board
        .drop_piece(piece, placement, request.spawn)
        .ok_or_else(|| StepError::new(format!("{piece} cannot be placed at {placement}")))?;
    let blocked = |next| request.spawn == Spawn::Top && !landing.board.spawns(next);
    let keys: Vec<_> =
        key_plan(piece, placement, board.width()).into_iter().map(LiveKey::name).collect();
    Ok(json!({
        "board": landing.board.rows().collect::<Vec<_>>(),
        "lines": landing.lines,
        "metrics": metrics(piece, placement, &landing),
        "out": landing.out || request.next.is_some_and(blocked),
        "keys": keys,
    }))
}

fn placements(request: &Request, board: &Board) -> Value {
    let piece = request.piece;
    let entries = Placement::all(piece, board.width()).filter_map(|placement| {
        let landing = board.drop_piece(piece, placement, request.spawn)?;
        Some(json!({
            "action": placement.to_string(),
            "lines": landing.lines,
            "metrics": metrics(piece, placement, &landing),
            "out": landing.out,
        }))
    });
    json!({ "placements": entries.collect::<Vec<_>>() })
}

/// All metrics by name; whole numbers are written as such.
fn metrics(piece: Piece, placement: Placement, landing: &Landing) -> Value {
    let metrics = Metrics::of(landing, piece.shape(placement.rotation));
    let number = |value: f64| {
        if value.fract() == 0.0 { Value::from(value as i64) } else { Value::from(value) }
    };
    let entry = |(metric, value): (crate::Metric, f64)| (metric.to_string(), number(value));
    Value::Object(metrics.iter().map(entry).collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_gives_the_next_board() {
        let answer = step(&json!({
            "board": ["....", "....", "....", "..##", "#.##"],
            "piece": "L",
            "action": "r1x0",
            "next": "I",
        }));
        assert_eq!(
            answer.unwrap(),
            json!({
                "board": ["....", "....", "#...", "#...", "#.##"],
                "lines": 1,
                "metrics": {
                    "height": 5, "holes": 0, "bumpiness": 4, "lines": 1, "max_height": 3,
                    "wells": 1, "row_transitions": 10, "column_transitions": 4,
                    "landing_height": 2, "eroded_cells": 2, "cumulative_wells": 1,
                    "hole_depth": 0, "rows_with_holes": 0, "diversity": 2
                },
                "out": false,
                "keys": ["rotate", "move_left", "hard_drop"],
            })
        );
    }

    #[test]
    fn without_an_action_all_placements_are_listed() {
        let answer = step(&json!({"board": vec![".........."; 20], "piece": "T"})).unwrap();
        let placements = answer["placements"].as_array().unwrap();
        assert_eq!(placements.len(), 34);
        assert_eq!(placements[0]["action"], "r0x0");
        assert_eq!(placements[33]["action"], "r3x8");
        assert_eq!(placements[0]["metrics"]["landing_height"], 0.5);
        assert_eq!(placements[0]["out"], false);
    }

    #[test]
    fn out_says_when_a_piece_sticks_out_or_the_next_has_no_room() {
        let request = |spawn: &str, next: &str| {
            let board = ["....", "....", "###.", "###."];
            let request = json!({"board": board, "piece": "O", "action": "r0x0", "spawn": spawn, "next": next});
            step(&request).unwrap()["out"].clone()
        };
        assert_eq!(request("top", "I"), true);
        assert_eq!(request("free", "I"), false);
        let board = ["....", "###.", "###.", "###."];
        let request = json!({"board": board, "piece": "O", "action": "r0x0", "spawn": "free"});
        assert_eq!(step(&request).unwrap()["out"], true);
    }

    #[test]
    fn a_bad_request_is_answered_with_one_clear_line() {
        let board = ["....", "....", "...#", "...#"];
        let cases = [
            (json!(7), "invalid type: integer `7`"),
            (json!({}), "missing field `board`"),
            (json!({"board": board}), "missing field `piece`"),
            (json!({"board": board, "piece": "X"}), "unknown variant `X`"),
            (json!({"board": board, "piece": "T", "peice": 1}), "unknown field `peice`"),
            (json!({"board": board, "piece": "T", "spawn": "low"}), "unknown variant `low`"),
            (json!({"board": [], "piece": "T"}), "a board is 4 to 20 columns wide, not 0"),
            (json!({"board": ["....", "..", "....", "...."], "piece": "T"}), "row 1 of the board"),
            (
                json!({"board": vec!["x..."; 4], "piece": "T"}),
                "cell 0 of row 0 of the board is 'x'",
            ),
            (json!({"board": board, "piece": "T", "action": "up"}), "\"up\" is no action"),
            (json!({"board": board, "piece": "T", "action": "r0x2"}), "T cannot be placed at r0x2"),
            (json!({"board": board, "piece": "I", "action": "r1x3"}), "I cannot be placed at r1x3"),
            (json!({"board": board, "piece": "T", "action": "r0x0>1"}), "is no action"),
        ];
        for (request, expected) in cases {
            let error = step(&request).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
