//! The screen and the keyboard: taken over while the program runs, and left as they were, whatever ends it.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::Arc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crossterm::cursor::Show;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use thiserror::Error;

use crate::app::App;
use crate::clipboard;
use crate::frames::Frames;
use crate::keyboard::{Keyboard, check_terminal};
use crate::{update, view};

/// What ends the terminal arena early.
#[derive(Debug, Error)]
pub enum TuiError {
    /// The terminal cannot be used.
    #[error("cannot use the terminal")]
    Terminal(#[from] io::Error),
}

/// The columns and rows of the terminal, if there is one.
#[must_use]
pub fn size() -> Option<(u16, u16)> {
    crossterm::terminal::size().ok()
}

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
    let given_back = give_back();
    result?;
    Ok(given_back?)
}

fn follow(app: &mut App, stop: &AtomicBool) -> Result<(), TuiError> {
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let mut mouse = true;
    let mut frames = Frames::default();
    let keyboard = Keyboard::listen()?;
    let began = Instant::now();
    let size = terminal.size()?;
    app.size = (size.width, size.height);
    while !app.quit && !stop.load(Ordering::Relaxed) {
        check_terminal()?;
        if update::tick(app, began.elapsed()) {
            frames.note_change();
        }
        if frames.take(app, began.elapsed()) {
            terminal.draw(|frame| view::draw(app, frame))?;
        }
        for event in keyboard.wait(frames.patience(app, began.elapsed()))? {
            if update::event(app, &event, began.elapsed()) {
                frames.note_input();
            }
        }
        if let Some(text) = app.copy.take() {
            clipboard::send(&text, &mut io::stdout())?;
        }
        if app.takes_mouse() != mouse {
            mouse = app.takes_mouse();
            match mouse {
                true => execute!(io::stdout(), EnableMouseCapture)?,
                false => execute!(io::stdout(), DisableMouseCapture)?,
            }
        }
    }
    Ok(())
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

/// Shows a panic's message on a terminal that is as it was.
fn give_back_after_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let shown = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // Bots' panics are caught and silent; the arena's own hook is below this one.
            if std::thread::current().name() == Some("main") {
                // An error here cannot be reported any more.
                let _ = give_back();
            }
            shown(info);
        }));
    });
}
