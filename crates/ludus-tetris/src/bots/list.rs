//! The bots by name.

use std::fs;
use std::str::FromStr;

use ludus_core::{Bot, BotInfo, BotKey, BotSpec, Game, Origin, SpecError, keys};

use crate::bots::random::RandomPlacementBot;
use crate::bots::scoring::{Noise, PlayStyle, ScoringBot};
use crate::bots::settings::TetrisSettings;
use crate::bots::target::TargetPolicy;
use crate::game::Tetris;
use crate::lookahead::Lookahead;
use crate::metric::Metric;
use crate::weights::{BattleTerm, MAX_WEIGHT, PlacementEvaluator, TetrisWeights};
use crate::weights_file::{self, FileWeights};

const LOOKAHEAD: BotKey = BotKey::optional("lookahead", "none, full, or how many best placements");
const NOISE: BotKey =
    BotKey::optional("noise", "0 to 1: how often one of the better half is played");
const TARGET: BotKey = BotKey::optional("target", "next, random, score, tallest");
const METRIC: &str = "signed weight of the metric";
const TERM: &str = "weight of the battle term, 0 or greater";

const CAUTION: BotKey =
    BotKey::optional("caution", "0 to 65535: what points cost that make it the target of hunters");
const STYLE: &[BotKey] = &[LOOKAHEAD, NOISE, TARGET, CAUTION];
const WEIGHTS: &[BotKey] = &[
    BotKey::required(
        "path",
        "a weights file of 6, 8, 12 or 14 weights, or of 14 or 34 signed ones",
    ),
    LOOKAHEAD,
    NOISE,
    TARGET,
    CAUTION,
];
const HEURISTIC: &[BotKey] = &[
    BotKey::optional("height", METRIC),
    BotKey::optional("holes", METRIC),
    BotKey::optional("bumpiness", METRIC),
    BotKey::optional("lines", METRIC),
    BotKey::optional("max_height", METRIC),
    BotKey::optional("wells", METRIC),
    BotKey::optional("row_transitions", METRIC),
    BotKey::optional("column_transitions", METRIC),
    BotKey::optional("landing_height", METRIC),
    BotKey::optional("eroded_cells", METRIC),
    BotKey::optional("cumulative_wells", METRIC),
    BotKey::optional("hole_depth", METRIC),
    BotKey::optional("rows_with_holes", METRIC),
    BotKey::optional("diversity", METRIC),
    BotKey::optional("near_top", METRIC),
    BotKey::optional("squared_heights", METRIC),
    BotKey::optional("flat_steps", METRIC),
    BotKey::optional("double_steps", METRIC),
    BotKey::optional("steep_steps", METRIC),
    BotKey::optional("both_steps", METRIC),
    BotKey::optional("flat_pair", METRIC),
    BotKey::optional("flat_triple", METRIC),
    BotKey::optional("lying_s_and_z", METRIC),
    BotKey::optional("t_slot", METRIC),
    BotKey::optional("hooks", METRIC),
    BotKey::optional("wall_wells", METRIC),
    BotKey::optional("deep_wells", METRIC),
    BotKey::optional("deepest_well", METRIC),
    BotKey::optional("highest_hole", METRIC),
    BotKey::optional("fitting_pieces", METRIC),
    BotKey::optional("ready_rows", METRIC),
    BotKey::optional("hole_row_sum", METRIC),
    BotKey::optional("middle_height", METRIC),
    BotKey::optional("s_and_z_fits", METRIC),
    BotKey::optional("garbage_pressure", TERM),
    BotKey::optional("attack_bonus", TERM),
    BotKey::optional("danger_aggression", TERM),
    BotKey::optional("survival_height", TERM),
    BotKey::optional("tetris_bonus", TERM),
    BotKey::optional("line_efficiency", TERM),
    LOOKAHEAD,
    NOISE,
    TARGET,
    CAUTION,
];

