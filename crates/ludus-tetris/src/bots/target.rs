//! Which seat gets a bot's garbage.

use std::str::FromStr;

use ludus_core::{Game, Seat, SeedRng};
use serde::{Deserialize, Serialize};

use crate::game::Tetris;

/// How a bot chooses its target among the living opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TargetPolicy {
    /// The next seat.
    Next,
    /// Any seat, drawn again every turn.
    Random,
    /// The highest score.
    Score,
    /// The tallest board, then the highest score.
    Tallest,
}

impl TargetPolicy {
    /// The default for files that were written before targets could be set.
    pub(crate) const fn tallest() -> Self {
        Self::Tallest
    }

    /// The allowed words.
    pub const ALLOWED: &'static str = "next, random, score, tallest";

    /// The target of this seat; `None` without living opponents. Among equal opponents it is the next one in seat
    /// order.
    pub fn choose(self, game: &Tetris, seat: Seat, rng: &mut SeedRng) -> Option<Seat> {
        let seats = game.seats();
        let mut opponents = (1..seats)
            .filter_map(|step| Seat::new((seat.index() + step) % seats))
            .filter(|&other| game.field(other).is_alive());
        let tallness = |seat| (game.field(seat).board.max_height(), game.field(seat).score);
        match self {
            Self::Next => opponents.next(),
            Self::Random => rng.pick(&opponents.collect::<Vec<_>>()).copied(),
            Self::Score => first_greatest(opponents, |seat| game.field(seat).score),
            Self::Tallest => first_greatest(opponents, tallness),
        }
    }
}

fn first_greatest<K: Ord>(
    seats: impl Iterator<Item = Seat>,
    key: impl Fn(Seat) -> K,
) -> Option<Seat> {
    seats.reduce(|best, next| if key(next) > key(best) { next } else { best })
}

impl FromStr for TargetPolicy {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "next" => Ok(Self::Next),
            "random" => Ok(Self::Random),
            "score" => Ok(Self::Score),
            "tallest" => Ok(Self::Tallest),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::field::{Elimination, EliminationCause};
    use crate::rules::TetrisRules;
    use ludus_core::{Seed, SeededChance};

    #[test]
    fn targets_are_chosen_among_the_living() {
        let mut chance = SeededChance::new(Seed::new(1));
        let mut game = Tetris::new(&TetrisRules::default(), 4, &mut chance).unwrap();
        let seat = |n| Seat::new(n).unwrap();
        game.fields[0].score = 10;
        game.fields[2].out = Some(Elimination { turn: 1, cause: EliminationCause::ToppedOut });
        game.fields[2].score = 99;
        game.fields[3].score = 5;
        let mut rows = [".........."; 20];
        rows[19] = "#.........";
        game.fields[3].board = Board::from_rows(&rows).unwrap();
        let mut rng = Seed::new(2).rng();
        let mut choose = |aim: TargetPolicy| aim.choose(&game, seat(1), &mut rng).map(Seat::index);
        assert_eq!(choose(TargetPolicy::Next), Some(3), "2 is dead");
        assert_eq!(choose(TargetPolicy::Score), Some(0));
        assert_eq!(choose(TargetPolicy::Tallest), Some(3));
        let drawn: Vec<_> = (0..50).filter_map(|_| choose(TargetPolicy::Random)).collect();
        assert!(
            drawn.contains(&0) && drawn.contains(&3) && !drawn.contains(&1) && !drawn.contains(&2)
        );
    }

    #[test]
    fn alone_there_is_no_target() {
        let mut chance = SeededChance::new(Seed::new(1));
        let game = Tetris::new(&TetrisRules::default(), 1, &mut chance).unwrap();
        for aim in
            [TargetPolicy::Next, TargetPolicy::Random, TargetPolicy::Score, TargetPolicy::Tallest]
        {
            assert_eq!(aim.choose(&game, Seat::new(0).unwrap(), &mut Seed::new(1).rng()), None);
        }
    }
}
