//! Finds programs as a shell does.

use std::env;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};
use thiserror::Error;

/// Where Debian installs game engines; it is often not on the PATH.
const GAMES_DIRECTORY: &str = "/usr/games";

/// The PATH in the sandbox, which shows nothing but these and the bot's folder.
pub(crate) const SANDBOX_PATH: &str = "/usr/local/bin:/usr/bin:/bin:/usr/games";

/// A program that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgramNotFound {
    /// No file has this path.
    #[error("there is no program {path}{}", in_folder(.directory.as_deref()))]
    Path {
        /// The path as it was given.
        path: String,
        /// The folder that it is relative to, if one was named.
        directory: Option<PathBuf>,
    },
    /// The file is not a program.
    #[error("{0} is not executable")]
    NotExecutable(String),
    /// No folder of the PATH, nor that of Debian's engines, has a program of this name.
    #[error("there is no program {0} on the PATH or in {GAMES_DIRECTORY}")]
    Name(String),
    /// The sandbox has no program of this name.
    #[error("there is no program {0} in the sandbox, whose PATH is {SANDBOX_PATH}")]
    InSandbox(String),
}

fn in_folder(directory: Option<&Path>) -> String {
    directory.map_or_else(String::new, |directory| format!(" in {}", directory.display()))
}

/// Where a name without a slash is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    /// On the PATH, and where Debian installs engines.
    Path,
    /// On the PATH of the sandbox: the user's may have folders that the sandbox does not show.
    Sandbox,
}

/// The file of a program as an absolute path. Text with a slash is a path, relative to `directory` or else to the current
/// folder; other text is a name that is looked up.
pub(crate) fn program(
    name: &str,
    directory: Option<&Path>,
    search: Search,
) -> Result<PathBuf, ProgramNotFound> {
    let here = directory.map(Path::to_owned).or_else(|| env::current_dir().ok());
    let here = here.unwrap_or_default();
    if name.contains('/') {
        let path = here.join(name);
        let relative = directory.filter(|_| !name.starts_with('/'));
        return match (path.is_file(), is_executable(&path)) {
            (true, true) => Ok(path),
            (true, false) => Err(ProgramNotFound::NotExecutable(name.to_owned())),
            (false, _) => Err(ProgramNotFound::Path {
                path: name.to_owned(),
                directory: relative.map(Path::to_owned),
            }),
        };
    }
    let path = match search {
        Search::Path => env::var_os("PATH").unwrap_or_default(),
        Search::Sandbox => SANDBOX_PATH.into(),
    };
    env::split_paths(&path)
        .chain([PathBuf::from(GAMES_DIRECTORY)])
        .map(|folder| here.join(folder).join(name))
        .find(|file| is_executable(file))
        .ok_or_else(|| match search {
            Search::Path => ProgramNotFound::Name(name.to_owned()),
            Search::Sandbox => ProgramNotFound::InSandbox(name.to_owned()),
        })
}

/// Whether this process may execute the file.
fn is_executable(file: &Path) -> bool {
    file.is_file() && access(file, Access::EXEC_OK).is_ok()
}
