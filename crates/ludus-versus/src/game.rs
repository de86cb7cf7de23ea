//! A match of versus Tetris, of one to eight seats.

use std::ops::RangeInclusive;

use ludus_core::{
    Answer, Chance, Figures, Game, Outcome, ParseError, RulesError, Seat, SeatSet, Snapshot,
};
use ludus_tetris::field::EliminationCause;

use crate::action::VersusAction;
use crate::field::VersusField;
use crate::rules::{MatchRules, VersusRules};
use crate::snapshot;

/// One position of a match: what all players can see.
#[derive(Clone, Debug)]
pub struct Versus {
    pub(crate) rules: MatchRules,
    pub(crate) turn: u32,
    pub(crate) fields: Vec<VersusField>,
}

impl Versus {
    /// A position of one seat.
    #[must_use]
    pub(crate) fn of_one(rules: MatchRules, field: VersusField) -> Self {
        Self { rules, turn: field.tally.pieces, fields: vec![field] }
    }

    /// The rules of the match.
    #[must_use]
    pub const fn rules(&self) -> &MatchRules {
        &self.rules
    }

    /// The board, the pieces, the garbage and the figures of a seat.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn field(&self, seat: Seat) -> &VersusField {
        &self.fields[seat.index()]
    }

    /// The seats that are not out.
    #[must_use]
    pub fn living(&self) -> SeatSet {
        Seat::first(self.fields.len()).filter(|&seat| self.field(seat).is_alive()).collect()
    }

    /// The seat that gets the attacks of this one: the next living one.
    #[must_use]
    pub fn target(&self, seat: Seat) -> Option<Seat> {
        let living = self.living();
        (1..self.fields.len())
            .filter_map(|step| Seat::new((seat.index() + step) % self.fields.len()))
            .find(|other| living.has(*other))
    }

    /// Whether the match is over: at most one of several seats is left, a single seat is out, or the piece cap is
    /// reached.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let needed = if self.fields.len() > 1 { 2 } else { 1 };
        self.cap_reached() || self.living().len() < needed
    }

    fn cap_reached(&self) -> bool {
        self.rules.max_pieces.is_some_and(|cap| self.turn >= cap)
    }

    /// Why the match is over, in words.
    fn reason(&self) -> String {
        match (self.living().len(), self.fields.as_slice()) {
            (0, [VersusField { out: Some(out), .. }]) => out.cause.to_string(),
            (0, _) => "all out in the same turn".to_owned(),
            (1, [_, _, ..]) => "last one standing".to_owned(),
            _ => "piece cap reached".to_owned(),
        }
    }
}

/// What ranks a seat: how long it lived, and whether it did not forfeit. Among seats that live when the piece cap is
/// reached, more attack is better.
pub(crate) fn merit(field: &VersusField) -> (u32, bool, u32) {
    match &field.out {
        None => (u32::MAX, true, field.tally.attack),
        Some(out) => (out.turn, !matches!(out.cause, EliminationCause::Forfeit(_)), 0),
    }
}

impl Game for Versus {
    type Action = VersusAction;
    type Rules = VersusRules;

    const NAME: &'static str = "tetris-versus";
    const SEATS: RangeInclusive<usize> = 1..=Seat::MAX;
    // A match of strong bots has about a hundred pieces of each seat.
    const ACTIONS_TO_GO: u32 = 60;

    fn new(rules: &VersusRules, seats: usize, chance: &mut dyn Chance) -> Result<Self, RulesError> {
        let start = rules.start;
        let rules = rules.resolve()?;
        Self::check_seats(seats)?;
        let field = |seat| VersusField::new(seat, &rules, &start, chance);
        let fields = Seat::first(seats).map(field).collect();
        Ok(Self { rules, turn: 0, fields })
    }

    fn seats(&self) -> usize {
        self.fields.len()
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn to_act(&self) -> SeatSet {
        if self.is_over() { SeatSet::EMPTY } else { self.living() }
    }

    fn legal(&self, seat: Seat, out: &mut Vec<VersusAction>) {
        out.clear();
        if self.to_act().has(seat) {
            out.extend(self.field(seat).actions(&self.rules));
        }
    }

    fn is_legal(&self, seat: Seat, action: VersusAction) -> bool {
        self.to_act().has(seat) && self.field(seat).accepts(action, &self.rules)
    }

    fn apply(&mut self, turn: &[(Seat, Answer<VersusAction>)], chance: &mut dyn Chance) {
        self.play_turn(turn, chance);
    }

    fn outcome(&self) -> Option<Outcome> {
        let merits = || self.fields.iter().map(merit).collect::<Vec<_>>();
        self.is_over().then(|| Outcome::by_merit(&merits(), self.reason()))
    }

    fn figures(&self, seat: Seat, out: &mut Figures) {
        self.field(seat).figures(out);
    }

    fn show(&self, _seat: Seat, action: VersusAction) -> String {
        action.to_string()
    }

    fn parse(&self, _seat: Seat, text: &str) -> Result<VersusAction, ParseError> {
        VersusAction::parse(text)
    }

    fn check_text(text: &str) -> Result<(), ParseError> {
        VersusAction::parse(text).map(drop)
    }

    fn snapshot(&self) -> Snapshot {
        snapshot::of(self)
    }
}
