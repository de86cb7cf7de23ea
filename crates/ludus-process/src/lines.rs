//! Splits bytes into lines.

/// A buffer of output that returns whole lines. No byte is scanned twice.
#[derive(Debug, Default)]
pub(crate) struct LineBuffer {
    bytes: Vec<u8>,
    /// Where the next line begins.
    begin: usize,
    /// Up to here there is no line break.
    scanned: usize,
}

impl LineBuffer {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        // Lines that were returned already are removed.
        self.bytes.drain(..self.begin);
        self.scanned -= self.begin;
        self.begin = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// How many bytes have not been returned yet.
    pub(crate) fn buffered(&self) -> usize {
        self.bytes.len() - self.begin
    }

    /// The next whole line, trimmed; invalid UTF-8 is replaced.
    pub(crate) fn next_line(&mut self) -> Option<String> {
        let rest = &self.bytes[self.scanned..];
        match rest.iter().position(|&byte| byte == b'\n') {
            Some(length) => {
                let end = self.scanned + length;
                let line = String::from_utf8_lossy(&self.bytes[self.begin..end]).trim().to_owned();
                (self.begin, self.scanned) = (end + 1, end + 1);
                Some(line)
            }
            None => {
                self.scanned = self.bytes.len();
                None
            }
        }
    }

    /// What follows the last line break, as a line.
    pub(crate) fn unfinished_line(&mut self) -> Option<String> {
        let rest = String::from_utf8_lossy(&self.bytes[self.begin..]).trim().to_owned();
        (self.begin, self.scanned) = (self.bytes.len(), self.bytes.len());
        (!rest.is_empty()).then_some(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_do_not_depend_on_how_the_bytes_arrive() {
        let mut lines = LineBuffer::default();
        assert_eq!(lines.next_line(), None);
        for part in ["uci", "ok\r\nrea", "dyok\n\n", "best"] {
            lines.push(part.as_bytes());
        }
        assert_eq!(lines.next_line().as_deref(), Some("uciok"));
        assert_eq!(lines.next_line().as_deref(), Some("readyok"));
        lines.push(b"move \xff e2e4");
        assert_eq!(lines.next_line().as_deref(), Some(""));
        assert_eq!(lines.next_line(), None);
        assert_eq!(lines.buffered(), 15);
        assert_eq!(lines.unfinished_line().as_deref(), Some("bestmove \u{fffd} e2e4"));
        assert_eq!(lines.buffered(), 0);
    }
}
