//! The tokens of seats and hosts, and the names of rooms. They cannot be guessed.

use std::fmt;
use std::io;

use serde::Serialize;

use crate::random;

/// Proves that a client owns a seat or a room: 128 random bits.
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
    /// A new token.
    pub(super) fn new() -> io::Result<Self> {
        random::token().map(Self)
    }

    /// Whether this is the token. The time it takes does not depend on where the two differ.
    pub(super) fn is(&self, shown: &str) -> bool {
        let differences = |all, (a, b): (u8, u8)| all | (a ^ b);
        self.0.len() == shown.len() && self.0.bytes().zip(shown.bytes()).fold(0, differences) == 0
    }
}

/// The letters of rooms' names. No two look alike.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// How many letters the name of a room has: 60 bits.
const LENGTH: usize = 12;

/// The name of a new room, as part of a link. Only people who have the link find the room.
pub(super) fn room_name() -> io::Result<String> {
    let letters =
        random::bytes::<LENGTH>()?.map(|byte| char::from(LETTERS[usize::from(byte % 32)]));
    Ok(letters.iter().collect())
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
