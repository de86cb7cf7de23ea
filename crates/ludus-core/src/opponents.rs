//! The opponents in training, and which of them another machine may choose.
//!
//! People write a line-up as text; it is parsed into a [`Pool`] once. From untrusted text only a [`BuiltInSpec`] can
//! be made, which cannot name a file, a program or a server.

use serde::{Serialize, Serializer};

use crate::kit::{BotInfo, Origin};
use crate::seed::Seed;
use crate::spec::{BotSpec, SpecError};

/// A bot that is part of this program. It cannot name a file, a program or a server, so it is safe to create one on
/// behalf of another machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltInSpec(BotSpec);

impl BuiltInSpec {
    /// The bot of this name in the game's list.
    ///
    /// # Errors
    /// If there is no such bot, or it comes from outside this program.
    pub fn new(spec: BotSpec, game: &str, bots: &[BotInfo]) -> Result<Self, SpecError> {
        let origin = spec.info_in(game, bots)?.origin;
        if origin != Origin::BuiltIn {
            return Err(SpecError::Outside { bot: spec.name().to_owned(), origin });
        }
        spec.find_in(game, bots)?;
        Ok(Self(spec))
    }

    /// The bot by name and settings.
    #[must_use]
    pub const fn spec(&self) -> &BotSpec {
        &self.0
    }
}

/// Which bots may be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Only bots that are part of this program: for requests of other machines.
    BuiltIn,
    /// All bots, including files, programs and servers: for requests of this machine's user.
    All,
}

/// An opponent in training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// It is part of this program.
    BuiltIn(BuiltInSpec),
    /// It is a file, a program or a server, and the user has allowed it.
    Outside(BotSpec),
}

impl Opponent {
    /// The bot by name and settings.
    #[must_use]
    pub const fn spec(&self) -> &BotSpec {
        match self {
            Self::BuiltIn(built_in) => built_in.spec(),
            Self::Outside(spec) => spec,
        }
    }
}

/// The bots that opponents are drawn from. A bot that is listed twice is drawn twice as often.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pool(Vec<Opponent>);

impl Pool {
    /// The most bots that a pool can have.
    pub const MOST: usize = 100;

    /// These bots, if they may all be trusted.
    ///
    /// # Errors
    /// If a bot is not in the game's list, or may not be trusted.
    pub fn new(
        texts: impl IntoIterator<Item = impl AsRef<str>>,
        game: &str,
        bots: &[BotInfo],
        trust: Trust,
    ) -> Result<Self, SpecError> {
        let opponent = |text: &str| -> Result<Opponent, SpecError> {
            let spec: BotSpec = text.parse()?;
            match (BuiltInSpec::new(spec.clone(), game, bots), trust) {
                (Ok(built_in), _) => Ok(Opponent::BuiltIn(built_in)),
                (Err(SpecError::Outside { .. }), Trust::All) => Ok(Opponent::Outside(spec)),
                (Err(error), _) => Err(error),
            }
        };
        let opponents = texts.into_iter().map(|text| opponent(text.as_ref()));
        let pool: Vec<Opponent> = opponents.collect::<Result<_, _>>()?;
        match pool.len() > Self::MOST {
            true => Err(SpecError::TooMany(Self::MOST)),
            false => Ok(Self(pool)),
        }
    }

    /// Whether the pool is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All bots by name and settings.
    pub fn specs(&self) -> impl Iterator<Item = &BotSpec> {
        self.0.iter().map(Opponent::spec)
    }

    /// The first bot that is not part of this program.
    #[must_use]
    pub fn outside(&self) -> Option<&BotSpec> {
        self.0.iter().find_map(|opponent| match opponent {
            Opponent::BuiltIn(_) => None,
            Opponent::Outside(spec) => Some(spec),
        })
    }

    /// The opponents of the match with this seed, as an endless sequence. Each is drawn independently, so a line-up
    /// may contain the same bot several times.
    pub fn draw(&self, seed: Seed) -> impl Iterator<Item = &BotSpec> {
        let mut rng = seed.derive("against", 0).rng();
        std::iter::from_fn(move || rng.pick(&self.0)).map(Opponent::spec)
    }
}

/// Written as a list of texts. To read it back, the caller must say what it trusts, with [`Pool::new`].
impl Serialize for Pool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.specs().map(ToString::to_string))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::BotKey;

    const BOTS: &[BotInfo] = &[
        BotInfo::new("dt20", "", &[]),
        BotInfo::new("medium", "", &[BotKey::optional("noise", "")]),
        BotInfo::new("weights", "", &[BotKey::required("path", "")]).made_of(Origin::File),
        BotInfo::new("uci", "", &[BotKey::required("cmd", "")]).made_of(Origin::Program),
        BotInfo::new("http", "", &[BotKey::required("url", "")]).made_of(Origin::Server),
    ];

    fn pool(text: &str, trust: Trust) -> Result<Pool, String> {
        Pool::new(text.split_whitespace(), "toy", BOTS, trust).map_err(|error| error.to_string())
    }

    #[test]
    fn strangers_name_only_bots_of_this_program() {
        assert!(pool("dt20 medium:noise=1", Trust::BuiltIn).is_ok());
        for (bot, what) in [
            ("weights:path=/etc/passwd", "a file"),
            ("uci:cmd=/bin/sh,option.x=1", "a program"),
            ("mine=uci:cmd=/bin/sh", "a program"),
            ("http:url=http://127.0.0.1:1", "a server"),
        ] {
            let error = pool(&format!("dt20 {bot}"), Trust::BuiltIn).unwrap_err();
            assert!(error.contains(what) && error.contains("not part of this program"), "{error}");
            let allowed = pool(&format!("dt20 {bot}"), Trust::All).unwrap();
            assert_eq!(allowed.outside().unwrap().to_string(), bot);
        }
        assert!(pool("dt20:cmd=x", Trust::BuiltIn).unwrap_err().contains("no key \"cmd\""));
        assert!(pool(&"dt20 ".repeat(101), Trust::All).unwrap_err().contains("100"));
    }

    #[test]
    fn opponents_are_drawn_by_the_seed_in_every_mixture() {
        let pool = pool(" dt20  medium\tmedium ", Trust::BuiltIn).unwrap();
        let line_up =
            |seed| -> Vec<&str> { pool.draw(Seed::new(seed)).take(3).map(BotSpec::name).collect() };
        assert_eq!(line_up(7), line_up(7));
        let all: Vec<_> = (0..600).map(line_up).collect();
        // Binomial with p = 1/3 of three: 8/27, 12/27, 6/27 and 1/27 of 600, within five deviations.
        for (dt20, (low, high)) in [(122, 234), (205, 328), (82, 185), (0, 46)].iter().enumerate() {
            let fits =
                |bots: &&Vec<&str>| bots.iter().filter(|bot| **bot == "dt20").count() == dt20;
            let count = all.iter().filter(fits).count();
            assert!((*low..*high).contains(&count), "{dt20}: {count}");
        }
    }

    #[test]
    fn a_pool_is_written_as_a_list_of_texts() {
        let pool = pool("dt20 medium:noise=1", Trust::BuiltIn).unwrap();
        assert_eq!(serde_json::to_string(&pool).unwrap(), r#"["dt20","medium:noise=1"]"#);
    }
}
