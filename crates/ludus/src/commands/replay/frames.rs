//! The positions of a match of Battlesnake as the public board viewer's frames.

use std::io::Write;
use std::path::Path;

use ludus_arena::replay::ReplayReader;
use ludus_core::Game;
use ludus_snake::Snake;
use serde_json::json;

use super::{Draft, Kind, open};
use crate::cli::ReplayArgs;
use crate::commands::write_json;
use crate::failure::usage;

/// Writes the frames of a replay, or of one game of a debug log.
pub(super) fn write(
    args: &ReplayArgs,
    kind: &Kind,
    path: &Path,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let file = open(&args.file)?;
    let mut draft = Draft::new(path)?;
    let frames = match kind {
        Kind::Replay if args.rerun.game.is_some() => {
            return Err(usage("it is one recorded match: --game is for debug logs"));
        }
        Kind::Replay => {
            let mut reader = ReplayReader::new(file)?;
            if reader.header().game != Snake::NAME {
                let game = &reader.header().game;
                return Err(usage(format!("--frames: the board viewer shows snake, not {game}")));
            }
            let id = args.file.file_stem().unwrap_or_default().to_string_lossy();
            ludus_web::frames_of_replay(&mut reader, &id, &mut draft.file)?
        }
        Kind::Log(_) => {
            ludus_web::frames_of_log(file, args.rerun.game.as_deref(), &mut draft.file)?
        }
    };
    draft.finish()?;
    if args.json {
        return write_json(out, &json!({ "file": args.file, "written": path, "frames": frames }));
    }
    writeln!(out, "{frames} frames are in {}", path.display())?;
    Ok(())
}
