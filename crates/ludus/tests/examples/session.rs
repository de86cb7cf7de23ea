//! Running examples one after the other in a folder, as a reader does.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::found::Example;
use crate::nats::{Nats, PATIENCE, Process, free_port};
use crate::screen::Terminal;

/// The most processor time of an example, in seconds: it does not depend on what else the machine does.
pub(crate) const SECONDS: u32 = 60;

/// The longest that an example may take by the clock, in seconds: one that waits for ever.
const WAITING: u32 = 600;

/// The ports of examples: of `ludus serve`, of bots that readers write, and of NATS.
const PORTS: [u16; 3] = [8000, 9000, 4222];

/// The NATS server of examples, by its port.
const NATS: u16 = 4222;

/// A folder, what runs in it, and the ports that stand for those of the examples.
pub(crate) struct Session {
    folder: tempfile::TempDir,
    ports: [u16; 3],
    nats: Option<Nats>,
    running: Vec<Running>,
}

/// Something that runs until the end of the session.
struct Running {
    command: String,
    process: Process,
    /// Whether it exits with 0 when it is interrupted; other programs are killed.
    ends_well: bool,
}

/// How an example is run.
enum Kind {
    Once,
    Terminal,
    Server,
    Background,
}

fn kind(command: &str) -> Kind {
    let of_ludus: Vec<&str> =
        command.split_whitespace().skip_while(|word| *word != "ludus").collect();
    match of_ludus.as_slice() {
        ["ludus", "serve", ..] => Kind::Server,
        ["ludus", "worker", ..] => Kind::Background,
        ["ludus"] | ["ludus", "watch", ..] => Kind::Terminal,
        words if words.contains(&"--watch") => Kind::Terminal,
        _ if command.ends_with('&') => Kind::Background,
        _ => Kind::Once,
    }
}

