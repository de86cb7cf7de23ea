//! The smallest program that can limit others, for the tests.

use std::process::ExitCode;

use ludus_process::limiter::{self, NotStarted};

fn main() -> ExitCode {
    match limiter::run_if_asked() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(NotStarted::STATUS)
        }
    }
}
