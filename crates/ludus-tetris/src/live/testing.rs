//! Live matches for the unit tests of this module: boards drawn as text, keys by name.

use ludus_core::keys::with_pairs;
use ludus_core::{Answer, Forfeit, Game, Seat, Seed, SeededChance};

use crate::board::Board;
use crate::live::falling::FallingPiece;
use crate::live::{LiveKeys, LiveRules, LiveTetris};
use crate::piece::Piece;

pub(super) fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

pub(super) fn game(pairs: &str, seats: usize) -> (LiveTetris, SeededChance) {
    let rules = with_pairs(&LiveRules::default(), pairs).unwrap();
    let mut chance = SeededChance::new(Seed::new(1));
    (LiveTetris::new(&rules, seats, &mut chance).unwrap(), chance)
}

/// Gives a seat this board, drawn from the bottom, and this piece at its spawn.
pub(super) fn set(game: &mut LiveTetris, n: usize, rows: &[&str], piece: Piece) {
    let field = &mut game.fields[n];
    let mut all = vec![".........."; field.board.height() - rows.len()];
    all.extend(rows);
    field.board = Board::from_rows(&all).unwrap();
    field.current = piece;
    game.active[n].falling = FallingPiece::spawn(piece, &field.board);
}

/// Plays one tick with these keys by seat; `!` is a forfeit.
pub(super) fn tick(game: &mut LiveTetris, chance: &mut SeededChance, keys: &[&str]) {
    let answer = |(n, text): (usize, &&str)| match *text {
        "!" => (seat(n), Answer::Forfeit(Forfeit::Late)),
        text => (seat(n), Answer::Play(LiveKeys::parse(text).unwrap())),
    };
    let turn: Vec<_> = keys.iter().enumerate().map(answer).collect();
    game.apply(&turn, chance);
}

pub(super) const WELL: [&str; 4] = [".#########"; 4];
pub(super) const TO_THE_WELL: &str =
    "rotate+move_left+move_left+move_left+move_left+move_left+hard_drop";
