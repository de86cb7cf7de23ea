//! Everything that this crate offers to the rest of the program.

use ludus_core::kit::typed_step;
use ludus_core::{
    ActionMark, Bench, Bot, BotInfo, BotSpec, Budget, Cell, Check, CheckPosition, EditableRule,
    Game, GameKit, KeyedTrainable, Mistake, RuleOption, Seat, SoloLimit, SpecError, Starter,
    StepError,
};
use ludus_tetris::mistake;
use serde_json::Value;

use crate::action::VersusAction;
use crate::bench::benches;
use crate::board::VISIBLE;
use crate::bots::{BOTS, make};
use crate::game::Versus;
use crate::live::LiveVersus;
use crate::starters;
use crate::step::step;
use crate::tbp::{self, TBP};
use crate::train::{VersusAlone, VersusDuel};

/// How many nodes a decision has unless the user sets something else: about 20 ms.
const NODES: u64 = 20_000;

/// Versus Tetris as the program's catalog lists it.
#[derive(Clone, Copy, Debug, Default)]
pub struct VersusKit;

impl GameKit for VersusKit {
    type Game = Versus;
    type Settings = ();

    const STARTERS: &'static [Starter] = starters::STARTERS;
    const TITLE: &'static str = "Versus Tetris";
    const SUMMARY: &'static str = "modern rules: hold, spins, garbage that can be cancelled";
    const DEMO: &'static [&'static str] = &["hard", "medium"];
    const JUDGE: Option<&'static str> = Some("master");
    const LIVE: Option<&'static str> = Some(LiveVersus::NAME);
    const SHORT_NAME: Option<&'static str> = Some("versus");
    const EDITABLE_RULES: &'static [EditableRule] = &[
        EditableRule::one_of(
            "preset",
            "Attacks",
            &[
                RuleOption::new("ppt", "Puyo Puyo Tetris"),
                RuleOption::new("jstris", "Jstris"),
                RuleOption::new("botris", "Botris"),
            ],
        ),
        EditableRule::number("previews", "Next pieces", 1, 14),
    ];
    // `master` never tops out alone.
    const SOLO_LIMIT: Option<SoloLimit> =
        Some(SoloLimit { rule: "max_pieces", most: 1000, unit: "pieces" });

    fn new((): ()) -> Self {
        Self
    }

    fn bots(&self) -> &[BotInfo] {
        BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Versus>>, SpecError> {
        make(spec)
    }

    fn default_budget(&self) -> Budget {
        Budget::of_nodes(NODES)
    }

    fn mistake(&self, mistake: &Mistake<'_, Versus>) -> Option<&'static str> {
        let [played, better] =
            [mistake.after, mistake.instead].map(|game| game.field(mistake.seat).stack());
        mistake::name(played, better)
    }

    fn mark(&self, _game: &Versus, _seat: Seat, action: VersusAction) -> ActionMark {
        let shown = |(x, y): (i8, i8)| {
            let row = (VISIBLE as i8 - 1).checked_sub(y).and_then(|row| u16::try_from(row).ok())?;
            Some(Cell { column: x as u16, row })
        };
        let cells = action.placed.place.cells(action.piece);
        ActionMark::Cells { cells: cells.into_iter().filter_map(shown).collect() }
    }

    fn check_protocol(
        &self,
        spec: &BotSpec,
        positions: &[CheckPosition<Versus>],
        report: &mut dyn FnMut(Check),
    ) {
        if spec.name() == TBP.name {
            tbp::check(spec, positions, report);
        }
    }

    fn trainables(&self) -> Vec<Box<dyn KeyedTrainable<Versus>>> {
        vec![Box::new(VersusDuel), Box::new(VersusAlone)]
    }

    fn step(&self, request: &Value) -> Result<Value, StepError> {
        typed_step(request, step)
    }

    fn benches(&self) -> Vec<Bench> {
        benches()
    }
}
