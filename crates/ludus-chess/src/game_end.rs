//! How a game of chess ends.

use cozy_chess::{Board, Color};
use ludus_core::{Forfeit, Outcome};

use crate::game::seat_of;
use crate::position::{FIFTY_MOVES, has_no_moves, insufficient_material};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// The side to move is in check and has no legal move; the named side has won.
    Checkmate(Color),
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position has occurred three times.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// Neither side can ever mate.
    InsufficientMaterial,
    /// The game has reached the length limit of the rules.
    MaxMoves,
    /// The named side forfeited: its bot failed, was late, or resigned.
    Forfeit(Color, Forfeit),
}

impl GameEnd {
    /// The end that follows from the board alone, without the history of the game.
    ///
    /// Mate and stalemate come first: a mate with the move that completes the fifty moves still wins.
    #[must_use]
    pub fn on_board(board: &Board) -> Option<Self> {
        if has_no_moves(board) {
            let mate = Self::Checkmate(!board.side_to_move());
            return Some(if board.checkers().is_empty() { Self::Stalemate } else { mate });
        }
        if insufficient_material(board) {
            return Some(Self::InsufficientMaterial);
        }
        (board.halfmove_clock() >= FIFTY_MOVES).then_some(Self::FiftyMoves)
    }

    /// The side that won, if one did.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self {
            Self::Checkmate(winner) => Some(*winner),
            Self::Forfeit(loser, _) => Some(!*loser),
            _ => None,
        }
    }

    /// Why the game ended, in words.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Checkmate(_) => "checkmate".to_owned(),
            Self::Stalemate => "stalemate".to_owned(),
            Self::Repetition => "threefold repetition".to_owned(),
            Self::FiftyMoves => "fifty moves".to_owned(),
            Self::InsufficientMaterial => "insufficient material".to_owned(),
            Self::MaxMoves => "max moves reached".to_owned(),
            Self::Forfeit(_, Forfeit::Error(text)) => format!("engine error: {text}"),
            Self::Forfeit(_, forfeit) => forfeit.to_string(),
        }
    }

    /// The outcome of the match.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self.winner() {
            Some(color) => Outcome::win(seat_of(color), 2, self.reason()),
            None => Outcome::draw(2, self.reason()),
        }
    }
}
