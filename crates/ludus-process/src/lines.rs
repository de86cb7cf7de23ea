//! Splits bytes into lines, and keeps the last lines of standard error.

use std::collections::VecDeque;

/// How many lines of standard error are kept.
const TAIL_LINES: usize = 20;
/// How many characters of each line are kept.
const TAIL_CHARS: usize = 300;

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

/// The last lines of standard error, safe to display.
#[derive(Debug, Default)]
pub(crate) struct StderrTail {
    lines: VecDeque<String>,
    /// The line that is not finished yet.
    open: String,
    /// How many characters of it are kept.
    kept: usize,
}

impl StderrTail {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for letter in String::from_utf8_lossy(bytes).chars() {
            match letter {
                '\n' => self.end_line(),
                // Control characters could move the reader's cursor or change colours.
                '\t' => self.keep(' '),
                letter if letter.is_control() => {}
                letter => self.keep(letter),
            }
        }
    }

    fn keep(&mut self, letter: char) {
        if self.kept < TAIL_CHARS {
            self.open.push(letter);
            self.kept += 1;
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.open);
        self.kept = 0;
        if line.trim().is_empty() {
            return;
        }
        if self.lines.len() == TAIL_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// The last lines, oldest first, an unfinished one included.
    pub(crate) fn lines(&mut self) -> Vec<String> {
        self.end_line();
        self.lines.iter().cloned().collect()
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

    #[test]
    fn only_the_last_lines_are_kept_and_only_their_beginnings() {
        let mut tail = StderrTail::default();
        for number in 0..1000 {
            tail.push(format!("line {number}\n").as_bytes());
        }
        tail.push("x".repeat(100_000).as_bytes());
        let lines = tail.lines();
        assert_eq!(lines.len(), TAIL_LINES);
        assert_eq!(lines[0], "line 981");
        assert_eq!(lines[19].len(), TAIL_CHARS);
    }

    #[test]
    fn control_characters_are_left_out() {
        let mut tail = StderrTail::default();
        tail.push(b"\x1b[2Jred\x07\talert\r\n\n");
        assert_eq!(tail.lines(), ["[2Jred alert"]);
    }
}
