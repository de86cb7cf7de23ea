//! What a match is called to the outside.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

/// A new identity for a match. External programs and servers tell matches apart by it, and no other match of any run has
/// the same. It says nothing about the match: no game, no number, and above all no seed, from which a program would know
/// the future. Nothing that is decided or reported depends on it.
pub(super) fn fresh_identity() -> String {
    static RUN: OnceLock<u128> = OnceLock::new();
    let run = RUN.get_or_init(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        now.as_micros() << 16 | u128::from(std::process::id() & 0xffff)
    });
    static MATCHES: AtomicU64 = AtomicU64::new(1);
    let fresh = MATCHES.fetch_add(1, Ordering::Relaxed);
    format!("m{run:x}-{fresh}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_match_has_another_identity() {
        assert_ne!(fresh_identity(), fresh_identity());
    }
}
