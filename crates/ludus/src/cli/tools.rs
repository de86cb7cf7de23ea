//! The arguments of the commands for programs and for looking around: `serve`, `step`, `perft`, `bots`,
//! `bench`, `config` and others.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

/// Arguments of `ludus demo`.
#[derive(Debug, Default, Args)]
#[command(after_help = "Examples:\n  ludus demo\n  ludus demo snake\n  ludus demo --json")]
pub(crate) struct DemoArgs {
    /// The game; all of them if it is left out
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `ludus step`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  echo '{\"board\":[\"....\",\"....\",\"....\",\"....\",\"##.#\"],\"piece\":\"I\"}' | ludus step tetris")]
pub(crate) struct StepArgs {
    /// The game
    pub(crate) game: String,
}

/// Arguments of `ludus serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every built-in snake answers at /snakes/NAME/, those of [serve.bots] at /snakes/LABEL/, and serve.snake at the \
root. Ctrl-C finishes in-flight requests and exits. RUST_LOG=debug logs every move.

With --listen 0.0.0.0:8000 other machines can reach the server, by its address or by a name that the setting \
serve.hosts lists.

The public board viewer can show a game while its snakes play here, and recorded matches by the name of their \
file: use this server as its engine. /games lists the games, /games/ID describes one, and the WebSocket \
/games/ID/events sends its frames.

Examples:
  ludus serve
  ludus serve --listen 0.0.0.0:8000 --log moves.jsonl
  ludus match snake hard http:url=http://127.0.0.1:8000/snakes/easy --games 1 --nodes 200")]
pub(crate) struct ServeArgs {
    /// The address to listen at; 0.0.0.0 lets other machines in [default: serve.listen]
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<SocketAddr>,

    /// Append every move to this file, one JSON line each; - prints them [default: debug.log_file_path, if enabled]
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    /// Also show the recorded matches of this folder [default: serve.replays]
    #[arg(long, value_name = "DIR")]
    pub(crate) replays: Option<PathBuf>,
}

/// Arguments of `ludus uci`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ludus uci
  ludus uci hard:depth=8

With weights of your own: ludus uci weights:path=mine.json. A graphical interface or match runner can change the bot with the UCI options Level and Weights.")]
pub(crate) struct UciArgs {
    /// The bot that plays: a built-in bot of chess with its settings
    #[arg(default_value = "master")]
    pub(crate) bot: String,
}

/// Arguments of `ludus tbp`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ludus tbp
  ludus tbp hard --nodes 20000

The program reads and writes the Tetris Bot Protocol, one JSON object a line. It thinks from `start` or `play` on, until \
`suggest` arrives. With weights of your own: ludus tbp weights:path=mine.json.")]
pub(crate) struct TbpArgs {
    /// The bot that plays: a built-in bot of tetris-versus with its settings
    #[arg(default_value = "master")]
    pub(crate) bot: String,

    /// Search exactly this many positions after each `start` or `play`, and answer when they are searched: moves then
    /// repeat
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

/// Arguments of `ludus perft`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  ludus perft startpos 5
  ludus perft 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' 4 --divide
  ludus perft versus IOLJSZT 5")]
pub(crate) struct PerftArgs {
    /// The position and the depth in moves. For chess the position is a FEN, startpos or chess960:NUMBER; for versus, name the
    /// game first, and then its queue of pieces
    #[arg(value_names = ["[GAME] POSITION", "DEPTH"], num_args = 2..=3, required = true)]
    pub(crate) what: Vec<String>,

    /// Split the count by first move
    #[arg(long)]
    pub(crate) divide: bool,

    /// Print one JSON document instead of text
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `ludus bots`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  ludus bots\n  ludus bots tetris --json")]
pub(crate) struct BotsArgs {
    /// Only the bots of this game
    pub(crate) game: Option<String>,

    /// Print one JSON document instead of tables
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `ludus bench`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  ludus bench\n  ludus bench snake --json\n  ludus bench bots")]
pub(crate) struct BenchArgs {
    /// Only the figures of this game; `bots`: turns a second of programs, through the bot protocol
    #[arg(value_name = "WHAT")]
    pub(crate) what: Option<String>,

    /// Print one JSON document instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `ludus config`.
#[derive(Debug, Args)]
#[command(after_help = "\
Settings: built-in defaults < ludus.toml < LUDUS_* in the environment < flags.

Examples:
  ludus config
  LUDUS_MATCH_GAMES=500 ludus config --json")]
pub(crate) struct ConfigArgs {
    /// Print one JSON document instead of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `ludus completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
The completions know the games and their bots.

Examples:
  mkdir -p ~/.local/share/bash-completion/completions ~/.zfunc ~/.config/fish/completions
  ludus completions bash > ~/.local/share/bash-completion/completions/ludus
  ludus completions zsh > ~/.zfunc/_ludus
  ludus completions fish > ~/.config/fish/completions/ludus.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// Arguments of `ludus man`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  ludus man man1")]
pub(crate) struct ManArgs {
    /// The folder for the pages: ludus.1, ludus-match.1 and so on
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,

    /// Overwrite the man pages in a folder that is not empty
    #[arg(long)]
    pub(crate) force: bool,
}
