//! The live match: its position, legal keys, targets and ranks.

use std::ops::RangeInclusive;

use ludus_core::{
    Answer, Chance, Figures, Game, Outcome, ParseError, RulesError, Seat, SeatSet, Snapshot,
};

use crate::action::Action;
use crate::field::{Elimination, EliminationCause, Field};
use crate::game::{Tetris, merit};
use crate::key_plan::key_plan;
use crate::live::active_piece::ActivePiece;
use crate::live::falling::FallingPiece;
use crate::live::keys::{LiveKey, LiveKeys};
use crate::live::play::{
    KeyPlan, LivePlay, end_reason, has_ended, has_keys, merged_keys, play_answers,
};
use crate::live::rules::LiveRules;
use crate::live::{QUEUE, snapshot};
use crate::piece::Piece;
use crate::stream::PieceStream;
use crate::turn::IncomingGarbage;

/// The name of the key that targets the next opponent.
const NEXT_TARGET: &str = "target";

/// One position of a live match: what all players can see.
///
/// Boards have [`HIDDEN_ROWS`](crate::live::HIDDEN_ROWS) above what is shown. A seat is out when a new piece has no room, when a
/// piece locks wholly in the hidden rows, or when garbage pushes cells above them.
#[derive(Clone, Debug)]
pub struct LiveTetris {
    pub(crate) rules: LiveRules,
    pub(crate) tick: u32,
    pub(crate) fields: Vec<Field>,
    pub(crate) active: Vec<ActivePiece<FallingPiece>>,
    /// The pieces to come of each seat, the next one first.
    pub(crate) queues: Vec<[Piece; QUEUE]>,
    /// One stream per seat, all with the same sequence, so that each seat advances at its own pace. With a bank, only
    /// the first is used.
    pub(super) streams: Vec<PieceStream>,
    /// The garbage that was sent in this tick; none between ticks.
    pub(super) incoming: IncomingGarbage,
}

impl LiveTetris {
    /// The rules of the match.
    #[must_use]
    pub const fn rules(&self) -> &LiveRules {
        &self.rules
    }

    /// The board, the pieces and the figures of a seat. The board includes the hidden rows.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn field(&self, seat: Seat) -> &Field {
        &self.fields[seat.index()]
    }

    /// The piece that a seat controls.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn active_piece(&self, seat: Seat) -> &ActivePiece<FallingPiece> {
        &self.active[seat.index()]
    }

    /// The pieces that come to a seat, the next one first.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn queue(&self, seat: Seat) -> &[Piece; QUEUE] {
        &self.queues[seat.index()]
    }

    /// The seats that are not out.
    #[must_use]
    pub fn living(&self) -> SeatSet {
        Seat::first(self.fields.len()).filter(|&seat| self.field(seat).is_alive()).collect()
    }

    /// Whether the match is over: at most one of several seats is left, a single seat is out, or the time is up.
    #[must_use]
    pub fn is_over(&self) -> bool {
        has_ended(self.fields.len(), self.living(), self.tick, self.rules.max_ticks)
    }

    /// How many of each piece the bank has left, if pieces come from a bank.
    #[must_use]
    pub fn bank(&self) -> Option<[u16; 7]> {
        self.streams[0].bank()
    }

    fn is_target(&self, seat: Seat, target: Seat) -> bool {
        target != seat && target.index() < self.fields.len()
    }

    /// The next living seat after this seat's target.
    fn next_target(&self, seat: Seat) -> Option<Seat> {
        let seats = self.fields.len();
        let now = self.fields.get(seat.index())?.target.unwrap_or(seat);
        (1..=seats)
            .filter_map(|step| Seat::new((now.index() + step) % seats))
            .find(|&other| other != seat && self.fields[other.index()].is_alive())
    }
}

/// The keys of live Tetris that name no seat: it has no hold and no half turns.
const KEYS: [LiveKey; 6] = [
    LiveKey::MoveLeft,
    LiveKey::MoveRight,
    LiveKey::Rotate,
    LiveKey::RotateBack,
    LiveKey::SoftDrop,
    LiveKey::HardDrop,
];

