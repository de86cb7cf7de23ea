//! A game of one turn that chance decides: the better a bot's parameters, the more likely it wins.

use std::ops::RangeInclusive;

use ludus_core::{
    Answer, Bot, BotError, BotInfo, BotKey, BotParam, BotSpec, Chance, ChanceKind, Context,
    Decision, Figures, Game, GameKit, Insight, Outcome, ParamKind, ParseError, RulesError, Seat,
    SeatSet, Snapshot, SpecError,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// How many parameters the bot has.
pub(crate) const PARAMETERS: usize = 6;

/// The best values.
pub(crate) const OPTIMUM: [f64; PARAMETERS] = [0.3, 7.0, -5.0, 120.0, 0.008, 14.0];

/// Name, least, greatest and first value of each parameter. The last is a whole number.
const RANGES: [(&str, f64, f64, f64); PARAMETERS] = [
    ("a", 0.0, 1.0, 0.7),
    ("b", 0.0, 10.0, 3.0),
    ("c", -10.0, 0.0, -8.0),
    ("d", 100.0, 200.0, 160.0),
    ("e", 0.0, 0.01, 0.004),
    ("f", 0.0, 20.0, 6.0),
];

const KEYS: &[BotKey] = &[
    BotKey::optional("a", ""),
    BotKey::optional("b", ""),
    BotKey::optional("c", ""),
    BotKey::optional("d", ""),
    BotKey::optional("e", ""),
    BotKey::optional("f", ""),
];

const BOTS: &[BotInfo] = &[BotInfo::new("synthetic", "as strong as its parameters", KEYS)];

/// The loss of strength of a parameter that is off by its whole range, in units of ln of odds. Four tenths of the range are
/// 0.64, which is 111 Elo.
const LOSS: f64 = 4.0;

/// Strength is played as a whole number of these.
const PER_UNIT: f64 = 1e6;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Rules {}

/// The position: no toss yet, or who won it.
#[derive(Clone, Debug)]
pub(crate) struct Coin {
    winner: Option<Seat>,
}

impl Game for Coin {
    type Action = i64;
    type Rules = Rules;
    const NAME: &'static str = "coin";
    const SEATS: RangeInclusive<usize> = 2..=2;

    fn new(_: &Rules, seats: usize, _: &mut dyn Chance) -> Result<Self, RulesError> {
        match seats {
            2 => Ok(Self { winner: None }),
            given => Err(RulesError::Seats { game: Self::NAME, given, allowed: Self::SEATS }),
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> u32 {
        u32::from(self.winner.is_some())
    }

    fn to_act(&self) -> SeatSet {
        match self.winner {
            None => Seat::first(2).collect(),
            Some(_) => SeatSet::EMPTY,
        }
    }

    fn legal(&self, _: Seat, out: &mut Vec<i64>) {
        out.clear();
    }

    fn is_legal(&self, _: Seat, _: i64) -> bool {
        true
    }

    fn apply(&mut self, turn: &[(Seat, Answer<i64>)], chance: &mut dyn Chance) {
        let strength = |place: usize| match &turn[place].1 {
            Answer::Play(strength) => *strength as f64 / PER_UNIT,
            Answer::Forfeit(_) => -1000.0,
        };
        let wins = 1.0 / (1.0 + (strength(1) - strength(0)).exp());
        let bound = 1 << 30;
        let toss = f64::from(chance.draw(ChanceKind(0), 0, bound)) / f64::from(bound);
        let place = usize::from(toss >= wins);
        self.winner = Some(turn[place].0);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|winner| Outcome::win(winner, 2, "the coin fell"))
    }

    fn figures(&self, _: Seat, _: &mut Figures) {}

    fn show(&self, _: Seat, action: i64) -> String {
        action.to_string()
    }

    fn parse(&self, _: Seat, text: &str) -> Result<i64, ParseError> {
        text.parse().map_err(|_| ParseError::new(text, "expected a number"))
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { text: format!("{:?}", self.winner), data: json!(null) }
    }
}

/// A bot that plays its strength.
struct Synthetic {
    strength: f64,
}

impl Bot<Coin> for Synthetic {
    fn decide(&mut self, _: &Coin, _: Seat, _: &Context<'_>) -> Result<Decision<i64>, BotError> {
        let action = (self.strength * PER_UNIT).round() as i64;
        Ok(Decision { action, insight: Insight::default() })
    }

    fn params(&mut self) -> Result<Vec<BotParam>, BotError> {
        let param = |(name, low, high, start): (&str, f64, f64, f64)| BotParam {
            name: name.to_owned(),
            key: name.to_owned(),
            bounds: Some((low, high)),
            value: Some(start),
            kind: if name == "f" { ParamKind::Integer } else { ParamKind::Real },
        };
        Ok(RANGES.into_iter().map(param).collect())
    }
}

pub(crate) struct CoinKit;

impl GameKit for CoinKit {
    type Game = Coin;
    type Settings = ();
    const TITLE: &'static str = "Coin";
    const SUMMARY: &'static str = "a coin toss";
    const DEMO: &'static [&'static str] = &["synthetic", "synthetic"];

    fn new((): ()) -> Self {
        Self
    }

    fn bots(&self) -> &[BotInfo] {
        BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Coin>>, SpecError> {
        spec.find_in(Coin::NAME, BOTS)?;
        let mut strength = 0.0;
        for ((name, low, high, start), optimum) in RANGES.into_iter().zip(OPTIMUM) {
            let value = spec.value::<f64>(name, "a number")?.unwrap_or(start);
            let off = (value - optimum) / (high - low);
            strength -= LOSS * off * off;
        }
        Ok(Box::new(Synthetic { strength }))
    }
}
