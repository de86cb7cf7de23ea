//! The help line: as many keys as there is room for, the important ones always.

use super::{Binding, UiCommand, bindings};
use crate::app::App;

/// The keys of the help line with what they do, and what is between two of them. A line that is too long gets
/// shorter words first, then smaller gaps; then the least important keys are left out, never a part of one.
#[must_use]
pub fn help_line(app: &App, width: usize) -> (Vec<(String, String)>, &'static str) {
    let mut named: Vec<Binding> = bindings(app);
    named.retain(|binding| !binding.name.is_empty());
    // Whatever has no room is found with the key for help, so that one comes first.
    named.sort_by_key(|binding| binding.command != UiCommand::Help);
    let dot = app.theme.pick(" · ", " | ");
    let long = |b: &Binding| (b.shown(&app.theme), b.label.to_string());
    let short = |b: &Binding| (b.shown(&app.theme), b.short.to_string());
    let all: Vec<_> = named.iter().map(long).collect();
    if length(&all, dot) <= width {
        return (all, dot);
    }
    let all: Vec<_> = named.iter().map(short).collect();
    if length(&all, dot) <= width {
        return (all, dot);
    }
    loop {
        let left: Vec<_> = named.iter().map(short).collect();
        let least = (0..named.len()).max_by_key(|&n| named[n].rank);
        match least {
            Some(least) if length(&left, GAP) > width => drop(named.remove(least)),
            _ => return (left, GAP),
        }
    }
}

/// What is between two keys where there is little room.
const GAP: &str = "  ";

fn length(parts: &[(String, String)], gap: &str) -> usize {
    let part = |(key, label): &(String, String)| key.chars().count() + 1 + label.chars().count();
    let gaps = gap.chars().count() * parts.len().saturating_sub(1);
    parts.iter().map(part).sum::<usize>() + gaps
}