impl LivePlay for LiveTetris {
    type Turns = Tetris;

    fn as_turns(&self) -> Tetris {
        Tetris {
            rules: self.rules.with_hidden_rows(),
            turn: self.tick,
            fields: self.fields.clone(),
            stream: self.streams[0],
        }
    }

    fn placed(&self, seat: Seat) -> Option<u32> {
        let field = self.field(seat);
        (field.is_alive() && !self.is_over()).then_some(field.pieces)
    }

    /// Rotations, moves, the drop. Choosing a target takes no time.
    fn key_plan(&self, seat: Seat, action: Action) -> KeyPlan {
        let field = self.field(seat);
        let target = action.target.filter(|target| Some(*target) != field.target);
        let keys = key_plan(field.current, action.placement, self.rules.width);
        KeyPlan { at_once: target.map(LiveKey::Target), keys }
    }

    /// A target need not be alive: a dead one means the next living seat.
    fn has_key(&self, seat: Seat, key: LiveKey) -> bool {
        match key {
            LiveKey::Target(target) => self.is_target(seat, target),
            key => KEYS.contains(&key),
        }
    }

    fn press(&mut self, seat: Seat, key: LiveKey, chance: &mut dyn Chance) {
        self.press_key(seat, key, chance);
    }

    fn pass(&mut self, seat: Seat, chance: &mut dyn Chance) {
        self.pass_time(seat, chance);
    }

    fn lose(&mut self, seat: Seat, cause: EliminationCause) {
        let field = &mut self.fields[seat.index()];
        field.pending = 0;
        field.out = Some(Elimination { turn: self.tick, cause });
    }

    fn lives(&self, seat: Seat) -> bool {
        self.field(seat).is_alive()
    }
}

impl Game for LiveTetris {
    type Action = LiveKeys;
    type Rules = LiveRules;

    const NAME: &'static str = "tetris-live";
    const SEATS: RangeInclusive<usize> = 1..=Seat::MAX;
    const TICKS: bool = true;

    fn new(rules: &LiveRules, seats: usize, chance: &mut dyn Chance) -> Result<Self, RulesError> {
        rules.check()?;
        let placing = rules.with_hidden_rows();
        let board = placing.board()?;
        Self::check_seats(seats)?;
        let target = |seat: Seat| Seat::new((seat.index() + 1) % seats).filter(|t| *t != seat);
        let fields = Seat::first(seats).map(|seat| Field::new(board, target(seat))).collect();
        let first = ActivePiece::spawned(FallingPiece::spawn(Piece::I, &board), &board);
        let mut game = Self {
            rules: *rules,
            tick: 0,
            fields,
            active: vec![first; seats],
            queues: vec![[Piece::I; QUEUE]; seats],
            streams: vec![PieceStream::new(&placing); seats],
            incoming: IncomingGarbage::default(),
        };
        for seat in Seat::first(seats) {
            // The queue is filled from its end; one more piece makes its first one the current.
            for _ in 0..=QUEUE {
                game.next_piece(seat, chance);
            }
        }
        Ok(game)
    }

    fn seats(&self) -> usize {
        self.fields.len()
    }

    fn turn(&self) -> u32 {
        self.tick
    }

    fn to_act(&self) -> SeatSet {
        if self.is_over() { SeatSet::EMPTY } else { self.living() }
    }

