//! Running the program as a user does.

#![allow(dead_code, reason = "each test file uses the part it needs")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// The program, in an empty folder and without settings in the environment.
pub(crate) struct Ludus {
    folder: tempfile::TempDir,
}

impl Ludus {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// The folder it runs in.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file into the folder it runs in.
    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder().join(name), text).unwrap();
    }

    /// The command with these arguments, separated by blanks.
    pub(crate) fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("LUDUS_")) {
            command.env_remove(name);
        }
        command.current_dir(self.folder()).args(args.split_whitespace());
        command
    }

    /// What the command prints; it must succeed.
    pub(crate) fn text(&self, args: &str) -> String {
        let output = self.command(args).assert().success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    }

    /// The JSON document that the command prints; it must succeed.
    pub(crate) fn json(&self, args: &str) -> Value {
        serde_json::from_str(&self.text(args)).unwrap()
    }

    /// The one line that the command says when it fails, without the program's name.
    pub(crate) fn error(&self, args: &str, code: i32) -> String {
        refused(self.command(args), code)
    }
}

/// The one line that a command says when it fails with this exit code.
pub(crate) fn refused(mut command: Command, code: i32) -> String {
    let output = command.assert().code(code);
    let output = output.get_output();
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_end().strip_prefix("ludus: ").unwrap().to_owned()
}

/// A document without what the clock says.
pub(crate) fn timeless(mut document: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(map) => {
                for key in ["seconds", "mean_seconds", "games_per_second", "ms", "mean_ms"] {
                    map.remove(key);
                }
                map.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut document);
    document
}
