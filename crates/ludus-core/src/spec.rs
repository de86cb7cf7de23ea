//! How a bot is named on the command line, in a file and on a page: `label=name:key=value,key=value`.

mod quoting;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::kit::{BotInfo, Origin};
use crate::names::hint;
use quoting::{parts, quoted, unquoted};

/// A bot by name, with its settings and an optional label in front.
///
/// ```
/// use ludus_core::BotSpec;
/// let spec: BotSpec = "mine=weights:path=my.json,lookahead=5".parse().unwrap();
/// assert_eq!(spec.label(), "mine");
/// assert_eq!(spec.name(), "weights");
/// assert_eq!(spec.get("path"), Some("my.json"));
/// assert_eq!(spec.to_string(), "mine=weights:path=my.json,lookahead=5");
/// ```
///
/// Commas in quotes do not end a value, and quotes around a whole value are not part of it:
///
/// ```
/// # use ludus_core::BotSpec;
/// let spec: BotSpec = r#"proc:cmd="python3 bot.py --weights a=1,b=2",dir=bots"#.parse().unwrap();
/// assert_eq!(spec.get("cmd"), Some("python3 bot.py --weights a=1,b=2"));
/// assert_eq!(spec.get("dir"), Some("bots"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSpec {
    label: Option<String>,
    name: String,
    settings: Vec<(String, String)>,
}

impl BotSpec {
    /// The bot's name, without label and settings.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the bot is called in tables: its label, or else its name with its settings.
    #[must_use]
    pub fn label(&self) -> String {
        self.label.clone().unwrap_or_else(|| self.unlabelled())
    }

    /// The setting of this key as text.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// All settings in the order they were given.
    pub fn settings(&self) -> impl Iterator<Item = (&str, &str)> {
        self.settings.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The settings of a family, without its prefix: for `env.` those of `env.HOME=/tmp` and `env.LANG=C` are `HOME` and
    /// `LANG`.
    pub fn family<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.settings().filter_map(move |(key, value)| Some((key.strip_prefix(prefix)?, value)))
    }

    /// The same bot with this key set to this value.
    #[must_use]
    pub fn with(&self, key: &str, value: impl fmt::Display) -> Self {
        let mut changed = self.clone();
        let value = value.to_string();
        match changed.settings.iter_mut().find(|(known, _)| known == key) {
            Some(setting) => setting.1 = value,
            None => changed.settings.push((key.to_owned(), value)),
        }
        changed
    }

    /// The same bot without a label of its own.
    #[must_use]
    pub fn without_label(&self) -> Self {
        Self { label: None, ..self.clone() }
    }

    /// The value of this key; `None` if it is not given.
    ///
    /// # Errors
    /// If the text is not such a value. `allowed` describes the allowed values.
    pub fn value<T: FromStr>(&self, key: &str, allowed: &str) -> Result<Option<T>, SpecError> {
        let Some(text) = self.get(key) else { return Ok(None) };
        match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(self.bad_value(key, allowed)),
        }
    }

    /// The error for a key whose value is not allowed.
    #[must_use]
    pub fn bad_value(&self, key: &str, allowed: &str) -> SpecError {
        SpecError::Value {
            bot: self.name.clone(),
            key: key.to_owned(),
            given: self.get(key).unwrap_or_default().to_owned(),
            allowed: allowed.to_owned(),
        }
    }

    /// The error for a file, program or server that the bot names and that cannot be used.
    #[must_use]
    pub fn bad_source(&self, reason: impl fmt::Display) -> SpecError {
        SpecError::Source { bot: self.name.clone(), reason: reason.to_string() }
    }

    /// What is in the file that a key names. `read` gives the text of the file, because this crate opens none; `parse`
    /// makes something of the text.
    ///
    /// ```
    /// use ludus_core::{BotSpec, Gene, WeightsFile};
    /// const GENES: &[Gene] = &[Gene::new("holes", -20.0, 0.0)];
    /// let spec: BotSpec = "weights:path=missing.json".parse().unwrap();
    /// let weights = spec.from_file("path", std::fs::read_to_string, |text| WeightsFile::parse(text)?.weights(GENES));
    /// assert!(weights.unwrap_err().to_string().contains("cannot read missing.json"));
    /// ```
    ///
    /// # Errors
    /// If the file cannot be read, or its text cannot be used.
    pub fn from_file<'a, T, R: fmt::Display, E: fmt::Display>(
        &'a self,
        key: &str,
        read: impl FnOnce(&'a str) -> Result<String, R>,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, SpecError> {
        let path = self.get(key).unwrap_or_default();
        let text =
            read(path).map_err(|error| self.bad_source(format!("cannot read {path}: {error}")))?;
        parse(&text).map_err(|error| self.bad_source(format!("{path}: {error}")))
    }

    /// The entry of this name in a game's list. The keys are not checked.
    ///
    /// # Errors
    /// If the name is unknown.
    pub fn info_in<'a>(&self, game: &str, bots: &'a [BotInfo]) -> Result<&'a BotInfo, SpecError> {
        bots.iter().find(|info| info.name == self.name).ok_or_else(|| {
            let names: Vec<_> = bots.iter().map(|info| info.name).collect();
            let (game, given) = (game.to_owned(), self.name.clone());
            SpecError::Bot { game, given, hint: hint(&self.name, &names) }
        })
    }

    /// The entry of this bot in a game's list, if its name and all its keys are there.
    ///
    /// # Errors
    /// If the name or a key is unknown, or a key that the bot needs is missing.
    pub fn find_in<'a>(&self, game: &str, bots: &'a [BotInfo]) -> Result<&'a BotInfo, SpecError> {
        let info = self.info_in(game, bots)?;
        let keys: Vec<_> = info.keys.iter().map(|key| key.name).collect();
        let is_known = |given: &str| info.keys.iter().any(|key| key.matches(given));
        if let Some((key, _)) = self.settings.iter().find(|(key, _)| !is_known(key)) {
            let allowed =
                if keys.is_empty() { "it takes no keys".to_owned() } else { hint(key, &keys) };
            return Err(SpecError::Key { bot: self.name.clone(), key: key.clone(), hint: allowed });
        }
        match info.keys.iter().find(|key| key.required && self.get(key.name).is_none()) {
            Some(key) => Err(SpecError::Missing { bot: self.name.clone(), key: key.name }),
            None => Ok(info),
        }
    }

    fn unlabelled(&self) -> String {
        let setting = |(key, value): &(String, String)| format!("{key}={}", quoted(value));
        let settings: Vec<_> = self.settings.iter().map(setting).collect();
        if settings.is_empty() {
            self.name.clone()
        } else {
            format!("{}:{}", self.name, settings.join(","))
        }
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(label) = &self.label {
            write!(f, "{label}=")?;
        }
        f.write_str(&self.unlabelled())
    }
}

