//! Trains the weights of bots and tunes their parameters: optimisers, opponents that adapt, runs that resume exactly.
//!
//! This crate knows no game. What can be trained is an [`AnyTrainable`](ludus_arena::AnyTrainable) of the arena. An
//! optimiser proposes genomes, and a [`FitnessEvaluator`] finds out how good they are: [`LocalEvaluator`] on the cores
//! of this machine, [`ClusterEvaluator`] on many machines.
//!
//! | module | contents |
//! |---|---|
//! | [`job`] | [`Job`], [`JobResult`]: one genome and the matches it plays, and their scores |
//! | [`evaluator`] | [`FitnessEvaluator`], [`LocalEvaluator`]: run many jobs on many cores; results keep the order of the jobs |
//! | [`cluster`] | [`ClusterEvaluator`], [`ClusterWorker`](cluster::ClusterWorker): jobs on a NATS server, and workers that run them |
//! | [`space`] | [`SearchSpace`]: the bounds of each gene, and the normal form of genomes |
//! | [`optimizer`] | [`Optimizer`]: evolution, CMA-ES, cross-entropy; [`Spsa`](optimizer::Spsa) |
//! | [`opponents`] | [`Opponents`]: bots at first, other genomes when bots teach nothing more |
//! | [`parameters`] | the parameters of training, each declared once |
//! | [`plan`] | [`Plan`]: everything you need to repeat a run, `run.json` |
//! | [`state`] | [`RunState`]: everything needed to continue a run, `checkpoint` |
//! | [`run`] | [`Run`]: one generation after another, and the final race |
//! | [`weights`] | the weights file |
//! | [`folder`] | [`RunFolder`]: the files of a run |
//! | [`tune`] | [`TuneRun`](tune::TuneRun): parameters of any bot, found by games and tested against the bot as it was |
//! | [`secret`] | [`Secret`](secret::Secret): a setting that is never shown |

mod chart;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod evaluator;
pub mod folder;
pub mod job;
pub mod opponents;
pub mod optimizer;
pub mod parameters;
pub mod plan;
pub mod run;
pub mod secret;
pub mod space;
pub mod state;
pub mod tune;
pub mod weights;

pub use chart::ChartError;
#[cfg(feature = "cluster")]
pub use cluster::ClusterEvaluator;
pub use evaluator::{EvaluationError, FitnessEvaluator, JobObserver, LocalEvaluator};
pub use folder::{FolderError, RunFolder};
pub use job::{Job, JobResult, JobResultError, run_job};
pub use opponents::{OpponentKind, Opponents};
pub use optimizer::{Method, Optimizer};
pub use parameters::{EvolutionParameters, OpponentParameters, ParameterError, SearchParameters};
pub use plan::{FORMAT, Plan, StageInForce, TrainingStage};
pub use run::{Run, RunControl, RunError, RunObserver, RunStage};
pub use space::SearchSpace;
pub use state::{LogRow, RaceWinner, RunState};
pub use weights::WeightsByName;
