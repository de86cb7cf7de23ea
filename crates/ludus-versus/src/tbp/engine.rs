//! This program as a TBP bot.

use std::io::{self, BufRead, Write};

use ludus_core::{Bot, BotSpec, Game, Origin, SpecError};

use super::session;
use crate::bots::{BOTS, make};
use crate::game::Versus;

/// This program as a TBP bot: a built-in bot with its settings.
pub struct TbpEngine {
    /// The bot's name.
    pub(super) name: String,
    pub(super) bot: Box<dyn Bot<Versus>>,
    /// How many nodes it searches for each position; without a number it thinks until it is asked.
    pub(super) nodes: Option<u64>,
}

impl TbpEngine {
    /// A bot that plays as this built-in bot. With a number of nodes it searches exactly that many for each position, and then
    /// idles: its moves repeat.
    ///
    /// # Errors
    /// If there is no such bot, it is not built in, or a setting has a wrong value.
    pub fn new(spec: &BotSpec, nodes: Option<u64>) -> Result<Self, SpecError> {
        let info = spec.find_in(Versus::NAME, BOTS)?;
        if info.origin == Origin::Program {
            return Err(spec.bad_source("it is another program and not built in"));
        }
        Ok(Self { name: spec.name().to_owned(), bot: make(spec)?, nodes })
    }

    /// Answers messages until `quit` or the end of the input.
    ///
    /// ```
    /// use ludus_versus::tbp::TbpEngine;
    /// let engine = TbpEngine::new(&"easy".parse().unwrap(), Some(100)).unwrap();
    /// let mut output = Vec::new();
    /// engine.run("{\"type\":\"rules\"}\n{\"type\":\"quit\"}\n".as_bytes(), &mut output).unwrap();
    /// let output = String::from_utf8(output).unwrap();
    /// assert!(output.starts_with("{\"type\":\"info\",\"name\":\"Ludus easy\""));
    /// assert!(output.ends_with("{\"type\":\"ready\"}\n"));
    /// ```
    ///
    /// # Errors
    /// If the input cannot be read. An output without a reader ends it without an error.
    pub fn run<R: BufRead, W: Write>(self, input: R, output: W) -> io::Result<()> {
        session::run(self, input, output)
    }
}
