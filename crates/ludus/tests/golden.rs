//! Recorded games of every rule set: a change of the rules cannot slip through.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::Ludus;

#[test]
fn the_golden_replays_hold() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let mut checked = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = Ludus::new().text(&format!("replay {} --verify", path.display()));
        assert!(text.contains(": verified, "), "{text}");
        checked += 1;
    }
    assert!(checked >= 19, "only {checked} golden replays were found");
}