impl Serialize for BotSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BotSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl FromStr for BotSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let malformed = || SpecError::Malformed(text.to_owned());
        // A `=` before the first `:` ends a label; later ones belong to settings.
        let (head, tail) = text.split_once(':').map_or((text, None), |(h, t)| (h, Some(t)));
        let (label, name) = head.split_once('=').map_or((None, head), |(l, n)| (Some(l), n));
        if name.is_empty() || label == Some("") || text.contains(char::is_control) {
            return Err(malformed());
        }
        let mut settings: Vec<(String, String)> = Vec::new();
        for part in tail.into_iter().flat_map(parts) {
            match (part.split_once('='), settings.last_mut()) {
                (Some((key, value)), _) if !key.is_empty() => {
                    if settings.iter().any(|(k, _)| k == key) {
                        return Err(SpecError::Twice {
                            key: key.to_owned(),
                            given: text.to_owned(),
                        });
                    }
                    settings.push((key.to_owned(), value.to_owned()));
                }
                // A comma inside a value, as a file name may have one.
                (None, Some((_, value))) => {
                    value.push(',');
                    value.push_str(part);
                }
                _ => return Err(malformed()),
            }
        }
        for (_, value) in &mut settings {
            *value = unquoted(value);
        }
        Ok(Self { label: label.map(str::to_owned), name: name.to_owned(), settings })
    }
}

