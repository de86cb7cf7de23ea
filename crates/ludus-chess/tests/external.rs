//! Other engines as bots: good ones, and ones that hang, crash, print nonsense or play illegal moves.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use ludus_chess::{Chess, ChessKit, ChessRules, ChessSettings};
use ludus_core::{
    Bot, BotError, BotErrorKind, Budget, Context, Game, GameKit, Seat, Seed, SeededChance,
};

const HELLO: &str =
    "uci) echo 'option name OwnBook type check default true'; echo uciok;; isready) echo readyok;;";

/// A shell script that speaks UCI and runs these commands after `go`.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, hello: &str, go: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ludus-uci-{}-{name}", std::process::id()));
        let text = format!(
            "#!/bin/sh\nwhile read word rest; do case \"$word\" in {hello} go) {go};; quit) exit 0;; esac; done\n"
        );
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Self(path)
    }

    fn bot(&self) -> Box<dyn Bot<Chess>> {
        let spec = format!("uci:cmd={},option.Foo Bar=1", self.0.display());
        ChessKit::new(ChessSettings::default()).make_bot(&spec.parse().unwrap()).unwrap()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn game() -> Chess {
    Chess::new(&ChessRules::from_fen("startpos"), 2, &mut SeededChance::new(Seed::new(1))).unwrap()
}

/// Asks the bot for one decision within 100 ms.
fn ask(bot: &mut dyn Bot<Chess>) -> Result<String, String> {
    let never = AtomicBool::new(false);
    ask_for(bot, Duration::from_millis(100), &never).map_err(|error| error.to_string())
}

/// Asks the bot for one decision within this time, or until `stop` is set.
fn ask_for(
    bot: &mut dyn Bot<Chess>,
    time: Duration,
    stop: &AtomicBool,
) -> Result<String, BotError> {
    let (game, seat) = (game(), Seat::new(0).unwrap());
    bot.start(&game, seat)?;
    let ctx = Context {
        budget: Budget::of_time(time),
        deadline: Some(Instant::now() + time),
        seed: Seed::new(1),
        insight: true,
        ..Context::new(stop)
    };
    let decision = bot.decide(&game, seat, &ctx)?;
    Ok(game.show(seat, decision.action))
}

#[test]
fn a_good_engine_plays_and_reports_its_search() {
    let script = Script::new(
        "good",
        HELLO,
        "echo 'info depth 7 score cp 31 nodes 99 pv e2e4 e7e5'; echo 'bestmove e2e4'",
    );
    let mut bot = script.bot();
    assert!(bot.waits());
    assert_eq!(ask(&mut *bot), Ok("e2e4".to_owned()));
    assert_eq!(ask(&mut *bot), Ok("e2e4".to_owned()), "the same process plays the next game");
}

#[test]
fn an_engine_that_fails_loses_with_the_reason() {
    let table = [
        ("hangs", "sleep 60", " did not answer bestmove within 2.1 s"),
        ("dies", "exit 3", " exited with status 3 while bestmove was expected"),
        ("crashes", "kill -ABRT $$", " was killed by signal 6 (SIGABRT) while bestmove"),
        ("floods", "yes | tr -d '\\n'", " printed a line of more than 65536 bytes"),
        ("rubbish", "echo 'bestmove banana'", " played \"banana\", which is not legal"),
        ("illegal", "echo 'bestmove e2e5'", " played \"e2e5\", which is not legal"),
        ("empty", "echo bestmove", " played \"\", which is not legal"),
        (
            "bytes",
            "printf '\\377\\376\\n'; echo 'bestmove 0000'",
            " played \"0000\", which is not legal",
        ),
    ];
    for (name, go, reason) in table {
        let script = Script::new(name, HELLO, go);
        let mut bot = script.bot();
        for round in 1..=2 {
            let error = ask(&mut *bot).unwrap_err();
            assert!(error.contains(reason), "{name}, round {round}: {error}");
        }
    }
}

#[test]
fn a_failure_includes_the_last_lines_of_standard_error() {
    let script = Script::new("words", HELLO, "echo 'no network file' >&2; exit 1");
    let never = AtomicBool::new(false);
    let error = ask_for(&mut *script.bot(), Duration::from_millis(100), &never).unwrap_err();
    assert_eq!(error.stderr(), ["no network file"]);
    assert_eq!(error.kind(), BotErrorKind::Crash);
}

#[test]
fn a_stopped_engine_answers_or_is_killed() {
    let long = Duration::from_secs(600);
    let stopped = |script: &Script| {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(300));
                stop.store(true, Ordering::Relaxed);
            });
            ask_for(&mut *script.bot(), long, &stop).map_err(|error| error.to_string())
        })
    };
    let good = Script::new("obeys", HELLO, "read line; echo 'bestmove d2d4'");
    assert_eq!(stopped(&good), Ok("d2d4".to_owned()));
    let bad = Script::new("obeys-not", HELLO, "sleep 600");
    let error = stopped(&bad).unwrap_err();
    assert!(error.contains("did not answer bestmove within 0.5 s"), "{error}");
}

#[test]
fn a_program_without_uci_fails_at_the_start() {
    let script = Script::new("mute", "uci) exit 0;;", "exit 0");
    let error = ask(&mut *script.bot()).unwrap_err();
    assert!(error.ends_with(" exited with status 0 while uciok was expected"), "{error}");
}

#[test]
fn a_missing_program_is_an_error_of_one_line() {
    let kit = ChessKit::new(ChessSettings::default());
    let error = |text: &str| match kit.make_bot(&text.parse().unwrap()) {
        Ok(_) => panic!("{text} was made"),
        Err(error) => error.to_string(),
    };
    assert_eq!(error("uci:cmd=/no/such/engine"), "bot uci: there is no program /no/such/engine");
    assert!(
        error("uci:cmd=no-such-engine")
            .starts_with("bot uci: there is no program no-such-engine on the PATH")
    );
    assert_eq!(error("uci"), "bot uci needs cmd=…");
    assert!(error("uci:cmd=sh,elo=strong").contains("allowed: a number like 1500"));
    assert!(error("uci:cmd=sh,nods=5").contains("did you mean nodes?"));
}
