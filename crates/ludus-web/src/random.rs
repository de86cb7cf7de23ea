//! Names and seeds that cannot be guessed, from the randomness of the operating system.

use std::io;

use ludus_core::Seed;

/// Random bytes.
pub(crate) fn bytes<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// A name that cannot be guessed: 128 random bits as hexadecimal digits.
pub(crate) fn token() -> io::Result<String> {
    Ok(bytes::<16>()?.map(|byte| format!("{byte:02x}")).concat())
}

/// A seed that cannot be guessed. It has 53 bits: programs that read JSON numbers as doubles read those exactly.
pub(crate) fn seed() -> io::Result<Seed> {
    Ok(Seed::new(u64::from_le_bytes(bytes()?) >> 11))
}