/// A bot that cannot be made as it was named.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// The text is not of the form of a bot's name.
    #[error("{0:?} does not name a bot: expected NAME, NAME:key=value,… or label=NAME…")]
    Malformed(String),
    /// A key is given twice.
    #[error("key {key} is given twice in {given:?}")]
    Twice {
        /// The key.
        key: String,
        /// The whole text.
        given: String,
    },
    /// The game has no bot of this name.
    #[error("{game} has no bot {given:?}; {hint}")]
    Bot {
        /// The game's name.
        game: String,
        /// The name that was given.
        given: String,
        /// The names there are, and the nearest one.
        hint: String,
    },
    /// The bot has no such setting.
    #[error("bot {bot} has no key {key:?}; {hint}")]
    Key {
        /// The bot's name.
        bot: String,
        /// The key that was given.
        key: String,
        /// The keys there are, and the nearest one.
        hint: String,
    },
    /// A setting that the bot needs is missing.
    #[error("bot {bot} needs {key}=…")]
    Missing {
        /// The bot's name.
        bot: String,
        /// The key that is missing.
        key: &'static str,
    },
    /// A setting has a value that it cannot have.
    #[error("bot {bot} has {key}={given}; allowed: {allowed}")]
    Value {
        /// The bot's name.
        bot: String,
        /// The key.
        key: String,
        /// The value that was given.
        given: String,
        /// What is allowed, in words.
        allowed: String,
    },
    /// The bot comes from outside this program, where that is not allowed.
    #[error("bot {bot} is {origin}, not part of this program: that is not allowed here")]
    Outside {
        /// The bot's name.
        bot: String,
        /// What it is made of.
        origin: Origin,
    },
    /// There are too many bots in a list.
    #[error("too many bots; allowed: {0} and less")]
    TooMany(usize),
    /// A file or program that the bot is made of cannot be used.
    #[error("bot {bot}: {reason}")]
    Source {
        /// The bot's name.
        bot: String,
        /// Which file or program, and what is wrong with it.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::BotKey;

    fn parse(text: &str) -> Result<BotSpec, SpecError> {
        text.parse()
    }

    #[test]
    fn colons_commas_and_equals_signs_in_values_are_kept() {
        let spec = parse("http:url=http://127.0.0.1:8000/a=b,c").unwrap();
        assert_eq!(spec.get("url"), Some("http://127.0.0.1:8000/a=b,c"));
        assert_eq!(parse("a=hard").unwrap().label(), "a");
        assert_eq!(parse("hard").unwrap().label(), "hard");
    }

    #[test]
    fn commas_between_quotes_are_part_of_the_value() {
        let text = "proc:cmd=python3 \"a,b=c.py\" 'x,y=1',dir=bots";
        let spec = parse(text).unwrap();
        assert_eq!(spec.get("cmd"), Some("python3 \"a,b=c.py\" 'x,y=1'"));
        assert_eq!(spec.get("dir"), Some("bots"));
        assert_eq!(spec.to_string(), text);
        // A quote that does not close is a letter.
        let spec = parse("weights:path=it's.json,lookahead=5").unwrap();
        assert_eq!(spec.get("path"), Some("it's.json"));
        assert_eq!(spec.get("lookahead"), Some("5"));
    }

    #[test]
    fn quotes_keep_commas_and_equals_signs_together() {
        let spec = parse(r#"proc:cmd="a b,c=d",dir='x,y=z',env.NAME=it's,param.p=-7"#).unwrap();
        let settings: Vec<_> = spec.settings().collect();
        let expected =
            [("cmd", "a b,c=d"), ("dir", "x,y=z"), ("env.NAME", "it's"), ("param.p", "-7")];
        assert_eq!(settings, expected);
        assert_eq!(spec.family("env.").collect::<Vec<_>>(), [("NAME", "it's")]);
        // Quotes inside a value belong to it: a command is split into words later.
        let spec = parse(r#"proc:cmd=python3 "my bot.py" --x "a,b=c",dir=d"#).unwrap();
        assert_eq!(spec.get("cmd"), Some(r#"python3 "my bot.py" --x "a,b=c""#));
        assert_eq!(spec.get("dir"), Some("d"));
    }

    proptest::proptest! {
        #[test]
        fn a_spec_is_read_back_from_its_text(
            cmd in "[a-c ,='\"\\\\:]{0,12}", dir in "[a-c ,='\"\\\\:]{0,12}",
        ) {
            let settings = vec![("cmd".to_owned(), cmd), ("dir".to_owned(), dir)];
            let spec = BotSpec { label: None, name: "proc".to_owned(), settings };
            proptest::prop_assert_eq!(parse(&spec.to_string()), Ok(spec));
        }
    }

    #[test]
    fn a_key_may_stand_for_many() {
        const KEYS: &[BotKey] = &[BotKey::optional("env.NAME", "a variable")];
        let bots = [BotInfo::new("proc", "", KEYS)];
        let find = |text: &str| parse(text).unwrap().find_in("any", &bots).is_ok();
        assert!(find("proc:env.HOME=/tmp,env.X="));
        assert!(!find("proc:env.=1"));
        assert!(!find("proc:environment=1"));
    }

    #[test]
    fn a_key_is_changed_or_added() {
        let spec = parse("mine=heuristic:holes=-7,lines=2").unwrap();
        let changed = spec.with("holes", -8.5).with("wells", 1).without_label();
        assert_eq!(changed.to_string(), "heuristic:holes=-8.5,lines=2,wells=1");
    }

    #[test]
    fn a_malformed_name_is_refused() {
        for text in ["", ":a=1", "=hard", "hard:", "hard:a", "hard:=1", "x=:a=1", "a\nb=hard"] {
            assert!(matches!(parse(text), Err(SpecError::Malformed(_))), "{text:?}");
        }
        assert!(matches!(parse("hard:a=1,a=2"), Err(SpecError::Twice { .. })));
    }

    #[test]
    fn unknown_names_and_keys_come_with_the_nearest_valid_one() {
        const PATH: &[BotKey] = &[BotKey::required("path", "a file")];
        let bots = [BotInfo::new("easy", "", &[]), BotInfo::new("weights", "", PATH)];
        let error =
            |text: &str| parse(text).unwrap().find_in("tetris", &bots).unwrap_err().to_string();
        assert_eq!(
            error("eazy"),
            "tetris has no bot \"eazy\"; allowed: easy, weights; did you mean easy?"
        );
        assert_eq!(error("easy:a=1"), "bot easy has no key \"a\"; it takes no keys");
        assert_eq!(error("weights"), "bot weights needs path=…");
        assert_eq!(
            error("weights:paht=x"),
            "bot weights has no key \"paht\"; allowed: path; did you mean path?"
        );
    }
}
