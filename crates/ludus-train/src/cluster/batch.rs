//! The jobs that a trainer waits for, and which results it accepts.

use std::collections::HashMap;

use super::message::{JobMessage, ResultMessage};
use super::results::{ReceivedResult, ResultError};
use super::subjects::JobKey;
use crate::job::{Job, JobResult};

/// The jobs that are being evaluated.
pub(super) struct Batch<'a> {
    pub(super) jobs: &'a [Job],
    /// The indices of the jobs with this key: the same job can occur several times.
    indices: HashMap<JobKey, Vec<usize>>,
    /// The sequence number of the last result that was rejected, per job.
    rejected: HashMap<JobKey, u64>,
    /// How many results were rejected, per job.
    rejections: HashMap<JobKey, u32>,
    results: Vec<Option<JobResult>>,
    missing: usize,
}

/// What a batch does with a result.
pub(super) enum Acceptance {
    /// It is the result of the jobs with these indices.
    Accepted(Vec<usize>),
    /// Nothing: the job has a result already, or this result was rejected before.
    Known,
    /// The batch has no such job.
    OtherBatch(ReceivedResult),
    /// The result cannot be used. `times` counts the rejected results of this job.
    Rejected { key: JobKey, reason: ResultError, times: u32 },
    /// The job cannot be run.
    Failed { key: JobKey, reason: String, worker: String },
}

impl<'a> Batch<'a> {
    /// A batch without results, and the message of each different job, in the order of the jobs.
    pub(super) fn new(jobs: &'a [Job]) -> (Self, Vec<(JobKey, Vec<u8>)>) {
        let mut messages = Vec::new();
        let mut indices: HashMap<JobKey, Vec<usize>> = HashMap::new();
        for (index, job) in jobs.iter().enumerate() {
            let message = JobMessage::from(job).to_bytes();
            let key = JobKey::of(&message);
            let same = indices.entry(key).or_default();
            if same.is_empty() {
                messages.push((key, message));
            }
            same.push(index);
        }
        let (rejected, rejections) = (HashMap::new(), HashMap::new());
        let (results, missing) = (vec![None; jobs.len()], jobs.len());
        (Self { jobs, indices, rejected, rejections, results, missing }, messages)
    }

    /// How many jobs have no result.
    pub(super) const fn missing(&self) -> usize {
        self.missing
    }

    /// Whether this job has no result.
    pub(super) fn is_missing(&self, key: JobKey) -> bool {
        let missing = |indices: &Vec<usize>| indices.iter().any(|&i| self.results[i].is_none());
        self.indices.get(&key).is_some_and(missing)
    }

    /// The job with this key.
    pub(super) fn job(&self, key: JobKey) -> Option<&'a Job> {
        self.indices.get(&key).and_then(|indices| indices.first()).map(|&i| &self.jobs[i])
    }

    /// Whether a result fits its job.
    pub(super) fn is_usable(&self, received: &ReceivedResult) -> bool {
        match (&received.message, self.job(received.key)) {
            (Ok(ResultMessage::Score(result)), Some(job)) => result.check(job).is_ok(),
            _ => false,
        }
    }

    /// Rejects an old result: its job is run again.
    pub(super) fn reject(&mut self, received: &ReceivedResult) {
        self.rejected.insert(received.key, received.sequence);
    }

    /// Takes a result from the network and checks that it fits its job.
    pub(super) fn take(&mut self, received: ReceivedResult) -> Acceptance {
        let key = received.key;
        let Some(job) = self.job(key) else { return Acceptance::OtherBatch(received) };
        if !self.is_missing(key) || self.rejected.get(&key) == Some(&received.sequence) {
            return Acceptance::Known;
        }
        let checked = match received.message {
            Ok(ResultMessage::Score(result)) => {
                result.check(job).map(|()| result).map_err(ResultError::from)
            }
            Ok(ResultMessage::Failed { reason, worker }) => {
                return Acceptance::Failed { key, reason, worker };
            }
            Err(reason) => Err(reason),
        };
        match checked {
            Ok(result) => Acceptance::Accepted(self.fill(key, &result)),
            Err(reason) => {
                self.rejected.insert(key, received.sequence);
                let times = self.rejections.entry(key).or_insert(0);
                *times += 1;
                Acceptance::Rejected { key, reason, times: *times }
            }
        }
    }

    /// Enters the result of a job, and returns the indices where it was missing.
    pub(super) fn fill(&mut self, key: JobKey, result: &JobResult) -> Vec<usize> {
        let indices = self.indices.get(&key).into_iter().flatten().copied();
        let indices: Vec<usize> = indices.filter(|&i| self.results[i].is_none()).collect();
        for &index in &indices {
            self.results[index] = Some(result.clone());
        }
        self.missing -= indices.len();
        indices
    }

    /// The results in the order of the jobs, once none is missing.
    pub(super) fn into_results(self) -> Vec<JobResult> {
        self.results.into_iter().flatten().collect()
    }
}
