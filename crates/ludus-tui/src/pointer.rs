//! The cursor of a person who plays by pointing at cells of the board.

use ludus_core::{ActionMark, Cell, LegalAction, Pointing, Seat};

use crate::widgets::{CellMark, MarkKind};

/// A cursor on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pointer {
    columns: u16,
    rows: u16,
    pointing: Pointing,
    /// Where the cursor is.
    pub cursor: Cell,
    /// The first of two cells, once it is chosen.
    pub from: Option<Cell>,
}

/// What a person has pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointedAt {
    /// A cell.
    Cell(Cell),
    /// A column.
    Column(u16),
    /// A cell and where its piece goes.
    Move {
        /// Where it comes from.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
}

/// Actions with the same mark, of which a person chooses one: the pieces that a pawn can become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionChoice {
    /// Whose action it is.
    pub seat: Seat,
    /// The actions.
    pub actions: Vec<LegalAction>,
    /// The place of the one that is chosen.
    pub chosen: usize,
}

impl PointedAt {
    /// Whether an action with this mark is meant.
    #[must_use]
    pub fn is_marked_by(self, mark: &ActionMark) -> bool {
        let fits = |cell: &Cell| match self {
            Self::Cell(target) => *cell == target,
            Self::Column(column) => cell.column == column,
            Self::Move { .. } => false,
        };
        match mark {
            ActionMark::None => false,
            ActionMark::Cells { cells } => cells.iter().any(fits),
            ActionMark::Move { from, to } => {
                self == Self::Move { from: *from, to: *to } || fits(to)
            }
        }
    }
}

impl Pointer {
    /// A cursor on a board of this size. It starts at the legal action that is nearest to the middle, or in the middle.
    #[must_use]
    pub fn new(columns: u16, rows: u16, pointing: Pointing, legal: &[LegalAction]) -> Self {
        let middle = Cell { column: columns / 2, row: rows / 2 };
        let start = |action: &LegalAction| match &action.mark {
            ActionMark::None => None,
            ActionMark::Cells { cells } => cells.first().copied(),
            ActionMark::Move { from, .. } => Some(*from),
        };
        let distance = |cell: &Cell| {
            cell.column.abs_diff(middle.column).saturating_add(cell.row.abs_diff(middle.row))
        };
        let starts = legal.iter().filter_map(start);
        let on_board = starts.filter(|cell| cell.column < columns && cell.row < rows);
        let cursor = on_board.min_by_key(distance).unwrap_or(middle);
        Self { columns, rows, pointing, cursor, from: None }
    }

    /// Moves the cursor by this many columns and rows; it stays on the board.
    pub fn move_by(&mut self, columns: i16, rows: i16) {
        let moved = |at: u16, by: i16, count: u16| {
            at.saturating_add_signed(by).min(count.saturating_sub(1))
        };
        self.cursor.column = moved(self.cursor.column, columns, self.columns);
        self.cursor.row = moved(self.cursor.row, rows, self.rows);
    }

    /// Points at the cell under the cursor: what is meant, once it is complete. Pointing at the same cell twice
    /// starts anew.
    pub fn point(&mut self) -> Option<PointedAt> {
        match (self.pointing, self.from.take()) {
            (Pointing::Cell, _) => Some(PointedAt::Cell(self.cursor)),
            (Pointing::Column, _) => Some(PointedAt::Column(self.cursor.column)),
            (Pointing::FromTo, Some(from)) if from == self.cursor => None,
            (Pointing::FromTo, Some(from)) => Some(PointedAt::Move { from, to: self.cursor }),
            (Pointing::FromTo, None) => {
                self.from = Some(self.cursor);
                None
            }
        }
    }

    /// The cells to point out: the cursor, which is a whole column where columns are chosen, and the first of two.
    #[must_use]
    pub fn marks(&self) -> Vec<CellMark> {
        let cursor = |cell| CellMark { cell, kind: MarkKind::Cursor };
        let column = self.cursor.column;
        let mut marks: Vec<CellMark> = match self.pointing {
            Pointing::Column => (0..self.rows).map(|row| cursor(Cell { column, row })).collect(),
            Pointing::Cell | Pointing::FromTo => vec![cursor(self.cursor)],
        };
        marks.extend(self.from.map(|cell| CellMark { cell, kind: MarkKind::Chosen }));
        marks
    }
}

impl ActionChoice {
    /// What tells the actions apart.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.actions.iter().map(|action| action.choice.unwrap_or(&action.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(column: u16, row: u16) -> Cell {
        Cell { column, row }
    }

    fn action(text: &str, mark: ActionMark) -> LegalAction {
        LegalAction { text: text.to_owned(), mark, choice: None }
    }

    fn moves(from: Cell, to: Cell) -> ActionMark {
        ActionMark::Move { from, to }
    }

    #[test]
    fn the_cursor_starts_at_the_action_nearest_to_the_middle_and_stays_on_the_board() {
        let legal = [
            action("a", moves(cell(0, 6), cell(0, 5))),
            action("e", moves(cell(4, 6), cell(4, 5))),
            action("pass", ActionMark::None),
        ];
        let mut pointer = Pointer::new(8, 8, Pointing::FromTo, &legal);
        assert_eq!(pointer.cursor, cell(4, 6));
        assert_eq!(Pointer::new(7, 6, Pointing::Column, &[]).cursor, cell(3, 3));
        pointer.move_by(9, 9);
        assert_eq!(pointer.cursor, cell(7, 7));
        pointer.move_by(-9, -1);
        assert_eq!(pointer.cursor, cell(0, 6));
    }

    #[test]
    fn two_cells_make_a_move_and_the_same_cell_twice_starts_anew() {
        let mut pointer = Pointer::new(8, 8, Pointing::FromTo, &[]);
        assert_eq!((pointer.point(), pointer.from), (None, Some(cell(4, 4))));
        assert_eq!((pointer.point(), pointer.from), (None, None));
        pointer.point();
        pointer.move_by(0, -2);
        let target = pointer.point().unwrap();
        assert!(target.is_marked_by(&moves(cell(4, 4), cell(4, 2))));
        assert!(!target.is_marked_by(&moves(cell(4, 4), cell(4, 3))));
        assert!(!target.is_marked_by(&ActionMark::None));
    }

    #[test]
    fn a_column_is_any_of_its_cells_and_is_marked_as_a_whole() {
        let mut pointer = Pointer::new(7, 6, Pointing::Column, &[]);
        let target = pointer.point().unwrap();
        assert!(target.is_marked_by(&ActionMark::Cells { cells: vec![cell(3, 5)] }));
        assert!(!target.is_marked_by(&ActionMark::Cells { cells: vec![cell(2, 5)] }));
        assert_eq!(pointer.marks().len(), 6);
        let mut pointer = Pointer::new(3, 3, Pointing::Cell, &[]);
        let target = pointer.point().unwrap();
        assert!(target.is_marked_by(&ActionMark::Cells { cells: vec![cell(1, 1)] }));
        assert_eq!(pointer.marks().len(), 1);
    }
}
