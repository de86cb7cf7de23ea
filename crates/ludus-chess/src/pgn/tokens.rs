//! PGN text as tokens.
//!
//! Every step consumes all that it has looked at, so that any text is read in linear time.

/// One piece of PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PgnToken<'a> {
    /// `[Name "Value"]`.
    Tag(&'a str, String),
    /// A move, a result, or any other word.
    Word(&'a str),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
}

/// The tokens of a text, each with its byte offset. Comments, move numbers and annotation numbers are left out, and so
/// are tags that are not closed on their line.
pub(super) struct PgnTokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> PgnTokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Takes everything up to and including `end`, or the rest of the text if there is no `end`.
    fn take_to(&mut self, end: char) -> &'a str {
        let rest = &self.text[self.at..];
        let length = rest.find(end);
        self.at += length.map_or(rest.len(), |length| length + end.len_utf8());
        &rest[..length.unwrap_or(rest.len())]
    }

    /// Takes a word. A bracket that closes nothing is a word of its own.
    fn take_word(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let ends = |c: char| c.is_whitespace() || "{}();[]".contains(c);
        let end = rest[first..].find(ends).map_or(rest.len(), |end| first + end);
        let end = if rest.starts_with(['}', ']']) { first } else { end };
        self.at += end;
        &rest[..end]
    }
}

impl<'a> Iterator for PgnTokens<'a> {
    type Item = (usize, PgnToken<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let rest = &self.text[self.at..];
            let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
            self.at += rest.len() - rest.trim_start_matches(blank).len();
            let at = self.at;
            let token = match self.text[at..].chars().next()? {
                '{' => {
                    self.take_to('}');
                    None
                }
                ';' | '%' => {
                    self.take_to('\n');
                    None
                }
                '[' => tag(self.take_to('\n')),
                '(' => {
                    self.at += 1;
                    Some(PgnToken::Open)
                }
                ')' => {
                    self.at += 1;
                    Some(PgnToken::Close)
                }
                _ => word(self.take_word()),
            };
            if let Some(token) = token {
                return Some((at, token));
            }
        }
    }
}

/// Parses `[Name "Value"]`; the value may have escaped quotes. The rest of the line is ignored.
fn tag(line: &str) -> Option<PgnToken<'_>> {
    let (name, rest) = line.strip_prefix('[')?.split_once('"')?;
    let mut value = String::new();
    let mut escaped = false;
    for letter in rest.chars() {
        match letter {
            '"' if !escaped => return Some(PgnToken::Tag(name.trim(), value)),
            '\\' if !escaped => escaped = true,
            _ => {
                value.push(letter);
                escaped = false;
            }
        }
    }
    None
}

/// A word without the move number in front of it.
fn word(word: &str) -> Option<PgnToken<'_>> {
    let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = if number.starts_with('.') { number.trim_start_matches('.') } else { word };
    let skipped = bare.is_empty()
        || bare.starts_with('$')
        || bare.chars().all(|c| c.is_ascii_digit() || "!?}]".contains(c));
    (!skipped).then_some(PgnToken::Word(bare))
}
