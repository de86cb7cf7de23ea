//! A bot against others, one after the other: what the lab shows as a table with error bars.

use std::ops::ControlFlow;
use std::time::Instant;

use ludus_arena::stats::Tally;
use ludus_arena::{ArenaError, GameRecord, Offer, SeriesPlan, SeriesReport, SeriesWatch, series};
use ludus_core::{BotSpec, Seed};

use super::{PageJob, PageJobError, PageJobResult};
use crate::plans;

/// Who plays whom, and how often.
pub(crate) struct LabMatch {
    /// The game.
    pub(crate) offer: Offer,
    /// The bot that is tried.
    pub(crate) bot: BotSpec,
    /// Its opponents, each by itself; without any it plays alone.
    pub(crate) against: Vec<BotSpec>,
    /// How many games against each.
    pub(crate) games: u64,
    /// Where everything random comes from.
    pub(crate) seed: Seed,
    /// How many games at a time.
    pub(crate) threads: usize,
}

impl LabMatch {
    /// Plays all of it.
    pub(crate) fn play(&self, job: &PageJob) -> Result<(), PageJobError> {
        let mut rows: Vec<SeriesReport> = Vec::new();
        // What could not be finished is said when everything else is played.
        let mut broken = None;
        let alone = self.against.is_empty().then(Vec::new);
        let line_ups: Vec<Vec<BotSpec>> =
            alone.into_iter().chain(self.against.iter().map(|other| vec![other.clone()])).collect();
        for others in line_ups {
            let bots: Vec<BotSpec> = [self.bot.clone()].into_iter().chain(others).collect();
            let plan = plans::series(&self.offer, bots, self.games, self.threads, self.seed);
            let mut watch = SeriesFollower {
                job,
                plan: &plan,
                tally: Tally::new(&plan.line_up),
                rows: &rows,
                began: Instant::now(),
            };
            let report = series::run(self.offer.game.as_ref(), &plan, &job.stop, &mut watch);
            let report = report?;
            broken = broken.or_else(|| report.broken.summary());
            let interrupted = report.interrupted;
            rows.push(report);
            job.tell(true, || PageJobResult::Match { rows: rows.clone(), games: self.games });
            if interrupted {
                break;
            }
        }
        broken.map_or(Ok(()), |reason| Err(PageJobError::Broken(reason)))
    }
}

/// Follows one series and tells how it stands.
struct SeriesFollower<'a> {
    job: &'a PageJob,
    plan: &'a SeriesPlan,
    tally: Tally,
    /// The series before it.
    rows: &'a [SeriesReport],
    began: Instant,
}

impl SeriesWatch for SeriesFollower<'_> {
    fn game(&mut self, game: &GameRecord) -> Result<ControlFlow<()>, ArenaError> {
        self.tally.add(game);
        let Self { plan, tally, rows, began, .. } = self;
        self.job.tell(false, || {
            let report = SeriesReport::new(plan, tally, true, began.elapsed().as_secs_f64());
            let rows = rows.iter().cloned().chain([report]).collect();
            PageJobResult::Match { rows, games: plan.games }
        });
        Ok(ControlFlow::Continue(()))
    }
}
