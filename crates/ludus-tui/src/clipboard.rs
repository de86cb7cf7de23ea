//! The clipboard: that of the desktop, or else the terminal's.

use std::io::{self, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

/// A clipboard. The desktop's is kept open, because on some systems what was copied is gone with it.
#[derive(Default)]
pub struct Clipboard {
    desktop: Option<arboard::Clipboard>,
}

impl Clipboard {
    /// Copies a text: with the desktop's clipboard where there is one, and otherwise, over a remote
    /// connection for example, by asking the terminal (OSC 52).
    ///
    /// # Errors
    /// If the terminal cannot be written to.
    pub fn copy(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        if self.desktop.is_none() {
            self.desktop = arboard::Clipboard::new().ok();
        }
        let copied = self.desktop.as_mut().is_some_and(|desktop| desktop.set_text(text).is_ok());
        if copied { Ok(()) } else { ask_terminal(text, out) }
    }
}

/// Asks the terminal to copy a text.
fn ask_terminal(text: &str, out: &mut impl Write) -> io::Result<()> {
    write!(out, "\x1b]52;c;{}\x07", BASE64_STANDARD.encode(text))?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_is_asked_in_base64() {
        let mut out = Vec::new();
        ask_terminal("8/8/8/8/8/8/8/K1k5 w - - 0 1", &mut out).unwrap();
        assert_eq!(out, b"\x1b]52;c;OC84LzgvOC84LzgvOC9LMWs1IHcgLSAtIDAgMQ==\x07");
    }
}
