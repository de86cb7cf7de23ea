//! What people may call themselves.

use thiserror::Error;
use unicode_width::UnicodeWidthChar as _;

/// The longest nickname, in characters.
const LONGEST: usize = 24;

/// How many marks may be stacked on one character.
const MOST_MARKS: usize = 3;

/// A text that is no nickname.
#[derive(Debug, PartialEq, Eq, Error)]
pub(super) enum NicknameError {
    #[error("a nickname has printable characters only, not U+{0:04X}")]
    NotPrintable(u32),
    #[error("a nickname has 1 to {LONGEST} characters, not {0}")]
    Length(usize),
    #[error("a nickname needs a character that can be seen by itself")]
    Invisible,
    #[error("a nickname has at most {MOST_MARKS} marks on one character")]
    Marks,
}

/// The nickname as it is shown, if it may be one: 1 to 24 printable characters, of which at least one can be seen by
/// itself. Several blanks become one. Markup is text like any other: pages show it as text.
pub(super) fn check(given: &str) -> Result<String, NicknameError> {
    // Only as much is looked at as could be a name.
    let start: String = given.chars().take(8 * LONGEST).collect();
    if let Some(character) = start.chars().find(|&character| !is_printable(character)) {
        return Err(NicknameError::NotPrintable(u32::from(character)));
    }
    let name = given.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let count = name.chars().count();
    if !(1..=LONGEST).contains(&count) {
        return Err(NicknameError::Length(count));
    }
    if name.chars().all(|character| character.width().unwrap_or(0) == 0) {
        return Err(NicknameError::Invisible);
    }
    let marks = name.split(|character: char| character.width().unwrap_or(0) > 0);
    if marks.into_iter().any(|marks| marks.chars().count() > MOST_MARKS) {
        return Err(NicknameError::Marks);
    }
    Ok(name)
}

/// Whether a character shows as itself: no control, nothing invisible, nothing that turns the direction of
/// what stands around it.
fn is_printable(character: char) -> bool {
    let invisible = matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}'
            | '\u{13430}'..='\u{1345f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}'
    );
    !character.is_control() && !invisible && (!character.is_whitespace() || character == ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_printed_is_a_nickname_markup_too() {
        for name in ["Ann", "x", "Zoë 2", "Łukasz", "名前", "<b>bold</b>", "'\"&", "🐍 viper"]
        {
            assert_eq!(check(name).as_deref(), Ok(name));
        }
        assert_eq!(check("  Ann   B ").as_deref(), Ok("Ann B"));
        // A letter with its marks, as some systems write it, and a script that is written with marks.
        for name in ["Zoe\u{308}", "\u{928}\u{92e}\u{938}\u{94d}\u{924}\u{947}"] {
            assert_eq!(check(name).as_deref(), Ok(name));
        }
        assert_eq!(check(&"x".repeat(24)).as_deref(), Ok("x".repeat(24).as_str()));
    }

    #[test]
    fn what_cannot_be_seen_or_is_too_long_is_none() {
        for name in ["", "   ", "a\nb", "a\u{0}b", "a\u{202e}b", "\u{200b}", "a\u{2028}b", "\u{7f}"]
        {
            assert!(check(name).is_err(), "{name:?}");
        }
        // Hangul and Braille characters that are blank, other blanks, marks without a letter, formatting.
        for name in ["\u{3164}", "\u{ffa0}", "\u{115f}\u{1160}", "\u{2800}", "\u{a0}", "\u{2003}"]
            .iter()
            .chain(&[
                "\u{301}\u{302}",
                "\u{64b}",
                "\u{5b0}",
                "\u{1d159}",
                "\u{13437}",
                " \u{20dd} ",
            ])
        {
            assert!(check(name).is_err(), "{name:?}");
        }
        let refusal = |name: &str| check(name).unwrap_err().to_string();
        assert!(refusal(&format!("a{}", "\u{301}".repeat(9))).contains("3 marks"));
        assert!(refusal(&"x".repeat(25)).contains("not 25"));
        assert!(refusal("a\u{202e}b").contains("U+202E"));
    }
}
