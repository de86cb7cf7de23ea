//! The bots: a search with an evaluation that counts lines which can still become four.

use ludus_core::{AlphaBeta, Bot, Gene, Seat};

use crate::rules::ConnectFour;

/// The weights of the evaluation, in points, with the bounds for training: lines of four cells that have three discs of
/// one seat and an empty cell, and those with two discs and two empty cells.
pub(crate) const GENES: &[Gene] = &[Gene::new("threes", 0.0, 20.0), Gene::new("twos", 0.0, 20.0)];

/// The weights of `hard`, in the order of the genes.
pub(crate) const HARD: &[f64] = &[5.0, 1.0];

/// The most actions that a match can have: a disc for each cell of the largest board.
const LONGEST: u32 = 54;

/// `hard` with these weights, in the order of the genes.
pub(crate) fn with_weights(weights: &[f64]) -> Box<dyn Bot<ConnectFour>> {
    searcher(weights, LONGEST)
}

/// A bot that looks at most `depth` actions ahead.
pub(crate) fn searcher(weights: &[f64], depth: u32) -> Box<dyn Bot<ConnectFour>> {
    let (threes, twos) = (weights[0], weights[1]);
    let points = move |own: u64, other: u64| match (own.count_ones(), other) {
        (3, 0) => threes,
        (2, 0) => twos,
        _ => 0.0,
    };
    Box::new(AlphaBeta::new(depth, move |game: &ConnectFour, seat: Seat| {
        let [own, other] = [game.discs[seat.index()], game.discs[1 - seat.index()]];
        let line = |line: u64| points(own & line, other & line) - points(other & line, own & line);
        game.lines().map(line).sum()
    }))
}
