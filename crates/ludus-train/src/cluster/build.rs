//! The build of a program: programs of the same build compute the same results.

use std::fmt;

use ludus_arena::{AnyTrainable, ArenaError};
use ludus_core::Seed;
use ludus_core::text::read_shown;
use serde::{Deserialize, Serialize};

use super::subjects::hash;

/// The version of the messages. Programs with different versions do not understand each other.
pub const PROTOCOL: u32 = 2;

/// How many turns of each match go into the fingerprint.
const FINGERPRINT_TURNS: usize = 40;
/// How many matches of each trainable go into the fingerprint.
const FINGERPRINT_MATCHES: u64 = 2;

/// Identifies programs that compute the same results: the version of their messages, their own version, and a
/// fingerprint of a fixed set of matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The version of the messages, [`PROTOCOL`].
    pub protocol: u32,
    /// The version of the program.
    #[serde(deserialize_with = "read_shown")]
    pub version: String,
    /// A checksum of the fixed matches.
    #[serde(deserialize_with = "read_shown")]
    pub fingerprint: String,
}

impl Build {
    /// The build of a program of this version that can train these.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn of(
        version: &str,
        trainables: &[impl AsRef<dyn AnyTrainable>],
    ) -> Result<Self, ArenaError> {
        let mut played = String::new();
        for trainable in trainables.iter().map(AsRef::as_ref) {
            let settings = trainable.settings();
            let (game, name) = (trainable.game(), trainable.name());
            played.push_str(&format!("{game} {name} {settings} {:?}\n", trainable.genes()));
            for number in 0..FINGERPRINT_MATCHES {
                played.push_str(&trainable.trace(Seed::new(number), FINGERPRINT_TURNS)?);
            }
        }
        let fingerprint = format!("{:016x}", hash(played.as_bytes()) as u64);
        Ok(Self { protocol: PROTOCOL, version: version.to_owned(), fingerprint })
    }

    /// The build as one token of a subject.
    pub(super) fn token(&self) -> String {
        let Self { protocol, version, fingerprint } = self;
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let version: String = version.chars().map(plain).collect();
        format!("p{protocol}-{version}-{fingerprint}")
    }
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { protocol, version, fingerprint } = self;
        write!(f, "{version}/{protocol}/{fingerprint}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_one_token_of_a_subject() {
        let build = Build { protocol: 1, version: "0.1.0".into(), fingerprint: "ab".into() };
        assert_eq!(build.token(), "p1-0_1_0-ab");
        assert_eq!(build.to_string(), "0.1.0/1/ab");
    }
}
