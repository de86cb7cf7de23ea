//! The program as a server.

#![allow(dead_code, reason = "each test file uses the part it needs")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

/// `ludus serve` on a free port, without settings of the environment but those that are given. It ends when it is
/// dropped.
pub(crate) struct Served {
    child: Child,
    address: String,
    said: Arc<Mutex<Vec<String>>>,
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
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&said);
        let lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let mut lines = lines.inspect(move |line| heard.lock().unwrap().push(line.clone()));
        let address = lines.by_ref().find_map(|line| {
            let url = line.split_whitespace().find_map(|word| word.strip_prefix("http://"))?;
            Some(url.trim_end_matches('/').to_owned())
        });
        // The server must not block on its log.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address: address.unwrap(), said }
    }

    /// The host and port.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The address of a page.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// What it has written to standard error so far.
    pub(crate) fn said(&self) -> Vec<String> {
        self.said.lock().unwrap().clone()
    }

    /// The most memory that it has had, in bytes.
    #[cfg(target_os = "linux")]
    pub(crate) fn most_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().unwrap();
        kibibytes << 10
    }

    /// Asks the server to end as a system does, and waits for it.
    #[cfg(unix)]
    pub(crate) fn terminate(self) {
        self.end_by("-TERM");
    }

    /// Sends a signal that ends the server cleanly, and waits for the end.
    #[cfg(unix)]
    pub(crate) fn end_by(mut self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert!(self.child.wait().unwrap().success());
        let said = self.said();
        assert!(!said.iter().any(|line| line.contains("panicked")), "{said:#?}");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