/// All bots that can be made by name.
pub const BOTS: &[BotInfo] = &[
    BotInfo::new("random", "any placement, any target", &[]),
    BotInfo::new("easy", "simple weights, often careless", STYLE),
    BotInfo::new("medium", "simple weights, sometimes careless", STYLE),
    BotInfo::new("hard", "eight weights, looks at every reply with the next piece", STYLE),
    BotInfo::new("battle", "fourteen weights, sees garbage and opponents", STYLE),
    BotInfo::new("master", "signed weights of all metrics, one step", STYLE),
    BotInfo::new("greedy", "balanced: low, few holes, smooth", STYLE),
    BotInfo::new("aggressive", "builds high and hopes for lines", STYLE),
    BotInfo::new("defensive", "few holes and a smooth surface above all", STYLE),
    BotInfo::new("bomber", "as high and as rough as possible", STYLE),
    BotInfo::new("flat", "a flat surface, lines hardly count", STYLE),
    BotInfo::new("hunter", "lines above all", STYLE),
    BotInfo::new("dellacherie", "Dellacherie's hand-made controller", STYLE),
    BotInfo::new("dt10", "DT-10, best published one-step play on 10 rows", STYLE),
    BotInfo::new("dt20", "DT-20, best published one-step play on 20 rows", STYLE),
    BotInfo::new("heuristic", "your own signed weights of any metrics", HEURISTIC),
    BotInfo::new("weights", "weights from a file", WEIGHTS).made_of(Origin::File),
];

/// The weights that are part of the program, as weights files, by the bot's name.
const SHIPPED: [(&str, &str); 3] = [
    ("hard", include_str!("../../../../weights/tetris-hard.json")),
    ("battle", include_str!("../../../../weights/tetris-battle.json")),
    ("master", include_str!("../../../../weights/tetris-master.json")),
];

/// The text of the weights file of a bot whose weights are part of the program.
pub(crate) fn shipped(bot: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(name, _)| *name == bot).map(|(_, text)| *text)
}

/// The weights of `easy` and `medium`.
const SIMPLE: [f64; Metric::TRAINED] = [0.51, 0.36, 0.18, 0.76, 0.0, 0.0, 0.0, 0.0];

/// One step, no noise, the next seat as target: the style of bots without settings of their own.
const PLAIN: PlayStyle = PlayStyle {
    noise: Noise::NONE,
    lookahead: Lookahead::None,
    target: TargetPolicy::Next,
    caution: 0,
};

/// Signed weights of height, holes, bumpiness and lines.
const STRATEGIES: [(&str, [f64; 4]); 6] = [
    ("greedy", [-4.0, -7.0, -3.0, 2.0]),
    ("aggressive", [3.0, -5.0, 0.5, 5.0]),
    ("defensive", [-3.0, -10.0, -6.0, 1.5]),
    ("bomber", [10.0, 2.0, 5.0, 10.0]),
    ("flat", [-5.0, -15.0, -10.0, 0.5]),
    ("hunter", [-2.0, -8.0, -4.0, 15.0]),
];

/// Signed weights of the metrics of [`CONTROLLER_METRICS`] (Scherrer et al. 2015, table 2).
const CONTROLLERS: [(&str, [f64; 9]); 3] = [
    ("dellacherie", [-1.0, 1.0, -1.0, -1.0, -4.0, -1.0, 0.0, 0.0, 0.0]),
    ("dt10", [-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27]),
    ("dt20", [-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89]),
];

const CONTROLLER_METRICS: [Metric; 9] = [
    Metric::LandingHeight,
    Metric::ErodedCells,
    Metric::RowTransitions,
    Metric::ColumnTransitions,
    Metric::Holes,
    Metric::CumulativeWells,
    Metric::HoleDepth,
    Metric::RowsWithHoles,
    Metric::Diversity,
];

/// A bot by name and settings.
///
/// # Errors
/// If there is no such bot, or it cannot be made with these settings.
pub fn make(spec: &BotSpec, settings: &TetrisSettings) -> Result<Box<dyn Bot<Tetris>>, SpecError> {
    spec.find_in(Tetris::NAME, BOTS)?;
    if spec.name() == "random" {
        return Ok(Box::new(RandomPlacementBot));
    }
    let (evaluator, style) = preset(spec, settings)?;
    Ok(Box::new(ScoringBot::new(evaluator, restyled(spec, style)?)))
}

