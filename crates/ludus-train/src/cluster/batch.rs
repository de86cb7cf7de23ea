//! The jobs that a trainer waits for, and which of the results that come can be believed.

use std::collections::HashMap;

use super::names::{JobKey, payload};
use super::results::Arrival;
use super::wire::Reply;
use crate::job::{Job, Score};

/// The jobs that are evaluated now.
pub(super) struct Batch<'a> {
    pub(super) jobs: &'a [Job],
    /// Every different job once, in their order.
    pub(super) payloads: Vec<(JobKey, Vec<u8>)>,
    /// Where the score of a job goes: the same job may be there several times.
    places: HashMap<JobKey, Vec<usize>>,
    /// Where the last result stands that was put aside, of a job that is tried again.
    dismissed: HashMap<JobKey, u64>,
    /// How many results of a job could not be used.
    unusable: HashMap<JobKey, u32>,
    scores: Vec<Option<Score>>,
    missing: usize,
}

/// What became of a result.
pub(super) enum Taken {
    /// It counts for these jobs.
    Counts(Vec<usize>),
    /// Nothing is to be done: it is known, or it was put aside before.
    Known,
    /// It belongs to no job of this batch.
    Foreign(Arrival),
    /// It cannot be used, for the `times`th time.
    Unusable { key: JobKey, reason: String, times: u32 },
    /// The job cannot be carried out.
    Failed { key: JobKey, reason: String, worker: String },
}

impl<'a> Batch<'a> {
    pub(super) fn new(jobs: &'a [Job]) -> Self {
        let mut payloads = Vec::new();
        let mut places: HashMap<JobKey, Vec<usize>> = HashMap::new();
        for (place, job) in jobs.iter().enumerate() {
            let payload = payload(job);
            let key = JobKey::of(&payload);
            let same = places.entry(key).or_default();
            if same.is_empty() {
                payloads.push((key, payload));
            }
            same.push(place);
        }
        let (dismissed, unusable) = (HashMap::new(), HashMap::new());
        let scores = vec![None; jobs.len()];
        Self { jobs, payloads, places, dismissed, unusable, scores, missing: jobs.len() }
    }

    /// How many jobs have no score.
    pub(super) const fn missing(&self) -> usize {
        self.missing
    }

    /// Whether this job has no score.
    pub(super) fn is_missing(&self, key: JobKey) -> bool {
        let missing =
            |places: &Vec<usize>| places.iter().any(|&place| self.scores[place].is_none());
        self.places.get(&key).is_some_and(missing)
    }

    /// The job of this key.
    pub(super) fn job(&self, key: JobKey) -> Option<&'a Job> {
        self.places.get(&key).and_then(|places| places.first()).map(|&place| &self.jobs[place])
    }

    /// Whether a result has a score that fits its job.
    pub(super) fn is_usable(&self, arrival: &Arrival) -> bool {
        let job = self.job(arrival.key);
        matches!((&arrival.reply, job), (Ok(Reply::Score(score)), Some(job)) if score.check(job).is_ok())
    }

    /// Puts aside a result from before: its job is tried again.
    pub(super) fn dismiss(&mut self, arrival: &Arrival) {
        self.dismissed.insert(arrival.key, arrival.place);
    }

    /// Takes a result that came from the network: it must fit its job.
    pub(super) fn take(&mut self, arrival: Arrival) -> Taken {
        let key = arrival.key;
        let Some(job) = self.job(key) else { return Taken::Foreign(arrival) };
        if !self.is_missing(key) || self.dismissed.get(&key) == Some(&arrival.place) {
            return Taken::Known;
        }
        let checked = match arrival.reply {
            Ok(Reply::Score(score)) => score.check(job).map(|()| score),
            Ok(Reply::Failed { reason, worker }) => return Taken::Failed { key, reason, worker },
            Err(reason) => Err(reason),
        };
        match checked {
            Ok(score) => Taken::Counts(self.fill(key, &score)),
            Err(reason) => {
                self.dismissed.insert(key, arrival.place);
                let times = self.unusable.entry(key).or_insert(0);
                *times += 1;
                Taken::Unusable { key, reason, times: *times }
            }
        }
    }

    /// Enters the score of a job, and answers where it was missing.
    pub(super) fn fill(&mut self, key: JobKey, score: &Score) -> Vec<usize> {
        let places = self.places.get(&key).into_iter().flatten().copied();
        let places: Vec<usize> = places.filter(|&place| self.scores[place].is_none()).collect();
        for &place in &places {
            self.scores[place] = Some(score.clone());
        }
        self.missing -= places.len();
        places
    }

    /// The scores in the order of the jobs, once none is missing.
    pub(super) fn into_scores(self) -> Vec<Score> {
        self.scores.into_iter().flatten().collect()
    }
}
