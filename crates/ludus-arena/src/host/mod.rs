//! The host of a match.

mod error;

pub use error::{SubmitError, UndoError};
