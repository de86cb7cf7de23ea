//! A NATS server of the tests' own, and processes that are ended with the test.

#![allow(dead_code, reason = "each test file uses the part it needs")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

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

    /// Waits until it says this word on standard error.
    pub(crate) fn says(&mut self, word: &str) {
        let mut lines = BufReader::new(self.0.stderr.as_mut().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains(word)), "it never says {word}");
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
        // The server takes a free port itself: one that is only looked up may be gone by then.
        let process = launch("-1", store.path(), &args);
        let port = port_of(&process, store.path());
        wait_for(port);
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
        self.process = launch(&self.port.to_string(), self.store.path(), &self.args);
        wait_for(self.port);
    }
}

impl Nats {
    /// Kills it and starts it again with nothing.
    pub(crate) fn lose_store(&mut self) {
        self.process.kill();
        self.store = tempfile::tempdir().unwrap();
        self.restart(Duration::ZERO);
    }
}

/// A port that no program listens on.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn launch(port: &str, store: &Path, args: &[String]) -> Process {
    let child = Command::new("nats-server")
        .args(["-a", "127.0.0.1", "-p", port, "-sd"])
        .arg(store)
        .arg("--ports_file_dir")
        .arg(store)
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match child {
        Ok(child) => Process(child),
        Err(error) => panic!(
            "cannot start nats-server ({error}); scripts/test installs it, or: apt-get install nats-server"
        ),
    }
}

/// The port that a server took, which it writes into a file.
fn port_of(process: &Process, store: &Path) -> u16 {
    let file = store.join(format!("nats-server_{}.ports", process.0.id()));
    let start = Instant::now();
    loop {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let ports = serde_json::from_str::<Value>(&text).unwrap_or_default();
        let address = ports["nats"][0].as_str().unwrap_or_default();
        if let Some(port) = address.rsplit(':').next().and_then(|port| port.parse().ok()) {
            return port;
        }
        assert!(start.elapsed() < PATIENCE, "nats-server does not say where it listens");
        sleep(Duration::from_millis(10));
    }
}

fn wait_for(port: u16) {
    let start = Instant::now();
    while !answers(port) {
        assert!(start.elapsed() < PATIENCE, "nats-server does not answer");
        sleep(Duration::from_millis(10));
    }
}

/// Whether a NATS server says who it is.
fn answers(port: u16) -> bool {
    let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else { return false };
    let mut head = [0; 4];
    stream.read_exact(&mut head).is_ok() && &head == b"INFO"
}

/// A client that speaks the server's protocol by hand: an attacker, for one.
pub(crate) struct Raw {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
}

impl Raw {
    pub(crate) fn connect(nats: &Nats) -> Self {
        let writer = TcpStream::connect(("127.0.0.1", nats.port)).unwrap();
        writer.set_read_timeout(Some(PATIENCE)).unwrap();
        let reader = BufReader::new(writer.try_clone().unwrap());
        let mut raw = Self { reader, writer };
        raw.write(b"CONNECT {\"verbose\":false}\r\nPING\r\n");
        while raw.line() != "PONG" {}
        raw
    }

    fn write(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.reader.read_line(&mut line).unwrap() > 0, "the server closed the connection");
        line.trim_end().to_owned()
    }

    /// Hears everything under this subject from now on.
    pub(crate) fn subscribe(&mut self, subject: &str) {
        self.write(format!("SUB {subject} 1\r\nPING\r\n").as_bytes());
        while self.line() != "PONG" {}
    }

    pub(crate) fn publish(&mut self, subject: &str, payload: &str) {
        self.write(format!("PUB {subject} {}\r\n{payload}\r\n", payload.len()).as_bytes());
    }

    /// The next message: its subject and its text.
    pub(crate) fn message(&mut self) -> (String, String) {
        loop {
            let line = self.line();
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["PING"] => self.write(b"PONG\r\n"),
                ["MSG" | "HMSG", subject, .., total] => {
                    let (subject, headed) = (subject.to_owned(), line.starts_with('H'));
                    let mut bytes = vec![0; total.parse::<usize>().unwrap() + 2];
                    self.reader.read_exact(&mut bytes).unwrap();
                    let text = String::from_utf8(bytes).unwrap();
                    let body = if headed { text.split_once("\r\n\r\n").unwrap().1 } else { &text };
                    return (subject, body.trim_end_matches("\r\n").to_owned());
                }
                _ => {}
            }
        }
    }
}
