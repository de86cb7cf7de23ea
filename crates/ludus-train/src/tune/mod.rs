//! Tunes the parameters of any bot by games.
//!
//! A parameter is a named number with bounds that a key of the bot's spec sets. So a tuned bot is the same spec with other
//! values, and nothing here needs to know what the bot is made of.
//!
//! | module | contents |
//! |---|---|
//! | `parameter` | [`TunedParameter`]: bounds, start and kind of a parameter; specs with other values |
//! | `method` | [`TuneMethod`], [`TuneSearch`]: SPSA, or one of the optimisers of training |
//! | `plan` | [`TunePlan`]: everything you need to repeat a run, `run.json` |
//! | `state` | [`TuneState`]: everything needed to continue a run, `checkpoint` |
//! | `pairing` | two bots that play each other from both seats, many at a time |
//! | `run` | [`TuneRun`]: one iteration after another, then the check |
//! | `check` | [`TuneCheck`]: the sequential test of the tuned bot against the bot as it was |
//! | `interval` | how far a parameter may be from where it ended |
//! | `result` | [`TuneResult`]: the values and the spec of the tuned bot, `result.json` |
//! | `chart` | a curve for each parameter |
//! | `folder` | [`TuneFolder`]: the files of a run |

mod chart;
mod check;
mod folder;
mod interval;
mod method;
mod pairing;
mod parameter;
mod plan;
mod result;
mod run;
mod state;

pub use check::{TuneCheck, TuneCheckPlan};
pub use folder::TuneFolder;
pub use method::{TuneMethod, TuneSearch};
pub use parameter::{ParameterBoundsError, TunedParameter};
pub use plan::{TunePlan, TunePlanError};
pub use result::{ParameterResult, TuneCheckResult, TuneResult};
pub use run::{TuneControl, TuneError, TuneObserver, TuneRun};
pub use state::{TuneForfeits, TuneRow, TuneState};