/// The weights of a bot, and its style unless the user sets another.
pub(super) fn preset(
    spec: &BotSpec,
    settings: &TetrisSettings,
) -> Result<(PlacementEvaluator, PlayStyle), SpecError> {
    let name = spec.name();
    let simple = || PlacementEvaluator::from(TetrisWeights { board: SIMPLE, battle: None });
    if let Some((_, weights)) = STRATEGIES.iter().find(|(strategy, _)| *strategy == name) {
        return Ok((signed(&Metric::ALL, weights), PLAIN));
    }
    if let Some((_, weights)) = CONTROLLERS.iter().find(|(controller, _)| *controller == name) {
        return Ok((signed(&CONTROLLER_METRICS, weights), PLAIN));
    }
    match name {
        "easy" => Ok((simple(), settings.easy)),
        "medium" => Ok((simple(), settings.medium)),
        "heuristic" => Ok((heuristic(spec)?, PLAIN)),
        _ => match shipped(name) {
            Some(text) => from_text(spec, settings, text, None),
            None => from_file(spec, settings),
        },
    }
}

/// The weights of a bot by name with the usual settings; `None` if there is no such bot, or it has no weights of its own.
pub(crate) fn preset_weights(spec: &BotSpec) -> Option<PlacementEvaluator> {
    spec.find_in(Tetris::NAME, BOTS).ok()?;
    let settings = TetrisSettings::default();
    (spec.name() != "random").then(|| preset(spec, &settings).ok()).flatten().map(|(own, _)| own)
}

fn signed(metrics: &[Metric], weights: &[f64]) -> PlacementEvaluator {
    PlacementEvaluator::signed(
        &metrics.iter().copied().zip(weights.iter().copied()).collect::<Vec<_>>(),
    )
}

/// The weights that the user gives by metric and battle term.
fn heuristic(spec: &BotSpec) -> Result<PlacementEvaluator, SpecError> {
    let mut weights = [0.0; Metric::ALL.len()];
    let mut battle = [0.0; BattleTerm::ALL.len()];
    let mut given = false;
    for metric in Metric::ALL {
        if let Some(weight) = weight(spec, metric.name(), -MAX_WEIGHT)? {
            weights[metric as usize] = weight;
            given = true;
        }
    }
    for (slot, term) in battle.iter_mut().zip(BattleTerm::ALL) {
        if let Some(weight) = weight(spec, term.name(), 0.0)? {
            *slot = weight;
            given = true;
        }
    }
    if !given {
        let reason = "it needs the weight of at least one metric, as in heuristic:holes=-7,lines=2";
        return Err(spec.bad_source(reason));
    }
    let counts = battle.iter().any(|weight| *weight != 0.0);
    Ok(PlacementEvaluator::new(weights, counts.then_some(battle)))
}

/// A weight that the user gives.
fn weight(spec: &BotSpec, key: &str, least: f64) -> Result<Option<f64>, SpecError> {
    let allowed = if least < 0.0 { "a number, -1e9 to 1e9" } else { "a number, 0 to 1e9" };
    match spec.value::<f64>(key, allowed)? {
        Some(weight) if !(least..=MAX_WEIGHT).contains(&weight) => {
            Err(spec.bad_value(key, allowed))
        }
        weight => Ok(weight),
    }
}

/// The weights of the file that the user names.
fn from_file(
    spec: &BotSpec,
    settings: &TetrisSettings,
) -> Result<(PlacementEvaluator, PlayStyle), SpecError> {
    let path = spec.get("path").unwrap_or_default();
    let text = fs::read_to_string(path)
        .map_err(|error| spec.bad_source(format!("cannot read {path}: {error}")))?;
    from_text(spec, settings, &text, Some(path))
}

