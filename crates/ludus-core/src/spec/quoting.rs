//! Quotes in the settings of a bot: commas inside them do not end a value.
//!
//! A quote opens where a value or a word begins and closes at the next quote of its kind, so the apostrophe in `it's` is an
//! ordinary character. In double quotes, a backslash keeps a quote or a backslash as it is.

/// The parts between commas outside quotes.
pub(super) fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut begin, mut at) = (0, 0);
    let mut opens = false;
    while let Some(letter) = text[at..].chars().next() {
        if opens && let Some(length) = quoted_length(&text[at..]) {
            at += length;
            opens = false;
            continue;
        }
        if letter == ',' {
            parts.push(&text[begin..at]);
            begin = at + 1;
        }
        opens = letter == '=' || letter == ' ';
        at += letter.len_utf8();
    }
    parts.push(&text[begin..]);
    parts
}

/// The length of the quoted text that this begins with, quotes included.
fn quoted_length(text: &str) -> Option<usize> {
    let mut letters = text.char_indices();
    let (_, quote) = letters.next().filter(|(_, c)| matches!(c, '"' | '\''))?;
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' if quote == '"' => drop(letters.next()),
            letter if letter == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// A value without the quotes around it, if there are quotes around all of it.
pub(super) fn unquoted(value: &str) -> String {
    if quoted_length(value) != Some(value.len()) {
        return value.to_owned();
    }
    let inner = &value[1..value.len() - 1];
    if value.starts_with('\'') {
        return inner.to_owned();
    }
    let mut plain = String::with_capacity(inner.len());
    let mut letters = inner.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                plain.push(next);
                letters.next();
            }
            _ => plain.push(letter),
        }
    }
    plain
}

/// A value as it is written so that it is read back: in quotes if it needs them.
pub(super) fn quoted(value: &str) -> String {
    // What follows may have quotes, which must not close one of this value.
    let reads_back = ["'", "\""].into_iter().all(|quote| {
        let next = format!("z={quote}");
        let text = format!("k={value},{next}");
        let parts = parts(&text);
        let (last, own) = parts.split_last().unwrap_or((&"", &[]));
        *last == next && own.iter().skip(1).all(|part| !part.contains('='))
    });
    if reads_back && quoted_length(value) != Some(value.len()) {
        return value.to_owned();
    }
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}
