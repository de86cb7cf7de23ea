//! The order in which moves are tried: the table's move, good captures, quiet moves by history, bad
//! captures.

use cozy_chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank, Square};

use super::history::{Before, History, PieceTo};
use super::see::{VALUES, exchange_wins};
use crate::position::en_passant_target;

/// A move and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    mv: Move,
    to: PieceTo,
    rank: i32,
}

/// The moves of all nodes from the root to the present one, as two stacks: no node allocates.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    noisy: Vec<Ranked>,
    quiet: Vec<Ranked>,
}

/// What a node knows about its moves before it has tried any.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints {
    /// The table's move, which must be legal.
    pub(super) best: Option<Move>,
    /// Quiet moves that cut off nearby.
    pub(super) killers: [Option<Move>; 2],
    /// What the histories of quiet moves depend on.
    pub(super) before: Before,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Best,
    Generate,
    GoodNoisy,
    Quiet,
    BadNoisy,
    Done,
}

/// A killer's rank: above every history.
const KILLER_RANK: i32 = 1 << 20;

/// Hands out the moves of one node, best first. Its moves lie on top of the [`Lists`] until
/// [`Picker::finish`].
#[derive(Debug)]
pub(super) struct Picker {
    stage: Stage,
    hints: Hints,
    /// Whether only captures and promotions are wanted.
    noisy_only: bool,
    /// Where this node's moves begin in the two lists.
    base: (usize, usize),
    /// The next move to look at in the list of the present stage.
    at: usize,
    /// How many bad captures were put aside, at the beginning of the node's noisy moves.
    bad: usize,
}

impl Picker {
    /// All moves of a node.
    pub(super) fn all(lists: &Lists, hints: Hints) -> Self {
        Self::new(lists, hints, false)
    }

    /// Captures and promotions only; those that lose in the exchange come last.
    pub(super) fn noisy(lists: &Lists, hints: Hints) -> Self {
        Self::new(lists, hints, true)
    }

    fn new(lists: &Lists, hints: Hints, noisy_only: bool) -> Self {
        let base = (lists.noisy.len(), lists.quiet.len());
        let stage = if hints.best.is_some() { Stage::Best } else { Stage::Generate };
        Self { stage, hints, noisy_only, base, at: base.0, bad: 0 }
    }

    /// Takes the node's moves off the lists.
    pub(super) fn finish(self, lists: &mut Lists) {
        lists.noisy.truncate(self.base.0);
        lists.quiet.truncate(self.base.1);
    }

    /// From now on quiet moves are left out.
    pub(super) fn skip_quiet(&mut self) {
        self.noisy_only = true;
        if self.stage == Stage::Quiet {
            (self.stage, self.at) = (Stage::BadNoisy, self.base.0);
        }
    }

    /// Whether only captures that lose in the exchange are left.
    pub(super) fn is_at_bad(&self) -> bool {
        self.stage == Stage::BadNoisy
    }

