//! A program as the keys of a bot describe it.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use crate::cores::Cores;
use crate::find::{self, ProgramNotFound, Search};
use crate::launch::Launch;
use crate::limits::{LimitError, ProgramLimits};
use crate::sandbox::{self, Sandbox, SandboxError};

/// The keys of every bot that is a program, besides `cmd`: each with what it means.
pub const KEYS: &[(&str, &str)] = &[
    ("dir", "the folder in which the program runs"),
    ("env.NAME", "an environment variable for the program: env.THREADS=1"),
    ("cores", "how many cores it may use"),
    ("memory", "how much memory it may have: 512m, 2g"),
    ("sandbox", "true: no network, and no files but its folder, read-only"),
];

/// What begins the key of an environment variable.
const ENV: &str = "env.";
/// How many characters of a value an error quotes.
const MAX_SHOWN: usize = 80;

/// A program and how it runs, read from the keys of a bot. All protocols read the keys here, so that they mean the same
/// everywhere.
///
/// ```
/// use ludus_process::ProgramSpec;
/// let keys = [("cmd", "python3 'my bot.py' --fast"), ("env.THREADS", "1"), ("elo", "1500")];
/// let spec = ProgramSpec::parse(keys)?;
/// assert_eq!(spec.program, "python3");
/// assert_eq!(spec.arguments, ["my bot.py", "--fast"]);
/// assert_eq!(spec.environment, [("THREADS".to_owned(), "1".to_owned())]);
/// # Ok::<(), ludus_process::ProgramError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramSpec {
    /// The program: a path if it has a slash, otherwise a name that is looked up.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder in which it runs; without it, that of Ludus.
    pub directory: Option<PathBuf>,
    /// Environment variables that are added.
    pub environment: Vec<(String, String)>,
    /// How much of the machine it may use.
    pub limits: ProgramLimits,
    /// Whether it runs in a sandbox.
    pub sandbox: bool,
}

impl ProgramSpec {
    /// Reads the keys of a bot. Keys that do not describe a program belong to the protocol and are skipped.
    ///
    /// # Errors
    /// If `cmd` is missing, or a value is not one that its key can have.
    pub fn parse<'a>(
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, ProgramError> {
        let mut spec = Self {
            program: String::new(),
            arguments: Vec::new(),
            directory: None,
            environment: Vec::new(),
            limits: ProgramLimits::default(),
            sandbox: false,
        };
        for (key, value) in settings {
            match key {
                "cmd" => (spec.program, spec.arguments) = parse_command(value)?,
                "dir" if value.is_empty() => return Err(bad_value(key, value, "a folder")),
                "dir" => spec.directory = Some(PathBuf::from(value)),
                "cores" => spec.limits.cores = Some(parse_value(key, value, "1 and more")?),
                "memory" => {
                    spec.limits.memory =
                        Some(parse_value(key, value, "1m and more, such as 512m or 2g")?);
                }
                "sandbox" => spec.sandbox = parse_value(key, value, "true or false")?,
                _ => {
                    if let Some(name) = key.strip_prefix(ENV) {
                        spec.environment.push(parse_variable(key, name, value)?);
                    }
                }
            }
        }
        if spec.program.is_empty() { Err(ProgramError::Missing) } else { Ok(spec) }
    }

    /// Finds the folder and the program, and returns how to start it.
    ///
    /// The program is found as a shell finds it after `cd DIR`: a path with a slash is relative to `dir`, and a name
    /// without one is looked up on the PATH (and in `/usr/games`), in a sandbox on that of the sandbox. `dir` itself is relative to the folder of Ludus.
    ///
    /// # Errors
    /// If the folder or the program does not exist, there are not enough cores, or there can be no sandbox for it.
    pub fn launch(&self) -> Result<Launch, ProgramError> {
        self.limits.cores.map(Cores::check).transpose()?;
        let directory = self.directory.as_deref().map(find_directory).transpose()?;
        let search = if self.sandbox { Search::Sandbox } else { Search::Path };
        let program = find::program(&self.program, directory.as_deref(), search)?;
        let mut launch = match self.sandbox {
            true => sandboxed(&program, directory.as_deref())?,
            false => Launch::new(program),
        };
        launch = launch.arguments(&self.arguments).limits(self.limits);
        if let Some(directory) = directory {
            launch = launch.directory(directory);
        }
        for (name, value) in &self.environment {
            launch = launch.variable(name, value);
        }
        Ok(launch)
    }
}

/// The words of a command, with quotes as in a shell. Nothing is expanded: no shell is involved.
fn parse_command(text: &str) -> Result<(String, Vec<String>), ProgramError> {
    let mut words = shell_words::split(text)
        .map_err(|_| ProgramError::OpenQuote { command: shortened(text) })?
        .into_iter();
    match words.next().filter(|program| !program.is_empty()) {
        Some(program) => Ok((program, words.collect())),
        None => Err(bad_value("cmd", text, COMMANDS)),
    }
}

