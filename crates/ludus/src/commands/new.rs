//! `ludus new`: a starter bot in a folder of its own.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use ludus_arena::AnyGame;
use ludus_core::{Origin, Starter, names};
use ludus_process::ProgramSpec;

use crate::cli::NewArgs;
use crate::failure::usage;
use crate::program::own_name;
use crate::settings::Settings;
use crate::starters::{self, StarterUsage};
use crate::tables::table;

pub(super) fn run(args: &NewArgs, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let (Some(name), Some(folder)) = (&args.game, &args.folder) else {
        return list(args.game.as_deref(), settings, out);
    };
    if args.list {
        return list(Some(name), settings, out);
    }
    let game = settings.game(name)?;
    let starter = find(game.as_ref(), &args.lang, &args.protocol)?;
    let label = label(folder)?;
    let steps = Steps::new(game.as_ref(), &starter, &label);
    write_files(folder, &starter, &steps, args.force)?;
    let file = folder.join(starter.language.file());
    writeln!(
        out,
        "{} is a {} bot in {}: change it as you like.",
        file.display(),
        game.name(),
        starter.language
    )?;
    writeln!(out, "What to do next:\n")?;
    writeln!(out, "  cd {}", quoted(&folder.display().to_string()))?;
    for (command, purpose) in steps.commands() {
        writeln!(out, "  {command:<60}  # {purpose}")?;
    }
    if let Some(missing) = missing_tool(&starter) {
        writeln!(out, "\n{missing}")?;
    }
    Ok(())
}

/// The starters of one game or of all games.
fn list(game: Option<&str>, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let games = match game {
        Some(name) => vec![settings.game(name)?],
        None => {
            let games = settings.catalog().games().map(|entry| settings.game(entry.name));
            games.collect::<anyhow::Result<Vec<_>>>()?
        }
    };
    let mut rows = table(&["game", "--protocol", "--lang"]);
    for column in rows.column_iter_mut() {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    for game in &games {
        let all = starters::of(game.as_ref());
        for protocol in starters::protocols(&all) {
            rows.add_row([game.name(), protocol, &starters::languages(&all, protocol).join(" ")]);
        }
    }
    writeln!(out, "{rows}")?;
    Ok(())
}

/// The starter for these names.
fn find(game: &dyn AnyGame, language: &str, protocol: &str) -> anyhow::Result<Starter> {
    let all = starters::of(game);
    if all.is_empty() {
        return Err(usage(format!("{} has no starters: programs cannot play it", game.name())));
    }
    let protocols = starters::protocols(&all);
    if !protocols.contains(&protocol) {
        let hint = names::hint(protocol, &protocols);
        return Err(usage(format!(
            "{} has no starter for the protocol {protocol:?}; {hint}",
            game.name()
        )));
    }
    let is_it = |s: &&Starter| s.language.name() == language && s.protocol.name() == protocol;
    all.iter().find(is_it).copied().ok_or_else(|| {
        let hint = names::hint(language, &starters::languages(&all, protocol));
        usage(format!("{} has no {protocol} starter in {language}; {hint}", game.name()))
    })
}

/// The name of the folder, which the bot is called by in matches. Signs that mean something in a bot's name are left out.
fn label(folder: &Path) -> anyhow::Result<String> {
    // A folder that exists may be written as `.` or `..`.
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let plain = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let label: String = name.unwrap_or_default().chars().filter(plain).collect();
    match label.is_empty() {
        true => Err(usage(format!("{} does not name a folder for the bot", folder.display()))),
        false => Ok(label),
    }
}

/// Writes the starter and its README.
fn write_files(folder: &Path, starter: &Starter, steps: &Steps, force: bool) -> anyhow::Result<()> {
    let full = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if full && !force {
        let name = folder.display();
        return Err(usage(format!("{name} is not empty; --force overwrites the starter in it")));
    }
    let cannot = || format!("cannot write into {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    fs::write(folder.join(starter.language.file()), starter.text).with_context(cannot)?;
    fs::write(folder.join("README.md"), steps.readme(starter)).with_context(cannot)
}

/// What people do with a starter, step by step.
struct Steps {
    game: &'static str,
    label: String,
    usage: StarterUsage,
    /// The other bots of a match, separated by blanks.
    opponents: String,
    /// The name of the first replay that a match records.
    replay: String,
}

impl Steps {
    fn new(game: &dyn AnyGame, starter: &Starter, label: &str) -> Self {
        let seats = game.info().seats;
        // A match of two where that is possible.
        let count = (*seats.start()).max(2).min(*seats.end());
        let first = game.bots().iter().find(|bot| bot.origin == Origin::BuiltIn);
        let opponents = vec![first.map_or("random", |bot| bot.name); count.saturating_sub(1)];
        Self {
            game: game.name(),
            label: label.to_owned(),
            usage: StarterUsage::of(starter),
            opponents: opponents.join(" "),
            replay: format!("replays/{}-1-000001.jsonl", game.name()),
        }
    }

    /// The commands in order, each with what it does.
    fn commands(&self) -> Vec<(String, &'static str)> {
        let Self { game, label, usage, opponents, replay } = self;
        let own = format!("\"{label}={}\"", usage.bot);
        let build = usage.build.map(|build| (build.to_owned(), "build it"));
        let serve = usage.serve.clone().map(|serve| (serve, "start it"));
        let ludus = own_name();
        let play = format!("{ludus} match {game} {own} {opponents} --games 20 --record replays");
        let commands = [
            (play.replace("  ", " "), "play"),
            (format!("{ludus} check {game} \"{}\"", usage.bot), "check it"),
            (format!("{ludus} replay replays --lost-by {label}"), "the matches that it lost"),
            (format!("{ludus} replay {replay} --show 10"), "a turn of a match, and why"),
        ];
        build.into_iter().chain(serve).chain(commands).collect()
    }

    /// The text of the starter's README.
    fn readme(&self, starter: &Starter) -> String {
        let commands: Vec<String> = self
            .commands()
            .into_iter()
            .map(|(command, why)| format!("{command}  # {why}"))
            .collect();
        format!(
            "# {}\n\nA {} bot in {} for Ludus. `{}` is all of it; its first lines say what to change.\n\n```sh\n{}\n```\n\nWhat the bot writes to standard error is kept and shown with the turn.\n",
            self.label,
            self.game,
            starter.language,
            starter.language.file(),
            commands.join("\n"),
        )
    }
}

/// What is missing on this machine to run or build the starter.
fn missing_tool(starter: &Starter) -> Option<String> {
    let tool = starter.language.tool();
    let found = ProgramSpec::parse([("cmd", tool)]).and_then(|spec| spec.launch());
    found.is_err().then(|| format!("{tool} is not installed: the bot needs it."))
}

/// The text as one word of a shell.
fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    match text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}
