//! A load on a server's rooms, for `scripts/measure-rooms`: rooms full of bots that play live tetris one match after
//! the other, and people who look on. Prints how late the server's ticks were, once a minute.
//!
//! `measure_rooms ADDRESS ROOMS BOTS SPECTATORS MINUTES [PID]`

#![allow(clippy::unwrap_used, reason = "a measurement that cannot be made ends")]

use std::io::{self, ErrorKind, Read as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// How long a connection may say nothing before the server takes it for gone is more than twice this.
const BEAT: Duration = Duration::from_secs(15);

type Socket = WebSocket<TcpStream>;

/// A room with bots, and its host.
struct MeasuredRoom {
    name: String,
    socket: Socket,
    matches: u64,
}

fn connect(address: &str) -> Socket {
    let stream = TcpStream::connect(address).unwrap();
    let url = format!("ws://{address}/api/v1/socket");
    let (mut socket, _) = tungstenite::client(url, stream).unwrap();
    socket.get_mut().set_nonblocking(true).unwrap();
    socket
}

fn say(socket: &mut Socket, kind: &str, mut content: Value) {
    content["v"] = json!(1);
    content["type"] = json!(kind);
    // A connection whose buffers are full says it again the next time.
    let _ = socket.send(Message::text(content.to_string()));
}

impl MeasuredRoom {
    fn open(address: &str, bots: usize) -> Self {
        let made = ureq::post(format!("http://{address}/api/v1/rooms"))
            .header("content-type", "application/json")
            .send(r#"{"game":"tetris"}"#);
        let text = made.unwrap().body_mut().read_to_string().unwrap();
        let made: Value = serde_json::from_str(&text).unwrap();
        let name = made["room"].as_str().unwrap().to_owned();
        let mut socket = connect(address);
        say(&mut socket, "join", json!({ "room": name, "host": made["host"] }));
        for bot in ["hard", "battle", "medium", "easy"].iter().cycle().take(bots) {
            say(&mut socket, "add_bot", json!({ "room": name, "bot": bot }));
        }
        say(&mut socket, "start", json!({ "room": name }));
        Self { name, socket, matches: 1 }
    }

    /// Hears what the room says, and lets the bots play again when they have played.
    fn run(&mut self) {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) if text.contains(r#""phase":"over""#) => {
                    say(&mut self.socket, "rematch", json!({ "room": self.name }));
                    self.matches += 1;
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {
                    return;
                }
                Err(error) => panic!("room {}: {error}", self.name),
            }
        }
    }
}

/// Takes in what a spectator gets, without looking at it; how many bytes.
fn drain(socket: &mut Socket, buffer: &mut [u8]) -> io::Result<usize> {
    let mut all = 0;
    loop {
        match socket.get_mut().read(buffer) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(bytes) => all += bytes,
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(all),
            Err(error) => return Err(error),
        }
    }
}

/// The memory of a process, as the system has it.
fn memory(pid: &str) -> String {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or("VmRSS: ?");
    line.trim_start_matches("VmRSS:").trim().to_owned()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [address, rooms, bots, spectators, minutes, rest @ ..] = args.as_slice() else {
        panic!("measure_rooms ADDRESS ROOMS BOTS SPECTATORS MINUTES [PID]");
    };
    let number = |text: &String| text.parse::<usize>().unwrap();
    let mut hosts: Vec<MeasuredRoom> =
        (0..number(rooms)).map(|_| MeasuredRoom::open(address, number(bots))).collect();
    let mut others: Vec<Socket> = (0..number(spectators)).map(|_| connect(address)).collect();
    for (n, socket) in others.iter_mut().enumerate() {
        say(socket, "join", json!({ "room": hosts[n % hosts.len()].name }));
    }
    let (start, mut beat, mut reply) = (Instant::now(), Instant::now(), Instant::now());
    let (mut bytes, mut lost) = (0_usize, 0_usize);
    let mut buffer = vec![0; 1 << 16];
    while start.elapsed() < Duration::from_secs(60 * number(minutes) as u64) {
        hosts.iter_mut().for_each(MeasuredRoom::run);
        others.retain_mut(|socket| match drain(socket, &mut buffer) {
            Ok(more) => {
                bytes += more;
                true
            }
            Err(_) => {
                lost += 1;
                false
            }
        });
        if beat.elapsed() >= BEAT {
            beat = Instant::now();
            others.iter_mut().for_each(|socket| say(socket, "ping", json!({})));
        }
        if reply.elapsed() >= Duration::from_secs(60) {
            reply = Instant::now();
            let text = ureq::get(format!("http://{address}/api/v1/live")).call();
            let text = text.unwrap().body_mut().read_to_string().unwrap();
            let matches: u64 = hosts.iter().map(|room| room.matches).sum();
            let minute = start.elapsed().as_secs() / 60;
            let memory = rest.first().map(|pid| memory(pid)).unwrap_or_default();
            let rate = bytes as f64 / start.elapsed().as_secs_f64() / 1e6;
            println!(
                "minute {minute}: memory {memory}, {matches} matches begun, {rate:.2} MB/s to spectators, {lost} lost: {text}"
            );
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
