//! Every example in the help texts, in README.md and in docs/ runs as it is written.
//!
//! - The examples of one command's help share a folder, and so do those of one document: a reader types them in
//!   this order. In documents they are the lines of `sh` blocks, and those that begin with `$` in `console` and
//!   `text` blocks. A block of another language whose first line is a comment with the name of a file, `# bot.py`,
//!   becomes that file.
//! - An example exits with 0, unless its comment says `exit code N`, and takes at most [`session::SECONDS`] of
//!   processor time.
//! - `ludus watch`, `ludus` alone and `--watch` run in a real terminal, until Ctrl-C.
//! - `ludus serve`, `ludus worker` and commands that end with `&` run until the end of the document. A server is
//!   asked for a page, and exits with 0 when it is interrupted.
//! - Ports and hosts of examples are those of the test: the well-known ones may be taken.
//! - A block after a line `<!-- not run: REASON -->` is not run, and neither are the few examples of help texts in
//!   [`found::NOT_RUN`]. The test prints them, and limits their number.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/nats.rs"]
mod nats;
#[path = "../common/screen.rs"]
mod screen;

mod found;
mod session;

use found::{Source, Step};
use session::Session;

/// How many examples may be left out. Each is one that a user cannot trust.
const MOST_NOT_RUN: usize = 15;

/// Runs all examples of these sources; everything that is wrong with any of them.
fn run(sources: &[Source]) -> Vec<String> {
    let mut wrong = Vec::new();
    for source in sources {
        let mut session = Session::new();
        for step in &source.steps {
            match step {
                Step::File { name, text } => session.write(name, text),
                Step::Run(example) => {
                    let since = std::time::Instant::now();
                    let result = session.run(example);
                    let seconds = since.elapsed().as_secs_f64();
                    println!("{seconds:6.1} s  {}: {}", source.name, example.command);
                    wrong.extend(result.err().map(|reason| {
                        format!("{}: {}\n    {reason}", source.name, example.command)
                    }));
                }
                Step::NotRun { command, reason } => {
                    println!(" not run  {}: {command} ({reason})", source.name);
                }
            }
        }
        wrong.extend(session.end().map(|reason| format!("{}: {reason}", source.name)));
    }
    wrong
}

#[track_caller]
fn all_right(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} examples fail:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_example_of_the_help_texts_runs() {
    let helps = found::help_texts();
    assert!(helps.len() > 15, "the commands were not found: {}", helps.len());
    all_right(&run(&helps));
}

#[test]
fn every_example_of_the_documents_runs() {
    let documents = found::documents();
    assert!(documents.iter().any(|source| source.name == "README.md"));
    all_right(&run(&documents));
}

#[test]
fn few_examples_are_not_run_and_each_says_why() {
    let mut all = found::help_texts();
    let of_help: Vec<String> = not_run(&all).map(|(command, _)| command.to_owned()).collect();
    for (command, _) in found::NOT_RUN {
        assert!(of_help.iter().any(|found| found == command), "no help text has {command}");
    }
    all.extend(found::documents());
    let count = not_run(&all).count();
    assert!(count <= MOST_NOT_RUN, "{count} examples are not run; at most {MOST_NOT_RUN} may be");
    for (command, reason) in not_run(&all) {
        assert!(reason.len() > 10, "why is this not run: {command}");
    }
}

fn not_run(sources: &[Source]) -> impl Iterator<Item = (&str, &str)> {
    sources.iter().flat_map(|source| &source.steps).filter_map(|step| match step {
        Step::NotRun { command, reason } => Some((command.as_str(), reason.as_str())),
        _ => None,
    })
}
