//! What the search can do, and which of it each level does.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::eval::{HARD, MASTER, MEDIUM, Weights};

/// Something that the search can do and that can be switched off to measure what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Start each iteration with a narrow window around the last score.
    Aspiration,
    /// Cut off where passing the move still leads to a good score.
    NullMove,
    /// Search late moves less deep first.
    Reductions,
    /// Cut off where the evaluation is far above the window.
    ReverseFutility,
    /// Skip late quiet moves near the leaves.
    LateMoves,
    /// Skip moves that lose material in the exchange.
    Exchange,
    /// Search the table's move deeper where it is the only good one.
    Singular,
    /// Search check evasions deeper.
    CheckExtension,
    /// Order quiet moves by the moves before them too.
    Continuation,
    /// Order quiet moves by whether the enemy attacks where they come from and go to.
    Threats,
    /// Correct the evaluation by what searching similar positions said.
    Correction,
    /// Evaluate by the network, not by the hand-written terms.
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

    /// The name that it is switched off by.
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
    /// No feature: plain alpha-beta with table and quiescence.
    pub const NONE: Self = Self(0);
    /// Everything.
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

impl FromStr for Features {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split('+').try_fold(Self::NONE, |set, name| {
            let feature = Feature::ALL.into_iter().find(|feature| feature.name() == name);
            feature.map(|feature| set.with(feature)).ok_or_else(|| name.to_owned())
        })
    }
}

/// How strong the engine plays: by which weights, with which features, and whether equal moves are
/// drawn by lot.
#[derive(Clone, Debug)]
pub struct Level {
    /// The name of the bot.
    pub name: &'static str,
    /// The evaluation's numbers: part of the program, or of a genome.
    pub weights: Cow<'static, Weights>,
    /// What the search does.
    pub features: Features,
    /// The depth it looks when nothing else is set.
    pub depth: Option<u32>,
    /// Whether moves with the same exact score at the root are drawn by lot.
    pub lot: bool,
}

impl Level {
    /// Alpha-beta with nothing left out, depth 4.
    pub const MEDIUM: Self = Self {
        name: "medium",
        weights: Cow::Borrowed(&MEDIUM),
        features: Features::NONE,
        depth: Some(4),
        lot: true,
    };

    /// Depth 6, with king safety, and the safest of the ways to leave out what does not matter.
    pub const HARD: Self = Self {
        name: "hard",
        weights: Cow::Borrowed(&HARD),
        features: Features::NONE
            .with(Feature::NullMove)
            .with(Feature::Reductions)
            .with(Feature::CheckExtension),
        depth: Some(6),
        lot: true,
    };

    /// Everything that was measured to gain.
    pub const MASTER: Self = Self {
        name: "master",
        weights: Cow::Borrowed(&MASTER),
        features: Features::ALL.without(Features::NONE.with(Feature::CheckExtension)),
        depth: None,
        lot: false,
    };

    /// All levels that search, weakest first.
    pub const ALL: [Self; 3] = [Self::MEDIUM, Self::HARD, Self::MASTER];

    /// The level of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name == name)
    }
}
