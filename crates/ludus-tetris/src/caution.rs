//! Caution: points that put a seat in the lead make it the target of all opponents that hunt the leader.

use ludus_core::Seat;

use crate::field::{Field, LINE_SCORES};
use crate::game::Tetris;

/// Stack heights, including pending garbage, as shares of the board's height. Up to the first one caution counts in
/// full, from the second one on it counts nothing.
const RELIEF: (f64, f64) = (0.5, 0.75);

/// How far a seat leads, as each hunter of the leader sees it, and what a greater lead costs.
///
/// Strong opponents send their garbage to the highest score, so a seat that does not lead gets little of it. Caution
/// counts only against opponents that were seen to do so ([`Hunt`](crate::hunt::Hunt)), and less the higher the
/// seat's own stack is: a seat that does not clear lines dies anyway. With a single opponent, caution has no effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exposure {
    /// What the points of a single line cost for each hunter.
    price: f64,
    /// For each hunter, by how many points the seat leads the best of the hunter's other possible targets, in single
    /// lines on its level. Unused entries are negative infinity.
    leads: [f64; Seat::MAX],
}

impl Exposure {
    /// Points cost nothing.
    pub const NONE: Self = Self { price: 0.0, leads: [f64::NEG_INFINITY; Seat::MAX] };

    /// The exposure of a seat with this caution: what the points of a single line cost while its stack is low and
    /// all its opponents hunt.
    #[must_use]
    pub fn of(game: &Tetris, seat: Seat, caution: u16) -> Self {
        let living = game.living();
        let opponents = || living.iter().filter(|other| *other != seat);
        let count = opponents().count();
        if caution == 0 || count < 2 {
            return Self::NONE;
        }
        let own = game.field(seat);
        let line = LINE_SCORES[1] * u64::from(own.level());
        let lead = |hunter: Seat| {
            let others = opponents().filter(|other| *other != hunter);
            let best = others.map(|other| game.field(other).score).max().unwrap_or(0);
            (own.score as f64 - best as f64) / line as f64
        };
        let mut leads = Self::NONE.leads;
        let hunters = opponents().filter(|other| game.field(*other).hunt.is_seen());
        leads.iter_mut().zip(hunters).for_each(|(slot, hunter)| *slot = lead(hunter));
        Self { price: f64::from(caution) * share(own) / count as f64, leads }
    }

    /// What clearing this many lines costs: the price of the points by which the lead grows.
    #[must_use]
    pub fn cost(self, lines: usize) -> f64 {
        self.price * (self.after(lines).ahead() - self.ahead())
    }

    /// The exposure when this many lines are cleared.
    #[must_use]
    pub fn after(self, lines: usize) -> Self {
        let points = LINE_SCORES[lines.min(LINE_SCORES.len() - 1)] / LINE_SCORES[1];
        Self { leads: self.leads.map(|lead| lead + points as f64), ..self }
    }

    fn ahead(self) -> f64 {
        self.leads.iter().map(|lead| lead.max(0.0)).sum()
    }
}

/// The share of its caution that a seat can afford at its stack height.
fn share(own: &Field) -> f64 {
    let (low, high) = RELIEF;
    let rows = own.board.max_height() as f64 + f64::from(own.pending);
    let stack = rows / own.board.height() as f64;
    ((high - stack) / (high - low)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::field::{Elimination, EliminationCause};
    use crate::hunt::Hunt;
    use crate::rules::TetrisRules;
    use ludus_core::{Game as _, Seed, SeededChance};

    /// A match of seats with these scores, of which these were seen to hunt the leader.
    fn game(scores: &[u64], hunters: &[usize]) -> Tetris {
        let mut chance = SeededChance::new(Seed::new(1));
        let mut game = Tetris::new(&TetrisRules::default(), scores.len(), &mut chance).unwrap();
        for (field, score) in game.fields.iter_mut().zip(scores) {
            field.score = *score;
        }
        hunters.iter().for_each(|&n| game.fields[n].hunt = Hunt::seen());
        game
    }

    fn exposure(game: &Tetris, caution: u16) -> Exposure {
        Exposure::of(game, Seat::new(0).unwrap(), caution)
    }

    fn costs(exposure: Exposure) -> [f64; 5] {
        [0, 1, 2, 3, 4].map(|lines| (exposure.cost(lines) * 1e9).round() / 1e9)
    }

    #[test]
    fn points_cost_nothing_below_the_best_of_the_others() {
        let exposure = exposure(&game(&[100, 200, 400, 400], &[1, 2, 3]), 10);
        // One line scores 100, two score 300, three 500, four 800; the best of the others have 400.
        assert_eq!(costs(exposure), [0.0, 0.0, 0.0, 20.0, 50.0]);
        assert!((exposure.after(2).cost(1) - 10.0).abs() < 1e-9);
    }

    #[test]
    fn a_seat_that_leads_pays_for_all_points() {
        let exposure = exposure(&game(&[2000, 1000, 400], &[1, 2]), 10);
        assert_eq!(costs(exposure), [0.0, 10.0, 30.0, 50.0, 80.0]);
    }

    #[test]
    fn only_seats_that_were_seen_to_hunt_count() {
        let cost = |hunters: &[usize]| costs(exposure(&game(&[2000, 0, 0, 0], hunters), 9))[1];
        assert_eq!([cost(&[]), cost(&[2]), cost(&[1, 2]), cost(&[1, 2, 3])], [0.0, 3.0, 6.0, 9.0]);
        assert_eq!(cost(&[0]), 0.0, "one's own hunt does not count");
    }

    #[test]
    fn a_leader_that_hunts_turns_to_the_second() {
        let lead = |hunter| costs(exposure(&game(&[300, 900, 200], &[hunter]), 10))[1];
        assert_eq!(lead(1), 5.0, "the leader does not hit itself");
        assert_eq!(lead(2), 0.0, "the last one hits the leader");
    }

    #[test]
    fn on_a_higher_level_the_same_lines_score_more() {
        let mut game = game(&[100, 400, 400], &[1, 2]);
        game.fields[0].lines = 20;
        // Level 3: a line scores 300, two score 900.
        assert_eq!(costs(exposure(&game, 10))[1..3], [0.0, 10.0 * (900.0 - 300.0) / 300.0]);
    }

    #[test]
    fn caution_falls_with_the_height_of_the_own_stack() {
        let cost = |height: usize, pending| {
            let mut game = game(&[2000, 0, 0], &[1, 2]);
            let mut rows = [".........."; 20];
            rows[20 - height..].fill("#.........");
            game.fields[0].board = Board::from_rows(&rows).unwrap();
            game.fields[0].pending = pending;
            costs(exposure(&game, 10))[1]
        };
        assert_eq!(
            [0, 10, 11, 12, 15, 20].map(|height| cost(height, 0)),
            [10.0, 10.0, 8.0, 6.0, 0.0, 0.0]
        );
        assert_eq!(cost(8, 4), 6.0, "what is about to rise counts too");
    }

    #[test]
    fn with_one_opponent_there_is_nothing_to_hide() {
        assert_eq!(exposure(&game(&[2000, 1000], &[1]), 10), Exposure::NONE);
        let mut three = game(&[2000, 1000, 400], &[1, 2]);
        three.fields[1].out = Some(Elimination { turn: 1, cause: EliminationCause::ToppedOut });
        assert_eq!(exposure(&three, 10), Exposure::NONE);
        assert_eq!(exposure(&game(&[2000], &[]), 10), Exposure::NONE);
        assert_eq!(exposure(&game(&[9, 0, 0], &[1, 2]), 0).cost(4), 0.0);
    }
}
