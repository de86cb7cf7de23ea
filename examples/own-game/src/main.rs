//! The program `ludus` with one more game, Connect Four. Everything that makes the game is in this folder.

mod bot;
mod kit;
mod rules;
#[cfg(test)]
mod rules_tests;
mod widget;

use std::process::ExitCode;

use ludus::{PageFile, Program};

fn main() -> ExitCode {
    let page = [PageFile::new("page.js", include_bytes!("../page/page.js"))];
    Program::standard().game::<kit::ConnectFourKit>(widget::WIDGET, page).run()
}
