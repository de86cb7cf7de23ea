//! The clipboard of the terminal (OSC 52), which works over remote connections, too.
//!
//! A terminal does not answer whether it took the text, and many ignore it. So what is copied is always shown as
//! well, to be selected by hand.

use std::io::{self, Write};

use crossterm::clipboard::CopyToClipboard;
use crossterm::execute;

/// Asks the terminal to put a text into its clipboard.
///
/// # Errors
/// If the terminal cannot be written to.
pub fn send(text: &str, out: &mut impl Write) -> io::Result<()> {
    execute!(out, CopyToClipboard::to_clipboard_from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_is_asked_in_base64() {
        let mut out = Vec::new();
        send("8/8/8/8/8/8/8/K1k5 w - - 0 1", &mut out).unwrap();
        assert_eq!(out, b"\x1b]52;c;OC84LzgvOC84LzgvOC9LMWs1IHcgLSAtIDAgMQ==\x1b\\");
    }
}
