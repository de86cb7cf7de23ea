//! How many bytes clients may make the server hold, over all connections.

use std::sync::Arc;

use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A number of bytes, shared by everything that is held for clients. Clones share them, too.
#[derive(Clone, Debug)]
pub struct MemoryBudget(Arc<Semaphore>);

/// The bytes that something takes up, until it is dropped.
#[derive(Debug, Default)]
pub struct MemoryShare(Option<OwnedSemaphorePermit>);

/// There is not so much left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this server holds as much as it can for others; try again in a moment")]
pub struct MemoryFull;

impl MemoryBudget {
    /// This many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS))))
    }

    /// Takes this many more bytes for something.
    ///
    /// # Errors
    /// If there are not as many left.
    pub fn take(&self, taken: &mut MemoryShare, bytes: usize) -> Result<(), MemoryFull> {
        let bytes = u32::try_from(bytes).map_err(|_| MemoryFull)?;
        let more = Arc::clone(&self.0).try_acquire_many_owned(bytes).map_err(|_| MemoryFull)?;
        match &mut taken.0 {
            Some(permit) => permit.merge(more),
            none => *none = Some(more),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_comes_back() {
        let memory = MemoryBudget::new(100);
        let (mut one, mut other) = (MemoryShare::default(), MemoryShare::default());
        memory.take(&mut one, 60).unwrap();
        assert_eq!(memory.take(&mut other, 41), Err(MemoryFull));
        memory.take(&mut one, 40).unwrap();
        assert_eq!(memory.take(&mut other, 1), Err(MemoryFull));
        drop(one);
        memory.take(&mut other, 100).unwrap();
    }
}
