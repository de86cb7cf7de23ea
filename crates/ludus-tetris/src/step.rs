//! The `step` filter: a board and a piece in, the result out.
//!
//! A request is `{"board": ["..........", …], "piece": "T", "action": "r1x3"}`. It may also have `"spawn"` (`top` or
//! `free`) and `"next"` (the piece after this one). The reply has `board`, `lines`, `metrics`, `out` and the `keys` of live
//! play. A request without `action` is answered with all `placements`.

use ludus_core::StepError;
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::action::Placement;
use crate::board::Board;
use crate::key_plan::key_plan;
use crate::landing::Landing;
use crate::live::LiveKey;
use crate::metrics::Metrics;
use crate::piece::Piece;
use crate::rules::Spawn;

/// A request of the filter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TetrisStepRequest {
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

/// The reply to a request.
#[derive(Serialize)]
#[serde(untagged)]
pub enum TetrisStepReply {
    /// What the action leads to.
    Placed(Box<PlacedReply>),
    /// All placements, if the request has no action.
    All {
        /// The placements in order of rotation and then column.
        placements: Vec<ListedPlacement>,
    },
}

/// What an action leads to.
#[derive(Serialize)]
pub struct PlacedReply {
    board: Vec<String>,
    lines: usize,
    metrics: NamedMetrics,
    /// Whether the piece locks above the top, or the next piece has no room.
    out: bool,
    /// The keys that bring the piece there in live play.
    keys: Vec<&'static str>,
}

/// One of all placements.
#[derive(Serialize)]
pub struct ListedPlacement {
    action: String,
    lines: usize,
    metrics: NamedMetrics,
    out: bool,
}

/// All metrics by name. Whole numbers are written without a decimal point.
struct NamedMetrics(Metrics);

impl Serialize for NamedMetrics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (metric, value) in self.0.iter() {
            match value.fract() == 0.0 {
                true => map.serialize_entry(metric.name(), &(value as i64))?,
                false => map.serialize_entry(metric.name(), &value)?,
            }
        }
        map.end()
    }
}

/// Answers one request.
///
/// # Errors
/// If the request has no valid board, or its action is not possible.
pub fn step(request: TetrisStepRequest) -> Result<TetrisStepReply, StepError> {
    let board = Board::from_rows(&request.board).map_err(|e| StepError::new(e.to_string()))?;
    match &request.action {
        Some(action) => place(&request, &board, action).map(Box::new).map(TetrisStepReply::Placed),
        None => Ok(TetrisStepReply::All { placements: placements(&request, &board) }),
    }
}

fn place(
    request: &TetrisStepRequest,
    board: &Board,
    action: &str,
) -> Result<PlacedReply, StepError> {
    let piece = request.piece;
    let placement =
        Placement::parse(piece, action).map_err(|error| StepError::new(error.to_string()))?;
    let landing = board
        .drop_piece(piece, placement, request.spawn)
        .ok_or_else(|| StepError::new(format!("{piece} cannot be placed at {placement}")))?;
    let blocked = |next| request.spawn == Spawn::Top && !landing.board.spawns(next);
    Ok(PlacedReply {
        board: landing.board.rows().collect(),
        lines: landing.lines,
        metrics: metrics(piece, placement, &landing),
        out: landing.out || request.next.is_some_and(blocked),
        keys: key_plan(piece, placement, board.width()).into_iter().map(LiveKey::name).collect(),
    })
}

fn placements(request: &TetrisStepRequest, board: &Board) -> Vec<ListedPlacement> {
    let piece = request.piece;
    let listed = |placement: Placement| {
        let landing = board.drop_piece(piece, placement, request.spawn)?;
        Some(ListedPlacement {
            action: placement.to_string(),
            lines: landing.lines,
            metrics: metrics(piece, placement, &landing),
            out: landing.out,
        })
    };
    Placement::all(piece, board.width()).filter_map(listed).collect()
}

fn metrics(piece: Piece, placement: Placement, landing: &Landing) -> NamedMetrics {
    NamedMetrics(Metrics::of(landing, piece.shape(placement.rotation)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::kit::typed_step;
    use serde_json::{Value, json};

    fn step(request: &Value) -> Result<Value, StepError> {
        typed_step(request, super::step)
    }

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
                    "hole_depth": 0, "rows_with_holes": 0, "diversity": 2,
                    "near_top": 9, "squared_heights": 11, "flat_steps": 1, "double_steps": 0,
                    "steep_steps": 1, "both_steps": 0, "flat_pair": 1, "flat_triple": 0,
                    "lying_s_and_z": 0, "t_slot": 0, "hooks": 0, "wall_wells": 0, "deep_wells": 0,
                    "deepest_well": 1, "highest_hole": 0, "fitting_pieces": 6, "ready_rows": 1,
                    "hole_row_sum": 0, "middle_height": -3, "s_and_z_fits": 1
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
            (json!({"board": board, "piece": "T", "action": "up"}), "\"up\" is not an action"),
            (json!({"board": board, "piece": "T", "action": "r0x2"}), "T cannot be placed at r0x2"),
            (json!({"board": board, "piece": "I", "action": "r1x3"}), "I cannot be placed at r1x3"),
            (json!({"board": board, "piece": "T", "action": "r0x0>1"}), "is not an action"),
        ];
        for (request, expected) in cases {
            let error = step(&request).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
