//! A tiny game to try the arena with: everybody steps one to three fields at a time, chance adds a
//! few more, and the first at the goal wins.

#![allow(dead_code, reason = "each test file uses the part it needs")]

use std::ops::ControlFlow;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use ludus_arena::series::{self, GameRecord, SeriesPlan, SeriesWatch};
use ludus_arena::{AnyRules, ArenaError, LineUp, SeriesReport};
use ludus_core::{
    Answer, Bench, Bot, BotError, BotInfo, BotSpec, Budget, Chance, ChanceKind, Contest, Context,
    Decision, DuelSettings, Figures, Fitness, Game, GameKit, Gene, Insight, KeyedTrainable,
    OpeningsError, Outcome, ParseError, Pool, RulesError, Seat, SeatSet, Seating, Seed, Snapshot,
    SpecError, StepError, TrainError, Trainable, Transcript,
};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

/// An action that makes the rules panic.
const BAFFLING: u8 = 13;

/// What chance adds to every step of a turn.
const WIND: ChanceKind = ChanceKind(0);

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    #[serde(deserialize_with = "counted")]
    pub(crate) goal: u32,
    /// Whether a failed answer is a step of one instead of a loss.
    pub(crate) lenient: bool,
    /// A field on which the rules themselves panic; 0 for none.
    pub(crate) mine: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Self { goal: 30, lenient: false, mine: 0 }
    }
}

/// How often rules were parsed.
pub(crate) static PARSES: AtomicU32 = AtomicU32::new(0);

fn counted<'de, D: Deserializer<'de>>(goal: D) -> Result<u32, D::Error> {
    PARSES.fetch_add(1, Ordering::Relaxed);
    u32::deserialize(goal)
}

#[derive(Clone, Debug)]
pub(crate) struct Race {
    rules: Rules,
    turn: u32,
    fields: Vec<i64>,
    out: Vec<Option<String>>,
}

impl Game for Race {
    type Action = u8;
    type Rules = Rules;
    const NAME: &'static str = "race";
    const SEATS: RangeInclusive<usize> = 1..=8;

    fn new(rules: &Rules, seats: usize, _: &mut dyn Chance) -> Result<Self, RulesError> {
        Self::check_seats(seats)?;
        Ok(Self { rules: rules.clone(), turn: 0, fields: vec![0; seats], out: vec![None; seats] })
    }

    fn seats(&self) -> usize {
        self.fields.len()
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn to_act(&self) -> SeatSet {
        if self.outcome().is_some() {
            return SeatSet::EMPTY;
        }
        Seat::first(self.seats()).filter(|s| self.out[s.index()].is_none()).collect()
    }

    fn legal(&self, seat: Seat, out: &mut Vec<u8>) {
        out.clear();
        if self.to_act().has(seat) {
            out.extend(1..=3);
        }
    }

    fn is_legal(&self, seat: Seat, action: u8) -> bool {
        assert!(action != BAFFLING, "no rule says whether this is legal");
        self.to_act().has(seat) && (1..=3).contains(&action)
    }

    fn apply(&mut self, turn: &[(Seat, Answer<u8>)], chance: &mut dyn Chance) {
        let wind = chance.draw(WIND, u64::from(self.turn), 3);
        for (seat, answer) in turn {
            match answer {
                // The wind pushes even seats more, so that seats are not equal.
                Answer::Play(n) => {
                    let push = i64::from(wind) * i64::from(seat.index() % 2 == 0);
                    self.fields[seat.index()] += i64::from(*n) + push;
                }
                Answer::Forfeit(reason) => self.out[seat.index()] = Some(reason.to_string()),
            }
        }
        self.turn += 1;
        let mine = i64::from(self.rules.mine);
        assert!(mine == 0 || !self.fields.contains(&mine), "stepped on a mine");
    }

    fn fallback(&self, _: Seat) -> Option<u8> {
        self.rules.lenient.then_some(1)
    }

    fn outcome(&self) -> Option<Outcome> {
        let merits: Vec<i64> = (0..self.seats())
            .map(|s| if self.out[s].is_some() { -1 } else { self.fields[s] })
            .collect();
        let left = self.out.iter().filter(|out| out.is_none()).count();
        if merits.iter().any(|m| *m >= i64::from(self.rules.goal)) {
            return Some(Outcome::by_merit(&merits, "goal reached"));
        }
        (left == 0 || left == 1 && self.seats() > 1)
            .then(|| Outcome::by_merit(&merits, "the others are out"))
    }

    fn figures(&self, seat: Seat, out: &mut Figures) {
        out.push("field", self.fields[seat.index()] as f64);
    }

    fn show(&self, _: Seat, action: u8) -> String {
        format!("+{action}")
    }

    fn parse(&self, _: Seat, text: &str) -> Result<u8, ParseError> {
        assert!(text != "?", "no rule says what this means");
        let digits = text.strip_prefix('+').and_then(|digits| digits.parse().ok());
        digits.ok_or_else(|| ParseError::new(text, "expected +1, +2 or +3"))
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            text: format!("{:?}", self.fields),
            data: json!({ "fields": self.fields, "out": self.out }),
        }
    }
}

