//! Openings: where a match starts when the users wants matches of the same bots to differ.

/// The embedded lines: well-known openings, one a line, `name: moves`.
const LINES: &str = include_str!("openings.txt");

/// How many embedded openings there are.
#[must_use]
pub fn count() -> u32 {
    names_and_lines().count() as u32
}

/// The moves of an embedded opening, in SAN; indices beyond the last start over.
#[must_use]
pub fn line(index: usize) -> &'static str {
    let number = index % count().max(1) as usize;
    names_and_lines().nth(number).map_or("", |(_, line)| line)
}

/// The embedded openings: name and moves in SAN.
pub fn names_and_lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    LINES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .map(|(name, moves)| (name.trim(), moves.trim()))
}
