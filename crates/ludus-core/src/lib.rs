//! What every game, bot and match of Ludus shares.
//!
//! This crate is small and pure: no threads, no files, no sockets and no clock except the deadline that a decision is
//! given. Games and the arena depend on it; it depends on neither.
//!
//! | module | what lives there |
//! |---|---|
//! | [`seat`] | [`Seat`], [`SeatSet`]: the players' places |
//! | [`game`] | [`Game`], [`Answer`], [`Forfeit`]: the rules and one position |
//! | [`bot`] | [`Bot`], [`Context`]: what decides actions |
//! | [`bot_log`] | [`BotLog`]: everything that is said to and by the programs behind bots |
//! | [`decision`] | [`Decision`], [`Insight`]: an action and why |
//! | [`budget`] | [`Budget`]: what a decision may spend |
//! | [`clock`] | [`Clock`], [`TimeControl`]: how much time the seats have, and have left |
//! | [`outcome`] | [`Outcome`], [`Rank`]: how a match ended |
//! | [`params`] | [`BotParam`]: a number of a bot that can be tuned |
//! | [`chance`] | [`Chance`]: what no player can know in advance; the driver of a match holds it, not the game |
//! | [`seed`] | [`Seed`]: where everything random comes from |
//! | [`figures`] | [`Figures`]: numbers that a game reports about a seat |
//! | [`snapshot`] | [`Snapshot`]: what everyone may see of a position |
//! | [`spec`] | [`BotSpec`]: how a bot is named, `label=name:key=value` |
//! | [`people`] | [`Controls`], [`ActionMark`]: what people see, do and set |
//! | [`info`] | [`GameInfo`]: what is known of a game before a match |
//! | [`judging`] | [`Mistake`], [`SwingMeasure`]: an action that cost a seat part of its match, and how much |
//! | [`mod@bench`] | [`Bench`]: what `ludus bench` measures |
//! | [`kit`] | [`GameKit`]: all that a game's crate offers to the rest of the program |
//! | [`check`] | [`Check`]: what is asked of a bot, and what came of it |
//! | [`starter`] | [`Starter`]: the bots that people begin with |
//! | [`opponents`] | [`Pool`], [`BuiltInSpec`]: the opponents in training, and which of them another machine may name |
//! | [`points`] | [`PointsFitness`]: training by points against bots |
//! | [`duel`] | [`DuelTraining`]: weights that are trained against one opponent |
//! | [`alpha_beta`] | [`AlphaBeta`]: a search for every game of two seats that act in turn |
//! | [`random_bot`] | [`RandomBot`]: plays any legal action, in every game |
//! | [`text`] | text from outside, made safe to show |
//! | [`train`] | [`Trainable`], [`Fitness`]: weights that can be trained, and how they are judged |
//! | [`weights_file`] | [`WeightsFile`]: the weights that `ludus train` writes and bots load |
//! | [`workshop`] | [`Workshop`]: a bot whose weights people set by hand |
//! | [`keyed_trainable`] | [`KeyedTrainable`], [`FitnessSettings`]: the same where the game is not known |
//! | [`keys`] | settings and rules by dotted key, `bank.I=2` |
//! | [`names`] | the nearest valid name, for error messages |

pub mod alpha_beta;
pub mod bench;
pub mod bot;
pub mod bot_log;
pub mod budget;
pub mod chance;
pub mod check;
pub mod clock;
pub mod decision;
pub mod duel;
pub mod figures;
pub mod game;
pub mod info;
pub mod judging;
pub mod keyed_trainable;
pub mod keys;
pub mod kit;
pub mod names;
pub mod opponents;
pub mod outcome;
pub mod params;
pub mod people;
pub mod points;
pub mod random_bot;
pub mod seat;
pub mod seed;
pub mod snapshot;
pub mod spec;
pub mod starter;
pub mod text;
pub mod train;
pub mod weights_file;
pub mod workshop;

pub use alpha_beta::AlphaBeta;
pub use bench::{Bench, BenchRun};
pub use bot::{Bot, BotError, BotErrorKind, Context, Exchange, MatchInfo, PastAction};
pub use bot_log::{BotLog, LogKind};
pub use budget::Budget;
pub use chance::{Chance, ChanceKind, SeededChance};
pub use check::{Check, CheckFailure, CheckPosition, CheckResult};
pub use clock::{Clock, ClockShare, TimeControl, TimeControlError};
pub use decision::{Decision, Insight, Term};
pub use duel::DuelTraining;
pub use figures::Figures;
pub use game::{Answer, Forfeit, Game, ParseError, RulesError, TICKS_PER_SECOND, seats_in_words};
pub use info::{GameInfo, Pacing};
pub use judging::{Mistake, SwingMeasure};
pub use keyed_trainable::{FitnessSettings, KeyedTrainable};
pub use keys::KeyError;
pub use kit::{
    BotInfo, BotKey, GameKit, LogError, Logged, OpeningsError, Origin, SoloLimit, StepError,
    Thought, Transcript,
};
pub use opponents::{BuiltInSpec, Opponent, Pool, Trust};
pub use outcome::{Outcome, Rank};
pub use params::{BotParam, ParamKind, WeightKey};
pub use people::{
    ActionMark, Cell, ControlKey, Controls, EditableRule, LegalAction, Pointing, Repeat,
    RuleOption, RuleValues,
};
pub use points::{DuelSettings, PointsFitness};
pub use random_bot::RandomBot;
pub use seat::{Seat, SeatSet};
pub use seed::{Seed, SeedRng};
pub use snapshot::Snapshot;
pub use spec::{BotSpec, SpecError};
pub use starter::{Language, Starter, StarterProgram, StarterProtocol, StarterServer};
pub use train::{Contest, Fitness, Gene, Opposition, Seating, TrainError, Trainable};
pub use weights_file::{WeightsError, WeightsFile};
pub use workshop::{Knob, Preset, Workshop, WorkshopChoice};
