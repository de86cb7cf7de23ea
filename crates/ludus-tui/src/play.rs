//! A session that is watched or played.

use std::sync::Arc;
use std::time::Duration;

use ludus_arena::session::{Session, SessionGroup, Stage, State, is_person};
use ludus_arena::{ArenaError, Offer};
use ludus_core::Seat;

use crate::bindings::Person;
use crate::hall::{Hall, Order};
use crate::input::Input;
use crate::speed::{LIVE, Speed, TICK};

/// How a session is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One board, large, with everything about it.
    Single,
    /// Many boards.
    Grid,
    /// The statistics.
    Stats,
}

/// A session.
pub struct Play {
    /// The game's name.
    pub game: &'static str,
    /// The games.
    pub group: SessionGroup,
    /// How it is shown.
    pub mode: Mode,
    /// Rows and columns of the grid.
    pub grid: (u16, u16),
    /// The number of the focused game.
    pub focus: u64,
    /// Whether the focus follows the games by itself.
    pub follows: bool,
    /// How fast it plays.
    pub speed: Speed,
    /// Whether the seats act one after the other.
    pub one_by_one: bool,
    /// How many people take part.
    pub people: usize,
    /// What a person has typed.
    pub entry: Input,
    /// A person's place on the board, column and row from the upper left, and the place chosen before.
    pub cursor: (u16, u16),
    /// The place that was chosen before.
    pub from: Option<(u16, u16)>,
    /// Keys that the session could not take yet.
    pub pressed: Vec<(Seat, String)>,
    /// What a bot would do, when a person has asked.
    pub hint: Option<Hint>,
    /// Whether it begins with the first key of a person: who plays by the clock must have seen the board before.
    pub begins_with_a_key: bool,
    /// Whether it is paused only as long as something is above it on the screen.
    held: bool,
    /// Whether the statistics were shown when all was over.
    pub told_end: bool,
    /// The group's version that was looked at last.
    seen: Option<u64>,
}

/// A hint that was asked for.
pub struct Hint {
    /// The turn it is for.
    pub turn: u32,
    /// The answer, once it is there.
    pub answer: Arc<std::sync::OnceLock<String>>,
}

impl Play {
    /// Starts the games of a plan.
    ///
    /// # Errors
    /// If the rules or bots do not fit.
    pub fn open(
        stage: &Stage,
        hall: &Hall,
        offer: &Offer,
        order: Order,
    ) -> Result<Self, ArenaError> {
        let people = order.bots.iter().filter(|spec| is_person(spec)).count();
        let single = order.grid == (1, 1);
        let plan = hall.plan(offer, &order);
        let group = SessionGroup::open(stage, &offer.game, plan, Duration::ZERO, true)?;
        let view = group.session(0).map(|session| session.view());
        let one_by_one = view.as_ref().is_some_and(|view| view.to_act.len() < view.seats.len());
        let by_the_clock = people > 0 && !one_by_one;
        // Who watches or steers in one game wants to see it; who watches many wants them played, and who plays turn
        // by turn wants an answer.
        let usual =
            if single && (people == 0 || by_the_clock) { Speed::Normal } else { Speed::Fast };
        let speed = order.speed.unwrap_or(usual);
        let play = Self {
            game: offer.game.name(),
            group,
            mode: if single { Mode::Single } else { Mode::Grid },
            grid: order.grid,
            focus: 0,
            follows: true,
            speed,
            one_by_one,
            people,
            entry: Input::default(),
            cursor: (4, 6),
            from: None,
            pressed: Vec::new(),
            hint: None,
            begins_with_a_key: by_the_clock && !order.paused,
            held: false,
            told_end: false,
            seen: None,
        };
        play.group.set_delay(play.delay());
        if !order.paused && !play.begins_with_a_key {
            play.group.resume();
        }
        Ok(play)
    }

