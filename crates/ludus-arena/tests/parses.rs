//! Rules are parsed once for each plan, whatever is played by it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludus_arena::live::LivePlan;
use ludus_arena::series;
use ludus_arena::tournament::{self, Format, GameResults, TournamentPlan, TournamentWatch};
use ludus_arena::{
    AnyGame, AnyRules, ArenaError, Entrant, GameRecord, LineUp, PlanGame, PlayGame, SeriesPlan,
    Stage,
};
use ludus_core::{Budget, Seed};
use race::{Games, PARSES, RaceKit};
use serde_json::json;

struct Quiet;

impl TournamentWatch for Quiet {
    fn game(
        &mut self,
        _: tournament::GameKey,
        _: &GameRecord,
        _: &GameResults,
    ) -> Result<ControlFlow<()>, ArenaError> {
        Ok(ControlFlow::Continue(()))
    }
}

/// How often rules are parsed while this is done with rules that came as a tree.
fn parses(done: impl FnOnce(AnyRules)) -> u32 {
    let before = PARSES.load(Ordering::Relaxed);
    done(PlanGame::rules(&RaceKit, &json!({ "goal": 12, "lenient": true, "mine": 0 })).unwrap());
    PARSES.load(Ordering::Relaxed) - before
}

fn line_up() -> LineUp {
    LineUp::new(vec!["slow".parse().unwrap(), "steady".parse().unwrap()])
}

// One test, because the count is one for the whole program.
#[test]
fn a_plan_parses_its_rules_once() {
    let stop = Arc::new(AtomicBool::new(false));
    let series = parses(|rules| {
        PlanGame::check_rules(&RaceKit, &rules, 2).unwrap();
        let plan = SeriesPlan { games: 10, jobs: 2, ..SeriesPlan::new(line_up(), rules) };
        let report = series::run(&RaceKit, &plan, &stop, &mut Games::default()).unwrap();
        assert_eq!(report.games, 10);
    });
    let session = parses(|rules| {
        let game: Arc<dyn AnyGame> = Arc::new(RaceKit);
        let plan = Arc::new(SeriesPlan::new(line_up(), rules));
        let stage = Stage::new(1).unwrap();
        let session = stage.open(&game, &plan, 0, Duration::ZERO, false).unwrap();
        while session.view().turn == 0 {
            session.wait_beyond(session.version(), Duration::from_millis(10));
        }
    });
    let live = parses(|rules| {
        let seat = |bot: &str| Entrant { label: bot.to_owned(), spec: bot.parse().unwrap() };
        let plan = LivePlan {
            id: "a-match".to_owned(),
            seats: vec![seat("slow"), seat("human")],
            rules,
            seed: Seed::new(1),
            budget: Budget::NONE,
            clock: None,
            record: None,
        };
        Arc::new(RaceKit).open_live(&plan).unwrap().play().unwrap();
    });
    let tournament = parses(|rules| {
        let plan = TournamentPlan {
            game: "race",
            line_up: line_up(),
            format: Format::RoundRobin,
            rounds: 1,
            seats: 2,
            games: 4,
            seed: Seed::new(1),
            rules,
            budget: Budget::NONE,
            margin: Duration::ZERO,
            jobs: 2,
            threads: 1,
            logs: None,
            clock: None,
        };
        let mut results = GameResults::new();
        tournament::run(&RaceKit, &plan, &mut results, &stop, &mut Quiet).unwrap();
        assert_eq!(results.len(), 4);
    });
    assert_eq!([series, session, live, tournament], [1; 4]);
}
