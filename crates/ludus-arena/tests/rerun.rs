//! Recorded decisions taken again, as a library.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::fs;
use std::io;

use ludus_arena::AnyGame;
use ludus_arena::replay::{RecordFolder, ReplayReader};
use ludus_arena::rerun::{
    Expectation, Redecision, RerunPlan, RerunReport, RerunWatch, Selection, replay,
};
use ludus_core::{BotSpec, Seat};
use race::{RaceKit, plan, play};

/// Keeps what it hears.
#[derive(Default)]
struct Kept {
    decisions: Vec<Redecision>,
}

impl RerunWatch for Kept {
    fn decision(&mut self, decision: &Redecision) -> io::Result<()> {
        self.decisions.push(decision.clone());
        Ok(())
    }

    fn broken(&mut self, _: usize, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// The text of a recorded race of these bots.
fn recorded(bots: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut plan = plan(bots, 1, 1);
    plan.record = Some(RecordFolder { path: folder.path().to_owned(), overwrite: false });
    play(&plan);
    fs::read_to_string(folder.path().join("race-1-000001.jsonl")).unwrap()
}

fn rerun(text: &str, plan: &RerunPlan) -> (RerunReport, Vec<Redecision>) {
    let mut reader = ReplayReader::new(text.as_bytes()).unwrap();
    let mut kept = Kept::default();
    let report = replay(&RaceKit, None, &mut reader, plan, &mut kept).unwrap();
    (report, kept.decisions)
}

fn by(bot: &str) -> RerunPlan {
    RerunPlan { bot: Some(bot.parse::<BotSpec>().unwrap()), threads: 1, ..RerunPlan::default() }
}

#[test]
fn the_bots_of_the_match_decide_as_they_did() {
    let text = recorded(&["random", "steady", "random"]);
    let (report, decisions) = rerun(&text, &RerunPlan::default());
    assert_eq!(report.match_percent, Some(100.0));
    assert_eq!(report.total as usize, 3 * (text.lines().count() - 2));
    assert!(report.holds());
    assert_eq!((decisions[0].line, decisions[0].turn, decisions[0].bot.as_str()), (2, 1, "random"));
}

#[test]
fn another_bot_is_compared_with_what_was_recorded() {
    let text = recorded(&["steady", "slow"]);
    let (report, decisions) = rerun(&text, &by("slow"));
    assert_eq!((report.matches * 2, report.mismatches * 2), (report.total, report.total));
    assert_eq!(decisions[0].compared().0, "+2");
    assert_eq!(decisions[0].compared().1, "+1");
    assert!(report.holds(), "decisions that differ are no failure");
}

#[test]
fn turns_and_seats_are_selected_and_missing_ones_told() {
    let text = recorded(&["steady", "slow"]);
    let selection =
        Selection { turns: Some([2, 3, 900].into()), seat: Seat::new(1), ..Selection::default() };
    let (report, decisions) = rerun(&text, &RerunPlan { selection, ..by("sprints") });
    let turns: Vec<u32> = decisions.iter().map(|decision| decision.turn).collect();
    assert_eq!((turns, report.missing_turns.as_slice()), (vec![2, 3], &[900][..]));
    assert!(decisions.iter().all(|decision| decision.seat.index() == 1));
    assert!(!report.holds());
}

#[test]
fn expectations_hold_if_every_decision_of_the_turn_is_right() {
    let text = recorded(&["steady", "slow"]);
    let expected = Expectation::list("1:+1|+2,2:+2,3:+1").unwrap();
    let (report, _) = rerun(&text, &RerunPlan { expected, ..RerunPlan::default() });
    let holds: Vec<bool> = report.validations.iter().map(|validation| validation.holds).collect();
    assert_eq!(holds, [true, false, false]);
    assert_eq!(report.validations[1].found, ["+2", "+1"]);
    assert!(!report.holds());
}

#[test]
fn the_boards_are_those_before_and_after_what_is_done_now() {
    let text = recorded(&["steady"]);
    let (_, decisions) = rerun(&text, &RerunPlan { boards: true, ..by("sprints") });
    assert_eq!(decisions[0].before.as_deref(), Some("[0]"));
    // The wind is that of the match: what follows a step of two, and one more.
    let mut reader = ReplayReader::new(text.as_bytes()).unwrap();
    let shown = ludus_arena::replay::show::<race::Race, _>(&mut reader, 1).unwrap();
    let field: i64 = shown.snapshot.text.trim_matches(['[', ']']).parse().unwrap();
    assert_eq!(decisions[0].after.clone(), Some(format!("[{}]", field + 1)));
}

#[test]
fn a_bot_without_an_answer_is_counted_and_the_rest_goes_on() {
    let text = recorded(&["steady"]);
    for bot in ["errs", "panics", "cheats"] {
        let (report, decisions) = rerun(&text, &by(bot));
        assert_eq!(report.means.failures, 1, "{bot}");
        assert!(!report.holds());
        assert!(decisions[2].now.action.is_none() && decisions[3].now.action.is_some(), "{bot}");
    }
    let (report, _) = rerun(&text, &by("unstartable"));
    assert_eq!(report.means.failures, report.total);
}

#[test]
fn a_game_without_debug_logs_knows_no_line_of_one() {
    let game: &dyn AnyGame = &RaceKit;
    assert!(!game.is_logged(r#"{"turn":1,"chosen_move":"up","board":{}}"#));
}
