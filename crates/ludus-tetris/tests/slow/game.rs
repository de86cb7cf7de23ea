//! Matches by the slow rules.

use super::Grid;
use ludus_core::{Chance, ChanceKind, Seat};
use ludus_tetris::{Action, Piece, Pieces, Spawn, TetrisRules};

/// What one seat has.
#[derive(Clone, Debug)]
pub(crate) struct Side {
    pub(crate) grid: Grid,
    pub(crate) current: Piece,
    pub(crate) next: Piece,
    pub(crate) score: u64,
    pub(crate) lines: usize,
    pub(crate) pieces: usize,
    pub(crate) pending: usize,
    pub(crate) received: usize,
    pub(crate) sent: usize,
    pub(crate) target: usize,
    /// The turn it went out, and whether by forfeit.
    pub(crate) out: Option<(usize, bool)>,
}

/// A match.
#[derive(Clone, Debug)]
pub(crate) struct SlowGame {
    pub(crate) rules: TetrisRules,
    pub(crate) sides: Vec<Side>,
    pub(crate) turn: usize,
    draws: u64,
    /// The pieces left in the bag or bank, one entry for each.
    supply: Vec<Piece>,
}

impl SlowGame {
    pub(crate) fn new(rules: &TetrisRules, seats: usize, chance: &mut dyn Chance) -> Self {
        let mut supply = Vec::new();
        for piece in Piece::ALL {
            let count = if rules.pieces == Pieces::Bank { rules.bank.count(piece) } else { 1 };
            supply.extend(std::iter::repeat_n(piece, usize::from(count)));
        }
        let side = |seat: usize| Side {
            grid: Grid::new(rules.width, rules.height),
            current: Piece::I,
            next: Piece::I,
            score: 0,
            lines: 0,
            pieces: 0,
            pending: 0,
            received: 0,
            sent: 0,
            target: (seat + 1) % seats,
            out: None,
        };
        let sides = (0..seats).map(side).collect();
        let mut game = Self { rules: *rules, sides, turn: 0, draws: 0, supply };
        game.next_pieces(chance);
        game.next_pieces(chance);
        game
    }

    fn draw(&mut self, chance: &mut dyn Chance) -> Piece {
        if self.rules.pieces == Pieces::Bag7 && self.supply.is_empty() {
            self.supply = Piece::ALL.to_vec();
        }
        let from_supply = self.rules.pieces != Pieces::Uniform && !self.supply.is_empty();
        let bound = if from_supply { self.supply.len() } else { 7 };
        let number = chance.draw(ChanceKind(0), self.draws, bound as u32) as usize;
        self.draws += 1;
        if from_supply { self.supply.remove(number) } else { Piece::ALL[number] }
    }

    fn next_pieces(&mut self, chance: &mut dyn Chance) {
        let shared = (self.rules.pieces != Pieces::Bank).then(|| self.draw(chance));
        for seat in self.living() {
            let piece = shared.unwrap_or_else(|| self.draw(chance));
            let side = &mut self.sides[seat];
            side.current = side.next;
            side.next = piece;
        }
    }

    pub(crate) fn living(&self) -> Vec<usize> {
        (0..self.sides.len()).filter(|&seat| self.sides[seat].out.is_none()).collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        let few = if self.sides.len() == 1 { 0 } else { 1 };
        let cap = self.rules.max_pieces.unwrap_or(0) as usize;
        self.living().len() <= few || cap > 0 && self.turn >= cap
    }

    /// Plays a turn; no action is a forfeit.
    pub(crate) fn play(&mut self, actions: &[(Seat, Option<Action>)], chance: &mut dyn Chance) {
        self.turn += 1;
        let alive_before = self.living();
        let mut sent = vec![0; self.sides.len()];
        let free = self.rules.spawn == Spawn::Free;
        for (seat, action) in actions {
            let seat = seat.index();
            let side = &mut self.sides[seat];
            let Some(action) = action else {
                side.out = Some((self.turn, true));
                continue;
            };
            if let Some(target) = action.target {
                side.target = target.index();
            }
            let landed = side.grid.drop(side.current, action.placement, free).unwrap();
            side.score += [0, 100, 300, 500, 800][landed.lines] * (side.lines as u64 / 10 + 1);
            side.lines += landed.lines;
            side.pieces += 1;
            side.grid = landed.grid;
            if landed.out {
                side.out = Some((self.turn, false));
            } else if landed.lines >= 2 && self.sides.len() > 1 {
                let target = self.resolve(seat, &alive_before).unwrap();
                self.sides[seat].sent += landed.lines - 1;
                sent[target] += landed.lines - 1;
            }
        }
        for seat in self.living() {
            let side = &mut self.sides[seat];
            for _ in 0..side.pending {
                let index = (seat as u64) * (1 << 32) + side.received as u64;
                let hole = chance.draw(ChanceKind(1), index, self.rules.width as u32);
                side.received += 1;
                if side.grid.rise(hole as usize) {
                    side.out = Some((self.turn, false));
                    break;
                }
            }
            side.pending = sent[seat];
        }
        self.next_pieces(chance);
        for seat in self.living() {
            let side = &mut self.sides[seat];
            if !free && !side.grid.spawns(side.current) {
                side.out = Some((self.turn, false));
            }
        }
        self.sudden_death();
        let living = self.living();
        for &seat in &living {
            self.sides[seat].target =
                self.resolve(seat, &living).unwrap_or(self.sides[seat].target);
        }
    }

    fn sudden_death(&mut self) {
        let settings = self.rules.sudden_death;
        let (turn, start) = (self.turn, settings.turn as usize);
        if self.sides.len() > 1 && turn >= start && (turn - start) % settings.every as usize == 0 {
            for seat in self.living() {
                self.sides[seat].pending += 1 + (turn - start) / settings.grow as usize;
            }
        }
    }

    /// The seat's target if it is one of these, or the next one of these.
    fn resolve(&self, seat: usize, living: &[usize]) -> Option<usize> {
        let seats = self.sides.len();
        (0..seats)
            .map(|step| (self.sides[seat].target + step) % seats)
            .find(|other| *other != seat && living.contains(other))
    }

    /// How many seats came before each seat, plus one.
    pub(crate) fn ranks(&self) -> Vec<usize> {
        let key = |side: &Side| match side.out {
            None => (usize::MAX, 1, side.score),
            Some((turn, forfeit)) => (turn, usize::from(!forfeit), side.score),
        };
        let better = |side: &Side| self.sides.iter().filter(|o| key(o) > key(side)).count();
        self.sides.iter().map(|side| better(side) + 1).collect()
    }
}
