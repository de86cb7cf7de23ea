//! One request of `ludus step chess`: a position in, its moves or the position after one out.

use ludus_core::{Game, StepError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::game::Chess;
use crate::{notation, position};

/// `{"fen": …}` or `{"fen": …, "move": …}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    fen: String,
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// Answers a request: `{"moves"}` without a move, else `{"fen", "outcome"}`, where the outcome is
/// null while the game goes on and `{"winner", "reason"}` when it is over.
pub(crate) fn answer(request: &Value) -> Result<Value, StepError> {
    let request = Request::deserialize(request)
        .map_err(|error| StepError::new(format!("expected {{\"fen\", \"move\"}}: {error}")))?;
    let board =
        position::parse_fen(&request.fen).map_err(|error| StepError::new(error.to_string()))?;
    let Some(text) = request.mv else {
        let mut moves = Vec::new();
        board.generate_moves(|list| {
            moves.extend(list.into_iter().map(|mv| notation::uci(&board, mv)));
            false
        });
        moves.sort();
        return Ok(json!({ "moves": moves }));
    };
    let mv = notation::parse(&board, &text).map_err(|error| StepError::new(error.to_string()))?;
    let game = Chess::from_moves(board, &[mv], u32::MAX)
        .map_err(|_| StepError::new(format!("{text} is not legal in {}", request.fen)))?;
    let outcome = game.outcome().map(|outcome| {
        let winner = outcome.winner().map(|seat| if seat.index() == 0 { "white" } else { "black" });
        json!({ "winner": winner, "reason": outcome.reason() })
    });
    Ok(json!({ "fen": game.board().to_string(), "outcome": outcome }))
}
