//! Chess as the program's catalog lists it.

use std::time::Duration;

use cozy_chess::{Board, Move, Piece, Square};
use ludus_core::kit::listed_params;
use ludus_core::{
    ActionMark, Bench, Bot, BotInfo, BotParam, BotSpec, Budget, Cell, Check, CheckPosition,
    Controls, EditableRule, GameKit, KeyedTrainable, Mistake, OpeningsError, Pointing, RuleOption,
    Seat, SpecError, Starter, StepError, SwingMeasure, Transcript,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::Chess;
use crate::position::{ChessVariant, castling_target};
use crate::rules::ChessRules;
use crate::search::Score;
use crate::{bench, bots, mistake, openings, pgn, starters, step, train, uci};

/// How many moves of a PGN game are an opening.
const OPENING_PLIES: usize = 16;

/// What `master` may spend on a position of a recorded match, in nodes: forty times its usual budget. Its drops differ from those of
/// Stockfish at depth 16 by 0.66 pawns with 100,000 nodes, and by 0.45 with 600,000 or more.
const JUDGE_NODES: u64 = 1_200_000;

/// All that this crate offers to the rest of the program.
#[derive(Clone, Debug)]
pub struct ChessKit {
    settings: ChessSettings,
}

/// What the user can set about the bots of chess.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChessSettings {
    /// The table of `master`, in mebibytes, where its key `hash` says nothing.
    pub hash: usize,
}

impl Default for ChessSettings {
    fn default() -> Self {
        Self { hash: 16 }
    }
}

impl GameKit for ChessKit {
    type Game = Chess;
    type Settings = ChessSettings;

    const STARTERS: &'static [Starter] = starters::STARTERS;
    const TITLE: &'static str = "Chess";
    const SUMMARY: &'static str = "mate the king; any UCI engine can take part";
    const DEMO: &'static [&'static str] = &["medium", "easy"];
    const SCORES_TELL: bool = true;
    const JUDGE: Option<&'static str> = Some("master");
    const SEAT_NAMES: &'static [&'static str] = &["White", "Black"];
    const PEOPLE_RULES: &'static str = "opening=none";
    const CHOICES: &'static [&'static str] = &["queen", "rook", "bishop", "knight"];
    const EDITABLE_RULES: &'static [EditableRule] = &[
        EditableRule::one_of("opening", "Opening", OPENINGS),
        EditableRule::text("fen", "Start position (FEN)", 100),
    ];
    const TURN: Duration = Duration::from_millis(500);
    const NOTATION: Option<&'static str> = Some("pgn");

    fn new(settings: ChessSettings) -> Self {
        Self { settings }
    }

    fn bots(&self) -> &[BotInfo] {
        bots::BOTS
    }

    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Chess>>, SpecError> {
        bots::make(spec, self.settings.hash)
    }

    fn params(&self, spec: &BotSpec) -> Result<Vec<BotParam>, SpecError> {
        match spec.name() {
            train::HEURISTIC => BotParam::of_weights(spec, train::weight_keys()),
            _ => listed_params(self, spec),
        }
    }

    fn openings(&self, rules: &ChessRules, text: &str) -> Result<Vec<ChessRules>, OpeningsError> {
        let openings = openings::read(text, OPENING_PLIES)
            .map_err(|error| OpeningsError::new(error.to_string()))?;
        Ok(openings.iter().map(|opening| opening.rules(rules)).collect())
    }

    fn check_protocol(
        &self,
        spec: &BotSpec,
        _positions: &[CheckPosition<Chess>],
        report: &mut dyn FnMut(Check),
    ) {
        if spec.name() == "uci" {
            uci::check(spec, report);
        }
    }

    fn transcript(&self, played: &Transcript<'_, Chess>) -> Option<String> {
        let label =
            |seat: usize| played.labels.get(seat).map(ToString::to_string).unwrap_or_default();
        let header = pgn::PgnHeader {
            event: "Ludus match".to_owned(),
            round: played.number.to_string(),
            white: label(0),
            black: label(1),
            more: played
                .clock
                .map(|clock| ("TimeControl".to_owned(), clock.to_string()))
                .into_iter()
                .collect(),
            ..pgn::PgnHeader::default()
        };
        let comments: Vec<pgn::PgnComment> = played
            .thoughts
            .iter()
            .map(|thought| pgn::PgnComment {
                clock: thought.left.map(|left| left.as_secs_f64()),
                ..pgn::PgnComment::of(&thought.insight, Some(thought.took.as_secs_f64()))
            })
            .collect();
        Some(pgn::write(played.game, Some(played.outcome), &header, &comments))
    }

    fn score_text(&self, score: f64) -> String {
        Score::from_pawns(score).words()
    }

    fn judge_budget(&self) -> Budget {
        Budget::of_nodes(JUDGE_NODES)
    }

    fn expectation(&self, score: f64) -> Option<f64> {
        Some(mistake::expectation(score))
    }

    fn swing_measure(&self) -> SwingMeasure {
        mistake::SWINGS
    }

    fn mistake(&self, mistake: &Mistake<'_, Chess>) -> Option<&'static str> {
        mistake::name(mistake)
    }

    fn controls(&self, _game: &Chess) -> Controls {
        Controls::Cells { columns: 8, rows: 8, pointing: Pointing::FromTo }
    }

    fn mark(&self, game: &Chess, _seat: Seat, action: Move) -> ActionMark {
        ActionMark::Move { from: cell(action.from), to: cell(destination(game.board(), action)) }
    }

    fn choice(&self, _game: &Chess, _seat: Seat, action: Move) -> Option<&'static str> {
        action.promotion.map(|piece| match piece {
            Piece::Rook => "rook",
            Piece::Bishop => "bishop",
            Piece::Knight => "knight",
            _ => "queen",
        })
    }

    fn trainables(&self) -> Vec<Box<dyn KeyedTrainable<Chess>>> {
        vec![Box::new(train::hard_weights())]
    }

    fn step(&self, request: &Value) -> Result<Value, StepError> {
        step::answer(request)
    }

    fn benches(&self) -> Vec<Bench> {
        bench::all()
    }
}

