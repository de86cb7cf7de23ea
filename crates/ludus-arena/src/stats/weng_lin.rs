//! Weng–Lin ratings: for matches of any number of seats, game after game.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::Z95;

/// Ratings that every game changes. The order of the games matters.
#[derive(Clone, Debug)]
pub struct WengLin(Vec<WengLinRating>);

impl WengLin {
    /// Every bot begins with 25 ± 16.3.
    #[must_use]
    pub fn new(bots: usize) -> Self {
        Self(vec![WengLinRating::new(); bots])
    }

    /// One more bot; its number.
    pub fn join(&mut self) -> usize {
        self.0.push(WengLinRating::new());
        self.0.len() - 1
    }

    /// Takes in a game: who played, and the rank of each.
    pub fn push(&mut self, game: &[(usize, usize)]) {
        let ratings: Vec<[WengLinRating; 1]> = game.iter().map(|&(bot, _)| [self.0[bot]]).collect();
        let teams: Vec<_> = ratings
            .iter()
            .zip(game)
            .map(|(rating, &(_, rank))| (&rating[..], MultiTeamOutcome::new(rank)))
            .collect();
        let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
        for (&(bot, _), team) in game.iter().zip(&after) {
            if let [rating] = team[..] {
                self.0[bot] = rating;
            }
        }
    }

    /// The rating of a bot, and half of the width of its 95 % interval.
    #[must_use]
    pub fn rating(&self, bot: usize) -> (f64, f64) {
        (self.0[bot].rating, Z95 * self.0[bot].uncertainty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_of_two_gives_the_published_values() {
        // The worked example of OpenSkill's Bradley–Terry model: 25 ± 25/3 each, the first wins.
        let mut ratings = WengLin::new(2);
        ratings.push(&[(0, 1), (1, 2)]);
        let (winner, error) = ratings.rating(0);
        assert!((winner - 27.635_231_383_473_65).abs() < 1e-9, "{winner}");
        assert!((error / Z95 - 8.065_506_316_323_548).abs() < 1e-9, "{}", error / Z95);
        assert!((ratings.rating(1).0 - 22.364_768_616_526_35).abs() < 1e-9);
    }

    #[test]
    fn who_is_always_first_of_four_comes_out_on_top_and_surer() {
        let mut ratings = WengLin::new(5);
        for _ in 0..50 {
            ratings.push(&[(3, 2), (1, 1), (0, 4), (2, 3)]);
        }
        let order: Vec<f64> = [1, 3, 4, 2, 0].map(|bot| ratings.rating(bot).0).to_vec();
        assert!(order.windows(2).all(|pair| pair[0] > pair[1]), "{order:?}");
        assert!(ratings.rating(1).1 < ratings.rating(4).1);
    }
}
