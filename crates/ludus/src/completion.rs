//! Shell completions that know the games and their bots.
//!
//! The script that `ludus completions` prints asks this program for the candidates, so it completes the games and bots of
//! the program that is installed.

use std::env;
use std::ffi::OsStr;

use clap::Command;
use clap_complete::engine::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate};
use clap_complete::env::{CompleteEnv, Shells};
use ludus_arena::AnyGame;

use crate::cli;
use crate::program::own_name;
use crate::settings::Settings;
use crate::starters;
use ludus_catalog::Catalog;

/// The variable in which a shell's script names its shell when it asks for candidates: the usual one of clap. It cannot begin
/// with `LUDUS_`: such variables are settings.
const VARIABLE: &str = "COMPLETE";

/// The names of the arguments whose values are bots.
const BOTS: [&str; 4] = ["bots", "bot", "against", "judge"];

/// Answers a shell's script if one asks, and ends the program then.
pub(crate) fn answer_shell(catalog: &Catalog) {
    CompleteEnv::with_factory(|| completing(catalog)).var(VARIABLE).complete();
}

/// The script for a shell, or none if the shell is unknown.
pub(crate) fn script(shell: &str) -> std::io::Result<Option<Vec<u8>>> {
    let shells = Shells::builtins();
    let Some(completer) = shells.completer(shell) else { return Ok(None) };
    let mut text = Vec::new();
    let name = own_name();
    completer.write_registration(VARIABLE, name, name, name, &mut text)?;
    Ok(Some(text))
}

/// The command line with candidates for the arguments that name games and bots.
fn completing(catalog: &Catalog) -> Command {
    let command = cli::command(catalog);
    let names: Vec<_> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| with_candidates(command, catalog))
    })
}

fn with_candidates(command: Command, catalog: &Catalog) -> Command {
    // The games of `replay` are identities in a log, and its second settings are a file.
    let replay = command.get_name() == "replay";
    let names: Vec<_> =
        command.get_arguments().map(|arg| arg.get_id().as_str().to_owned()).collect();
    names.into_iter().fold(command, |command, name| match name.as_str() {
        "game" | "what" if !replay => {
            let catalog = catalog.clone();
            command.mut_arg(name, |arg| arg.add(ArgValueCandidates::new(move || games(&catalog))))
        }
        "protocol" => {
            let catalog = catalog.clone();
            let complete = ArgValueCandidates::new(move || protocols(&catalog));
            command.mut_arg(name, |arg| arg.add(complete))
        }
        "against" if replay => command,
        name if BOTS.contains(&name) => {
            let catalog = catalog.clone();
            let complete = move |current: &OsStr| bots(current, &catalog);
            command.mut_arg(name, |arg| arg.add(ArgValueCompleter::new(complete)))
        }
        _ => command,
    })
}

/// Every game with its summary.
fn games(catalog: &Catalog) -> Vec<CompletionCandidate> {
    let Ok(settings) = Settings::load(catalog, None) else { return Vec::new() };
    let games = catalog.games().filter_map(|entry| settings.game(entry.name).ok());
    games
        .map(|game| CompletionCandidate::new(game.name()).help(Some(game.info().summary.into())))
        .collect()
}

/// The bots of the game that the line to be completed names, or those of all games.
fn bots(current: &OsStr, catalog: &Catalog) -> Vec<CompletionCandidate> {
    let typed = current.to_string_lossy();
    let mut found: Vec<CompletionCandidate> = Vec::new();
    for game in games_of_line(catalog) {
        for bot in game.bots().iter().filter(|bot| bot.name.starts_with(typed.as_ref())) {
            let candidate = CompletionCandidate::new(bot.name).help(Some(bot.summary.into()));
            if found.iter().all(|other| other.get_value() != candidate.get_value()) {
                found.push(candidate);
            }
        }
    }
    found
}

/// The protocols that starters of the game speak, or those of all games.
fn protocols(catalog: &Catalog) -> Vec<CompletionCandidate> {
    let mut names: Vec<&str> = Vec::new();
    for game in games_of_line(catalog) {
        names.extend(starters::protocols(&starters::of(game.as_ref())));
    }
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(CompletionCandidate::new).collect()
}

/// The game that the line to be completed names, or all games.
fn games_of_line(catalog: &Catalog) -> Vec<Box<dyn AnyGame>> {
    let Ok(settings) = Settings::load(catalog, None) else { return Vec::new() };
    let words: Vec<_> = env::args_os().collect();
    let entries = catalog.all();
    let named = entries.iter().find(|entry| {
        words.iter().filter_map(|word| word.to_str()).any(|word| entry.is_called(word))
    });
    let games = entries.iter().filter(|entry| named.is_none_or(|game| game.name == entry.name));
    games.filter_map(|entry| settings.game(entry.name).ok()).collect()
}
