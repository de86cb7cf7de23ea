//! Series: order, rotation, counting, and what becomes of bots that fail.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludus_arena::arbiter::{DrawRule, ResignRule};
use ludus_arena::{ArenaError, GameRecord, PlanGame, SeriesWatch, series};
use ludus_core::{Budget, Rank};
use race::{Games, RaceKit, Rules, plan, play, rules, timeless};
use serde_json::json;

#[test]
fn the_report_does_not_depend_on_the_number_of_threads() {
    let one = play(&plan(&["random", "random", "steady"], 99, 1));
    for jobs in [1, 2, 7] {
        let other = play(&plan(&["random", "random", "steady"], 99, jobs));
        assert_eq!(timeless(&one.0), timeless(&other.0), "{jobs} jobs");
        let actions = |games: &[series::GameRecord]| {
            games.iter().map(|game| (game.number, game.actions.clone())).collect::<Vec<_>>()
        };
        assert_eq!(actions(&one.1), actions(&other.1));
    }
}

#[test]
fn games_of_a_unit_share_their_chance_and_rotate_the_seats() {
    let (_, games) = play(&plan(&["steady", "slow", "random"], 6, 2));
    let seats: Vec<_> = games.iter().map(|game| game.seats.clone()).collect();
    assert_eq!(seats[..3], [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
    assert_eq!(
        seats[4..],
        [0, 1].map(|i| [seats[3][(i + 1) % 3], seats[3][(i + 2) % 3], seats[3][i]])
    );
    assert!(games[..3].iter().all(|game| game.seed == games[0].seed));
    assert_ne!(games[3].seed, games[0].seed);
    assert_ne!(games[0].bot_seed, games[1].bot_seed);
}

#[test]
fn two_equal_bots_are_two_rows() {
    let (report, _) = play(&plan(&["steady", "steady"], 4, 1));
    let labels: Vec<_> = report.bots.iter().map(|bot| bot.label.as_str()).collect();
    assert_eq!(labels, ["steady", "steady#2"]);
    // The wind pushes one seat only; swapped seats make the pair even.
    assert_eq!(report.bots[0].elo, Some(0.0));
    assert!((report.bots[0].los.unwrap() - 0.5).abs() < 1e-12);
    assert_eq!(report.bots[0].wins + report.bots[1].wins, 4);
}

#[test]
fn the_stronger_bot_wins_every_unit_and_its_elo_is_open_ended() {
    let (report, _) = play(&plan(&["sprints", "slow"], 20, 2));
    let (best, worst) = (&report.bots[0], &report.bots[1]);
    assert_eq!((best.wins, best.draws, best.losses), (20, 0, 0));
    assert_eq!((best.elo, best.elo_high), (None, None));
    assert!(best.elo_low.unwrap() > 200.0 && best.los.unwrap() > 0.999, "{best:?}");
    assert_eq!((worst.mean_rank, worst.win_rate), (Some(2.0), Some(0.0)));
    assert_eq!(report.games, 20);
    assert!(!report.interrupted);
}

#[test]
fn a_bot_that_fails_loses_with_its_reason_and_the_series_goes_on() {
    for (bot, kind, reason) in [
        ("panics", "panic", "panic: index out of bounds"),
        ("cheats", "illegal action", "illegal action: +9"),
        ("errs", "error", "error: out of ideas"),
        ("unstartable", "error", "error: no such program"),
    ] {
        let (report, games) = play(&plan(&[bot, "slow"], 10, 2));
        assert_eq!(report.games, 10, "{bot}");
        assert_eq!(report.bots[0].forfeits.get(kind), Some(&10), "{bot}");
        assert_eq!(report.bots[1].wins, 10, "{bot}");
        assert!(report.bots[1].forfeits.is_empty());
        let seat = games[0].seats.iter().position(|entrant| *entrant == 0).unwrap();
        let forfeit = games[0].result.seats[seat].forfeit.as_ref().unwrap();
        assert_eq!(forfeit.to_string(), reason);
        assert_eq!(games[0].result.outcome.ranks()[1 - seat], Rank::FIRST);
    }
}

#[test]
fn the_report_says_in_which_match_and_turn_a_bot_failed_and_what_it_said() {
    let (report, _) = play(&plan(&["errs", "slow"], 10, 2));
    let failures = &report.bots[0].failures;
    assert_eq!(failures.len(), 1, "{failures:?}");
    let first = &failures[0];
    assert_eq!((first.number, first.turn, first.kind, first.more), (1, Some(3), "error", 9));
    assert_eq!((first.reason.as_str(), first.stderr.len()), ("out of ideas", 2));
    assert!(report.bots[1].failures.is_empty());
    let (report, _) = play(&plan(&["unstartable", "slow"], 2, 1));
    let first = &report.bots[0].failures[0];
    assert_eq!((first.turn, first.reason.as_str()), (Some(0), "no such program"));
    // Where the game continues, failures are listed too.
    let mut lenient = plan(&["errs", "slow"], 4, 1);
    lenient.rules = rules(Rules { lenient: true, ..Rules::default() });
    let (report, _) = play(&lenient);
    assert_eq!((report.bots[0].failures[0].turn, report.bots[0].failures[0].more), (Some(3), 3));
}

#[test]
fn a_late_answer_is_a_forfeit_and_time_within_the_margin_is_not() {
    let mut late = plan(&["sleeps", "slow"], 2, 1);
    late.budget = Budget::of_time(Duration::from_millis(10));
    assert_eq!(play(&late).0.bots[0].forfeits.get("time"), Some(&2));
    late.margin = Duration::from_secs(60);
    assert!(play(&late).0.bots[0].forfeits.is_empty());
}

#[test]
fn where_the_rules_have_a_fallback_the_seat_plays_on_and_the_error_is_counted() {
    for (bot, kind) in [("panics", "panic"), ("cheats", "illegal action"), ("errs", "error")] {
        let mut lenient = plan(&[bot, "slow"], 4, 1);
        lenient.rules = rules(Rules { lenient: true, ..Rules::default() });
        let (report, games) = play(&lenient);
        assert!(report.bots[0].forfeits.is_empty());
        assert_eq!(report.bots[0].errors.get(kind), Some(&4), "{bot}");
        assert!(games.iter().all(|game| game.result.outcome.reason() == "goal reached"));
    }
}

#[test]
fn enough_is_judged_on_games_in_order_whatever_the_threads_have_finished() {
    let stop = Arc::new(AtomicBool::new(false));
    for jobs in [1, 2, 5] {
        let mut games = Games { enough: Some(7), ..Games::default() };
        let plan = plan(&["random", "steady"], 1000, jobs);
        let report = series::run(&RaceKit, &plan, &stop, &mut games).unwrap();
        assert_eq!(report.games, 7);
        assert!(!report.interrupted);
        let numbers: Vec<_> = games.seen.iter().map(|game| game.number).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6]);
    }
}

