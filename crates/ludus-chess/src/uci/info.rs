//! What an engine reports while it searches.

use cozy_chess::{Board, Move};

use super::win_rate::win_draw_loss;
use crate::notation::uci_in;
use crate::position::ChessVariant;
use crate::search::{Score, SearchReport};

/// How the engine writes what it has found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OutputStyle {
    /// How castling is written.
    pub(super) variant: ChessVariant,
    /// Whether a score comes with the chances to win, draw and lose.
    pub(super) shows_chances: bool,
}

/// The `info` line for a report.
pub(super) fn info_line(style: OutputStyle, board: &Board, report: &SearchReport) -> String {
    let chances = if style.shows_chances {
        let [win, draw, loss] = win_draw_loss(report.score, board);
        format!(" wdl {win} {draw} {loss}")
    } else {
        String::new()
    };
    let seconds = report.time.as_secs_f64().max(1e-6);
    format!(
        "info depth {} seldepth {} multipv {} score {}{chances} nodes {} nps {} hashfull {} time {} pv {}",
        report.depth.max(1),
        report.seldepth.max(report.depth).max(1),
        report.place,
        report.score,
        report.nodes,
        (report.nodes as f64 / seconds) as u64,
        report.hashfull,
        report.time.as_millis(),
        uci_moves(style, board, &report.pv).join(" "),
    )
}

/// The `bestmove` line: the first move of the principal variation, and the second to ponder on.
pub(super) fn best_move_line(style: OutputStyle, board: &Board, pv: &[Move]) -> String {
    match uci_moves(style, board, pv).as_slice() {
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
        [best] => format!("bestmove {best}"),
        [] => "bestmove 0000".to_owned(),
    }
}

/// A line of moves in UCI notation, up to the first that is not legal.
fn uci_moves(style: OutputStyle, board: &Board, line: &[Move]) -> Vec<String> {
    let mut board = board.clone();
    let mut out = Vec::with_capacity(line.len());
    for &mv in line {
        if !board.is_legal(mv) {
            break;
        }
        out.push(uci_in(style.variant, &board, mv));
        board.play_unchecked(mv);
    }
    out
}

/// What another engine reported about its search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UciInfo {
    /// The score for the side to move.
    pub score: Option<Score>,
    /// The depth in plies.
    pub depth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// The principal variation in UCI notation.
    pub pv: Vec<String>,
}

impl UciInfo {
    /// Takes over what an `info` line reports about the best move. Other lines and unknown words are ignored.
    pub fn update(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") || is_about_another_move(line) {
            return;
        }
        while let Some(word) = words.next() {
            match word {
                "string" => return,
                "depth" => self.depth = parse_number(words.next()).unwrap_or(self.depth),
                "nodes" => self.nodes = parse_number(words.next()).unwrap_or(self.nodes),
                "score" => match (words.next(), words.next().and_then(|n| n.parse().ok())) {
                    (Some("cp"), Some(score)) => self.score = Some(Score::Centipawns(score)),
                    (Some("mate"), Some(moves)) => self.score = Some(Score::Mate(moves)),
                    _ => {}
                },
                "pv" => {
                    self.pv = words.map(str::to_owned).collect();
                    return;
                }
                _ => {}
            }
        }
    }
}

/// Whether an `info` line is about a line of moves that is not the best one (MultiPV).
fn is_about_another_move(line: &str) -> bool {
    let mut words = line.split_whitespace().take_while(|&word| word != "pv" && word != "string");
    words.any(|word| word == "multipv") && words.next() != Some("1")
}

fn parse_number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_info_line_is_parsed() {
        let mut info = UciInfo::default();
        info.update("info depth 12 seldepth 20 multipv 1 score cp -31 upperbound nodes 4711 nps 9 pv e2e4 e7e5");
        let expected = UciInfo {
            score: Some(Score::Centipawns(-31)),
            depth: 12,
            nodes: 4711,
            pv: vec!["e2e4".to_owned(), "e7e5".to_owned()],
        };
        assert_eq!(info, expected);
        info.update("info string depth 99");
        info.update("rubbish depth 98");
        info.update("info score depth");
        info.update("info depth 12 multipv 2 score cp -50 nodes 5000 pv d2d4");
        assert_eq!(info, expected);
    }
}
