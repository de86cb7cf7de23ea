//! The server whose pages are looked at.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use crate::common::Ludus;

/// `ludus serve` on a free port, in a folder of its own.
pub(crate) struct Server {
    child: Child,
    url: String,
    ludus: Ludus,
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::start_in(Ludus::new())
    }

    /// In a folder that was prepared.
    pub(crate) fn start_in(ludus: Ludus) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("LUDUS_")) {
            command.env_remove(name);
        }
        let mut child = command
            .current_dir(ludus.folder())
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env_remove("RUST_LOG")
            .env("XDG_DATA_HOME", ludus.folder())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let url = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let url = line.split_whitespace().find(|word| word.starts_with("http://"))?;
            Some(url.trim_end_matches('/').to_owned())
        });
        // Somebody has to read what the server logs.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, url: url.unwrap(), ludus }
    }

    /// The address of a page.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }

    /// The program, in the server's folder.
    pub(crate) fn ludus(&self) -> &Ludus {
        &self.ludus
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
