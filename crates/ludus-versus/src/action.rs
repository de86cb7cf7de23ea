//! Actions: which piece is placed where, and how: `T.south.x4.y1.full`, `hold.I.east.x9.y2`.

use std::fmt;

use ludus_core::ParseError;
use ludus_tetris::Piece;

use crate::movegen::{Move, Spin};
use crate::shape::{Place, from_side, side};

/// What an action looks like, for error messages.
const EXPECTED: &str = "expected PIECE.SIDE.xCOLUMN.yROW as in T.south.x4.y1, with hold. in front if the piece is held \
                        or comes after a held one, and .mini or .full behind for a spin";

/// A placement of the current piece, or of the one that hold brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VersusAction {
    /// Whether hold is used: the current piece is held, and this one comes.
    pub hold: bool,
    /// The piece that is placed.
    pub piece: Piece,
    /// Where and how it is placed; the place has its canonical name.
    pub placed: Move,
}

impl VersusAction {
    /// Reads an action. A place that is not canonical becomes so.
    ///
    /// # Errors
    /// If the text is not an action.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::read(text).ok_or_else(|| ParseError::new(text, EXPECTED))
    }

    fn read(text: &str) -> Option<Self> {
        let (hold, rest) = match text.strip_prefix("hold.") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut parts = rest.split('.');
        let piece = Piece::from_letter(parts.next()?)?;
        let rotation = from_side(parts.next()?)?;
        let x = coordinate(parts.next()?.strip_prefix('x')?)?;
        let y = coordinate(parts.next()?.strip_prefix('y')?)?;
        let spin = match parts.next() {
            None => Spin::None,
            Some(name) => Spin::from_name(name).filter(|spin| *spin != Spin::None)?,
        };
        if parts.next().is_some() {
            return None;
        }
        let place = Place::new(rotation, x, y).canonical(piece);
        Some(Self { hold, piece, placed: Move { place, spin } })
    }
}

/// A column or row: one or two digits.
fn coordinate(text: &str) -> Option<i8> {
    let digits = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

impl fmt::Display for VersusAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Move { place: Place { rotation, x, y }, spin } = self.placed;
        if self.hold {
            f.write_str("hold.")?;
        }
        write!(f, "{}.{}.x{x}.y{y}", self.piece, side(rotation))?;
        match spin {
            Spin::None => Ok(()),
            spin => write!(f, ".{}", spin.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_tetris::Rotation;

    #[test]
    fn an_action_reads_back_from_its_text() {
        for text in
            ["T.south.x4.y1.full", "hold.I.east.x9.y2", "O.north.x0.y12", "T.west.x1.y1.mini"]
        {
            assert_eq!(VersusAction::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_place_gets_its_canonical_name() {
        let action = VersusAction::parse("I.west.x4.y5").unwrap();
        assert_eq!(action.placed.place, Place::new(Rotation::R1, 4, 6));
        assert_eq!(action.to_string(), "I.east.x4.y6");
    }

    #[test]
    fn other_text_is_refused() {
        for text in [
            "",
            "T",
            "X.north.x1.y0",
            "T.up.x1.y0",
            "T.north.1.0",
            "T.north.x-1.y0",
            "T.north.x1",
            "T.north.x1.y0.none",
            "T.north.x1.y0.full.full",
            "T.north.x100.y0",
            "T.north.x+1.y0",
            "hold.hold.T.north.x1.y0",
            "t.north.x1.y0",
            "T.north.x1.y0 ",
        ] {
            assert!(VersusAction::parse(text).is_err(), "{text:?}");
        }
    }
}