/// The same bot without its file: the weights of the file become keys. Bots without a file are returned unchanged.
pub(crate) fn embedded(spec: &BotSpec, settings: &TetrisSettings) -> Result<BotSpec, SpecError> {
    if spec.get("path").is_none() {
        return Ok(spec.clone());
    }
    let (evaluator, style) = preset(spec, settings)?;
    let style = keys::to_tree(&restyled(spec, style)?);
    let names =
        Metric::ALL.map(Metric::name).into_iter().chain(BattleTerm::ALL.map(BattleTerm::name));
    let weights = names
        .zip(evaluator.all_weights())
        .filter(|(_, weight)| *weight != 0.0)
        .map(|(name, weight)| format!("{name}={weight}"));
    let style = keys::leaves(&style).into_iter().map(|(key, value)| match value.as_str() {
        Some(text) => format!("{key}={text}"),
        None => format!("{key}={value}"),
    });
    let all: Vec<String> = weights.chain(style).collect();
    format!("heuristic:{}", all.join(",")).parse()
}

/// The weights in the text of a file: solo weights play like `hard`, battle weights like `battle`,
/// signed ones like `master`.
fn from_text(
    spec: &BotSpec,
    settings: &TetrisSettings,
    text: &str,
    path: Option<&str>,
) -> Result<(PlacementEvaluator, PlayStyle), SpecError> {
    let weights = weights_file::parse(text).map_err(|error| match path {
        Some(path) => spec.bad_source(format!("{path}: {error}")),
        None => spec.bad_source(error),
    })?;
    let style = match weights {
        FileWeights::Trained(weights) if weights.battle.is_some() => settings.battle,
        FileWeights::Trained(_) => settings.hard,
        FileWeights::Signed(_) => settings.master,
    };
    Ok((weights.into(), style))
}

/// The style with the user's changes.
pub(super) fn restyled(spec: &BotSpec, style: PlayStyle) -> Result<PlayStyle, SpecError> {
    let noise = spec.value::<f64>(NOISE.name, Noise::ALLOWED)?.map(Noise::try_from).transpose();
    let noise = noise.map_err(|_| spec.bad_value(NOISE.name, Noise::ALLOWED))?;
    Ok(PlayStyle {
        noise: noise.unwrap_or(style.noise),
        lookahead: setting(spec, LOOKAHEAD, Lookahead::ALLOWED)?.unwrap_or(style.lookahead),
        target: setting(spec, TARGET, TargetPolicy::ALLOWED)?.unwrap_or(style.target),
        caution: setting(spec, CAUTION, "0 to 65535")?.unwrap_or(style.caution),
    })
}

