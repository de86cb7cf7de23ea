//! Ctrl-C: the first time ends cleanly, the second time at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;

/// Signals closer together than this are one.
const AT_ONCE: Duration = Duration::from_millis(500);

/// How long external programs have to answer after the first Ctrl-C before they are ended.
const TO_ANSWER: Duration = Duration::from_secs(1);

/// A flag that is set when the user wants to end: what was finished is reported. The second time ends
/// the program at once.
pub(super) fn stop_on_signal() -> anyhow::Result<Arc<AtomicBool>> {
    listen(|| {})
}

/// The same for matches that are given up when the user wants to end: external programs that do not answer
/// are ended, so that nothing waits for them.
pub(super) fn stop_matches_on_signal() -> anyhow::Result<Arc<AtomicBool>> {
    listen(|| {
        std::thread::spawn(|| {
            std::thread::sleep(TO_ANSWER);
            ludus_process::end_all();
        });
    })
}

fn listen(at_first: impl Fn() + Send + 'static) -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || match first {
        None => {
            first = Some(Instant::now());
            flag.store(true, Ordering::Relaxed);
            at_first();
        }
        // `timeout` and some shells send the same signal twice at once.
        Some(at) if at.elapsed() < AT_ONCE => {}
        Some(_) => {
            ludus_process::end_all();
            std::process::exit(130)
        }
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}

/// How many cores there are.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
