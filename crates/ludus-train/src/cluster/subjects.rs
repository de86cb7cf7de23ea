//! The names of streams, subjects and buckets on the server, and the keys of jobs.

use std::fmt;

use super::{Build, ClusterError, RunId};

/// The names of everything on the server. All begin with the name of the cluster, so that several clusters can share a
/// server.
#[derive(Clone, Debug)]
pub(super) struct Subjects {
    prefix: String,
    build: String,
}

impl Subjects {
    /// The names in this cluster, for programs of this build.
    pub(super) fn new(cluster: &str, build: &Build) -> Result<Self, ClusterError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if cluster.is_empty() || !cluster.chars().all(plain) {
            let reason = format!("{cluster:?}; allowed: letters, digits, - and _");
            return Err(ClusterError::Setting { key: "name", reason });
        }
        Ok(Self { prefix: cluster.to_owned(), build: build.token() })
    }

    /// The stream of jobs.
    pub(super) fn jobs_stream(&self) -> String {
        format!("{}_jobs", self.prefix)
    }

    /// The stream of results.
    pub(super) fn results_stream(&self) -> String {
        format!("{}_results", self.prefix)
    }

    /// The bucket of workers' reports.
    pub(super) fn workers_bucket(&self) -> String {
        format!("{}_workers", self.prefix)
    }

    /// The bucket of trainers' reports.
    pub(super) fn runs_bucket(&self) -> String {
        format!("{}_runs", self.prefix)
    }

    /// The subjects of all jobs.
    pub(super) fn all_jobs(&self) -> String {
        format!("{}.jobs.>", self.prefix)
    }

    /// The subjects of all results.
    pub(super) fn all_results(&self) -> String {
        format!("{}.results.>", self.prefix)
    }

    /// The durable consumer of this build's jobs.
    pub(super) fn consumer(&self) -> String {
        self.build.clone()
    }

    /// The subjects of this build's jobs.
    pub(super) fn build_jobs(&self) -> String {
        format!("{}.jobs.{}.>", self.prefix, self.build)
    }

    /// The subject of a run's jobs.
    pub(super) fn run_jobs(&self, run: &RunId) -> String {
        format!("{}.jobs.{}.{run}", self.prefix, self.build)
    }

    /// The subjects of a run's results.
    pub(super) fn run_results(&self, run: &RunId) -> String {
        format!("{}.results.{}.{run}.*", self.prefix, self.build)
    }

    /// The subject of a job's result, from the subject of the job. `None` if that is not a subject of this build's
    /// jobs.
    pub(super) fn result(&self, job_subject: &str, key: JobKey) -> Option<String> {
        let run = job_subject.strip_prefix(&format!("{}.jobs.{}.", self.prefix, self.build))?;
        Some(format!("{}.results.{}.{run}.{key}", self.prefix, self.build))
    }
}

/// The key of a job: a checksum of its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JobKey(u128);

impl JobKey {
    /// The key of the job with this message.
    pub(super) fn of(message: &[u8]) -> Self {
        Self(hash(message))
    }

    /// The key at the end of a result's subject.
    pub(super) fn at_end_of(subject: &str) -> Option<Self> {
        let (_, key) = subject.rsplit_once('.')?;
        u128::from_str_radix(key, 16).ok().map(Self)
    }
}

impl fmt::Display for JobKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A checksum: FNV-1a with 128 bits (Fowler, Noll, Vo; draft-eastlake-fnv).
pub(super) fn hash(bytes: &[u8]) -> u128 {
    const OFFSET_BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let mix = |sum: u128, byte: &u8| (sum ^ u128::from(*byte)).wrapping_mul(PRIME);
    bytes.iter().fold(OFFSET_BASIS, mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_fnv_1a() {
        // The test vectors of its authors.
        assert_eq!(hash(b""), 0x6c62272e07bb014262b821756295c58d);
        assert_eq!(hash(b"a"), 0xd228cb696f1a8caf78912b704e4a8964);
        assert_eq!(hash(b"foobar"), 0x343e1662793c64bf6f0d3597ba446f18);
    }

    #[test]
    fn the_subject_of_a_result_follows_from_the_subject_of_its_job() {
        let build = Build { protocol: 1, version: "1".into(), fingerprint: "f".into() };
        let subjects = Subjects::new("ludus", &build).unwrap();
        let (run, key) = (RunId::fresh(), JobKey(255));
        let subject = subjects.result(&subjects.run_jobs(&run), key).unwrap();
        let expected = format!("ludus.results.p1-1-f.{run}.000000000000000000000000000000ff");
        assert_eq!(subject, expected);
        assert_eq!(JobKey::at_end_of(&subject), Some(key));
        assert_eq!(subjects.result("other.jobs.x", key), None);
        assert!(Subjects::new("a.b", &build).is_err());
    }
}
