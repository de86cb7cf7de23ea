//! What cannot be guessed: the tokens of seats and hosts, and the names of rooms.

use std::fmt;
use std::io;

use serde::Serialize;

/// Whoever shows it owns a seat, or a room: 128 bits of the system's randomness.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(super) struct Token(String);

impl fmt::Debug for Token {
    /// A log does not show it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// A token that nobody knows yet.
    pub(super) fn new() -> io::Result<Self> {
        let mut bytes = [0; 16];
        fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether this is the token. How long it takes tells nothing about where the two differ.
    pub(super) fn is(&self, shown: &str) -> bool {
        let differences = |all, (a, b): (u8, u8)| all | (a ^ b);
        self.0.len() == shown.len() && self.0.bytes().zip(shown.bytes()).fold(0, differences) == 0
    }
}

/// The letters of rooms' names: no two that look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// How many letters the name of a room has: 60 bits.
const LENGTH: usize = 12;

/// The name of a new room, as part of a link. Whoever does not have the link does not find it.
pub(super) fn room_name() -> io::Result<String> {
    let mut bytes = [0; LENGTH];
    fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

/// A seed that nobody knows before the match is over.
pub(super) fn seed() -> io::Result<u64> {
    let mut bytes = [0; 8];
    fill(&mut bytes)?;
    // As many bits as programs that read JSON numbers as doubles read right.
    Ok(u64::from_le_bytes(bytes) >> 11)
}

fn fill(bytes: &mut [u8]) -> io::Result<()> {
    getrandom::fill(bytes).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_is_the_token() {
        let token = Token::new().unwrap();
        let Token(text) = token.clone();
        assert_eq!(text.len(), 32);
        assert!(token.is(&text));
        assert!(
            !token.is(&text[..31]) && !token.is("") && !token.is(&text.to_uppercase())
                || text.bytes().all(|b| b.is_ascii_digit())
        );
        assert!(token != Token::new().unwrap());
    }

    #[test]
    fn names_of_rooms_fit_into_addresses() {
        let name = room_name().unwrap();
        assert!(name.len() == LENGTH && name.bytes().all(|letter| LETTERS.contains(&letter)));
        assert_ne!(name, room_name().unwrap());
    }
}
