//! Which positions are possible: the check that every position from outside goes through.
//!
//! cozy-chess accepts almost any position and panics when a king is captured. So a position that no game can
//! reach must not get to it. Every condition here holds in all positions of real games, so no reachable position
//! is refused. Some unreachable positions are accepted: to decide that for all positions is hard.

use cozy_chess::{
    BitBoard, Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square,
    get_between_rays, get_king_moves,
};
use thiserror::Error;

/// The largest number of pieces of one side, pawns and king included.
const MAX_PIECES: u32 = 16;
/// The largest number of pawns of one side.
const MAX_PAWNS: u32 = 8;

/// Why no game can reach a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Impossible {
    /// A side has no king.
    #[error("{} has no king", name(*.0))]
    NoKing(Color),
    /// A side has several kings.
    #[error("{} has {} kings", name(*.0), .1)]
    Kings(Color, u32),
    /// A pawn is on the first or last rank.
    #[error("a pawn stands on {0}, on the first or last rank")]
    PawnOnEdge(Square),
    /// A side has more than eight pawns.
    #[error("{} has {} pawns; {MAX_PAWNS} are the most", name(*.0), .1)]
    Pawns(Color, u32),
    /// A side has more than sixteen pieces.
    #[error("{} has {} pieces; {MAX_PIECES} are the most", name(*.0), .1)]
    Pieces(Color, u32),
    /// A side has more promoted pieces than missing pawns: the numbers of promoted pieces and of pawns.
    #[error(
        "{} has promoted more pieces ({}) than it has lost pawns ({})", name(*.0), .1, MAX_PAWNS - .2
    )]
    Promoted(Color, u32, u32),
    /// The kings stand next to each other.
    #[error("the kings on {0} and {1} stand next to each other")]
    KingsTouch(Square, Square),
    /// The side that has just moved is in check.
    #[error("{} is in check, but it is the other side's turn", name(*.0))]
    LeftInCheck(Color),
    /// More pieces give check than one move allows.
    #[error("{} is in check from {} pieces at once", name(*.0), .1)]
    Checks(Color, u32),
    /// Two pieces give check that cannot do so after one move.
    #[error("no move can give check from {0} and {1} at once")]
    DoubleCheck(Square, Square),
    /// A side has castling rights, but its king or rook is not on its first square.
    #[error("{} has castling rights without king and rook at home", name(*.0))]
    Castling(Color),
    /// No pawn can have passed this square with the last move.
    #[error("no pawn can have just passed {0}")]
    EnPassant(Square),
    /// The half-move clock or the move number is out of bounds.
    #[error("the counters are out of bounds")]
    Counters,
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The position, if a game can reach it.
///
/// # Errors
/// The first reason why no game can.
pub fn validate(setup: &BoardBuilder) -> Result<Board, Impossible> {
    let placement = PiecePlacement::of(setup);
    for color in Color::ALL {
        placement.check(color)?;
    }
    let [white, black] = Color::ALL.map(|color| placement.of_kind(color, Piece::King));
    if let (Some(white), Some(black)) = (white.next_square(), black.next_square())
        && get_king_moves(white).has(black)
    {
        return Err(Impossible::KingsTouch(white, black));
    }
    for color in Color::ALL {
        check_castling(setup, color)?;
    }
    let board = setup.build().map_err(|error| match error {
        // Pieces and castling were checked above, so the error is about check.
        BoardBuilderError::InvalidBoard => Impossible::LeftInCheck(!setup.side_to_move),
        BoardBuilderError::InvalidCastlingRights => Impossible::Castling(setup.side_to_move),
        BoardBuilderError::InvalidEnPassant => {
            setup.en_passant.map_or(Impossible::Counters, Impossible::EnPassant)
        }
        BoardBuilderError::InvalidHalfMoveClock | BoardBuilderError::InvalidFullmoveNumber => {
            Impossible::Counters
        }
    })?;
    check_checks(&board)?;
    Ok(board)
}

