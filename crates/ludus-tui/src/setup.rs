//! The questions before a session: game, bots seat by seat, one game or many, the grid.

use ludus_arena::Offer;
use ludus_arena::session::{PERSON, is_person};
use ludus_core::BotSpec;

use crate::grids;
use crate::hall::{Hall, MOST_PEOPLE, Order, check_people, parse_count, parse_grid};
use crate::input::Input;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Which game.
    Game,
    /// Which bot for the next seat.
    Bots,
    /// One game or many.
    Kind,
    /// How many games.
    Count,
    /// How many boards at a time.
    Grid,
}

/// What was answered so far.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What is asked now.
    pub step: Step,
    /// The game that was chosen, by its place in the hall.
    pub game: usize,
    /// The bots so far, by seat.
    pub bots: Vec<BotSpec>,
    /// How many games.
    pub games: u64,
    /// The chosen one of the choices.
    pub chosen: usize,
    /// What was typed.
    pub input: Input,
    /// What is wrong with it.
    pub error: Option<String>,
}

/// One of the things that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
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
            step: Step::Game,
            game: 0,
            bots: Vec::new(),
            games: 1,
            chosen: 0,
            input: Input::default(),
            error: None,
        }
    }

    /// The game that was chosen.
    #[must_use]
    pub fn offer<'a>(&self, hall: &'a Hall) -> &'a Offer {
        &hall.offers[self.game.min(hall.offers.len() - 1)]
    }

    /// The question.
    #[must_use]
    pub fn question(&self, hall: &Hall) -> String {
        match self.step {
            Step::Game => "Which game?".to_owned(),
            Step::Bots => {
                let name = self.offer(hall).game.name();
                format!("{name}: who plays seat {}? (choose, or type a bot)", self.bots.len())
            }
            Step::Kind => "One game or many?".to_owned(),
            Step::Count => "How many games? (type a number)".to_owned(),
            Step::Grid => "How many boards at a time? (choose, or type rows x columns)".to_owned(),
        }
    }

    /// What there is to choose from on a terminal of this size.
    #[must_use]
    pub fn choices(&self, hall: &Hall, size: (u16, u16)) -> Vec<Choice> {
        let choice = |name: &str, what: &str| Choice { name: name.into(), what: what.into() };
        match self.step {
            Step::Game => {
                hall.offers.iter().map(|o| choice(o.game.name(), o.game.info().summary)).collect()
            }
            Step::Bots => {
                let game = &self.offer(hall).game;
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
            Step::Kind => vec![
                choice("single", "one game, on a large board"),
                choice("many", "a series of games in a grid, with statistics"),
            ],
            Step::Count => Vec::new(),
            Step::Grid => {
                let fit = grids::fitting(self.offer(hall), self.bots.len(), size);
                let name = |(rows, columns)| choice(&format!("{rows}x{columns}"), "");
                fit.unwrap_or_default().into_iter().map(name).collect()
            }
        }
    }

    /// Whether what is typed counts.
    #[must_use]
    pub const fn types(&self) -> bool {
        matches!(self.step, Step::Bots | Step::Count | Step::Grid)
    }

    /// Chooses the next or the previous choice.
    pub fn choose(&mut self, hall: &Hall, size: (u16, u16), down: bool) {
        let count = self.choices(hall, size).len();
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
            Step::Game => return false,
            Step::Bots if self.bots.pop().is_some() => Step::Bots,
            Step::Bots => Step::Game,
            Step::Kind => {
                self.bots.pop();
                Step::Bots
            }
            Step::Count => Step::Kind,
            Step::Grid => Step::Count,
        };
        true
    }

    /// Takes the answer; a session if it was the last one.
    pub fn answer(&mut self, hall: &Hall, size: (u16, u16)) -> Option<Order> {
        match self.try_answer(hall, size) {
            Ok(order) => order,
            Err(error) => {
                self.error = Some(error);
                None
            }
        }
    }

    fn try_answer(&mut self, hall: &Hall, size: (u16, u16)) -> Result<Option<Order>, String> {
        self.error = None;
        let choices = self.choices(hall, size);
        let chosen = choices.get(self.chosen).map(|choice| choice.name.clone());
        let text =
            if self.input.is_empty() { chosen.unwrap_or_default() } else { self.input.to_string() };
        let order = match self.step {
            Step::Game => {
                self.game = self.chosen;
                self.next(Step::Bots)
            }
            Step::Bots => self.seat(hall, &text)?,
            Step::Kind if self.chosen == 0 => Some(self.order((1, 1))),
            Step::Kind => self.next(Step::Count),
            Step::Count => {
                self.games = parse_count(&text)?;
                self.next(Step::Grid)
            }
            Step::Grid => {
                let grid = parse_grid(&text)?;
                grids::check(self.offer(hall), self.bots.len(), grid, size)?;
                Some(self.order(grid))
            }
        };
        self.input.clear();
        Ok(order)
    }

    fn next(&mut self, step: Step) -> Option<Order> {
        self.step = step;
        self.chosen = 0;
        None
    }

    fn order(&self, grid: (u16, u16)) -> Order {
        Order { bots: self.bots.clone(), games: self.games, grid, speed: None, paused: false }
    }

    /// Puts a bot into the next seat, or starts with those chosen so far.
    fn seat(&mut self, hall: &Hall, text: &str) -> Result<Option<Order>, String> {
        let offer = self.offer(hall);
        let seats = offer.game.info().seats;
        if text == "start" && seats.contains(&self.bots.len()) {
            return Ok(self.done());
        }
        let spec: BotSpec = text.parse().map_err(|error| format!("{error}"))?;
        if !is_person(&spec) {
            offer.game.check_bot(&spec).map_err(|error| error.to_string())?;
        }
        let mut bots = self.bots.clone();
        bots.push(spec);
        check_people(&bots)?;
        self.bots = bots;
        if self.bots.len() == *seats.end() {
            return Ok(self.done());
        }
        // The next seat's question begins at the same bot, or at `start` where that is possible.
        self.chosen = 0;
        Ok(None)
    }

    /// All seats are taken: a game with people in it is a single one.
    fn done(&mut self) -> Option<Order> {
        if self.bots.iter().any(is_person) {
            self.games = 1;
            return Some(self.order((1, 1)));
        }
        self.games = 1;
        self.next(Step::Kind)
    }
}

impl Default for Setup {
    fn default() -> Self {
        Self::new()
    }
}
