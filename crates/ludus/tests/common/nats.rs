//! A NATS server of the tests' own, and processes that are ended with the test.

#![allow(dead_code, reason = "each test file uses the part it needs")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Read as _;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long anything may take on a busy machine before the test gives up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A process that is killed when the test ends.
pub(crate) struct Process(pub(crate) Child);

impl Process {
    pub(crate) fn start(command: &mut Command) -> Self {
        Self(command.spawn().unwrap())
    }

    /// Kills it (SIGKILL).
    pub(crate) fn kill(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    /// What it said on standard error until its end.
    pub(crate) fn said(&mut self) -> String {
        let mut text = String::new();
        self.0.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        text
    }

    /// Whether it ends within this time.
    pub(crate) fn ends_within(&mut self, time: Duration) -> bool {
        let start = Instant::now();
        loop {
            if self.0.try_wait().unwrap().is_some() {
                return true;
            }
            if start.elapsed() >= time {
                return false;
            }
            sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A NATS server on a free port of this machine, with a store of its own.
pub(crate) struct Nats {
    process: Process,
    port: u16,
    store: tempfile::TempDir,
    args: Vec<String>,
}

impl Nats {
    /// A server with JetStream.
    pub(crate) fn start() -> Self {
        Self::with(&["-js"])
    }

    /// A server with these arguments.
    pub(crate) fn with(args: &[&str]) -> Self {
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        let store = tempfile::tempdir().unwrap();
        let port = free_port();
        let process = launch(port, store.path(), &args);
        Self { process, port, store, args }
    }

    /// Its address.
    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Kills it (SIGKILL) and starts it again after this time, on what it has stored.
    pub(crate) fn restart(&mut self, after: Duration) {
        self.process.kill();
        sleep(after);
        self.process = launch(self.port, self.store.path(), &self.args);
    }
}

/// A port that nobody listens at.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn launch(port: u16, store: &Path, args: &[String]) -> Process {
    let child = Command::new("nats-server")
        .args(["-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(store)
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut process = match child {
        Ok(child) => Process(child),
        Err(error) => panic!(
            "cannot start nats-server ({error}); scripts/test installs it, or: apt-get install nats-server"
        ),
    };
    let start = Instant::now();
    while !answers(port) {
        assert!(!process.ends_within(Duration::from_millis(20)), "nats-server ended at once");
        assert!(start.elapsed() < PATIENCE, "nats-server does not answer");
    }
    process
}

/// Whether a NATS server says who it is.
fn answers(port: u16) -> bool {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else { return false };
    let mut head = [0; 4];
    stream.read_exact(&mut head).is_ok() && &head == b"INFO"
}
