//! Writes a game as PGN.

use std::fmt::Write as _;

use cozy_chess::{Board, Color};
use ludus_core::{Forfeit, Insight, Outcome, Seat};

use crate::game::Chess;
use crate::game_end::GameEnd;
use crate::position::{ChessVariant, to_fen};
use crate::search::Score;

/// The longest line of moves in characters, as the PGN standard asks.
const MAX_WIDTH: usize = 79;

/// The tags that do not follow from the game. An empty one is written as unknown: `?`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnHeader {
    /// The event: the series or tournament.
    pub event: String,
    /// The place.
    pub site: String,
    /// The date as `2026.11.15`.
    pub date: String,
    /// The number of the game in the event.
    pub round: String,
    /// Who plays white.
    pub white: String,
    /// Who plays black.
    pub black: String,
    /// More tags, which follow the usual ones in this order.
    pub more: Vec<(String, String)>,
}

/// The comment on a move: `{+0.31/8 0.12s}`, with a clock `{+0.31/8 0.12s [%clk 0:00:09.812]}`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PgnComment {
    /// The score in pawns for the side that moved.
    pub score: Option<f64>,
    /// The search depth in plies.
    pub depth: u32,
    /// The time for the move, if it was measured.
    pub seconds: Option<f64>,
    /// What the clock had left after the move, in seconds.
    pub clock: Option<f64>,
}

impl PgnComment {
    /// The comment for a decision.
    #[must_use]
    pub fn of(insight: &Insight, seconds: Option<f64>) -> Self {
        Self { score: insight.score, depth: insight.depth, seconds, clock: None }
    }

    fn text(&self) -> Option<String> {
        let score = self.score.map(|score| format!("{}/{}", score_text(score), self.depth));
        let seconds = self.seconds.map(|seconds| format!("{seconds:.2}s"));
        let clock = self.clock.map(clock_text);
        let parts: Vec<String> = score.into_iter().chain(seconds).chain(clock).collect();
        (!parts.is_empty()).then(|| format!("{{{}}}", parts.join(" ")))
    }
}

/// A clock as the PGN standard's extension writes it, with milliseconds: an increment may be a hundredth of a second.
/// `[%clk 1:02:03.400]`.
fn clock_text(seconds: f64) -> String {
    let ms = (seconds * 1000.0).round().max(0.0) as u64;
    let (hours, minutes) = (ms / 3_600_000, ms / 60_000 % 60);
    format!("[%clk {hours}:{minutes:02}:{:02}.{:03}]", ms / 1000 % 60, ms % 1000)
}

/// A score in pawns as `+0.31`, or moves to mate as `-M3`.
fn score_text(score: f64) -> String {
    match Score::from_pawns(score) {
        Score::Mate(moves) => {
            let sign = if moves > 0 { '+' } else { '-' };
            format!("{sign}M{}", moves.unsigned_abs())
        }
        score => score.words(),
    }
}

/// The game as PGN, with an empty line at the end, so that games can be appended to a file.
///
/// `outcome` is how the match ended, on the board or by an arbiter; `None` if it has not ended. `comments` belong to
/// the moves after the opening; there may be fewer of them than moves.
#[must_use]
pub fn write(
    game: &Chess,
    outcome: Option<&Outcome>,
    header: &PgnHeader,
    comments: &[PgnComment],
) -> String {
    let mut out = String::new();
    let result = result(outcome);
    let known = |text: &str| if text.is_empty() { "?".to_owned() } else { text.to_owned() };
    let date = if header.date.is_empty() { "????.??.??" } else { &header.date };
    tag(&mut out, "Event", &known(&header.event));
    tag(&mut out, "Site", &known(&header.site));
    tag(&mut out, "Date", date);
    tag(&mut out, "Round", &known(&header.round));
    tag(&mut out, "White", &known(&header.white));
    tag(&mut out, "Black", &known(&header.black));
    tag(&mut out, "Result", result);
    let is_chess960 = game.variant() == ChessVariant::Chess960;
    if is_chess960 {
        tag(&mut out, "Variant", "Chess960");
    }
    if is_chess960 || *game.start() != Board::default() {
        tag(&mut out, "FEN", &to_fen(game.start()));
        tag(&mut out, "SetUp", "1");
    }
    tag(&mut out, "PlyCount", &game.moves().len().to_string());
    tag(&mut out, "Termination", termination(game, outcome));
    for (name, value) in &header.more {
        tag(&mut out, name, value);
    }
    out.push('\n');
    wrap(&mut out, &movetext(game, comments, outcome.map(Outcome::reason), result));
    out.push('\n');
    out
}

fn tag(out: &mut String, name: &str, value: &str) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    let _ = writeln!(out, "[{name} \"{value}\"]");
}

/// The result in PGN: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that has not ended.
fn result(outcome: Option<&Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner().map(Seat::index)) {
        None => "*",
        Some(Some(0)) => "1-0",
        Some(Some(_)) => "0-1",
        Some(None) => "1/2-1/2",
    }
}

