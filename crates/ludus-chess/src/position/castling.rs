//! Castling rights: in standard chess, and in Chess960, where king and rooks begin on other files.
//!
//! In text the letters K and Q mean the outermost rook on that side of the king (X-FEN); the letter of a file names the rook
//! itself (Shredder-FEN). In standard chess both mean the rooks in the corners.

use cozy_chess::{Board, BoardBuilder, CastleRights, Color, File, Move, Piece, Rank, Square};

use super::fen::FenFault;

/// What kind of chess is played. The kinds differ in where the pieces begin, and in how castling is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChessVariant {
    /// Standard chess: castling is written as two steps of the king.
    #[default]
    Standard,
    /// Chess960, Fischer's random chess: castling is written as king takes own rook.
    Chess960,
}

impl ChessVariant {
    /// The kind of chess that a position belongs to: Chess960 only if a king or rook that may castle is not where it begins in
    /// standard chess.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        if Color::ALL.iter().all(|&color| has_standard_rights(board, color)) {
            Self::Standard
        } else {
            Self::Chess960
        }
    }
}

/// Whether what a side may castle with stands where it begins in standard chess.
fn has_standard_rights(board: &Board, color: Color) -> bool {
    let CastleRights { short, long } = *board.castle_rights(color);
    (short.is_none() && long.is_none())
        || board.king(color).file() == File::E
            && short.is_none_or(|rook| rook == File::H)
            && long.is_none_or(|rook| rook == File::A)
}

/// The square to which the king of a legal move castles; `None` if the move is not castling, which cozy-chess writes as king
/// takes own rook.
pub(crate) fn castling_target(board: &Board, mv: Move) -> Option<Square> {
    let side = board.side_to_move();
    let castles = board.colors(side).has(mv.to);
    let file = if mv.from.file() < mv.to.file() { File::G } else { File::C };
    castles.then(|| Square::new(file, Rank::First.relative_to(side)))
}

/// Parses the third field of a FEN. The pieces must be on the board already.
pub(super) fn parse_castling(text: &str, setup: &mut BoardBuilder) -> Result<(), FenFault> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (is_short, rook) = named_rook(letter.to_ascii_lowercase(), color, setup)?;
        let rights = setup.castle_rights_mut(color);
        let right = if is_short { &mut rights.short } else { &mut rights.long };
        if right.replace(rook).is_some() {
            return Err(FenFault::Castling);
        }
    }
    Ok(())
}

/// The rook that a letter names, and whether it is on the short side of the king. There need not be such a rook: that is found
/// out when the whole position is checked.
fn named_rook(letter: char, color: Color, setup: &BoardBuilder) -> Result<(bool, File), FenFault> {
    let home = |file| setup.square(Square::new(file, Rank::First.relative_to(color)));
    let is = |piece, file| home(file) == Some((piece, color));
    let king = File::ALL.into_iter().find(|&file| is(Piece::King, file)).unwrap_or(File::E);
    let mut rooks = File::ALL.into_iter().filter(|&file| is(Piece::Rook, file));
    match letter {
        'k' => Ok((true, rooks.next_back().filter(|&rook| rook > king).unwrap_or(File::H))),
        'q' => Ok((false, rooks.next().filter(|&rook| rook < king).unwrap_or(File::A))),
        _ => {
            let rook = File::try_from(letter).map_err(|_| FenFault::Castling)?;
            Ok((rook > king, rook))
        }
    }
}

/// The third field of a FEN.
pub(super) fn castling_text(board: &Board) -> String {
    let mut out = String::new();
    for color in Color::ALL {
        let home = Rank::First.relative_to(color).bitboard();
        let rooks = board.colored_pieces(color, Piece::Rook) & home;
        let CastleRights { short, long } = *board.castle_rights(color);
        let outermost_short = rooks.into_iter().map(Square::file).max();
        let outermost_long = rooks.into_iter().map(Square::file).min();
        let sides = [('k', short, outermost_short), ('q', long, outermost_long)];
        for (letter, right, outermost) in sides {
            let Some(file) = right else { continue };
            let letter = if outermost == Some(file) { letter } else { char::from(file) };
            out.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if out.is_empty() { "-".to_owned() } else { out }
}

#[cfg(test)]
mod tests {
    use crate::position::{parse_fen, to_fen};

    use super::*;

    /// A FEN as it is written by other programs, and as it is written here.
    const TABLE: &[(&str, &str, ChessVariant)] = &[
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ChessVariant::Standard,
        ),
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
            ChessVariant::Chess960,
        ),
        // The inner rook castles; the outer one is another.
        (
            "3k4/8/8/8/8/8/8/4KR1R w F - 0 1",
            "3k4/8/8/8/8/8/8/4KR1R w F - 0 1",
            ChessVariant::Chess960,
        ),
        (
            "3k4/8/8/8/8/8/8/4KR1R w K - 0 1",
            "3k4/8/8/8/8/8/8/4KR1R w K - 0 1",
            ChessVariant::Standard,
        ),
        (
            "rr2k3/8/8/8/8/8/8/4K3 b b - 3 7",
            "rr2k3/8/8/8/8/8/8/4K3 b b - 3 7",
            ChessVariant::Chess960,
        ),
        (
            "1r4k1/8/8/8/8/8/8/1RK5 w Qq - 0 1",
            "1r4k1/8/8/8/8/8/8/1RK5 w Qq - 0 1",
            ChessVariant::Chess960,
        ),
    ];

    #[test]
    fn rights_are_read_from_both_notations_and_written_as_x_fen() {
        for &(given, written, variant) in TABLE {
            let board = parse_fen(given).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(to_fen(&board), written);
            assert_eq!(parse_fen(written).as_ref(), Ok(&board), "{given}");
            assert_eq!(ChessVariant::of(&board), variant, "{given}");
        }
    }

    #[test]
    fn a_right_without_its_king_and_rook_is_refused() {
        for fen in [
            "3k4/8/8/8/8/8/8/4KR1R w G - 0 1",
            "3k4/8/8/8/8/8/8/4KR1R w Q - 0 1",
            "3k4/8/8/8/8/8/8/KR6 w K - 0 1",
            "3k4/8/8/8/8/8/8/R6K w Q - 0 1",
            "3k4/8/8/8/8/8/4K3/R6R w KQ - 0 1",
            "3k4/8/8/8/8/8/8/4KR1R w KF - 0 1",
            "3k4/8/8/8/8/8/8/4K2R w KH - 0 1",
            "3k4/8/8/8/8/8/8/4K2R w I - 0 1",
        ] {
            assert!(parse_fen(fen).is_err(), "{fen}");
        }
    }
}
