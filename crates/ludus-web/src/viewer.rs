//! What the public board viewer is shown of recorded matches and debug logs.

use std::borrow::BorrowMut;
use std::io::{self, BufRead, Write};

use ludus_arena::lines::Lines;
use ludus_arena::replay::{Header, ReplayError, ReplayReader, Walk};
use ludus_core::Game;
use ludus_snake::api::frames::{Frame, ViewedGame, ViewerEvent};
use ludus_snake::api::{Customizations, SnakeIdentity};
use ludus_snake::log::LogEntry;
use ludus_snake::{Snake, SnakeRules};
use thiserror::Error;

/// Colours that can be told apart, one for each seat.
const COLOURS: [&str; 8] =
    ["#cc2529", "#396ab1", "#3e9651", "#da7c30", "#6b4c9a", "#948b3d", "#535154", "#922428"];

/// Frames that cannot be made.
#[derive(Debug, Error)]
pub enum ViewError {
    /// The recorded match cannot be read, or does not hold.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The rules of the recorded match cannot be read.
    #[error("the rules of the match cannot be read: {0}")]
    Rules(serde_json::Error),
    /// The log tells nothing of the game.
    #[error("there is no decision of game {0:?}")]
    NoGame(String),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
}

/// What the viewer wants to know about a recorded match.
///
/// # Errors
/// If it is no match of Battlesnake.
pub(crate) fn recorded_game(header: &Header, id: &str) -> Result<ViewedGame, ViewError> {
    if header.game != Snake::NAME {
        let (given, known) = (header.game.clone(), Snake::NAME.to_owned());
        return Err(ReplayError::Game { given, known }.into());
    }
    let rules: SnakeRules =
        serde_json::from_value(header.rules.clone()).map_err(ViewError::Rules)?;
    Ok(ViewedGame::of(&rules, id, true))
}

/// Every position of a recorded match as the viewer wants it, and at last its end.
pub(crate) struct RecordedEvents<R, T> {
    walk: Walk<Snake, R, T>,
    identities: Vec<SnakeIdentity>,
    /// What is told at the end, until it was.
    game: Option<ViewedGame>,
}

impl<R: BufRead, T: BorrowMut<ReplayReader<R>>> RecordedEvents<R, T> {
    /// The events of a replay of which nothing but the header was read.
    ///
    /// # Errors
    /// If it is no match of Battlesnake, or does not hold from the start.
    pub(crate) fn new(reader: T, id: &str) -> Result<Self, ViewError> {
        let game = Some(recorded_game(reader.borrow().header(), id)?);
        let identities = identities(reader.borrow().header());
        Ok(Self { walk: Walk::new(reader)?, identities, game })
    }
}

impl<R: BufRead, T: BorrowMut<ReplayReader<R>>> Iterator for RecordedEvents<R, T> {
    type Item = Result<ViewerEvent, ViewError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.game.as_ref()?;
        match self.walk.advance() {
            Ok(Some(position)) => {
                Some(Ok(ViewerEvent::Frame(Frame::of(position, &self.identities))))
            }
            Ok(None) => self.game.take().map(|game| Ok(ViewerEvent::GameEnd(game))),
            Err(error) => {
                self.game = None;
                Some(Err(error.into()))
            }
        }
    }
}

/// Who the seats of a recorded match are to the viewer.
fn identities(header: &Header) -> Vec<SnakeIdentity> {
    let one = |(seat, who): (usize, &ludus_arena::replay::SeatLine)| SnakeIdentity {
        id: seat.to_string(),
        name: who.label.clone(),
        author: who.spec.clone(),
        customizations: Customizations {
            color: COLOURS[seat % COLOURS.len()].to_owned(),
            head: "default".to_owned(),
            tail: "default".to_owned(),
        },
        ..SnakeIdentity::default()
    };
    header.seats.iter().enumerate().map(one).collect()
}

/// Writes a recorded match of Battlesnake as `{"Game":…,"Frames":[…]}`, and tells how many frames it has.
///
/// # Errors
/// If the match does not hold, or the file cannot be written.
pub fn frames_of_replay<R: BufRead>(
    reader: &mut ReplayReader<R>,
    id: &str,
    out: &mut dyn Write,
) -> Result<u64, ViewError> {
    let mut document = Document::start(out, &recorded_game(reader.header(), id)?)?;
    for event in RecordedEvents::new(reader, id)? {
        if let ViewerEvent::Frame(frame) = event? {
            document.frame(out, &frame)?;
        }
    }
    Ok(document.finish(out)?)
}

/// Writes one game of a debug log as `{"Game":…,"Frames":[…]}`, and tells how many frames it has: the game of this
/// identity, or else the first. Lines that cannot be used are left out.
///
/// # Errors
/// If there is no such game, or a file cannot be read or written.
pub fn frames_of_log<R: BufRead>(
    input: R,
    id: Option<&str>,
    out: &mut dyn Write,
) -> Result<u64, ViewError> {
    let mut lines = Lines::new(input);
    let mut shown: Option<(Document, String, Frame)> = None;
    while let Some(line) = lines.advance()? {
        let Some(entry) = line.text.ok().and_then(|text| LogEntry::parse(text).ok()) else {
            continue;
        };
        let info = entry.game.unwrap_or_default();
        if id.is_some_and(|id| id != info.id) {
            continue;
        }
        match &mut shown {
            None => {
                let game = ViewedGame::told(&info, &entry.board, true);
                let mut document = Document::start(out, &game)?;
                let frame = Frame::told(entry.turn, &entry.board, None);
                document.frame(out, &frame)?;
                shown = Some((document, info.id, frame));
            }
            // Several snakes of one game may be in the log.
            Some((document, id, last)) if *id == info.id && entry.turn > last.turn => {
                *last = Frame::told(entry.turn, &entry.board, Some(last));
                document.frame(out, last)?;
            }
            Some(_) => {}
        }
    }
    let nothing = || ViewError::NoGame(id.unwrap_or_default().to_owned());
    let (document, ..) = shown.ok_or_else(nothing)?;
    Ok(document.finish(out)?)
}

/// A document of frames while it is written.
pub(crate) struct Document {
    frames: u64,
}

impl Document {
    /// Begins the document of a game.
    pub(crate) fn start(out: &mut dyn Write, game: &ViewedGame) -> io::Result<Self> {
        out.write_all(b"{\"Game\":")?;
        serde_json::to_writer(&mut *out, game)?;
        out.write_all(b",\"Frames\":[")?;
        Ok(Self { frames: 0 })
    }

    /// Adds a frame.
    pub(crate) fn frame(&mut self, out: &mut dyn Write, frame: &Frame) -> io::Result<()> {
        out.write_all(if self.frames == 0 { b"\n" } else { b",\n" })?;
        self.frames += 1;
        Ok(serde_json::to_writer(&mut *out, frame)?)
    }

    /// Ends the document; how many frames it has.
    pub(crate) fn finish(&self, out: &mut dyn Write) -> io::Result<u64> {
        out.write_all(b"\n]}\n")?;
        Ok(self.frames)
    }
}
