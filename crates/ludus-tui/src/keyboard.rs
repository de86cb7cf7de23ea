//! The keyboard and the mouse, read by a thread of their own.
//!
//! Reading may never come back when the terminal is gone: crossterm then reads the end of the file over and over
//! (its issue 793). So the thread that draws only listens to a channel, and looks itself whether there is still
//! a terminal.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event};

/// How soon the thread notices that no one listens any more.
const LOOK: Duration = Duration::from_millis(250);

/// How long events are gathered before something is done about them: many come at once when text is pasted.
const GATHER: Duration = Duration::from_millis(20);

/// What is pressed and clicked.
pub(crate) struct Keyboard {
    events: Receiver<io::Result<Event>>,
    listening: Arc<AtomicBool>,
}

impl Keyboard {
    /// Begins to listen.
    pub(crate) fn listen() -> io::Result<Self> {
        let (tell, events) = channel();
        let listening = Arc::new(AtomicBool::new(true));
        let wanted = Arc::clone(&listening);
        let listen = move || {
            while wanted.load(Ordering::Relaxed) {
                let forwarded = match event::poll(LOOK) {
                    Ok(false) => continue,
                    Ok(true) => tell.send(event::read()),
                    Err(error) => tell.send(Err(error)),
                };
                if forwarded.is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("ludus-keyboard".into()).spawn(listen)?;
        Ok(Self { events, listening })
    }

    /// Waits for something to be pressed, at most this long; everything that has come by then.
    pub(crate) fn wait(&self, patience: Duration) -> io::Result<Vec<Event>> {
        let first = match self.events.recv_timeout(patience) {
            Ok(first) => first?,
            Err(RecvTimeoutError::Timeout) => return Ok(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => return Err(gone()),
        };
        let (mut events, since) = (vec![first], Instant::now());
        while since.elapsed() < GATHER
            && let Ok(next) = self.events.try_recv()
        {
            events.push(next?);
        }
        Ok(events)
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        self.listening.store(false, Ordering::Relaxed);
    }
}

/// Looks whether the terminal is still there: its window may be closed without a signal to the program.
#[cfg(unix)]
pub(crate) fn check_terminal() -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = io::stdin();
    let mut terminal = [PollFd::new(&stdin, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    match poll(&mut terminal, Some(&at_once)) {
        Err(error) if error != rustix::io::Errno::INTR => Err(error.into()),
        _ if terminal[0].revents().intersects(PollFlags::HUP | PollFlags::ERR) => Err(gone()),
        _ => Ok(()),
    }
}

/// On other systems a program ends with its window.
#[cfg(not(unix))]
pub(crate) fn check_terminal() -> io::Result<()> {
    Ok(())
}

fn gone() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "it is gone")
}
