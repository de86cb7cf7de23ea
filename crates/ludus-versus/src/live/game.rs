//! The live match: its position, its keys, and how it ends.

use std::ops::RangeInclusive;

use ludus_core::{
    Answer, Chance, Figures, Game, Outcome, ParseError, RulesError, Seat, SeatSet, Snapshot,
    TICKS_PER_SECOND,
};
use ludus_tetris::field::EliminationCause;
use ludus_tetris::live::play::{end_reason, has_ended, has_keys, merged_keys, play_answers};
use ludus_tetris::live::{ActivePiece, KeyPlan, LiveKey, LiveKeys, LivePlay};

use crate::action::VersusAction;
use crate::field::VersusField;
use crate::game::{Versus, merit};
use crate::live::key_path::key_path;
use crate::live::rules::LiveVersusRules;
use crate::live::spun_piece::{SpunPiece, VersusWell};
use crate::movegen::spawn;
use crate::snapshot;

/// One position of a live match: what all players can see.
#[derive(Clone, Debug)]
pub struct LiveVersus {
    pub(super) rules: LiveVersusRules,
    /// The boards, pieces, garbage and figures. Its turns are ticks.
    pub(super) turns: Versus,
    /// The falling piece of each seat.
    pub(super) active: Vec<ActivePiece<SpunPiece>>,
    /// Whether each seat has used hold for its current piece.
    pub(super) has_held: Vec<bool>,
    /// Rows of sudden death that rise when the seat's piece locks.
    pub(super) rising: Vec<u32>,
    /// The attacks of this tick, by sender; none between ticks.
    pub(super) sent: Vec<(Seat, u32)>,
}

/// The keys of live play; half turns only where the rules have them.
const KEYS: [LiveKey; 8] = LiveKey::PLAIN;

impl LiveVersus {
    /// The rules of the match.
    #[must_use]
    pub const fn rules(&self) -> &LiveVersusRules {
        &self.rules
    }

    /// The board, the pieces, the garbage and the figures of a seat.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn field(&self, seat: Seat) -> &VersusField {
        self.turns.field(seat)
    }

    /// The falling piece of a seat.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn falling(&self, seat: Seat) -> SpunPiece {
        self.active[seat.index()].falling
    }

    /// Whether the seat can hold its piece now.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn can_hold(&self, seat: Seat) -> bool {
        let field = self.field(seat);
        let choice = field.held_choice().filter(|_| !self.has_held[seat.index()]);
        choice.is_some_and(|piece| spawn(&field.board, piece).is_some())
    }

    /// Rows of sudden death that rise when the seat's piece locks.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn rising(&self, seat: Seat) -> u32 {
        self.rising[seat.index()]
    }

    /// Where a seat's piece moves and turns.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn well(&self, seat: Seat) -> VersusWell<'_> {
        VersusWell { board: &self.field(seat).board, rules: self.turns.rules.moves }
    }

    /// Whether the match is over: at most one of several seats is left, a single seat is out, or the time is up.
    #[must_use]
    pub fn is_over(&self) -> bool {
        has_ended(self.seats(), self.turns.living(), self.turn(), self.rules.max_ticks)
    }
}

impl LivePlay for LiveVersus {
    type Turns = Versus;

    fn as_turns(&self) -> Versus {
        self.turns.clone()
    }

    fn placed(&self, seat: Seat) -> Option<u32> {
        let field = self.field(seat);
        (field.is_alive() && !self.is_over()).then_some(field.tally.pieces)
    }

    /// Hold if the action has it, then the shortest way to the place with its spin. A piece that has fallen too far for
    /// it is dropped where it is.
    fn key_plan(&self, seat: Seat, action: VersusAction) -> KeyPlan {
        let well = self.well(seat);
        let start = match action.hold {
            true => spawn(well.board, action.piece)
                .map(|start| SpunPiece::new(action.piece, start.place())),
            false => Some(self.falling(seat)),
        };
        let path = start.and_then(|start| key_path(&well, start, action.placed));
        let hold = action.hold.then_some(LiveKey::Hold);
        let path = path.unwrap_or_else(|| vec![LiveKey::HardDrop]);
        KeyPlan { at_once: None, keys: hold.into_iter().chain(path).collect() }
    }

    /// There are no targets: attacks go to the next living seat.
    fn has_key(&self, _seat: Seat, key: LiveKey) -> bool {
        match key {
            LiveKey::Target(_) => false,
            LiveKey::HalfTurn => self.rules.half_turns,
            _ => true,
        }
    }

