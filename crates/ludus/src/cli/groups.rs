//! The commands in groups, as `ludus --help` shows them: one long list is hard to read.

use std::fmt::Write;

use clap::Command;

/// The groups in the order in which a newcomer needs them, each with its commands.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play and watch", &["demo", "watch", "serve"]),
    ("Write bots", &["new", "check"]),
    ("Compare bots", &["match", "tournament", "results", "replay", "why"]),
    ("Train bots", &["train", "tune", "worker", "cluster"]),
    ("Talk to other programs", &["uci", "tbp", "step"]),
    ("Look around", &["bots", "bench", "perft", "config", "completions", "man"]),
];

/// What `ludus --help` shows: what the program is, the groups of commands, the options, examples.
const TEMPLATE: &str = "\
{about-with-newline}
{usage-heading} {usage}

{before-help}Options:
{options}{after-help}";

/// This command line with its commands in groups.
pub(super) fn grouped(command: Command) -> Command {
    let list = list(&command);
    command.help_template(TEMPLATE).before_help(list)
}

/// The groups as text: a heading, and a line for each command that this build has.
fn list(command: &Command) -> String {
    let mut text = String::new();
    for (heading, names) in GROUPS {
        let found: Vec<_> = names.iter().filter_map(|name| command.find_subcommand(name)).collect();
        let _ = writeln!(text, "{heading}:");
        for subcommand in found {
            let about = subcommand.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {:<12} {about}", subcommand.get_name());
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_command_is_in_one_group() {
        let command = Cli::command();
        let visible = command.get_subcommands().filter(|command| !command.is_hide_set());
        for name in visible.map(Command::get_name) {
            let groups = GROUPS.iter().filter(|(_, names)| names.contains(&name)).count();
            assert_eq!(groups, 1, "{name}");
        }
    }

    #[test]
    fn no_line_of_the_list_is_longer_than_a_terminal() {
        for line in list(&Cli::command()).lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
