//! The ends of a game of chess, each with its own words.

use cozy_chess::{Board, Color};
use ludus_core::{Forfeit, Outcome};

use crate::game::seat_of;
use crate::position::{has_no_moves, insufficient_material};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The side to move is in check and has no move; this side has won.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// The position is there for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn's move.
    FiftyMoves,
    /// Neither side can ever mate.
    InsufficientMaterial,
    /// The game is as long as the rules allow.
    MaxMoves,
    /// This side lost by what its bot did, not on the board.
    Forfeit(Color, Forfeit),
}

impl End {
    /// The end by the board alone, without the history of the game.
    ///
    /// Mate and stalemate come first: a mate on the hundredth ply without progress still wins.
    #[must_use]
    pub fn on_board(board: &Board) -> Option<Self> {
        if has_no_moves(board) {
            let mate = Self::Checkmate(!board.side_to_move());
            return Some(if board.checkers().is_empty() { Self::Stalemate } else { mate });
        }
        if insufficient_material(board) {
            return Some(Self::InsufficientMaterial);
        }
        (board.halfmove_clock() >= 100).then_some(Self::FiftyMoves)
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
