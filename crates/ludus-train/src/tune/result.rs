//! The result of a tuning run: the values and the spec of the tuned bot, as written in `result.json`.

use ludus_arena::stats::Verdict;
use ludus_core::BotSpec;
use serde::Serialize;

use super::check::{TuneCheck, TuneCheckPlan};
use super::interval::interval;
use super::plan::TunePlan;
use super::state::{TuneForfeits, TuneState};

/// The result of a tuning run. Scripts rely on the names.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuneResult {
    /// The name of the game.
    pub game: String,
    /// The tuned bot, ready to be used.
    pub bot: BotSpec,
    /// The bot as it was.
    pub untuned: BotSpec,
    /// Whether the run and its check are over.
    pub finished: bool,
    /// How many games were played to find the values.
    pub games: u64,
    /// The parameters in the order of the plan.
    pub parameters: Vec<ParameterResult>,
    /// The check, once it has begun.
    pub check: Option<TuneCheckResult>,
    /// Games that a bot lost without playing them to their end.
    pub failures: TuneForfeits,
}

/// What became of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ParameterResult {
    /// Its name.
    pub name: String,
    /// The value of the untuned bot.
    pub start: f64,
    /// The value of the tuned bot.
    pub value: f64,
    /// The lower end of the 95 % interval of the search; `None` after few iterations.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
    /// The least value it could have.
    pub min: f64,
    /// The greatest value it could have.
    pub max: f64,
}

/// What the test of the tuned bot against the bot as it was came to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuneCheckResult {
    /// How it is tested.
    #[serde(flatten)]
    pub plan: TuneCheckPlan,
    /// How many games were played.
    pub played: u64,
    /// What the test says.
    pub verdict: Verdict,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Elo difference to the untuned bot; `None` where it is open-ended.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub elo_high: Option<f64>,
}

impl TuneResult {
    /// The result so far.
    #[must_use]
    pub fn new(plan: &TunePlan, state: &TuneState) -> Self {
        let values = state.answer(plan);
        let parameter = |(place, parameter): (usize, &super::TunedParameter)| {
            let interval = interval(&state.rows, place);
            ParameterResult {
                name: parameter.name.clone(),
                start: parameter.start,
                value: values[place],
                low: interval.map(|(low, _)| parameter.written(low)),
                high: interval.map(|(_, high)| parameter.written(high)),
                min: parameter.min,
                max: parameter.max,
            }
        };
        Self {
            game: plan.game.clone(),
            bot: plan.bot_with(&values),
            untuned: plan.bot.clone(),
            finished: state.is_finished(plan),
            games: state.games(),
            parameters: plan.parameters.iter().enumerate().map(parameter).collect(),
            check: plan.check.zip(state.check.as_ref()).map(TuneCheckResult::new),
            failures: state.failures.clone(),
        }
    }
}

impl TuneCheckResult {
    fn new((plan, check): (TuneCheckPlan, &TuneCheck)) -> Self {
        let (sprt, elo) = (check.sprt(&plan), check.elo());
        Self {
            plan,
            played: check.games(),
            verdict: sprt.verdict(),
            llr: sprt.ratio(),
            elo: elo.difference(),
            elo_low: elo.low(),
            elo_high: elo.high(),
        }
    }
}
