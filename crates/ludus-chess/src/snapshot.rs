//! What everybody may see of a game of chess, in the shape that front ends draw from.

use cozy_chess::{Board, Color, File, Rank, Square};
use ludus_core::{Game, Snapshot};
use serde_json::json;

use crate::game::Chess;
use crate::notation::{san_line, uci};

/// The snapshot of a game. Its text is the FEN; its data:
///
/// | key | what |
/// |---|---|
/// | `fen` | the position |
/// | `board` | eight strings from rank 8 to rank 1, a letter or `.` a square |
/// | `to_move` | `white` or `black` |
/// | `last` | the last move in UCI, or null |
/// | `check` | whether the side to move is in check |
/// | `san` | all moves in SAN, the opening's too |
/// | `opening_plies` | how many of them are the opening's |
/// | `legal` | the legal moves in UCI; empty when the game is over |
/// | `plies` | how many moves the bots played |
#[must_use]
pub fn of(game: &Chess) -> Snapshot {
    let board = game.board();
    let fen = board.to_string();
    let mut legal = Vec::new();
    if game.end().is_none() {
        board.generate_moves(|moves| {
            legal.extend(moves.into_iter().map(|mv| uci(board, mv)));
            false
        });
    }
    let last = game.moves().split_last().map(|(&mv, before)| uci(&after(game.start(), before), mv));
    let data = json!({
        "fen": fen,
        "board": rows(board),
        "to_move": if board.side_to_move() == Color::White { "white" } else { "black" },
        "last": last,
        "check": !board.checkers().is_empty(),
        "san": san_line(game.start(), game.moves()),
        "opening_plies": game.opening_plies(),
        "legal": legal,
        "plies": game.turn(),
    });
    Snapshot { text: fen, data }
}

/// A position as people read it in text: the board with its ranks and files, whose turn it is, and the FEN.
#[must_use]
pub fn drawing(snapshot: &Snapshot) -> String {
    let rows = snapshot.data["board"].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut lines: Vec<String> = Vec::new();
    for (rank, row) in (1..=8).rev().zip(rows) {
        let squares: Vec<String> =
            row.as_str().unwrap_or_default().chars().map(String::from).collect();
        lines.push(format!("{rank}  {}", squares.join(" ")));
    }
    lines.push("   a b c d e f g h".to_owned());
    let side = if snapshot.data["to_move"] == "white" { "White" } else { "Black" };
    let check = if snapshot.data["check"] == true { ", in check" } else { "" };
    lines.push(format!("{side} to move{check}"));
    lines.push(snapshot.text.clone());
    lines.join("\n")
}

/// The position after these moves, which were legal when they were played.
fn after(start: &Board, moves: &[cozy_chess::Move]) -> Board {
    let mut board = start.clone();
    for &mv in moves {
        board.play_unchecked(mv);
    }
    board
}

/// The board as eight strings from rank 8 to rank 1, white's pieces in capitals.
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
