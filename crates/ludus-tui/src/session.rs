//! A session that is watched or played.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use ludus_arena::session::{Session, SessionGroup, Stage, State, View, is_person};
use ludus_arena::{AnyGame, ArenaError, Offer};
use ludus_core::{ActionMark, Controls, GameInfo, Pacing, Seat};

use crate::bindings::{KeyboardUser, shared_keys};
use crate::grids::Grid;
use crate::lobby::{Lobby, SessionConfig};
use crate::pointer::{ActionChoice, Pointer};
use crate::speed::{Speed, TICK};
use crate::text_input::TextInput;

/// The least time between two turns for a person who steers, at any speed.
const STEERED: Duration = Duration::from_millis(100);

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

/// A session on the screen.
pub struct SessionScreen {
    /// The game.
    pub game: GameInfo,
    /// The name of the bot that gives hints.
    pub adviser: &'static str,
    /// Its matches.
    pub group: SessionGroup,
    /// How it is shown.
    pub mode: Mode,
    /// Rows and columns of the grid.
    pub grid: Grid,
    /// The number of the focused match.
    pub focus: u64,
    /// Whether the focus follows the matches by itself.
    pub follows: bool,
    /// How fast it plays.
    pub speed: Speed,
    /// Whether the seats act one after the other.
    one_by_one: bool,
    /// Whether turns come by the clock and do not wait for people.
    pub clocked: bool,
    /// How many people take part.
    pub people: usize,
    /// How people play.
    pub controls: Controls,
    /// What a person has typed.
    pub entry: TextInput,
    /// The cursor of a person who points at cells.
    pub pointer: Option<Pointer>,
    /// The actions of which a person has to choose one.
    pub choice: Option<ActionChoice>,
    /// Actions that the session could not take yet.
    pub pressed: Vec<(Seat, String)>,
    /// What a bot would do, when a person has asked.
    pub hint: Option<HintRequest>,
    /// Whether it starts with a person's first key: people who play by the clock must have seen the board before.
    pub starts_with_a_key: bool,
    /// Whether it is paused only as long as something covers it on the screen.
    held: bool,
    /// Whether the statistics were shown when all was over.
    end_shown: bool,
    /// The group's version that was looked at last.
    seen: Option<u64>,
    /// The clocks of the focused match as they were looked at last, as text.
    seen_clocks: Vec<String>,
}

/// A question to a bot.
pub struct HintRequest {
    /// The turn it is for.
    pub turn: u32,
    /// The answer, once it is there.
    pub answer: Arc<OnceLock<Hint>>,
    /// Whether the person has read the answer.
    pub shown: bool,
}

/// What a bot would do.
pub struct Hint {
    /// The sentence to show.
    pub text: String,
    /// Where the action is on the board.
    pub mark: ActionMark,
}

/// The name of the bot that gives hints: `hard`, or the first one of the demonstration match where there is no `hard`.
fn adviser(game: &dyn AnyGame) -> &'static str {
    const USUAL: &str = "hard";
    let has = game.bots().iter().any(|bot| bot.name == USUAL);
    let first = game.info().demo.first().copied();
    first.filter(|_| !has).unwrap_or(USUAL)
}

/// Below this a clock is shown with tenths of seconds.
const LOW: Duration = Duration::from_secs(20);

/// What a clock has left: `9:41`, or `8.3 s` when it is little.
pub(crate) fn clock_text(left: Duration) -> String {
    if left < LOW {
        return format!("{:.1} s", left.as_secs_f64());
    }
    format!("{}:{:02}", left.as_secs() / 60, left.as_secs() % 60)
}

impl SessionScreen {
    /// Starts the matches of a session.
    ///
    /// # Errors
    /// If the rules or bots do not fit.
    pub fn open(
        stage: &Stage,
        lobby: &Lobby,
        offer: &Offer,
        config: SessionConfig,
    ) -> Result<Self, ArenaError> {
        let people = config.bots.iter().filter(|spec| is_person(spec)).count();
        let single = config.grid == (1, 1);
        let plan = lobby.plan(offer, &config);
        let group = SessionGroup::open(stage, &offer.game, plan, Duration::ZERO, true)?;
        let view = group.session(0).map(|session| session.view());
        let view = view.as_deref();
        let one_by_one = view.is_some_and(|view| view.to_act.len() < view.seats.len());
        let clocked = view.is_some_and(|view| view.clocked);
        let controls = view.map_or(Controls::Text, View::controls);
        let pointer = match (&controls, view) {
            (Controls::Cells { columns, rows, pointing }, Some(view)) => {
                let person = view.seats.iter().position(|seat| seat.person).and_then(Seat::new);
                let legal = person.map(|seat| view.legal(seat)).unwrap_or_default();
                Some(Pointer::new(*columns, *rows, *pointing, &legal))
            }
            _ => None,
        };
        let steered = people > 0 && clocked;
        // People who watch or steer in one match want to see it. People who watch many want them played, and people
        // who are waited for want an answer.
        let usual = if single && (people == 0 || steered) { Speed::Normal } else { Speed::Fast };
        let screen = Self {
            game: offer.game.info(),
            adviser: adviser(offer.game.as_ref()),
            group,
            mode: if single { Mode::Single } else { Mode::Grid },
            grid: config.grid,
            focus: 0,
            follows: true,
            speed: config.speed.unwrap_or(usual),
            one_by_one,
            clocked,
            people,
            controls,
            entry: TextInput::default(),
            pointer,
            choice: None,
            pressed: Vec::new(),
            hint: None,
            starts_with_a_key: steered && !config.paused,
            held: false,
            end_shown: false,
            seen: None,
            seen_clocks: Vec::new(),
        };
        screen.group.set_delay(screen.delay());
        if !config.paused && !screen.starts_with_a_key {
            screen.group.resume();
        }
        Ok(screen)
    }

