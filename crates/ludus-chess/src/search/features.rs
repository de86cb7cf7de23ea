//! The features of the search, and which of them each level uses.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::eval::{EvalWeights, HARD, MASTER, MEDIUM};

/// A part of the search that can be switched off, to measure what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Aspiration windows: each iteration starts with a narrow window around the last score.
    Aspiration,
    /// Null-move pruning (NMP): cut off where passing already fails high.
    NullMove,
    /// Late-move reductions (LMR): search late moves at a lower depth first.
    Reductions,
    /// Reverse futility pruning (RFP): cut off where the static evaluation is far above beta.
    ReverseFutility,
    /// Late-move pruning (LMP): skip late quiet moves near the leaves.
    LateMoves,
    /// SEE pruning: skip moves that lose material in the exchange.
    Exchange,
    /// Singular extensions: search the table's move deeper where it is the only good one.
    Singular,
    /// Check extensions: search evasions deeper.
    CheckExtension,
    /// Continuation history: order quiet moves by the moves before them too.
    Continuation,
    /// Threat history: order quiet moves by whether the opponent attacks their origin and target.
    Threats,
    /// Correction history: correct the static evaluation by what searching similar positions found.
    Correction,
    /// Evaluate with the network, not with the hand-crafted terms.
    Network,
}

impl Feature {
    /// All features.
    pub const ALL: [Self; 12] = [
        Self::Aspiration,
        Self::NullMove,
        Self::Reductions,
        Self::ReverseFutility,
        Self::LateMoves,
        Self::Exchange,
        Self::Singular,
        Self::CheckExtension,
        Self::Continuation,
        Self::Threats,
        Self::Correction,
        Self::Network,
    ];

    /// The name in the bot key `without=NAME`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aspiration => "aspiration",
            Self::NullMove => "null-move",
            Self::Reductions => "reductions",
            Self::ReverseFutility => "reverse-futility",
            Self::LateMoves => "late-moves",
            Self::Exchange => "exchange",
            Self::Singular => "singular",
            Self::CheckExtension => "check-extension",
            Self::Continuation => "continuation",
            Self::Threats => "threats",
            Self::Correction => "correction",
            Self::Network => "network",
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of features.
///
/// ```
/// use ludus_chess::search::{Feature, Features};
/// let features: Features = "null-move+exchange".parse().unwrap();
/// assert!(features.has(Feature::NullMove) && !features.has(Feature::Singular));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features(u32);

impl Features {
    /// No feature: plain alpha-beta with transposition table and quiescence search.
    pub const NONE: Self = Self(0);
    /// All features.
    pub const ALL: Self = Self((1 << Feature::ALL.len()) - 1);

    /// The set with one more feature.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Self {
        Self(self.0 | 1 << feature as u32)
    }

    /// The set without the features of the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the feature is in the set.
    #[must_use]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & (1 << feature as u32) != 0
    }
}

/// A name that no feature has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no feature {0:?} of the search")]
pub struct UnknownFeature(pub String);

impl FromStr for Features {
    type Err = UnknownFeature;

    fn from_str(text: &str) -> Result<Self, UnknownFeature> {
        text.split('+').try_fold(Self::NONE, |set, name| {
            let feature = Feature::ALL.into_iter().find(|feature| feature.name() == name);
            feature.map(|feature| set.with(feature)).ok_or_else(|| UnknownFeature(name.to_owned()))
        })
    }
}

/// How strong the engine plays: its evaluation weights, its features, and how it breaks ties.
#[derive(Clone, Debug)]
pub struct Level {
    /// The name of the bot.
    pub name: &'static str,
    /// The weights of the hand-crafted evaluation: built in, or from a genome.
    pub weights: Cow<'static, EvalWeights>,
    /// The features of the search.
    pub features: Features,
    /// The depth in plies if nothing else is set.
    pub depth: Option<u32>,
    /// Whether one of several root moves with the same exact score is chosen at random.
    pub random_ties: bool,
}

impl Level {
    /// Alpha-beta without any pruning or reduction, depth 4.
    pub const MEDIUM: Self = Self {
        name: "medium",
        weights: Cow::Borrowed(&MEDIUM),
        features: Features::NONE,
        depth: Some(4),
        random_ties: true,
    };

    /// Depth 6, with king safety and the safest kinds of pruning.
    pub const HARD: Self = Self {
        name: "hard",
        weights: Cow::Borrowed(&HARD),
        features: Features::NONE
            .with(Feature::NullMove)
            .with(Feature::Reductions)
            .with(Feature::CheckExtension),
        depth: Some(6),
        random_ties: true,
    };

    /// Every feature that gained strength when measured (`docs/CHESS-STRENGTH.md`).
    pub const MASTER: Self = Self {
        name: "master",
        weights: Cow::Borrowed(&MASTER),
        features: Features::ALL.without(Features::NONE.with(Feature::CheckExtension)),
        depth: None,
        random_ties: false,
    };

    /// All levels, weakest first.
    pub const ALL: [Self; 3] = [Self::MEDIUM, Self::HARD, Self::MASTER];

    /// The level of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name == name)
    }
}
