//! Boards of letters: every letter of the snapshot's text is a cell.

use ludus_core::Snapshot;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;

use super::{BoardWidget, Look, Size, put};

/// The width of a cell in characters: cells are about as wide as high.
const CELL_WIDTH: u16 = 2;

/// How a letter of the text is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterLook {
    /// One character.
    pub unicode: &'static str,
    /// The same for terminals without Unicode.
    pub ascii: &'static str,
    /// Its colour, where there are colours.
    pub colour: Color,
}

impl LetterLook {
    /// A letter that is drawn like this.
    #[must_use]
    pub const fn new(unicode: &'static str, ascii: &'static str, colour: Color) -> Self {
        Self { unicode, ascii, colour }
    }
}

/// A widget for boards whose text has one letter for each cell. `look` says how a letter is drawn; letters without a look are drawn
/// as they are, faint.
///
/// ```
/// use ludus_tui::widgets::{LetterLook, ReadWidget, letters};
/// use ratatui::style::Color;
/// const WIDGET: ReadWidget = |snapshot| {
///     Ok(letters(snapshot, |letter| match letter {
///         'b' => Some(LetterLook::new("●", "b", Color::Blue)),
///         'w' => Some(LetterLook::new("○", "w", Color::White)),
///         _ => None,
///     }))
/// };
/// let snapshot = ludus_core::Snapshot::new("b..\n.w.", &());
/// assert_eq!(WIDGET(&snapshot).unwrap().least_size(), (6, 2));
/// ```
pub fn letters(snapshot: &Snapshot, look: fn(char) -> Option<LetterLook>) -> Box<dyn BoardWidget> {
    Box::new(LetterBoard { text: snapshot.text.clone(), look })
}

/// A board of letters.
struct LetterBoard {
    text: String,
    look: fn(char) -> Option<LetterLook>,
}

impl BoardWidget for LetterBoard {
    fn least_size(&self) -> Size {
        let columns = self.text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        (CELL_WIDTH * columns as u16, self.text.lines().count() as u16)
    }

    fn draw(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let theme = look.theme;
        for (y, row) in (0..).zip(self.text.lines()) {
            for (x, letter) in (0..).zip(row.chars()) {
                let own = letter.to_string();
                let (text, style) = match (self.look)(letter) {
                    Some(look) => (theme.pick(look.unicode, look.ascii), theme.fg(look.colour)),
                    None => (own.as_str(), theme.dim()),
                };
                put(buf, area, (CELL_WIDTH * x, y), text, look.marked(style, x, y));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;

    #[test]
    fn letters_are_drawn_by_their_look_and_others_as_they_are() {
        let look = |letter| match letter {
            'x' => Some(LetterLook::new("●", "x", Color::Red)),
            _ => None,
        };
        let board = letters(&Snapshot::new("x.\n12", &()), look);
        for (unicode, first) in [(true, "●"), (false, "x")] {
            let theme = Theme { colour: true, unicode, light: false };
            let area = Rect::new(0, 0, 4, 2);
            let mut buf = Buffer::empty(area);
            board.draw(&Look { theme: &theme, labels: &[], marks: &[] }, area, &mut buf);
            let drawn = |x, y| buf[(x, y)].symbol().to_owned();
            assert_eq!(
                [drawn(0, 0), drawn(2, 0), drawn(0, 1), drawn(2, 1)],
                [first, ".", "1", "2"]
            );
            assert_eq!(buf[(0, 0)].fg, Color::Red);
        }
    }
}
