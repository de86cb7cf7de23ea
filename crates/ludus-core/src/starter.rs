//! Starters: bots that people begin with, in the language they like.

use std::fmt;

/// A working bot that is one file without dependencies. `ludus new` writes it, and people change it.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// The language it is written in.
    pub language: Language,
    /// How the program speaks to it.
    pub protocol: StarterProtocol,
    /// The text of the file.
    pub text: &'static str,
}

impl Starter {
    /// A program that speaks the Ludus bot protocol over standard input and output.
    #[must_use]
    pub const fn program(language: Language, text: &'static str) -> Self {
        Self { language, protocol: StarterProtocol::Program, text }
    }

    /// A program that speaks a protocol of its game over standard input and output.
    #[must_use]
    pub const fn speaking(language: Language, program: StarterProgram, text: &'static str) -> Self {
        Self { language, protocol: StarterProtocol::GameProgram(program), text }
    }

    /// A server that speaks a protocol of its game. It takes its port as the first argument.
    #[must_use]
    pub const fn server(language: Language, server: StarterServer, text: &'static str) -> Self {
        Self { language, protocol: StarterProtocol::Server(server), text }
    }
}

/// How the program speaks to a starter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StarterProtocol {
    /// The program starts it, and speaks the Ludus bot protocol with it.
    Program,
    /// The program starts it, and speaks a protocol of the game with it.
    GameProgram(StarterProgram),
    /// People start it; the program asks it over the network.
    Server(StarterServer),
}

/// The protocol of a game that a starter speaks over standard input and output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StarterProgram {
    /// The name of the protocol, and of the bot that speaks it.
    pub name: &'static str,
    /// The keys that the bot has besides `cmd`, as on the command line.
    pub keys: &'static str,
}

/// The protocol of a starter that is a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StarterServer {
    /// The name of the protocol.
    pub name: &'static str,
    /// The name of the bot that asks a server, with the key for its address: `http:url`.
    pub bot: &'static str,
}

impl StarterProtocol {
    /// The name of the Ludus bot protocol, and of the bot that speaks it.
    pub const PROGRAM: &'static str = "proc";

    /// The protocol's name on the command line.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Program => Self::PROGRAM,
            Self::GameProgram(program) => program.name,
            Self::Server(server) => server.name,
        }
    }
}

/// A language that starters are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Python 3.
    Python,
    /// JavaScript for Node.
    JavaScript,
    /// Rust.
    Rust,
    /// C++17.
    Cpp,
}

impl Language {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Self; 4] = [Self::Python, Self::JavaScript, Self::Rust, Self::Cpp];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::JavaScript => "javascript",
            Self::Rust => "rust",
            Self::Cpp => "cpp",
        }
    }

    /// The name of a starter's file.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Self::Python => "bot.py",
            Self::JavaScript => "bot.js",
            Self::Rust => "bot.rs",
            Self::Cpp => "bot.cpp",
        }
    }

    /// The program that runs or compiles it.
    #[must_use]
    pub const fn tool(self) -> &'static str {
        match self {
            Self::Python => "python3",
            Self::JavaScript => "node",
            Self::Rust => "rustc",
            Self::Cpp => "g++",
        }
    }

    /// The command that makes a program of the file, in its folder; `None` if the file runs as it is.
    #[must_use]
    pub const fn build(self) -> Option<&'static str> {
        match self {
            Self::Python | Self::JavaScript => None,
            Self::Rust => Some("rustc --edition 2021 -O bot.rs"),
            Self::Cpp => Some("g++ -std=c++17 -O2 -o bot bot.cpp"),
        }
    }

    /// The command that runs the bot in its folder.
    #[must_use]
    pub const fn run(self) -> &'static str {
        match self {
            Self::Python => "python3 bot.py",
            Self::JavaScript => "node bot.js",
            Self::Rust | Self::Cpp => "./bot",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Python => "Python",
            Self::JavaScript => "JavaScript",
            Self::Rust => "Rust",
            Self::Cpp => "C++",
        })
    }
}
