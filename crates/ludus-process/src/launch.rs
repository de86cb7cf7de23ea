//! How a program is started.

use std::env;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::error::{ProcessError, Reason};
use crate::groups;
use crate::process::Process;

/// The prefix of the environment variables that configure Ludus.
const OWN_VARIABLES: &str = "LUDUS_";
/// The default length limit of a line of output, in bytes.
const MAX_LINE: usize = 1 << 16;

/// How a program is started.
#[derive(Clone, Debug)]
pub struct Launch {
    program: PathBuf,
    arguments: Vec<OsString>,
    directory: Option<PathBuf>,
    variables: Vec<(OsString, OsString)>,
    max_line: usize,
}

impl Launch {
    /// A program by its path, or by a name that is looked up on the PATH.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            directory: None,
            variables: Vec::new(),
            max_line: MAX_LINE,
        }
    }

    /// Adds arguments.
    #[must_use]
    pub fn arguments<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Runs the program in this folder. A relative path of the program is then ambiguous: give an absolute one.
    #[must_use]
    pub fn directory(self, directory: impl Into<PathBuf>) -> Self {
        Self { directory: Some(directory.into()), ..self }
    }

    /// Adds an environment variable.
    #[must_use]
    pub fn variable(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// Sets the length limit of a line of output in bytes. A longer line is an error.
    #[must_use]
    pub fn max_line(self, bytes: usize) -> Self {
        Self { max_line: bytes, ..self }
    }

    /// Starts the program as the leader of its own process group.
    ///
    /// # Errors
    /// If it does not start, or Ludus is exiting.
    pub fn start(&self) -> Result<Process, ProcessError> {
        let name = self.program.file_name().unwrap_or(self.program.as_os_str());
        let name = name.to_string_lossy().into_owned();
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        for (variable, _) in env::vars_os() {
            if variable.as_encoded_bytes().starts_with(OWN_VARIABLES.as_bytes()) {
                command.env_remove(variable);
            }
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        let fail =
            |reason: Reason| ProcessError { program: name.clone(), reason, stderr: Vec::new() };
        let child = groups::start(&mut command).map_err(fail)?;
        Process::new(name.clone(), child, self.max_line).map_err(|error| fail(Reason::Pipe(error)))
    }
}
