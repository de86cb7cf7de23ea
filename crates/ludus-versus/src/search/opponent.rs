//! What the opponent can do: the largest attack with its next pieces, and the attack that it cannot survive.

use ludus_tetris::Piece;

use super::state::SeatState;
use crate::attack::LineClear;
use crate::field::VersusField;
use crate::movegen::{SPAWN, SpawnPoint, for_each_move};
use crate::rules::MatchRules;

/// How many placements of the opponent are searched.
const PLACEMENTS: u32 = 2;

/// What the opponent can do soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpponentThreat {
    /// The most rows that it can send with its next two placements.
    pub attack: u32,
    /// How many rows end it, although it cancels as many as it can.
    pub deadly: u32,
}

impl OpponentThreat {
    /// What this opponent can do.
    #[must_use]
    pub fn new(field: &VersusField, rules: &MatchRules) -> Self {
        let mut pieces = vec![field.current];
        pieces.extend(&field.queue);
        let attack = largest_attack(&SeatState::new(field, rules), &pieces, rules, PLACEMENTS);
        // A stack whose highest cell is in the spawn row or above ends the seat when the next piece comes.
        let room = (SPAWN.1[1] as u32 + 1).saturating_sub(field.board.max_height());
        let deadly = (room + attack).saturating_sub(field.garbage.rows());
        Self { attack, deadly: deadly.max(1) }
    }
}

/// The most rows that a seat can send with this many placements.
fn largest_attack(state: &SeatState, pieces: &[Piece], rules: &MatchRules, placements: u32) -> u32 {
    let mut most = 0;
    for choice in state.choices(pieces) {
        let start = SpawnPoint::above(&state.board, choice.piece, state.risen.into());
        let Some(start) = start else { continue };
        for_each_move(&state.board, choice.piece, start, rules.moves, |placed| {
            let mut next = *state;
            let lines = next.board.place(choice.piece, placed.place);
            (next.hold, next.at) = (choice.held, choice.next);
            let perfect = lines > 0 && next.board.is_empty();
            let clear = LineClear { lines, spin: placed.spin, perfect };
            let sent = rules.attack.attack(clear, &mut next.streak).total();
            let later = match placements {
                // Two quiet placements in a row send nothing; only the last one needs its lines.
                0 | 1 => 0,
                left => largest_attack(&next, pieces, rules, left - 1),
            };
            most = most.max(sent + later);
        });
    }
    most
}
