//! The live match: ticks, garbage, targets, ranks.

use std::ops::RangeInclusive;

use ludus_core::{
    Answer, Chance, Figures, Forfeit, Game, Outcome, ParseError, RulesError, Seat, SeatSet,
    Snapshot,
};

use crate::action::Column;
use crate::field::{Fate, Field, Out};
use crate::game::{Tetris, merit};
use crate::live::hand::{Hand, Progress};
use crate::live::keys::{Key, Keys};
use crate::live::rules::LiveRules;
use crate::live::{QUEUE, gravity, snapshot};
use crate::piece::Piece;
use crate::rules::Pieces;
use crate::stream::Stream;
use crate::turn::{HOLES, living_from};

/// Rows on their way, by receiving seat.
type Incoming = [u32; Seat::MAX];

/// One position of a live match, as everybody at the table can see it.
///
/// Boards have [`HIDDEN_ROWS`](crate::live::HIDDEN_ROWS) above what is shown. A seat is out when a new piece has no room, when a
/// piece locks wholly in the hidden rows, or when garbage pushes cells above them.
#[derive(Clone, Debug)]
pub struct Live {
    pub(crate) rules: LiveRules,
    pub(crate) tick: u32,
    pub(crate) fields: Vec<Field>,
    pub(crate) hands: Vec<Hand>,
    /// One stream for each seat, all alike, so that each is at its own piece of the same sequence; or
    /// the one bank that all draw from.
    streams: Vec<Stream>,
}

impl Live {
    /// The rules of the match.
    #[must_use]
    pub const fn rules(&self) -> &LiveRules {
        &self.rules
    }

    /// What a seat has in front of it. The board includes the hidden rows.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn field(&self, seat: Seat) -> &Field {
        &self.fields[seat.index()]
    }

    /// The piece that a seat moves, and those to come.
    ///
    /// # Panics
    /// If the match has no such seat.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    /// The seats that are not out.
    #[must_use]
    pub fn living(&self) -> SeatSet {
        Seat::first(self.fields.len()).filter(|&seat| self.field(seat).is_alive()).collect()
    }

    /// Whether the match is over: one seat is left of several, none of one, or the time is up.
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

    /// The match as one in which pieces are placed turn by turn, for bots that know nothing of ticks.
    #[must_use]
    pub fn as_turns(&self) -> Tetris {
        Tetris {
            rules: self.rules.with_hidden_rows(),
            turn: self.tick,
            fields: self.fields.clone(),
            stream: self.streams[0],
        }
    }

    /// Draws the next piece of a seat's stream.
    fn draw(&mut self, seat: Seat, chance: &mut dyn Chance) -> Piece {
        let shared = self.rules.pieces == Pieces::Bank;
        let stream = &mut self.streams[if shared { 0 } else { seat.index() }];
        let mut piece = Piece::I;
        stream.deal(std::iter::once(&mut piece), chance);
        piece
    }

    /// Gives a seat its next piece; without room for it the seat is out.
    fn next_piece(&mut self, seat: Seat, chance: &mut dyn Chance) {
        let last = self.draw(seat, chance);
        let (field, hand) = (&mut self.fields[seat.index()], &mut self.hands[seat.index()]);
        let room = hand.take(last, &field.board);
        field.current = hand.falling.piece;
        field.next = hand.queue[0];
        if !room {
            self.lose(seat, Fate::ToppedOut);
        }
    }

    /// Plays one seat's tick: its keys in their order, then time.
    fn play_seat(
        &mut self,
        seat: Seat,
        keys: Keys,
        incoming: &mut Incoming,
        chance: &mut dyn Chance,
    ) {
        for key in keys.iter() {
            if let Key::Target(target) = key {
                self.fields[seat.index()].target = Some(target);
            }
            let board = &self.fields[seat.index()].board;
            if self.hands[seat.index()].press(key, board) == Progress::Locks {
                self.lock(seat, incoming, chance);
            }
            if !self.field(seat).is_alive() {
                return;
            }
        }
        let field = &self.fields[seat.index()];
        if self.hands[seat.index()].tick(&field.board, gravity(field.level())) == Progress::Locks {
            self.lock(seat, incoming, chance);
        }
    }

    /// Locks a seat's piece: rows clear, garbage goes out and comes in, the next piece comes.
    fn lock(&mut self, seat: Seat, incoming: &mut Incoming, chance: &mut dyn Chance) {
        let living = self.living();
        let visible = self.rules.height as i8;
        let (field, hand) = (&mut self.fields[seat.index()], &self.hands[seat.index()]);
        let Some(drop) = hand.falling.lock(&field.board) else { return };
        field.board = drop.board;
        field.count_piece(drop.lines);
        if hand.falling.row() >= visible {
            return self.lose(seat, Fate::ToppedOut);
        }
        let rows = drop.lines.saturating_sub(1) as u32;
        if let Some(target) = field.target.and_then(|target| living_from(target, seat, living)) {
            field.sent += rows;
            incoming[target.index()] += rows;
        }
        self.raise(seat, chance);
        if self.field(seat).is_alive() {
            self.next_piece(seat, chance);
        }
    }

    /// Lets what was pending rise from below.
    fn raise(&mut self, seat: Seat, chance: &mut dyn Chance) {
        let width = self.rules.width as u32;
        let field = &mut self.fields[seat.index()];
        for _ in 0..std::mem::take(&mut field.pending) {
            let row = (seat.index() as u64) << 32 | u64::from(field.received);
            let hole = chance.draw(HOLES, row, width) as usize;
            field.received += 1;
            if field.board.rise(Column::new(hole).unwrap_or(Column::FIRST)) {
                return self.lose(seat, Fate::Buried);
            }
        }
    }

    /// Adds what was sent in this tick, and sudden death's share, to what is pending; gives every living
    /// seat a living target.
    fn settle(&mut self, incoming: &Incoming) {
        let living = self.living();
        let battle = self.fields.len() > 1;
        let rows = if battle { self.rules.sudden_death.rows(self.tick) } else { 0 };
        for seat in living.iter() {
            let field = &mut self.fields[seat.index()];
            field.pending += incoming[seat.index()] + rows;
            field.target = field.target.and_then(|t| living_from(t, seat, living)).or(field.target);
        }
    }

    fn lose(&mut self, seat: Seat, fate: Fate) {
        let field = &mut self.fields[seat.index()];
        field.pending = 0;
        field.out = Some(Out { turn: self.tick, fate });
    }

    fn is_target(&self, seat: Seat, target: Seat) -> bool {
        target != seat && target.index() < self.fields.len()
    }

    /// Whether all targets that the keys name can be targets. Who is alive does not matter: within a
    /// tick seats go out one after the other, and a dead target stands for the next living one.
    fn are_possible(&self, seat: Seat, keys: Keys) -> bool {
        keys.iter().all(|key| match key {
            Key::Target(target) => self.is_target(seat, target),
            _ => true,
        })
    }

    fn reason(&self) -> String {
        match (self.living().len(), self.fields.as_slice()) {
            (0, [Field { out: Some(out), .. }]) => out.fate.to_string(),
            (0, _) => "all out in the same tick".to_owned(),
            (1, [_, _, ..]) => "last one standing".to_owned(),
            _ => "time is up".to_owned(),
        }
    }
}

