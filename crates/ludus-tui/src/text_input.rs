//! A line of text that people edit.

use std::fmt;

/// The longest text that a line takes.
const LONGEST: usize = 200;

/// A line of text with a cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextInput {
    /// What is before the cursor.
    before: String,
    /// What is after it.
    after: String,
}

/// A change of a line, as in most shells and editors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Types a character.
    Insert(char),
    /// Deletes the character before the cursor.
    Backspace,
    /// Deletes the character after the cursor.
    Delete,
    /// Deletes the word before the cursor.
    DeleteWord,
    /// Deletes everything before the cursor.
    DeleteToStart,
    /// Deletes everything after the cursor.
    DeleteToEnd,
    /// Moves the cursor one character to the left.
    Left,
    /// Moves the cursor one character to the right.
    Right,
    /// Moves the cursor to the start.
    Home,
    /// Moves the cursor to the end.
    End,
}

impl TextInput {
    /// Whether nothing was typed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    /// Takes the text, and leaves an empty line.
    pub fn take(&mut self) -> String {
        let text = self.to_string();
        self.clear();
        text
    }

    /// Deletes everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// The text before the cursor and the text after it.
    #[must_use]
    pub fn parts(&self) -> (&str, &str) {
        (&self.before, &self.after)
    }

    /// Changes the line.
    pub fn edit(&mut self, edit: Edit) {
        match edit {
            Edit::Insert(letter) => {
                let length = self.before.chars().count() + self.after.chars().count();
                if length < LONGEST && !letter.is_control() {
                    self.before.push(letter);
                }
            }
            Edit::Backspace => drop(self.before.pop()),
            Edit::Delete => drop(take_first(&mut self.after)),
            Edit::DeleteWord => {
                let kept = self.before.trim_end();
                let start = kept.rfind(char::is_whitespace).map_or(0, |space| space + 1);
                self.before.truncate(start);
            }
            Edit::DeleteToStart => self.before.clear(),
            Edit::DeleteToEnd => self.after.clear(),
            Edit::Left => {
                if let Some(letter) = self.before.pop() {
                    self.after.insert(0, letter);
                }
            }
            Edit::Right => self.before.extend(take_first(&mut self.after)),
            Edit::Home => {
                self.after.insert_str(0, &self.before);
                self.before.clear();
            }
            Edit::End => self.before.push_str(&std::mem::take(&mut self.after)),
        }
    }
}

fn take_first(text: &mut String) -> Option<char> {
    (!text.is_empty()).then(|| text.remove(0))
}

impl fmt::Display for TextInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.before, self.after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> TextInput {
        let mut input = TextInput::default();
        text.chars().for_each(|letter| input.edit(Edit::Insert(letter)));
        input
    }

    #[test]
    fn words_and_the_line_are_deleted_as_in_a_shell() {
        let mut input = typed("uci:cmd=stockfish elo=2000  ");
        input.edit(Edit::DeleteWord);
        assert_eq!(input.to_string(), "uci:cmd=stockfish ");
        input.edit(Edit::DeleteWord);
        assert!(input.is_empty());
        let mut input = typed("größer ♟");
        input.edit(Edit::DeleteWord);
        assert_eq!(input.to_string(), "größer ");
        input.edit(Edit::DeleteToStart);
        assert!(input.is_empty());
    }

    #[test]
    fn the_cursor_moves_and_text_goes_where_it_is() {
        let mut input = typed("ard");
        for edit in [Edit::Home, Edit::Insert('h'), Edit::End, Edit::Insert('!'), Edit::Left] {
            input.edit(edit);
        }
        assert_eq!(input.parts(), ("hard", "!"));
        input.edit(Edit::Delete);
        assert_eq!(input.parts(), ("hard", ""));
        for edit in [Edit::Left, Edit::Left, Edit::DeleteToEnd, Edit::Right, Edit::Delete] {
            input.edit(edit);
        }
        assert_eq!(input.parts(), ("ha", ""));
        input.edit(Edit::Left);
        input.edit(Edit::DeleteToStart);
        assert_eq!(input.take(), "a");
        assert!(input.is_empty());
    }

    #[test]
    fn a_line_is_bounded_and_has_no_control_characters() {
        let input = typed(&"x".repeat(500));
        assert_eq!(input.to_string().len(), LONGEST);
        assert!(typed("\u{1b}\u{7}").is_empty());
    }
}
