//! Figures: numbers that a game reports about a seat. The arena adds them up without knowing what they mean.

/// Named numbers about one seat of one match: `lines`, `score`, `length`.
///
/// The game fixes the names and always reports them in the same order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures(Vec<(&'static str, f64)>);

impl Figures {
    /// Adds a figure. Each name is used once per seat.
    pub fn push(&mut self, name: &'static str, value: f64) {
        debug_assert!(self.get(name).is_none(), "the figure {name} is given twice");
        self.0.push((name, value));
    }

    /// The figure of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        self.0.iter().find(|(n, _)| *n == name).map(|(_, value)| *value)
    }

    /// All figures in the game's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        self.0.iter().copied()
    }
}
