//! Makes new inputs of examples: what is nearly right finds more than noise does.
//!
//! An input is cut into pieces: words, numbers, quoted texts, signs. Pieces are deleted, repeated, swapped, replaced by
//! pieces of other examples or by values at the edges of their kind; a few changes fall on single characters.

use ludus_core::Seed;

/// Inputs are not grown beyond this size, in bytes: larger ones are refused by size before they are parsed.
const MOST_BYTES: usize = 64 * 1024;

/// Numbers at the edges of the types that parsers use.
const NUMBERS: [&str; 20] = [
    "0",
    "-0",
    "1",
    "-1",
    "7",
    "8",
    "9",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "1e308",
    "1e999",
    "NaN",
];

/// Texts that have upset parsers before: empty, wide, invisible, nested, escaped.
const TEXTS: [&str; 16] = [
    "", " ", "\n", "\r\n", "\t", "\0", "\u{feff}", "\u{202e}", "é", "😀", "\\", "\"", "null",
    "[[[[[[[[", "{}", "//",
];

/// A stream of small random numbers: the same seed gives the same inputs.
pub(crate) struct Dice {
    state: u64,
}

impl Dice {
    pub(crate) fn new(seed: Seed) -> Self {
        Self { state: seed.number() | 1 }
    }

    /// A number below `bound`, by xorshift64* (Vigna 2016): good enough to choose with, and fast.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        let value = self.state.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        value as usize % bound.max(1)
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// Examples cut into pieces, once for all the inputs that are made of them.
pub(crate) struct Examples<'a> {
    cut: Vec<Vec<&'a str>>,
}

impl<'a> Examples<'a> {
    pub(crate) fn new(texts: &'a [String]) -> Self {
        Self { cut: texts.iter().map(|text| pieces(text)).collect() }
    }

    /// A new input made of one of the examples, with pieces of the others.
    pub(crate) fn mutate(&self, dice: &mut Dice) -> String {
        let mut pieces = self.pick(dice).clone();
        let mut characters = 0;
        for _ in 0..=dice.below(4) {
            match dice.below(12) {
                0 => characters += 1,
                _ => self.change(&mut pieces, dice),
            }
        }
        let mut text = pieces.concat();
        for _ in 0..characters {
            change_character(&mut text, dice);
        }
        if text.len() > MOST_BYTES {
            text.truncate(text.floor_char_boundary(MOST_BYTES));
        }
        text
    }

    fn pick(&self, dice: &mut Dice) -> &Vec<&'a str> {
        &self.cut[dice.below(self.cut.len())]
    }

    fn change(&self, pieces: &mut Vec<&'a str>, dice: &mut Dice) {
        if pieces.is_empty() {
            pieces.push(dice.pick(&TEXTS));
            return;
        }
        let place = dice.below(pieces.len());
        match dice.below(11) {
            0 => drop(pieces.remove(place)),
            1 => pieces.insert(place, pieces[place]),
            2 => {
                let other = dice.below(pieces.len());
                pieces.swap(place, other);
            }
            3 => pieces.truncate(place),
            4 => drop(pieces.drain(..place)),
            5 => {
                let times = 1 << dice.below(10);
                let piece = pieces[place];
                pieces.splice(place..place, std::iter::repeat_n(piece, times));
            }
            6 | 7 => {
                let next = pieces[place..].iter().position(|piece| is_number(piece));
                pieces[place + next.unwrap_or(0)] = dice.pick(&NUMBERS);
            }
            8 => pieces[place] = dice.pick(&TEXTS),
            _ => {
                let others = self.pick(dice);
                if !others.is_empty() {
                    let from = dice.below(others.len());
                    let to = (from + 1 + dice.below(8)).min(others.len());
                    let end = (place + dice.below(4)).min(pieces.len());
                    pieces.splice(place..end, others[from..to].iter().copied());
                }
            }
        }
    }
}

/// Replaces one character by one near it in the code, or by a random ASCII character.
fn change_character(text: &mut String, dice: &mut Dice) {
    let place = text.floor_char_boundary(dice.below(text.len()));
    let Some(old) = text[place..].chars().next() else { return };
    let near = char::from_u32(u32::from(old) ^ (1 << dice.below(6)));
    let random = char::from(dice.below(128) as u8);
    let new = if dice.below(2) == 0 { near.unwrap_or(random) } else { random };
    text.replace_range(place..place + old.len_utf8(), new.encode_utf8(&mut [0; 4]));
}

/// Cuts a text into words, numbers, quoted texts and single signs. Joined, they are the text again.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => rest[1..].find('"').map_or(1, |end| end + 2),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (piece, behind) = rest.split_at(length);
        found.push(piece);
        rest = behind;
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '+')
}

fn is_number(piece: &str) -> bool {
    piece.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_joined_are_the_text() {
        let text = "{\"a\": [1, -2.5e3, \"x y\"], \"ü\": \"open} \n";
        assert_eq!(pieces(text).concat(), text);
        assert_eq!(pieces("a1,\"b c\""), ["a1", ",", "\"b c\""]);
    }

    #[test]
    fn the_same_seed_gives_the_same_inputs() {
        let examples = ["e2e4 e7e5".to_owned(), "{\"fen\": 3}".to_owned()];
        let inputs = |seed| {
            let mut dice = Dice::new(Seed::new(seed));
            let examples = Examples::new(&examples);
            (0..50).map(|_| examples.mutate(&mut dice)).collect::<Vec<_>>()
        };
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
    }

    #[test]
    fn inputs_stay_within_bounds() {
        let examples = ["x ".repeat(40_000)];
        let examples = Examples::new(&examples);
        let mut dice = Dice::new(Seed::new(3));
        assert!((0..50).all(|_| examples.mutate(&mut dice).len() <= MOST_BYTES));
    }
}
