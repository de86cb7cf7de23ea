//! The Elo differences of docs/RESULTS.md follow from the counts beside them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use ludus_arena::stats::Elo;

/// The counts of a row, `+20 =25 -15`: wins, draws and losses.
fn counts(row: &str) -> Option<[u32; 3]> {
    let words: Vec<&str> = row.split([' ', ',']).collect();
    words.windows(3).find_map(|three| {
        let number = |place: usize, sign| three[place].strip_prefix(sign)?.parse().ok();
        Some([number(0, '+')?, number(1, '=')?, number(2, '-')?])
    })
}

/// The difference and its interval as the page writes them. Every game is a unit: the page does not say which games were
/// pairs.
fn written([wins, draws, losses]: [u32; 3]) -> String {
    let mut elo = Elo::default();
    for (score, times) in [(1.0, wins), (0.5, draws), (0.0, losses)] {
        (0..times).for_each(|_| elo.push(score));
    }
    let end = |value: Option<f64>, open: &str| {
        value.map_or_else(|| open.to_owned(), |value| format!("{value:+.0}"))
    };
    let open = if losses == 0 { ">" } else { "<" };
    let (low, high) = (end(elo.low(), "<"), end(elo.high(), ">"));
    format!("{} [{low}, {high}]", end(elo.difference(), open))
}

#[test]
fn the_intervals_of_the_results_page_follow_from_its_counts() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/RESULTS.md");
    let page = fs::read_to_string(page).unwrap();
    let rows: Vec<_> = page.lines().filter_map(|row| Some((row, counts(row)?))).collect();
    assert!(rows.len() >= 15, "only {} rows with counts", rows.len());
    let wrong: Vec<String> = rows
        .into_iter()
        .filter(|(row, counts)| !row.contains(&written(*counts)))
        .map(|(row, counts)| format!("{row}\n  should have: {}", written(counts)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
