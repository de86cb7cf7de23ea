//! What this crate offers to the rest of the program.

use std::fs;
use std::sync::Arc;

use ludus_core::kit::{listed_params, typed_step};
use ludus_core::{
    Bench, Bot, BotInfo, BotKey, BotParam, BotSpec, Budget, Check, CheckPosition, Controls,
    EditableRule, Game, GameKit, Gene, KeyedTrainable, LogError, Logged, Mistake, Origin,
    RuleOption, SpecError, Starter, StepError, WeightsFile, Workshop,
};
use serde_json::Value;

use crate::bench;
use crate::bots::{DEFAULT_NODES, Greedy, RandomSnake, SearchBot};
use crate::game::Snake;
use crate::log::{self, MoveLogEntry};
use crate::mistake;
use crate::remote::{self, RemoteMatches, RemoteSnake};
use crate::settings::{MAX_WEIGHT, SearchKind, SnakeSettings, SnakeWeights};
use crate::starters;
use crate::step;
use crate::train;
use crate::workshop;

/// What `hard` may spend on a position of a recorded match, in nodes: twice its usual budget.
const JUDGE_NODES: u64 = 2 * DEFAULT_NODES;

/// The depth of the medium bot, in turns.
const MEDIUM_DEPTH: u32 = 2;

pub(crate) const SEARCH: BotKey =
    BotKey::optional("search", "paranoid or maxn, for more than two snakes");
pub(crate) const DEPTH: BotKey = BotKey::optional("depth", "how many turns to look ahead at most");
pub(crate) const REPLIES: BotKey = BotKey::optional("replies", "how many joint replies to look at");
pub(crate) const WEIGHTS: BotKey =
    BotKey::optional("weights", "trained or plain, of snake.weights or snake.plain");
const PATH: BotKey = BotKey::required("path", "a weights file");
const URL: BotKey = BotKey::required("url", "its address: http://127.0.0.1:8000");
const TIME: BotKey =
    BotKey::optional("time", "its own time for an answer in ms; else the timeout of the rules");

pub(crate) const BOTS: &[BotInfo] = &[
    BotInfo::new("random", "a random safe move", &[]),
    BotInfo::new("easy", "greedy for food, one step ahead, with an eye on its room", &[]),
    BotInfo::new("medium", "searches two turns ahead", &[SEARCH, WEIGHTS]),
    BotInfo::new(
        "hard",
        "searches as deep as its budget allows",
        &[SEARCH, WEIGHTS, DEPTH, REPLIES],
    ),
    BotInfo::new("heuristic", "hard with weights of your own", workshop::KEYS),
    BotInfo::new("weights", "hard with the weights of a file", &[PATH, SEARCH, DEPTH, REPLIES])
        .made_of(Origin::File),
    BotInfo::new("http", "a Battlesnake server", &[URL, TIME]).made_of(Origin::Server),
];

/// The rulesets that people may choose.
const RULESETS: &[RuleOption] = &[
    RuleOption::new("standard", "standard"),
    RuleOption::new("royale", "royale"),
    RuleOption::new("constrictor", "constrictor"),
    RuleOption::new("wrapped", "wrapped"),
    RuleOption::new("solo", "solo"),
];

/// The kit of Battlesnake.
pub struct SnakeKit {
    settings: SnakeSettings,
    /// The matches in which external servers play.
    matches: Arc<RemoteMatches>,
}

impl GameKit for SnakeKit {
    type Game = Snake;
    type Settings = SnakeSettings;

