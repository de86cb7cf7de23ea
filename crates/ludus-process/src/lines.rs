//! Bytes into lines, and the last lines of standard error.

use std::collections::VecDeque;

/// How many lines of standard error are kept, and how many characters of each.
const TAIL_LINES: usize = 20;
const TAIL_CHARS: usize = 300;

/// Bytes that came in, cut into lines. What is looked at once is not looked at again.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    bytes: Vec<u8>,
    /// Where the next line begins.
    begin: usize,
    /// Up to where there is no end of line.
    scanned: usize,
}

impl Lines {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        // Lines that were taken make room for those that come.
        self.bytes.drain(..self.begin);
        self.scanned -= self.begin;
        self.begin = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// How many bytes are waiting to be taken.
    pub(crate) fn waiting(&self) -> usize {
        self.bytes.len() - self.begin
    }

    /// The next whole line, trimmed; what is not UTF-8 in it is replaced.
    pub(crate) fn take(&mut self) -> Option<String> {
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

    /// What is left after the last end of line, as a line.
    pub(crate) fn take_rest(&mut self) -> Option<String> {
        let rest = String::from_utf8_lossy(&self.bytes[self.begin..]).trim().to_owned();
        (self.begin, self.scanned) = (self.bytes.len(), self.bytes.len());
        (!rest.is_empty()).then_some(rest)
    }
}

/// The last lines of standard error, as they can be shown.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    lines: VecDeque<String>,
    /// The line that is coming in.
    open: String,
    /// How many of its characters were kept.
    kept: usize,
}

impl Tail {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for letter in String::from_utf8_lossy(bytes).chars() {
            match letter {
                '\n' => self.end_line(),
                // A program's words may not move the reader's cursor or change colours.
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

    /// The last lines, the oldest first; one that is not finished counts too.
    pub(crate) fn lines(&mut self) -> Vec<String> {
        self.end_line();
        self.lines.iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_out_however_the_bytes_came_in() {
        let mut lines = Lines::default();
        assert_eq!(lines.take(), None);
        for part in ["uci", "ok\r\nrea", "dyok\n\n", "best"] {
            lines.push(part.as_bytes());
        }
        assert_eq!(lines.take().as_deref(), Some("uciok"));
        assert_eq!(lines.take().as_deref(), Some("readyok"));
        lines.push(b"move \xff e2e4");
        assert_eq!(lines.take().as_deref(), Some(""));
        assert_eq!(lines.take(), None);
        assert_eq!(lines.waiting(), 15);
        assert_eq!(lines.take_rest().as_deref(), Some("bestmove \u{fffd} e2e4"));
        assert_eq!(lines.waiting(), 0);
    }

    #[test]
    fn only_the_last_lines_are_kept_and_only_their_beginnings() {
        let mut tail = Tail::default();
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
        let mut tail = Tail::default();
        tail.push(b"\x1b[2Jred\x07\talert\r\n\n");
        assert_eq!(tail.lines(), ["[2Jred alert"]);
    }
}
