//! Chance: future pieces, garbage holes, food. It is not part of the game, so a bot that holds a position cannot see
//! the future.

use rand_chacha::ChaCha8Rng;
use rand_core::Rng;

use crate::seed::{Seed, scale};

/// A kind of chance event of one game: the pieces, the garbage holes, the food.
///
/// Each kind is a separate sequence, so drawing from one never shifts another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ChanceKind(pub u8);

/// Where a game's chance events come from.
///
/// The driver of a match holds the real one. A bot that simulates from a position brings its own, and learns nothing
/// about the real one.
pub trait Chance {
    /// The outcome of event number `index` of this kind, one of `0..bound`.
    ///
    /// The answer depends on the arguments alone, not on earlier calls, so seats that are at different pieces can
    /// share one stream. `bound` must not be 0.
    fn draw(&mut self, kind: ChanceKind, index: u64, bound: u32) -> u32;
}

/// Chance from a seed. Matches are played with this one.
#[derive(Clone, Debug)]
pub struct SeededChance {
    base: ChaCha8Rng,
    streams: Vec<(ChanceKind, EventStream)>,
}

#[derive(Clone, Debug)]
struct EventStream {
    rng: ChaCha8Rng,
    next: u64,
}

impl SeededChance {
    /// Chance that depends on this seed alone.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self { base: seed.generator(), streams: Vec::new() }
    }

    fn stream(&mut self, kind: ChanceKind) -> &mut EventStream {
        let at = self.streams.iter().position(|(k, _)| *k == kind).unwrap_or_else(|| {
            let mut rng = self.base.clone();
            rng.set_stream(u64::from(kind.0) + 1);
            self.streams.push((kind, EventStream { rng, next: 0 }));
            self.streams.len() - 1
        });
        &mut self.streams[at].1
    }
}

impl Chance for SeededChance {
    fn draw(&mut self, kind: ChanceKind, index: u64, bound: u32) -> u32 {
        let stream = self.stream(kind);
        if stream.next != index {
            // One draw is 64 bits: two words of the generator.
            stream.rng.set_word_pos(u128::from(index) * 2);
        }
        stream.next = index + 1;
        scale(stream.rng.next_u64(), bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECES: ChanceKind = ChanceKind(0);
    const HOLES: ChanceKind = ChanceKind(1);

    #[test]
    fn a_draw_depends_on_its_index_and_not_on_the_order_of_asking() {
        let mut forward = SeededChance::new(Seed::new(5));
        let ahead: Vec<u32> = (0..50).map(|i| forward.draw(PIECES, i, 1000)).collect();
        let mut backward = SeededChance::new(Seed::new(5));
        for i in (0..50).rev() {
            assert_eq!(backward.draw(PIECES, i, 1000), ahead[i as usize]);
            backward.draw(HOLES, i * 3, 10);
        }
    }

    #[test]
    fn kinds_and_seeds_have_streams_of_their_own() {
        let sequence = |seed, kind| {
            let mut chance = SeededChance::new(Seed::new(seed));
            (0..20).map(|i| chance.draw(kind, i, 1000)).collect::<Vec<_>>()
        };
        assert_ne!(sequence(1, PIECES), sequence(1, HOLES));
        assert_ne!(sequence(1, PIECES), sequence(2, PIECES));
    }
}