    /// No key, and each key alone: there are too many combinations to list.
    fn legal(&self, seat: Seat, out: &mut Vec<LiveKeys>) {
        out.clear();
        if self.to_act().has(seat) {
            let targets = Seat::first(self.seats()).filter(|&target| self.is_target(seat, target));
            out.push(LiveKeys::NONE);
            out.extend(KEYS.into_iter().chain(targets.map(LiveKey::Target)).map(LiveKeys::only));
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
        self.tick += 1;
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
        let merits = || self.fields.iter().map(merit).collect::<Vec<_>>();
        let out = || self.fields[0].out.as_ref();
        let reason = || end_reason(self.fields.len(), self.living(), out());
        self.is_over().then(|| Outcome::by_merit(&merits(), reason()))
    }

    fn figures(&self, seat: Seat, out: &mut Figures) {
        self.field(seat).figures(out);
    }

    fn show(&self, _seat: Seat, keys: LiveKeys) -> String {
        keys.to_string()
    }

    /// `target` alone means the next living seat after the current target, so that a person needs only one key.
    fn parse(&self, seat: Seat, text: &str) -> Result<LiveKeys, ParseError> {
        if text == NEXT_TARGET {
            return Ok(self
                .next_target(seat)
                .map_or(LiveKeys::NONE, |target| LiveKeys::only(LiveKey::Target(target))));
        }
        LiveKeys::parse_among(text, &KEYS)
    }

    fn check_text(text: &str) -> Result<(), ParseError> {
        LiveKeys::parse_among(text, &KEYS).map(drop)
    }

    fn snapshot(&self) -> Snapshot {
        snapshot::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live::testing::{TO_THE_WELL, WELL, game, seat, set, tick};

    #[test]
    fn the_target_key_aims_at_the_next_living_opponent() {
        let (mut game, mut chance) = game("", 4);
        tick(&mut game, &mut chance, &["target_1", "-", "!", "-"]);
        let key = |game: &LiveTetris| game.parse(seat(0), "target").unwrap().to_string();
        assert_eq!(key(&game), "target_3", "seat 2 is out");
        tick(&mut game, &mut chance, &["target_3", "-", "-", "-"]);
        assert_eq!(
            key(&game),
            "target_1",
            "after the last seat comes the first, but not the own one"
        );
    }

    #[test]
    fn a_target_is_chosen_with_a_key_and_a_dead_one_stands_for_the_next() {
        let (mut game, mut chance) = game("", 4);
        tick(&mut game, &mut chance, &["target_2", "-", "!", "-"]);
        assert_eq!(game.fields[0].target, Some(seat(3)), "seat 2 is lost in the same tick");
        assert!(!game.is_legal(seat(0), LiveKeys::only(LiveKey::Target(seat(0)))));
        assert!(!game.is_legal(seat(0), LiveKeys::only(LiveKey::Target(seat(4)))));
        set(&mut game, 0, &WELL, Piece::I);
        tick(&mut game, &mut chance, &[TO_THE_WELL, "-", "-", "-"]);
        assert_eq!(game.fields.iter().map(|f| f.pending).collect::<Vec<_>>(), [0, 0, 0, 3]);
    }

    #[test]
    fn the_last_one_standing_is_first_and_forfeits_come_last() {
        let (mut game, mut chance) = game("", 3);
        tick(&mut game, &mut chance, &["-", "!", "-"]);
        assert!(game.outcome().is_none());
        let full = [".#########"; 20];
        set(&mut game, 0, &full, Piece::O);
        tick(&mut game, &mut chance, &["hard_drop", "-", "-"]);
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.ranks().iter().map(|r| r.number()).collect::<Vec<_>>(), [2, 3, 1]);
        assert_eq!(outcome.reason(), "last one standing");
        assert!(game.to_act().is_empty());
    }

    #[test]
    fn time_can_be_limited() {
        let (mut game, mut chance) = game("max_ticks=3", 1);
        (0..3).for_each(|_| tick(&mut game, &mut chance, &["-"]));
        assert_eq!(game.outcome().unwrap().reason(), "time is up");
    }

    #[test]
    fn the_snapshot_shows_the_piece_and_its_ghost() {
        let (mut game, _) = game("", 1);
        set(&mut game, 0, &[], Piece::O);
        let data = game.snapshot().data;
        let seat = &data["seats"][0];
        assert_eq!(seat["cells"].to_string(), "[[4,20],[4,21],[5,20],[5,21]]");
        assert_eq!(seat["ghost"].to_string(), "[[4,0],[4,1],[5,0],[5,1]]");
        assert_eq!(seat["board"].as_array().unwrap().len(), 20);
        assert_eq!(seat["queue"].as_array().unwrap().len(), QUEUE);
        assert_eq!(game.snapshot().text.lines().count(), 21);
    }
}
