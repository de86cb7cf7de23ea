//! What the public board viewer is shown of recorded matches and debug logs.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use ludus_arena::lines::Lines;
use ludus_arena::replay::{Header, ReplayError, ReplayReader, visit};
use ludus_core::Game;
use ludus_snake::api::frames::{Event, Frame, ViewedGame};
use ludus_snake::api::{Customizations, Identity};
use ludus_snake::log::LogEntry;
use ludus_snake::{Rules, Snake};
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
    let rules: Rules = serde_json::from_value(header.rules.clone()).map_err(ViewError::Rules)?;
    Ok(ViewedGame::of(&rules, id, true))
}

/// Shows every position of a recorded match, and at last its end.
///
/// # Errors
/// If the match does not hold.
pub(crate) fn recorded_events<R: BufRead>(
    reader: &mut ReplayReader<R>,
    id: &str,
    mut sink: impl FnMut(Event) -> ControlFlow<()>,
) -> Result<(), ViewError> {
    let game = recorded_game(reader.header(), id)?;
    let identities = identities(reader.header());
    let mut all = true;
    visit::<Snake, _>(reader, |position| {
        let shown = sink(Event::Frame(Frame::of(position, &identities)));
        all = shown.is_continue();
        shown
    })?;
    if all {
        // Nothing follows the end.
        let _ = sink(Event::GameEnd(game));
    }
    Ok(())
}

/// Who the seats of a recorded match are to the viewer.
fn identities(header: &Header) -> Vec<Identity> {
    let one = |(seat, who): (usize, &ludus_arena::replay::SeatLine)| Identity {
        id: seat.to_string(),
        name: who.label.clone(),
        author: who.spec.clone(),
        customizations: Customizations {
            color: COLOURS[seat % COLOURS.len()].to_owned(),
            head: "default".to_owned(),
            tail: "default".to_owned(),
        },
        ..Identity::default()
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
    let mut written = Ok(());
    recorded_events(reader, id, |event| {
        if let Event::Frame(frame) = event {
            written = document.frame(&frame);
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    written?;
    Ok(document.finish()?)
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
    let mut shown: Option<(Document<'_>, String, Frame)> = None;
    let mut out = Some(out);
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
                let Some(out) = out.take() else { continue };
                let game = ViewedGame::told(&info, &entry.board, true);
                let mut document = Document::start(out, &game)?;
                let frame = Frame::told(entry.turn, &entry.board, None);
                document.frame(&frame)?;
                shown = Some((document, info.id, frame));
            }
            // Several snakes of one game may be in the log.
            Some((document, id, last)) if *id == info.id && entry.turn > last.turn => {
                *last = Frame::told(entry.turn, &entry.board, Some(last));
                document.frame(last)?;
            }
            Some(_) => {}
        }
    }
    let nothing = || ViewError::NoGame(id.unwrap_or_default().to_owned());
    let (document, ..) = shown.ok_or_else(nothing)?;
    Ok(document.finish()?)
}

/// A document of frames while it is written.
struct Document<'a> {
    out: &'a mut dyn Write,
    frames: u64,
}

impl<'a> Document<'a> {
    fn start(out: &'a mut dyn Write, game: &ViewedGame) -> io::Result<Self> {
        out.write_all(b"{\"Game\":")?;
        serde_json::to_writer(&mut *out, game)?;
        out.write_all(b",\"Frames\":[")?;
        Ok(Self { out, frames: 0 })
    }

    fn frame(&mut self, frame: &Frame) -> io::Result<()> {
        self.out.write_all(if self.frames == 0 { b"\n" } else { b",\n" })?;
        self.frames += 1;
        Ok(serde_json::to_writer(&mut *self.out, frame)?)
    }

    fn finish(self) -> io::Result<u64> {
        self.out.write_all(b"\n]}\n")?;
        Ok(self.frames)
    }
}
