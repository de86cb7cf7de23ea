//! The bots that people can begin with in a game: those of its kit, and those that play any game.

use ludus_arena::AnyGame;
use ludus_core::{Language, Starter, StarterProtocol};

/// Starters that choose among the legal actions, whatever the game.
const ANY_GAME: &[Starter] = &[
    Starter::program(Language::Python, include_str!("../starters/python/bot.py")),
    Starter::program(Language::JavaScript, include_str!("../starters/javascript/bot.js")),
    Starter::program(Language::Rust, include_str!("../starters/rust/bot.rs")),
    Starter::program(Language::Cpp, include_str!("../starters/cpp/bot.cpp")),
];

/// The starters of a game: its own first, and the general ones in the languages for which it has none.
pub(crate) fn of(game: &dyn AnyGame) -> Vec<Starter> {
    // A live form cannot be played by programs.
    if game.bots().iter().all(|bot| bot.name != StarterProtocol::PROGRAM) {
        return game.starters().to_vec();
    }
    let own = game.starters();
    let is_missing = |general: &&Starter| {
        own.iter().all(|s| (s.language, s.protocol) != (general.language, general.protocol))
    };
    own.iter().chain(ANY_GAME.iter().filter(is_missing)).copied().collect()
}

/// The names of the protocols of these starters, each once.
pub(crate) fn protocols(starters: &[Starter]) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for name in starters.iter().map(|s| s.protocol.name()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The languages in which there is a starter for a protocol.
pub(crate) fn languages(starters: &[Starter], protocol: &str) -> Vec<&'static str> {
    starters.iter().filter(|s| s.protocol.name() == protocol).map(|s| s.language.name()).collect()
}

/// How a starter is run, named in matches and built: what its README and `ludus new` say.
pub(crate) struct StarterUsage {
    /// The command that builds it, for languages that need one.
    pub(crate) build: Option<&'static str>,
    /// The command that starts it in the background, for servers.
    pub(crate) serve: Option<String>,
    /// The bot as `ludus match` names it, without a label.
    pub(crate) bot: String,
}

/// The port that READMEs and examples give to servers.
const PORT: u16 = 9000;

impl StarterUsage {
    /// How this starter is used.
    pub(crate) fn of(starter: &Starter) -> Self {
        let Starter { language, protocol, .. } = starter;
        let run = language.run();
        let (serve, bot) = match protocol {
            StarterProtocol::Program => (None, format!("{}:cmd={run}", protocol.name())),
            StarterProtocol::GameProgram(program) => {
                (None, format!("{}:cmd={run},{}", program.name, program.keys))
            }
            StarterProtocol::Server(server) => {
                (Some(format!("{run} {PORT} &")), format!("{}=http://127.0.0.1:{PORT}", server.bot))
            }
        };
        Self { build: language.build(), serve, bot }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;
    use crate::settings::Settings;

    /// The part of a starter that is the same in every game.
    fn protocol_part(text: &str) -> &str {
        &text[text.find("The protocol: one JSON").expect("a heading")..]
    }

    #[test]
    fn starters_of_a_language_speak_the_protocol_with_the_same_lines() {
        let catalog = Program::standard().catalog();
        let settings = Settings::load(&catalog, None).unwrap();
        for game in ["tetris", "chess", "snake", "tetris-versus"] {
            let starters = of(settings.game(game).unwrap().as_ref());
            for general in ANY_GAME {
                let same =
                    |s: &&Starter| (s.language, s.protocol) == (general.language, general.protocol);
                let own = starters.iter().find(same).unwrap();
                assert_ne!(own.text, general.text, "{game} has starters of its own");
                assert_eq!(protocol_part(own.text), protocol_part(general.text), "{game}");
            }
        }
    }
}
