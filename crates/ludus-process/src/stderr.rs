//! What a program writes to standard error: the lines since the last look, and the last lines of all.

use std::collections::VecDeque;
use std::mem;

/// How many of the last lines are kept for errors.
const TAIL_LINES: usize = 20;
/// How many characters of each of them are kept.
const TAIL_CHARS: usize = 300;
/// How many lines are kept between two looks.
const RECENT_LINES: usize = 200;
/// How many bytes are kept between two looks.
const RECENT_BYTES: usize = 16 << 10;
/// How many bytes of a line are kept.
const LINE_BYTES: usize = 4 << 10;

/// What a program wrote to standard error since the last look, see [`Process::take_stderr`](crate::Process::take_stderr).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StderrLines {
    /// The first lines, without control characters and without empty lines.
    pub lines: Vec<String>,
    /// How many bytes of further lines, and of the ends of long lines, were dropped.
    pub dropped: u64,
}

/// What gets a copy of every line, if anything does.
pub(crate) type Log<'a> = Option<&'a mut dyn FnMut(&str)>;

/// Takes the bytes of standard error. What it keeps is bounded, and so is the work for each piece of bytes: a program that
/// writes without end costs little more than reading.
#[derive(Debug, Default)]
pub(crate) struct StderrBuffer {
    /// The line that is not finished yet, at most [`LINE_BYTES`] of it.
    open: Vec<u8>,
    tail: VecDeque<String>,
    recent: StderrLines,
    /// How many bytes `recent` has.
    recent_bytes: usize,
    /// Whether `recent` takes no more lines.
    is_full: bool,
}

impl StderrBuffer {
    /// Takes bytes. The log gets every finished line.
    pub(crate) fn push(&mut self, mut bytes: &[u8], mut log: Log<'_>) {
        if self.is_full && log.is_none() {
            // Only the last lines are of use.
            let skipped = start_of_last_lines(bytes, TAIL_LINES + 1);
            if skipped > 0 {
                self.recent.dropped += (skipped + self.open.len()) as u64;
                self.open.clear();
                bytes = &bytes[skipped..];
            }
        }
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (line, is_finished) = match part.strip_suffix(b"\n") {
                Some(line) => (line, true),
                None => (part, false),
            };
            let room = LINE_BYTES - self.open.len();
            self.open.extend_from_slice(&line[..line.len().min(room)]);
            self.recent.dropped += line.len().saturating_sub(room) as u64;
            if is_finished {
                self.end_line(&mut log);
            }
        }
    }

    /// Ends the line that is not finished, because no more follows.
    pub(crate) fn finish(&mut self, mut log: Log<'_>) {
        self.end_line(&mut log);
    }

    fn end_line(&mut self, log: &mut Log<'_>) {
        let line = printable(&mem::take(&mut self.open));
        if line.trim().is_empty() {
            return;
        }
        if let Some(log) = log {
            log(&line);
        }
        if self.tail.len() == TAIL_LINES {
            self.tail.pop_front();
        }
        self.tail.push_back(line.chars().take(TAIL_CHARS).collect());
        self.is_full |= self.recent_bytes + line.len() > RECENT_BYTES;
        if self.is_full {
            self.recent.dropped += line.len() as u64 + 1;
        } else {
            self.recent_bytes += line.len();
            self.recent.lines.push(line);
            self.is_full = self.recent.lines.len() == RECENT_LINES;
        }
    }

    /// The lines since the last call.
    pub(crate) fn take_recent(&mut self) -> StderrLines {
        (self.recent_bytes, self.is_full) = (0, false);
        mem::take(&mut self.recent)
    }

    /// The last lines, oldest first.
    pub(crate) fn tail(&self) -> Vec<String> {
        self.tail.iter().cloned().collect()
    }
}

/// Where the last `count` lines begin, the last of which may be unfinished; 0 if there are fewer.
fn start_of_last_lines(bytes: &[u8], count: usize) -> usize {
    let mut breaks = bytes.iter().enumerate().rev().filter(|(_, byte)| **byte == b'\n');
    breaks.nth(count).map_or(0, |(at, _)| at + 1)
}

/// The text without control characters, which could move the reader's cursor or change colours.
fn printable(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let letters = text.chars().map(|letter| if letter == '\t' { ' ' } else { letter });
    letters.filter(|letter| !letter.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(buffer: &mut StderrBuffer, text: impl AsRef<[u8]>) {
        buffer.push(text.as_ref(), None);
    }

    #[test]
    fn only_the_last_lines_are_kept_and_only_their_beginnings() {
        let mut buffer = StderrBuffer::default();
        for number in 0..1000 {
            push(&mut buffer, format!("line {number}\n"));
        }
        push(&mut buffer, "x".repeat(100_000));
        buffer.finish(None);
        let lines = buffer.tail();
        assert_eq!(lines.len(), TAIL_LINES);
        assert_eq!(lines[0], "line 981");
        assert_eq!(lines[19].len(), TAIL_CHARS);
    }

    #[test]
    fn control_characters_are_left_out() {
        let mut buffer = StderrBuffer::default();
        push(&mut buffer, b"\x1b[2Jred\x07\talert\r\n\n");
        assert_eq!(buffer.tail(), ["[2Jred alert"]);
    }

    #[test]
    fn a_letter_that_arrives_in_two_pieces_is_one_letter() {
        let mut buffer = StderrBuffer::default();
        push(&mut buffer, b"caf\xc3");
        push(&mut buffer, b"\xa9\n");
        assert_eq!(buffer.tail(), ["café"]);
    }

    #[test]
    fn each_look_has_the_lines_since_the_last_one() {
        let mut buffer = StderrBuffer::default();
        push(&mut buffer, "one\ntwo\nunfin");
        let recent = buffer.take_recent();
        assert_eq!(recent, StderrLines { lines: vec!["one".into(), "two".into()], dropped: 0 });
        push(&mut buffer, "ished\n");
        assert_eq!(buffer.take_recent().lines, ["unfinished"]);
        assert_eq!(buffer.take_recent(), StderrLines::default());
    }

    #[test]
    fn a_flood_is_counted_and_dropped_but_for_its_beginning_and_its_end() {
        let mut buffer = StderrBuffer::default();
        let chunk = "0123456789\n".repeat(1000);
        for _ in 0..100 {
            push(&mut buffer, &chunk);
        }
        push(&mut buffer, "the end\n");
        assert_eq!(buffer.tail()[18..], ["0123456789", "the end"]);
        let recent = buffer.take_recent();
        assert_eq!(recent.lines.len(), RECENT_LINES);
        let all = 100 * chunk.len() as u64;
        assert!(recent.dropped > all * 8 / 10 && recent.dropped < all, "{}", recent.dropped);
        push(&mut buffer, format!("{}\n", "y".repeat(LINE_BYTES + 5)));
        let recent = buffer.take_recent();
        assert_eq!((recent.lines[0].len(), recent.dropped), (LINE_BYTES, 5));
    }
}
