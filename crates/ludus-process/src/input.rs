//! Lines of bounded length, for this program as a bot of others.

use std::io::{self, BufRead};

/// The longest line that is accepted, in bytes. In chess a game of six thousand moves is a line of 30 kB.
pub const MAX_INPUT_LINE: usize = 1 << 20;

/// A line of the input.
#[derive(Debug, PartialEq, Eq)]
pub enum InputLine {
    /// A line without its line break; invalid UTF-8 is replaced.
    Line(String),
    /// A line longer than [`MAX_INPUT_LINE`], which was skipped.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads the next line, and never keeps more than [`MAX_INPUT_LINE`] bytes of it.
///
/// # Errors
/// If the input cannot be read.
pub fn next_line(input: &mut impl BufRead) -> io::Result<InputLine> {
    let mut line = Vec::new();
    let mut fits = true;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() && line.is_empty() && fits {
            return Ok(InputLine::End);
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(chunk.len());
        fits &= line.len() + taken <= MAX_INPUT_LINE;
        if fits {
            line.extend_from_slice(&chunk[..taken]);
        }
        let done = end.is_some() || chunk.is_empty();
        input.consume(taken + usize::from(end.is_some()));
        if done {
            let text = || String::from_utf8_lossy(&line).into_owned();
            return Ok(if fits { InputLine::Line(text()) } else { InputLine::TooLong });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_one_read() {
        let text = format!("uci\n{}\nquit", "x".repeat(MAX_INPUT_LINE + 1));
        let mut input = io::BufReader::new(text.as_bytes());
        let line = |text: &str| InputLine::Line(text.to_owned());
        assert_eq!(next_line(&mut input).unwrap(), line("uci"));
        assert_eq!(next_line(&mut input).unwrap(), InputLine::TooLong);
        assert_eq!(next_line(&mut input).unwrap(), line("quit"));
        assert_eq!(next_line(&mut input).unwrap(), InputLine::End);
    }
}
