//! Board widgets: how positions are drawn.
//!
//! A widget belongs to a game and comes from outside, by the game's name ([`Widgets`]). This crate has two of its own: a
//! game without a widget is shown as its text, and [`letters()`] draws text in which every letter is a cell.

mod letters;

use std::collections::BTreeMap;

use ludus_core::{ActionMark, Cell, Snapshot};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use serde::de::DeserializeOwned;

use crate::theme::Theme;

pub use crate::view::fit::shortened;
pub use letters::{LetterLook, letters};

/// Columns and rows of characters.
pub type Size = (u16, u16);

/// Draws one position of a game.
///
/// A widget is read from [`Snapshot::data`], so most of them are structs that derive `Deserialize`, see [`read_as`].
pub trait BoardWidget {
    /// The least space that the board needs.
    fn least_size(&self) -> Size;

    /// The space that the board fills if it can have as much as `room`; by default the least.
    fn size_in(&self, _room: Size) -> Size {
        self.least_size()
    }

    /// Draws the board as large as the area allows.
    fn draw(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer);

    /// What to say about a seat beside the board: names and values.
    fn facts(&self, _seat: usize) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// The moves so far, where the game has a notation that people read.
    fn moves(&self) -> Option<Vec<String>> {
        None
    }

    /// The position as text that people exchange. `snapshot` is the one that the widget was read from.
    fn position_text(&self, snapshot: &Snapshot) -> String {
        snapshot.text.clone()
    }
}

/// Makes the widget of a position.
pub type ReadWidget = fn(&Snapshot) -> Result<Box<dyn BoardWidget>, serde_json::Error>;

/// Reads a widget from the snapshot's data.
///
/// # Errors
/// If the data does not have the fields of the widget.
pub fn read_as<W: BoardWidget + DeserializeOwned + 'static>(
    snapshot: &Snapshot,
) -> Result<Box<dyn BoardWidget>, serde_json::Error> {
    Ok(Box::new(W::deserialize(&snapshot.data)?))
}

/// The widget of games that have none of their own: the text of the snapshot.
pub const TEXT: ReadWidget = |snapshot| Ok(Box::new(TextBoard(snapshot.text.clone())));

/// The widgets of all games, by the games' names. A live form is a game of its own.
#[derive(Clone, Debug, Default)]
pub struct Widgets(BTreeMap<String, ReadWidget>);

impl Widgets {
    /// The same widgets and one more.
    #[must_use]
    pub fn with(mut self, game: impl Into<String>, widget: ReadWidget) -> Self {
        self.0.insert(game.into(), widget);
        self
    }

    /// The widget of a position. A position without one, or with data that the widget cannot read, is shown as its text.
    #[must_use]
    pub fn read(&self, game: &str, snapshot: &Snapshot) -> Box<dyn BoardWidget> {
        let widget = self.0.get(game).and_then(|read| read(snapshot).ok());
        widget.unwrap_or_else(|| Box::new(TextBoard(snapshot.text.clone())))
    }
}

/// The width of a text board is a multiple of this, so that it stays where it is when a line becomes a little longer
/// or shorter.
const TEXT_STEP: usize = 20;

/// A position as its text.
struct TextBoard(String);

impl BoardWidget for TextBoard {
    fn least_size(&self) -> Size {
        let width = self.0.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        (width.max(1).next_multiple_of(TEXT_STEP) as u16, self.0.lines().count() as u16)
    }

    fn draw(&self, _look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let lines: Vec<Line<'_>> = self.0.lines().map(Line::from).collect();
        Paragraph::new(lines).render(area, buf);
    }
}

/// What a board is drawn with.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// Colours and characters.
    pub theme: &'a Theme,
    /// What the seats are called.
    pub labels: &'a [String],
    /// The cells to point out.
    pub marks: &'a [CellMark],
}

/// A cell of the board that is pointed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellMark {
    /// The cell.
    pub cell: Cell,
    /// Why.
    pub kind: MarkKind,
}