/// Checks that king and rook of a side with castling rights are where they can begin in Chess960: on the first rank, the king
/// between its rooks.
fn check_castling(setup: &BoardBuilder, color: Color) -> Result<(), Impossible> {
    let rights = setup.castle_rights(color);
    let rank = Rank::First.relative_to(color);
    let is_home = |piece, file| setup.square(Square::new(file, rank)) == Some((piece, color));
    let king = File::ALL.into_iter().find(|&file| is_home(Piece::King, file));
    let may_castle = king.filter(|king| !matches!(king, File::A | File::H));
    let is_sound = |right: Option<File>, is_short: bool| {
        right.is_none_or(|rook| {
            is_home(Piece::Rook, rook) && may_castle.is_some_and(|king| (rook > king) == is_short)
        })
    };
    if is_sound(rights.short, true) && is_sound(rights.long, false) {
        Ok(())
    } else {
        Err(Impossible::Castling(color))
    }
}

/// One move gives at most two checks. At least one of two is a discovered check, by a bishop, rook or queen. Two
/// checks from opposite sides of the king are impossible: no piece crosses from one side to the other in one move.
fn check_checks(board: &Board) -> Result<(), Impossible> {
    let (side, checkers) = (board.side_to_move(), board.checkers());
    let mut squares = checkers.into_iter();
    let (Some(first), Some(second)) = (squares.next(), squares.next()) else { return Ok(()) };
    if checkers.len() > 2 {
        return Err(Impossible::Checks(side, checkers.len()));
    }
    let non_sliders = board.pieces(Piece::Pawn) | board.pieces(Piece::Knight);
    let opposite = get_between_rays(first, second).has(board.king(side));
    if opposite || checkers.is_subset(non_sliders) {
        return Err(Impossible::DoubleCheck(first, second));
    }
    Ok(())
}

/// The pieces of a board that is not checked yet.
struct PiecePlacement {
    colors: [BitBoard; Color::NUM],
    pieces: [BitBoard; Piece::NUM],
}

impl PiecePlacement {
    fn of(setup: &BoardBuilder) -> Self {
        let mut placement =
            Self { colors: [BitBoard::EMPTY; Color::NUM], pieces: [BitBoard::EMPTY; Piece::NUM] };
        for square in Square::ALL {
            if let Some((piece, color)) = setup.square(square) {
                placement.colors[color as usize] |= square.bitboard();
                placement.pieces[piece as usize] |= square.bitboard();
            }
        }
        placement
    }

    fn of_kind(&self, color: Color, piece: Piece) -> BitBoard {
        self.colors[color as usize] & self.pieces[piece as usize]
    }

    fn check(&self, color: Color) -> Result<(), Impossible> {
        let pawns = self.of_kind(color, Piece::Pawn);
        let pieces = self.colors[color as usize].len();
        match self.of_kind(color, Piece::King).len() {
            1 => {}
            0 => return Err(Impossible::NoKing(color)),
            kings => return Err(Impossible::Kings(color, kings)),
        }
        let edge = pawns & (Rank::First.bitboard() | Rank::Eighth.bitboard());
        if let Some(square) = edge.next_square() {
            return Err(Impossible::PawnOnEdge(square));
        }
        if pawns.len() > MAX_PAWNS {
            return Err(Impossible::Pawns(color, pawns.len()));
        }
        if pieces > MAX_PIECES {
            return Err(Impossible::Pieces(color, pieces));
        }
        let promoted = self.promoted(color);
        if promoted + pawns.len() > MAX_PAWNS {
            return Err(Impossible::Promoted(color, promoted, pawns.len()));
        }
        Ok(())
    }

    /// How many pieces of a side must be promoted pawns. A bishop stays on squares of one colour.
    fn promoted(&self, color: Color) -> u32 {
        let bishops = self.of_kind(color, Piece::Bishop);
        let count = |piece| self.of_kind(color, piece).len();
        [
            count(Piece::Queen).saturating_sub(1),
            count(Piece::Rook).saturating_sub(2),
            count(Piece::Knight).saturating_sub(2),
            (bishops & BitBoard::LIGHT_SQUARES).len().saturating_sub(1),
            (bishops & BitBoard::DARK_SQUARES).len().saturating_sub(1),
        ]
        .iter()
        .sum()
    }
}