/// Stops a series after some games, as a user does.
struct Stops {
    after: u64,
    seen: u64,
    stop: Arc<AtomicBool>,
}

impl SeriesWatch for Stops {
    fn game(&mut self, _: &GameRecord) -> Result<ControlFlow<()>, ArenaError> {
        self.seen += 1;
        self.stop.store(self.seen >= self.after, Ordering::Relaxed);
        Ok(ControlFlow::Continue(()))
    }
}

#[test]
fn a_stopped_series_reports_what_was_finished() {
    for after in [1, 40] {
        let stop = Arc::new(AtomicBool::new(false));
        let mut watch = Stops { after, seen: 0, stop: Arc::clone(&stop) };
        let plan = plan(&["random", "steady"], 1_000_000, 2);
        let report = series::run(&RaceKit, &plan, &stop, &mut watch).unwrap();
        assert!(report.interrupted);
        assert!(report.games >= after && report.games < 1_000_000, "{}", report.games);
        assert_eq!(report.games, watch.seen);
        assert_eq!(report.bots[0].games, report.games);
    }
}

#[test]
fn openings_are_played_one_after_the_other_by_whole_units() {
    let mut plan = plan(&["sprints", "sprints"], 8, 2);
    plan.openings = PlanGame::openings(&RaceKit, &plan.rules, "12\n60\n300").unwrap();
    let turns: Vec<_> = play(&plan).1.iter().map(|game| game.result.turns).collect();
    assert!(turns[0] < turns[2] && turns[2] < turns[4], "{turns:?}");
    // The games of a pair have the same opening; after the last one the first comes again.
    assert_eq!((turns[0], turns[2], turns[4]), (turns[1], turns[3], turns[5]));
    assert!(turns[6] < 12 && turns[7] < 12, "{turns:?}");
    assert!(PlanGame::openings(&RaceKit, &plan.rules, "far").is_err());
}

#[test]
fn the_arbiter_ends_matches_that_the_bots_hold_to_be_decided() {
    let mut lost = plan(&["hopeless", "slow"], 4, 1);
    lost.arbiter.resign = Some(ResignRule { score: 5.0, turns: 3 });
    let (report, games) = play(&lost);
    assert_eq!((report.bots[1].wins, games[0].result.turns), (4, 3));
    assert_eq!(games[0].result.outcome.reason(), "resignation by the arbiter");
    assert!(games[0].result.arbitrated);

    let mut level = plan(&["calm", "calm"], 2, 1);
    level.arbiter.draw = Some(DrawRule { score: 0.1, turns: 2, after: 5 });
    let (report, games) = play(&level);
    assert_eq!((report.bots[0].draws, games[0].result.turns), (2, 5));
    level.arbiter.draw = None;
    assert!(!play(&level).1[0].result.arbitrated);
}

#[test]
fn transcripts_are_made_where_they_are_asked_for() {
    let mut plan = plan(&["sprints", "slow"], 2, 1);
    assert!(play(&plan).1.iter().all(|game| game.transcript.is_none()));
    plan.transcripts = true;
    let games = play(&plan).1;
    let first = games[0].transcript.as_ref().unwrap();
    assert!(first.starts_with("1 sprints slow ["), "{first}");
    let thoughts = 2 * games[0].result.turns;
    assert!(first.ends_with(&format!("] goal reached {thoughts}")), "{first}");
    assert!(games[1].transcript.as_ref().unwrap().starts_with("2 slow sprints ["));
}

#[test]
fn figures_are_reported_by_name() {
    let (report, _) = play(&plan(&["steady"], 5, 1));
    let names: Vec<_> = report.bots[0].means.names().collect();
    assert_eq!(names, ["field", "turns", "depth", "nodes"]);
    assert_eq!(report.bots[0].elo, None);
    assert!(report.bots[0].medians.number("field").unwrap() >= 30.0);
}

#[test]
fn an_unknown_bot_or_rule_is_an_error_before_anything_is_played() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut games = Games::default();
    let error = |plan, games: &mut Games| {
        series::run(&RaceKit, &plan, &stop, games).unwrap_err().to_string()
    };
    let unknown = error(plan(&["steady", "slwo"], 5, 2), &mut games);
    assert!(unknown.ends_with("did you mean slow?"), "{unknown}");
    let nine = error(plan(&["steady"; 9], 5, 2), &mut games);
    assert_eq!(nine, "race is played with 1 to 8 seats, not 9");
    let wrong = PlanGame::rules(&RaceKit, &json!({ "goal": "far" })).unwrap_err().to_string();
    assert!(wrong.contains("invalid type"), "{wrong}");
    assert!(games.seen.is_empty());
}
