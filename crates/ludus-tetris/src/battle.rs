//! A battle as one seat sees it.

use ludus_core::{Game, Seat};

use crate::game::Tetris;

/// What a seat can see of the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BattleContext {
    /// Rows of garbage that rise when the seat's piece locks.
    pub pending: u32,
    /// The tallest column of each living opponent, in the order of their seats.
    pub opponent_max_heights: Vec<usize>,
}

impl BattleContext {
    /// What this seat can see.
    #[must_use]
    pub fn of(game: &Tetris, seat: Seat) -> Self {
        let opponents = || {
            let living = game.living();
            Seat::first(game.seats())
                .filter(move |&other| other != seat && living.has(other))
                .map(|other| game.field(other))
        };
        Self {
            pending: game.field(seat).pending,
            opponent_max_heights: opponents().map(|field| field.board.max_height()).collect(),
        }
    }

    /// The number of living opponents.
    #[must_use]
    pub fn opponent_count(&self) -> usize {
        self.opponent_max_heights.len()
    }

    /// The numbers that scores depend on, for boards of this height.
    #[must_use]
    pub fn threat(&self, board_height: usize) -> Threat {
        let heights = &self.opponent_max_heights;
        let (sum, greatest) = (heights.iter().sum::<usize>(), heights.iter().max());
        let count = self.opponent_count().max(1);
        Threat {
            pending: f64::from(self.pending),
            board_height: board_height as f64,
            mean_height: sum as f64 / (count * board_height) as f64,
            greatest_height: greatest.copied().unwrap_or(0) as f64 / board_height as f64,
            has_opponents: !heights.is_empty(),
        }
    }
}

/// The numbers of a battle that scores depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threat {
    /// Rows of garbage that rise when the piece locks.
    pub pending: f64,
    /// Rows of the board.
    pub board_height: f64,
    /// The mean of the living opponents' tallest columns, as a share of the board's height.
    pub mean_height: f64,
    /// The greatest of them, as a share of the board's height.
    pub greatest_height: f64,
    /// Whether there is an opponent to send garbage to.
    pub has_opponents: bool,
}

impl Threat {
    /// No opponents: solo play on a board of this height.
    #[must_use]
    pub fn none(board_height: usize) -> Self {
        BattleContext::default().threat(board_height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::field::{Elimination, EliminationCause};
    use crate::rules::TetrisRules;
    use ludus_core::{Seed, SeededChance};

    fn board_of_height(height: usize) -> Board {
        let rows: Vec<_> = (0..20)
            .rev()
            .map(|row| if row < height { "#########." } else { ".........." })
            .collect();
        Board::from_rows(&rows).unwrap()
    }

    #[test]
    fn a_seat_sees_its_pending_rows_and_the_living_opponents() {
        let mut chance = SeededChance::new(Seed::new(1));
        let mut game = Tetris::new(&TetrisRules::default(), 4, &mut chance).unwrap();
        game.fields[0].pending = 2;
        game.fields[1].board = board_of_height(8);
        game.fields[2].board = board_of_height(15);
        game.fields[3].board = board_of_height(19);
        game.fields[3].out = Some(Elimination { turn: 1, cause: EliminationCause::ToppedOut });
        let context = BattleContext::of(&game, Seat::new(0).unwrap());
        assert_eq!(context.pending, 2);
        assert_eq!(context.opponent_max_heights, [8, 15]);
        assert_eq!(context.opponent_count(), 2);
        let threat = context.threat(20);
        assert_eq!((threat.mean_height, threat.greatest_height), (11.5 / 20.0, 0.75));
    }

    #[test]
    fn alone_there_is_no_threat() {
        let threat = Threat::none(20);
        assert_eq!((threat.pending, threat.mean_height, threat.greatest_height), (0.0, 0.0, 0.0));
        assert!(!threat.has_opponents);
    }
}
