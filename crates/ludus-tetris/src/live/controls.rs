//! The keys that people press, with their usual bindings. Two people at one keyboard have the arrow keys and the letters
//! at the left.

use ludus_core::{ControlKey, Repeat};

/// One column to the left.
pub const MOVE_LEFT: ControlKey = ControlKey {
    action: "move_left",
    label: "move left",
    short: "left",
    symbol: "◀",
    repeats: Repeat::AfterDelay,
    keys: &["ArrowLeft"],
    shared: ["ArrowLeft", "KeyA"],
};

/// One column to the right.
pub const MOVE_RIGHT: ControlKey = ControlKey {
    action: "move_right",
    label: "move right",
    short: "right",
    symbol: "▶",
    repeats: Repeat::AfterDelay,
    keys: &["ArrowRight"],
    shared: ["ArrowRight", "KeyD"],
};

/// A quarter turn clockwise.
pub const ROTATE: ControlKey = ControlKey {
    action: "rotate",
    label: "turn clockwise",
    short: "turn",
    symbol: "↻",
    repeats: Repeat::Never,
    keys: &["ArrowUp", "KeyX"],
    shared: ["ArrowUp", "KeyW"],
};

/// Straight down, and lock.
pub const HARD_DROP: ControlKey = ControlKey {
    action: "hard_drop",
    label: "drop",
    short: "drop",
    symbol: "⤓",
    repeats: Repeat::Never,
    keys: &["Space"],
    shared: ["Enter", "Space"],
};

/// One row down.
pub const SOFT_DROP: ControlKey = ControlKey {
    action: "soft_drop",
    label: "soft drop",
    short: "soft",
    symbol: "▼",
    repeats: Repeat::Steady,
    keys: &["ArrowDown"],
    shared: ["ArrowDown", "KeyS"],
};

/// A quarter turn counter-clockwise.
pub const ROTATE_BACK: ControlKey = ControlKey {
    action: "rotate_back",
    label: "turn back",
    short: "back",
    symbol: "↺",
    repeats: Repeat::Never,
    keys: &["KeyZ"],
    shared: ["Slash", "KeyQ"],
};

/// Aims at the next opponent.
pub const TARGET: ControlKey = ControlKey {
    action: "target",
    label: "next target",
    short: "target",
    symbol: "◎",
    repeats: Repeat::Never,
    keys: &["KeyT", "Tab"],
    shared: ["Backspace", "Tab"],
};

/// Keeps the piece for later.
pub const HOLD: ControlKey = ControlKey {
    action: "hold",
    label: "hold",
    short: "hold",
    symbol: "⇄",
    repeats: Repeat::Never,
    keys: &["KeyC", "ShiftLeft"],
    shared: ["Period", "KeyE"],
};

/// A half turn.
pub const HALF_TURN: ControlKey = ControlKey {
    action: "half_turn",
    label: "half turn",
    short: "180°",
    symbol: "⟲",
    repeats: Repeat::Never,
    keys: &["KeyA"],
    shared: ["Comma", "KeyF"],
};
