//! How things look: colours or none, Unicode or ASCII, for light and for dark terminals.

use ratatui::style::{Color, Modifier, Style};

/// How things look on this terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Whether there are colours.
    pub colour: bool,
    /// Whether there are characters beyond ASCII.
    pub unicode: bool,
    /// Whether the background is light.
    pub light: bool,
}

impl Theme {
    /// The theme that the environment asks for: `NO_COLOR` and dumb terminals get none, a locale that is
    /// not UTF-8 gets ASCII, and `COLORFGBG` tells a light background.
    #[must_use]
    pub fn from_environment(get: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| get(name).filter(|value| !value.is_empty());
        let dumb = set("TERM").is_some_and(|term| term == "dumb");
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default();
        let utf8 = locale.to_lowercase().replace('-', "").contains("utf8");
        // "foreground;background": the backgrounds 7 and 9 to 15 are light.
        let background = set("COLORFGBG").and_then(|text| text.rsplit(';').next()?.parse().ok());
        Self {
            colour: set("NO_COLOR").is_none() && !dumb,
            unicode: utf8 && !dumb,
            light: background.is_some_and(|colour: u8| colour == 7 || (9..=15).contains(&colour)),
        }
    }

    /// One of two texts, as far as the terminal can show it.
    #[must_use]
    pub const fn pick<T: Copy>(&self, unicode: T, ascii: T) -> T {
        if self.unicode { unicode } else { ascii }
    }

    /// Text in this colour, where there are colours.
    #[must_use]
    pub fn fg(&self, colour: Color) -> Style {
        if self.colour { Style::new().fg(colour) } else { Style::new() }
    }

    /// Text on this background, where there are colours.
    #[must_use]
    pub fn on(&self, style: Style, background: Color) -> Style {
        if self.colour { style.bg(background) } else { style }
    }

    /// What matters most.
    #[must_use]
    pub fn strong(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What matters least, and what is over.
    #[must_use]
    pub fn dim(&self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What is chosen or focused.
    #[must_use]
    pub fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// What went wrong.
    #[must_use]
    pub fn bad(&self) -> Style {
        self.fg(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// The colour of a seat, readable on this background.
    #[must_use]
    pub fn seat(&self, seat: usize) -> Style {
        const DARK: [Color; 8] = [
            Color::LightCyan,
            Color::LightYellow,
            Color::LightMagenta,
            Color::LightGreen,
            Color::LightRed,
            Color::LightBlue,
            Color::White,
            Color::Gray,
        ];
        const LIGHT: [Color; 8] = [
            Color::Blue,
            Color::Red,
            Color::Magenta,
            Color::Green,
            Color::Cyan,
            Color::Yellow,
            Color::Black,
            Color::DarkGray,
        ];
        self.fg(if self.light { LIGHT[seat % 8] } else { DARK[seat % 8] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(pairs: &[(&str, &str)]) -> Theme {
        let find = |name: &str| pairs.iter().find(|(key, _)| *key == name);
        Theme::from_environment(|name| find(name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn the_environment_decides() {
        let usual = theme(&[("TERM", "xterm-256color"), ("LANG", "en_US.UTF-8")]);
        assert_eq!(usual, Theme { colour: true, unicode: true, light: false });
        assert!(!theme(&[("NO_COLOR", "1"), ("LANG", "C.utf8")]).colour);
        assert!(theme(&[("NO_COLOR", ""), ("LANG", "C.utf8")]).colour, "empty means not set");
        assert!(!theme(&[("LANG", "C")]).unicode && !theme(&[]).unicode);
        assert!(theme(&[("COLORFGBG", "0;15")]).light && !theme(&[("COLORFGBG", "15;0")]).light);
        assert!(!theme(&[("TERM", "dumb"), ("LANG", "C.utf8")]).unicode);
    }
}
