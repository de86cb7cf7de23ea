//! A program as the keys of a bot describe it.

use std::env;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::find::{self, ProgramNotFound};
use crate::launch::Launch;

/// The keys of every bot that is a program, besides `cmd`: each with what it means.
pub const KEYS: &[(&str, &str)] = &[
    ("dir", "the folder in which the program runs"),
    ("env.NAME", "an environment variable for the program: env.THREADS=1"),
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
        };
        for (key, value) in settings {
            match key {
                "cmd" => (spec.program, spec.arguments) = parse_command(value)?,
                "dir" if value.is_empty() => return Err(bad_value(key, value, "a folder")),
                "dir" => spec.directory = Some(PathBuf::from(value)),
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
    /// without one is looked up on the PATH (and in `/usr/games`). `dir` itself is relative to the folder of Ludus.
    ///
    /// # Errors
    /// If the folder or the program does not exist.
    pub fn launch(&self) -> Result<Launch, ProgramError> {
        let directory = self.directory.as_deref().map(find_directory).transpose()?;
        let program = find::program(&self.program, directory.as_deref())?;
        let mut launch = Launch::new(program).arguments(&self.arguments);
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
        None => Err(bad_value("cmd", text, "a program and its arguments")),
    }
}

fn parse_variable(key: &str, name: &str, value: &str) -> Result<(String, String), ProgramError> {
    // The system cannot hold such names and values.
    if name.is_empty() || name.contains(['=', '\0']) || value.contains('\0') {
        return Err(bad_value(key, value, "env.NAME=VALUE with a name"));
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// The folder as an absolute path.
fn find_directory(path: &Path) -> Result<PathBuf, ProgramError> {
    let missing = || ProgramError::NoFolder(path.to_owned());
    if !path.is_dir() {
        return Err(missing());
    }
    env::current_dir().map(|here| here.join(path)).map_err(|_| missing())
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

/// A program that cannot be started as its keys describe it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
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
