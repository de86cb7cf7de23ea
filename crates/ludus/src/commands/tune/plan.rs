//! Makes the plan of a tuning run from arguments and settings, and checks it.

use ludus_arena::AnyGame;
use ludus_arena::stats::SprtPlan;
use ludus_core::{BotParam, BotSpec, ParamKind, Seed, keys, names};
use ludus_train::FORMAT;
use ludus_train::optimizer::SpsaGains;
use ludus_train::tune::{TuneCheckPlan, TuneMethod, TunePlan, TunedParameter};

use crate::cli::TuneArgs;
use crate::commands::setup;
use crate::failure::usage;
use crate::settings::Settings;

/// Pairs of an iteration of SPSA when nothing is set: as many as keep some cores busy, and few enough that the centre moves
/// a hundred times.
const MAX_BATCH: u64 = 16;
const STEPS: u64 = 100;
/// Generations of the other optimisers when nothing is set.
const GENERATIONS: u64 = 50;
/// The greater hypothesis of the check when nothing is set, in Elo. What is smaller takes more than ten thousand games.
const ELO1: f64 = 10.0;

/// The plan of a new run, checked.
pub(super) fn plan(
    args: &TuneArgs,
    settings: &Settings,
    game: &dyn AnyGame,
) -> anyhow::Result<TunePlan> {
    let defaults = settings.matches()?;
    let bot: BotSpec = args.bot.as_deref().unwrap_or_default().parse()?;
    let against = setup::bots(game.name(), &args.against)?;
    let rules = game.rules(&setup::rules(args.how.rules.as_deref(), settings, game)?)?;
    game.check_rules(&rules, args.seats)?;
    for spec in &against {
        game.check_bot(spec)?;
    }
    let optimizer = method(&args.optimizer)?;
    let parameters = parameters(&args.param, game, &bot)?;
    let population = args.population.unwrap_or_else(|| usual_population(parameters.len()));
    let pairs = args.games / TunePlan::games_per_pair(optimizer, against.len());
    let usual_batch = match optimizer {
        TuneMethod::Spsa => (pairs / STEPS).clamp(1, MAX_BATCH),
        TuneMethod::Population(_) => (pairs / (GENERATIONS * population.max(1) as u64)).max(1),
    };
    let gains = SpsaGains { step: args.step, ..SpsaGains::usual(pairs) };
    let plan = TunePlan {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: game.name().to_owned(),
        bot,
        parameters,
        against,
        optimizer,
        seats: args.seats,
        games: args.games,
        batch: args.batch.unwrap_or(usual_batch),
        population,
        gains: SpsaGains { rate: args.rate.unwrap_or(gains.rate), ..gains },
        seed: Seed::new(args.how.seed.unwrap_or(defaults.seed)),
        rules: rules.tree().clone(),
        budget: setup::budget(&args.how.budget, settings.budget(game)?),
        margin_ms: defaults.margin_ms,
        check: check(args)?,
        output: None,
    };
    plan.check().map_err(usage)?;
    let start: Vec<f64> = plan.parameters.iter().map(|parameter| parameter.start).collect();
    game.check_bot(&plan.bot_with(&start))?;
    Ok(plan)
}

fn method(name: &str) -> anyhow::Result<TuneMethod> {
    TuneMethod::by_name(name).ok_or_else(|| {
        let known: Vec<_> = TuneMethod::names().collect();
        usage(format!("--optimizer: unknown optimizer {name:?}; {}", names::hint(name, &known)))
    })
}

/// The population of a search in this many dimensions: 4 + 3 ln n (Hansen 2016, appendix A).
fn usual_population(parameters: usize) -> usize {
    4 + (3.0 * (parameters.max(1) as f64).ln()) as usize
}

/// The test at the end, if it is wanted.
fn check(args: &TuneArgs) -> anyhow::Result<Option<TuneCheckPlan>> {
    if args.no_check {
        return Ok(None);
    }
    let usual = SprtPlan { elo1: ELO1, ..SprtPlan::default() };
    let sprt =
        keys::with_pairs(&usual, &args.sprt).map_err(|error| usage(format!("--sprt: {error}")))?;
    sprt.check().map_err(usage)?;
    let games = args.check_games.unwrap_or(args.games);
    match games {
        0 | 1 => {
            Err(usage("--check-games: allowed are 2 and more; --no-check leaves the test out"))
        }
        games => Ok(Some(TuneCheckPlan { sprt, games })),
    }
}