/// A bot that does what its name says.
pub(crate) struct Runner {
    name: String,
}

impl Bot<Race> for Runner {
    fn start(&mut self, _: &Race, _: Seat) -> Result<(), BotError> {
        if self.name == "unstartable" { Err(BotError::new("no such program")) } else { Ok(()) }
    }

    fn decide(
        &mut self,
        game: &Race,
        _: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<u8>, BotError> {
        let late = game.turn() == 2;
        let action = match self.name.as_str() {
            "random" => ctx.seed.rng().below(3) as u8 + 1,
            "panics" if late => panic!("index out of bounds"),
            "cheats" if late => 9,
            "baffles" if late => BAFFLING,
            "errs" if late => {
                let said = vec!["Traceback".to_owned(), "KeyError: 7".to_owned()];
                return Err(BotError::new("out of ideas").with_stderr(said));
            }
            "sleeps" if late => {
                thread::sleep(Duration::from_millis(120));
                3
            }
            "slow" => 1,
            "sprints" => 3,
            _ => 2,
        };
        let score = match self.name.as_str() {
            "hopeless" => Some(-9.0),
            "calm" => Some(0.0),
            _ => None,
        };
        Ok(Decision { action, insight: Insight { score, ..Insight::default() } })
    }
}

pub(crate) struct RaceKit;

const BOTS: &[BotInfo] = &[
    BotInfo::new("steady", "two steps", &[]),
    BotInfo::new("slow", "one step", &[]),
    BotInfo::new("sprints", "three steps", &[]),
    BotInfo::new("random", "any step", &[]),
    BotInfo::new("panics", "panics in turn 3", &[]),
    BotInfo::new("cheats", "plays an illegal action in turn 3", &[]),
    BotInfo::new("baffles", "plays in turn 3 what makes the rules panic", &[]),
    BotInfo::new("errs", "reports an error in turn 3", &[]),
    BotInfo::new("sleeps", "is late in turn 3", &[]),
    BotInfo::new("hopeless", "holds itself to be lost", &[]),
    BotInfo::new("calm", "holds the race to be level", &[]),
    BotInfo::new("unstartable", "does not start", &[]),
];

impl GameKit for RaceKit {
    type Game = Race;
    type Settings = ();
    const TITLE: &'static str = "Race";
    const SUMMARY: &'static str = "a race";
    const DEMO: &'static [&'static str] = &["steady", "slow"];

    fn new((): ()) -> Self {
        Self
    }

