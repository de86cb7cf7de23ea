//! Where a setting comes from.

use std::fmt;
use std::path::PathBuf;

/// Where a setting comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// It is built in.
    Default,
    /// A settings file.
    File {
        /// The file.
        path: PathBuf,
        /// The line in it.
        line: usize,
    },
    /// An environment variable.
    Environment(String),
}

impl Source {
    /// How an error names the place.
    pub(super) fn place(&self) -> String {
        match self {
            Self::File { path, line } => format!("{}, line {line}", path.display()),
            Self::Default | Self::Environment(_) => self.to_string(),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { path, line } => write!(f, "{}:{line}", path.display()),
            Self::Environment(name) => f.write_str(name),
        }
    }
}