impl Session {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder, ports: PORTS.map(|_| free_port()), nats: None, running: Vec::new() }
    }

    /// Saves a file.
    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.folder.path().join(name), self.placed(text)).unwrap();
    }

    /// Runs an example; what is wrong with it.
    pub(crate) fn run(&mut self, example: &Example) -> Result<(), String> {
        if example.command.contains(&format!("//host:{NATS}")) {
            self.start_nats();
        }
        let command = self.placed(example.command.trim_end_matches('&'));
        let kind = kind(&example.command);
        if !matches!(kind, Kind::Server) {
            self.wait_for_ports(&command)?;
        }
        match kind {
            Kind::Once => self.run_once(&command, example.code),
            Kind::Terminal => self.run_in_terminal(&command),
            Kind::Server => {
                self.end_servers()?;
                self.start(&command, true);
                self.ask_server()
            }
            Kind::Background => {
                self.start(&command, command.contains("ludus "));
                Ok(())
            }
        }
    }

    /// Ends what still runs; what is wrong with that.
    pub(crate) fn end(mut self) -> Option<String> {
        let running = std::mem::take(&mut self.running);
        // The last first: a worker before its server.
        let wrong = running.into_iter().rev().filter_map(|running| end(running).err());
        wrong.reduce(|all, one| format!("{all}; {one}"))
    }

    /// A text with this session's hosts and ports.
    fn placed(&self, text: &str) -> String {
        let mut text = text.replace("0.0.0.0:", "127.0.0.1:").replace("//host:", "//127.0.0.1:");
        for (port, own) in PORTS.iter().zip(self.ports) {
            for before in [":", "\", ", "-p ", ".py "] {
                text = text.replace(&format!("{before}{port}"), &format!("{before}{own}"));
            }
        }
        match text.starts_with("nats-server ") {
            true => format!("{} -a 127.0.0.1 -p {}", text.trim_end(), self.port(NATS)),
            false => text,
        }
    }

    fn port(&self, of: u16) -> u16 {
        let place = PORTS.iter().position(|port| *port == of).unwrap();
        self.ports[place]
    }

    /// Starts the server that examples call "host".
    fn start_nats(&mut self) {
        if self.nats.is_some() {
            return;
        }
        let nats = Nats::start();
        let port = nats.url().rsplit(':').next().unwrap().parse().unwrap();
        let place = PORTS.iter().position(|port| *port == NATS).unwrap();
        self.ports[place] = port;
        self.nats = Some(nats);
    }

    /// A command in a shell, in the folder and with nothing of the user's own.
    fn shell(&self, script: &str) -> Command {
        let mut command = Command::new("timeout");
        command.args(["--kill-after=5", &WAITING.to_string(), "sh", "-c", script]);
        self.surroundings(&mut command);
        command
    }

    fn surroundings(&self, command: &mut Command) {
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("LUDUS_")) {
            command.env_remove(name);
        }
        command
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .env("PATH", path())
            .env("HOME", self.folder.path())
            .env("XDG_DATA_HOME", self.folder.path())
            .env("LUDUS_SERVE_LISTEN", format!("127.0.0.1:{}", self.port(8000)));
    }

    fn run_once(&self, command: &str, code: i32) -> Result<(), String> {
        let output = self.shell(&format!("ulimit -t {SECONDS}; {command}")).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(found) if found == code => {}
            Some(124) => return Err(format!("it has not ended after {WAITING} s")),
            Some(137 | 152) => return Err(format!("it takes more than {SECONDS} s: {said}")),
            found => return Err(format!("exit code {found:?}, not {code}: {said}")),
        }
        // The filter answers mistakes, and continues.
        let out = String::from_utf8_lossy(&output.stdout);
        let refused = command.contains("ludus step") && out.contains("\"error\"");
        if refused { Err(out.into_owned()) } else { Ok(()) }
    }

    fn run_in_terminal(&self, command: &str) -> Result<(), String> {
        let terminal = Terminal::new(self.folder.path(), 100, 32);
        let (path, home) = (path(), self.folder.path().display());
        terminal.run(&format!("export PATH='{path}' HOME='{home}' XDG_DATA_HOME='{home}'; clear"));
        terminal.run(&format!("clear; {command}; echo left with $?"));
        let ended = |text: &str| text.lines().any(|line| line.starts_with("left with "));
        let lines = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
        let text = seen(&terminal, |text| lines(text) > 8 || ended(text))?;
        if ended(&text) {
            return Err(format!("it ended by itself: {text}"));
        }
        terminal.press(&["C-c"]);
        let text = seen(&terminal, ended)?;
        let fine = text.lines().any(|line| line.trim_end() == "left with 0");
        if fine { Ok(()) } else { Err(text) }
    }

    /// Starts a command that stays.
    fn start(&mut self, command: &str, ends_well: bool) {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec env {command}")]);
        self.surroundings(&mut shell);
        shell.stdout(Stdio::null()).stderr(if ends_well { Stdio::piped() } else { Stdio::null() });
        let mut process = Process::start(&mut shell);
        if let Some(said) = process.0.stderr.take() {
            // It says when it is ready; what it says later has to be read, too.
            let mut lines = BufReader::new(said).lines();
            let _ = lines.next();
            std::thread::spawn(move || lines.for_each(drop));
        }
        self.running.push(Running { command: command.to_owned(), process, ends_well });
    }

    fn end_servers(&mut self) -> Result<(), String> {
        let (servers, others) = std::mem::take(&mut self.running)
            .into_iter()
            .partition(|running: &Running| running.command.contains("ludus serve"));
        self.running = others;
        let servers: Vec<Running> = servers;
        servers.into_iter().try_for_each(end)
    }

    /// Asks the server for its first page.
    fn ask_server(&mut self) -> Result<(), String> {
        let address = format!("127.0.0.1:{}", self.port(8000));
        self.wait_for(&address)?;
        let mut stream = TcpStream::connect(&address).map_err(|error| error.to_string())?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut start = [0; 15];
        stream.read_exact(&mut start).map_err(|error| format!("no answer: {error}"))?;
        match start == *b"HTTP/1.1 200 OK" {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&start).into_owned()),
        }
    }

    /// Waits until what a command is to talk to is there.
    fn wait_for_ports(&mut self, command: &str) -> Result<(), String> {
        let addresses = self.ports.map(|port| format!("127.0.0.1:{port}"));
        addresses
            .iter()
            .filter(|address| command.contains(*address))
            .try_for_each(|address| self.wait_for(address))
    }

    fn wait_for(&mut self, address: &str) -> Result<(), String> {
        let since = Instant::now();
        while TcpStream::connect(address).is_err() {
            let ended = self.running.iter_mut().find_map(|running| {
                running.process.0.try_wait().unwrap().map(|_| running.command.clone())
            });
            if let Some(command) = ended {
                return Err(format!("nothing listens at {address}, and this has ended: {command}"));
            }
            if self.running.is_empty() || since.elapsed() > PATIENCE {
                return Err(format!("nothing listens at {address}: start it before"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

/// The screen once it is so; an error shows what it was in the end.
fn seen(terminal: &Terminal, so: impl Fn(&str) -> bool) -> Result<String, String> {
    let since = Instant::now();
    loop {
        let text = terminal.text();
        if so(&text) {
            return Ok(text);
        }
        if since.elapsed() > PATIENCE {
            return Err(format!("this stays on the screen:\n{text}"));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Ends a program that stays.
fn end(mut running: Running) -> Result<(), String> {
    if !running.ends_well {
        running.process.kill();
        return Ok(());
    }
    interrupt(&running.process.0);
    if !running.process.ends_within(PATIENCE) {
        return Err(format!("Ctrl-C does not end it: {}", running.command));
    }
    let status = running.process.0.wait().unwrap();
    match status.success() {
        true => Ok(()),
        false => Err(format!("Ctrl-C ends it with {status}: {}", running.command)),
    }
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// Where programs are found: ours first, and Debian's games.
fn path() -> String {
    let ours = Path::new(env!("CARGO_BIN_EXE_ludus")).parent().unwrap().display().to_string();
    format!("{ours}:{}:/usr/games", std::env::var("PATH").unwrap())
}
