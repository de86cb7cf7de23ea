//! The names of streams and subjects, the keys of jobs, and the names of runs.

use std::fmt;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Build, ClusterError};
use crate::job::Job;

/// The file of a run that holds its name on the cluster.
const FILE: &str = "cluster";

/// The names of everything on the server. All begin with the name of the cluster, so that several can
/// share a server.
#[derive(Clone, Debug)]
pub(super) struct Names {
    prefix: String,
    build: String,
}

impl Names {
    /// The names in the cluster called `prefix`, for programs of this build.
    pub(super) fn new(prefix: &str, build: &Build) -> Result<Self, ClusterError> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if prefix.is_empty() || !prefix.chars().all(plain) {
            let reason = format!("{prefix:?}; allowed: letters, digits, - and _");
            return Err(ClusterError::Setting { key: "name", reason });
        }
        Ok(Self { prefix: prefix.to_owned(), build: build.token() })
    }

    /// The stream of jobs.
    pub(super) fn jobs_stream(&self) -> String {
        format!("{}_jobs", self.prefix)
    }

    /// The stream of results.
    pub(super) fn results_stream(&self) -> String {
        format!("{}_results", self.prefix)
    }

    /// The bucket where workers tell that they are there.
    pub(super) fn workers_bucket(&self) -> String {
        format!("{}_workers", self.prefix)
    }

    /// The bucket where trainers tell that they are there.
    pub(super) fn runs_bucket(&self) -> String {
        format!("{}_runs", self.prefix)
    }

    /// All subjects of jobs.
    pub(super) fn all_jobs(&self) -> String {
        format!("{}.jobs.>", self.prefix)
    }

    /// All subjects of results.
    pub(super) fn all_results(&self) -> String {
        format!("{}.results.>", self.prefix)
    }

    /// The durable consumer of this build's jobs.
    pub(super) fn consumer(&self) -> String {
        self.build.clone()
    }

    /// The jobs of this build.
    pub(super) fn build_jobs(&self) -> String {
        format!("{}.jobs.{}.>", self.prefix, self.build)
    }

    /// The jobs of a run.
    pub(super) fn run_jobs(&self, run: &RunId) -> String {
        format!("{}.jobs.{}.{run}", self.prefix, self.build)
    }

    /// The results of a run.
    pub(super) fn run_results(&self, run: &RunId) -> String {
        format!("{}.results.{}.{run}.*", self.prefix, self.build)
    }

    /// The result of a job, by the subject that the job came under. `None` if that is no subject of
    /// jobs.
    pub(super) fn result(&self, job_subject: &str, key: JobKey) -> Option<String> {
        let run = job_subject.strip_prefix(&format!("{}.jobs.{}.", self.prefix, self.build))?;
        Some(format!("{}.results.{}.{run}.{key}", self.prefix, self.build))
    }
}

/// What a job is called: a checksum of all that is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct JobKey(u128);

impl JobKey {
    /// The key of a job that is written down like this.
    pub(super) fn of(payload: &[u8]) -> Self {
        Self(hash(payload))
    }

    /// The key at the end of the subject of a result.
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

/// A job as it is sent.
pub(super) fn payload(job: &Job) -> Vec<u8> {
    serde_json::json!(job).to_string().into_bytes()
}

/// The checksum of some bytes (FNV-1a with 128 bits).
pub(super) fn hash(bytes: &[u8]) -> u128 {
    let start = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    let mix = |sum: u128, byte: &u8| {
        (sum ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    };
    bytes.iter().fold(start, mix)
}

/// The name of a run on the cluster. A resumed run has the same one, and finds its results by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunId(String);

impl RunId {
    /// A name that no other run has: from the time and the number of the process.
    #[must_use]
    pub fn fresh() -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(format!("{:x}-{:x}", now.as_nanos(), std::process::id()))
    }

    /// The name of the run in this folder, which is written there the first time.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn of_folder(folder: &Path) -> Result<Self, ClusterError> {
        let path = folder.join(FILE);
        let failed = |reason| ClusterError::File { path: path.display().to_string(), reason };
        match std::fs::read_to_string(&path) {
            Ok(text) if Self::is_name(text.trim()) => return Ok(Self(text.trim().to_owned())),
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(error)),
        }
        // A file that holds no name costs nothing but the results of jobs under way: begin anew.
        let fresh = Self::fresh();
        ludus_arena::files::write(&path, fresh.0.as_bytes()).map_err(failed)?;
        Ok(fresh)
    }

    /// Forgets the name of the run in this folder, which is finished.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn forget(folder: &Path) -> Result<(), ClusterError> {
        let path = folder.join(FILE);
        match std::fs::remove_file(&path) {
            Err(reason) if reason.kind() != std::io::ErrorKind::NotFound => {
                Err(ClusterError::File { path: path.display().to_string(), reason })
            }
            _ => Ok(()),
        }
    }

    fn is_name(text: &str) -> bool {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
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
    fn a_result_is_found_by_the_subject_of_its_job() {
        let build = Build { protocol: 1, version: "1".into(), fingerprint: "f".into() };
        let names = Names::new("ludus", &build).unwrap();
        let (run, key) = (RunId("ab-1".into()), JobKey(255));
        let subject = names.result(&names.run_jobs(&run), key).unwrap();
        assert_eq!(subject, "ludus.results.p1-1-f.ab-1.000000000000000000000000000000ff");
        assert_eq!(JobKey::at_end_of(&subject), Some(key));
        assert_eq!(names.result("other.jobs.x", key), None);
        assert!(Names::new("a.b", &build).is_err());
    }

    #[test]
    fn a_run_keeps_its_name_until_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let name = RunId::of_folder(folder.path()).unwrap();
        assert_eq!(RunId::of_folder(folder.path()).unwrap(), name);
        RunId::forget(folder.path()).unwrap();
        assert_ne!(RunId::of_folder(folder.path()).unwrap(), name);
        std::fs::write(folder.path().join(FILE), "no > name").unwrap();
        assert!(RunId::is_name(&RunId::of_folder(folder.path()).unwrap().0));
    }
}
