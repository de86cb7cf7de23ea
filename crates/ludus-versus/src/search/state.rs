//! The position of one seat as the search knows it, and what a placement makes of it.

use ludus_tetris::Piece;

use super::evaluate::evaluate;
use super::weights::{VersusWeights, Weight};
use crate::attack::{LineClear, Streak};
use crate::board::BitBoard;
use crate::field::VersusField;
use crate::movegen::{Move, Spin};
use crate::rules::MatchRules;

/// How many placements ahead garbage on its way is kept apart. What comes later counts as coming then.
const AHEAD: usize = 4;

/// The height above which the opponent's attack is dangerous.
const DANGEROUS: u32 = 16;

/// The most T-slots that a board is judged by.
const MOST_SLOTS: usize = 2;

/// The position of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatState {
    /// The cells, without garbage that rises during the search: its holes are not known.
    pub board: BitBoard,
    /// The piece that is held.
    pub hold: Option<Piece>,
    /// The number of the current piece in the sequence of known pieces.
    pub at: u8,
    /// What earlier placements mean for the next clear.
    pub streak: Streak,
    /// Rows of garbage by the number of placements after which they rise, the next one first.
    pub pending: [u8; AHEAD],
    /// How many rows of unknown garbage have risen below the board.
    pub risen: u8,
    /// Rows of attack that reached the opponent.
    pub sent: u16,
}

/// What the search knows besides the position.
#[derive(Clone, Debug)]
pub struct Knowledge<'a> {
    /// The rules of the match.
    pub rules: &'a MatchRules,
    /// What is worth how much.
    pub weights: &'a VersusWeights,
    /// The current piece and the next ones.
    pub pieces: Vec<Piece>,
    /// What the opponent can do.
    pub opponent: Option<super::opponent::OpponentThreat>,
}

/// One way to use the current piece: the piece that is placed, and what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Whether hold is used.
    pub hold: bool,
    /// The piece that is placed.
    pub piece: Piece,
    /// The piece that is held afterwards.
    pub held: Option<Piece>,
    /// The number of the next current piece.
    pub next: u8,
}

impl Choice {
    /// The ways to use the piece with number `at`. Where the known pieces end, only the held one can be placed.
    pub fn all(hold: Option<Piece>, at: u8, pieces: &[Piece]) -> impl Iterator<Item = Self> {
        let current = pieces.get(usize::from(at)).copied();
        let next = pieces.get(usize::from(at) + 1).copied();
        let plain = current.map(|piece| Self { hold: false, piece, held: hold, next: at + 1 });
        let swapped = match hold {
            Some(piece) => Some(Self { hold: true, piece, held: current, next: at + 1 }),
            None => next.map(|piece| Self { hold: true, piece, held: current, next: at + 2 }),
        };
        let swapped = swapped.filter(|choice| Some(choice.piece) != current);
        plain.into_iter().chain(swapped)
    }
}

impl SeatState {
    /// The position of a field.
    #[must_use]
    pub fn new(field: &VersusField, rules: &MatchRules) -> Self {
        let mut pending = [0_u8; AHEAD];
        for attack in field.garbage.attacks() {
            let wait = rules.delay.saturating_sub(attack.waited + 1) as usize;
            let slot = &mut pending[wait.min(AHEAD - 1)];
            *slot = slot.saturating_add(attack.rows.min(255) as u8);
        }
        Self {
            board: field.board,
            hold: field.hold,
            at: 0,
            streak: field.streak,
            pending,
            risen: 0,
            sent: 0,
        }
    }

    /// A position with this board and held piece, without streaks and garbage.
    #[cfg(test)]
    pub(crate) fn on(board: BitBoard, hold: Option<Piece>) -> Self {
        let streak = Streak::default();
        Self { board, hold, at: 0, streak, pending: [0; AHEAD], risen: 0, sent: 0 }
    }

    /// The ways to use the current piece. Where the known pieces end, only the held one can be placed.
    pub fn choices(&self, pieces: &[Piece]) -> impl Iterator<Item = Choice> {
        Choice::all(self.hold, self.at, pieces)
    }

