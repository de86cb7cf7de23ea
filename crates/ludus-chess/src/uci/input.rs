//! Lines from outside, none longer than a bound.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes. A game of six thousand moves is a line of 30 kB.
pub(super) const MAX_LINE: usize = 1 << 20;

/// A line of the input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// A line, without the end of line; what is not UTF-8 in it is replaced.
    Line(String),
    /// A line that is longer than [`MAX_LINE`]; it was skipped.
    TooLong,
    /// There is no more.
    End,
}

/// Reads the next line without keeping more of it than the bound.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Input> {
    let mut line = Vec::new();
    let mut fits = true;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() && line.is_empty() && fits {
            return Ok(Input::End);
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(chunk.len());
        fits &= line.len() + taken <= MAX_LINE;
        if fits {
            line.extend_from_slice(&chunk[..taken]);
        }
        let done = end.is_some() || chunk.is_empty();
        input.consume(taken + usize::from(end.is_some()));
        if done {
            let text = || String::from_utf8_lossy(&line).into_owned();
            return Ok(if fits { Input::Line(text()) } else { Input::TooLong });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_one_read() {
        let text = format!("uci\n{}\nquit", "x".repeat(MAX_LINE + 1));
        let mut input = io::BufReader::new(text.as_bytes());
        let line = |text: &str| Input::Line(text.to_owned());
        assert_eq!(next_line(&mut input).unwrap(), line("uci"));
        assert_eq!(next_line(&mut input).unwrap(), Input::TooLong);
        assert_eq!(next_line(&mut input).unwrap(), line("quit"));
        assert_eq!(next_line(&mut input).unwrap(), Input::End);
    }
}