impl Game for Live {
    type Action = Keys;
    type Rules = LiveRules;

    const NAME: &'static str = "tetris-live";
    const SEATS: RangeInclusive<usize> = 1..=Seat::MAX;
    const TICKS: bool = true;

    fn new(rules: &LiveRules, seats: usize, chance: &mut dyn Chance) -> Result<Self, RulesError> {
        rules.check()?;
        let placing = rules.with_hidden_rows();
        let board = placing.board()?;
        if !Self::SEATS.contains(&seats) {
            return Err(RulesError::Seats { game: Self::NAME, given: seats, allowed: Self::SEATS });
        }
        let target = |seat: Seat| Seat::new((seat.index() + 1) % seats).filter(|t| *t != seat);
        let fields = Seat::first(seats).map(|seat| Field::new(board, target(seat))).collect();
        let hands = vec![Hand::new([Piece::I; QUEUE], &board); seats];
        let streams = vec![Stream::new(&placing); seats];
        let mut game = Self { rules: *rules, tick: 0, fields, hands, streams };
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

    /// No key, and each key alone: all combinations would be too many to list.
    fn legal(&self, seat: Seat, out: &mut Vec<Keys>) {
        out.clear();
        if self.to_act().has(seat) {
            let targets = Seat::first(self.seats()).filter(|&target| self.is_target(seat, target));
            out.push(Keys::NONE);
            out.extend(Key::PLAIN.into_iter().chain(targets.map(Key::Target)).map(Keys::only));
        }
    }

    fn is_legal(&self, seat: Seat, keys: Keys) -> bool {
        self.to_act().has(seat) && self.are_possible(seat, keys)
    }

    fn apply(&mut self, turn: &[(Seat, Answer<Keys>)], chance: &mut dyn Chance) {
        let acting = self.to_act();
        if acting.is_empty() {
            return;
        }
        self.tick += 1;
        let mut incoming = Incoming::default();
        for seat in acting.iter() {
            let answer = turn.iter().find(|(s, _)| *s == seat).map(|(_, answer)| answer);
            match answer {
                Some(Answer::Forfeit(forfeit)) => self.lose(seat, Fate::Forfeit(forfeit.clone())),
                Some(Answer::Play(keys)) if !self.are_possible(seat, *keys) => {
                    self.lose(seat, Fate::Forfeit(Forfeit::Illegal(keys.to_string())));
                }
                Some(Answer::Play(keys)) => self.play_seat(seat, *keys, &mut incoming, chance),
                None => self.play_seat(seat, Keys::NONE, &mut incoming, chance),
            }
        }
        self.settle(&incoming);
    }

    /// Who presses nothing does nothing.
    fn fallback(&self, _seat: Seat) -> Option<Keys> {
        Some(Keys::NONE)
    }

    fn merge(&self, earlier: Keys, later: Keys) -> Keys {
        earlier.iter().chain(later.iter()).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let merits = || self.fields.iter().map(merit).collect::<Vec<_>>();
        self.is_over().then(|| Outcome::by_merit(&merits(), self.reason()))
    }

    fn figures(&self, seat: Seat, out: &mut Figures) {
        self.field(seat).figures(out);
    }

    fn show(&self, _seat: Seat, keys: Keys) -> String {
        keys.to_string()
    }

    fn parse(&self, _seat: Seat, text: &str) -> Result<Keys, ParseError> {
        Keys::parse(text)
    }

    fn snapshot(&self) -> Snapshot {
        snapshot::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::live::falling::Falling;
    use ludus_core::keys::with_pairs;
    use ludus_core::{Seed, SeededChance};

    fn seat(n: usize) -> Seat {
        Seat::new(n).unwrap()
    }

    fn game(pairs: &str, seats: usize) -> (Live, SeededChance) {
        let rules = with_pairs(&LiveRules::default(), pairs).unwrap();
        let mut chance = SeededChance::new(Seed::new(1));
        (Live::new(&rules, seats, &mut chance).unwrap(), chance)
    }

    /// Gives a seat this board, drawn from the bottom, and this piece at its spawn.
    fn set(game: &mut Live, n: usize, rows: &[&str], piece: Piece) {
        let field = &mut game.fields[n];
        let mut all = vec![".........."; field.board.height() - rows.len()];
        all.extend(rows);
        field.board = Board::from_rows(&all).unwrap();
        field.current = piece;
        game.hands[n].falling = Falling::spawn(piece, &field.board);
    }

    /// Plays one tick with these keys by seat; `!` is a forfeit.
    fn tick(game: &mut Live, chance: &mut SeededChance, keys: &[&str]) {
        let answer = |(n, text): (usize, &&str)| match *text {
            "!" => (seat(n), Answer::Forfeit(Forfeit::Late)),
            text => (seat(n), Answer::Play(Keys::parse(text).unwrap())),
        };
        let turn: Vec<_> = keys.iter().enumerate().map(answer).collect();
        game.apply(&turn, chance);
    }

    const WELL: [&str; 4] = [".#########"; 4];
    const TO_THE_WELL: &str = "rotate+move_left+move_left+move_left+move_left+move_left+hard_drop";

    #[test]
    fn all_seats_get_the_same_pieces_at_their_own_time() {
        let (mut game, mut chance) = game("", 2);
        let queue = |game: &Live, n: usize| game.hands[n].queue;
        assert_eq!(queue(&game, 0), queue(&game, 1));
        let second = queue(&game, 0)[0];
        tick(&mut game, &mut chance, &["hard_drop", "-"]);
        assert_eq!(game.fields[0].current, second);
        assert_ne!(queue(&game, 0), queue(&game, 1));
        tick(&mut game, &mut chance, &["-", "hard_drop"]);
        assert_eq!(queue(&game, 0), queue(&game, 1));
    }

    #[test]
    fn four_lines_send_three_rows_that_rise_when_the_target_locks() {
        let (mut game, mut chance) = game("", 3);
        set(&mut game, 0, &WELL, Piece::I);
        tick(&mut game, &mut chance, &[TO_THE_WELL, "-", "-"]);
        assert_eq!((game.fields[0].lines, game.fields[0].sent), (4, 3));
        assert_eq!(game.fields[0].score, 800);
        assert_eq!((game.fields[1].pending, game.fields[2].pending), (3, 0));
        for _ in 0..20 {
            tick(&mut game, &mut chance, &["-", "-", "-"]);
        }
        assert_eq!((game.fields[1].pending, game.fields[1].board.max_height()), (3, 0));
        tick(&mut game, &mut chance, &["-", "hard_drop", "-"]);
        assert_eq!((game.fields[1].pending, game.fields[1].received), (0, 3));
        let lowest: Vec<String> = game.fields[1].board.rows().rev().take(3).collect();
        assert!(lowest.iter().all(|row| row.matches('.').count() == 1), "{lowest:?}");
    }

    #[test]
    fn rows_sent_in_the_tick_in_which_the_target_locks_wait_for_its_next_piece() {
        for (first, second) in [(0, 1), (1, 0)] {
            let (mut game, mut chance) = game("", 2);
            set(&mut game, first, &WELL, Piece::I);
            let mut keys = [""; 2];
            (keys[first], keys[second]) = (TO_THE_WELL, "hard_drop");
            tick(&mut game, &mut chance, &keys);
            assert_eq!((game.fields[second].pending, game.fields[second].received), (3, 0));
        }
    }

    #[test]
    fn a_target_is_chosen_with_a_key_and_a_dead_one_stands_for_the_next() {
        let (mut game, mut chance) = game("", 4);
        tick(&mut game, &mut chance, &["target_2", "-", "!", "-"]);
        assert_eq!(game.fields[0].target, Some(seat(3)), "seat 2 is lost in the same tick");
        assert!(!game.is_legal(seat(0), Keys::only(Key::Target(seat(0)))));
        assert!(!game.is_legal(seat(0), Keys::only(Key::Target(seat(4)))));
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
    fn a_piece_that_locks_wholly_in_the_hidden_rows_ends_the_game() {
        let (mut game, mut chance) = game("", 1);
        set(&mut game, 0, &["..########"; 20], Piece::O);
        tick(&mut game, &mut chance, &["hard_drop"]);
        assert_eq!(game.outcome().unwrap().reason(), "topped out");
    }

    #[test]
    fn a_piece_that_only_sticks_out_does_not() {
        let (mut game, mut chance) = game("", 1);
        set(&mut game, 0, &["..########"; 18], Piece::O);
        game.hands[0].falling = game.hands[0].falling.moved(4, 0);
        tick(&mut game, &mut chance, &["hard_drop"]);
        assert!(game.outcome().is_none());
        assert_eq!(game.fields[0].board.max_height(), 20);
        // The next one locks with its lower half in the top row.
        set(&mut game, 0, &["..########"; 19], Piece::O);
        game.hands[0].falling = game.hands[0].falling.moved(4, 0);
        tick(&mut game, &mut chance, &["hard_drop"]);
        assert!(game.outcome().is_none());
        assert_eq!(game.fields[0].board.max_height(), 21);
    }

    #[test]
    fn garbage_that_pushes_cells_above_the_hidden_rows_buries() {
        let (mut game, mut chance) = game("", 1);
        set(&mut game, 0, &["..########"; 19], Piece::O);
        game.hands[0].falling = game.hands[0].falling.moved(4, 0);
        game.fields[0].pending = 4;
        tick(&mut game, &mut chance, &["hard_drop"]);
        assert_eq!(game.outcome().unwrap().reason(), "buried by garbage");
    }

    #[test]
    fn sudden_death_comes_by_the_clock_and_not_to_solo_play() {
        let rules = "sudden_death.turn=5,sudden_death.every=2,sudden_death.grow=4";
        let (mut pair, mut chance) = game(rules, 2);
        let mut pending = Vec::new();
        for _ in 1..=9 {
            tick(&mut pair, &mut chance, &["-", "-"]);
            pending.push(pair.fields[0].pending);
        }
        assert_eq!(pending, [0, 0, 0, 0, 1, 1, 2, 2, 4]);
        let (mut alone, mut chance) = game(rules, 1);
        (0..9).for_each(|_| tick(&mut alone, &mut chance, &["-"]));
        assert_eq!(alone.fields[0].pending, 0);
    }

    #[test]
    fn time_can_be_limited() {
        let (mut game, mut chance) = game("max_ticks=3", 1);
        (0..3).for_each(|_| tick(&mut game, &mut chance, &["-"]));
        assert_eq!(game.outcome().unwrap().reason(), "time is up");
    }

    #[test]
    fn keys_after_a_hard_drop_move_the_next_piece() {
        let (mut game, mut chance) = game("", 1);
        let next = Falling::spawn(game.hands[0].queue[0], &game.fields[0].board).column();
        tick(&mut game, &mut chance, &["hard_drop+move_left"]);
        assert_eq!(game.hands[0].falling.column(), next - 1);
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
