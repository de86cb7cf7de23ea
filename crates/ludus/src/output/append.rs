//! Files that a command appends to, never overwriting what they hold.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Read as _, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::{Inputs, OutputFile};
use crate::failure::usage;

/// The longest first line that is looked at, in bytes.
const LONGEST: u64 = 1 << 20;

/// What kind of text a file holds, by its first line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextKind {
    /// What it is called: "PGN".
    name: &'static str,
    /// Whether a line can be the first one.
    begins: fn(&str) -> bool,
}

impl TextKind {
    /// Games in PGN: tags or comments, perhaps after a byte order mark.
    pub(crate) const PGN: Self = Self {
        name: "PGN",
        begins: |line| line.trim_start_matches('\u{feff}').starts_with(['[', '%', ';']),
    };

    /// The debug log of a server: lines that each are a JSON object with the move that was chosen.
    pub(crate) const DEBUG_LOG: Self = Self {
        name: "a debug log",
        begins: |line| line.starts_with('{') && line.contains("\"chosen_move\""),
    };
}

/// A file to append to, checked but not yet opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AppendTo(OutputFile);

impl AppendTo {
    /// The file that `flag` names, which may hold text of this kind already.
    ///
    /// # Errors
    /// If it holds something else, is one of the `inputs` or a folder, or has no folder to be in.
    pub(crate) fn new(
        flag: &str,
        path: &Path,
        kind: TextKind,
        inputs: &Inputs,
    ) -> anyhow::Result<Self> {
        let output = OutputFile::new(flag, path, true, inputs)?;
        if output.path().is_some_and(Path::is_file) && !holds(path, kind)? {
            let (path, kind) = (path.display(), kind.name);
            return Err(usage(format!(
                "{flag}: {path} exists and is not {kind}; nothing was appended, choose another file"
            )));
        }
        Ok(Self(output))
    }

    /// The file; none for standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.0.path()
    }

    /// Whether it is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        self.0 == OutputFile::Stdout
    }

    /// As [`OutputFile::check_json`].
    ///
    /// # Errors
    /// If both are wanted.
    pub(crate) fn check_json(&self, flag: &str, json: bool) -> anyhow::Result<()> {
        self.0.check_json(flag, json)
    }

    /// Opens it.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) fn open(&self) -> anyhow::Result<Appended> {
        let Some(path) = self.path() else { return Ok(Appended::Stdout) };
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Appended::File { path: path.to_owned(), file })
    }
}

/// An open file that grows at its end, or standard output.
pub(crate) enum Appended {
    /// Standard output.
    Stdout,
    /// A file.
    File {
        /// Where.
        path: PathBuf,
        /// The file itself, open at its end.
        file: File,
    },
}

impl Appended {
    /// Appends a text at once: a program that is ended never leaves half of one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn push(&mut self, text: &str) -> io::Result<()> {
        match self {
            Self::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(text.as_bytes())?;
                out.flush()
            }
            Self::File { file, .. } => file.write_all(text.as_bytes()),
        }
    }

    /// Where it is, for errors.
    pub(crate) fn name(&self) -> PathBuf {
        match self {
            Self::Stdout => PathBuf::from("standard output"),
            Self::File { path, .. } => path.clone(),
        }
    }
}

/// Whether a file is empty or begins like text of this kind.
fn holds(path: &Path, kind: TextKind) -> anyhow::Result<bool> {
    let cannot = || format!("cannot read {}", path.display());
    let mut lines = BufReader::new(File::open(path).with_context(cannot)?.take(LONGEST));
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).with_context(cannot)? > 0 {
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            return Ok((kind.begins)(text.trim()));
        }
        line.clear();
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn text_of_the_same_kind_grows_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let open = || AppendTo::new("--pgn", &path, TextKind::PGN, &Inputs::default());
        for game in ["[Event \"1\"]\n", "[Event \"2\"]\n"] {
            open().unwrap().open().unwrap().push(game).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "[Event \"1\"]\n[Event \"2\"]\n");
        fs::write(&path, "# notes\n").unwrap();
        let refused = open().unwrap_err().to_string();
        assert!(refused.contains("exists and is not PGN"), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "# notes\n");
    }
}
