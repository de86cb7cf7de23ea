//! Which cores the running programs use, so that two programs with one core each get different ones.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::thread::{CpuSet, sched_getaffinity};

use crate::limits::LimitError;

/// How many programs use each core that is in use.
static USERS: Mutex<BTreeMap<usize, usize>> = Mutex::new(BTreeMap::new());

fn users() -> MutexGuard<'static, BTreeMap<usize, usize>> {
    USERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Cores that a program runs on. Dropping them makes room for the next program.
#[derive(Debug)]
pub(crate) struct Cores {
    numbers: Vec<usize>,
}

impl Cores {
    /// Reserves this many of the cores that Ludus may use: those with the fewest programs.
    pub(crate) fn reserve(count: NonZeroUsize) -> Result<Self, LimitError> {
        let mut users = users();
        let numbers = least_used(allowed()?, &users, count)?;
        for &core in &numbers {
            *users.entry(core).or_default() += 1;
        }
        Ok(Self { numbers })
    }

    /// Checks that there are this many cores.
    pub(crate) fn check(count: NonZeroUsize) -> Result<(), LimitError> {
        least_used(allowed()?, &BTreeMap::new(), count).map(|_| ())
    }

    /// The numbers of the cores.
    pub(crate) fn numbers(&self) -> &[usize] {
        &self.numbers
    }
}

impl Drop for Cores {
    fn drop(&mut self) {
        let mut users = users();
        for core in &self.numbers {
            if let Some(count) = users.get_mut(core) {
                *count = count.saturating_sub(1);
            }
        }
    }
}

/// The cores that Ludus may use.
fn allowed() -> Result<Vec<usize>, LimitError> {
    let set = sched_getaffinity(None).map_err(|error| LimitError::Affinity(error.into()))?;
    Ok((0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect())
}

/// The cores with the fewest users, the lowest numbers first.
fn least_used(
    mut allowed: Vec<usize>,
    users: &BTreeMap<usize, usize>,
    count: NonZeroUsize,
) -> Result<Vec<usize>, LimitError> {
    if count.get() > allowed.len() {
        return Err(LimitError::Cores { wanted: count, available: allowed.len() });
    }
    allowed.sort_by_key(|core| (users.get(core).copied().unwrap_or(0), *core));
    allowed.truncate(count.get());
    Ok(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_spread_over_the_cores() {
        let mut users = BTreeMap::new();
        let one = NonZeroUsize::MIN;
        let mut taken = Vec::new();
        for _ in 0..4 {
            let core = least_used(vec![0, 2, 5], &users, one).unwrap()[0];
            *users.entry(core).or_default() += 1;
            taken.push(core);
        }
        assert_eq!(taken, [0, 2, 5, 0]);
        let two = NonZeroUsize::new(2).unwrap();
        assert_eq!(least_used(vec![0, 2, 5], &users, two).unwrap(), [2, 5]);
        let error = least_used(vec![0], &users, two).unwrap_err().to_string();
        assert_eq!(error, "cores=2 is not possible: Ludus itself may use 1");
    }
}
