//! Text from outside, made safe to show.

use serde::{Deserialize, Deserializer};

/// The most characters of a text from outside that are shown.
pub const MOST_SHOWN: usize = 300;

/// The text without control characters, which could take over a terminal, and cut to [`MOST_SHOWN`] characters.
/// Invisible characters that change the direction of text are removed, too.
///
/// ```
/// use ludus_core::text::shown;
/// assert_eq!(shown("\u{1b}[2Jevil\nname"), "?[2Jevil?name");
/// assert_eq!(shown(&"x".repeat(400)).chars().count(), 301);
/// ```
#[must_use]
pub fn shown(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let visible = text.chars().filter(|c| !turns(*c));
    let plain = |c: char| if c.is_control() { '?' } else { c };
    let mut shown: String = visible.clone().take(MOST_SHOWN).map(plain).collect();
    if visible.count() > MOST_SHOWN {
        shown.push('…');
    }
    shown
}

/// Reads a text from outside and makes it safe to show: for `#[serde(deserialize_with = …)]`.
///
/// # Errors
/// If there is no text.
pub fn read_shown<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    String::deserialize(deserializer).map(|text| shown(&text))
}
