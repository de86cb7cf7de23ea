//! Finding examples: in the help of every command, and in the blocks of documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Examples of help texts that are not run, and why.
pub(crate) const NOT_RUN: &[(&str, &str)] = &[
    (
        "LUDUS_CLUSTER_TOKEN=… ludus worker --cluster tls://host:4222 --jobs 8",
        "needs a server with certificates; cluster_access.rs starts one",
    ),
    ("ludus bench", "measures every game for a minute; the example after it measures one"),
];

/// Where examples are from, and what a reader does with them in order.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) steps: Vec<Step>,
}

pub(crate) enum Step {
    /// A file that the reader saves.
    File { name: String, text: String },
    /// A command that the reader types.
    Run(Example),
    /// A command that is not run here.
    NotRun { command: String, reason: String },
}

pub(crate) struct Example {
    pub(crate) command: String,
    /// The exit code that it has.
    pub(crate) code: i32,
}

impl Example {
    /// A command with what is said about it.
    fn new(command: &str, comment: &str) -> Self {
        let code = comment.split("exit code ").nth(1);
        let code =
            code.and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
        Self { command: command.trim().to_owned(), code: code.unwrap_or(0) }
    }
}

/// The examples of the help of the program and of every command.
pub(crate) fn help_texts() -> Vec<Source> {
    let mut out = Vec::new();
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(path) = open.pop() {
        let Some(help) = help(&path) else { continue };
        open.extend(listed(&help).map(|name| [path.clone(), vec![name]].concat()));
        let name = format!("ludus {} --help", path.join(" "));
        out.push(Source { name, steps: examples_of_help(&help) });
    }
    out
}

/// The help of a command, if there is such a command.
fn help(path: &[String]) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
    let output = command.args(path).arg("--help").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let usage = format!("Usage: ludus {}", path.join(" "));
    (output.status.success() && text.contains(usage.trim_end())).then_some(text)
}

/// What looks like the name of a command in a list: two blanks, a word, and an explanation apart from it.
fn listed(help: &str) -> impl Iterator<Item = String> + '_ {
    let name = |line: &str| {
        let line = line.strip_prefix("  ")?;
        let end = line.find("  ")?;
        let word = &line[..end];
        let is_name = word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        (is_name && word != "help" && word != "ludus").then(|| word.to_owned())
    };
    help.lines().filter_map(name)
}

/// The indented lines after "Example:" or "Examples:". What stands apart on the right explains them.
fn examples_of_help(help: &str) -> Vec<Step> {
    let mut out = Vec::new();
    let mut inside = false;
    for line in help.lines() {
        if matches!(line.trim_end(), "Example:" | "Examples:") {
            inside = true;
        } else if inside && line.starts_with("  ") {
            let (command, comment) = line.trim().split_once("  ").unwrap_or((line.trim(), ""));
            let reason = NOT_RUN.iter().find(|(not_run, _)| *not_run == command);
            out.push(match reason {
                None => Step::Run(Example::new(command, comment)),
                Some((_, reason)) => {
                    Step::NotRun { command: command.to_owned(), reason: (*reason).to_owned() }
                }
            });
        } else if !line.trim().is_empty() {
            inside = false;
        }
    }
    out
}

/// The examples of README.md and of everything in docs/.
pub(crate) fn documents() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut files = vec![root.join("README.md")];
    collect(&root.join("docs"), &mut files);
    files.sort();
    let source = |path: &PathBuf| {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        Source { name, steps: examples_of_document(&fs::read_to_string(path).unwrap()) }
    };
    files.iter().map(source).collect()
}

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|end| end == "md") {
            out.push(path);
        }
    }
}

fn examples_of_document(text: &str) -> Vec<Step> {
    let mut out = Vec::new();
    let mut reason: Option<String> = None;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(rest) = line.trim().strip_prefix("<!-- not run:") {
            reason = Some(rest.trim().trim_end_matches("-->").trim().to_owned());
        } else if let Some(language) = line.trim_start().strip_prefix("```") {
            let block: Vec<&str> =
                lines.by_ref().take_while(|line| line.trim_start() != "```").collect();
            let steps = examples_of_block(language.trim(), &block);
            out.extend(steps.into_iter().map(|step| match (step, &reason) {
                (Step::Run(Example { command, .. }), Some(reason)) => {
                    Step::NotRun { command, reason: reason.clone() }
                }
                (step, _) => step,
            }));
            reason = None;
        } else if !line.trim().is_empty() {
            reason = None;
        }
    }
    out
}

fn examples_of_block(language: &str, block: &[&str]) -> Vec<Step> {
    let run = |line: String| {
        let comment = line.split_once("  #").map_or("", |(_, comment)| comment);
        Step::Run(Example::new(line.split_once("  #").map_or(line.as_str(), |(c, _)| c), comment))
    };
    match language {
        "sh" | "bash" => joined(block).into_iter().map(run).collect(),
        "console" | "text" => {
            let typed = block.iter().filter_map(|line| line.strip_prefix("$ "));
            typed.map(|line| run(line.to_owned())).collect()
        }
        _ => {
            let name = block.first().and_then(|line| file_name(line));
            let file = name.map(|name| Step::File { name, text: block.join("\n") + "\n" });
            file.into_iter().collect()
        }
    }
}

/// The commands of a block: without comments, lines that end with a backslash together with the next.
fn joined(block: &[&str]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut open = false;
    for line in block.iter().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let part = line.trim_end_matches('\\');
        match out.last_mut().filter(|_| open) {
            Some(last) => last.push_str(part),
            None => out.push(part.to_owned()),
        }
        open = line.ends_with('\\');
    }
    out
}

/// The file that a comment names: `# bot.py`, `// main.c`.
fn file_name(line: &str) -> Option<String> {
    let name = line.strip_prefix("# ").or_else(|| line.strip_prefix("// "))?.trim();
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'));
    (plain && name.contains('.')).then(|| name.to_owned())
}

#[test]
fn examples_of_a_document_are_found() {
    let text = "<!-- not run: takes hours -->\n```sh\nludus a\n```\n```python\n# bot.py\nx\n```\n```sh\n# all:\nludus b \\\n  c  # exit code 4\n```\n```text\n$ ludus d\nout\n```\n";
    let found: Vec<String> = examples_of_document(text)
        .iter()
        .map(|step| match step {
            Step::File { name, text } => format!("file {name}: {text:?}"),
            Step::Run(Example { command, code }) => format!("run {command}: {code}"),
            Step::NotRun { command, reason } => format!("not {command}: {reason}"),
        })
        .collect();
    assert_eq!(
        found,
        [
            "not ludus a: takes hours",
            "file bot.py: \"# bot.py\\nx\\n\"",
            "run ludus b   c: 4",
            "run ludus d: 0"
        ]
    );
}
