//! The program as a server.

#![allow(dead_code, reason = "each test file uses the part it needs")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// `ludus serve` on a free port, without settings of the environment but those that are given. It ends when it is
/// dropped.
pub(crate) struct Served {
    child: Child,
    address: String,
}

impl Served {
    /// Starts it in this folder, which is also where its results go.
    pub(crate) fn start(folder: &Path, args: &[&str], settings: &[(&str, &str)]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("LUDUS_")) {
            command.env_remove(name);
        }
        let mut child = command
            .current_dir(folder)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(args)
            .env_remove("RUST_LOG")
            .env("XDG_DATA_HOME", folder)
            .envs(settings.iter().copied())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let url = line.split_whitespace().find_map(|word| word.strip_prefix("http://"))?;
            Some(url.trim_end_matches('/').to_owned())
        });
        // Somebody has to read what the server logs.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address: address.unwrap() }
    }

    /// The host and port.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The address of a page.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Asks the server to end as a system does, and waits for it.
    #[cfg(unix)]
    pub(crate) fn terminate(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
