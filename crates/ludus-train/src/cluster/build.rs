//! Which programs may work for each other: those whose matches come out the same.

use std::fmt;

use ludus_arena::{AnyTrainable, ArenaError};
use ludus_core::Seed;
use ludus_core::text::read_shown;
use serde::{Deserialize, Serialize};

use super::names::hash;

/// The number of the form of what is sent. Programs of different forms do not understand each other.
pub const PROTOCOL: u32 = 2;

/// How many turns of each match are played to tell builds apart.
const TURNS: usize = 40;
/// How many matches of everything that can be trained.
const MATCHES: u64 = 2;

/// What tells whether two programs compute the same scores: the form of what they send, their version,
/// and a fingerprint of how a fixed set of matches goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The form of what is sent, [`PROTOCOL`].
    pub protocol: u32,
    /// The version of the program.
    #[serde(deserialize_with = "read_shown")]
    pub version: String,
    /// Where the matches went, as a checksum.
    #[serde(deserialize_with = "read_shown")]
    pub fingerprint: String,
}

impl Build {
    /// The build of the program of this version that trains these.
    ///
    /// # Errors
    /// If a match cannot be played.
    pub fn of(
        version: &str,
        trainables: &[impl AsRef<dyn AnyTrainable>],
    ) -> Result<Self, ArenaError> {
        let mut seen = String::new();
        for trainable in trainables.iter().map(AsRef::as_ref) {
            let settings = trainable.settings();
            let (game, name) = (trainable.game(), trainable.name());
            seen.push_str(&format!("{game} {name} {settings} {:?}\n", trainable.genes()));
            for number in 0..MATCHES {
                seen.push_str(&trainable.trace(Seed::new(number), TURNS)?);
            }
        }
        let fingerprint = format!("{:016x}", hash(seen.as_bytes()) as u64);
        Ok(Self { protocol: PROTOCOL, version: version.to_owned(), fingerprint })
    }

    /// The build as a part of subjects and names.
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
