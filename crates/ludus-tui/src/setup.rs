//! The questions before a session: game, bots seat by seat, the clock, one game or many, the grid.

use ludus_arena::Offer;
use ludus_arena::session::{PERSON, is_person};
use ludus_core::{BotSpec, Pacing, Seat, TimeControl};

use crate::error::SetupError;
use crate::grids::{self, Grid};
use crate::lobby::{Lobby, MOST_PEOPLE, SessionConfig, check_people, parse_count, parse_grid};
use crate::text_input::TextInput;
use crate::widgets::Size;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupStep {
    /// Which game.
    Game,
    /// Which bot for the next seat.
    Bots,
    /// Which clock for each seat.
    Clock,
    /// One game or many.
    Kind,
    /// How many games.
    Count,
    /// How many boards at a time.
    Grid,
}

/// What was answered so far.
#[derive(Debug)]
pub struct Setup {
    /// What is asked now.
    pub step: SetupStep,
    /// The game that was chosen, by its place in the lobby.
    pub game: usize,
    /// The bots so far, by seat.
    pub bots: Vec<BotSpec>,
    /// The clock of each seat; `None` without one.
    pub clock: Option<TimeControl>,
    /// How many games.
    pub games: u64,
    /// The chosen one of the choices.
    pub chosen: usize,
    /// What was typed.
    pub input: TextInput,
    /// What is wrong with it.
    pub error: Option<SetupError>,
}

/// The choice of a session without clocks.
const NO_CLOCK: &str = "none";

/// Common time controls. Others are typed.
const CLOCKS: [(&str, &str); 4] = [
    ("10+0.1", "ten seconds, a tenth added for each action: quick bots"),
    ("60+1", "a minute, a second added for each action: bullet"),
    ("180+2", "three minutes, two seconds added for each action: blitz"),
    ("600+5", "ten minutes, five seconds added for each action: rapid"),
];

/// One of the things that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupChoice {
    /// Its name.
    pub name: String,
    /// What it is.
    pub what: String,
}

