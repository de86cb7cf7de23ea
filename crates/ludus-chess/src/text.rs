//! Text from outside, as error messages quote it.

/// The beginning of a text that may be long, with `…` if something is left out.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(shortened("Nf3", 3), "Nf3");
        assert_eq!(shortened("♞♞♞♞", 2), "♞♞…");
    }
}
