//! The lines of a file, one at a time. A line that is too long to be held is reported instead.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes.
pub const LONGEST: usize = 16 << 20;

/// The lines of a file, the current one in memory.
pub struct LineReader<R> {
    input: R,
    number: usize,
    bytes: Vec<u8>,
}

/// One line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLine<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// What it says, without blanks around it, or why it cannot be read.
    pub text: Result<&'a str, &'static str>,
}

impl<R: BufRead> LineReader<R> {
    /// The lines of this input.
    pub fn new(input: R) -> Self {
        Self { input, number: 0, bytes: Vec::new() }
    }

    /// The next line that is not blank; `None` at the end.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn advance(&mut self) -> io::Result<Option<TextLine<'_>>> {
        loop {
            let Some(whole) = self.fill()? else { return Ok(None) };
            if !whole || !self.bytes.trim_ascii().is_empty() {
                return Ok(Some(self.line(whole)));
            }
        }
    }

    fn line(&self, whole: bool) -> TextLine<'_> {
        let text = match whole {
            true => str::from_utf8(self.bytes.trim_ascii()).map_err(|_| "it is not text in UTF-8"),
            false => Err("it is longer than 16 MiB"),
        };
        TextLine { number: self.number, text }
    }

    /// Reads one line; whether it could be held, or `None` at the end.
    fn fill(&mut self) -> io::Result<Option<bool>> {
        self.bytes.clear();
        self.number += 1;
        let (mut whole, mut any) = (true, false);
        loop {
            let held = match self.input.fill_buf() {
                Ok(held) => held,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if held.is_empty() {
                return Ok(any.then_some(whole));
            }
            any = true;
            let end = held.iter().position(|byte| *byte == b'\n');
            let part = &held[..end.unwrap_or(held.len())];
            whole = whole && self.bytes.len() + part.len() <= LONGEST;
            if whole {
                self.bytes.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(Some(whole));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_and_blank_ones_left_out() {
        let mut lines = LineReader::new(&b"one\n\n  two \r\n\xff\nthree"[..]);
        let mut all = Vec::new();
        while let Some(line) = lines.advance().unwrap() {
            all.push((line.number, line.text.map(str::to_owned)));
        }
        let text = |text: &str| Ok(text.to_owned());
        let broken = Err("it is not text in UTF-8");
        assert_eq!(all, [(1, text("one")), (3, text("two")), (4, broken), (5, text("three"))]);
    }

    #[test]
    fn a_line_that_is_too_long_is_told_and_the_next_one_read() {
        let mut text = vec![b'x'; LONGEST + 1];
        text.extend(b"\nnext");
        let mut lines = LineReader::new(&text[..]);
        assert_eq!(lines.advance().unwrap().unwrap().text, Err("it is longer than 16 MiB"));
        assert_eq!(lines.advance().unwrap().unwrap().text, Ok("next"));
        assert!(lines.advance().unwrap().is_none());
    }
}
