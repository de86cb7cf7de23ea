//! Openings: matches start from different positions, so that the same bots play different games.

use cozy_chess::Board;
use thiserror::Error;

use crate::epd::{self, EpdError};
use crate::notation::san_line;
use crate::pgn::{self, PgnError};
use crate::position::to_fen;
use crate::rules::{ChessRules, NO_OPENING};

/// The embedded openings, one on each line: `name: moves`.
const LINES: &str = include_str!("openings.txt");

/// An opening: a position, and moves from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessOpening {
    /// Its name; empty if it has none.
    pub name: String,
    /// The position as FEN.
    pub fen: String,
    /// The moves from there in SAN, separated by spaces; empty if there are none.
    pub moves: String,
}

impl ChessOpening {
    /// `rules` with this opening.
    #[must_use]
    pub fn rules(&self, rules: &ChessRules) -> ChessRules {
        let opening = if self.moves.is_empty() { NO_OPENING } else { &self.moves };
        ChessRules { fen: self.fen.clone(), opening: opening.to_owned(), ..rules.clone() }
    }
}

/// A file of openings that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// An EPD file with a wrong line.
    #[error("EPD, {0}")]
    Epd(#[from] EpdError),
    /// A PGN file with a wrong game.
    #[error("PGN, {0}")]
    Pgn(#[from] PgnError),
    /// A file without openings.
    #[error("it has no opening")]
    Empty,
}

/// Parses the openings of a file. A text with tags or numbered moves is PGN, of which the first `plies` moves of each
/// game are taken; any other text is EPD or FEN, one position on each line.
///
/// # Errors
/// If a line or a game is wrong, or the file has no opening.
pub fn read(text: &str, plies: usize) -> Result<Vec<ChessOpening>, OpeningError> {
    let is_pgn =
        text.lines().map(str::trim_start).any(|l| l.starts_with('[') || l.starts_with("1."));
    let openings: Vec<ChessOpening> = if is_pgn {
        pgn::read(text)?.iter().map(|game| from_pgn(game, plies)).collect()
    } else {
        epd::read(text)?.iter().map(from_epd).collect()
    };
    if openings.is_empty() { Err(OpeningError::Empty) } else { Ok(openings) }
}

fn from_pgn(game: &pgn::PgnGame, plies: usize) -> ChessOpening {
    let moves = san_line(&game.start, &game.moves[..game.moves.len().min(plies)]);
    let name = game.tag("Opening").or_else(|| game.tag("ECO")).unwrap_or_default();
    ChessOpening { name: name.to_owned(), fen: to_fen(&game.start), moves: moves.join(" ") }
}

fn from_epd(position: &epd::Epd) -> ChessOpening {
    let name = position.operation("id").unwrap_or_default().to_owned();
    ChessOpening { name, fen: to_fen(&position.board), moves: String::new() }
}

/// The embedded openings.
#[must_use]
pub fn embedded() -> Vec<ChessOpening> {
    let fen = Board::default().to_string();
    lines()
        .map(|(name, moves)| ChessOpening {
            name: name.to_owned(),
            fen: fen.clone(),
            moves: moves.to_owned(),
        })
        .collect()
}

/// How many embedded openings there are.
pub(crate) fn count() -> u32 {
    lines().count() as u32
}

/// The moves of an embedded opening in SAN. The index wraps around.
pub(crate) fn line(index: usize) -> &'static str {
    lines().nth(index % count().max(1) as usize).map_or("", |(_, line)| line)
}

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    LINES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Chess;
    use ludus_core::{Game, Seed, SeededChance};
    use std::collections::HashSet;

    #[test]
    fn the_embedded_openings_are_legal_and_different() {
        let openings = embedded();
        assert!(openings.len() >= 40);
        let mut positions = HashSet::new();
        for opening in &openings {
            let rules = opening.rules(&ChessRules::default());
            let game = Chess::new(&rules, 2, &mut SeededChance::new(Seed::new(0)))
                .unwrap_or_else(|error| panic!("{}: {error}", opening.name));
            assert!(game.opening_plies() >= 6, "{} is short", opening.name);
            assert!(game.outcome().is_none());
            assert!(positions.insert(game.board().to_string()), "{} occurs twice", opening.name);
        }
    }

    #[test]
    fn openings_are_read_from_pgn_and_epd() {
        let pgn = read("[Opening \"Open\"]\n\n1. e4 e5 2. Nf3 *", 2).unwrap();
        assert_eq!((pgn[0].name.as_str(), pgn[0].moves.as_str()), ("Open", "e4 e5"));
        let epd = read("8/8/4k3/8/8/3K4/8/7R w - - id \"rook\";", 2).unwrap();
        assert_eq!((epd[0].name.as_str(), epd[0].moves.as_str()), ("rook", ""));
        assert_eq!(read("\n", 2), Err(OpeningError::Empty));
        assert!(read("what is this", 2).unwrap_err().to_string().starts_with("EPD, line 1: "));
    }
}
