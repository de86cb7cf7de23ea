//! Recorded seeds must keep their meaning: these numbers never change.
//!
//! They were computed with a separate program that follows the definition of ChaCha with 8 rounds.

use ludus_core::{Chance, ChanceKind, Seed, SeededChance};

#[test]
fn derived_seeds_are_the_recorded_ones() {
    assert_eq!(Seed::new(0).derive("", 0).number(), 7_538_303_010_471_392);
    assert_eq!(Seed::new(1).derive("match", 0).number(), 7_968_832_967_247_835);
    assert_eq!(Seed::new(1).derive("match", 1).number(), 1_599_830_012_414_174);
    assert_eq!(Seed::new(u64::MAX).derive("bot", 7).number(), 7_394_066_051_172_492);
}

#[test]
fn random_numbers_are_the_recorded_ones() {
    let mut rng = Seed::new(1).rng();
    assert_eq!(
        [rng.next_u64(), rng.next_u64()],
        [7_037_237_572_835_827_407, 5_440_448_899_038_119_230]
    );
    assert_eq!([0; 8].map(|_| rng.below(100)), [79, 91, 85, 13, 73, 78, 40, 45]);
    assert_eq!(rng.unit(), 0.8433018719817226);
}

#[test]
fn chance_draws_are_the_recorded_ones() {
    let mut chance = SeededChance::new(Seed::new(1));
    let pieces: Vec<_> = (0..12).map(|i| chance.draw(ChanceKind(0), i, 7)).collect();
    assert_eq!(pieces, [0, 5, 4, 2, 2, 6, 3, 1, 6, 6, 1, 1]);
    let holes: Vec<_> = (0..12).map(|i| chance.draw(ChanceKind(1), i << 32, 10)).collect();
    assert_eq!(holes, [3, 6, 9, 4, 0, 0, 6, 0, 3, 4, 4, 7]);
}
