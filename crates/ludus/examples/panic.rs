//! A terminal arena that panics: a lobby without games is a mistake. The terminal is left as it was all
//! the same; a test runs this in a terminal and looks.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_core::Seed;
use ludus_tui::{App, Lobby, Theme, Widgets};

fn main() -> Result<(), Box<dyn Error>> {
    let lobby = Lobby {
        offers: Vec::new(),
        widgets: Widgets::default(),
        seed: Seed::new(1),
        margin: Duration::ZERO,
        threads: 1,
    };
    let theme = Theme { colour: false, unicode: false, light: false };
    ludus_tui::run(&mut App::new(lobby, theme)?, &Arc::new(AtomicBool::new(false)))?;
    Ok(())
}