    fn bots(&self) -> &[BotInfo] {
        BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Race>>, SpecError> {
        spec.find_in(Race::NAME, BOTS)?;
        Ok(Box::new(Runner { name: spec.name().to_owned() }))
    }

    fn openings(&self, rules: &Rules, text: &str) -> Result<Vec<Rules>, OpeningsError> {
        let goal = |line: &str| line.parse().map(|goal| Rules { goal, ..rules.clone() });
        let goals: Result<Vec<Rules>, _> = text.lines().map(goal).collect();
        goals.map_err(|error| OpeningsError::new(error.to_string()))
    }

    fn transcript(&self, played: &Transcript<'_, Race>) -> Option<String> {
        let labels = played.labels.join(" ");
        let (reason, thoughts) = (played.outcome.reason(), played.thoughts.len());
        Some(format!("{} {labels} {:?} {reason} {thoughts}", played.number, played.game.fields))
    }

    fn trainables(&self) -> Vec<Box<dyn KeyedTrainable<Race>>> {
        vec![Box::new(Stride)]
    }

    fn step(&self, _: &Value) -> Result<Value, StepError> {
        Err(StepError::new("a race has no steps to ask for"))
    }

    fn benches(&self) -> Vec<Bench> {
        Vec::new()
    }
}

/// Training for the race: one gene, the length of every step.
struct Stride;

const GENES: &[Gene] = &[Gene::new("stride", 1.0, 3.0)];

impl Trainable<Race> for Stride {
    type Settings = DuelSettings<Rules>;

    fn name(&self) -> &'static str {
        "stride"
    }

    fn summary(&self) -> &'static str {
        "the length of every step"
    }

    fn genes(&self) -> &[Gene] {
        GENES
    }

    fn shipped(&self) -> Vec<f64> {
        vec![2.0]
    }

    fn settings(&self) -> DuelSettings<Rules> {
        DuelSettings { rules: Rules::default(), nodes: 1 }
    }

    fn fitness(
        &self,
        settings: DuelSettings<Rules>,
        _: Pool,
    ) -> Result<Box<dyn Fitness<Race>>, TrainError> {
        Ok(Box::new(Strides { rules: settings.rules }))
    }

    fn contest(&self, _: &DuelSettings<Rules>, _: &str) -> Contest {
        let (trained, shipped) = ("sprints".to_owned(), "steady".to_owned());
        Contest { trained, shipped, alone: true, games: 2, budget: Budget::NONE }
    }
}

struct Strides {
    rules: Rules,
}

impl Fitness<Race> for Strides {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn seating(
        &self,
        genome: &[f64],
        _: &[Vec<f64>],
        _: Seed,
    ) -> Result<Seating<Race>, TrainError> {
        let names = ["slow", "steady", "sprints"];
        let name = names[(genome[0].round() as usize).clamp(1, 3) - 1].to_owned();
        Ok(Seating::solo(Box::new(Runner { name })))
    }

    fn score(&self, game: &Race, _: &Outcome, _: Seat) -> f64 {
        -f64::from(game.turn())
    }
}

/// A plan for these bots.
pub(crate) fn plan(bots: &[&str], games: u64, jobs: usize) -> SeriesPlan {
    let line_up = LineUp::new(bots.iter().map(|bot| bot.parse().unwrap()).collect());
    SeriesPlan {
        games,
        seed: Seed::new(1),
        jobs,
        positions: true,
        actions: true,
        ..SeriesPlan::new(line_up, rules(Rules::default()))
    }
}

/// Rules as plans hold them.
pub(crate) fn rules(rules: Rules) -> AnyRules {
    AnyRules::new::<Race>(rules)
}

/// Follows a series up to a number of games.
#[derive(Default)]
pub(crate) struct Games {
    pub(crate) seen: Vec<GameRecord>,
    pub(crate) enough: Option<usize>,
}

impl SeriesWatch for Games {
    fn game(&mut self, game: &GameRecord) -> Result<ControlFlow<()>, ArenaError> {
        self.seen.push(game.clone());
        Ok(match self.enough {
            Some(enough) if self.seen.len() >= enough => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
    }
}

/// Plays a plan to its end.
pub(crate) fn play(plan: &SeriesPlan) -> (SeriesReport, Vec<GameRecord>) {
    let mut games = Games::default();
    let stop = Arc::new(AtomicBool::new(false));
    let report = series::run(&RaceKit, plan, &stop, &mut games).unwrap();
    (report, games.seen)
}

/// A report without what the clock says.
pub(crate) fn timeless(report: &SeriesReport) -> Value {
    let mut json = serde_json::to_value(report).unwrap();
    for key in ["seconds", "games_per_second", "mean_seconds"] {
        json[key] = Value::Null;
    }
    for game in ["shortest", "longest"] {
        json[game]["seconds"] = Value::Null;
    }
    json
}
