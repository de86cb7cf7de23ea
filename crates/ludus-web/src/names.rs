//! Names that cannot be guessed: whoever knows one was told.

use std::io;

use ludus_core::Seed;

/// A name of 128 bits of the system's randomness.
pub(crate) fn unguessable() -> io::Result<String> {
    let mut bits = [0; 16];
    getrandom::fill(&mut bits).map_err(io::Error::other)?;
    Ok(bits.map(|byte| format!("{byte:02x}")).concat())
}

/// A seed that nobody knows in advance. It has as many bits as programs that read JSON numbers as doubles read
/// right.
pub(crate) fn seed() -> io::Result<Seed> {
    let mut bits = [0; 8];
    getrandom::fill(&mut bits).map_err(io::Error::other)?;
    Ok(Seed::new(u64::from_le_bytes(bits) >> 11))
}