/// The parameters to tune: those that were named, or all that the bot lists.
fn parameters(
    given: &[String],
    game: &dyn AnyGame,
    bot: &BotSpec,
) -> anyhow::Result<Vec<TunedParameter>> {
    let listed = game.params(bot)?;
    if !given.is_empty() {
        return given.iter().map(|text| GivenParam::parse(text)?.resolve(&listed, bot)).collect();
    }
    // A parameter with one value only cannot be tuned.
    let is_free = |param: &&BotParam| param.bounds.is_none_or(|(min, max)| min < max);
    let free: Vec<&BotParam> = listed.iter().filter(is_free).collect();
    if free.is_empty() {
        let hint = match bot.name() {
            "proc" => "list them as params of its message ready",
            _ => "name a key of it: --param NAME=MIN..MAX:START",
        };
        return Err(usage(format!("bot {} lists no parameters; {hint}", bot.name())));
    }
    free.iter().map(|param| GivenParam::named(&param.name).resolve(&listed, bot)).collect()
}

/// A parameter as `--param` names it.
struct GivenParam {
    name: String,
    bounds: Option<(f64, f64)>,
    start: Option<f64>,
    /// The kind by how the numbers are written.
    kind: ParamKind,
}

impl GivenParam {
    /// A parameter of this name alone.
    fn named(name: &str) -> Self {
        Self { name: name.to_owned(), bounds: None, start: None, kind: ParamKind::Real }
    }

    /// `NAME`, `NAME=MIN..MAX` or `NAME=MIN..MAX:START`.
    fn parse(text: &str) -> anyhow::Result<Self> {
        let Some((name, values)) = text.split_once('=') else { return Ok(Self::named(text)) };
        let wrong = || {
            usage(format!("--param {text}: expected NAME, NAME=MIN..MAX or NAME=MIN..MAX:START"))
        };
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
        let (min, rest) = values.split_once("..").ok_or_else(wrong)?;
        let (max, start) =
            rest.split_once(':').map_or((rest, None), |(max, start)| (max, Some(start)));
        let bounds = number(min).zip(number(max)).ok_or_else(wrong)?;
        let start = start.map(|start| number(start).ok_or_else(wrong)).transpose()?;
        let kind = match values.replace("..", " ").contains(['.', 'e', 'E']) {
            true => ParamKind::Real,
            false => ParamKind::Integer,
        };
        Ok(Self { name: name.to_owned(), bounds: Some(bounds), start, kind })
    }

    /// The parameter with what is known about it.
    fn resolve(self, listed: &[BotParam], bot: &BotSpec) -> anyhow::Result<TunedParameter> {
        let Self { name, bounds, start, kind } = self;
        let known = listed.iter().find(|param| param.name == name || param.key == name);
        let key = known.map_or_else(|| name.clone(), |param| param.key.clone());
        let of_spec = bot.value::<f64>(&key, "a number")?;
        let Some((min, max)) = bounds.or_else(|| known.and_then(|param| param.bounds)) else {
            let names: Vec<&str> = listed.iter().map(|param| param.name.as_str()).collect();
            let hint = match names.is_empty() {
                true => "it lists no parameters".to_owned(),
                false => names::hint(&name, &names),
            };
            return Err(usage(format!(
                "--param {name}: bot {} gives no bounds for it ({hint}); give them: {name}=MIN..MAX:START",
                bot.name()
            )));
        };
        let Some(start) = start.or(of_spec).or_else(|| known.and_then(|param| param.value)) else {
            return Err(usage(format!(
                "--param {name}: its value is not known; give a start: {name}={min}..{max}:START"
            )));
        };
        let kind = known.map_or(kind, |param| param.kind);
        Ok(TunedParameter { name, key, min, max, start, kind })
    }
}
