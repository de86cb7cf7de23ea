//! Which positions the search has seen, each with the best value it was seen with.

/// A table of positions by their hash.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    slots: Vec<(u64, f32)>,
    count: usize,
}

impl Seen {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(1 << 12, (0, 0.0));
        self.count = 0;
    }

    /// Whether a position is new, or better than before. The table remembers the better value.
    #[inline]
    pub fn is_better(&mut self, hash: u64, value: f32) -> bool {
        if (self.count + 1) * 2 > self.slots.len() {
            self.grow();
        }
        // 0 marks an empty slot.
        let hash = hash | 1;
        let mask = self.slots.len() - 1;
        let mut at = (hash >> 1) as usize & mask;
        loop {
            let slot = &mut self.slots[at];
            if slot.0 == 0 {
                *slot = (hash, value);
                self.count += 1;
                return true;
            }
            if slot.0 == hash {
                let better = value > slot.1;
                if better {
                    slot.1 = value;
                }
                return better;
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let larger = (self.slots.len() * 2).max(1 << 12);
        let old = std::mem::replace(&mut self.slots, vec![(0, 0.0); larger]);
        let mask = larger - 1;
        for (hash, value) in old.into_iter().filter(|(hash, _)| *hash != 0) {
            let mut at = (hash >> 1) as usize & mask;
            while self.slots[at].0 != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = (hash, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_seen_again_only_if_it_is_better() {
        let mut seen = Seen::default();
        seen.clear();
        for hash in (0..10_000_u64).map(|n| n << 1) {
            assert!(seen.is_better(hash, 1.0));
        }
        for hash in (0..10_000_u64).map(|n| n << 1) {
            assert!(!seen.is_better(hash, 1.0));
            assert!(seen.is_better(hash, 2.0));
            assert!(!seen.is_better(hash, 1.5));
        }
    }
}