/// How the game ended, in the words of the standard. The exact reason is a comment after the last move.
fn termination(game: &Chess, outcome: Option<&Outcome>) -> &'static str {
    match game.end() {
        None if outcome.is_some() => "adjudication",
        None => "unterminated",
        Some(GameEnd::Forfeit(_, Forfeit::Late | Forfeit::Time(_) | Forfeit::Timeout(_))) => {
            "time forfeit"
        }
        Some(GameEnd::Forfeit(_, Forfeit::Illegal(_))) => "rules infraction",
        Some(GameEnd::Forfeit(_, Forfeit::Resigned)) => "normal",
        Some(GameEnd::Forfeit(_, Forfeit::Left)) => "abandoned",
        Some(GameEnd::Forfeit(..)) => "emergency",
        Some(GameEnd::MaxMoves) => "adjudication",
        Some(_) => "normal",
    }
}

/// The moves with their numbers and comments, as words that are not broken across lines.
fn movetext(
    game: &Chess,
    comments: &[PgnComment],
    reason: Option<&str>,
    result: &str,
) -> Vec<String> {
    let mut words = Vec::new();
    // The counter of a FEN has 16 bits, which a long game could exceed.
    let mut number = u32::from(game.start().fullmove_number());
    let mut white = game.start().side_to_move() == Color::White;
    let mut needs_number = true;
    for (index, san) in game.san_moves().into_iter().enumerate() {
        if white {
            words.push(format!("{number}."));
        } else if needs_number {
            words.push(format!("{number}..."));
        }
        words.push(san);
        let comment = index
            .checked_sub(game.opening_plies())
            .and_then(|i| comments.get(i))
            .and_then(PgnComment::text);
        needs_number = comment.is_some();
        words.extend(comment);
        number += u32::from(!white);
        white = !white;
    }
    words.extend(reason.map(|reason| format!("{{{}}}", reason.replace(['{', '}'], " "))));
    words.push(result.to_owned());
    words
}

fn wrap(out: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > MAX_WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += length;
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;
    use crate::position::parse_fen;
    use ludus_core::Game;

    fn game(fen: &str, moves: &[&str]) -> Chess {
        let start = parse_fen(fen).unwrap();
        let mut game = Chess::from_moves(start, &[], 500).unwrap();
        for text in moves {
            game.play(parse(game.board(), text).unwrap());
        }
        game
    }

    #[test]
    fn a_short_game_with_comments() {
        let game = game("startpos", &["f3", "e5", "g4", "Qh4#"]);
        let comments = [
            PgnComment { score: Some(-0.314), depth: 8, seconds: Some(0.12), clock: Some(3723.49) },
            PgnComment { score: Some(1.5), depth: 9, seconds: None, clock: None },
            PgnComment { score: Some(-319.0), depth: 3, seconds: Some(1.0), clock: None },
            PgnComment { score: Some(319.0), depth: 3, seconds: None, clock: None },
        ];
        let header =
            PgnHeader { white: "a \"b\"".into(), black: "c".into(), ..PgnHeader::default() };
        let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "a \"b\""]
[Black "c"]
[Result "0-1"]
[PlyCount "4"]
[Termination "normal"]

1. f3 {-0.31/8 0.12s [%clk 1:02:03.490]} 1... e5 {+1.50/9} 2. g4 {-M1/3 1.00s}
2... Qh4# {+M1/3} {checkmate} 0-1

"#;
        assert_eq!(write(&game, game.outcome().as_ref(), &header, &comments), expected);
    }

    #[test]
    fn another_start_is_written_with_its_fen() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30";
        let text = write(&game(fen, &["Kd7", "e4"]), None, &PgnHeader::default(), &[]);
        assert!(text.contains(&format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n")));
        assert!(text.contains("\n30... Kd7 31. e4 *\n"), "{text}");
    }

    #[test]
    fn a_game_of_chess960_says_so_and_is_read_again() {
        let game = game("chess960:3", &["O-O", "O-O", "e4", "e5"]);
        let text = write(&game, None, &PgnHeader::default(), &[]);
        let fen = "bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w KQkq - 0 1";
        let tags = format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n");
        assert!(text.contains(&tags), "{text}");
        let read = &crate::pgn::read(&text).unwrap()[0];
        assert_eq!((&read.start, read.moves.as_slice()), (game.start(), game.moves()));
    }

    #[test]
    fn a_game_that_an_arbiter_ended_says_so() {
        let outcome = Outcome::draw(2, "draw by the arbiter");
        let text = write(&game("startpos", &["e4"]), Some(&outcome), &PgnHeader::default(), &[]);
        assert!(text.contains("[Termination \"adjudication\"]"), "{text}");
        assert!(text.contains("\n1. e4 {draw by the arbiter} 1/2-1/2\n"), "{text}");
    }
}
