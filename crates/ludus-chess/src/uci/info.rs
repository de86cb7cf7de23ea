//! What an engine says while it thinks.

use cozy_chess::{Board, Move};

use crate::notation::uci;
use crate::search::{Report, Value};

/// A report as an `info` line.
pub(super) fn line(board: &Board, report: &Report) -> String {
    let seconds = report.time.as_secs_f64().max(1e-6);
    format!(
        "info depth {} seldepth {} score {} nodes {} nps {} hashfull {} time {} pv {}",
        report.depth.max(1),
        report.deepest.max(report.depth).max(1),
        report.value,
        report.nodes,
        (report.nodes as f64 / seconds) as u64,
        report.fullness,
        report.time.as_millis(),
        moves(board, &report.line).join(" "),
    )
}

/// The answer: the first move of the line, and the second to ponder on.
pub(super) fn best_move(board: &Board, line: &[Move]) -> String {
    match moves(board, line).as_slice() {
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
        [best] => format!("bestmove {best}"),
        [] => "bestmove 0000".to_owned(),
    }
}

fn moves(board: &Board, line: &[Move]) -> Vec<String> {
    let mut board = board.clone();
    let mut out = Vec::with_capacity(line.len());
    for &mv in line {
        if !board.is_legal(mv) {
            break;
        }
        out.push(uci(&board, mv));
        board.play_unchecked(mv);
    }
    out
}

/// What another engine said about its last search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// The score for the side to move.
    pub value: Option<Value>,
    /// The depth.
    pub depth: u32,
    /// The positions looked at.
    pub nodes: u64,
    /// The expected line in UCI.
    pub line: Vec<String>,
}

impl Info {
    /// Takes what an `info` line says; other lines and what it does not know are ignored.
    pub fn read(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        if words.next() != Some("info") {
            return;
        }
        while let Some(word) = words.next() {
            match word {
                "string" => return,
                "depth" => self.depth = number(words.next()).unwrap_or(self.depth),
                "nodes" => self.nodes = number(words.next()).unwrap_or(self.nodes),
                "score" => match (words.next(), words.next().and_then(|n| n.parse().ok())) {
                    (Some("cp"), Some(score)) => self.value = Some(Value::Centipawns(score)),
                    (Some("mate"), Some(moves)) => self.value = Some(Value::Mate(moves)),
                    _ => {}
                },
                "pv" => {
                    self.line = words.map(str::to_owned).collect();
                    return;
                }
                _ => {}
            }
        }
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word.and_then(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_info_line_is_read() {
        let mut info = Info::default();
        info.read("info depth 12 seldepth 20 multipv 1 score cp -31 upperbound nodes 4711 nps 9 pv e2e4 e7e5");
        let expected = Info {
            value: Some(Value::Centipawns(-31)),
            depth: 12,
            nodes: 4711,
            line: vec!["e2e4".to_owned(), "e7e5".to_owned()],
        };
        assert_eq!(info, expected);
        info.read("info string depth 99");
        info.read("rubbish depth 98");
        info.read("info score depth");
        assert_eq!(info, expected);
    }
}
