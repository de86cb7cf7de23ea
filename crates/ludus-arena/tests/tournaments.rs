//! Tournaments: who meets whom, what is counted, and how an interrupted one continues.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod race;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ludus_arena::store::{Filter, Store, StoreError};
use ludus_arena::tournament::{
    self, Format, GameKey, GameResults, PlanError, Standings, TournamentPlan, TournamentWatch,
};
use ludus_arena::{ArenaError, GameRecord, LineUp};
use ludus_core::{Budget, Seed};
use race::{RaceKit, Rules, rules};

fn plan(bots: &[&str], format: Format, seats: usize, games: u64) -> TournamentPlan {
    TournamentPlan {
        game: "race",
        line_up: LineUp::new(bots.iter().map(|bot| bot.parse().unwrap()).collect()),
        format,
        rounds: TournamentPlan::usual_rounds(bots.len()),
        seats,
        games,
        seed: Seed::new(1),
        rules: rules(Rules::default()),
        budget: Budget::NONE,
        margin: Duration::from_millis(50),
        jobs: 2,
        threads: 1,
        logs: None,
        clock: None,
    }
}

/// Counts games, and stops the tournament after some.
#[derive(Default)]
struct Count {
    seen: Vec<GameKey>,
    enough: Option<usize>,
    stop: Arc<AtomicBool>,
}