    /// Whether turns are ticks of a clock.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.game.pace == Pacing::Ticks
    }

    /// Whether a person types actions.
    #[must_use]
    pub const fn takes_text(&self) -> bool {
        matches!(self.controls, Controls::Cells { .. } | Controls::Text)
    }

    /// The time from turn to turn.
    #[must_use]
    pub fn delay(&self) -> Duration {
        if self.is_live() {
            return TICK;
        }
        let least = if self.people > 0 && self.clocked { STEERED } else { Duration::ZERO };
        self.speed.delay(self.one_by_one).max(least)
    }

    /// Sets the speed of all matches.
    pub fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
        self.group.set_delay(self.delay());
    }

    /// How many boards a page has.
    #[must_use]
    pub fn cells(&self) -> u64 {
        u64::from(self.grid.0) * u64::from(self.grid.1)
    }

    /// The clocks of the focused match as text, seat by seat; empty in a match without clocks.
    #[must_use]
    pub fn clocks(&self) -> Vec<String> {
        let clocks = self.session().and_then(|session| session.clocks());
        clocks.map(|faces| faces.left.into_iter().map(clock_text).collect()).unwrap_or_default()
    }

    /// The page of the focused match.
    #[must_use]
    pub fn page(&self) -> u64 {
        self.focus / self.cells()
    }

    /// The focused match, if it has begun and is still kept.
    #[must_use]
    pub fn session(&self) -> Option<Session> {
        self.group.session(self.focus)
    }

    /// The seat of the person who is to act in the focused match; the first one where several are.
    #[must_use]
    pub fn person(&self) -> Option<Seat> {
        let view = self.session()?.view();
        let seats = view.to_act.iter();
        seats.into_iter().find(|seat| view.seats[seat.index()].person)
    }

    /// The seat that a person's keys go to: seats of people in their order. A person who plays alone has all keys.
    #[must_use]
    pub fn seat_of(&self, user: KeyboardUser) -> Option<Seat> {
        let view = self.session()?.view();
        let mut seats =
            Seat::first(view.seats.len()).filter(|seat| view.seats[seat.index()].person);
        let seat = match user {
            KeyboardUser::Second if self.people > 1 => seats.nth(1),
            _ => seats.next(),
        };
        seat.filter(|seat| view.to_act.has(*seat))
    }

    /// The keys of a seat, where two people play at once at this keyboard.
    #[must_use]
    pub fn keys_of(&self, seat: Seat) -> Option<String> {
        if self.people < 2 || !self.is_played() {
            return None;
        }
        let users = [KeyboardUser::First, KeyboardUser::Second];
        let user = users.into_iter().find(|user| self.seat_of(*user) == Some(seat))?;
        shared_keys(&self.controls, user)
    }

    /// Whether keys go to a person's match: where turns wait for people until it is over, because people type ahead;
    /// otherwise as long as the person is not out.
    #[must_use]
    pub fn is_played(&self) -> bool {
        let under_way = || self.session().is_some_and(|session| !session.state().is_over());
        self.people > 0 && if self.clocked { self.person().is_some() } else { under_way() }
    }

    /// Moves the focus by this many matches; it stays among those that there are.
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
            let waits = |session: Session| {
                matches!(session.state(), State::Waiting(_)) && session.clocks().is_none()
            };
            self.people == 0 || !self.session().is_some_and(waits)
        };
        self.hint.as_ref().is_some_and(|hint| !hint.shown)
            || !status.over && !status.paused && runs()
    }

    /// Starts, if it starts with a key.
    pub fn start(&mut self) {
        if std::mem::take(&mut self.starts_with_a_key) {
            self.group.resume();
        }
    }

    /// Pauses while something covers the board, if a person plays by the clock: people cannot play blindly.
    pub fn hold(&mut self) {
        let status = self.group.status();
        if self.people > 0 && self.clocked && !status.paused && !status.over {
            self.group.pause();
            self.held = true;
        }
    }

    /// Resumes when nothing covers the board any more.
    pub fn release(&mut self) {
        if std::mem::take(&mut self.held) {
            self.group.resume();
        }
    }

    /// Pauses or resumes.
    pub fn toggle_pause(&mut self) {
        self.starts_with_a_key = false;
        if self.group.status().paused { self.group.resume() } else { self.group.pause() }
    }

    /// What a moment changes: keys that wait are handed in, and the focus follows the matches. Whether there is
    /// something new to see.
    pub fn tick(&mut self) -> bool {
        if let Some(session) = self.session() {
            use ludus_arena::session::SessionError::Busy;
            self.pressed.retain(|(seat, text)| session.submit(*seat, text) == Err(Busy));
        }
        let clocks = self.clocks();
        let ticked = clocks != self.seen_clocks;
        self.seen_clocks = clocks;
        let version = Some(self.group.version());
        if self.seen == version {
            return ticked;
        }
        self.seen = version;
        let status = self.group.status();
        if status.over && !self.end_shown {
            self.end_shown = true;
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

    /// What the focused match does now, in a word.
    #[must_use]
    pub fn state_word(&self) -> &'static str {
        let status = self.group.status();
        match (status.over, status.paused, self.session().map(|session| session.state())) {
            (true, _, _) if status.aborted => "aborted",
            (true, _, _) => "finished",
            (false, true, _) if self.starts_with_a_key => "press a key to begin",
            (false, true, _) => "paused",
            (false, false, Some(State::Waiting(_))) => "your turn",
            (false, false, _) => "running",
        }
    }
}
