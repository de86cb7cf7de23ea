//! What everybody may see of a live position, as data and as text.
//!
//! The data is that of a match in turns, so that the same widgets draw both: `turn` (the tick), `width`,
//! `height`, `pieces`, `bank`, and `seats` with `board` (the rows that can be seen), `current`, `next`
//! and the figures. In addition each seat has `queue` (the pieces to come), and while it lives `cells`
//! and `ghost`: the cells of its piece and of where a hard drop would take it, each `[column, row]`, row 0
//! at the bottom; cells of the hidden rows have rows from `height` on. `hidden` has the hidden rows.

use ludus_core::Snapshot;
use serde_json::{Value, json};

use crate::field::Field;
use crate::live::active_piece::ActivePiece;
use crate::live::game::LiveTetris;
use crate::live::{FallingPiece, HIDDEN_ROWS};
use crate::snapshot::{bank, seat_data};

/// What everybody may see of this position.
pub(super) fn of(game: &LiveTetris) -> Snapshot {
    let rules = game.rules();
    let seats: Vec<Value> = game.fields.iter().zip(&game.active).map(|(f, h)| seat(f, h)).collect();
    let data = json!({
        "turn": game.tick,
        "width": rules.width,
        "height": rules.height,
        "pieces": rules.pieces,
        "bank": bank(game.bank()),
        "seats": seats,
    });
    Snapshot { text: text(game), data }
}

fn seat(field: &Field, active: &ActivePiece) -> Value {
    let mut data = seat_data(field, HIDDEN_ROWS);
    data["hidden"] = field.board.rows().take(HIDDEN_ROWS).collect();
    data["queue"] = json!(active.queue);
    let living = field.is_alive();
    let cells = |piece: FallingPiece| living.then(|| piece.cells().collect::<Vec<_>>());
    data["cells"] = json!(cells(active.falling));
    data["ghost"] = json!(cells(active.falling.dropped(&field.board)));
    data
}

/// The boards side by side with their falling pieces as `o`, each under a line with the piece and the
/// next one (`T>I`) or `out`.
fn text(game: &LiveTetris) -> String {
    let drawn = |(field, active): (&Field, &ActivePiece)| {
        let height = field.board.height();
        let mut rows: Vec<Vec<char>> =
            field.board.rows().map(|row| row.chars().collect()).collect();
        for (column, row) in active.falling.cells().filter(|_| field.is_alive()) {
            rows[height - 1 - row as usize][column as usize] = 'o';
        }
        rows.into_iter().skip(HIDDEN_ROWS).map(String::from_iter).collect::<Vec<_>>()
    };
    let boards: Vec<Vec<String>> = game.fields.iter().zip(&game.active).map(drawn).collect();
    crate::snapshot::side_by_side(&game.fields, &boards)
}
