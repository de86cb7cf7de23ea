//! The rules of Connect Four.

use std::ops::RangeInclusive;

use ludus_core::{Answer, Chance, ChanceKind, Game, Outcome, RulesError, Seat, SeatSet, Snapshot};
use serde::{Deserialize, Serialize};

/// The settings of the rules. Every field is a key of `--rules` and of `ludus.toml`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConnectFourRules {
    /// Columns of the board, 4 to 9.
    pub(crate) columns: u8,
    /// Rows of the board, 4 to 6.
    pub(crate) rows: u8,
    /// How many discs chance drops before the first move, 0 to 4: otherwise every match of two bots would be the same.
    pub(crate) opening: u8,
}

impl Default for ConnectFourRules {
    fn default() -> Self {
        Self { columns: 7, rows: 6, opening: 2 }
    }
}

/// The columns of the opening, in the numbering of chance.
const OPENING: ChanceKind = ChanceKind(0);

/// One position. The discs of a seat are a bit set: bit `column * (rows + 1) + row`, with an empty row on top that keeps
/// the columns apart.
#[derive(Clone, Debug)]
pub(crate) struct ConnectFour {
    pub(crate) rules: ConnectFourRules,
    pub(crate) discs: [u64; 2],
    turn: u32,
    outcome: Option<Outcome>,
}

/// What the page and programs see of a position: the rows from top to bottom, `x` and `o` for the seats, `.` for an empty
/// cell.
#[derive(Serialize)]
struct ConnectFourBoard {
    board: Vec<String>,
}

impl ConnectFour {
    fn bit(&self, column: u8, row: u8) -> u64 {
        1 << (column * (self.rules.rows + 1) + row)
    }

    /// The lowest empty row of a column, counted from the bottom; `None` if the column is full.
    pub(crate) fn landing_row(&self, column: u8) -> Option<u8> {
        let taken = self.discs[0] | self.discs[1];
        (0..self.rules.rows).find(|&row| taken & self.bit(column, row) == 0)
    }

    /// The columns that are not full.
    fn open_columns(&self) -> impl Iterator<Item = u8> {
        (0..self.rules.columns).filter(|&column| self.landing_row(column).is_some())
    }

    /// The seat whose turn it is. The discs of the opening count, too.
    fn mover(&self) -> Seat {
        Seat::in_turn((self.discs[0] | self.discs[1]).count_ones(), 2)
    }

    /// Drops a disc of the seat to move into a column that is not full.
    pub(crate) fn drop_disc(&mut self, column: u8) {
        let mover = self.mover();
        let Some(row) = self.landing_row(column) else { return };
        self.discs[mover.index()] |= self.bit(column, row);
        if self.lines().any(|line| line & !self.discs[mover.index()] == 0) {
            self.outcome = Some(Outcome::win(mover, 2, "four in a row"));
        } else if self.open_columns().next().is_none() {
            self.outcome = Some(Outcome::draw(2, "the board is full"));
        }
    }

    /// All lines of four cells: upwards, to the right, and the two diagonals.
    pub(crate) fn lines(&self) -> impl Iterator<Item = u64> {
        let (columns, rows) = (self.rules.columns as i8, self.rules.rows as i8);
        let cells = (0..columns).flat_map(move |column| (0..rows).map(move |row| (column, row)));
        let starts =
            cells.flat_map(|cell| [(0, 1), (1, 0), (1, 1), (1, -1)].map(|step| (cell, step)));
        starts.filter_map(move |((column, row), (right, up))| {
            let fits = column + 3 * right < columns && (0..rows).contains(&(row + 3 * up));
            let bit = |n: i8| self.bit((column + n * right) as u8, (row + n * up) as u8);
            fits.then(|| (0..4).fold(0, |line, n| line | bit(n)))
        })
    }

    fn letter(&self, column: u8, row: u8) -> char {
        let bit = self.bit(column, row);
        match self.discs.map(|discs| discs & bit != 0) {
            [true, _] => 'x',
            [_, true] => 'o',
            _ => '.',
        }
    }
}

impl Game for ConnectFour {
    type Action = u8;
    type Rules = ConnectFourRules;
    const NAME: &'static str = "connect-four";
    const SEATS: RangeInclusive<usize> = 2..=2;

    fn new(
        rules: &ConnectFourRules,
        seats: usize,
        chance: &mut dyn Chance,
    ) -> Result<Self, RulesError> {
        Self::check_seats(seats)?;
        RulesError::check_range("columns", rules.columns, 4..=9)?;
        RulesError::check_range("rows", rules.rows, 4..=6)?;
        RulesError::check_range("opening", rules.opening, 0..=4)?;
        let mut game = Self { rules: *rules, discs: [0; 2], turn: 0, outcome: None };
        for number in 0..u64::from(rules.opening) {
            game.drop_disc(chance.draw(OPENING, number, rules.columns.into()) as u8);
        }
        Ok(game)
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn to_act(&self) -> SeatSet {
        if self.outcome.is_some() { SeatSet::EMPTY } else { SeatSet::only(self.mover()) }
    }

    fn legal(&self, seat: Seat, out: &mut Vec<u8>) {
        out.clear();
        if self.to_act().has(seat) {
            out.extend(self.open_columns());
            // The best columns are in the middle more often, and a search that looks at the best actions first is faster.
            out.sort_by_key(|column| (2 * column + 1).abs_diff(self.rules.columns));
        }
    }

    fn apply(&mut self, turn: &[(Seat, Answer<u8>)], _: &mut dyn Chance) {
        for (seat, answer) in turn {
            match answer {
                Answer::Play(column) => self.drop_disc(*column),
                Answer::Forfeit(why) => self.outcome = Some(Outcome::loss(*seat, 2, why.kind())),
            }
        }
        self.turn += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn show(&self, _: Seat, column: u8) -> String {
        (column + 1).to_string()
    }

    fn snapshot(&self) -> Snapshot {
        let row = |row| (0..self.rules.columns).map(|column| self.letter(column, row)).collect();
        let board: Vec<String> = (0..self.rules.rows).rev().map(row).collect();
        let numbers: String = (1..=self.rules.columns).map(|n| n.to_string()).collect();
        Snapshot::new(format!("{}\n{numbers}", board.join("\n")), &ConnectFourBoard { board })
    }
}