    const STARTERS: &'static [Starter] = starters::STARTERS;
    const TITLE: &'static str = "Battlesnake";
    const SUMMARY: &'static str = "Battlesnake: one to eight snakes, the last one alive wins";
    const DEMO: &'static [&'static str] = &["medium", "easy", "easy", "random"];
    const JUDGE: Option<&'static str> = Some("hard");
    const EDITABLE_RULES: &'static [EditableRule] = &[
        EditableRule::one_of("ruleset", "Rules", RULESETS),
        EditableRule::number("width", "Columns", 7, 25),
        EditableRule::number("height", "Rows", 7, 25),
    ];

    fn new(settings: SnakeSettings) -> Self {
        Self { settings, matches: Arc::default() }
    }

    fn bots(&self) -> &[BotInfo] {
        BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Snake>>, SpecError> {
        let info = spec.find_in(Snake::NAME, BOTS)?;
        Ok(match info.name {
            "random" => Box::new(RandomSnake),
            "easy" => Box::new(Greedy),
            "http" => Box::new(RemoteSnake::from_spec(spec, &self.matches)?),
            _ => Box::new(self.searcher(spec)?),
        })
    }

    fn default_budget(&self) -> Budget {
        Budget::of_nodes(DEFAULT_NODES)
    }

    fn score_text(&self, score: f64) -> String {
        mistake::decided_text(&self.settings.scores, score)
            .unwrap_or_else(|| format!("{score:+.0}"))
    }

    fn judge_budget(&self) -> Budget {
        Budget::of_nodes(JUDGE_NODES)
    }

    fn expectation(&self, score: f64) -> Option<f64> {
        Some(mistake::expectation(&self.settings.scores, score))
    }

    fn mistake(&self, mistake: &Mistake<'_, Snake>) -> Option<&'static str> {
        mistake::name(mistake)
    }

    fn controls(&self, _game: &Snake) -> Controls {
        Controls::Directions
    }

    fn params(&self, spec: &BotSpec) -> Result<Vec<BotParam>, SpecError> {
        match spec.name() {
            workshop::BOT => {
                BotParam::of_weights(spec, workshop::weight_keys(&self.settings.weights))
            }
            _ => listed_params(self, spec),
        }
    }

    fn trainables(&self) -> Vec<Box<dyn KeyedTrainable<Snake>>> {
        train::all(&self.settings)
    }

    fn workshop(&self) -> Option<Workshop> {
        Some(workshop::workshop(&self.settings.weights))
    }

    fn step(&self, request: &Value) -> Result<Value, StepError> {
        typed_step(request, step::step)
    }

    fn benches(&self) -> Vec<Bench> {
        bench::benches(&self.settings)
    }

    fn check_protocol(
        &self,
        spec: &BotSpec,
        positions: &[CheckPosition<Snake>],
        report: &mut dyn FnMut(Check),
    ) {
        if spec.name() == "http" {
            remote::check(spec, positions, report);
        }
    }

    fn is_logged(&self, line: &str) -> bool {
        log::is_entry(line)
    }

    fn logged(&self, line: &str) -> Result<Logged<Snake>, LogError> {
        let decision = MoveLogEntry::parse(line).and_then(|entry| entry.decision(&self.settings));
        decision.map_err(|error| LogError::new(error.to_string()))
    }
}

impl SnakeKit {
    /// The search bot with the settings of its name.
    fn searcher(&self, spec: &BotSpec) -> Result<SearchBot, SpecError> {
        let mut settings = self.settings.clone();
        let plain = match spec.get("weights") {
            None => spec.name() == "medium",
            Some("trained") => false,
            Some("plain") => true,
            Some(_) => return Err(spec.bad_value("weights", "trained, plain")),
        };
        if plain {
            (settings.weights, settings.four) = (settings.plain.clone(), settings.plain.clone());
        }
        if spec.get("path").is_some() {
            settings.weights = weights_of_file(spec)?;
            settings.four = settings.weights.clone();
        }
        if spec.name() == workshop::BOT {
            settings.weights = workshop::weights(spec, &settings.weights)?;
            settings.four = settings.weights.clone();
        }
        settings.search = match spec.get("search") {
            None => settings.search,
            Some("paranoid") => SearchKind::Paranoid,
            Some("maxn") => SearchKind::Maxn,
            Some(_) => return Err(spec.bad_value("search", "paranoid, maxn")),
        };
        let replies = spec.value("replies", "1 to 32")?.unwrap_or(settings.replies);
        if !(1..=32).contains(&replies) {
            return Err(spec.bad_value("replies", "1 to 32"));
        }
        settings.replies = replies;
        let most = if spec.name() == "medium" { MEDIUM_DEPTH } else { settings.depth_cap };
        let depth = spec.value("depth", "a number from 1 on")?.unwrap_or(most);
        if depth == 0 {
            return Err(spec.bad_value("depth", "a number from 1 on"));
        }
        settings.first_depth = settings.first_depth.min(depth);
        Ok(SearchBot::new(settings, depth))
    }
}

/// The same bot without its file: the weights of the file become keys. Bots without a file are returned unchanged.
pub(crate) fn embedded(spec: &BotSpec) -> Result<BotSpec, SpecError> {
    if spec.get("path").is_none() {
        return Ok(spec.clone());
    }
    let tree = ludus_core::keys::to_tree(&weights_of_file(spec)?);
    let weights = ludus_core::keys::leaves(&tree).into_iter();
    let weights = weights.map(|(key, value)| format!("{key}={value}"));
    let others = spec.settings().filter(|(key, _)| *key != "path");
    let all: Vec<String> =
        weights.chain(others.map(|(key, value)| format!("{key}={value}"))).collect();
    format!("{}:{}", workshop::BOT, all.join(",")).parse()
}

/// The weights of the file that the bot names.
pub(crate) fn weights_of_file(spec: &BotSpec) -> Result<SnakeWeights, SpecError> {
    let genes = train::GENES.map(|gene| Gene::new(gene.name, -MAX_WEIGHT, MAX_WEIGHT));
    let read = |text: &str| WeightsFile::parse(text)?.weights(&genes);
    let genome = spec.from_file("path", fs::read_to_string, read)?;
    Ok(train::weights(&genome))
}
