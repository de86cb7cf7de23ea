//! The thread that starts all programs.
//!
//! A program asks to be killed when its parent dies, and for the system the parent is the *thread* that started it. Threads
//! of a match come and go, so one thread that never ends starts every program.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A command to start, and where the answer goes.
struct Request {
    command: Command,
    answer: Sender<io::Result<Child>>,
}

static SPAWNER: Mutex<Option<Sender<Request>>> = Mutex::new(None);

/// Starts a command on the thread that starts all of them.
pub(crate) fn spawn(command: Command) -> io::Result<Child> {
    let (answer, answers) = channel();
    let mut spawner = SPAWNER.lock().unwrap_or_else(PoisonError::into_inner);
    let requests = match spawner.take() {
        Some(requests) => requests,
        None => start_thread()?,
    };
    let gone = |_| io::Error::other("the thread that starts programs has ended");
    requests.send(Request { command, answer }).map_err(gone)?;
    *spawner = Some(requests);
    drop(spawner);
    answers.recv().unwrap_or_else(|_| Err(io::Error::other("no program was started")))
}

fn start_thread() -> io::Result<Sender<Request>> {
    let (requests, received): (_, Receiver<Request>) = channel();
    thread::Builder::new().name("programs".to_owned()).spawn(move || {
        for Request { mut command, answer } in received {
            // An answer that is not awaited any more is a child that the caller does not know; it cannot happen,
            // because callers wait.
            let _ = answer.send(command.spawn());
        }
    })?;
    Ok(requests)
}
