//! The steps between neighbouring heights as bits, and the metrics that follow from them.
//!
//! Steps come in six kinds: 0, 1 up, 1 down, 2 up, 2 down, and 3 or more. Each kind has a lane with a bit for every pair
//! of neighbours; three lanes share a word. So "a step of 0 and then one of 1 up" is two bits side by side in two lanes.

use wide::u32x16;

use crate::board::MAX_WIDTH;
use crate::metric::Metric;

/// The bits of a lane: a pair for each column, and one at the right wall.
const LANE: u32 = MAX_WIDTH as u32 + 1;
/// The lowest bit of each lane.
const LOWEST: u64 = 1 | 1 << LANE | 1 << (2 * LANE);
/// One whole lane.
const WHOLE: u64 = (1 << LANE) - 1;

/// Which steps there are, and where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeightSteps {
    /// The lanes of 0, 1 up and 1 down.
    small: u64,
    /// The lanes of 2 up, 2 down, and 3 or more.
    large: u64,
}

/// A step at the first place, by its size plus 3.
const KINDS: [HeightSteps; 7] = [
    HeightSteps { small: 0, large: 1 << (2 * LANE) },
    HeightSteps { small: 0, large: 1 << LANE },
    HeightSteps { small: 1 << (2 * LANE), large: 0 },
    HeightSteps { small: 1, large: 0 },
    HeightSteps { small: 1 << LANE, large: 0 },
    HeightSteps { small: 0, large: 1 },
    HeightSteps { small: 0, large: 1 << (2 * LANE) },
];

impl HeightSteps {
    /// Adds a step at a place where there is none yet.
    #[inline(always)]
    pub(crate) const fn add(&mut self, place: usize, step: i32) {
        let size = if step < -3 {
            -3
        } else if step > 3 {
            3
        } else {
            step
        };
        let kind = KINDS[(size + 3) as usize];
        self.small |= kind.small << place;
        self.large |= kind.large << place;
    }

    /// A metric that follows from the steps alone; 0 for others.
    #[inline(always)]
    pub(crate) const fn get(self, metric: Metric) -> i32 {
        match metric {
            Metric::FlatSteps => self.flat_steps(),
            Metric::DoubleSteps => self.double_steps(),
            Metric::SteepSteps => self.steep_steps(),
            Metric::BothSteps => self.both(),
            Metric::FlatPair => self.flat_pair(),
            Metric::FlatTriple => self.flat_triple(),
            Metric::LyingSAndZ => self.lying_s_and_z(),
            Metric::TSlot => self.t_slot(),
            Metric::Hooks => self.hooks(),
            Metric::FittingPieces => self.fitting_pieces(),
            Metric::SAndZFits => self.s_and_z_fits(),
            _ => 0,
        }
    }

    /// Removes the steps at `count` places.
    #[inline(always)]
    pub(crate) const fn remove(&mut self, place: usize, count: usize) {
        let places = LOWEST.wrapping_mul(((1 << count) - 1) << place);
        self.small &= !places;
        self.large &= !places;
    }

    /// Keeps only the steps between columns of a board of this width. The places 0 and `width` are at the walls.
    #[inline(always)]
    pub(crate) const fn keep_inside(&mut self, width: usize) {
        let inside = LOWEST * ((1 << width) - 2);
        self.small &= inside;
        self.large &= inside;
    }

    const fn flat(self) -> u64 {
        self.small & WHOLE
    }

    const fn up(self) -> u64 {
        self.small >> LANE & WHOLE
    }

    const fn down(self) -> u64 {
        self.small >> (2 * LANE)
    }

    const fn double_up(self) -> u64 {
        self.large & WHOLE
    }

    const fn double_down(self) -> u64 {
        self.large >> LANE & WHOLE
    }

    /// Where an S fits lying: a step of 0 and then 1 up.
    const fn lying_s(self) -> u64 {
        self.flat() & self.up() >> 1
    }

    /// Where a Z fits lying: a step of 1 down and then 0.
    const fn lying_z(self) -> u64 {
        self.down() & self.flat() >> 1
    }

    /// How many steps of 0 there are.
    #[inline(always)]
    pub(crate) const fn flat_steps(self) -> i32 {
        count(self.flat())
    }

    /// How many steps of 2 there are.
    #[inline(always)]
    pub(crate) const fn double_steps(self) -> i32 {
        count(self.large & (WHOLE | WHOLE << LANE))
    }

    /// How many steps of 3 and more there are.
    #[inline(always)]
    pub(crate) const fn steep_steps(self) -> i32 {
        count(self.large >> (2 * LANE))
    }

    /// Whether there are steps of 1 both up and down.
    #[inline(always)]
    pub(crate) const fn both(self) -> i32 {
        any(self.up()) & any(self.down())
    }

    /// Whether two neighbours are equally high.
    #[inline(always)]
    pub(crate) const fn flat_pair(self) -> i32 {
        any(self.flat())
    }

    /// Whether three neighbours are equally high.
    #[inline(always)]
    pub(crate) const fn flat_triple(self) -> i32 {
        any(self.flat() & self.flat() >> 1)
    }

    /// How many of S and Z fit lying.
    #[inline(always)]
    pub(crate) const fn lying_s_and_z(self) -> i32 {
        any(self.lying_s()) + any(self.lying_z())
    }

    /// Whether a T fits point down: a step of 1 down and then 1 up.
    #[inline(always)]
    pub(crate) const fn t_slot(self) -> i32 {
        any(self.down() & self.up() >> 1)
    }