    fn press(&mut self, seat: Seat, key: LiveKey, chance: &mut dyn Chance) {
        self.press_key(seat, key, chance);
    }

    fn pass(&mut self, seat: Seat, chance: &mut dyn Chance) {
        self.pass_time(seat, chance);
    }

    fn lose(&mut self, seat: Seat, cause: EliminationCause) {
        self.turns.lose(seat, cause);
    }

    fn lives(&self, seat: Seat) -> bool {
        self.field(seat).is_alive()
    }
}

impl Game for LiveVersus {
    type Action = LiveKeys;
    type Rules = LiveVersusRules;

    const NAME: &'static str = "tetris-versus-live";
    const SEATS: RangeInclusive<usize> = Versus::SEATS;
    const TICKS: bool = true;

    fn new(
        rules: &LiveVersusRules,
        seats: usize,
        chance: &mut dyn Chance,
    ) -> Result<Self, RulesError> {
        rules.check()?;
        Self::check_seats(seats)?;
        let turns = Versus::new(&rules.in_turns(), seats, chance)?;
        let active = turns.fields.iter().map(|field| {
            let well = VersusWell { board: &field.board, rules: turns.rules.moves };
            ActivePiece::spawned(field.spawned(), &well)
        });
        Ok(Self {
            rules: *rules,
            active: active.collect(),
            turns,
            has_held: vec![false; seats],
            rising: vec![0; seats],
            sent: Vec::new(),
        })
    }

    fn seats(&self) -> usize {
        self.turns.fields.len()
    }

    fn turn(&self) -> u32 {
        self.turns.turn
    }

    fn to_act(&self) -> SeatSet {
        if self.is_over() { SeatSet::EMPTY } else { self.turns.living() }
    }

    /// No key, and each key alone: there are too many combinations to list.
    fn legal(&self, seat: Seat, out: &mut Vec<LiveKeys>) {
        out.clear();
        if self.to_act().has(seat) {
            let keys = KEYS.into_iter().filter(|key| self.has_key(seat, *key));
            out.push(LiveKeys::NONE);
            out.extend(keys.map(LiveKeys::only));
        }
    }

    fn is_legal(&self, seat: Seat, keys: LiveKeys) -> bool {
        self.to_act().has(seat) && has_keys(self, seat, keys)
    }

    fn apply(&mut self, turn: &[(Seat, Answer<LiveKeys>)], chance: &mut dyn Chance) {
        let acting = self.to_act();
        if acting.is_empty() {
            return;
        }
        self.turns.turn += 1;
        play_answers(self, acting, turn, chance);
        self.settle();
    }

    /// No answer means no keys.
    fn fallback(&self, _seat: Seat) -> Option<LiveKeys> {
        Some(LiveKeys::NONE)
    }

    fn merge(&self, earlier: LiveKeys, later: LiveKeys) -> LiveKeys {
        merged_keys(earlier, later)
    }

    fn outcome(&self) -> Option<Outcome> {
        let fields = &self.turns.fields;
        let merits = || fields.iter().map(merit).collect::<Vec<_>>();
        let reason = || end_reason(fields.len(), self.turns.living(), fields[0].out.as_ref());
        self.is_over().then(|| Outcome::by_merit(&merits(), reason()))
    }

    /// Attack per minute and pieces per second, by the names that players use, and the figures of a match in turns.
    fn figures(&self, seat: Seat, out: &mut Figures) {
        let field = self.field(seat);
        let ticks = field.out.as_ref().map_or(self.turn(), |out| out.turn).max(1);
        let seconds = f64::from(ticks) / f64::from(TICKS_PER_SECOND);
        out.push("apm", f64::from(field.tally.attack) * 60.0 / seconds);
        out.push("pps", f64::from(field.tally.pieces) / seconds);
        field.figures(out);
    }

    fn show(&self, _seat: Seat, keys: LiveKeys) -> String {
        keys.to_string()
    }

    fn parse(&self, _seat: Seat, text: &str) -> Result<LiveKeys, ParseError> {
        LiveKeys::parse_among(text, &KEYS)
    }

    fn check_text(text: &str) -> Result<(), ParseError> {
        LiveKeys::parse_among(text, &KEYS).map(drop)
    }

    fn snapshot(&self) -> Snapshot {
        snapshot::of_live(self)
    }
}
