//! The screen and the keyboard: taken over while the program runs, and left as they were, whatever ends it.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::cursor::Show;
use crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use thiserror::Error;

use crate::app::App;
use crate::clipboard::Clipboard;
use crate::{update, view};

/// What ends the terminal arena early.
#[derive(Debug, Error)]
pub enum TuiError {
    /// The terminal cannot be used.
    #[error("cannot use the terminal: {0}")]
    Terminal(#[from] io::Error),
}

/// How long the program waits for a key while something moves, and while nothing does.
const MOVING: Duration = Duration::from_millis(33);
const LIVE: Duration = Duration::from_millis(8);
const STILL: Duration = Duration::from_millis(250);

/// How long the program takes keys before it draws again, at the most.
const KEYS: Duration = Duration::from_millis(20);

/// Whether the terminal is taken over: it is given back once.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Runs the program until it ends or `stop` is set. The terminal is left as it was, after a panic, too.
///
/// # Errors
/// If the terminal cannot be used.
pub fn run(app: &mut App, stop: &Arc<AtomicBool>) -> Result<(), TuiError> {
    give_back_after_panic();
    take_over()?;
    let result = follow(app, stop);
    give_back()?;
    result
}

fn follow(app: &mut App, stop: &AtomicBool) -> Result<(), TuiError> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut clipboard = Clipboard::default();
    let began = Instant::now();
    let size = terminal.size()?;
    app.size = (size.width, size.height);
    while !app.quit && !stop.load(Ordering::Relaxed) {
        update::tick(app, began.elapsed());
        terminal.draw(|frame| view::draw(app, frame))?;
        if event::poll(patience(app))? {
            take_keys(app, began)?;
        }
        if let Some(text) = app.copy.take() {
            clipboard.copy(&text, &mut io::stdout())?;
        }
    }
    Ok(())
}

/// Takes all keys that have come: many, when somebody pastes or holds one.
fn take_keys(app: &mut App, began: Instant) -> io::Result<()> {
    let since = Instant::now();
    loop {
        update::event(app, &event::read()?, began.elapsed());
        if app.quit || since.elapsed() > KEYS || !event::poll(Duration::ZERO)? {
            return Ok(());
        }
    }
}

fn patience(app: &App) -> Duration {
    match &app.screen {
        crate::Screen::Play(play) if play.people && app.moves() => LIVE,
        _ if app.moves() => MOVING,
        _ => STILL,
    }
}

fn take_over() -> io::Result<()> {
    TAKEN.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Gives the terminal back, if it is taken over.
fn give_back() -> io::Result<()> {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return Ok(());
    }
    let mut out: Stdout = io::stdout();
    execute!(out, DisableMouseCapture, LeaveAlternateScreen, Show)?;
    disable_raw_mode()?;
    out.flush()
}

/// Lets a panic be told on a terminal that is as it was.
fn give_back_after_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let shown = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // Bots' panics are caught and silent; the arena's own hook is below this one.
            if std::thread::current().name() == Some("main") {
                // There is nobody left to tell of an error.
                let _ = give_back();
            }
            shown(info);
        }));
    });
}
