//! The pairs of a Swiss round: bots with equal points meet, and no two bots meet twice.

use std::collections::BTreeSet;

/// What pairing looks at.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// Points of each bot, in whole half-points.
    pub(super) points: Vec<u64>,
    /// Pairs that have met, the smaller index first.
    pub(super) met: BTreeSet<(usize, usize)>,
    /// Bots that had a round off.
    pub(super) byes: BTreeSet<usize>,
}

/// The pairs of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    /// Who meets whom, best first.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Who has a round off, where the number of bots is odd.
    pub(super) bye: Option<usize>,
}

/// The next round: by points, within a group of equal points the upper half meets the lower half,
/// and who is left over meets the best of the next group. `None` if two bots would have to
/// meet twice.
pub(super) fn pair(history: &History) -> Option<Round> {
    let mut order: Vec<usize> = (0..history.points.len()).collect();
    // Equal points: the order in which they were named.
    order.sort_by_key(|&bot| (std::cmp::Reverse(history.points[bot]), bot));
    if order.len().is_multiple_of(2) {
        return pairs(history, &order).map(|pairs| Round { pairs, bye: None });
    }
    // The last who had none yet has the round off.
    order.iter().rev().filter(|bot| !history.byes.contains(bot)).find_map(|&bye| {
        let rest: Vec<usize> = order.iter().copied().filter(|&bot| bot != bye).collect();
        pairs(history, &rest).map(|pairs| Round { pairs, bye: Some(bye) })
    })
}

/// Pairs the first with the bot that suits best, and then the rest; goes back where that does not work
/// out.
fn pairs(history: &History, order: &[usize]) -> Option<Vec<(usize, usize)>> {
    let Some((&first, rest)) = order.split_first() else { return Some(Vec::new()) };
    for opponent in candidates(history, first, rest) {
        let left: Vec<usize> = rest.iter().copied().filter(|&bot| bot != opponent).collect();
        if let Some(others) = pairs(history, &left) {
            return Some(std::iter::once((first, opponent)).chain(others).collect());
        }
    }
    None
}

/// Whom the first may meet, the most suitable first: in its own group from the middle down, then
/// the upper half from its end, then the groups below from their top.
fn candidates(history: &History, first: usize, rest: &[usize]) -> Vec<usize> {
    let points = |bot: usize| history.points[bot];
    let equal = rest.iter().take_while(|&&bot| points(bot) == points(first)).count();
    let (group, below) = rest.split_at(equal);
    // The first is one of the upper half, the others of which come before the lower half.
    let (upper, lower) = group.split_at(group.len().div_ceil(2).saturating_sub(1));
    let fresh = |bot: &usize| !history.met.contains(&(first.min(*bot), first.max(*bot)));
    lower.iter().chain(upper.iter().rev()).chain(below).copied().filter(fresh).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn history(points: &[u64]) -> History {
        History { points: points.to_vec(), ..History::default() }
    }

    #[test]
    fn in_the_first_round_the_upper_half_meets_the_lower_half() {
        let round = pair(&history(&[0; 8])).unwrap();
        assert_eq!(round.pairs, [(0, 4), (1, 5), (2, 6), (3, 7)]);
        assert_eq!(round.bye, None);
    }

    #[test]
    fn equal_points_meet_and_who_is_left_over_meets_the_next_group() {
        // Points 2 2 2 | 1 1 1: the third of the first group is left over.
        let round = pair(&history(&[2, 2, 2, 1, 1, 1])).unwrap();
        assert_eq!(round.pairs, [(0, 1), (2, 3), (4, 5)]);
        let mut met = history(&[2, 2, 2, 1, 1, 1]);
        met.met = [(0, 1), (2, 3)].into_iter().collect();
        assert_eq!(pair(&met).unwrap().pairs, [(0, 2), (1, 3), (4, 5)]);
    }

    #[test]
    fn the_last_without_one_has_the_round_off() {
        let mut odd = history(&[4, 2, 2, 0, 0]);
        assert_eq!(pair(&odd).unwrap().bye, Some(4));
        odd.byes = [4].into_iter().collect();
        assert_eq!(pair(&odd).unwrap().bye, Some(3));
    }

    proptest! {
        /// Any results, as many rounds as a plan allows: always a round, never a repetition, a
        /// round off at most once, every bot in every round.
        #[test]
        fn no_two_bots_meet_twice(bots in 2usize..24, seed in 0u64..1000) {
            let mut rng = ludus_core::Seed::new(seed).rng();
            let mut so_far = history(&vec![0; bots]);
            for _ in 0..bots.div_ceil(2) {
                let round = pair(&so_far).expect("there is a round");
                let mut seen: BTreeSet<usize> = round.bye.into_iter().collect();
                for &(a, b) in &round.pairs {
                    prop_assert!(so_far.met.insert((a.min(b), a.max(b))), "{a} and {b} met before");
                    prop_assert!(seen.insert(a) && seen.insert(b));
                    let won = u64::from(rng.below(3));
                    so_far.points[a] += won;
                    so_far.points[b] += 2 - won;
                }
                prop_assert_eq!(seen.len(), bots);
                if let Some(bye) = round.bye {
                    prop_assert!(so_far.byes.insert(bye), "{} was off before", bye);
                    so_far.points[bye] += 2;
                }
            }
        }
    }
}
