//! Placement perft against counts that other programs agree on.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ludus_versus::board::BitBoard;
use ludus_versus::perft::{divide, parse_queue, perft};

fn counts(queue: &str, depth: usize) -> Vec<u64> {
    let queue = parse_queue(queue).unwrap();
    (1..=depth).map(|depth| perft(&BitBoard::default(), &queue, depth)).collect()
}

#[test]
fn iolj_szt_to_depth_six() {
    assert_eq!(counts("IOLJSZT", 6), [17, 153, 5_266, 188_374, 3_497_187, 67_002_200]);
}

#[test]
fn tiol_jsz_to_depth_five() {
    assert_eq!(counts("TIOLJSZ", 5), [34, 600, 5_578, 201_082, 7_451_934]);
}

#[test]
fn dividing_by_the_first_placement_gives_the_same_sum() {
    let queue = parse_queue("TIOLJSZ").unwrap();
    let parts = divide(&BitBoard::default(), &queue, 3);
    assert_eq!(parts.len(), 34);
    assert_eq!(parts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 5_578);
    assert!(divide(&BitBoard::default(), &queue, 0).is_empty());
}