fn setting<T: FromStr>(spec: &BotSpec, key: BotKey, allowed: &str) -> Result<Option<T>, SpecError> {
    spec.value(key.name, allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let spec: BotSpec = text.parse().unwrap();
        make(&spec, &TetrisSettings::default()).map(|_| ()).unwrap_err().to_string()
    }

    fn evaluator(text: &str) -> (PlacementEvaluator, PlayStyle) {
        preset(&text.parse().unwrap(), &TetrisSettings::default()).unwrap()
    }

    #[test]
    fn every_bot_of_the_list_can_be_made() {
        for info in BOTS {
            let spec = match info.name {
                "heuristic" => "heuristic:holes=-1".to_owned(),
                "weights" => continue,
                name => name.to_owned(),
            };
            assert!(make(&spec.parse().unwrap(), &TetrisSettings::default()).is_ok(), "{spec}");
        }
    }

    #[test]
    fn a_file_that_holds_no_weights_is_named_with_what_is_wrong() {
        let error = error(concat!("weights:path=", env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
        assert!(error.starts_with("bot weights: ") && error.contains("Cargo.toml"), "{error}");
        assert!(error.contains("not a weights file: "), "{error}");
    }

    #[test]
    fn every_metric_and_battle_term_is_a_key_of_the_heuristic() {
        let keys: Vec<_> = HEURISTIC.iter().map(|key| key.name).collect();
        let (metrics, rest) = keys.split_at(Metric::ALL.len());
        assert_eq!(metrics, Metric::ALL.map(Metric::name));
        assert_eq!(rest[..6], BattleTerm::ALL.map(BattleTerm::name));
    }

    #[test]
    fn shipped_weights_are_of_the_kind_of_their_bot() {
        let kind = |bot| weights_file::parse(shipped(bot).unwrap()).unwrap();
        assert!(matches!(kind("hard"), FileWeights::Trained(TetrisWeights { battle: None, .. })));
        assert!(matches!(
            kind("battle"),
            FileWeights::Trained(TetrisWeights { battle: Some(_), .. })
        ));
        assert!(matches!(kind("master"), FileWeights::Signed(_)));
        assert_eq!(evaluator("master").1, TetrisSettings::default().master);
    }

    #[test]
    fn strategies_are_heuristics_with_a_name() {
        let own = evaluator("heuristic:height=-4,holes=-7,bumpiness=-3,lines=2");
        assert_eq!(own, evaluator("greedy"));
        let own = evaluator(
            "heuristic:landing_height=-1,eroded_cells=1,row_transitions=-1,\
             column_transitions=-1,holes=-4,cumulative_wells=-1",
        );
        assert_eq!(own, evaluator("dellacherie"));
    }

    #[test]
    fn a_bot_of_a_file_is_the_same_player_without_the_file() {
        for name in ["tetris-hard", "tetris-battle", "tetris-master"] {
            let path = format!("{}/../../weights/{name}.json", env!("CARGO_MANIFEST_DIR"));
            let spec: BotSpec = format!("weights:path={path},noise=0.25").parse().unwrap();
            let settings = TetrisSettings::default();
            let own = embedded(&spec, &settings).unwrap();
            assert!(own.to_string().starts_with("heuristic:"), "{own}");
            let both = [&spec, &own].map(|spec| {
                let (evaluator, style) = preset(spec, &settings).unwrap();
                (evaluator.all_weights().collect::<Vec<_>>(), restyled(spec, style).unwrap())
            });
            assert_eq!(both[0], both[1]);
        }
        let built_in: BotSpec = "hard:noise=0.5".parse().unwrap();
        assert_eq!(embedded(&built_in, &TetrisSettings::default()).unwrap(), built_in);
    }

    #[test]
    fn keys_change_the_style() {
        let spec: BotSpec = "hard:lookahead=5,noise=0.5,target=random".parse().unwrap();
        let style = restyled(&spec, PLAIN).unwrap();
        assert_eq!((style.lookahead, style.target), (Lookahead::Best(5), TargetPolicy::Random));
        assert_eq!(style.noise, Noise::percent(50));
    }

    #[test]
    fn what_cannot_be_made_is_said_in_one_line() {
        let cases = [
            ("hrad", "tetris has no bot \"hrad\"; allowed: random, easy,"),
            ("random:noise=1", "bot random has no key \"noise\"; it takes no keys"),
            ("weights", "bot weights needs path=…"),
            ("weights:path=no/such/file", "bot weights: cannot read no/such/file: "),
            ("hard:noise=2", "bot hard has noise=2; allowed: 0 to 1"),
            ("hard:noise=nan", "bot hard has noise=nan; allowed: 0 to 1"),
            ("hard:lookahead=0", "bot hard has lookahead=0; allowed: none, full, or a number"),
            ("hard:target=me", "bot hard has target=me; allowed: next, random, score, tallest"),
            ("heuristic", "bot heuristic: it needs the weight of at least one metric"),
            (
                "heuristic:attack_bonus=-1",
                "bot heuristic has attack_bonus=-1; allowed: a number, 0 to",
            ),
            ("heuristic:holes=inf", "bot heuristic has holes=inf; allowed: a number"),
            ("heuristic:holes=1e10", "bot heuristic has holes=1e10; allowed: a number"),
            ("heuristic:holes=nan", "bot heuristic has holes=nan; allowed: a number"),
            ("heuristic:holes=x", "bot heuristic has holes=x; allowed: a number"),
            ("heuristic:hole=1", "bot heuristic has no key \"hole\"; allowed: height,"),
        ];
        for (spec, expected) in cases {
            let error = error(spec);
            assert!(error.starts_with(expected), "{error}");
            assert_eq!(error.lines().count(), 1);
        }
    }
}