/// Why a cell is pointed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// It is part of the last action.
    LastAction,
    /// It is part of the action that a bot suggests.
    Hint,
    /// The person has chosen it as the first of two cells.
    Chosen,
    /// The person's cursor is there.
    Cursor,
}

impl CellMark {
    /// The cells of an action.
    pub fn of_action(mark: &ActionMark, kind: MarkKind) -> Vec<Self> {
        let cells = match mark {
            ActionMark::None => Vec::new(),
            ActionMark::Cells { cells } => cells.clone(),
            ActionMark::Move { from, to } => vec![*from, *to],
        };
        cells.into_iter().map(|cell| Self { cell, kind }).collect()
    }
}

impl Look<'_> {
    /// The style of a cell with its marks: a background for actions, reversed where a person points.
    #[must_use]
    pub fn marked(&self, style: Style, column: u16, row: u16) -> Style {
        let cell = Cell { column, row };
        let marks = self.marks.iter().filter(|mark| mark.cell == cell);
        marks.fold(style, |style, mark| match mark.kind {
            MarkKind::LastAction => self.highlighted(style, Color::Rgb(150, 140, 60)),
            MarkKind::Hint => self.highlighted(style, Color::Rgb(70, 140, 80)),
            MarkKind::Chosen | MarkKind::Cursor => style.add_modifier(Modifier::REVERSED),
        })
    }

    /// A background where there are colours, a line below where there are none.
    fn highlighted(&self, style: Style, background: Color) -> Style {
        match self.theme.colour {
            true => style.bg(background),
            false => style.add_modifier(Modifier::UNDERLINED),
        }
    }
}

/// Puts text at a place of an area, as far as it fits.
pub fn put(buf: &mut Buffer, area: Rect, (x, y): (u16, u16), text: &str, style: Style) {
    if x < area.width && y < area.height {
        let room = usize::from(area.width - x);
        buf.set_stringn(area.x + x, area.y + y, text, room, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    struct Counter {
        count: u16,
    }

    impl BoardWidget for Counter {
        fn least_size(&self) -> Size {
            (self.count, 1)
        }

        fn size_in(&self, room: Size) -> Size {
            room
        }

        fn draw(&self, _look: &Look<'_>, _area: Rect, _buf: &mut Buffer) {}
    }

    #[test]
    fn a_game_without_a_widget_and_data_that_does_not_fit_are_shown_as_text() {
        let widgets = Widgets::default().with("counter", read_as::<Counter>);
        let snapshot = |data: &str| Snapshot {
            text: "abc\nde".into(),
            data: serde_json::from_str(data).unwrap(),
        };
        let good = snapshot(r#"{"count": 7}"#);
        assert_eq!(widgets.read("counter", &good).least_size(), (7, 1));
        assert_eq!(widgets.read("other", &good).least_size(), (20, 2));
        assert_eq!(widgets.read("counter", &snapshot("null")).least_size(), (20, 2));
    }

    #[test]
    fn a_text_board_keeps_its_width_while_a_line_grows() {
        let width = |text: &str| TextBoard(text.to_owned()).least_size().0;
        assert_eq!(width("heap |"), width("heap ||||||||"));
        assert_eq!(width(&"x".repeat(21)), 40);
    }

    #[test]
    fn an_action_is_marked_by_its_cells() {
        let (from, to) = (Cell { column: 4, row: 6 }, Cell { column: 4, row: 4 });
        let marks = CellMark::of_action(&ActionMark::Move { from, to }, MarkKind::LastAction);
        assert_eq!(marks.iter().map(|mark| mark.cell).collect::<Vec<_>>(), [from, to]);
        let theme = Theme { colour: false, unicode: true, light: false };
        let look = Look { theme: &theme, labels: &[], marks: &marks };
        let underlined = Style::new().add_modifier(Modifier::UNDERLINED);
        assert_eq!(look.marked(Style::new(), 4, 4), underlined);
        assert_eq!(look.marked(Style::new(), 3, 4), Style::new());
    }
}
