//! Connect Four in the terminal: the letters of the snapshot's text as discs.

use ludus_tui::widgets::{LetterLook, ReadWidget, letters};
use ratatui::style::Color;

/// The widget of a position.
pub(crate) const WIDGET: ReadWidget = |snapshot| {
    Ok(letters(snapshot, |letter| match letter {
        'x' => Some(LetterLook::new("●", "x", Color::Red)),
        'o' => Some(LetterLook::new("●", "o", Color::Yellow)),
        _ => None,
    }))
};
