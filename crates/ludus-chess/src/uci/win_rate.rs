//! How likely a game is won, drawn or lost with a score: what the option `UCI_ShowWDL` shows.
//!
//! The model is that of Stockfish: the chance to win with a score `x` is `1 / (1 + exp((a - x) / b))`, and to lose it is the chance
//! to win with `-x`. `a` is the score with which half of the games are won, `b` how much more it takes; both change with the
//! pieces on the board. `scripts/fit-wdl` has fitted them to games of `master` against itself; `docs/CHESS-STRENGTH.md` says which.

use cozy_chess::{Board, Piece};

use crate::search::Score;

/// What a piece counts for the material on the board, by kind: pawn, knight, bishop, rook, queen, king.
const MATERIAL: [u32; Piece::NUM] = [1, 3, 3, 5, 9, 0];
/// The material of both sides in the first position.
const FULL_MATERIAL: f64 = 78.0;
/// The score in centipawns with which half of the games are won: a polynomial of the share of the material that is left, the
/// constant first.
const HALF_WON: [f64; 3] = [436.0, -1088.0, 784.0];
/// The slope of the chance to win in centipawns, in the same way.
const SLOPE: [f64; 3] = [150.0, -298.0, 468.0];

/// The chances to win, to draw and to lose for the side to move, in thousandths; together a thousand.
pub(super) fn win_draw_loss(score: Score, board: &Board) -> [u32; 3] {
    let centipawns = match score {
        Score::Mate(moves) if moves > 0 => return [1000, 0, 0],
        Score::Mate(_) => return [0, 0, 1000],
        Score::Centipawns(centipawns) => f64::from(centipawns),
    };
    let material: u32 =
        Piece::ALL.iter().map(|&piece| MATERIAL[piece as usize] * board.pieces(piece).len()).sum();
    let part = (f64::from(material) / FULL_MATERIAL).min(1.0);
    let [a, b] = [HALF_WON, SLOPE].map(|[c0, c1, c2]| c0 + (c1 + c2 * part) * part);
    let chance = |x: f64| (1000.0 / (1.0 + libm::exp((a - x) / b))).round() as u32;
    let (win, loss) = (chance(centipawns), chance(-centipawns));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    #[test]
    fn the_chances_are_a_whole_and_fair_to_both_sides() {
        for fen in ["startpos", "8/8/4k3/8/8/3K4/4P3/8 w - - 0 1"] {
            let board = parse_fen(fen).unwrap();
            let mut before = [0, 0, 1000];
            for score in (-3000..=3000).step_by(10) {
                let chances = win_draw_loss(Score::Centipawns(score), &board);
                let [win, draw, loss] = chances;
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(win_draw_loss(Score::Centipawns(-score), &board), [loss, draw, win]);
                assert!(win >= before[0] && loss <= before[2], "{score}");
                before = chances;
            }
            assert!(before[0] > 990, "a win with 30 pawns more");
        }
    }

    #[test]
    fn a_mate_decides_the_game() {
        let board = Board::default();
        assert_eq!(win_draw_loss(Score::Mate(3), &board), [1000, 0, 0]);
        assert_eq!(win_draw_loss(Score::Mate(-3), &board), [0, 0, 1000]);
        assert_eq!(win_draw_loss(Score::Mate(0), &board), [0, 0, 1000]);
    }
}
