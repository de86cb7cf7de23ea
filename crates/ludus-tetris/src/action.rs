//! Actions: where a piece goes, and which seat gets the garbage.

use std::fmt;

use ludus_core::{ParseError, Seat};

use crate::board::MAX_WIDTH;
use crate::piece::{Piece, Rotation};

/// A column of the board, 0 at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    /// The leftmost column.
    pub const FIRST: Self = Self(0);

    /// The column with this number; `None` if no board has such a column.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_WIDTH { Some(Self(index as u8)) } else { None }
    }

    /// The column's number, for indexing.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The first `n` columns in order.
    pub fn first(n: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..n.min(MAX_WIDTH) as u8).map(Self)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a piece is dropped: its rotation, and the column of its leftmost cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The rotation. Of rotations with the same cells, this is the lowest.
    pub rotation: Rotation,
    /// The column of its leftmost cell.
    pub column: Column,
}

impl Placement {
    /// All places on a board of this width, in order of rotation and then column. Not all of them are possible on a
    /// given board.
    pub fn all(piece: Piece, width: usize) -> impl Iterator<Item = Self> + Clone {
        piece.rotations().iter().flat_map(move |&rotation| {
            Column::first((width + 1).saturating_sub(piece.shape(rotation).width()))
                .map(move |column| Self { rotation, column })
        })
    }

    /// The placement of this piece that the text names, as in `r2x5`.
    ///
    /// A rotation with the same cells as a lower one becomes the lower one.
    ///
    /// # Errors
    /// If the text has another form.
    pub fn parse(piece: Piece, text: &str) -> Result<Self, ParseError> {
        let malformed = || ParseError::new(text, "expected a rotation and a column, as in r2x5");
        let (rotation, column) =
            text.strip_prefix('r').and_then(|rest| rest.split_once('x')).ok_or_else(malformed)?;
        let rotation = number(rotation).and_then(|n| Rotation::ALL.get(n)).ok_or_else(malformed)?;
        let column = number(column).and_then(Column::new).ok_or_else(malformed)?;
        Ok(Self { rotation: piece.canonical(*rotation), column })
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rotation, self.column)
    }
}

/// What a seat does in one turn: `r2x5`, or `r2x5>3` with a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Where the current piece goes.
    pub placement: Placement,
    /// The seat that gets the garbage from now on. Without a target, it is the same seat as before.
    pub target: Option<Seat>,
}

impl Action {
    /// The action that the text names for this piece.
    ///
    /// # Errors
    /// If the text has another form.
    pub fn parse(piece: Piece, text: &str) -> Result<Self, ParseError> {
        let Some((placement, target)) = text.split_once('>') else {
            return Ok(Self { placement: Placement::parse(piece, text)?, target: None });
        };
        let malformed =
            || ParseError::new(text, "expected a placement and a target's seat, as in r2x5>3");
        let target = number(target).and_then(Seat::new).ok_or_else(malformed)?;
        let placement = Placement::parse(piece, placement).map_err(|_| malformed())?;
        Ok(Self { placement, target: Some(target) })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.placement.fmt(f)?;
        match self.target {
            Some(seat) => write!(f, ">{seat}"),
            None => Ok(()),
        }
    }
}

/// A number in plain digits, without sign and leading zeros, so that every action has exactly one text.
fn number(text: &str) -> Option<usize> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_is_read_back_from_its_text() {
        for text in ["r0x0", "r3x19", "r2x5>3", "r1x0>0"] {
            assert_eq!(Action::parse(Piece::T, text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_rotation_with_the_same_cells_gets_the_lowest_name() {
        assert_eq!(Action::parse(Piece::O, "r3x4").unwrap().to_string(), "r0x4");
        assert_eq!(Action::parse(Piece::I, "r2x4>1").unwrap().to_string(), "r0x4>1");
    }

    #[test]
    fn what_is_no_action_says_what_one_looks_like() {
        for text in [
            "", "r", "r4x0", "r0x20", "r0x", "rx0", "x0r0", "R0x0", "r0x-1", "r0x+1", "r00x1",
            "r0x01", "r0x1>", "r0x1>8", "r0x1>a", ">1", "r0x1>1>1", "r0 x1", "r0x1 ",
        ] {
            let error = Action::parse(Piece::T, text).unwrap_err();
            assert_eq!(error.given, text);
            assert!(error.expected.contains("as in r2x5"), "{error}");
        }
    }

    #[test]
    fn an_empty_board_has_9_17_or_34_placements() {
        let count = |piece| Placement::all(piece, 10).count();
        assert_eq!(count(Piece::O), 9);
        assert!([Piece::I, Piece::S, Piece::Z].into_iter().all(|piece| count(piece) == 17));
        assert!([Piece::T, Piece::J, Piece::L].into_iter().all(|piece| count(piece) == 34));
    }
}