    /// How many of L and J fit hooked: L over a step of 2 down, J over one of 2 up.
    #[inline(always)]
    pub(crate) const fn hooks(self) -> i32 {
        any(self.double_up()) + any(self.double_down())
    }

    /// How many of the seven pieces fit without a hole. The standing I always does. A flat pair is room for O, J and L; a
    /// step of 1 for T, and up for a standing Z, down for a standing S.
    #[inline(always)]
    pub(crate) const fn fitting_pieces(self) -> i32 {
        let pair = self.flat_pair();
        let t = self.flat_triple() | any(self.up()) | any(self.down());
        let s = any(self.down() | self.lying_s());
        let z = any(self.up() | self.lying_z());
        let j = pair | any(self.double_up());
        let l = pair | any(self.double_down());
        1 + pair + t + s + z + j + l
    }

    /// In how many ways S and Z fit, at most three each.
    #[inline(always)]
    pub(crate) const fn s_and_z_fits(self) -> i32 {
        at_most_three(count(self.down()) + count(self.lying_s()))
            + at_most_three(count(self.up()) + count(self.lying_z()))
    }
}

/// A step of −2 to 2 as a number to be added up: [`SIZE_BITS`] count each size. Greater steps do not count. No board has
/// enough columns to overflow one bit less.
#[inline(always)]
pub(crate) const fn small_step(step: i32) -> u32 {
    let size = (step + 2) as u32;
    if size < 5 { 1 << (SIZE_BITS * size) } else { 0 }
}

/// How many different sizes a sum of [`small_step`] has.
#[inline(always)]
pub(crate) const fn different_steps(sum: u32) -> i32 {
    ((sum + ALMOST_ONE_MORE) & HIGHEST_BITS).count_ones() as i32
}

/// The same for sums side by side: the bits whose number is the answer.
#[inline(always)]
pub(crate) fn different_sizes(sums: u32x16) -> u32x16 {
    (sums + u32x16::splat(ALMOST_ONE_MORE)) & u32x16::splat(HIGHEST_BITS)
}

/// How many bits count each size of small step.
pub(crate) const SIZE_BITS: u32 = 6;
/// A one for each size of small step.
const EACH_SIZE: u32 = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24;
/// Adding this sets the highest bit of every count that is not 0.
const ALMOST_ONE_MORE: u32 = 31 * EACH_SIZE;
const HIGHEST_BITS: u32 = 32 * EACH_SIZE;

#[inline(always)]
const fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}

#[inline(always)]
const fn any(bits: u64) -> i32 {
    (bits != 0) as i32
}

#[inline(always)]
const fn at_most_three(ways: i32) -> i32 {
    if ways < 3 { ways } else { 3 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(heights: &[i32]) -> HeightSteps {
        let mut steps = HeightSteps::default();
        for (i, pair) in heights.windows(2).enumerate() {
            steps.add(i + 1, pair[1] - pair[0]);
        }
        steps
    }

    #[test]
    fn steps_are_counted_by_kind() {
        let all = steps(&[0, 0, 1, 3, 7, 5, 4, 0, 0]);
        assert_eq!((all.flat_steps(), all.double_steps(), all.steep_steps()), (2, 2, 2));
        assert_eq!((all.both(), all.hooks()), (1, 2));
    }

    #[test]
    fn an_empty_board_has_room_for_all_but_the_steps() {
        let flat = steps(&[4; 10]);
        assert_eq!(flat.fitting_pieces(), 5, "I, O, T, J and L; S and Z leave a hole");
        assert_eq!((flat.flat_pair(), flat.flat_triple(), flat.s_and_z_fits()), (1, 1, 0));
        assert_eq!(steps(&[0, 5, 0, 5]).fitting_pieces(), 1, "only the I");
    }

    #[test]
    fn s_and_z_fit_lying_and_standing() {
        let s = steps(&[2, 2, 3, 8]);
        assert_eq!((s.lying_s_and_z(), s.s_and_z_fits()), (1, 2), "S lying, Z standing");
        let many = steps(&[9, 8, 7, 6, 5, 4]);
        assert_eq!(many.s_and_z_fits(), 3, "S in five ways, of which three count");
    }

    #[test]
    fn a_t_fits_point_down_between_two_neighbours_one_higher() {
        assert_eq!(steps(&[3, 2, 3, 9]).t_slot(), 1);
        assert_eq!(steps(&[3, 2, 2, 3]).t_slot(), 0);
    }

    #[test]
    fn steps_can_be_taken_out_again() {
        let mut some = steps(&[0, 1, 1, 5, 3, 0]);
        some.remove(2, 3);
        assert_eq!((some.flat_steps(), some.double_steps(), some.steep_steps()), (0, 0, 1));
        let mut last = HeightSteps::default();
        last.add(0, 0);
        last.add(MAX_WIDTH, 0);
        last.add(MAX_WIDTH - 1, -1);
        last.keep_inside(MAX_WIDTH);
        assert_eq!((last.flat_steps(), last.s_and_z_fits()), (0, 1));
    }

    #[test]
    fn small_steps_are_counted_by_size() {
        let sum = |steps: &[i32]| steps.iter().map(|&step| small_step(step)).sum::<u32>();
        assert_eq!(different_steps(0), 0);
        assert_eq!(different_steps(sum(&[0; MAX_WIDTH])), 1);
        assert_eq!(different_steps(sum(&[-2, -1, 0, 1, 2, 3, -3, 40, -40])), 5);
        assert_eq!(different_steps(sum(&[7, -3])), 0);
    }
}
