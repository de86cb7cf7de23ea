//! The live match: its position, legal keys, targets and ranks.

use std::ops::RangeInclusive;

use ludus_core::{
    Answer, Chance, Figures, Forfeit, Game, Outcome, ParseError, RulesError, Seat, SeatSet,
    Snapshot,
};

use crate::field::{EliminationCause, Field};
use crate::game::{Tetris, merit};
use crate::live::active_piece::ActivePiece;
use crate::live::keys::{LiveKey, LiveKeys};
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
    pub(crate) active: Vec<ActivePiece>,
    /// One stream per seat, all with the same sequence, so that each seat advances at its own pace. With a bank, only
    /// the first is used.
    pub(super) streams: Vec<PieceStream>,
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

    /// The piece that a seat controls, and those to come.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn active_piece(&self, seat: Seat) -> &ActivePiece {
        &self.active[seat.index()]
    }

    /// The seats that are not out.
    #[must_use]
    pub fn living(&self) -> SeatSet {
        Seat::first(self.fields.len()).filter(|&seat| self.field(seat).is_alive()).collect()
    }

    /// Whether the match is over: at most one of several seats is left, a single seat is out, or the time is up.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let needed = if self.fields.len() > 1 { 2 } else { 1 };
        let time_up = self.rules.max_ticks.is_some_and(|cap| cap > 0 && self.tick >= cap);
        time_up || self.living().len() < needed
    }

    /// How many of each piece the bank has left, if pieces come from a bank.
    #[must_use]
    pub fn bank(&self) -> Option<[u16; 7]> {
        self.streams[0].bank()
    }

    /// The position as a match in turns, for bots that place pieces and know nothing about ticks.
    #[must_use]
    pub fn as_turns(&self) -> Tetris {
        Tetris {
            rules: self.rules.with_hidden_rows(),
            turn: self.tick,
            fields: self.fields.clone(),
            stream: self.streams[0],
        }
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

    /// Whether all targets that the keys name are seats of the match. They need not be alive: a dead target means the
    /// next living seat.
    fn are_possible(&self, seat: Seat, keys: LiveKeys) -> bool {
        keys.iter().all(|key| match key {
            LiveKey::Target(target) => self.is_target(seat, target),
            _ => true,
        })
    }

    fn reason(&self) -> String {
        match (self.living().len(), self.fields.as_slice()) {
            (0, [Field { out: Some(out), .. }]) => out.cause.to_string(),
            (0, _) => "all out in the same tick".to_owned(),
            (1, [_, _, ..]) => "last one standing".to_owned(),
            _ => "time is up".to_owned(),
        }
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
        let active = vec![ActivePiece::new([Piece::I; QUEUE], &board); seats];
        let streams = vec![PieceStream::new(&placing); seats];
        let mut game = Self { rules: *rules, tick: 0, fields, active, streams };
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
            out.extend(
                LiveKey::PLAIN.into_iter().chain(targets.map(LiveKey::Target)).map(LiveKeys::only),
            );
        }
    }

    fn is_legal(&self, seat: Seat, keys: LiveKeys) -> bool {
        self.to_act().has(seat) && self.are_possible(seat, keys)
    }

    fn apply(&mut self, turn: &[(Seat, Answer<LiveKeys>)], chance: &mut dyn Chance) {
        let acting = self.to_act();
        if acting.is_empty() {
            return;
        }
        self.tick += 1;
        let mut incoming = IncomingGarbage::default();
        for seat in acting.iter() {
            let answer = turn.iter().find(|(s, _)| *s == seat).map(|(_, answer)| answer);
            match answer {
                Some(Answer::Forfeit(forfeit)) => {
                    self.lose(seat, EliminationCause::Forfeit(forfeit.clone()));
                }
                Some(Answer::Play(keys)) if !self.are_possible(seat, *keys) => {
                    self.lose(seat, EliminationCause::Forfeit(Forfeit::Illegal(keys.to_string())));
                }
                Some(Answer::Play(keys)) => self.play_seat(seat, *keys, &mut incoming, chance),
                None => self.play_seat(seat, LiveKeys::NONE, &mut incoming, chance),
            }
        }
        self.settle(&incoming);
    }

    /// No answer means no keys.
    fn fallback(&self, _seat: Seat) -> Option<LiveKeys> {
        Some(LiveKeys::NONE)
    }

    fn merge(&self, earlier: LiveKeys, later: LiveKeys) -> LiveKeys {
        earlier.iter().chain(later.iter()).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let merits = || self.fields.iter().map(merit).collect::<Vec<_>>();
        self.is_over().then(|| Outcome::by_merit(&merits(), self.reason()))
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
        LiveKeys::parse(text)
    }

    fn check_text(text: &str) -> Result<(), ParseError> {
        LiveKeys::parse(text).map(drop)
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
