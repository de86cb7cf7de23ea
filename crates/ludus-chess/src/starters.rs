//! The bots that people can begin with: the files in `starters`.

use ludus_core::{Language, Starter};

/// All starters.
pub(crate) const STARTERS: &[Starter] = &[
    Starter::program(Language::Python, include_str!("../starters/python/bot.py")),
    Starter::program(Language::JavaScript, include_str!("../starters/javascript/bot.js")),
    Starter::program(Language::Rust, include_str!("../starters/rust/bot.rs")),
    Starter::program(Language::Cpp, include_str!("../starters/cpp/bot.cpp")),
];
