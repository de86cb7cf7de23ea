//! The positions of a match of Battlesnake as the public board viewer's frames.

use std::io::Write;

use ludus_arena::replay::ReplayReader;
use ludus_core::Game;
use ludus_snake::Snake;
use serde_json::json;

use super::{InputKind, open};
use crate::cli::ReplayArgs;
use crate::commands::{say, write_json};
use crate::failure::usage;
use crate::output::{Draft, OutputFile};

/// Writes the frames of a replay, or of one game of a debug log.
pub(super) fn write(
    args: &ReplayArgs,
    kind: &InputKind,
    output: &OutputFile,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let file = open(&args.file)?;
    let mut draft = Draft::new(output, out)?;
    let frames = match kind {
        InputKind::Positions => {
            return Err(usage(
                "it is a file of positions: --frames is for recorded matches and logs",
            ));
        }
        InputKind::Replay if args.rerun.game.is_some() => {
            return Err(usage("it is one recorded match: --game is for debug logs"));
        }
        InputKind::Replay => {
            let mut reader = ReplayReader::new(file)?;
            if reader.header().game != Snake::NAME {
                let game = &reader.header().game;
                return Err(usage(format!("--frames: the board viewer shows snake, not {game}")));
            }
            let id = args.file.file_stem().unwrap_or_default().to_string_lossy();
            ludus_snake_server::frames_of_replay(&mut reader, &id, &mut draft)?
        }
        InputKind::Log(_) => {
            ludus_snake_server::frames_of_log(file, args.rerun.game.as_deref(), &mut draft)?
        }
    };
    draft.finish()?;
    let Some(path) = output.path() else {
        say(&format!("{frames} frames written"));
        return Ok(());
    };
    if args.json {
        return write_json(out, &json!({ "file": args.file, "written": path, "frames": frames }));
    }
    writeln!(out, "{frames} frames are in {}", path.display())?;
    Ok(())
}