    /// The next move.
    pub(super) fn next(
        &mut self,
        lists: &mut Lists,
        board: &Board,
        history: &History,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Best => {
                    self.stage = Stage::Generate;
                    return self.hints.best;
                }
                Stage::Generate => {
                    self.generate(lists, board, history);
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.good_noisy(lists, board) {
                    Some(mv) => return Some(mv),
                    None if self.noisy_only => {
                        (self.stage, self.at) = (Stage::BadNoisy, self.base.0);
                    }
                    None => {
                        self.rank_quiet(lists, board, history);
                        (self.stage, self.at) = (Stage::Quiet, self.base.1);
                    }
                },
                Stage::Quiet => match select(&mut lists.quiet[self.at..]) {
                    Some(mv) => {
                        self.at += 1;
                        return Some(mv);
                    }
                    None => (self.stage, self.at) = (Stage::BadNoisy, self.base.0),
                },
                Stage::BadNoisy if self.at < self.base.0 + self.bad => {
                    self.at += 1;
                    return Some(lists.noisy[self.at - 1].mv);
                }
                Stage::BadNoisy | Stage::Done => {
                    self.stage = Stage::Done;
                    return None;
                }
            }
        }
    }

    fn generate(&self, lists: &mut Lists, board: &Board, history: &History) {
        let us = board.side_to_move();
        let enemies = board.colors(!us);
        let passing = en_passant_target(board).map_or(BitBoard::EMPTY, Square::bitboard);
        let last_rank = Rank::Eighth.relative_to(us).bitboard();
        board.generate_moves(|moves| {
            let is_pawn = moves.piece == Piece::Pawn;
            let takes = if is_pawn { enemies | passing } else { enemies };
            let apart = if is_pawn { takes | last_rank } else { takes };
            // Most moves are quiet, and quiescence does not look at any of them.
            for mv in (PieceMoves { to: moves.to & apart, ..moves }) {
                if Some(mv) == self.hints.best {
                    continue;
                }
                let to = PieceTo::new(moves.piece, mv);
                if takes.has(mv.to) || mv.promotion == Some(Piece::Queen) {
                    lists.noisy.push(Ranked { mv, to, rank: noisy_rank(board, mv, to, history) });
                } else if !self.noisy_only {
                    lists.quiet.push(Ranked { mv, to, rank: 0 });
                }
            }
            if !self.noisy_only {
                let others = PieceMoves { to: moves.to & !apart, ..moves };
                let others = others.into_iter().filter(|&mv| Some(mv) != self.hints.best);
                let unranked = |mv| Ranked { mv, to: PieceTo::new(moves.piece, mv), rank: 0 };
                lists.quiet.extend(others.map(unranked));
            }
            false
        });
    }

    fn rank_quiet(&self, lists: &mut Lists, board: &Board, history: &History) {
        let color = board.side_to_move();
        for ranked in &mut lists.quiet[self.base.1..] {
            let killer = self.hints.killers.iter().position(|&killer| killer == Some(ranked.mv));
            ranked.rank = match killer {
                Some(index) => KILLER_RANK - index as i32,
                None => history.quiet_of(color, ranked.mv, ranked.to, self.hints.before),
            };
        }
    }

    fn good_noisy(&mut self, lists: &mut Lists, board: &Board) -> Option<Move> {
        while let Some(mv) = select(&mut lists.noisy[self.at..]) {
            self.at += 1;
            if exchange_wins(board, mv, 0) {
                return Some(mv);
            }
            lists.noisy.swap(self.base.0 + self.bad, self.at - 1);
            self.bad += 1;
        }
        None
    }
}

/// Brings the most promising move to the front.
fn select(moves: &mut [Ranked]) -> Option<Move> {
    let (mut best, mut rank) = (0, moves.first()?.rank);
    for (index, ranked) in moves.iter().enumerate().skip(1) {
        if ranked.rank > rank {
            (best, rank) = (index, ranked.rank);
        }
    }
    moves.swap(0, best);
    Some(moves[0].mv)
}

/// Most valuable victim first, then what did well before.
fn noisy_rank(board: &Board, mv: Move, to: PieceTo, history: &History) -> i32 {
    // A capture in passing takes a pawn; a promotion without capture counts like one too.
    let victim = board.piece_on(mv.to).unwrap_or(Piece::Pawn);
    let promotion = mv.promotion.map_or(0, |piece| VALUES[piece as usize]);
    let merit = history.noisy(board.side_to_move(), to, victim);
    (VALUES[victim as usize] + promotion) * 32 - to.piece() + merit / 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    #[test]
    fn every_legal_move_comes_once() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "8/P7/8/3pP3/8/8/8/k1K5 w - d6",
            "4k3/8/8/8/8/8/4r3/4K3 w - -",
        ];
        for fen in fens {
            let board = parse_fen(fen).unwrap();
            let mut legal = Vec::new();
            board.generate_moves(|moves| {
                legal.extend(moves);
                false
            });
            let history = History::new();
            for best in [None, legal.first().copied(), legal.last().copied()] {
                let mut lists = Lists::default();
                let hints =
                    Hints { best, killers: [legal.get(1).copied(), None], before: Before::NONE };
                let mut picker = Picker::all(&lists, hints);
                let mut seen = Vec::new();
                while let Some(mv) = picker.next(&mut lists, &board, &history) {
                    assert!(!seen.contains(&mv), "{mv} comes twice");
                    seen.push(mv);
                }
                assert_eq!(seen.len(), legal.len(), "{fen}");
                assert!(best.is_none() || seen.first() == best.as_ref());
                picker.finish(&mut lists);
                assert!(lists.noisy.is_empty() && lists.quiet.is_empty());
            }
        }
    }
}
