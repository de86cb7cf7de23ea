//! What people may call themselves.

/// The longest nickname, in characters.
const LONGEST: usize = 24;

/// The nickname as it is shown, if it may be one: 1 to 24 printable characters. Markup is text like any other:
/// pages show it as text.
pub(super) fn check(given: &str) -> Result<String, String> {
    let name = given.trim();
    let count = name.chars().count();
    if !(1..=LONGEST).contains(&count) {
        return Err(format!("a nickname has 1 to {LONGEST} characters, not {count}"));
    }
    match name.chars().find(|&character| !is_printable(character)) {
        None => Ok(name.to_owned()),
        Some(character) => Err(format!(
            "a nickname has printable characters only, and U+{:04X} is none",
            u32::from(character)
        )),
    }
}

/// Whether a character shows as itself: no control, nothing invisible, nothing that turns the direction of
/// what stands around it.
fn is_printable(character: char) -> bool {
    let invisible = matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e000}'..='\u{f8ff}'
            | '\u{e0000}'..='\u{10ffff}'
    );
    !character.is_control() && !invisible && (!character.is_whitespace() || character == ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_printed_is_a_nickname_markup_too() {
        for name in ["Ann", "x", "Zoë 2", "Łukasz", "名前", "<b>bold</b>", "'\"&", "🐍 snake"]
        {
            assert_eq!(check(name).as_deref(), Ok(name));
        }
        assert_eq!(check("  Ann ").as_deref(), Ok("Ann"));
        assert_eq!(check(&"x".repeat(24)).as_deref(), Ok("x".repeat(24).as_str()));
    }

    #[test]
    fn what_cannot_be_seen_or_is_too_long_is_none() {
        for name in ["", "   ", "a\nb", "a\u{0}b", "a\u{202e}b", "\u{200b}", "a\u{2028}b", "\u{7f}"]
        {
            assert!(check(name).is_err(), "{name:?}");
        }
        assert!(check(&"x".repeat(25)).unwrap_err().contains("not 25"));
        assert!(check("a\u{202e}b").unwrap_err().contains("U+202E"));
    }
}
