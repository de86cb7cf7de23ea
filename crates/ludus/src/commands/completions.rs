//! `ludus completions`: what a shell needs to complete our commands.

use std::io::Write;

use anyhow::Context;

use crate::cli::CompletionsArgs;
use crate::completion;

pub(super) fn run(args: &CompletionsArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let shell = args.shell.to_string();
    let script =
        completion::script(&shell)?.with_context(|| format!("no completions for {shell}"))?;
    out.write_all(&script)?;
    Ok(())
}
