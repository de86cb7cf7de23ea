//! What everybody may see of a position, as data and as text.
//!
//! The data: `turn`, `width`, `height`, `spawn`, `pieces`, `bank` (what is left by piece, null without
//! a bank) and `seats`, a list with `board` (rows top to bottom, `#` filled), `current`, `next`,
//! `score`, `lines`, `level`, `pieces`, `sent`, `received`, `pending`, `target` (null alone), `alive`
//! and `reason` (why the seat went out, null while it lives).

use ludus_core::Snapshot;
use serde_json::{Map, Value, json};

use crate::field::Field;
use crate::game::Tetris;
use crate::piece::Piece;

/// What everybody may see of this position.
pub(crate) fn of(game: &Tetris) -> Snapshot {
    let rules = game.rules();
    let data = json!({
        "turn": game.turn,
        "width": rules.width,
        "height": rules.height,
        "spawn": rules.spawn,
        "pieces": rules.pieces,
        "bank": bank(game.bank()),
        "seats": game.fields.iter().map(|field| seat_data(field, 0)).collect::<Vec<_>>(),
    });
    let boards: Vec<Vec<String>> =
        game.fields.iter().map(|field| field.board.rows().collect()).collect();
    Snapshot { text: side_by_side(&game.fields, &boards), data }
}

/// What a bank has left, by piece.
pub(crate) fn bank(left: Option<[u16; 7]>) -> Value {
    let entry = |(piece, left): (Piece, u16)| (piece.to_string(), Value::from(left));
    left.map(|left| Piece::ALL.into_iter().zip(left).map(entry).collect::<Map<_, _>>()).into()
}

/// What there is to see of a seat, without the uppermost rows of its board that are hidden.
pub(crate) fn seat_data(field: &Field, hidden: usize) -> Value {
    json!({
        "board": field.board.rows().skip(hidden).collect::<Vec<_>>(),
        "current": field.current,
        "next": field.next,
        "score": field.score,
        "lines": field.lines,
        "level": field.level(),
        "pieces": field.pieces,
        "sent": field.sent,
        "received": field.received,
        "pending": field.pending,
        "target": field.target,
        "alive": field.is_alive(),
        "reason": field.out.as_ref().map(|out| out.cause.to_string()),
    })
}

/// Drawn boards side by side, each under a line with its pieces (`T>I`) or `out`.
pub(crate) fn side_by_side(fields: &[Field], boards: &[Vec<String>]) -> String {
    let width = fields.first().map_or(0, |field| field.board.width()).max("T>I".len());
    let head = |field: &Field| match field.is_alive() {
        true => format!("{}>{}", field.current, field.next),
        false => "out".to_owned(),
    };
    let mut lines = vec![fields.iter().map(head).collect::<Vec<_>>()];
    let height = boards.first().map_or(0, Vec::len);
    lines.extend((0..height).map(|row| boards.iter().map(|board| board[row].clone()).collect()));
    let padded = |cells: &Vec<String>| {
        let cells: Vec<_> = cells.iter().map(|cell| format!("{cell:width$}")).collect();
        cells.join("  ").trim_end().to_owned()
    };
    lines.iter().map(padded).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::rules::TetrisRules;
    use ludus_core::keys::with_pairs;
    use ludus_core::{Game, Seed, SeededChance};

    fn game(pairs: &str, seats: usize) -> Tetris {
        let rules = with_pairs(&TetrisRules::default(), pairs).unwrap();
        Tetris::new(&rules, seats, &mut SeededChance::new(Seed::new(1))).unwrap()
    }

    #[test]
    fn boards_are_drawn_side_by_side() {
        let mut game = game("width=4,height=4", 2);
        game.fields[0].board = Board::from_rows(&["....", "....", "#...", "##.#"]).unwrap();
        game.fields[0].current = Piece::T;
        game.fields[0].next = Piece::I;
        game.fields[1].out = Some(crate::field::Elimination {
            turn: 3,
            cause: crate::field::EliminationCause::ToppedOut,
        });
        assert_eq!(
            game.snapshot().text,
            "T>I   out\n....  ....\n....  ....\n#...  ....\n##.#  ...."
        );
    }

    #[test]
    fn the_data_has_what_front_ends_draw() {
        let data = game("", 1).snapshot().data;
        assert_eq!(data["seats"][0]["board"].as_array().unwrap().len(), 20);
        assert_eq!(data["seats"][0]["target"], Value::Null);
        assert_eq!(data["seats"][0]["alive"], Value::Bool(true));
        assert_eq!(data["bank"], Value::Null);
        assert_eq!(data["spawn"], "top");
        let data = game("pieces=bank,bank.I=3", 2).snapshot().data;
        let left: u64 =
            data["bank"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
        assert_eq!(left, 3 + 6 * 15 - 4, "two seats have a current and a next piece each");
        assert_eq!(data["seats"][0]["target"], 1);
    }
}
