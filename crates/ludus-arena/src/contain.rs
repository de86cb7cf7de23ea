//! Containing panics: a mistake in the code of a game or a bot ends the match in which it happens, and nothing
//! else.
//!
//! Code that plays several matches on one thread wraps each step of one in [`contain`], and gives that match up
//! when it fails: what the code was changing may be half-changed.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, Location};
use std::sync::Once;

use thiserror::Error;

thread_local! {
    /// Whether this thread runs code whose panics are contained.
    static CONTAINED: Cell<bool> = const { Cell::new(false) };
    /// Where the last contained panic of this thread happened.
    static WHERE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A panic that was contained: a mistake in this program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("internal error in {place}: {message}")]
pub struct InternalError {
    /// What it happened in: the name of a game, or what was being done.
    pub place: String,
    /// What was said, in one line.
    pub message: String,
    /// The file and line, for the log.
    pub location: Option<String>,
}

/// Runs code and turns a panic into an error, which the system's handler does not show. `place` says what the
/// code belongs to.
///
/// # Errors
/// If the code panics. What it was changing must not be used again.
pub fn contain<T>(place: &str, code: impl FnOnce() -> T) -> Result<T, InternalError> {
    silence();
    let before = CONTAINED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(code));
    CONTAINED.set(before);
    result.map_err(|payload| InternalError {
        place: place.to_owned(),
        message: message(payload.as_ref()),
        location: WHERE.take(),
    })
}

/// Keeps contained panics off the screen: they are reported where they belong. All others are shown as before.
fn silence() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let shown = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CONTAINED.get() {
                WHERE.set(info.location().map(Location::to_string));
            } else {
                shown(info);
            }
        }));
    });
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    // A reason is one line in every report.
    text.lines().next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_with_its_place_and_first_line() {
        assert_eq!(contain("chess", || 7), Ok(7));
        let error = contain("chess", || panic!("no king\non the board")).unwrap_err();
        assert_eq!(error.to_string(), "internal error in chess: no king");
        assert!(error.location.is_some_and(|at| at.contains("contain.rs")));
        // What is contained within something contained leaves the outer one contained.
        let outer = contain("outer", || {
            let inner: Result<(), _> = contain("inner", || panic!("in"));
            assert!(inner.is_err());
            assert!(CONTAINED.get());
        });
        assert_eq!(outer, Ok(()));
        assert!(!CONTAINED.get());
    }
}
