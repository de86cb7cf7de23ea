//! How a piece turns around its centre: which offsets a turn tries, in order.
//!
//! The tables of SRS are those of live Tetris, where they are relative to the piece's box. The box and the centres of
//! this game agree except for I and O, whose centre moves within the box when they turn.

use ludus_tetris::live::kicks::{QuarterTurn, kicks};
use ludus_tetris::{Piece, Rotation};
use serde::{Deserialize, Serialize};

use crate::shape::Offset;

/// Which kicks turns have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KickTable {
    /// SRS, the guideline's.
    #[default]
    #[serde(rename = "srs")]
    Srs,
    /// SRS+: other kicks for I, the same on both sides.
    #[serde(rename = "srs+")]
    SrsPlus,
}

/// How pieces turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TurnRules {
    /// Which kicks turns have.
    pub kicks: KickTable,
    /// Whether a piece can turn by 180° at once.
    pub half_turns: bool,
}

/// The test whose success makes every T-spin a full one.
pub const FIFTH_KICK: usize = 4;

/// The offsets of the centre that one turn tries.
#[derive(Clone, Copy, Debug)]
pub struct TurnTests {
    /// The rotation after the turn.
    pub to: Rotation,
    tests: [Offset; 6],
    count: u8,
}

impl TurnTests {
    const NONE: Self = Self { to: Rotation::R0, tests: [(0, 0); 6], count: 0 };

    /// The offsets in the order in which they are tried.
    #[must_use]
    pub fn tests(&self) -> &[Offset] {
        &self.tests[..self.count as usize]
    }

    /// The five tests of a quarter turn of any piece but O.
    pub(crate) const fn five(&self) -> &[Offset; 5] {
        match self.tests.first_chunk() {
            Some(five) => five,
            None => panic!("there is room for six tests"),
        }
    }
}

/// All turns of one piece from one rotation: clockwise, counter-clockwise, and by 180° where the rules have it.
#[must_use]
pub fn turns(piece: Piece, from: Rotation, rules: TurnRules) -> &'static [TurnTests] {
    let all = &TURNS[rules.kicks as usize][piece.index()][from.index()];
    if rules.half_turns { all } else { &all[..2] }
}

pub(crate) type PieceTurns = [[TurnTests; 3]; 4];

/// The turns by SRS, by piece, rotation and way: clockwise, counter-clockwise, by 180°.
pub(crate) const SRS: [PieceTurns; 7] = table(KickTable::Srs);

static TURNS: [[PieceTurns; 7]; 2] = [SRS, table(KickTable::SrsPlus)];

