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

/// A new input made of one of the examples, with pieces of the others.
pub(crate) fn mutate(examples: &[String], dice: &mut Dice) -> String {
    let mut text = examples[dice.below(examples.len())].clone();
    for _ in 0..=dice.below(4) {
        text = change(&text, examples, dice);
        if text.len() > MOST_BYTES {
            let end = (0..=MOST_BYTES).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
            text.truncate(end);
        }
    }
    text
}

fn change(text: &str, examples: &[String], dice: &mut Dice) -> String {
    let mut pieces = pieces(text);
    if pieces.is_empty() {
        return dice.pick(&TEXTS).to_owned();
    }
    let place = dice.below(pieces.len());
    match dice.below(12) {
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
            let numbers = pieces.iter().enumerate().filter(|(_, piece)| is_number(piece));
            let places: Vec<_> = numbers.map(|(place, _)| place).collect();
            let place = if places.is_empty() { place } else { places[dice.below(places.len())] };
            pieces[place] = dice.pick(&NUMBERS);
        }
        8 => pieces[place] = dice.pick(&TEXTS),
        9 | 10 => {
            let other = &examples[dice.below(examples.len())];
            let others = self::pieces(other);
            if !others.is_empty() {
                let from = dice.below(others.len());
                let to = (from + 1 + dice.below(8)).min(others.len());
                let end = (place + dice.below(4)).min(pieces.len());
                pieces.splice(place..end, others[from..to].iter().copied());
            }
        }
        _ => return change_character(text, dice),
    }
    pieces.concat()
}

/// Replaces one character by one near it in the code, or by a random ASCII character.
fn change_character(text: &str, dice: &mut Dice) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let place = dice.below(characters.len());
    let near = char::from_u32(u32::from(characters[place]) ^ (1 << dice.below(6)));
    let random = char::from(dice.below(128) as u8);
    characters[place] = if dice.below(2) == 0 { near.unwrap_or(random) } else { random };
    characters.into_iter().collect()
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
            (0..50).map(|_| mutate(&examples, &mut dice)).collect::<Vec<_>>()
        };
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
    }

    #[test]
    fn inputs_stay_within_bounds() {
        let examples = ["x ".repeat(40_000)];
        let mut dice = Dice::new(Seed::new(3));
        assert!((0..50).all(|_| mutate(&examples, &mut dice).len() <= MOST_BYTES));
    }
}
