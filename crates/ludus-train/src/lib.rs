//! Trains the weights of bots: optimisers, adaptive opponents, runs that resume exactly.
//!
//! Nothing here knows a game. What can be trained comes as an [`AnyTrainable`](ludus_arena::AnyTrainable)
//! of the arena; an optimiser asks for genomes to be tried, and an [`Evaluator`] tells what they are
//! worth: [`Local`] on the cores of this machine, others elsewhere.
//!
//! | module | what lives there |
//! |---|---|
//! | [`job`] | [`Job`], [`Score`]: one genome and the matches it plays, and what came of it |
//! | [`evaluator`] | [`Evaluator`], [`Local`]: many jobs on many cores, in an order that does not depend on them |

pub mod evaluator;
pub mod job;

pub use evaluator::{EvaluateError, Evaluator, Local, Watch};
pub use job::{Job, Score, perform};
