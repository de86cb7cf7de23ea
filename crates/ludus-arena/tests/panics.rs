//! The rules of a game panic: the match in which they do ends with the reason, and every other continues.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_arena::live::LivePlan;
use ludus_arena::session::{SessionError, State};
use ludus_arena::store::Store;
use ludus_arena::tournament::{
    self, Format, GameKey, GameResults, Standings, TournamentPlan, TournamentWatch,
};
use ludus_arena::{
    AnyGame, AnyRules, ArenaError, BrokenGame, Entrant, GameRecord, LineUp, PlayGame, SeriesPlan,
    SessionGroup, Stage, Task, ToolGame,
};
use ludus_core::{Budget, DuelSettings, FitnessSettings, Pool, Seat, Seed};
use race::{RaceKit, Rules, play, timeless};

const MINE: &str = "internal error in race: stepped on a mine";

fn rules(mine: u32) -> AnyRules {
    race::rules(Rules { mine, ..Rules::default() })
}

/// A series in which some games come across the mine and others pass it.
fn plan(games: u64, jobs: usize) -> SeriesPlan {
    SeriesPlan { rules: rules(9), ..race::plan(&["random", "random"], games, jobs) }
}

#[test]
fn a_series_counts_the_games_that_could_be_played_whatever_the_threads() {
    let (report, seen) = play(&plan(60, 1));
    let broken = &report.broken;
    assert!(broken.count > 5 && report.games > 5, "{broken:?} {}", report.games);
    assert_eq!(report.games + broken.count, 60);
    assert_eq!(seen.len() as u64, report.games);
    assert!(broken.games.iter().all(|game| game.reason == MINE), "{broken:?}");
    assert!(!report.interrupted);
    // Score and Elo are about the pairs of which both games are there.
    let finished = |number: u64| seen.iter().any(|game| game.number == number);
    let pairs = (0..30).filter(|pair| finished(2 * pair) && finished(2 * pair + 1)).count() as u64;
    assert!(pairs > 0 && pairs < 30);
    assert!(report.bots.iter().all(|bot| bot.units == pairs), "{pairs}");
    let reply = broken.summary().unwrap();
    let first = broken.games[0].game;
    let expected = format!("{} games could not be finished: game {first}: {MINE}", broken.count);
    assert_eq!(reply, expected);
    assert_eq!(timeless(&report), timeless(&play(&plan(60, 4)).0));
}

#[test]
fn a_session_ends_and_the_stage_plays_the_others() {
    let stage = Stage::new(1).unwrap();
    let game: Arc<dyn AnyGame> = Arc::new(RaceKit);
    let open = |mine: u32, bots: &[&str]| {
        let plan = SeriesPlan { rules: rules(mine), ..race::plan(bots, 1, 1) };
        stage.open(&game, &Arc::new(plan), 0, Duration::ZERO, false).unwrap()
    };
    let over = |session: &ludus_arena::Session| {
        while !session.state().is_over() {
            session.wait_beyond(session.version(), Duration::from_millis(50));
        }
        session.state()
    };
    // Steady steps two fields at a time, in a seat that the wind does not push.
    let broken = open(4, &["human", "steady"]);
    let first = Seat::new(0).unwrap();
    broken.submit(first, "+1").unwrap();
    while broken.view().turn < 1 {
        broken.wait_beyond(broken.version(), Duration::from_millis(50));
    }
    while broken.submit(first, "+1") == Err(SessionError::Busy) {}
    assert_eq!(over(&broken), State::Failed(MINE.to_owned()));
    assert!(broken.record().is_none());
    // What a person says can make the rules panic, too.
    let unheard = open(0, &["human", "steady"]);
    let reason = "internal error in race: no rule says what this means";
    let refused = unheard.submit(first, "?");
    assert_eq!(refused.unwrap_err().to_string(), reason);
    assert_eq!(unheard.state(), State::Failed(reason.to_owned()));
    assert_eq!(over(&open(0, &["slow", "steady"])), State::Finished);
    assert_eq!(stage.dead_threads(), 0);
}

#[test]
fn a_group_plays_the_games_that_are_left() {
    let stage = Stage::new(2).unwrap();
    let game: Arc<dyn AnyGame> = Arc::new(RaceKit);
    let group = SessionGroup::open(&stage, &game, plan(60, 4), Duration::ZERO, false).unwrap();
    assert!(group.wait(Duration::from_secs(60)));
    let status = group.status();
    let series = play(&plan(60, 1)).0;
    assert_eq!((status.broken, status.stats.games), (series.broken.count, series.games));
    assert!(status.failure.unwrap().contains(MINE));
}

#[derive(Default)]
struct Broken(Vec<(GameKey, BrokenGame)>);

