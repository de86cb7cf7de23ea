//! Copying the selected lines of a debug log.

use std::io::{self, BufRead, Write};

use anyhow::{anyhow, bail};
use ludus_arena::AnyGame;
use serde_json::json;

use super::rerun::selection;
use super::tell::{About, Teller};
use crate::cli::ReplayArgs;
use crate::commands::write_json;
use crate::output::{Draft, OutputFile};

/// Copies the selected lines as they are. On standard output there is nothing but the lines: what there is to
/// say goes to standard error.
pub(super) fn extract(
    args: &ReplayArgs,
    game: &dyn AnyGame,
    file: &mut dyn BufRead,
    output: &OutputFile,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut nowhere = io::sink();
    let mut stderr = io::stderr();
    let (copied, said): (&mut dyn Write, &mut dyn Write) = match output {
        OutputFile::Stdout => (out, &mut stderr),
        OutputFile::File { .. } => (&mut nowhere, out),
    };
    let mut copy = Draft::new(output, copied)?;
    let selection = selection(&args.rerun, &[])?;
    let about = About { file: &args.file, kind: "log", game, bot: None, args };
    let nothing = about.nothing();
    let mut teller = Teller::new(about, said)?;
    let counts = game.extract(file, &selection, &mut copy, &mut teller)?;
    let (said, broken) = teller.into_parts();
    if counts.lines == 0 {
        bail!(nothing);
    }
    copy.finish()?;
    match (broken, output.path()) {
        (Some(broken_lines), path) => write_json(
            said,
            &json!({
                "file": args.file, "extracted": path, "lines": counts.lines, "of": counts.of,
                "broken": counts.broken, "broken_lines": broken_lines,
            }),
        )?,
        (None, Some(path)) => {
            let name = path.display();
            writeln!(said, "copied {} of {} decisions to {name}", counts.lines, counts.of)?;
        }
        (None, None) => writeln!(said, "copied {} of {} decisions", counts.lines, counts.of)?,
    }
    match counts.broken {
        0 => Ok(()),
        1 => Err(anyhow!("1 line is broken")),
        broken => Err(anyhow!("{broken} lines are broken")),
    }
}
