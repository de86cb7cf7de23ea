//! How a program is started.

use std::env;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::error::{ProcessError, Reason};
use crate::groups;
use crate::process::Process;

/// The variables that configure Ludus begin with this.
const OWN_VARIABLES: &str = "LUDUS_";
/// The longest line of a program's output if nothing is said, in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// How a program is started.
#[derive(Clone, Debug)]
pub struct Launch {
    program: PathBuf,
    arguments: Vec<OsString>,
    longest_line: usize,
}

impl Launch {
    /// A program by its path, or by its name on the PATH.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), arguments: Vec::new(), longest_line: LONGEST_LINE }
    }

    /// The program with these arguments.
    #[must_use]
    pub fn arguments<A: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Lines of its output may have this many bytes; a longer one is an error.
    #[must_use]
    pub fn longest_line(self, bytes: usize) -> Self {
        Self { longest_line: bytes, ..self }
    }

    /// Starts the program as the leader of a process group of its own.
    ///
    /// # Errors
    /// If it does not start, or Ludus is ending.
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
        let fail =
            |reason: Reason| ProcessError { program: name.clone(), reason, stderr: Vec::new() };
        let child = groups::start(&mut command).map_err(fail)?;
        Process::new(name.clone(), child, self.longest_line)
            .map_err(|error| fail(Reason::Pipe(error)))
    }
}
