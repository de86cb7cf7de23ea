//! `ludus completions`: what a shell needs to complete our commands.

use std::io::Write;

use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArgs};

pub(super) fn run(args: &CompletionsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    // The generator cannot report that a write failed, so it writes into memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "ludus", &mut script);
    out.write_all(&script)?;
    Ok(())
}
