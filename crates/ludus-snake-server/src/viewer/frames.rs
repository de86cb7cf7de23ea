//! What the public board viewer is shown of recorded matches and debug logs.

use std::borrow::BorrowMut;
use std::io::{self, BufRead, Write};

use ludus_arena::lines::LineReader;
use ludus_arena::replay::{Header, ReplayError, ReplayReader, Walk};
use ludus_core::Game;
use ludus_snake::api::frames::{ViewedGame, ViewerEvent, ViewerFrame};
use ludus_snake::api::{Customizations, SnakeIdentity};
use ludus_snake::log::MoveLogEntry;
use ludus_snake::{Snake, SnakeRules};
use ludus_web::{BoxedParts, PART_BYTES, Parts, Problem, Record};
use thiserror::Error;

use crate::call::unprocessable;

/// Colours that differ clearly, one for each seat.
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
    /// The log has no move of the game.
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
pub(super) fn recorded_game(header: &Header, id: &str) -> Result<ViewedGame, ViewError> {
    if header.game != Snake::NAME {
        let (given, known) = (header.game.clone(), Snake::NAME.to_owned());
        return Err(ReplayError::Game { given, known }.into());
    }
    let rules: SnakeRules =
        serde_json::from_value(header.rules.clone()).map_err(ViewError::Rules)?;
    Ok(ViewedGame::of(&rules, id, true))
}

/// Every position of a recorded match as the viewer wants it, and at last its end.
pub(super) struct RecordedEvents<R, T> {
    walk: Walk<Snake, R, T>,
    identities: Vec<SnakeIdentity>,
    /// The last event, until it was sent.
    game: Option<ViewedGame>,
}

impl<R: BufRead, T: BorrowMut<ReplayReader<R>>> RecordedEvents<R, T> {
    /// The events of a replay of which nothing but the header was read.
    ///
    /// # Errors
    /// If it is no match of Battlesnake, or does not hold from the start.
    pub(super) fn new(reader: T, id: &str) -> Result<Self, ViewError> {
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
                Some(Ok(ViewerEvent::Frame(ViewerFrame::of(position, &self.identities))))
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

/// Writes a recorded match of Battlesnake as `{"Game":…,"Frames":[…]}`, and returns how many frames it has.
///
/// # Errors
/// If the match does not hold, or the file cannot be written.
pub fn frames_of_replay<R: BufRead>(
    reader: &mut ReplayReader<R>,
    id: &str,
    out: &mut dyn Write,
) -> Result<u64, ViewError> {
    let mut document = FrameDocument::start(out, &recorded_game(reader.header(), id)?)?;
    for event in RecordedEvents::new(reader, id)? {
        if let ViewerEvent::Frame(frame) = event? {
            document.frame(out, &frame)?;
        }
    }
    Ok(document.finish(out)?)
}

/// Writes one game of a debug log as `{"Game":…,"Frames":[…]}`, and returns how many frames it has: the game of this
/// identity, or else the first. Lines that cannot be used are left out.
///
/// # Errors
/// If there is no such game, or a file cannot be read or written.
pub fn frames_of_log<R: BufRead>(
    input: R,
    id: Option<&str>,
    out: &mut dyn Write,
) -> Result<u64, ViewError> {
    let mut lines = LineReader::new(input);
    let mut shown: Option<(FrameDocument, String, ViewerFrame)> = None;
    while let Some(line) = lines.advance()? {
        let Some(entry) = line.text.ok().and_then(|text| MoveLogEntry::parse(text).ok()) else {
            continue;
        };
        let info = entry.game.unwrap_or_default();
        if id.is_some_and(|id| id != info.id) {
            continue;
        }
        match &mut shown {
            None => {
                let game = ViewedGame::from_request(&info, &entry.board, true);
                let mut document = FrameDocument::start(out, &game)?;
                let frame = ViewerFrame::from_request(entry.turn, &entry.board, None);
                document.frame(out, &frame)?;
                shown = Some((document, info.id, frame));
            }
            // Several snakes of one game may be in the log.
            Some((document, id, last)) if *id == info.id && entry.turn > last.turn => {
                *last = ViewerFrame::from_request(entry.turn, &entry.board, Some(last));
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
struct FrameDocument {
    frames: u64,
}

impl FrameDocument {
    /// Begins the document of a game.
    fn start(out: &mut dyn Write, game: &ViewedGame) -> io::Result<Self> {
        out.write_all(b"{\"Game\":")?;
        serde_json::to_writer(&mut *out, game)?;
        out.write_all(b",\"Frames\":[")?;
        Ok(Self { frames: 0 })
    }

    /// Adds a frame.
    fn frame(&mut self, out: &mut dyn Write, frame: &ViewerFrame) -> io::Result<()> {
        out.write_all(if self.frames == 0 { b"\n" } else { b",\n" })?;
        self.frames += 1;
        Ok(serde_json::to_writer(&mut *out, frame)?)
    }

    /// Ends the document; how many frames it has.
    fn finish(&self, out: &mut dyn Write) -> io::Result<u64> {
        out.write_all(b"\n]}\n")?;
        Ok(self.frames)
    }
}

/// The frames of a recorded match as they are sent.
struct FrameParts {
    events: RecordedEvents<Record, ReplayReader<Record>>,
    /// What was written of the document and not sent yet.
    part: Vec<u8>,
    document: FrameDocument,
    over: bool,
}

impl Parts for FrameParts {
    fn next_part(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.over {
            return Ok(None);
        }
        while self.part.len() < PART_BYTES && !self.over {
            match self.events.next() {
                Some(event) => {
                    if let ViewerEvent::Frame(frame) = event.map_err(io::Error::other)? {
                        self.document.frame(&mut self.part, &frame)?;
                    }
                }
                None => {
                    self.over = true;
                    self.document.finish(&mut self.part)?;
                }
            }
        }
        Ok(Some(std::mem::take(&mut self.part)))
    }
}

/// The match as frames of the public Battlesnake board.
pub(crate) fn board_frames(record: Record, id: &str) -> Result<BoxedParts, Problem> {
    let parts = || -> Result<FrameParts, ViewError> {
        let reader = ReplayReader::new(record)?;
        let game = recorded_game(reader.header(), id)?;
        let mut part = Vec::new();
        let document = FrameDocument::start(&mut part, &game)?;
        let events = RecordedEvents::new(reader, id)?;
        Ok(FrameParts { events, part, document, over: false })
    };
    parts().map(|parts| Box::new(parts) as BoxedParts).map_err(|error| unreadable(&error))
}

/// A recorded match that cannot be shown.
pub(super) fn unreadable(error: &ViewError) -> Problem {
    unprocessable(format!("the recorded match: {error}"))
}
