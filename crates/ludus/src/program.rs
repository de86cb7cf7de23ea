//! The program as a library: the games and bots it has, and how it runs.

use std::ffi::OsStr;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::LazyLock;

use ludus_catalog::{AnyEntry, Catalog, Drawing, GameEntry, OwnBot};
use ludus_core::{Bot, BotInfo, BotSpec, GameKit, SpecError};
use ludus_process::limiter;
use ludus_tui::widgets::ReadWidget;
use ludus_web::PageFile;

use crate::{cli, commands, completion, failure};

/// The program, with the games and bots that it will have when it [runs](Program::run).
///
/// ```no_run
/// ludus::Program::standard().run();
/// ```
#[must_use = "a program does nothing until it runs"]
pub struct Program {
    games: Vec<Box<dyn AnyEntry>>,
}

/// The name of this program, as it was called: that of its file.
pub(crate) fn own_name() -> &'static str {
    static NAME: LazyLock<String> = LazyLock::new(|| {
        let called = std::env::args_os().next().map(PathBuf::from);
        let name = called.as_deref().and_then(Path::file_name).and_then(OsStr::to_str);
        name.map_or("ludus", |name| name.strip_suffix(".exe").unwrap_or(name)).to_owned()
    });
    &NAME
}

impl Program {
    /// The program with the games of this project.
    pub fn standard() -> Self {
        Self { games: ludus_catalog::standard() }
    }

    /// The program without any game.
    pub fn empty() -> Self {
        Self { games: Vec::new() }
    }

    /// Adds a game, and how it is drawn: a widget for the terminal, [`TEXT`](crate::TEXT) if it has none, and the files of its page,
    /// of which one is `page.js`. Without files the pages show its text.
    pub fn game<K: GameKit>(
        mut self,
        widget: ReadWidget,
        page: impl IntoIterator<Item = PageFile>,
    ) -> Self {
        let drawing = Drawing { widget, page: page.into_iter().collect() };
        self.games.push(Box::new(GameEntry::<K>::game(drawing)));
        self
    }

    /// Adds the live form of a game: the one that [`GameKit::LIVE`] of the other kit names. On the pages it is drawn
    /// by the page of that game.
    pub fn live_form<K: GameKit, Base: GameKit>(mut self, widget: ReadWidget) -> Self {
        let drawing = Drawing { widget, page: Vec::new() };
        self.games.push(Box::new(GameEntry::<K>::live_form_of::<Base>(drawing)));
        self
    }

    /// Adds a bot to the game of a kit. It can be named wherever bots are: in matches, on pages, in `ludus bots`.
    ///
    /// # Panics
    /// If the program does not have that game.
    pub fn bot<K: GameKit>(
        mut self,
        info: BotInfo,
        make: impl Fn(&BotSpec) -> Result<Box<dyn Bot<K::Game>>, SpecError> + Send + Sync + 'static,
    ) -> Self {
        let mut entries = self.games.iter_mut();
        let entry = entries.find_map(|entry| entry.as_any_mut().downcast_mut::<GameEntry<K>>());
        match entry {
            Some(entry) => entry.add_bot(OwnBot::new(info, make)),
            None => panic!("the program has no game of {}; add it first", K::TITLE),
        }
        self
    }

    /// The finished list of games.
    ///
    /// # Panics
    /// If two games have the same name: a mistake in the program, which its first start shows.
    pub(crate) fn catalog(self) -> Catalog {
        Catalog::new(self.games)
    }

    /// Runs the program: reads the arguments, carries out the command, and gives the exit code.
    #[must_use]
    pub fn run(self) -> ExitCode {
        if let Err(error) = limiter::run_if_asked() {
            return failure::not_started(&error);
        }
        let catalog = self.catalog();
        completion::answer_shell(&catalog);
        let cli = match cli::parse(&catalog) {
            Ok(cli) => cli,
            Err(error) => return failure::wrong_arguments(&error),
        };
        // Not locked: `ludus uci` writes from several threads.
        let mut out = BufWriter::new(io::stdout());
        let result = commands::run(cli, catalog, &mut out).and_then(|ending| {
            out.flush()?;
            Ok(ending)
        });
        // What a thread that is still waiting has started ends with this program.
        ludus_process::end_all();
        failure::exit_code(result)
    }
}

#[cfg(test)]
mod tests {
    use ludus_chess::ChessKit;
    use ludus_drawings::terminal;

    use super::*;

    #[test]
    #[should_panic(expected = "two games are called \"chess\"")]
    fn two_games_of_one_name_are_refused() {
        Program::standard().game::<ChessKit>(terminal::CHESS, []).catalog();
    }

    #[test]
    fn a_program_may_have_a_single_game() {
        let catalog = Program::empty().game::<ChessKit>(terminal::CHESS, []).catalog();
        assert_eq!(catalog.games().map(|entry| entry.name).collect::<Vec<_>>(), ["chess"]);
        assert!(catalog.pages().is_empty());
    }
}