    /// Places a piece. Returns what this is worth, apart from the board.
    #[inline]
    pub fn place(&mut self, choice: Choice, placed: Move, known: &Knowledge<'_>) -> f32 {
        let Knowledge { rules, weights, .. } = known;
        let lines = self.board.place(choice.piece, placed.place);
        self.hold = choice.held;
        self.at = choice.next;
        let before = self.streak;
        let perfect = lines > 0 && self.risen == 0 && self.board.is_empty();
        let clear = LineClear { lines, spin: placed.spin, perfect };
        let attack = rules.attack.attack(clear, &mut self.streak).total();
        let risen = self.take_garbage(attack, lines > 0, rules);
        let mut value =
            weights.of(Weight::Attack) * attack as f32 + weights.of(Weight::Risen) * risen as f32;
        if lines > 0 {
            value += clear_value(clear, weights);
            if before.back_to_back && !self.streak.back_to_back {
                value += weights.of(Weight::LostBackToBack);
            }
        }
        if choice.piece == Piece::T && (lines == 0 || placed.spin != Spin::Full) {
            value += weights.of(Weight::WastedT);
        }
        value
    }

    /// Cancels garbage with an attack, and raises what has waited long enough. Returns how many rows rose.
    fn take_garbage(&mut self, attack: u32, cleared: bool, rules: &MatchRules) -> u32 {
        let mut left = attack.min(255) as u8;
        for rows in &mut self.pending {
            let cancelled = left.min(*rows);
            *rows -= cancelled;
            left -= cancelled;
        }
        self.sent += u16::from(left);
        let due = self.pending[0];
        let most = rules.cap.map_or(u8::MAX, |cap| cap.min(255) as u8);
        let rising = if rules.blocking && cleared { 0 } else { due.min(most) };
        self.pending.rotate_left(1);
        self.pending[AHEAD - 1] = 0;
        self.pending[0] = self.pending[0].saturating_add(due - rising);
        self.risen = self.risen.saturating_add(rising);
        rising.into()
    }

    /// What the position is worth, apart from what was sent on the way to it.
    #[must_use]
    pub fn value(&self, known: &Knowledge<'_>) -> f32 {
        let weights = known.weights;
        let left = known.pieces.get(usize::from(self.at)..).unwrap_or_default();
        let spins = usize::from(self.hold == Some(Piece::T))
            + left.iter().filter(|piece| **piece == Piece::T).count();
        let risen = u32::from(self.risen);
        let pending: u32 = self.pending.iter().map(|rows| u32::from(*rows)).sum();
        let mut value = evaluate(&self.board, risen, spins.clamp(1, MOST_SLOTS), weights);
        if self.streak.back_to_back {
            value += weights.of(Weight::BackToBack);
        }
        value += weights.of(Weight::Combo) * self.streak.combo as f32;
        value += weights.of(Weight::Pending) * pending as f32;
        value += match self.hold {
            Some(Piece::T) => weights.of(Weight::HoldT),
            Some(Piece::I) => weights.of(Weight::HoldI),
            _ => 0.0,
        };
        if let Some(opponent) = &known.opponent {
            let height = self.board.max_height() + risen + pending + opponent.attack;
            let danger = height.saturating_sub(DANGEROUS) as f32;
            value += weights.of(Weight::Danger) * danger * danger;
            if u32::from(self.sent) >= opponent.deadly {
                value += weights.of(Weight::Kill);
            }
        }
        value
    }

    /// A number that is the same for equal positions, and most likely different for others.
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        // Odd numbers of the fractional bits of the golden ratio, as splitmix64 uses them.
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut hash = u64::from_le_bytes([
            self.hold.map_or(7, |piece| piece.index() as u8),
            self.at,
            self.streak.combo.min(255) as u8,
            u8::from(self.streak.back_to_back),
            self.pending[0],
            self.pending[1],
            self.pending[2],
            self.risen,
        ]);
        for column in self.board.columns() {
            hash = (hash ^ column).wrapping_mul(STEP);
            hash ^= hash >> 29;
        }
        hash ^ hash >> 32
    }
}

/// What a clear is worth besides its attack.
fn clear_value(clear: LineClear, weights: &VersusWeights) -> f32 {
    if clear.perfect {
        return weights.of(Weight::PerfectClear);
    }
    weights.of(match (clear.spin, clear.lines) {
        (_, 4) => Weight::Tetris,
        (Spin::Mini, _) => Weight::Mini,
        (Spin::None, 1) => Weight::Single,
        (Spin::None, 2) => Weight::Double,
        (Spin::None, _) => Weight::Triple,
        (Spin::Full, 1) => Weight::SpinSingle,
        (Spin::Full, 2) => Weight::SpinDouble,
        (Spin::Full, _) => Weight::SpinTriple,
    })
}
