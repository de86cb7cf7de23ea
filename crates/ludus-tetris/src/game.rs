//! Tetris, alone or as a battle of up to eight seats.

use std::ops::RangeInclusive;

use ludus_core::{
    Answer, Chance, Figures, Game, Outcome, ParseError, RulesError, Seat, SeatSet, Snapshot,
};
use serde::Serialize;

use crate::action::{Action, Placement};
use crate::field::{EliminationCause, Field};
use crate::piece::Piece;
use crate::rules::TetrisRules;
use crate::snapshot::{self, TetrisSnapshot};
use crate::stream::PieceStream;

/// One position of a match: what all players can see.
#[derive(Clone, Debug)]
pub struct Tetris {
    pub(crate) rules: TetrisRules,
    pub(crate) turn: u32,
    pub(crate) fields: Vec<Field>,
    pub(crate) stream: PieceStream,
}

impl Tetris {
    /// The rules of the match.
    #[must_use]
    pub const fn rules(&self) -> &TetrisRules {
        &self.rules
    }

    /// The board, the pieces and the figures of a seat.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn field(&self, seat: Seat) -> &Field {
        &self.fields[seat.index()]
    }

    /// How many of each piece the bank has left, in the order of [`Piece::ALL`](crate::Piece::ALL); `None` if pieces
    /// do not come from a bank.
    #[must_use]
    pub fn bank(&self) -> Option<[u16; 7]> {
        self.stream.bank()
    }

    /// The seats that are not out.
    #[must_use]
    pub fn living(&self) -> SeatSet {
        Seat::first(self.fields.len()).filter(|&seat| self.field(seat).is_alive()).collect()
    }

    /// Whether the match is over: at most one of several seats is left, a single seat is out, or the piece cap is
    /// reached.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let needed = if self.fields.len() > 1 { 2 } else { 1 };
        self.cap_reached() || self.living().len() < needed
    }

    fn cap_reached(&self) -> bool {
        self.rules.max_pieces.is_some_and(|cap| cap > 0 && self.turn >= cap)
    }

    /// Whether the seat may name this target: any other seat of the match. A dead target means the next living one.
    fn is_target(&self, seat: Seat, target: Seat) -> bool {
        target != seat && target.index() < self.fields.len()
    }

    /// Why the match is over, in words.
    fn reason(&self) -> String {
        match (self.living().len(), self.fields.as_slice()) {
            (0, [Field { out: Some(out), .. }]) => out.cause.to_string(),
            (0, _) => "all out in the same turn".to_owned(),
            (1, [_, _, ..]) => "last one standing".to_owned(),
            _ => "piece cap reached".to_owned(),
        }
    }
}

/// What ranks a seat: how long it lived, whether it did not forfeit, and its score.
pub(crate) fn merit(field: &Field) -> (u32, bool, u64) {
    match &field.out {
        None => (u32::MAX, true, field.score),
        Some(out) => (out.turn, !matches!(out.cause, EliminationCause::Forfeit(_)), field.score),
    }
}

impl Game for Tetris {
    type Action = Action;
    type Rules = TetrisRules;

    const NAME: &'static str = "tetris";
    const SEATS: RangeInclusive<usize> = 1..=Seat::MAX;
    // A battle of strong bots has a few hundred pieces.
    const ACTIONS_TO_GO: u32 = 100;

    fn new(rules: &TetrisRules, seats: usize, chance: &mut dyn Chance) -> Result<Self, RulesError> {
        rules.check()?;
        let board = rules.board()?;
        Self::check_seats(seats)?;
        let target = |seat: Seat| Seat::new((seat.index() + 1) % seats).filter(|t| *t != seat);
        let fields = Seat::first(seats).map(|seat| Field::new(board, target(seat))).collect();
        let mut game = Self { rules: *rules, turn: 0, fields, stream: PieceStream::new(rules) };
        game.stream.deal(game.fields.iter_mut().map(|field| &mut field.current), chance);
        game.stream.deal(game.fields.iter_mut().map(|field| &mut field.next), chance);
        Ok(game)
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

    fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if !self.to_act().has(seat) {
            return;
        }
        let field = self.field(seat);
        let targets = || Seat::first(self.seats()).filter(|&t| self.is_target(seat, t)).map(Some);
        for placement in Placement::all(field.current, self.rules.width) {
            if field.board.accepts(field.current, placement, self.rules.spawn) {
                let action = |target| Action { placement, target };
                out.extend(std::iter::once(None).chain(targets()).map(action));
            }
        }
    }

    fn is_legal(&self, seat: Seat, action: Action) -> bool {
        if !self.to_act().has(seat) {
            return false;
        }
        let field = self.field(seat);
        action.target.is_none_or(|target| self.is_target(seat, target))
            && field.board.accepts(field.current, action.placement, self.rules.spawn)
    }

    fn apply(&mut self, turn: &[(Seat, Answer<Action>)], chance: &mut dyn Chance) {
        self.play_turn(turn, chance);
    }

    fn outcome(&self) -> Option<Outcome> {
        let merits = || self.fields.iter().map(merit).collect::<Vec<_>>();
        self.is_over().then(|| Outcome::by_merit(&merits(), self.reason()))
    }

    fn figures(&self, seat: Seat, out: &mut Figures) {
        self.field(seat).figures(out);
    }

    fn show(&self, _seat: Seat, action: Action) -> String {
        action.to_string()
    }

    fn parse(&self, seat: Seat, text: &str) -> Result<Action, ParseError> {
        Action::parse(self.field(seat).current, text)
    }

    fn check_text(text: &str) -> Result<(), ParseError> {
        // Actions of all pieces have the same form.
        Action::parse(Piece::T, text).map(drop)
    }

    fn snapshot(&self) -> Snapshot {
        snapshot::of(self)
    }

    fn view(&self, _seat: Seat) -> impl Serialize {
        TetrisSnapshot::of(self)
    }
}