/// The openings that people may choose.
const OPENINGS: &[RuleOption] = &[
    RuleOption::new("none", "starting position"),
    RuleOption::new("book", "from the opening book"),
];

/// A square as a cell of the board seen from White's side.
fn cell(square: Square) -> Cell {
    Cell { column: square.file() as u16, row: 7 - square.rank() as u16 }
}

/// Where people put the piece that they move. cozy-chess writes castling as king takes rook; that is also how people castle in
/// Chess960, where the king may step to its target by another move.
fn destination(board: &Board, action: Move) -> Square {
    match ChessVariant::of(board) {
        ChessVariant::Standard => castling_target(board, action).unwrap_or(action.to),
        ChessVariant::Chess960 => action.to,
    }
}

#[cfg(test)]
mod tests {
    use ludus_core::{Chance, Game, Seed, SeededChance};

    use super::*;

    fn position(fen: &str) -> Chess {
        let rules = ludus_core::keys::with_pairs(&ChessRules::default(), &format!("fen={fen}"));
        let chance: &mut dyn Chance = &mut SeededChance::new(Seed::new(1));
        Chess::new(&rules.unwrap(), 2, chance).unwrap()
    }

    /// The mark and the choice of a move in UCI.
    fn marked(game: &Chess, uci: &str) -> (ActionMark, Option<&'static str>) {
        let kit = ChessKit::new(ChessSettings::default());
        let seat = game.to_act().iter().next().unwrap();
        let action = game.parse(seat, uci).unwrap();
        (kit.mark(game, seat, action), kit.choice(game, seat, action))
    }

    fn move_mark(from: (u16, u16), to: (u16, u16)) -> ActionMark {
        let cell = |(column, row)| Cell { column, row };
        ActionMark::Move { from: cell(from), to: cell(to) }
    }

    #[test]
    fn a_castling_is_marked_by_the_kings_own_squares() {
        let game = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        assert_eq!(marked(&game, "e1g1"), (move_mark((4, 7), (6, 7)), None));
        assert_eq!(marked(&game, "e1c1"), (move_mark((4, 7), (2, 7)), None));
        let game = position("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1");
        assert_eq!(marked(&game, "f1h1"), (move_mark((5, 7), (7, 7)), None), "castling");
        assert_eq!(marked(&game, "f1g1"), (move_mark((5, 7), (6, 7)), None), "a step");
    }

    #[test]
    fn promotions_have_the_same_mark_and_choices_of_their_own() {
        let game = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        let mark = move_mark((0, 1), (0, 0));
        assert_eq!(marked(&game, "a7a8q"), (mark.clone(), Some("queen")));
        assert_eq!(marked(&game, "a7a8n"), (mark, Some("knight")));
    }
}
