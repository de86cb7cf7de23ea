//! What the lost matches of a bot have in common.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ludus_core::Seat;
use serde::Serialize;

use super::report::{SeatWhy, SwingUnit, TurningPoint, Valued, WhyReport};

/// How many positions are kept as the worst.
const WORST: usize = 10;

/// The mistakes of a bot in many lost matches.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Lessons {
    /// How many lost matches were judged.
    pub lost: u64,
    /// How many of them were lost by a forfeit.
    pub forfeits: u64,
    /// How many turns were judged.
    pub judged: u64,
    /// How many turning points there are.
    pub mistakes: u64,
    /// The sum of their swings.
    pub cost: f64,
    /// What swings are counted in; none before the first match.
    pub unit: Option<SwingUnit>,
    /// By the part of the match.
    pub by_phase: Vec<MistakeGroup>,
    /// By how the match ended.
    pub by_end: Vec<MistakeGroup>,
    /// By how large the swing is.
    pub by_size: Vec<MistakeGroup>,
    /// By the kind of mistake, where the game has a name for it.
    pub by_tag: Vec<MistakeGroup>,
    /// The positions with the greatest swings.
    pub worst: Vec<WorstPosition>,
}

/// Mistakes with something in common.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MistakeGroup {
    /// What they have in common.
    pub name: String,
    /// How many there are.
    pub mistakes: u64,
    /// The sum of their swings.
    pub cost: f64,
}

/// A position in which a bot went wrong.
#[derive(Clone, Debug, Serialize)]
pub struct WorstPosition {
    /// The recorded match.
    pub replay: PathBuf,
    /// The seat of the bot.
    pub seat: Seat,
    /// The turn, from 1.
    pub turn: u32,
    /// What was played.
    pub played: Valued,
    /// What would have been better.
    pub better: Valued,
    /// By how much the match turned.
    pub swing: f64,
}

impl Lessons {
    /// Takes a match into account.
    pub fn add(&mut self, replay: &Path, report: &WhyReport) {
        self.unit = Some(report.unit);
        for seat in &report.seats {
            self.lost += 1;
            self.forfeits += u64::from(seat.forfeit.is_some());
            self.judged += seat.judged as u64;
            for point in &seat.points {
                self.add_point(replay, report, seat, point);
            }
        }
    }

    fn add_point(
        &mut self,
        replay: &Path,
        report: &WhyReport,
        seat: &SeatWhy,
        point: &TurningPoint,
    ) {
        self.mistakes += 1;
        self.cost += point.swing;
        count(&mut self.by_phase, point.phase.name(), point.swing);
        count(&mut self.by_end, &kind_of_end(report.outcome.reason()), point.swing);
        count(&mut self.by_size, point.size.name(), point.swing);
        count(&mut self.by_tag, point.tag.unwrap_or("other"), point.swing);
        self.worst.push(WorstPosition {
            replay: replay.to_owned(),
            seat: seat.seat,
            turn: point.turn,
            played: point.played.clone(),
            better: point.better.clone(),
            swing: point.swing,
        });
        self.worst.sort_by(|one, other| {
            let by_swing = other.swing.total_cmp(&one.swing);
            by_swing.then_with(|| one.replay.cmp(&other.replay)).then(one.turn.cmp(&other.turn))
        });
        self.worst.truncate(WORST);
    }
}

/// The reason of an end without what is only true of one match: numbers, and the words that lead to them, as in
/// "seat 0 wall-collision in turn 89".
fn kind_of_end(reason: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in reason.split_whitespace() {
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            words.push(word);
            continue;
        }
        words.pop();
        if words.last().is_some_and(|word| ["in", "at", "after"].contains(word)) {
            words.pop();
        }
    }
    match words.is_empty() {
        true => reason.to_owned(),
        false => words.join(" "),
    }
}

/// Counts a mistake. The groups that cost most come first.
fn count(groups: &mut Vec<MistakeGroup>, name: &str, swing: f64) {
    let by_name = groups.drain(..).map(|group| (group.name.clone(), group));
    let mut by_name: BTreeMap<String, MistakeGroup> = by_name.collect();
    let fresh = || MistakeGroup { name: name.to_owned(), mistakes: 0, cost: 0.0 };
    let group = by_name.entry(name.to_owned()).or_insert_with(fresh);
    group.mistakes += 1;
    group.cost += swing;
    groups.extend(by_name.into_values());
    groups.sort_by(|one, other| other.cost.total_cmp(&one.cost));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_grouped_without_their_numbers() {
        assert_eq!(kind_of_end("seat 0 wall-collision in turn 89"), "wall-collision");
        assert_eq!(kind_of_end("checkmate"), "checkmate");
        assert_eq!(kind_of_end("turn 7"), "turn 7");
    }

    #[test]
    fn the_groups_that_cost_most_come_first() {
        let mut groups = Vec::new();
        for (name, swing) in [("opening", 0.1), ("end", 0.5), ("opening", 0.2)] {
            count(&mut groups, name, swing);
        }
        let found: Vec<_> =
            groups.iter().map(|group| (group.name.as_str(), group.mistakes)).collect();
        assert_eq!(found, [("end", 1), ("opening", 2)]);
    }
}
