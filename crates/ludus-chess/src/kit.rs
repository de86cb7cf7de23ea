//! Chess as the program's catalog lists it.

use ludus_core::{
    Bench, Bot, BotInfo, BotSpec, GameKit, OpeningsError, SpecError, StepError, Trainable,
    Transcript,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::Chess;
use crate::rules::ChessRules;
use crate::search::Value as Score;
use crate::{bench, bots, openings, pgn, step, train};

/// How many moves of a PGN game are an opening.
const OPENING_PLIES: usize = 16;

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

    const SUMMARY: &'static str = "mate the king; any UCI engine can take part";
    const DEMO: &'static [&'static str] = &["medium", "easy"];
    const SCORES_TELL: bool = true;
    const PEOPLE: &'static str = "opening=none";
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

    fn openings(&self, rules: &ChessRules, text: &str) -> Result<Vec<ChessRules>, OpeningsError> {
        let openings = openings::read(text, OPENING_PLIES)
            .map_err(|error| OpeningsError::new(error.to_string()))?;
        Ok(openings.iter().map(|opening| opening.rules(rules)).collect())
    }

    fn transcript(&self, played: &Transcript<'_, Chess>) -> Option<String> {
        let label =
            |seat: usize| played.labels.get(seat).map(ToString::to_string).unwrap_or_default();
        let header = pgn::Header {
            event: "Ludus match".to_owned(),
            round: played.number.to_string(),
            white: label(0),
            black: label(1),
            ..pgn::Header::default()
        };
        let comments: Vec<pgn::Comment> = played
            .thoughts
            .iter()
            .map(|thought| pgn::Comment::of(&thought.insight, Some(thought.took.as_secs_f64())))
            .collect();
        Some(pgn::write(played.game, Some(played.outcome), &header, &comments))
    }

    fn score_text(&self, score: f64) -> String {
        Score::of_pawns(score).words()
    }

    fn trainables(&self) -> Vec<Box<dyn Trainable<Chess>>> {
        vec![Box::new(train::HardWeights)]
    }

    fn step(&self, request: &Value) -> Result<Value, StepError> {
        step::answer(request)
    }

    fn benches(&self) -> Vec<Bench> {
        bench::all()
    }
}
