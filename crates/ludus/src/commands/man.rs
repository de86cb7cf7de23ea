//! `ludus man`: a man page for every command, for packages.

use std::fs;

use anyhow::Context;

use crate::cli::{self, ManArgs};

pub(super) fn run(args: &ManArgs) -> anyhow::Result<()> {
    let folder = &args.folder;
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(cli::plain_command(), folder))
        .with_context(|| format!("cannot write man pages into {}", folder.display()))
}
