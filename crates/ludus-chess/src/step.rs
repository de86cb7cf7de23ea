//! The `ludus step chess` filter: a position in, its legal moves or the position after one of them out.

use ludus_core::{Game, Outcome, StepError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::{Chess, color_of};
use crate::snapshot::ColorName;
use crate::{notation, position};

/// A request: `{"fen"}` asks for the legal moves, `{"fen", "move"}` for the position after a move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChessStepRequest {
    fen: String,
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// The reply to a request.
#[derive(Serialize)]
#[serde(untagged)]
enum ChessStepReply {
    /// The legal moves in UCI notation, sorted.
    Moves { moves: Vec<String> },
    /// The position after the move; `outcome` is null unless the game is over.
    Position { fen: String, outcome: Option<ChessStepOutcome> },
}

/// How the game ended.
#[derive(Serialize)]
struct ChessStepOutcome {
    /// Null after a draw.
    winner: Option<ColorName>,
    reason: String,
}

impl From<Outcome> for ChessStepOutcome {
    fn from(outcome: Outcome) -> Self {
        let winner = outcome.winner().map(|seat| color_of(seat).into());
        Self { winner, reason: outcome.reason().to_owned() }
    }
}

/// Answers a request of the filter.
pub(crate) fn answer(request: &Value) -> Result<Value, StepError> {
    let request = ChessStepRequest::deserialize(request)
        .map_err(|error| StepError::new(format!("expected {{\"fen\", \"move\"}}: {error}")))?;
    let reply = reply(&request)?;
    serde_json::to_value(reply).map_err(|error| StepError::new(error.to_string()))
}

fn reply(request: &ChessStepRequest) -> Result<ChessStepReply, StepError> {
    let board =
        position::parse_fen(&request.fen).map_err(|error| StepError::new(error.to_string()))?;
    let Some(text) = &request.mv else {
        let mut moves = Vec::new();
        board.generate_moves(|list| {
            moves.extend(list.into_iter().map(|mv| notation::uci(&board, mv)));
            false
        });
        moves.sort();
        return Ok(ChessStepReply::Moves { moves });
    };
    let mv = notation::parse(&board, text).map_err(|error| StepError::new(error.to_string()))?;
    let game = Chess::from_moves(board, &[mv], u32::MAX)
        .map_err(|_| StepError::new(format!("{text} is not legal in {}", request.fen)))?;
    let outcome = game.outcome().map(ChessStepOutcome::from);
    Ok(ChessStepReply::Position { fen: position::to_fen(game.board()), outcome })
}
