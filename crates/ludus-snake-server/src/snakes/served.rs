//! The snakes that are served, each under a name of its own.

use std::sync::Arc;

use ludus_core::{Bot as _, BotSpec, Game, GameKit, SpecError, names};
use ludus_snake::api::SnakeInfo;
use ludus_snake::{Snake, SnakeKit};

use crate::options::SnakeOptions;
use crate::service::OpenError;

/// A bot that is served.
#[derive(Clone, Debug)]
pub(crate) struct ServedSnake {
    name: Arc<str>,
    spec: Arc<BotSpec>,
}

impl ServedSnake {
    fn new(name: &str, spec: BotSpec) -> Self {
        Self { name: name.into(), spec: Arc::new(spec) }
    }

    /// The name under which it is served.
    pub(crate) fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// How it is made.
    pub(crate) fn spec(&self) -> &Arc<BotSpec> {
        &self.spec
    }

    /// What the API wants to know about it.
    pub(crate) fn info(&self) -> SnakeInfo {
        let (color, head, tail) = match self.spec.name() {
            "random" => ("#888888", "silly", "curled"),
            "easy" => ("#3e9651", "smile", "round-bum"),
            "medium" => ("#396ab1", "bendr", "freckled"),
            _ => ("#cc2529", "evil", "sharp"),
        };
        SnakeInfo {
            apiversion: "1".to_owned(),
            author: "ludus".to_owned(),
            color: color.to_owned(),
            head: head.to_owned(),
            tail: tail.to_owned(),
            version: format!("{}-{}", self.name, env!("CARGO_PKG_VERSION")),
        }
    }
}

/// All snakes that are served: the built-in bots that need no key, those that the operator lists under a label, and
/// the one that answers at the root.
#[derive(Debug)]
pub(crate) struct ServedSnakes {
    bots: Vec<ServedSnake>,
    root: ServedSnake,
}

impl ServedSnakes {
    /// The snakes of these options. Each is made once, so that a file that cannot be read is noticed now and not in
    /// the first game.
    pub(crate) fn new(options: &SnakeOptions, kit: &SnakeKit) -> Result<Self, OpenError> {
        let mut bots = built_in(kit);
        for spec in &options.bots {
            // A bot that is a server already has an address of its own.
            if !kit.make_bot(spec).map_err(OpenError::Listed)?.waits() {
                let label = spec.label();
                bots.retain(|bot| *bot.name != *label);
                bots.push(ServedSnake::new(&label, spec.clone()));
            }
        }
        let root = find(&bots, &options.root)
            .or_else(|unknown| made(&options.root, kit, unknown))
            .map_err(OpenError::Root)?;
        Ok(Self { bots, root })
    }

    /// The snake at the root.
    pub(super) fn root(&self) -> &ServedSnake {
        &self.root
    }

    /// The snake of this name.
    pub(super) fn find(&self, name: &str) -> Result<ServedSnake, SpecError> {
        find(&self.bots, name)
    }
}

/// What needs a key has no meaning in an address.
fn built_in(kit: &SnakeKit) -> Vec<ServedSnake> {
    let free = kit.bots().iter().filter(|bot| bot.keys.iter().all(|key| !key.required));
    free.filter_map(|bot| Some(ServedSnake::new(bot.name, bot.name.parse().ok()?))).collect()
}

fn find(bots: &[ServedSnake], name: &str) -> Result<ServedSnake, SpecError> {
    let found = bots.iter().find(|bot| *bot.name == *name).cloned();
    found.ok_or_else(|| {
        let known: Vec<&str> = bots.iter().map(|bot| &*bot.name).collect();
        let (game, given) = (Snake::NAME.to_owned(), name.to_owned());
        SpecError::Bot { game, given, hint: names::hint(name, &known) }
    })
}

/// The snake of a whole spec; `unknown` is what to say of a text that is no more than a name.
fn made(text: &str, kit: &SnakeKit, unknown: SpecError) -> Result<ServedSnake, SpecError> {
    let spec: BotSpec = text.parse()?;
    let (label, has_settings) = (spec.label(), spec.settings().next().is_some());
    if label == spec.name() && !has_settings {
        return Err(unknown);
    }
    if kit.make_bot(&spec)?.waits() {
        let reason = "it is a server and has an address of its own".to_owned();
        return Err(SpecError::Source { bot: spec.name().to_owned(), reason });
    }
    // Without a label, the name alone: the public need not know where the operator keeps files.
    let labelled = label != spec.to_string();
    let name = if labelled { label } else { spec.name().to_owned() };
    Ok(ServedSnake::new(&name, spec))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_snake::SnakeSettings;

    fn list(root: &str, bots: &[&str]) -> Result<ServedSnakes, OpenError> {
        let bots = bots.iter().map(|text| text.parse().unwrap()).collect();
        let options = SnakeOptions { root: root.to_owned(), bots, ..SnakeOptions::default() };
        ServedSnakes::new(&options, &SnakeKit::new(SnakeSettings::default()))
    }

    #[test]
    fn the_operators_bots_are_snakes_under_their_labels() {
        let list = list("mine", &["mine=hard:depth=3", "easy=medium"]).unwrap();
        assert_eq!(list.root().spec().to_string(), "mine=hard:depth=3");
        assert_eq!(list.find("easy").unwrap().spec().name(), "medium", "the label wins");
        assert!(list.find("weights").is_err(), "without its file there is no such snake");
    }

    #[test]
    fn the_root_can_be_a_whole_spec() {
        let version = |root: &str| list(root, &[]).unwrap().root().info().version;
        assert!(version("mine=hard:depth=3").starts_with("mine-"));
        assert!(version("hard:depth=3").starts_with("hard-"));
    }

    #[test]
    fn what_cannot_be_a_snake_is_refused_at_the_start() {
        let reason = |root: &str, bots: &[&str]| list(root, bots).unwrap_err().to_string();
        assert!(reason("esay", &[]).contains("did you mean easy?"));
        assert!(reason("weights:path=/dev/null/w.json", &[]).contains("cannot read"));
        assert!(reason("hard", &["mine=weights:path=/dev/null/w.json"]).contains("cannot read"));
        assert!(reason("http:url=http://127.0.0.1:1", &[]).contains("an address of its own"));
        let list = list("hard", &["far=http:url=http://127.0.0.1:1"]).unwrap();
        assert!(list.find("far").is_err());
    }
}