fn parse_variable(key: &str, name: &str, value: &str) -> Result<(String, String), ProgramError> {
    // The system cannot hold such names and values.
    if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
        return Err(bad_value(key, value, "env.NAME=VALUE with a name"));
    }
    Ok((name.to_owned(), value.to_owned()))
}

fn parse_value<T: FromStr>(
    key: &str,
    value: &str,
    allowed: &'static str,
) -> Result<T, ProgramError> {
    value.parse().map_err(|_| bad_value(key, value, allowed))
}

/// The folder as an absolute path without links.
fn find_directory(path: &Path) -> Result<PathBuf, ProgramError> {
    let folder = path.canonicalize().ok().filter(|folder| folder.is_dir());
    folder.ok_or_else(|| ProgramError::NoFolder(path.to_owned()))
}

/// A program in a sandbox that shows its folder.
fn sandboxed(program: &Path, directory: Option<&Path>) -> Result<Launch, SandboxError> {
    let sandbox = Sandbox::new(directory)?;
    let program = sandbox.visible_program(program)?;
    sandbox::check_once()?;
    Ok(Launch::new(program).sandbox(sandbox))
}

fn bad_value(key: &str, given: &str, allowed: &'static str) -> ProgramError {
    ProgramError::Value { key: key.to_owned(), given: shortened(given), allowed }
}

/// The beginning of a text from outside, for errors.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The allowed values of `cmd`.
const COMMANDS: &str = "a program and its arguments, quoted as in a shell";

/// A program that cannot be started as its keys describe it.
#[derive(Debug, Error)]
pub enum ProgramError {
    /// There is no program.
    #[error("needs cmd=PROGRAM")]
    Missing,
    /// A quote in the command does not close.
    #[error("a quote does not close in cmd={command}")]
    OpenQuote {
        /// The command.
        command: String,
    },
    /// A key has a value that it cannot have.
    #[error("{key}={given} is not possible; allowed: {allowed}")]
    Value {
        /// The key.
        key: String,
        /// The value that was given.
        given: String,
        /// What is allowed, in words.
        allowed: &'static str,
    },
    /// The folder does not exist.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// The program does not exist.
    #[error(transparent)]
    NotFound(#[from] ProgramNotFound),
    /// A limit is not possible on this machine.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// There can be no sandbox for it.
    #[error(transparent)]
    Sandbox(#[from] SandboxError),
}

impl ProgramError {
    /// The key whose value is wrong in itself, and what is allowed; `None` if the value is fine and something that it names
    /// cannot be used.
    #[must_use]
    pub fn wrong_value(&self) -> Option<(&str, &'static str)> {
        match self {
            Self::Missing => Some(("cmd", COMMANDS)),
            Self::OpenQuote { .. } => Some(("cmd", "quotes that close")),
            Self::Value { key, allowed, .. } => Some((key, allowed)),
            Self::NoFolder(_) | Self::NotFound(_) | Self::Limit(_) | Self::Sandbox(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(settings: &[(&str, &str)]) -> String {
        let spec = ProgramSpec::parse(settings.iter().copied());
        spec.and_then(|spec| spec.launch()).unwrap_err().to_string()
    }

    #[test]
    fn commands_are_split_as_a_shell_splits_them_and_nothing_is_expanded() {
        let words = |text: &str| {
            let spec = ProgramSpec::parse([("cmd", text)]).unwrap();
            [vec![spec.program], spec.arguments].concat()
        };
        assert_eq!(words("a b  c"), ["a", "b", "c"]);
        assert_eq!(
            words(r#"a 'b c' "d \" e" f\ g '' $HOME *"#),
            ["a", "b c", "d \" e", "f g", "", "$HOME", "*"]
        );
        assert_eq!(words("a b#1 ; c | d"), ["a", "b#1", ";", "c", "|", "d"]);
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        assert_eq!(error(&[("dir", "/")]), "needs cmd=PROGRAM");
        assert_eq!(error(&[("cmd", "sh -c 'x")]), "a quote does not close in cmd=sh -c 'x");
        assert!(error(&[("cmd", " ")]).starts_with("cmd=  is not possible"));
        assert!(error(&[("cmd", "'' x")]).starts_with("cmd='' x is not possible"));
        assert!(error(&[("cmd", "sh"), ("env.", "x")]).contains("allowed: env.NAME=VALUE"));
        for (key, value) in
            [("cores", "0"), ("cores", "all"), ("memory", "512"), ("sandbox", "yes")]
        {
            let text = error(&[("cmd", "sh"), (key, value)]);
            assert!(
                text.starts_with(&format!("{key}={value} is not possible; allowed: ")),
                "{text}"
            );
        }
        assert!(error(&[("cmd", "sh"), ("env.A", "\0")]).contains("allowed: env.NAME=VALUE"));
        assert_eq!(error(&[("cmd", "sh"), ("dir", "/no/such")]), "there is no folder /no/such");
        assert_eq!(error(&[("cmd", "./sh"), ("dir", "/usr")]), "there is no program ./sh in /usr");
    }

    #[test]
    fn a_long_command_is_quoted_in_part() {
        let long = format!("'{}", "x".repeat(10_000));
        assert!(error(&[("cmd", &long)]).len() < 200);
    }
}
