//! `ludus man`: a man page for every command, for packages.

use std::fs;

use anyhow::Context;

use crate::cli::{self, ManArgs};
use crate::failure::usage;
use ludus_catalog::Catalog;

pub(super) fn run(args: &ManArgs, catalog: &Catalog) -> anyhow::Result<()> {
    let folder = &args.folder;
    let full = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if full && !args.force {
        let name = folder.display();
        return Err(usage(format!("{name} is not empty; --force overwrites the man pages in it")));
    }
    fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(cli::plain_command(catalog), folder))
        .with_context(|| format!("cannot write man pages into {}", folder.display()))
}
