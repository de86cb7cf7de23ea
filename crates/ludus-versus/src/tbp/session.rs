//! This program as a TBP bot, over any two streams.

use std::io::{self, BufRead, Write};
use std::thread;

use ludus_core::text::shown;
use ludus_process::{InputLine, MAX_INPUT_LINE, next_line};
use ludus_tetris::Piece;
use serde_json::value::{RawValue, to_raw_value};

use super::engine::TbpEngine;
use super::error::TbpSessionError;
use super::message::{
    MAX_QUEUE, TbpFailure, TbpFromBot, TbpInfo, TbpMove, TbpMoveInfo, TbpStart, TbpSuggestion,
    TbpToBot,
};
use super::position;
use super::thinker::{TbpThought, Thinker};
use crate::action::VersusAction;
use crate::field::VersusField;
use crate::game::Versus;
use crate::rules::{MatchRules, VersusRules};

/// The features of the protocol that this program has.
const FEATURES: [&str; 2] = ["randomizer", "move_info"];

/// Answers messages until `quit` or the end of the input.
pub(super) fn run<R: BufRead, W: Write>(
    engine: TbpEngine,
    mut input: R,
    mut output: W,
) -> io::Result<()> {
    let TbpEngine { name, bot, nodes } = engine;
    let rules = VersusRules::default().resolve().map_err(io::Error::other)?;
    let mut say =
        |message: &TbpFromBot| writeln!(output, "{}", message.line()).and_then(|()| output.flush());
    // A reader that has gone away is not an error: nothing is left to do.
    if say(&TbpFromBot::Info(info(&name))).is_err() {
        return Ok(());
    }
    thread::scope(|scope| {
        let mut session =
            TbpSession { thinker: Thinker::new(scope, bot, nodes), rules, position: None };
        loop {
            let answer = match next_line(&mut input)? {
                InputLine::Line(line) if line.trim().is_empty() => continue,
                InputLine::Line(line) => match TbpToBot::parse(line.trim()) {
                    Ok(Some(TbpToBot::Quit)) => return Ok(()),
                    Ok(Some(message)) => session.handle(message),
                    Ok(None) => Ok(None),
                    Err(error) => Err(error.into()),
                },
                InputLine::TooLong => Err(TbpSessionError::LineTooLong(MAX_INPUT_LINE)),
                InputLine::End => return Ok(()),
            };
            let said = match answer {
                Ok(None) => Ok(()),
                Ok(Some(message)) => say(&message),
                Err(error) => say(&TbpFromBot::Error(TbpFailure { reason: error.to_string() })),
            };
            if said.is_err() {
                return Ok(());
            }
        }
    })
}

fn info(name: &str) -> TbpInfo {
    TbpInfo {
        name: format!("Ludus {name}"),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        author: "the Ludus project".to_owned(),
        features: FEATURES.map(str::to_owned).to_vec(),
    }
}

/// The position that the frontend described.
struct SessionPosition {
    field: VersusField,
    /// Whether the current piece is not known yet: all pieces of the queue were played.
    starved: bool,
}

struct TbpSession<'scope> {
    thinker: Thinker<'scope>,
    rules: MatchRules,
    /// What is thought about; `None` before `start` and after `stop`.
    position: Option<SessionPosition>,
}

impl TbpSession<'_> {
    /// Handles a message. Returns the answer, if there is one, or why the message makes no sense.
    fn handle(&mut self, message: TbpToBot) -> Result<Option<TbpFromBot>, TbpSessionError> {
        match message {
            // Every randomizer will do: what is not known of the pieces to come is not used.
            TbpToBot::Rules(_) => return Ok(Some(TbpFromBot::Ready)),
            TbpToBot::Start(start) => self.start(*start)?,
            TbpToBot::Stop => {
                self.thinker.stop();
                self.position = None;
            }
            TbpToBot::Suggest => return self.suggest().map(Some),
            TbpToBot::Play(play) => self.play(&play.r#move)?,
            TbpToBot::NewPiece(new) => self.new_piece(new.piece)?,
            TbpToBot::Quit => {}
        }
        Ok(None)
    }

    fn start(&mut self, start: TbpStart) -> Result<(), TbpSessionError> {
        self.thinker.stop();
        self.position = None;
        let field = position::field(start).ok_or(TbpSessionError::EmptyQueue)?;
        self.position = Some(SessionPosition { field, starved: false });
        self.think();
        Ok(())
    }

    fn play(&mut self, words: &RawValue) -> Result<(), TbpSessionError> {
        let rules = self.rules;
        let position = self.position.as_mut().ok_or(TbpSessionError::BeforeStart("play"))?;
        if position.starved {
            return Err(TbpSessionError::NoPiece("play"));
        }
        let field = &mut position.field;
        let action = position::action(field.current, words)
            .filter(|action| field.accepts(*action, &rules))
            .ok_or_else(|| TbpSessionError::Unplayable(shown(words.get())))?;
        field.place(action, &rules);
        match field.use_pieces(action) {
            Some(piece) => field.current = piece,
            None => position.starved = true,
        }
        self.think();
        Ok(())
    }

    fn new_piece(&mut self, piece: Piece) -> Result<(), TbpSessionError> {
        let position = self.position.as_mut().ok_or(TbpSessionError::BeforeStart("new_piece"))?;
        let SessionPosition { field, starved } = position;
        if field.queue.len() >= MAX_QUEUE {
            return Err(TbpSessionError::LongQueue(MAX_QUEUE));
        }
        match *starved {
            true => (field.current, *starved) = (piece, false),
            false => field.queue.push_back(piece),
        }
        field.came(piece);
        self.think();
        Ok(())
    }

    /// Thinks about the position from now on.
    fn think(&mut self) {
        match &self.position {
            Some(SessionPosition { field, starved: false }) => {
                self.thinker.think_about(Versus::of_one(self.rules, field.clone()));
            }
            _ => self.thinker.stop(),
        }
    }

    /// The best that was found. A position without any placement is answered with an empty list.
    fn suggest(&mut self) -> Result<TbpFromBot, TbpSessionError> {
        match &self.position {
            None => return Err(TbpSessionError::BeforeStart("suggest")),
            Some(position) if position.starved => {
                return Err(TbpSessionError::NoPiece("suggest"));
            }
            Some(_) => {}
        }
        let thought = self.thinker.thought().ok_or(TbpSessionError::BotFailed)?;
        let decision = thought.decision.as_ref();
        let moves = decision.and_then(|decision| words(decision.action)).into_iter().collect();
        Ok(TbpFromBot::Suggestion(TbpSuggestion { moves, move_info: Some(move_info(thought)) }))
    }
}

/// An action as a move.
fn words(VersusAction { piece, placed, .. }: VersusAction) -> Option<Box<RawValue>> {
    to_raw_value(&TbpMove::new(piece, placed)).ok()
}

fn move_info(thought: &TbpThought) -> TbpMoveInfo {
    let insight = thought.decision.as_ref().map(|decision| &decision.insight);
    let nodes = insight.map_or(0, |insight| insight.nodes);
    let seconds = thought.took.as_secs_f64().max(1e-6);
    TbpMoveInfo {
        nodes: Some(nodes),
        nps: Some((nodes as f64 / seconds) as u64),
        depth: insight.map(|insight| insight.depth.into()),
        extra: None,
    }
}
