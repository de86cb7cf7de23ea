//! The bots that people can begin with: the files in `starters`.

use ludus_core::{Language, Starter, StarterProgram};

/// The Tetris Bot Protocol. The starters answer at once, so they need little time.
const TBP: StarterProgram = StarterProgram { name: "tbp", keys: "ms=10" };

/// All starters.
pub(crate) const STARTERS: &[Starter] = &[
    Starter::program(Language::Python, include_str!("../starters/proc/python/bot.py")),
    Starter::program(Language::JavaScript, include_str!("../starters/proc/javascript/bot.js")),
    Starter::program(Language::Rust, include_str!("../starters/proc/rust/bot.rs")),
    Starter::program(Language::Cpp, include_str!("../starters/proc/cpp/bot.cpp")),
    Starter::speaking(Language::Python, TBP, include_str!("../starters/tbp/python/bot.py")),
    Starter::speaking(Language::JavaScript, TBP, include_str!("../starters/tbp/javascript/bot.js")),
    Starter::speaking(Language::Rust, TBP, include_str!("../starters/tbp/rust/bot.rs")),
    Starter::speaking(Language::Cpp, TBP, include_str!("../starters/tbp/cpp/bot.cpp")),
];
