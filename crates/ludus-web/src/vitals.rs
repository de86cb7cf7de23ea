//! Whether the threads that must not end are alive and get on with their work: what `/health` answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// The threads of a server.
#[derive(Clone, Default)]
pub struct Vitals(Arc<Mutex<Vec<Arc<ThreadPulse>>>>);

/// What is known about one thread.
struct ThreadPulse {
    name: String,
    /// How long one piece of its work may take; without, as long as it takes.
    patience: Option<Duration>,
    known: Instant,
    /// When the piece of work began that it is at, in milliseconds since `known` and one more; 0 while it waits.
    busy: AtomicU64,
    ended: AtomicBool,
}

/// A thread's own end of it: dropped when the thread ends, however it does.
pub struct Heart(Arc<ThreadPulse>);

impl Vitals {
    /// A thread that is about to begin. No piece of its work takes longer than `patience`, if there is one.
    #[must_use]
    pub fn thread(&self, name: &str, patience: Option<Duration>) -> Heart {
        let pulse = Arc::new(ThreadPulse {
            name: name.to_owned(),
            patience,
            known: Instant::now(),
            busy: AtomicU64::new(0),
            ended: AtomicBool::new(false),
        });
        self.0.lock().push(Arc::clone(&pulse));
        Heart(pulse)
    }

    /// What is wrong with which thread; nothing if all is well.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.0.lock().iter().filter_map(|pulse| pulse.complaint()).collect()
    }
}

impl ThreadPulse {
    fn complaint(&self) -> Option<String> {
        if self.ended.load(Ordering::Relaxed) {
            return Some(format!("the thread {} has ended", self.name));
        }
        let began = self.busy.load(Ordering::Relaxed).checked_sub(1)?;
        let busy = self.known.elapsed().saturating_sub(Duration::from_millis(began));
        let stuck = self.patience.is_some_and(|patience| busy > patience);
        stuck.then(|| {
            format!("the thread {} has been at one thing for {} s", self.name, busy.as_secs())
        })
    }
}

impl Heart {
    /// Does a piece of work.
    pub fn beat<T>(&self, work: impl FnOnce() -> T) -> T {
        let now = self.0.known.elapsed().as_millis() as u64;
        self.0.busy.store(now + 1, Ordering::Relaxed);
        let done = work();
        self.0.busy.store(0, Ordering::Relaxed);
        done
    }
}

impl Drop for Heart {
    fn drop(&mut self) {
        self.0.ended.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_ended_or_is_stuck_is_named() {
        let vitals = Vitals::default();
        let quick = vitals.thread("quick", Some(Duration::ZERO));
        let patient = vitals.thread("patient", None);
        assert!(vitals.complaints().is_empty(), "waiting is no complaint");
        let stuck = quick.beat(|| {
            patient.beat(|| {
                std::thread::sleep(Duration::from_millis(5));
                vitals.complaints()
            })
        });
        assert_eq!(stuck, ["the thread quick has been at one thing for 0 s"]);
        assert!(vitals.complaints().is_empty());
        let thread = std::thread::spawn(move || {
            let _heart = patient;
            std::panic::resume_unwind(Box::new("gone"));
        });
        assert!(thread.join().is_err());
        assert_eq!(vitals.complaints(), ["the thread patient has ended"]);
    }
}
