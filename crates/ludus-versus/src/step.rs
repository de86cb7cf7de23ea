//! The `step` filter: a board and a piece in, all reachable placements out.
//!
//! A request is `{"board": ["#########.", …], "piece": "T"}` with the rows from the bottom; missing rows are empty. It may also
//! have `"rules"`, the rules that differ from the default. The reply is `{"placements": [{"cells": [[x, y], …], "spin": "none",
//! "location": {"type": "T", "orientation": "north", "x": 4, "y": 0}}, …]}`.

use ludus_core::StepError;
use ludus_tetris::Piece;
use serde::{Deserialize, Serialize};

use crate::board::BitBoard;
use crate::movegen::{Move, Spin, moves, spawn};
use crate::rules::VersusRules;
use crate::shape::Offset;
use crate::tbp::TbpLocation;

/// A request of the filter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VersusStepRequest {
    board: Vec<String>,
    piece: Piece,
    #[serde(default)]
    rules: VersusRules,
}

/// The reply to a request.
#[derive(Serialize)]
pub struct VersusStepReply {
    placements: Vec<ListedMove>,
}

/// One placement: four cells, and the spin that they are reached by.
#[derive(Serialize)]
struct ListedMove {
    cells: [Offset; 4],
    spin: &'static str,
    location: TbpLocation,
}

/// Answers one request.
///
/// # Errors
/// If the request has no valid board.
pub fn step(request: VersusStepRequest) -> Result<VersusStepReply, StepError> {
    let VersusStepRequest { board, piece, rules } = request;
    let board = BitBoard::from_rows(&board).map_err(|error| StepError::new(error.to_string()))?;
    let rules = rules.resolve().map_err(|error| StepError::new(error.to_string()))?;
    let moves = spawn(&board, piece)
        .map(|start| moves(&board, piece, start, rules.moves))
        .unwrap_or_default();
    Ok(VersusStepReply { placements: moves.into_iter().map(|mv| listed(piece, mv)).collect() })
}

fn listed(piece: Piece, Move { place, spin }: Move) -> ListedMove {
    let mut cells = place.cells(piece);
    cells.sort_unstable_by_key(|&(x, y)| (y, x));
    ListedMove { cells, spin: Spin::name(spin), location: TbpLocation::new(piece, place) }
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
    fn all_placements_are_listed_with_cells_spin_and_location() {
        let reply = step(&json!({"board": [], "piece": "T"})).unwrap();
        let placements = reply["placements"].as_array().unwrap();
        assert_eq!(placements.len(), 34);
        assert_eq!(
            placements[0],
            json!({
                "cells": [[0, 0], [1, 0], [2, 0], [1, 1]],
                "spin": "none",
                "location": {"type": "T", "orientation": "north", "x": 1, "y": 0},
            })
        );
    }

    #[test]
    fn a_t_spin_double_is_listed_once_and_as_full() {
        let board = ["##.#######", "#...######", "##........"];
        let reply = step(&json!({"board": board, "piece": "T"})).unwrap();
        let slot = json!([[2, 0], [1, 1], [2, 1], [3, 1]]);
        let spins: Vec<_> = reply["placements"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|placement| placement["cells"] == slot)
            .map(|placement| placement["spin"].clone())
            .collect();
        assert_eq!(spins, ["full"]);
    }

    #[test]
    fn rules_change_what_counts_as_a_spin() {
        let board = ["###..#####", "##..######", "...##....."];
        let request = json!({"board": board, "piece": "Z", "rules": {"all_spin": true}});
        let full = |request: &Value| {
            let reply = step(request).unwrap();
            let placements = reply["placements"].as_array().unwrap().clone();
            placements.iter().filter(|placement| placement["spin"] == "full").count()
        };
        assert_eq!(full(&request), 1);
        assert_eq!(full(&json!({"board": board, "piece": "Z"})), 0);
    }

    #[test]
    fn a_piece_without_room_to_spawn_has_no_placements() {
        let reply = step(&json!({"board": vec!["#########."; 21], "piece": "T"})).unwrap();
        assert_eq!(reply, json!({"placements": []}));
    }

    #[test]
    fn a_bad_request_is_answered_with_one_clear_line() {
        let cases = [
            (json!(7), "invalid type: integer `7`"),
            (json!({"piece": "T"}), "missing field `board`"),
            (json!({"board": ["..."], "piece": "T"}), "row 0 of the board has 3 cells"),
            (json!({"board": [], "piece": "X"}), "unknown variant `X`"),
            (json!({"board": [], "piece": "T", "hold": "I"}), "unknown field `hold`"),
            (json!({"board": [], "piece": "T", "rules": {"previews": 0}}), "rule previews is 0"),
        ];
        for (request, expected) in cases {
            let error = step(&request).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }
}
