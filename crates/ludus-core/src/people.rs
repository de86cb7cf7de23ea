//! People: what they see of a game, how they play it, and which rules they may set.
//!
//! A [`GameKit`](crate::GameKit) says all of this once. The terminal and the pages build their controls from it, so
//! that neither has to know any game by name.

use serde::Serialize;

/// How a person plays a seat. Front ends build their controls from this.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Controls {
    /// The person points at cells of a board. The legal action whose [`ActionMark`] has those cells is played; if
    /// there are several, the person chooses between their names ([`LegalAction::choice`]).
    Cells {
        /// Columns of the board.
        columns: u16,
        /// Rows of the board.
        rows: u16,
        /// What one action needs.
        pointing: Pointing,
    },
    /// The person steers. The actions are `up`, `down`, `left` and `right`.
    Directions,
    /// The person presses keys in real time.
    Keys {
        /// The keys in the order in which help lists them. A help line that is too long leaves out the last ones.
        keys: &'static [ControlKey],
    },
    /// The person types the action.
    Text,
}

/// What a person points at for one action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pointing {
    /// One cell.
    Cell,
    /// Any cell of one column.
    Column,
    /// The cell where a piece comes from, then the cell where it goes.
    FromTo,
}

/// A key of a game that is played in real time. Keys have the names of `KeyboardEvent.code` in browsers: `ArrowLeft`,
/// `KeyZ`, `Space`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ControlKey {
    /// The action it stands for, as [`Game::parse`](crate::Game::parse) reads it.
    pub action: &'static str,
    /// What it does, in a word or two.
    pub label: &'static str,
    /// The same in as few letters as possible, for help lines that are short of space.
    pub short: &'static str,
    /// One character for a button on a touch screen.
    pub symbol: &'static str,
    /// Whether the action repeats while the key is held.
    pub repeats: Repeat,
    /// The keys of a person who plays alone at a keyboard; the first one is shown.
    pub keys: &'static [&'static str],
    /// The keys of the first and the second person, where two share a keyboard.
    pub shared: [&'static str; 2],
}

/// How a key behaves while it is held down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Repeat {
    /// It acts once.
    Never,
    /// It repeats after the delay that the person has set (delayed auto shift, DAS).
    AfterDelay,
    /// It repeats from the start, at a steady rate.
    Steady,
}

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Cell {
    /// The column, from the left.
    pub column: u16,
    /// The row, from the top.
    pub row: u16,
}

/// Where an action is on the board: what a person points at to play it, and how it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ActionMark {
    /// It has no place of its own.
    #[default]
    None,
    /// It fills these cells.
    Cells {
        /// The cells.
        cells: Vec<Cell>,
    },
    /// It moves something.
    Move {
        /// Where it comes from.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
}

/// A legal action as a person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LegalAction {
    /// The action as text, as [`Game::parse`](crate::Game::parse) reads it.
    pub text: String,
    /// Where it is on the board.
    pub mark: ActionMark,
    /// What tells it apart from other actions with the same mark: the piece that a pawn becomes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<&'static str>,
}

/// A rule that people may set in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EditableRule {
    /// The key of the rule.
    pub key: &'static str,
    /// What it is, in a word or two.
    pub label: &'static str,
    /// The values it can have.
    #[serde(flatten)]
    pub values: RuleValues,
}

/// The values that a rule can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RuleValues {
    /// A whole number.
    Number {
        /// The least.
        low: u32,
        /// The greatest.
        high: u32,
    },
    /// One of these.
    OneOf {
        /// Each with the words that people read.
        options: &'static [RuleOption],
    },
    /// Any text.
    Text {
        /// The most characters.
        most: u32,
    },
}

/// One value of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RuleOption {
    /// The value.
    pub value: &'static str,
    /// What it means, in a few words.
    pub label: &'static str,
}

impl EditableRule {
    /// A rule that is a whole number.
    #[must_use]
    pub const fn number(key: &'static str, label: &'static str, low: u32, high: u32) -> Self {
        Self { key, label, values: RuleValues::Number { low, high } }
    }

    /// A rule with a list of values.
    #[must_use]
    pub const fn one_of(
        key: &'static str,
        label: &'static str,
        options: &'static [RuleOption],
    ) -> Self {
        Self { key, label, values: RuleValues::OneOf { options } }
    }

    /// A rule that is text.
    #[must_use]
    pub const fn text(key: &'static str, label: &'static str, most: u32) -> Self {
        Self { key, label, values: RuleValues::Text { most } }
    }
}

impl RuleOption {
    /// A value and what it means.
    #[must_use]
    pub const fn new(value: &'static str, label: &'static str) -> Self {
        Self { value, label }
    }
}
