//! A kit with more bots than its own: programs in any language, and those that a program built on this library adds.

use std::sync::Arc;
use std::time::Duration;

use ludus_core::kit::listed_params;
use ludus_core::{
    ActionMark, Bench, Bot, BotInfo, BotParam, BotSpec, Budget, Check, CheckPosition, Controls,
    EditableRule, Game, GameKit, KeyedTrainable, LogError, Logged, Mistake, OpeningsError, Seat,
    SoloLimit, SpecError, Starter, StepError, SwingMeasure, Transcript, Workshop,
};
use serde_json::Value;

/// Makes a bot of a program's own.
type MakeBot<G> = Arc<dyn Fn(&BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> + Send + Sync>;

/// A bot that a program adds to a game.
pub struct OwnBot<G> {
    info: BotInfo,
    make: MakeBot<G>,
}

impl<G> Clone for OwnBot<G> {
    fn clone(&self) -> Self {
        Self { info: self.info, make: Arc::clone(&self.make) }
    }
}

impl<G: Game> OwnBot<G> {
    /// A bot that is made by this function.
    pub fn new(
        info: BotInfo,
        make: impl Fn(&BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> + Send + Sync + 'static,
    ) -> Self {
        Self { info, make: Arc::new(make) }
    }

    /// The name of the bot.
    pub const fn name(&self) -> &'static str {
        self.info.name
    }
}

/// A kit with more bots. Everything else is the kit's own.
pub(crate) struct Extended<K: GameKit> {
    kit: K,
    bots: Vec<OwnBot<K::Game>>,
    /// The kit's bots and the added ones.
    infos: Vec<BotInfo>,
}

impl<K: GameKit> Extended<K> {
    /// The kit with these bots added. One with the name of a bot of the kit takes its place.
    pub(crate) fn with_bots(kit: K, bots: Vec<OwnBot<K::Game>>) -> Self {
        let replaced = |info: &&BotInfo| bots.iter().all(|bot| bot.info.name != info.name);
        let kept = kit.bots().iter().filter(replaced).copied();
        let infos = kept.chain(bots.iter().map(|bot| bot.info)).collect();
        Self { kit, bots, infos }
    }
}

impl<K: GameKit> GameKit for Extended<K> {
    type Game = K::Game;
    type Settings = K::Settings;

    const TITLE: &'static str = K::TITLE;
    const SHORT_NAME: Option<&'static str> = K::SHORT_NAME;
    const SUMMARY: &'static str = K::SUMMARY;
    const DEMO: &'static [&'static str] = K::DEMO;
    const NOTATION: Option<&'static str> = K::NOTATION;
    const SEAT_NAMES: &'static [&'static str] = K::SEAT_NAMES;
    const PEOPLE_RULES: &'static str = K::PEOPLE_RULES;
    const EDITABLE_RULES: &'static [EditableRule] = K::EDITABLE_RULES;
    const CHOICES: &'static [&'static str] = K::CHOICES;
    const LIVE: Option<&'static str> = K::LIVE;
    const TURN: Duration = K::TURN;
    const SOLO_LIMIT: Option<SoloLimit> = K::SOLO_LIMIT;
    const SCORES_TELL: bool = K::SCORES_TELL;
    const STARTERS: &'static [Starter] = K::STARTERS;
    const JUDGE: Option<&'static str> = K::JUDGE;

    fn new(settings: K::Settings) -> Self {
        Self::with_bots(K::new(settings), Vec::new())
    }

    fn with_base(self, bots: &Value) -> Result<Self, serde_json::Error> {
        Ok(Self::with_bots(self.kit.with_base(bots)?, self.bots))
    }

    fn bots(&self) -> &[BotInfo] {
        &self.infos
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<K::Game>>, SpecError> {
        let info = spec.find_in(K::Game::NAME, &self.infos)?;
        match self.bots.iter().find(|bot| bot.info.name == info.name) {
            Some(bot) => (bot.make)(spec),
            None => self.kit.make_bot(spec),
        }
    }

    fn params(&self, spec: &BotSpec) -> Result<Vec<BotParam>, SpecError> {
        match self.bots.iter().any(|bot| bot.info.name == spec.name()) {
            true => listed_params(self, spec),
            false => self.kit.params(spec),
        }
    }

    fn default_budget(&self) -> Budget {
        self.kit.default_budget()
    }

    fn openings(
        &self,
        rules: &<K::Game as Game>::Rules,
        text: &str,
    ) -> Result<Vec<<K::Game as Game>::Rules>, OpeningsError> {
        self.kit.openings(rules, text)
    }

    fn transcript(&self, played: &Transcript<'_, K::Game>) -> Option<String> {
        self.kit.transcript(played)
    }

    fn score_text(&self, score: f64) -> String {
        self.kit.score_text(score)
    }

    fn judge_budget(&self) -> Budget {
        self.kit.judge_budget()
    }

    fn expectation(&self, score: f64) -> Option<f64> {
        self.kit.expectation(score)
    }

    fn swing_measure(&self) -> SwingMeasure {
        self.kit.swing_measure()
    }

    fn mistake(&self, mistake: &Mistake<'_, K::Game>) -> Option<&'static str> {
        self.kit.mistake(mistake)
    }

    fn controls(&self, game: &K::Game) -> Controls {
        self.kit.controls(game)
    }

    fn mark(&self, game: &K::Game, seat: Seat, action: <K::Game as Game>::Action) -> ActionMark {
        self.kit.mark(game, seat, action)
    }

    fn choice(
        &self,
        game: &K::Game,
        seat: Seat,
        action: <K::Game as Game>::Action,
    ) -> Option<&'static str> {
        self.kit.choice(game, seat, action)
    }

    fn trainables(&self) -> Vec<Box<dyn KeyedTrainable<K::Game>>> {
        self.kit.trainables()
    }

    fn workshop(&self) -> Option<Workshop> {
        self.kit.workshop()
    }

    fn step(&self, request: &Value) -> Result<Value, StepError> {
        self.kit.step(request)
    }

    fn benches(&self) -> Vec<Bench> {
        self.kit.benches()
    }

    fn check_protocol(
        &self,
        spec: &BotSpec,
        positions: &[CheckPosition<K::Game>],
        report: &mut dyn FnMut(Check),
    ) {
        match self.bots.iter().any(|bot| bot.info.name == spec.name()) {
            false => self.kit.check_protocol(spec, positions, report),
            true if spec.name() == ludus_protocol::INFO.name => {
                ludus_protocol::check(spec, positions, report);
            }
            // A bot that the program adds is not the kit's, even if it has the name of one.
            true => {}
        }
    }

    fn is_logged(&self, line: &str) -> bool {
        self.kit.is_logged(line)
    }

    fn logged(&self, line: &str) -> Result<Logged<K::Game>, LogError> {
        self.kit.logged(line)
    }
}