impl Setup {
    /// Nothing answered yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            step: SetupStep::Game,
            game: 0,
            bots: Vec::new(),
            clock: None,
            games: 1,
            chosen: 0,
            input: TextInput::default(),
            error: None,
        }
    }

    /// The game that was chosen.
    #[must_use]
    pub fn offer<'a>(&self, lobby: &'a Lobby) -> &'a Offer {
        &lobby.offers[self.game.min(lobby.offers.len() - 1)]
    }

    /// The question.
    #[must_use]
    pub fn question(&self, lobby: &Lobby) -> String {
        match self.step {
            SetupStep::Game => "Which game?".to_owned(),
            SetupStep::Bots => {
                let info = self.offer(lobby).game.info();
                let seat = Seat::new(self.bots.len()).map(|seat| info.seat_name(seat));
                let seat = seat.unwrap_or_default();
                format!("{}: who is {seat}? (choose, or type a bot)", info.name)
            }
            SetupStep::Clock => {
                "A clock for each seat? (choose, or type seconds+seconds for each action)"
                    .to_owned()
            }
            SetupStep::Kind => "One game or many?".to_owned(),
            SetupStep::Count => "How many games? (type a number)".to_owned(),
            SetupStep::Grid => {
                "How many boards at a time? (choose, or type rows x columns)".to_owned()
            }
        }
    }

    /// What there is to choose from on a terminal of this size.
    #[must_use]
    pub fn choices(&self, lobby: &Lobby, size: Size) -> Vec<SetupChoice> {
        let choice = |name: &str, what: &str| SetupChoice { name: name.into(), what: what.into() };
        match self.step {
            SetupStep::Game => {
                lobby.offers.iter().map(|o| choice(o.game.name(), o.game.info().summary)).collect()
            }
            SetupStep::Bots => {
                let game = &self.offer(lobby).game;
                let enough = game.info().seats.contains(&self.bots.len());
                let done = enough.then(|| choice("start", "with the bots chosen so far"));
                let people = self.bots.iter().filter(|bot| is_person(bot)).count();
                let person = match people {
                    0 => Some(choice(PERSON, "you, at this keyboard")),
                    n if n < MOST_PEOPLE => {
                        Some(choice(PERSON, "a second person, at the same keyboard"))
                    }
                    _ => None,
                };
                // Bots that need more than a name are typed.
                let bots =
                    game.bots().iter().filter(|bot| bot.keys.iter().all(|key| !key.required));
                let bots = bots.map(|bot| choice(bot.name, bot.summary));
                done.into_iter().chain(bots).chain(person).collect()
            }
            SetupStep::Clock => {
                let without =
                    choice(NO_CLOCK, "people take their time, bots what they always take");
                let clocks = CLOCKS.iter().map(|(name, what)| choice(name, what));
                std::iter::once(without).chain(clocks).collect()
            }
            SetupStep::Kind => vec![
                choice("single", "one game, on a large board"),
                choice("many", "a series of games in a grid, with statistics"),
            ],
            SetupStep::Count => Vec::new(),
            SetupStep::Grid => {
                let fit = grids::fitting(lobby, self.offer(lobby), self.bots.len(), size);
                let name = |(rows, columns)| choice(&format!("{rows}x{columns}"), "");
                fit.unwrap_or_default().into_iter().map(name).collect()
            }
        }
    }

    /// Whether what is typed counts.
    #[must_use]
    pub const fn types(&self) -> bool {
        use SetupStep::{Bots, Clock, Count, Grid};
        matches!(self.step, Bots | Clock | Count | Grid)
    }

    /// Chooses the next or the previous choice.
    pub fn choose(&mut self, lobby: &Lobby, size: Size, down: bool) {
        let count = self.choices(lobby, size).len();
        if count > 0 {
            let step = if down { 1 } else { count - 1 };
            self.chosen = (self.chosen.min(count - 1) + step) % count;
        }
        self.error = None;
    }

    /// Goes one question back; `false` at the first one.
    pub fn back(&mut self) -> bool {
        self.error = None;
        let typed = !self.input.is_empty();
        self.input.clear();
        if typed {
            return true;
        }
        self.chosen = 0;
        self.step = match self.step {
            SetupStep::Game => return false,
            SetupStep::Bots if self.bots.pop().is_some() => SetupStep::Bots,
            SetupStep::Bots => SetupStep::Game,
            SetupStep::Clock => {
                self.bots.pop();
                SetupStep::Bots
            }
            SetupStep::Kind => {
                self.clock = None;
                SetupStep::Clock
            }
            SetupStep::Count => SetupStep::Kind,
            SetupStep::Grid => SetupStep::Count,
        };
        true
    }

    /// Takes the answer; a session if it was the last one.
    pub fn answer(&mut self, lobby: &Lobby, size: Size) -> Option<SessionConfig> {
        match self.try_answer(lobby, size) {
            Ok(config) => config,
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }

    fn try_answer(
        &mut self,
        lobby: &Lobby,
        size: Size,
    ) -> Result<Option<SessionConfig>, SetupError> {
        self.error = None;
        let choices = self.choices(lobby, size);
        let chosen = choices.get(self.chosen).map(|choice| choice.name.clone());
        let text =
            if self.input.is_empty() { chosen.unwrap_or_default() } else { self.input.to_string() };
        let config = match self.step {
            SetupStep::Game => {
                self.game = self.chosen;
                self.next(SetupStep::Bots)
            }
            SetupStep::Bots => self.seat(lobby, &text)?,
            SetupStep::Clock => {
                self.clock = if text == NO_CLOCK { None } else { Some(text.trim().parse()?) };
                self.clock_set()
            }
            SetupStep::Kind if self.chosen == 0 => Some(self.config((1, 1))),
            SetupStep::Kind => self.next(SetupStep::Count),
            SetupStep::Count => {
                self.games = parse_count(&text)?;
                self.next(SetupStep::Grid)
            }
            SetupStep::Grid => {
                let grid = parse_grid(&text)?;
                grids::check(lobby, self.offer(lobby), self.bots.len(), grid, size)?;
                Some(self.config(grid))
            }
        };
        self.input.clear();
        Ok(config)
    }

    fn next(&mut self, step: SetupStep) -> Option<SessionConfig> {
        self.step = step;
        self.chosen = 0;
        None
    }

    fn config(&self, grid: Grid) -> SessionConfig {
        SessionConfig {
            bots: self.bots.clone(),
            games: self.games,
            grid,
            speed: None,
            paused: false,
            clock: self.clock,
        }
    }

    /// Puts a bot into the next seat, or starts with those chosen so far.
    fn seat(&mut self, lobby: &Lobby, text: &str) -> Result<Option<SessionConfig>, SetupError> {
        let offer = self.offer(lobby);
        let seats = offer.game.info().seats;
        if text == "start" && seats.contains(&self.bots.len()) {
            return Ok(self.done(lobby));
        }
        let spec: BotSpec = text.parse()?;
        if !is_person(&spec) {
            offer.game.check_bot(&spec)?;
        }
        let mut bots = self.bots.clone();
        bots.push(spec);
        check_people(&bots)?;
        self.bots = bots;
        if self.bots.len() == *seats.end() {
            return Ok(self.done(lobby));
        }
        // The next seat's question begins at the same bot, or at `start` where that is possible.
        self.chosen = 0;
        Ok(None)
    }

    /// All seats are taken. Where the game does not wait for the people in it, their clocks could not run.
    fn done(&mut self, lobby: &Lobby) -> Option<SessionConfig> {
        (self.games, self.clock) = (1, None);
        let pace = self.offer(lobby).played_by(&self.bots).game.info().pace;
        if self.has_people() && pace != Pacing::Waits {
            return self.clock_set();
        }
        self.next(SetupStep::Clock)
    }

    /// Nothing but the number of games is open: a game with people in it is a single one.
    fn clock_set(&mut self) -> Option<SessionConfig> {
        if self.has_people() {
            return Some(self.config((1, 1)));
        }
        self.next(SetupStep::Kind)
    }

    fn has_people(&self) -> bool {
        self.bots.iter().any(is_person)
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self::new()
    }
}
