//! What a match is called to the outside.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use crate::series::SeriesPlan;

/// The identity of a match to the outside: that of its replay, and something that no other run has. External
/// servers tell matches apart by it; nothing that is decided or reported depends on it.
pub(super) fn identity(game: &str, plan: &SeriesPlan, number: u64) -> String {
    static RUN: OnceLock<u128> = OnceLock::new();
    let run = RUN.get_or_init(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        now.as_micros() << 16 | u128::from(std::process::id() & 0xffff)
    });
    static MATCHES: AtomicU64 = AtomicU64::new(1);
    let fresh = MATCHES.fetch_add(1, Ordering::Relaxed);
    format!("{game}-{}-{:06}-{run:x}-{fresh}", plan.seed, number + 1)
}
