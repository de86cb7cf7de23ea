//! A tournament: every game goes into the store when it is played, so that what is stopped can go on later.

use std::ops::ControlFlow;
use std::path::PathBuf;

use ludus_arena::store::{Store, TournamentId};
use ludus_arena::tournament::{
    self, GameKey, GameResults, Standings, TournamentPlan, TournamentWatch,
};
use ludus_arena::{ArenaError, BrokenGame, BrokenGames, GameRecord, Offer};

use super::{PageJob, PageJobError, PageJobResult, TournamentNews};

/// A tournament that is to be played.
pub(crate) struct Cup {
    /// The game.
    pub(crate) offer: Offer,
    /// Who plays whom, and how often.
    pub(crate) plan: TournamentPlan,
    /// The result store.
    pub(crate) store: PathBuf,
    /// How large the store may be, in bytes.
    pub(crate) store_bytes: u64,
    /// Whether it continues from what the store has of it.
    pub(crate) resumes: bool,
}

impl Cup {
    /// Plays all of it that is not played yet.
    pub(crate) fn play(&self, job: &PageJob) -> Result<(), PageJobError> {
        match self.play_on(job)? {
            None => Ok(()),
            Some(broken) => Err(PageJobError::Broken(broken)),
        }
    }

    /// Plays on; what is said about games that could not be finished, if there are any.
    fn play_on(&self, job: &PageJob) -> Result<Option<String>, ArenaError> {
        let Self { offer, plan, store, store_bytes, resumes } = self;
        let mut store = Store::open(store)?;
        store.check_size(*store_bytes)?;
        let entry = if *resumes { store.take_up(plan)? } else { store.begin(plan)? };
        let (id, mut results) = (entry.id, entry.results);
        // Kept until the end: no other program may play the same games.
        let _lock = entry.lock;
        job.tell(true, || progress(plan, id, &results, None));
        let broken = BrokenGames::default();
        let mut watch = TournamentFollower { job, store: &mut store, id, plan, broken };
        let complete =
            tournament::run(offer.game.as_ref(), plan, &mut results, &job.stop, &mut watch)?;
        let broken = watch.broken;
        let standings = Standings::new(plan, &results)?;
        store.note(id, &standings, complete)?;
        job.tell(true, || progress(plan, id, &results, Some(standings)));
        Ok(broken.summary())
    }
}

struct TournamentFollower<'a> {
    job: &'a PageJob,
    store: &'a mut Store,
    id: TournamentId,
    plan: &'a TournamentPlan,
    broken: BrokenGames,
}

impl TournamentWatch for TournamentFollower<'_> {
    fn game(
        &mut self,
        key: GameKey,
        record: &GameRecord,
        results: &GameResults,
    ) -> Result<ControlFlow<()>, ArenaError> {
        self.store.add(self.id, self.plan, key, record)?;
        self.job.tell(false, || {
            progress(self.plan, self.id, results, Standings::new(self.plan, results).ok())
        });
        Ok(ControlFlow::Continue(()))
    }

    fn broken(&mut self, _: GameKey, game: &BrokenGame) {
        self.broken.add(game.clone());
    }
}

/// How a tournament stands, as pages see it.
fn progress(
    plan: &TournamentPlan,
    id: TournamentId,
    results: &GameResults,
    standings: Option<Standings>,
) -> PageJobResult {
    PageJobResult::Tournament(TournamentNews::new(plan, id, results, standings))
}