const fn table(kick_table: KickTable) -> [PieceTurns; 7] {
    let mut turns = [[[TurnTests::NONE; 3]; 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut from = 0;
        while from < 4 {
            let (kind, start) = (Piece::ALL[piece], Rotation::ALL[from]);
            turns[piece][from] = [
                quarter(kind, start, QuarterTurn::Right, kick_table),
                quarter(kind, start, QuarterTurn::Left, kick_table),
                half(kind, start),
            ];
            from += 1;
        }
        piece += 1;
    }
    turns
}

const fn quarter(
    piece: Piece,
    from: Rotation,
    way: QuarterTurn,
    kick_table: KickTable,
) -> TurnTests {
    let to = way.from(from);
    let offsets = match (kick_table, piece) {
        (KickTable::SrsPlus, Piece::I) => match way {
            QuarterTurn::Right => LONG_PLUS[from.index()],
            QuarterTurn::Left => LONG_PLUS_BACK[from.index()],
        },
        _ => kicks(piece, from, way),
    };
    let count = match piece {
        Piece::O => 1,
        _ => offsets.len(),
    };
    tests(piece, from, to, &offsets, count)
}

const fn half(piece: Piece, from: Rotation) -> TurnTests {
    let to = Rotation::ALL[(from.index() + 2) % 4];
    match piece {
        Piece::O => tests(piece, from, to, &[(0, 0)], 1),
        Piece::I => tests(piece, from, to, &LONG_HALF[from.index()], 2),
        _ => tests(piece, from, to, &COMMON_HALF[from.index()], 6),
    }
}

/// The tests of a turn: the offsets of its table, with the way that the centre moves within the box.
const fn tests(
    piece: Piece,
    from: Rotation,
    to: Rotation,
    offsets: &[Offset],
    count: usize,
) -> TurnTests {
    let (start, end) = (centre(piece, from), centre(piece, to));
    let moved = (end.0 - start.0, end.1 - start.1);
    let mut turn = TurnTests { to, tests: [(0, 0); 6], count: count as u8 };
    let mut test = 0;
    while test < count {
        turn.tests[test] = (offsets[test].0 + moved.0, offsets[test].1 + moved.1);
        test += 1;
    }
    turn
}

/// Where the centre is within the piece's box, relative to its place when the piece spawns.
const fn centre(piece: Piece, rotation: Rotation) -> Offset {
    match piece {
        Piece::I => [(0, 0), (1, 0), (1, -1), (0, -1)][rotation.index()],
        Piece::O => [(0, 0), (0, 1), (1, 1), (1, 0)][rotation.index()],
        _ => (0, 0),
    }
}

/// The kicks of I in SRS+ when it turns clockwise from this rotation, as TETR.IO has them.
const LONG_PLUS: [[Offset; 5]; 4] = [
    [(0, 0), (1, 0), (-2, 0), (-2, -1), (1, 2)],
    [(0, 0), (-1, 0), (2, 0), (-1, 2), (2, -1)],
    [(0, 0), (2, 0), (-1, 0), (2, 1), (-1, -2)],
    [(0, 0), (1, 0), (-2, 0), (1, -2), (-2, 1)],
];

/// The kicks of I in SRS+ when it turns counter-clockwise from this rotation.
const LONG_PLUS_BACK: [[Offset; 5]; 4] = [
    [(0, 0), (-1, 0), (2, 0), (2, -1), (-1, 2)],
    [(0, 0), (-1, 0), (2, 0), (-1, -2), (2, 1)],
    [(0, 0), (-2, 0), (1, 0), (-2, 1), (1, -2)],
    [(0, 0), (1, 0), (-2, 0), (1, 2), (-2, -1)],
];

/// The kicks of J, L, S, T and Z when they turn by 180° from this rotation, as TETR.IO has them.
const COMMON_HALF: [[Offset; 6]; 4] = [
    [(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
    [(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
    [(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
    [(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
];

/// The kicks of I when it turns by 180° from this rotation.
const LONG_HALF: [[Offset; 2]; 4] =
    [[(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 0), (0, -1)], [(0, 0), (-1, 0)]];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Place;

    fn quarter_tests(piece: Piece, from: Rotation, turn: usize) -> &'static [Offset] {
        turns(piece, from, TurnRules::default())[turn].tests()
    }

    #[test]
    fn the_centre_of_i_moves_when_it_turns() {
        assert_eq!(
            quarter_tests(Piece::I, Rotation::R0, 0),
            [(1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2)]
        );
        assert_eq!(quarter_tests(Piece::I, Rotation::R1, 0)[0], (0, -1));
        assert_eq!(quarter_tests(Piece::I, Rotation::R2, 0)[0], (-1, 0));
        assert_eq!(quarter_tests(Piece::I, Rotation::R3, 0)[0], (0, 1));
        assert_eq!(quarter_tests(Piece::I, Rotation::R1, 1)[0], (-1, 0), "the turn back");
    }

    #[test]
    fn a_turned_o_keeps_its_cells() {
        let rules = TurnRules { half_turns: true, ..TurnRules::default() };
        for from in Rotation::ALL {
            let place = Place::new(from, 4, 10);
            for turn in turns(Piece::O, from, rules) {
                let (dx, dy) = turn.tests()[0];
                let turned = Place::new(turn.to, place.x + dx, place.y + dy);
                assert_eq!(turned.canonical(Piece::O), place.canonical(Piece::O));
            }
        }
    }

    #[test]
    fn the_kicks_of_a_t_are_those_of_the_guideline() {
        assert_eq!(
            quarter_tests(Piece::T, Rotation::R0, 0),
            [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)]
        );
    }

    #[test]
    fn srs_plus_differs_for_i_alone_and_half_turns_are_an_option() {
        let plus = TurnRules { kicks: KickTable::SrsPlus, half_turns: true };
        assert_eq!(turns(Piece::I, Rotation::R0, plus)[0].tests()[1], (2, 0));
        assert_eq!(turns(Piece::I, Rotation::R0, plus)[2].tests(), [(1, -1), (1, 0)]);
        assert_eq!(
            turns(Piece::T, Rotation::R0, plus)[0].tests(),
            quarter_tests(Piece::T, Rotation::R0, 0)
        );
        assert_eq!(turns(Piece::T, Rotation::R0, plus)[2].tests().len(), 6);
        assert_eq!(turns(Piece::T, Rotation::R0, TurnRules::default()).len(), 2);
    }
}
