//! Writing a new file, or standard output in its place.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use ludus_arena::files;

use super::{OutputFile, is_device};

/// An output while it is written. A file gets its name when it is complete, so that half of one is never
/// found under it.
pub(crate) enum Draft<'a> {
    /// Standard output.
    Stdout(&'a mut dyn Write),
    /// A device or pipe, which takes what comes.
    Device(BufWriter<File>),
    /// A file that has no name yet.
    File {
        /// What is written so far.
        file: files::UnnamedFile,
        /// The name that it gets.
        path: PathBuf,
        /// Whether it may replace a file of this name.
        replace: bool,
    },
}

impl<'a> Draft<'a> {
    /// Begins the output; `stdout` is where standard output goes.
    pub(crate) fn new(output: &OutputFile, stdout: &'a mut dyn Write) -> anyhow::Result<Self> {
        let OutputFile::File { path, replace } = output else { return Ok(Self::Stdout(stdout)) };
        let cannot = || format!("cannot write {}", path.display());
        if is_device(path) {
            let file = OpenOptions::new().write(true).open(path).with_context(cannot)?;
            return Ok(Self::Device(BufWriter::new(file)));
        }
        // What a symbolic link names is replaced, not the link.
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        let file = files::UnnamedFile::new(&path).with_context(cannot)?;
        Ok(Self::File { file, path, replace: *replace })
    }

    /// Completes the output.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Stdout(out) => Ok(out.flush()?),
            Self::Device(mut file) => Ok(file.flush()?),
            Self::File { file, path, replace } => {
                let cannot = || format!("cannot write {}", path.display());
                let kept = if replace { file.keep() } else { file.keep_new() };
                kept.with_context(cannot)
            }
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Stdout(out) => out,
            Self::Device(file) => file,
            Self::File { file, .. } => file,
        }
    }
}

impl Write for Draft<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}
