//! Trains the weights of bots: optimisers, adaptive opponents, runs that resume exactly.
//!
//! Nothing here knows a game. What can be trained comes as an [`AnyTrainable`](ludus_arena::AnyTrainable)
//! of the arena; an optimiser asks for genomes to be tried, and an [`Evaluator`] tells what they are
//! worth: [`Local`] on the cores of this machine, [`Cluster`] on many machines.
//!
//! | module | what lives there |
//! |---|---|
//! | [`job`] | [`Job`], [`JobText`], [`Score`]: one genome and the matches it plays, and what came of it |
//! | [`evaluator`] | [`Evaluator`], [`Local`]: many jobs on many cores, in an order that does not depend on them |
//! | [`cluster`] | [`Cluster`], [`Worker`](cluster::Worker): jobs on a NATS server, and workers that carry them out |
//! | [`space`] | [`Space`]: the bounds of every gene, and the form that genomes are played in |
//! | [`optimizer`] | [`Optimizer`]: evolution, CMA-ES, cross-entropy |
//! | [`opponents`] | [`Opponents`]: fixed bots at first, other genomes when that teaches nothing more |
//! | [`plan`] | [`Plan`]: everything that is needed to repeat a run |
//! | [`run`] | [`Run`]: generation after generation, and the race at the end |
//! | [`secret`] | [`Secret`](secret::Secret): what is never shown |
//! | [`files`] | [`Folder`]: the files of a run |

mod chart;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod evaluator;
pub mod files;
pub mod job;
pub mod opponents;
pub mod optimizer;
pub mod plan;
pub mod run;
pub mod secret;
pub mod space;

#[cfg(feature = "cluster")]
pub use cluster::Cluster;
pub use evaluator::{EvaluateError, Evaluator, Local, Watch};
pub use files::{FilesError, Folder};
pub use job::{Job, JobError, JobText, Score, perform};
pub use opponents::{Opponents, Phase};
pub use optimizer::{EvolutionPlan, Method, Optimizer};
pub use plan::{FORMAT, Plan, PlanError, fitness_settings};
pub use run::{Best, Follow, Row, Run, RunError, Stage, State};
pub use space::Space;
