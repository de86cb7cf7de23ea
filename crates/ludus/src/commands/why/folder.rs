//! All lost matches of a folder.

use std::fs;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context as _, bail};
use ludus_arena::AnyGame;
use ludus_arena::replay::ReplayReader;
use ludus_arena::why::{Lessons, WhyPlan};
use ludus_core::Budget;
use serde::Serialize;

use super::{judge, open, plan, show};
use crate::cli::WhyArgs;
use crate::commands::replay::{RecordedPosition, known};
use crate::commands::{say, write_json};
use crate::failure::usage;
use crate::output::{Draft, Inputs, OutputFile};
use crate::settings::Settings;
use crate::tables::number;

/// The JSON document of a folder.
#[derive(Serialize)]
struct FolderDocument<'a> {
    folder: &'a Path,
    game: &'static str,
    bot: Option<&'a str>,
    judge: &'a str,
    budget: Budget,
    matches: usize,
    skipped: &'a [SkippedFile],
    interrupted: bool,
    #[serde(flatten)]
    lessons: &'a Lessons,
}

/// A file that could not be judged.
#[derive(Serialize)]
struct SkippedFile {
    file: PathBuf,
    reason: String,
}

/// What was found in a folder.
#[derive(Default)]
struct FolderFindings {
    matches: usize,
    judge: String,
    budget: Budget,
    skipped: Vec<SkippedFile>,
    lessons: Lessons,
}

/// Judges the lost matches of a folder.
pub(super) fn run(args: &WhyArgs, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let files = replays(&args.path)?;
    let inputs = Inputs::new(settings.file().into_iter().chain(files.iter().map(PathBuf::as_path)));
    let worst = args.worst.as_deref();
    let worst =
        worst.map(|path| OutputFile::new("--worst", path, args.force, &inputs)).transpose()?;
    if let Some(worst) = &worst {
        worst.check_json("--worst", args.json)?;
    }
    let game = settings.game(only_game(&files, settings)?)?;
    let plan = plan(args, settings, game.as_ref())?;
    let found = judge_all(&files, game.as_ref(), &plan)?;
    if found.lessons.lost == 0 && !plan.stop.load(Ordering::Relaxed) {
        let whose = args.bot.as_ref().map_or_else(String::new, |bot| format!(" of {bot}"));
        bail!("{}: there is no lost match{whose}", args.path.display());
    }
    if let Some(worst) = &worst {
        write_worst(worst, &found.lessons, out)?;
    }
    if worst == Some(OutputFile::Stdout) {
        return Ok(());
    }
    let interrupted = plan.stop.load(Ordering::Relaxed);
    if args.json {
        let document = FolderDocument {
            folder: &args.path,
            game: game.name(),
            bot: args.bot.as_deref(),
            judge: &found.judge,
            budget: found.budget,
            matches: found.matches,
            skipped: &found.skipped,
            interrupted,
            lessons: &found.lessons,
        };
        return write_json(out, &document);
    }
    write_text(args, game.name(), &found, out)?;
    if interrupted {
        writeln!(out, "interrupted: some matches were not judged")?;
    }
    if let Some(path) = worst.as_ref().and_then(OutputFile::path) {
        let path = path.display();
        writeln!(out, "ask a bot about them: ludus replay {path} --bot BOT --validate")?;
    }
    Ok(())
}

fn write_text(
    args: &WhyArgs,
    game: &str,
    found: &FolderFindings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (folder, lessons) = (args.path.display(), &found.lessons);
    let whose = args.bot.as_ref().map_or_else(String::new, |bot| format!(" by {bot}"));
    let matches = counted(found.matches as u64, "match", "matches");
    writeln!(out, "{folder}: {matches} of {game}, {} lost{whose}", lessons.lost)?;
    if lessons.forfeits > 0 {
        writeln!(out, "lost by a forfeit: {}", lessons.forfeits)?;
    }
    writeln!(out, "judge: {}", show::judge(&found.judge, found.budget))?;
    let points = counted(lessons.mistakes, "turning point", "turning points");
    writeln!(out, "{points} in {}", counted(lessons.judged, "turn", "turns"))?;
    Ok(show::lessons(out, lessons)?)
}

/// A number with its noun.
fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(count as f64), if count == 1 { one } else { many })
}

/// The files of a folder that may be replays, in the order of their names.
fn replays(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "jsonl") && path.is_file() {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    };
    read().with_context(|| format!("cannot read {}", folder.display()))
}

/// The game of the recorded matches, which must be one.
fn only_game(files: &[PathBuf], settings: &Settings) -> anyhow::Result<&'static str> {
    let mut game = None;
    for file in files {
        let Ok(reader) = ReplayReader::new(open(file)?) else { continue };
        let Ok(name) = known(reader.header(), settings.catalog()) else { continue };
        match game {
            Some(other) if other != name => {
                return Err(usage(format!(
                    "the folder has matches of {other} and {name}; judge one game at a time"
                )));
            }
            _ => game = Some(name),
        }
    }
    game.ok_or_else(|| usage("the folder has no recorded match (*.jsonl)"))
}

/// Judges the matches one after the other. A file that is no valid replay is reported and skipped.
fn judge_all(
    files: &[PathBuf],
    game: &dyn AnyGame,
    plan: &WhyPlan,
) -> anyhow::Result<FolderFindings> {
    let mut found = FolderFindings::default();
    for file in files {
        if plan.stop.load(Ordering::Relaxed) {
            break;
        }
        let mut input = open(file)?;
        let judged = ReplayReader::new(&mut input as &mut dyn BufRead)
            .map_err(anyhow::Error::from)
            .and_then(|mut reader| judge(game, &mut reader, plan));
        match judged {
            Ok(report) => {
                found.matches += 1;
                found.lessons.add(file, &report);
                (found.judge, found.budget) = (report.judge, report.budget);
            }
            Err(error) => {
                let reason = format!("{error:#}");
                say(&format!("{}: skipped: {reason}", file.display()));
                found.skipped.push(SkippedFile { file: file.clone(), reason });
            }
        }
    }
    if let (0, Some(skipped)) = (found.matches, found.skipped.first()) {
        bail!("{}: {}", skipped.file.display(), skipped.reason);
    }
    Ok(found)
}

/// Writes the worst positions, as `ludus replay` reads them.
fn write_worst(output: &OutputFile, lessons: &Lessons, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut draft = Draft::new(output, out)?;
    for worst in &lessons.worst {
        let position = RecordedPosition::new(worst);
        serde_json::to_writer(&mut draft, &position).map_err(std::io::Error::from)?;
        writeln!(draft)?;
    }
    draft.finish()?;
    Ok(())
}
