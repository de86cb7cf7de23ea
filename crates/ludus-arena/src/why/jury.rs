//! Several judges on as many threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, unbounded};
use ludus_core::{Game as _, GameKit};

use super::WhyProgress;
use super::judge::Judge;
use crate::contain::contain;
use crate::error::ArenaError;
use crate::pool::STACK;

/// Judges that share the questions. Every question is judged by itself, so the answers do not depend on how many judges there are.
pub(super) struct Jury<'a, 'k, K: GameKit> {
    judges: Vec<Judge<'k, K>>,
    stop: &'a AtomicBool,
    progress: WhyProgress,
    watch: &'a mut dyn FnMut(WhyProgress),
}

type Answered<R> = (usize, Result<R, ArenaError>);

impl<'a, 'k, K: GameKit> Jury<'a, 'k, K> {
    /// These judges.
    pub(super) fn new(
        judges: Vec<Judge<'k, K>>,
        stop: &'a AtomicBool,
        watch: &'a mut dyn FnMut(WhyProgress),
    ) -> Self {
        Self { judges, stop, progress: WhyProgress::default(), watch }
    }

    /// Whether the user wants to end it.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The answers to these questions, in their order; `None` for those that were not answered before the end was wanted.
    pub(super) fn answers<Q: Sync, R: Send>(
        &mut self,
        questions: &[Q],
        answer: impl Fn(&mut Judge<'k, K>, &Q) -> Result<R, ArenaError> + Sync,
    ) -> Result<Vec<Option<R>>, ArenaError> {
        self.progress.of += questions.len() as u64;
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (deliver, delivered) = unbounded::<Answered<R>>();
        let Self { judges, stop, progress, watch } = self;
        let stop: &AtomicBool = stop;
        thread::scope(|scope| {
            for judge in judges.iter_mut().take(questions.len()) {
                let (deliver, next, failed, answer) = (deliver.clone(), &next, &failed, &answer);
                let work = move || {
                    while !failed.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(question) = questions.get(number) else { return };
                        let answered = contain(K::Game::NAME, || answer(judge, question));
                        let answered = answered.map_err(ArenaError::from).flatten();
                        // A judge that was stopped may answer with anything.
                        if stop.load(Ordering::Relaxed) {
                            return;
                        }
                        failed.fetch_or(answered.is_err(), Ordering::Relaxed);
                        if deliver.send((number, answered)).is_err() {
                            return;
                        }
                    }
                };
                thread::Builder::new()
                    .name("ludus-judge".into())
                    .stack_size(STACK)
                    .spawn_scoped(scope, work)
                    .map_err(ArenaError::Thread)?;
            }
            drop(deliver);
            collect(questions.len(), &delivered, progress, *watch)
        })
    }
}

/// Takes in answers until the threads have ended.
fn collect<R>(
    questions: usize,
    delivered: &Receiver<Answered<R>>,
    progress: &mut WhyProgress,
    watch: &mut dyn FnMut(WhyProgress),
) -> Result<Vec<Option<R>>, ArenaError> {
    let mut answers: Vec<Option<R>> = (0..questions).map(|_| None).collect();
    for (number, answered) in delivered {
        answers[number] = Some(answered?);
        progress.judged += 1;
        watch(*progress);
    }
    Ok(answers)
}
