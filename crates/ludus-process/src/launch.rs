//! How a program is started.

use std::env;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use ludus_core::{BotSpec, SpecError};

use crate::error::{ProcessError, Reason};
use crate::groups;
use crate::limiter;
use crate::limits::{ProgramLimits, Reserved};
use crate::process::{Process, Started};
use crate::program::ProgramSpec;
use crate::sandbox::Sandbox;

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
    limits: ProgramLimits,
    sandbox: Option<Sandbox>,
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
            limits: ProgramLimits::default(),
            sandbox: None,
            max_line: MAX_LINE,
        }
    }

    /// How the program of a bot is started, by the bot's keys.
    ///
    /// # Errors
    /// If the program does not exist, or a key has a wrong value.
    pub fn of_bot(spec: &BotSpec) -> Result<Self, SpecError> {
        ProgramSpec::parse(spec.settings()).and_then(|program| program.launch()).map_err(|error| {
            match error.wrong_value() {
                Some((key, allowed)) => spec.bad_value(key, allowed),
                None => spec.bad_source(error),
            }
        })
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

    /// Limits what the program may use of the machine.
    #[must_use]
    pub fn limits(self, limits: ProgramLimits) -> Self {
        Self { limits, ..self }
    }

    /// Starts the program in a sandbox. It runs in the sandbox's folder.
    #[must_use]
    pub(crate) fn sandbox(self, sandbox: Sandbox) -> Self {
        Self { sandbox: Some(sandbox), ..self }
    }

    /// Sets the length limit of a line of output in bytes. A longer line is an error.
    #[must_use]
    pub fn max_line(self, bytes: usize) -> Self {
        Self { max_line: bytes, ..self }
    }

    /// Starts the program as the leader of its own process group.
    ///
    /// # Errors
    /// If it does not start, a limit is not possible, or Ludus is exiting.
    pub fn start(&self) -> Result<Process, ProcessError> {
        let name = self.program.file_name().unwrap_or(self.program.as_os_str());
        let name = name.to_string_lossy().into_owned();
        let fail =
            |reason: Reason| ProcessError { program: name.clone(), reason, stderr: Vec::new() };
        let reserved = Reserved::new(&self.limits).map_err(|error| fail(Reason::Limit(error)))?;
        let command = self.command(&reserved).map_err(fail)?;
        let child = groups::start(command).map_err(fail)?;
        let started = Started {
            name: name.clone(),
            child,
            reserved,
            memory: self.limits.memory,
            is_sandboxed: self.sandbox.is_some(),
            max_line: self.max_line,
        };
        Process::new(started).map_err(|error| fail(Reason::Pipe(error)))
    }

    /// The command that starts the program within its limits and its sandbox.
    fn command(&self, reserved: &Reserved) -> Result<Command, Reason> {
        let mut words: Vec<OsString> = vec![self.program.clone().into()];
        words.extend(self.arguments.iter().cloned());
        if let Some(sandbox) = &self.sandbox {
            words = sandbox.wrap(words, &self.variables);
        }
        let mut words = limiter::limited(words, reserved).map_err(Reason::Limit)?.into_iter();
        let mut command = Command::new(words.next().unwrap_or_default());
        command
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        if self.sandbox.is_some() {
            // Processes in the sandbox can read the environment with which the sandbox itself was started.
            command.env_clear();
            return Ok(command);
        }
        for (variable, _) in env::vars_os() {
            if variable.as_encoded_bytes().starts_with(OWN_VARIABLES.as_bytes()) {
                command.env_remove(variable);
            }
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        Ok(command)
    }
}
