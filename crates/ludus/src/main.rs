//! The program `ludus`. Everything is in the library of the same name.

use std::process::ExitCode;

fn main() -> ExitCode {
    ludus::Program::standard().run()
}
