//! Which positions can be: the one check that every position from outside goes through.
//!
//! cozy-chess plays on from whatever it is given and panics where a king is taken, so nothing reaches it that no
//! game can come to. Every condition here holds in all positions of real games: what is refused cannot be reached.
//! The reverse is not claimed; whether a position can be reached is no easy question.

use cozy_chess::{
    BitBoard, Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square,
    get_between_rays, get_king_moves,
};
use thiserror::Error;

/// The most pieces of one side, and the most pawns.
const MEN: u32 = 16;
const PAWNS: u32 = 8;

/// Why no game can come to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Impossible {
    /// A side has no king.
    #[error("{} has no king", name(*.0))]
    NoKing(Color),
    /// A side has several kings.
    #[error("{} has {} kings", name(*.0), .1)]
    Kings(Color, u32),
    /// A pawn stands where none can.
    #[error("a pawn stands on {0}, on the first or last rank")]
    PawnOnEdge(Square),
    /// A side has more than eight pawns.
    #[error("{} has {} pawns; {PAWNS} are the most", name(*.0), .1)]
    Pawns(Color, u32),
    /// A side has more than sixteen pieces.
    #[error("{} has {} pieces; {MEN} are the most", name(*.0), .1)]
    Men(Color, u32),
    /// A side has more promoted pieces than missing pawns: the numbers of promoted pieces and of pawns.
    #[error(
        "{} has promoted more pieces ({}) than it has lost pawns ({})", name(*.0), .1, PAWNS - .2
    )]
    Promoted(Color, u32, u32),
    /// The kings stand next to each other.
    #[error("the kings on {0} and {1} stand next to each other")]
    KingsTouch(Square, Square),
    /// The side that has just moved left its king in check.
    #[error("{} is in check, but it is the other side's turn", name(*.0))]
    LeftInCheck(Color),
    /// More checks than one move can give.
    #[error("{} is in check from {} pieces at once", name(*.0), .1)]
    Checks(Color, u32),
    /// Two checks that no single move can give.
    #[error("no move can give check from {0} and {1} at once")]
    DoubleCheck(Square, Square),
    /// A side may castle, but its king or rook is not at home.
    #[error("{} has castling rights without king and rook at home", name(*.0))]
    Castling(Color),
    /// A pawn cannot have passed this square with the last move.
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

/// The position, if a game can come to it.
///
/// # Errors
/// The first reason found why none can.
pub fn validate(setup: &BoardBuilder) -> Result<Board, Impossible> {
    let men = Men::of(setup);
    for color in Color::ALL {
        men.check(color)?;
    }
    let [white, black] = Color::ALL.map(|color| men.of_kind(color, Piece::King));
    if let (Some(white), Some(black)) = (white.next_square(), black.next_square())
        && get_king_moves(white).has(black)
    {
        return Err(Impossible::KingsTouch(white, black));
    }
    for color in Color::ALL {
        check_castling(setup, color)?;
    }
    let board = setup.build().map_err(|error| match error {
        // Men and castling were checked above: what is left of the board is check.
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

/// King and rook of a side that may castle are on their squares of the standard game: cozy-chess also knows
/// Chess960.
fn check_castling(setup: &BoardBuilder, color: Color) -> Result<(), Impossible> {
    let rights = setup.castle_rights(color);
    let rank = Rank::First.relative_to(color);
    let is_home = |piece, file| setup.square(Square::new(file, rank)) == Some((piece, color));
    for (right, corner) in [(rights.short, File::H), (rights.long, File::A)] {
        let home = is_home(Piece::King, File::E) && is_home(Piece::Rook, corner);
        if right.is_some_and(|file| file != corner || !home) {
            return Err(Impossible::Castling(color));
        }
    }
    Ok(())
}

/// One move gives two checks at most, and then one of them at least is a line that it has opened. The lines that
/// it opens do not go through the king.
fn check_checks(board: &Board) -> Result<(), Impossible> {
    let (side, checkers) = (board.side_to_move(), board.checkers());
    let mut squares = checkers.into_iter();
    let (Some(first), Some(second)) = (squares.next(), squares.next()) else { return Ok(()) };
    if checkers.len() > 2 {
        return Err(Impossible::Checks(side, checkers.len()));
    }
    let steppers = board.pieces(Piece::Pawn) | board.pieces(Piece::Knight);
    let opposite = get_between_rays(first, second).has(board.king(side));
    if opposite || checkers.is_subset(steppers) {
        return Err(Impossible::DoubleCheck(first, second));
    }
    Ok(())
}

/// The men on a board, before it is known whether there can be such a board.
struct Men {
    colors: [BitBoard; Color::NUM],
    pieces: [BitBoard; Piece::NUM],
}

impl Men {
    fn of(setup: &BoardBuilder) -> Self {
        let mut men =
            Self { colors: [BitBoard::EMPTY; Color::NUM], pieces: [BitBoard::EMPTY; Piece::NUM] };
        for square in Square::ALL {
            if let Some((piece, color)) = setup.square(square) {
                men.colors[color as usize] |= square.bitboard();
                men.pieces[piece as usize] |= square.bitboard();
            }
        }
        men
    }

    fn of_kind(&self, color: Color, piece: Piece) -> BitBoard {
        self.colors[color as usize] & self.pieces[piece as usize]
    }

    fn check(&self, color: Color) -> Result<(), Impossible> {
        let pawns = self.of_kind(color, Piece::Pawn);
        let men = self.colors[color as usize].len();
        match self.of_kind(color, Piece::King).len() {
            1 => {}
            0 => return Err(Impossible::NoKing(color)),
            kings => return Err(Impossible::Kings(color, kings)),
        }
        let edge = pawns & (Rank::First.bitboard() | Rank::Eighth.bitboard());
        if let Some(square) = edge.next_square() {
            return Err(Impossible::PawnOnEdge(square));
        }
        if pawns.len() > PAWNS {
            return Err(Impossible::Pawns(color, pawns.len()));
        }
        if men > MEN {
            return Err(Impossible::Men(color, men));
        }
        let promoted = self.promoted(color);
        if promoted + pawns.len() > PAWNS {
            return Err(Impossible::Promoted(color, promoted, pawns.len()));
        }
        Ok(())
    }

    /// How many pieces of a side must have been pawns. A bishop never leaves the colour of its square.
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
