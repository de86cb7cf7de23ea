//! Help in the words of this program: its own name, and the games that it has. A program that is built with
//! [`Program`](crate::Program) has another name, more games or fewer.

use clap::Command;

use crate::program::own_name;
use ludus_catalog::{Catalog, Entry};

/// The games of this project. Examples of help use them; those of a game that the program does not have are left out.
const KNOWN_GAMES: [&str; 4] = ["tetris", "chess", "snake", "tetris-versus"];

/// Commands that belong to a game of this project.
const COMMANDS_OF_GAMES: [(&str, &str); 3] =
    [("uci", "chess"), ("perft", "chess"), ("tbp", "tetris-versus")];

/// The heading of examples.
const HEADING: &str = "Examples:";

/// This command line with the name and the games of the program.
pub(super) fn in_own_words(command: Command, catalog: &Catalog) -> Command {
    let has = |name: &str| catalog.games().any(|entry| entry.name == name);
    let missing: Vec<&str> = KNOWN_GAMES.into_iter().filter(|name| !has(name)).collect();
    let names: Vec<String> =
        command.get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let command = names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| subcommand(command, catalog, &missing))
    });
    let about = |command: Command| match has("snake") {
        true => command,
        false => command.about("Start the web arena"),
    };
    command.mut_subcommand("serve", about).after_help(overview(catalog))
}

/// One command: examples of games that are there, and hidden if it belongs to one that is not. Hidden commands stay hidden.
fn subcommand(command: Command, catalog: &Catalog, missing: &[&str]) -> Command {
    let name = command.get_name().to_owned();
    let of_missing = |(own, game): &(&str, &str)| *own == name && missing.contains(game);
    let hidden = command.is_hide_set() || COMMANDS_OF_GAMES.iter().any(of_missing);
    let Some(text) = command.get_after_help().map(ToString::to_string) else {
        return command.hide(hidden);
    };
    let mut text = examples(&text, own_name(), missing);
    if !text.contains(HEADING)
        && ["watch", "match", "tournament"].contains(&name.as_str())
        && let Some(line_up) = catalog.games().next().map(Entry::line_up)
    {
        text.push_str(&format!("\n\n{HEADING}\n  {} {name} {line_up}", own_name()));
    }
    command.after_help(text).hide(hidden)
}

/// Help with this name of the program, and without examples of games that are missing.
fn examples(text: &str, program: &str, missing: &[&str]) -> String {
    let is_example = |line: &str| line.starts_with("  ");
    let stays = |line: &&str| !is_example(line) || !missing.iter().any(|game| line.contains(game));
    let lines: Vec<&str> = text.lines().filter(stays).collect();
    let is_empty = |at: usize| lines[at] == HEADING && !lines[at..].iter().any(|l| is_example(l));
    let kept = (0..lines.len()).filter(|&at| !is_empty(at)).map(|at| lines[at]);
    let text = kept.collect::<Vec<_>>().join("\n");
    text.trim_end().replace("ludus ", &format!("{program} "))
}

/// What `--help` says after the options: the games, and what to try first.
fn overview(catalog: &Catalog) -> String {
    let program = own_name();
    let mut text = match list(catalog.games().map(|entry| entry.title)) {
        Some(titles) => format!("The games are {titles}. "),
        None => String::new(),
    };
    text.push_str(&format!(
        "Without a command, {program} opens the arena in a terminal, and plays the demo elsewhere."
    ));
    let mut commands = vec![("demo".to_owned(), "one short match of each game")];
    if let Some(game) = catalog.games().next() {
        let (name, pair) = (game.name, game.pair());
        let seats = catalog.games().find(|entry| entry.demo.len() == 2).unwrap_or(game);
        commands.extend([
            (
                format!("watch {}", seats.line_up()),
                "a match on the screen, with what the bots think",
            ),
            (format!("watch {name} human {}", game.strongest()), "play yourself"),
            ("serve".to_owned(), "the arena in your browser: http://127.0.0.1:8000/"),
            (format!("match {pair} --games 20"), "a series, with a table of results"),
            (format!("bots {name}"), "the bots of a game, and their keys"),
        ]);
    }
    let width = commands.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    text.push_str(&format!("\n\n{HEADING}\n"));
    for (command, what) in commands {
        text.push_str(&format!("  {program} {command:<width$}  {what}\n"));
    }
    text.push_str(&format!("\n`{program} COMMAND --help` has examples for each command."));
    text
}

/// "A", "A and B", "A, B and C"; none if there is nothing.
fn list<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    let names: Vec<&str> = names.collect();
    let (last, others) = names.split_last()?;
    Some(match others {
        [] => (*last).to_owned(),
        others => format!("{} and {last}", others.join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "Words.\n\nExamples:\n  ludus match tetris hard\n  ludus match chess easy\n\nMore of `ludus bots GAME`.";

    #[test]
    fn examples_of_missing_games_are_left_out() {
        let expected = "Words.\n\nExamples:\n  mine match chess easy\n\nMore of `mine bots GAME`.";
        assert_eq!(examples(TEXT, "mine", &["tetris"]), expected);
        assert_eq!(examples(TEXT, "ludus", &[]), TEXT);
    }

    #[test]
    fn a_heading_without_examples_is_left_out() {
        let text = "Words.\n\nExamples:\n  ludus match tetris hard";
        assert_eq!(examples(text, "mine", &["tetris"]), "Words.");
    }

    #[test]
    fn games_are_listed_as_in_a_sentence() {
        assert_eq!(list(["A", "B", "C"].into_iter()).as_deref(), Some("A, B and C"));
        assert_eq!(list(["A"].into_iter()).as_deref(), Some("A"));
        assert_eq!(list(std::iter::empty()), None);
    }
}