    /// Whether it is played with keys in real time.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.game == LIVE
    }

    /// The time from turn to turn.
    #[must_use]
    pub fn delay(&self) -> Duration {
        if self.is_live() {
            return TICK;
        }
        // A person who steers needs time at any speed.
        let steered = self.people > 0 && !self.one_by_one;
        let least = if steered { Duration::from_millis(100) } else { Duration::ZERO };
        self.speed.delay(self.one_by_one).max(least)
    }

    /// Sets the speed of all games.
    pub fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
        self.group.set_delay(self.delay());
    }

    /// How many boards a page has.
    #[must_use]
    pub fn cells(&self) -> u64 {
        u64::from(self.grid.0) * u64::from(self.grid.1)
    }

    /// The page of the focused game.
    #[must_use]
    pub fn page(&self) -> u64 {
        self.focus / self.cells()
    }

    /// The focused game, if it has begun and is still kept.
    #[must_use]
    pub fn session(&self) -> Option<Session> {
        self.group.session(self.focus)
    }

    /// The seat of the person who is to act in the focused game; the first one where several are.
    #[must_use]
    pub fn person(&self) -> Option<Seat> {
        let view = self.session()?.view();
        let seats = view.to_act.iter();
        seats.into_iter().find(|seat| view.seats[seat.index()].person)
    }

    /// The seat that a person's keys go to: seats of people in their order. Who plays alone has all keys.
    #[must_use]
    pub fn seat_of(&self, person: Person) -> Option<Seat> {
        let view = self.session()?.view();
        let mut seats =
            Seat::first(view.seats.len()).filter(|seat| view.seats[seat.index()].person);
        let seat = match person {
            Person::Second if self.people > 1 => seats.nth(1),
            _ => seats.next(),
        };
        seat.filter(|seat| view.to_act.has(*seat))
    }

    /// Which keys steer a seat, where two people play at once at this keyboard.
    #[must_use]
    pub fn keys_of(&self, seat: Seat) -> Option<&'static str> {
        let shared = self.people > 1 && !self.one_by_one && self.is_played();
        match (shared, self.seat_of(Person::First), self.seat_of(Person::Second)) {
            (true, Some(first), _) if first == seat => Some("arrows"),
            (true, _, Some(second)) if second == seat => Some("w a s d"),
            _ => None,
        }
    }

    /// Whether keys go to a person's game: where seats act one after the other until it is over, because
    /// people type ahead; otherwise as long as the person is not out.
    #[must_use]
    pub fn is_played(&self) -> bool {
        let under_way = || self.session().is_some_and(|session| !session.state().is_over());
        self.people > 0 && if self.one_by_one { under_way() } else { self.person().is_some() }
    }

    /// Moves the focus by this many games; it stays among those that there are.
    pub fn move_focus(&mut self, by: i64) {
        let last = self.group.plan().games.saturating_sub(1);
        self.focus = self.focus.saturating_add_signed(by).min(last);
        self.follows = false;
    }

    /// Whether something may change by itself: not while all is paused or over, nor while everything waits for
    /// a person.
    #[must_use]
    pub fn moves(&self) -> bool {
        let status = self.group.status();
        let runs = || {
            let waits = |session: Session| matches!(session.state(), State::Waiting(_));
            self.people == 0 || !self.session().is_some_and(waits)
        };
        self.hint.is_some() || !status.over && !status.paused && runs()
    }

    /// Begins, if it begins with a key.
    pub fn begin(&mut self) {
        if std::mem::take(&mut self.begins_with_a_key) {
            self.group.resume();
        }
    }

    /// Pauses while something covers the board, if a person plays by the clock: people cannot play blindly.
    pub fn hold(&mut self) {
        let status = self.group.status();
        if self.people > 0 && !self.one_by_one && !status.paused && !status.over {
            self.group.pause();
            self.held = true;
        }
    }

    /// Plays on when nothing is above the board any more.
    pub fn release(&mut self) {
        if std::mem::take(&mut self.held) {
            self.group.resume();
        }
    }

    /// Pauses, or plays on.
    pub fn toggle_pause(&mut self) {
        self.begins_with_a_key = false;
        if self.group.status().paused { self.group.resume() } else { self.group.pause() }
    }

    /// What a moment changes: keys that wait are handed in, and the focus follows the games. Whether there is
    /// something new to be seen.
    pub fn tick(&mut self) -> bool {
        if let Some(session) = self.session() {
            use ludus_arena::session::SessionError::Busy;
            self.pressed.retain(|(seat, text)| session.submit(*seat, text) == Err(Busy));
        }
        let version = Some(self.group.version());
        if self.seen == version {
            return false;
        }
        self.seen = version;
        let status = self.group.status();
        if status.over && !self.told_end {
            self.told_end = true;
            if status.games > 1 {
                self.mode = Mode::Stats;
            }
        }
        if self.follows && !status.over {
            let on_page = |number: &u64| number / self.cells() == self.page();
            let under_way = self.group.under_way();
            let here_over = self
                .session()
                .is_none_or(|session| session.state().is_over() && self.mode == Mode::Single);
            if !under_way.iter().any(on_page) || here_over {
                self.focus = under_way.first().copied().unwrap_or(self.focus);
            }
        }
        true
    }

    /// What the focused game does now, in a word.
    #[must_use]
    pub fn state_word(&self) -> &'static str {
        let status = self.group.status();
        match (status.over, status.paused, self.session().map(|session| session.state())) {
            (true, _, _) if status.aborted => "aborted",
            (true, _, _) => "finished",
            (false, true, _) if self.begins_with_a_key => "press a key to begin",
            (false, true, _) => "paused",
            (false, false, Some(State::Waiting(_))) => "your turn",
            (false, false, _) => "running",
        }
    }
}
