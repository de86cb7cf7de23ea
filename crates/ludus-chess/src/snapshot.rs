//! What everybody may see of a game of chess, in the form that front ends draw.

use cozy_chess::{Board, Color, File, Move, Rank, Square};
use ludus_core::{Game, Snapshot};
use serde::{Deserialize, Serialize};

use crate::game::Chess;
use crate::notation::{san_line, uci_in};
use crate::position::to_fen;

/// The data of a snapshot. Its text is the FEN.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChessSnapshot {
    /// The position.
    pub fen: String,
    /// Eight strings from rank 8 to rank 1, with a letter or `.` for each square.
    pub board: Vec<String>,
    /// The side to move.
    pub to_move: ColorName,
    /// The last move in UCI notation.
    pub last: Option<String>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// All moves in SAN, those of the opening included.
    pub san: Vec<String>,
    /// How many of the moves belong to the opening.
    pub opening_plies: usize,
    /// The legal moves in UCI notation; empty when the game is over.
    pub legal: Vec<String>,
    /// How many moves the bots have played.
    pub plies: u32,
}

/// A colour by its name in JSON: `white` or `black`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorName {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<Color> for ColorName {
    fn from(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }
}

/// What a player sees, as external programs get it. Unlike the snapshot it does not grow with the game: it has only the
/// moves that matter for repetitions and the fifty-move rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChessView {
    /// The position.
    pub fen: String,
    /// The position after the last capture or pawn move, or the first one of the game.
    pub start: String,
    /// The moves that lead from there to the position, in UCI notation.
    pub moves: Vec<String>,
}

impl ChessView {
    /// The view of a game. Both players see the same.
    #[must_use]
    pub fn of(game: &Chess) -> Self {
        let past = game.past();
        let moves = &game.moves()[game.moves().len() - past.len()..];
        Self {
            fen: to_fen(game.board()),
            start: to_fen(past.first().unwrap_or(game.board())),
            moves: past
                .iter()
                .zip(moves)
                .map(|(board, &mv)| uci_in(game.variant(), board, mv))
                .collect(),
        }
    }
}

impl ChessSnapshot {
    /// The data for a game.
    #[must_use]
    pub fn of(game: &Chess) -> Self {
        let board = game.board();
        let mut legal = Vec::new();
        if game.end().is_none() {
            board.generate_moves(|moves| {
                legal.extend(moves.into_iter().map(|mv| uci_in(game.variant(), board, mv)));
                false
            });
        }
        Self {
            fen: to_fen(board),
            board: rows(board),
            to_move: board.side_to_move().into(),
            last: last_move(game),
            check: !board.checkers().is_empty(),
            san: san_line(game.start(), game.moves()),
            opening_plies: game.opening_plies(),
            legal,
            plies: game.turn(),
        }
    }

    /// The snapshot with this data.
    #[must_use]
    pub fn into_snapshot(self) -> Snapshot {
        Snapshot::new(self.fen.clone(), &self)
    }
}

/// A snapshot as text for people: the board with its ranks and files, the side to move, and the FEN. A snapshot that
/// is not one of chess is shown as its own text.
#[must_use]
pub fn drawing(snapshot: &Snapshot) -> String {
    let Ok(data) = snapshot.data::<ChessSnapshot>() else { return snapshot.text.clone() };
    let mut lines: Vec<String> = Vec::new();
    for (rank, row) in (1..=8).rev().zip(&data.board) {
        let squares: Vec<String> = row.chars().map(String::from).collect();
        lines.push(format!("{rank}  {}", squares.join(" ")));
    }
    lines.push("   a b c d e f g h".to_owned());
    let side = match data.to_move {
        ColorName::White => "White",
        ColorName::Black => "Black",
    };
    let check = if data.check { ", in check" } else { "" };
    lines.push(format!("{side} to move{check}"));
    lines.push(snapshot.text.clone());
    lines.join("\n")
}

/// The last move of a game in UCI notation, which depends on the position before it.
fn last_move(game: &Chess) -> Option<String> {
    let (&last, earlier) = game.moves().split_last()?;
    Some(uci_in(game.variant(), &play_all(game.start(), earlier), last))
}

/// The position after these moves, which must be legal.
fn play_all(start: &Board, moves: &[Move]) -> Board {
    let mut board = start.clone();
    for &mv in moves {
        board.play_unchecked(mv);
    }
    board
}

/// The board as eight strings from rank 8 to rank 1, with capital letters for White's pieces.
#[must_use]
pub fn rows(board: &Board) -> Vec<String> {
    let letter = |square: Square| match (board.piece_on(square), board.color_on(square)) {
        (Some(piece), Some(Color::White)) => char::from(piece).to_ascii_uppercase(),
        (Some(piece), _) => char::from(piece),
        (None, _) => '.',
    };
    let row =
        |&rank: &Rank| File::ALL.iter().map(|&file| letter(Square::new(file, rank))).collect();
    Rank::ALL.iter().rev().map(row).collect()
}
