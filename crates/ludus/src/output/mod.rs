//! Files that a flag names for writing: `--extract`, `--frames`, `-o`, `--log`, `--pgn`.
//!
//! All commands follow the same rules. `-` is standard output. A file that exists is overwritten only with
//! `--force`. A file that the command reads is never written, under whatever name. A new file gets its name
//! when it is complete.

mod append;
mod draft;

use std::path::{Path, PathBuf};

pub(crate) use self::append::{AppendTo, Appended, TextKind};
pub(crate) use self::draft::Draft;
use crate::failure::usage;

/// How a flag names standard output.
const STDOUT: &str = "-";

/// Files that a command reads, and therefore never writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inputs(Vec<PathBuf>);

impl Inputs {
    /// These files; those that do not exist make no difference.
    pub(crate) fn new<P: Into<PathBuf>>(files: impl IntoIterator<Item = P>) -> Self {
        Self(files.into_iter().map(Into::into).collect())
    }

    /// Refuses an output that is one of the files.
    fn check(&self, flag: &str, path: &Path) -> anyhow::Result<()> {
        if !self.0.iter().any(|input| is_same_file(input, path)) {
            return Ok(());
        }
        let path = path.display();
        Err(usage(format!("{flag}: {path} is an input of this command; choose another file")))
    }
}

/// A file that a command makes, checked but not yet written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OutputFile {
    /// Standard output.
    Stdout,
    /// A file.
    File {
        /// Where.
        path: PathBuf,
        /// Whether it may replace one that exists.
        replace: bool,
    },
}

impl OutputFile {
    /// The file that `flag` names. It is checked now, so that hours of work do not end in a file that cannot
    /// be written.
    ///
    /// # Errors
    /// If it exists and `force` is not set, is one of the `inputs` or a folder, or has no folder to be in.
    pub(crate) fn new(
        flag: &str,
        path: &Path,
        force: bool,
        inputs: &Inputs,
    ) -> anyhow::Result<Self> {
        if path == Path::new(STDOUT) {
            return Ok(Self::Stdout);
        }
        let name = path.display();
        inputs.check(flag, path)?;
        if path.is_dir() {
            return Err(usage(format!("{flag}: {name} is a folder")));
        }
        // A symbolic link that leads nowhere exists, too.
        let exists = path.symlink_metadata().is_ok();
        if exists && !force && !is_device(path) {
            return Err(usage(format!("{flag}: {name} already exists; --force overwrites it")));
        }
        if !exists && !folder_of(path).is_dir() {
            return Err(usage(format!("{flag}: the folder of {name} does not exist")));
        }
        Ok(Self::File { path: path.to_owned(), replace: force })
    }

    /// The file; none for standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdout => None,
            Self::File { path, .. } => Some(path),
        }
    }

    /// Refuses `--json` beside an output on standard output, where each would spoil the other.
    ///
    /// # Errors
    /// If both are wanted.
    pub(crate) fn check_json(&self, flag: &str, json: bool) -> anyhow::Result<()> {
        match (self, json) {
            (Self::Stdout, true) => Err(both(flag, "--json")),
            _ => Ok(()),
        }
    }
}

/// Two flags that would both print to standard output.
pub(crate) fn both(flag: &str, other: &str) -> anyhow::Error {
    usage(format!("{flag} - and {other} both print to standard output; give {flag} a file"))
}

/// The folder in which a file is.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether something exists here that is neither a file nor a folder, such as `/dev/null`: it is written to,
/// never replaced.
fn is_device(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Whether both names mean the same file: by its path without links, or as two hard links.
fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other || is_hard_link(&one, &other),
        _ => false,
    }
}

#[cfg(unix)]
fn is_hard_link(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (one.metadata(), other.metadata()) {
        (Ok(one), Ok(other)) => (one.dev(), one.ino()) == (other.dev(), other.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_hard_link(_one: &Path, _other: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use super::*;

    fn new(path: &Path, force: bool, inputs: &Inputs) -> Result<OutputFile, String> {
        OutputFile::new("--out", path, force, inputs).map_err(|error| error.to_string())
    }

    #[test]
    fn an_existing_file_needs_force() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        fs::write(&path, "old").unwrap();
        let refused = new(&path, false, &Inputs::default()).unwrap_err();
        assert!(refused.ends_with("already exists; --force overwrites it"), "{refused}");
        let output = new(&path, true, &Inputs::default()).unwrap();
        let mut sink = std::io::sink();
        let mut draft = Draft::new(&output, &mut sink).unwrap();
        draft.write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old", "until it is complete");
        draft.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn a_file_that_appears_meanwhile_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("raced");
        let output = new(&path, false, &Inputs::default()).unwrap();
        let mut sink = std::io::sink();
        let draft = Draft::new(&output, &mut sink).unwrap();
        fs::write(&path, "theirs").unwrap();
        assert!(draft.finish().is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    }

    #[cfg(unix)]
    #[test]
    fn an_input_is_never_written_under_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("inner")).unwrap();
        fs::write(path("input"), "kept").unwrap();
        std::os::unix::fs::symlink(path("input"), path("link")).unwrap();
        fs::hard_link(path("input"), path("hard")).unwrap();
        let inputs = Inputs::new([path("input")]);
        for name in ["input", "link", "hard", "inner/../input"] {
            let refused = new(&path(name), true, &inputs).unwrap_err();
            assert!(refused.contains("is an input of this command"), "{name}: {refused}");
        }
        assert!(new(&path("other"), false, &inputs).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_and_a_device_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let mut sink = std::io::sink();
        let output = new(&link, true, &Inputs::default()).unwrap();
        let mut draft = Draft::new(&output, &mut sink).unwrap();
        draft.write_all(b"new").unwrap();
        draft.finish().unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");

        let null = new(Path::new("/dev/null"), false, &Inputs::default()).unwrap();
        let mut draft = Draft::new(&null, &mut sink).unwrap();
        draft.write_all(b"gone").unwrap();
        draft.finish().unwrap();
        assert!(is_device(Path::new("/dev/null")));
    }

    #[test]
    fn folders_are_refused_and_a_missing_one_is_named_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let is_folder = new(folder.path(), true, &Inputs::default()).unwrap_err();
        assert!(is_folder.ends_with("is a folder"), "{is_folder}");
        let nowhere = new(&folder.path().join("no/file"), false, &Inputs::default()).unwrap_err();
        assert!(nowhere.ends_with("does not exist"), "{nowhere}");
    }
}
