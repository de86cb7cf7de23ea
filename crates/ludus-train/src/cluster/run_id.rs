//! The name of a run on the cluster.

use std::fmt;
use std::io::ErrorKind;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::ClusterError;
use crate::folder::RunFolder;

/// The name of a run on the cluster. A resumed run keeps its name, and finds its results by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunId(String);

impl RunId {
    /// A name that no other run has, from the time and the process ID.
    #[must_use]
    pub fn fresh() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(format!("{:x}-{:x}", now.as_nanos(), std::process::id()))
    }

    /// The name of the run in this folder. The first call chooses it and writes it there.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn of_folder(folder: &RunFolder) -> Result<Self, ClusterError> {
        let path = folder.cluster();
        match std::fs::read_to_string(&path) {
            Ok(text) if Self::is_name(text.trim()) => return Ok(Self(text.trim().to_owned())),
            // A file without a name costs only the results of unfinished jobs: they are run again.
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(unusable(&path, error)),
        }
        let fresh = Self::fresh();
        ludus_arena::files::write(&path, fresh.0.as_bytes())
            .map_err(|error| unusable(&path, error))?;
        Ok(fresh)
    }

    fn is_name(text: &str) -> bool {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
    }
}

fn unusable(path: &Path, reason: std::io::Error) -> ClusterError {
    ClusterError::File { path: path.display().to_string(), reason }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_keeps_its_name_until_it_is_finished() {
        let place = tempfile::tempdir().unwrap();
        let folder = RunFolder::at(place.path().to_owned());
        let name = RunId::of_folder(&folder).unwrap();
        assert_eq!(RunId::of_folder(&folder).unwrap(), name);
        folder.forget_cluster().unwrap();
        assert_ne!(RunId::of_folder(&folder).unwrap(), name);
        std::fs::write(folder.cluster(), "no > name").unwrap();
        assert!(RunId::is_name(&RunId::of_folder(&folder).unwrap().0));
    }
}