impl TournamentWatch for Count {
    fn game(
        &mut self,
        key: GameKey,
        _: &GameRecord,
        _: &GameResults,
    ) -> Result<ControlFlow<()>, ArenaError> {
        self.seen.push(key);
        if self.enough.is_some_and(|enough| self.seen.len() >= enough) {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn play(plan: &TournamentPlan) -> (GameResults, String) {
    let mut results = GameResults::new();
    let mut count = Count::default();
    let stop = Arc::clone(&count.stop);
    assert!(tournament::run(&RaceKit, plan, &mut results, &stop, &mut count).unwrap());
    (results.clone(), shown(plan, &results))
}

fn shown(plan: &TournamentPlan, results: &GameResults) -> String {
    serde_json::to_string(&Standings::new(plan, results).unwrap()).unwrap()
}

const FIVE: [&str; 5] = ["random", "slow", "steady", "steady", "sprints"];

#[test]
fn everybody_meets_everybody_and_the_fastest_wins() {
    let plan = plan(&FIVE, Format::RoundRobin, 2, 4);
    let (results, _) = play(&plan);
    assert_eq!(results.len() as u64, plan.all_games());
    assert_eq!(results.len(), 10 * 4);
    let standings = Standings::new(&plan, &results).unwrap();
    let labels: Vec<&str> = standings.standings.iter().map(|bot| bot.label.as_str()).collect();
    assert_eq!((labels[0], labels[4]), ("sprints", "slow"));
    assert!(labels.contains(&"steady") && labels.contains(&"steady#2"));
    let points: f64 = standings.standings.iter().map(|bot| bot.points).sum();
    assert_eq!(points, 40.0, "a game is one point");
    assert!(standings.standings.iter().all(|bot| bot.games == 16));
}

#[test]
fn an_interrupted_tournament_goes_on_to_the_same_standings() {
    for (format, seats, games) in [
        (Format::RoundRobin, 2, 4),
        (Format::Gauntlet, 2, 4),
        (Format::Swiss, 2, 4),
        (Format::RoundRobin, 4, 4),
    ] {
        let plan = plan(&FIVE, format, seats, games);
        let (whole, expected) = play(&plan);
        let mut results = GameResults::new();
        let mut seen = Vec::new();
        loop {
            let mut count = Count { enough: Some(3), ..Count::default() };
            let stop = Arc::clone(&count.stop);
            let done = tournament::run(&RaceKit, &plan, &mut results, &stop, &mut count).unwrap();
            seen.append(&mut count.seen);
            if done {
                break;
            }
        }
        assert_eq!(seen.len(), whole.len(), "{format:?}: each game once");
        assert_eq!(shown(&plan, &results), expected, "{format:?}");
    }
}

#[test]
fn a_swiss_tournament_pairs_everybody_in_every_round_and_nobody_twice() {
    let plan = plan(&FIVE, Format::Swiss, 2, 2);
    assert_eq!(plan.rounds, 3);
    let (results, _) = play(&plan);
    assert_eq!(results.len() as u64, plan.all_games());
    let mut met = std::collections::BTreeSet::new();
    for (key, game) in &results {
        let (a, b) = (game.seats[0].min(game.seats[1]), game.seats[0].max(game.seats[1]));
        assert!(met.insert((a, b)) || key.number > 0, "{a} and {b} met before");
    }
    assert_eq!(met.len(), 6);
    let standings = Standings::new(&plan, &results).unwrap().standings;
    assert_eq!(standings.iter().map(|bot| bot.byes).sum::<u64>(), 3);
    assert!(standings.iter().all(|bot| bot.games / 2 + bot.byes == 3));
    let sprints = standings.iter().find(|bot| bot.label == "sprints").unwrap();
    assert!(sprints.place <= 2, "{standings:?}");
}

#[test]
fn who_wins_everything_is_open_ended() {
    let plan = plan(&["slow", "sprints"], Format::RoundRobin, 2, 10);
    let standings = Standings::new(&plan, &play(&plan).0).unwrap().standings;
    let open: Vec<_> = standings.iter().map(|bot| (bot.label.as_str(), bot.open)).collect();
    assert_eq!(open, [("sprints", Some("above")), ("slow", Some("below"))]);
    assert!(standings.iter().all(|bot| bot.rating.is_none()));
}

#[test]
fn more_seats_are_rated_game_after_game() {
    let plan = plan(&FIVE, Format::RoundRobin, 4, 4);
    let (results, _) = play(&plan);
    assert_eq!(results.len(), 5 * 4);
    let standings = Standings::new(&plan, &results).unwrap();
    let rating = |label: &str| {
        let bot = standings.standings.iter().find(|bot| bot.label == label).unwrap();
        bot.rating.unwrap()
    };
    assert!(rating("sprints") > 25.0 && rating("slow") < 25.0);
}

#[test]
fn what_makes_no_tournament_is_refused() {
    let check = |bots: &[&str], format, seats, games| plan(bots, format, seats, games).check();
    let two = ["slow", "steady"];
    assert!(check(&two, Format::RoundRobin, 2, 2).is_ok());
    assert!(matches!(check(&two[..1], Format::RoundRobin, 2, 2), Err(PlanError::Bots { .. })));
    assert!(matches!(check(&two, Format::RoundRobin, 3, 3), Err(PlanError::Bots { .. })));
    assert!(matches!(check(&two, Format::RoundRobin, 1, 2), Err(PlanError::Seats(1))));
    assert!(matches!(check(&two, Format::RoundRobin, 2, 3), Err(PlanError::Games { .. })));
    assert!(matches!(check(&two, Format::RoundRobin, 2, 0), Err(PlanError::Games { .. })));
    assert!(matches!(check(&FIVE, Format::Swiss, 4, 4), Err(PlanError::SwissSeats(4))));
    let mut long = plan(&FIVE, Format::Swiss, 2, 2);
    long.rounds = 4;
    assert!(matches!(long.check(), Err(PlanError::Rounds { most: 3, .. })));
}

/// Puts every game into a store.
struct Keeps<'a>(&'a mut Store, ludus_arena::store::TournamentId, &'a TournamentPlan);

impl TournamentWatch for Keeps<'_> {
    fn game(
        &mut self,
        key: GameKey,
        record: &GameRecord,
        _: &GameResults,
    ) -> Result<ControlFlow<()>, ArenaError> {
        self.0.add(self.1, self.2, key, record)?;
        Ok(ControlFlow::Continue(()))
    }
}

#[test]
fn a_store_gives_back_what_was_put_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new").join("results.sqlite");
    let plan = plan(&FIVE, Format::RoundRobin, 2, 2);
    let mut store = Store::open(&path).unwrap();
    let entry = store.take_up(&plan).unwrap();
    // As long as it is being played, no other program may play it.
    let busy = store.take_up(&plan).unwrap_err();
    assert!(matches!(busy, StoreError::Played { tournament, .. } if tournament == entry.id.0));
    let mut results = entry.results;
    let stop = Arc::new(AtomicBool::new(false));
    let mut keeps = Keeps(&mut store, entry.id, &plan);
    tournament::run(&RaceKit, &plan, &mut results, &stop, &mut keeps).unwrap();
    let standings = Standings::new(&plan, &results).unwrap();
    store.note(entry.id, &standings, true).unwrap();
    drop(store);

    let mut store = Store::open(&path).unwrap();
    let again = store.take_up(&plan).unwrap();
    assert_eq!((again.id, &again.results), (entry.id, &results));
    let other = TournamentPlan { seed: Seed::new(2), ..plan.clone() };
    assert_ne!(store.take_up(&other).unwrap().id, entry.id);
    assert_ne!(store.begin(&plan).unwrap().id, entry.id);

    let bot = |label: &str| Filter { bot: Some(label.to_owned()), ..Filter::default() };
    let count = |filter: &Filter| {
        let mut count = 0;
        store
            .matches::<StoreError>(filter, |row| {
                count += row.seats.len();
                Ok(())
            })
            .unwrap();
        count / 2
    };
    assert_eq!((count(&Filter::default()), count(&bot("slow")), count(&bot("nobody"))), (20, 8, 0));
    let past = Filter { until: Some("2000-01-01".into()), ..Filter::default() };
    assert_eq!(count(&past), 0);
    let listed = store.tournaments(&bot("sprints")).unwrap();
    let first = &standings.standings[0].label;
    assert_eq!((listed.len(), listed[0].winner.as_ref()), (1, Some(first)));
    assert!(listed[0].ended.is_some() && listed[0].played == 20);
    let ratings = store.ratings(&bot("sprints")).unwrap();
    assert!(ratings.len() == 1 && ratings[0].running > 25.0, "{ratings:?}");
}

#[test]
fn a_store_that_cannot_be_used_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let refused = |name: &str| Store::open_existing(&file(name)).err().unwrap();
    assert!(matches!(refused("missing"), StoreError::Missing(_)));

    std::fs::write(file("garbage"), "no database at all, but long enough to be one ".repeat(100))
        .unwrap();
    assert!(matches!(refused("garbage"), StoreError::Corrupt { .. }));

    let foreign = rusqlite::Connection::open(file("foreign")).unwrap();
    foreign.execute_batch("CREATE TABLE songs (name TEXT)").unwrap();
    assert!(matches!(refused("foreign"), StoreError::Foreign(_)));

    drop(Store::open(&file("newer")).unwrap());
    let newer = rusqlite::Connection::open(file("newer")).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    assert!(matches!(refused("newer"), StoreError::Newer { found: 99, .. }));

    let mut store = Store::open(&file("locked")).unwrap();
    let other = rusqlite::Connection::open(file("locked")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let plan = plan(&FIVE, Format::RoundRobin, 2, 2);
    assert!(matches!(store.begin(&plan), Err(StoreError::Locked(_))));
}
