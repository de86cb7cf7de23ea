//! Keys by the names that games give them, which are those of `KeyboardEvent.code` in browsers, and by the names that
//! people read in help.

use std::borrow::Cow;

use crossterm::event::KeyCode;

/// Keys that are neither letters nor digits.
const NAMED: &[(&str, KeyCode)] = &[
    ("ArrowLeft", KeyCode::Left),
    ("ArrowRight", KeyCode::Right),
    ("ArrowUp", KeyCode::Up),
    ("ArrowDown", KeyCode::Down),
    ("Space", KeyCode::Char(' ')),
    ("Enter", KeyCode::Enter),
    ("Tab", KeyCode::Tab),
    ("Backspace", KeyCode::Backspace),
    ("Delete", KeyCode::Delete),
    ("Insert", KeyCode::Insert),
    ("Home", KeyCode::Home),
    ("End", KeyCode::End),
    ("PageUp", KeyCode::PageUp),
    ("PageDown", KeyCode::PageDown),
    ("Slash", KeyCode::Char('/')),
    ("Backslash", KeyCode::Char('\\')),
    ("Comma", KeyCode::Char(',')),
    ("Period", KeyCode::Char('.')),
    ("Semicolon", KeyCode::Char(';')),
    ("Quote", KeyCode::Char('\'')),
    ("Backquote", KeyCode::Char('`')),
    ("Minus", KeyCode::Char('-')),
    ("Equal", KeyCode::Char('=')),
    ("BracketLeft", KeyCode::Char('[')),
    ("BracketRight", KeyCode::Char(']')),
];

/// The key with this name of `KeyboardEvent.code`. Keys that a terminal does not report alone, such as shift, are
/// `None`.
#[must_use]
pub fn key_code(name: &str) -> Option<KeyCode> {
    let character = name.strip_prefix("Key").or_else(|| name.strip_prefix("Digit"));
    if let Some(character) = character {
        let mut characters = character.chars();
        return match (characters.next(), characters.next()) {
            (Some(one), None) => Some(KeyCode::Char(one.to_ascii_lowercase())),
            _ => None,
        };
    }
    NAMED.iter().find(|(known, _)| *known == name).map(|(_, code)| *code)
}

/// What a key is called in help. Arrows become words where the terminal has no characters for them, see
/// [`Binding::shown`](super::Binding::shown).
pub(super) fn key_name(code: KeyCode) -> Cow<'static, str> {
    match code {
        KeyCode::Left => "←".into(),
        KeyCode::Right => "→".into(),
        KeyCode::Up => "↑".into(),
        KeyCode::Down => "↓".into(),
        KeyCode::Char(' ') => "space".into(),
        KeyCode::Char(letter) => letter.to_string().into(),
        code => format!("{code}").to_lowercase().into(),
    }
}

/// A group of keys that lie together on the keyboard and have a name of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyCluster {
    /// The arrow keys.
    Arrows,
    /// The letters W, A, S and D.
    Wasd,
}

impl KeyCluster {
    /// The cluster of a key, if it has one.
    pub(super) fn of(code: KeyCode) -> Option<Self> {
        match code {
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => Some(Self::Arrows),
            KeyCode::Char('w' | 'a' | 's' | 'd') => Some(Self::Wasd),
            _ => None,
        }
    }

    /// What it is called in help.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Arrows => "arrows",
            Self::Wasd => "wasd",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_names_of_browsers() {
        let expected = [
            ("KeyX", KeyCode::Char('x')),
            ("Digit1", KeyCode::Char('1')),
            ("Space", KeyCode::Char(' ')),
            ("ArrowLeft", KeyCode::Left),
            ("Slash", KeyCode::Char('/')),
        ];
        for (name, code) in expected {
            assert_eq!(key_code(name), Some(code), "{name}");
        }
        for name in ["ShiftLeft", "Key", "KeyXY", ""] {
            assert_eq!(key_code(name), None, "{name}");
        }
    }

    #[test]
    fn help_has_names_that_people_read() {
        let names = ["ArrowUp", "KeyZ", "Space", "Backspace", "Tab"]
            .map(|name| key_name(key_code(name).unwrap()));
        assert_eq!(names, ["↑", "z", "space", "backspace", "tab"]);
    }
}