impl TournamentWatch for Broken {
    fn game(
        &mut self,
        _: GameKey,
        _: &GameRecord,
        _: &GameResults,
    ) -> Result<ControlFlow<()>, ArenaError> {
        Ok(ControlFlow::Continue(()))
    }

    fn broken(&mut self, key: GameKey, game: &BrokenGame) {
        self.0.push((key, game.clone()));
    }
}

fn cup(format: Format) -> TournamentPlan {
    let bots = ["random", "random", "random", "random"].map(|bot| bot.parse().unwrap());
    TournamentPlan {
        game: "race",
        line_up: LineUp::new(bots.to_vec()),
        format,
        rounds: 2,
        seats: 2,
        games: 8,
        seed: Seed::new(1),
        rules: rules(9),
        budget: Budget::NONE,
        margin: Duration::from_millis(50),
        jobs: 2,
        threads: 1,
        logs: None,
        clock: None,
    }
}

#[test]
fn a_tournament_plays_the_games_that_are_left_and_goes_on_later() {
    let stop = Arc::new(AtomicBool::new(false));
    for format in [Format::RoundRobin, Format::Swiss] {
        let plan = cup(format);
        let (mut results, mut watch) = (GameResults::new(), Broken::default());
        let complete = tournament::run(&RaceKit, &plan, &mut results, &stop, &mut watch).unwrap();
        assert!(!complete && !watch.0.is_empty() && !results.is_empty(), "{format:?}");
        assert!(watch.0.iter().all(|(key, game)| {
            game.reason == MINE && game.game == key.number + 1 && !results.contains_key(key)
        }));
        if format == Format::RoundRobin {
            assert_eq!((results.len() + watch.0.len()) as u64, plan.all_games());
        }
        assert_eq!(Standings::new(&plan, &results).unwrap().games as usize, results.len());
        // Resuming tries only what is missing.
        let (before, mut again) = (results.len(), Broken::default());
        tournament::run(&RaceKit, &plan, &mut results, &stop, &mut again).unwrap();
        assert_eq!((results.len(), again.0.len()), (before, watch.0.len()));
    }
}

#[test]
fn a_tournament_with_broken_games_is_stored_as_not_ended() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("results.sqlite")).unwrap();
    let plan = cup(Format::RoundRobin);
    let id = store.begin(&plan).unwrap().id;
    let stop = Arc::new(AtomicBool::new(false));
    let mut results = GameResults::new();
    let complete =
        tournament::run(&RaceKit, &plan, &mut results, &stop, &mut Broken::default()).unwrap();
    let standings = Standings::new(&plan, &results).unwrap();
    store.note(id, &standings, complete).unwrap();
    let rows = store.tournaments(&ludus_arena::store::Filter::default()).unwrap();
    assert!(rows[0].ended.is_none());
}

#[test]
fn training_ends_with_the_reason_and_the_seed() {
    let stride = ToolGame::trainables(&RaceKit).remove(0);
    let stop = Arc::new(AtomicBool::new(false));
    let settings = |mine: u32| FitnessSettings::new(&DuelSettings { rules: rules(mine), nodes: 1 });
    let seeds = [Seed::new(7)];
    let run = |settings: &FitnessSettings| {
        let against = Pool::default();
        let task = Task { settings, against: &against, genome: &[2.0], rivals: &[], seeds: &seeds };
        stride.play(&task, &stop)
    };
    assert!(run(&settings(0)).unwrap().is_some());
    // A mine on every field that a first step can reach.
    let error = [2, 3, 4].map(|mine| run(&settings(mine)).err()).into_iter().flatten().next();
    let expected = "internal error in a match of race with the seed 7: stepped on a mine";
    assert_eq!(error.unwrap().to_string(), expected);
}

#[test]
fn a_live_match_whose_rules_fail_while_a_bot_is_asked_cannot_go_on() {
    let entrant = |bot: &str| Entrant { label: bot.to_owned(), spec: bot.parse().unwrap() };
    let mut live = Arc::new(RaceKit)
        .open_live(&LivePlan {
            id: "a-match".to_owned(),
            seats: vec![entrant("baffles"), entrant("slow")],
            rules: rules(0),
            seed: Seed::new(5),
            budget: Budget::NONE,
            clock: None,
            record: None,
        })
        .unwrap();
    let mut played = Ok(());
    for _ in 0..3 {
        assert!(played.is_ok());
        for question in live.questions(Budget::NONE, &|| Box::new(|| {})) {
            question.ask();
        }
        assert!(live.is_ready());
        played = live.play();
    }
    let reason = "internal error in race: no rule says whether this is legal";
    assert_eq!(played.unwrap_err().to_string(), reason);
}
