//! How values are searched for: SPSA, or one of the optimisers of training.

use serde::{Deserialize, Serialize};

use crate::optimizer::{Method, Optimizer, Spsa};

/// The kinds of searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub enum TuneMethod {
    /// Pairs of perturbed values play each other.
    Spsa,
    /// Generations of values play against the centre of the search, or against the opponents.
    Population(Method),
}

impl TuneMethod {
    /// All names, the usual one first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        std::iter::once("spsa").chain(Method::ALL.iter().map(|(name, _)| *name))
    }

    /// The search of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        let population = || Method::ALL.iter().find(|(known, _)| *known == name);
        match name {
            "spsa" => Some(Self::Spsa),
            _ => population().map(|(_, method)| Self::Population(*method)),
        }
    }

    /// Its name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Spsa => "spsa",
            Self::Population(method) => method.name(),
        }
    }
}

impl TryFrom<String> for TuneMethod {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Self::by_name(&name).ok_or_else(|| format!("unknown optimizer {name:?}"))
    }
}

impl From<TuneMethod> for &'static str {
    fn from(method: TuneMethod) -> Self {
        method.name()
    }
}

/// A search with everything it has learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TuneSearch {
    /// Pairs of perturbed values play each other.
    Spsa(Spsa),
    /// Generations of values play against the centre of the search, or against the opponents.
    Population(Optimizer),
}
