//! `ludus replay`: look at a recorded match, verify it, or re-run recorded decisions; list the matches of a folder.

mod extract;
mod frames;
mod list;
mod positions;
mod rerun;
mod show;
mod tell;

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use anyhow::Context as _;
use ludus_arena::AnyGame;
use ludus_arena::lines::LineReader;
use serde_json::Value;

pub(super) use self::positions::RecordedPosition;
pub(super) use self::show::known;
use crate::cli::ReplayArgs;
use crate::failure::usage;
use crate::output::{Inputs, OutputFile};
use crate::settings::Settings;

pub(super) fn run(
    args: &ReplayArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    carry_out(args, settings, out).with_context(|| args.file.display().to_string())
}

fn carry_out(args: &ReplayArgs, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.file.is_dir() {
        return list::run(args, out);
    }
    if args.list.is_wanted() {
        return Err(usage("--lost-by, --won-by, --reason and --failed select matches of a folder"));
    }
    let looks = args.verify || args.show.is_some();
    if looks && args.rerun.is_wanted() {
        return Err(usage(
            "--verify and --show do not re-run decisions; leave the other flags out",
        ));
    }
    if args.watch {
        return show::watch(args, settings);
    }
    let kind = kind(&args.file, settings)?;
    if let Some(path) = &args.frames {
        let output = output(args, settings, "--frames", path)?;
        return frames::write(args, &kind, &output, out);
    }
    match kind {
        InputKind::Positions if looks => {
            Err(usage("it is a file of positions: --verify and --show are for recorded matches"))
        }
        InputKind::Positions => positions::validate(args, settings, out),
        InputKind::Log(_) if looks => {
            Err(usage("it is a debug log: --verify and --show are for recorded matches"))
        }
        InputKind::Log(game) => rerun::log(args, settings, game.as_ref(), out),
        InputKind::Replay if args.rerun.is_wanted() => rerun::replay(args, settings, out),
        InputKind::Replay => show::run(args, settings, out),
    }
}

/// What a file holds.
enum InputKind {
    /// A recorded match.
    Replay,
    /// Positions of several recorded matches.
    Positions,
    /// A debug log of this game.
    Log(Box<dyn AnyGame>),
}

/// What the file holds, by the first line that is one of a replay or of a log. A file without such a line is
/// read as a replay, which tells what is wrong with it.
fn kind(path: &Path, settings: &Settings) -> anyhow::Result<InputKind> {
    let names = settings.catalog().games().map(|entry| entry.name);
    let games = names.map(|name| settings.game(name)).collect::<Result<Vec<_>, _>>()?;
    let mut lines = LineReader::new(open(path)?);
    while let Some(line) = lines.advance().context("cannot read the file")? {
        let Ok(text) = line.text else { continue };
        if RecordedPosition::is_line(text) {
            return Ok(InputKind::Positions);
        }
        let value: Option<Value> = serde_json::from_str(text).ok();
        if value.is_some_and(|value| value.get("line").is_some_and(Value::is_string)) {
            return Ok(InputKind::Replay);
        }
        if let Some(game) = games.iter().position(|game| game.is_logged(text)) {
            let game = games.into_iter().nth(game);
            return Ok(game.map_or(InputKind::Replay, InputKind::Log));
        }
    }
    Ok(InputKind::Replay)
}

/// The file that a flag names, which must not be one that is read here.
fn output(
    args: &ReplayArgs,
    settings: &Settings,
    flag: &str,
    path: &Path,
) -> anyhow::Result<OutputFile> {
    let inputs = Inputs::new(settings.file().into_iter().chain([args.file.as_path()]));
    let output = OutputFile::new(flag, path, args.force, &inputs)?;
    output.check_json(flag, args.json)?;
    Ok(output)
}

fn open(path: &Path) -> anyhow::Result<BufReader<File>> {
    Ok(BufReader::new(File::open(path).context("cannot open the replay")?))
}
