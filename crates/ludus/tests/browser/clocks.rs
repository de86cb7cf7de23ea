//! Clocks on the pages: they run, and a seat whose clock runs out loses.

use crate::driver::{Browser, named};
use crate::rooms::{add_bot, ranks, sit, start};
use crate::server::Server;

/// What the clock of a seat shows, in seconds.
fn seconds(page: &Browser, seat: usize) -> Option<f64> {
    let text = page.text(&named(&format!("clock-{seat}")))?;
    match text.split_once(':') {
        Some((minutes, seconds)) => {
            Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
        }
        None => text.parse().ok(),
    }
}

/// Whether the page marks the clock of a seat as running.
fn is_running(page: &Browser, seat: usize) -> bool {
    let class = page.attribute(&named(&format!("clock-{seat}")), "class");
    class.is_some_and(|class| class.split_whitespace().any(|word| word == "running"))
}

/// Types a clock that is not in the list.
fn type_clock(page: &Browser, clock: &str) {
    page.choose(&named("clock"), "other");
    page.write(&named("clock-typed"), &format!("{clock}\n"));
}

#[test]
fn a_person_whose_clock_runs_out_loses_on_time() {
    let server = Server::start();
    let page = Browser::open(&server.url("/"));
    sit(&page, "chess", "Ann");
    add_bot(&page, "easy", 1);
    page.choose(&named("rule-opening"), "none");
    page.wait("no opening", || (page.value(&named("rule-opening"))? == "none").then_some(()));
    type_clock(&page, "10");
    page.wait("the clock is set", || (page.value(&named("clock"))? == "10").then_some(()));
    start(&page);
    // White is to move, and does nothing.
    let first = page.wait("a clock", || seconds(&page, 0));
    assert!(first <= 10.0, "{first}");
    page.wait("it is marked as running", || is_running(&page, 0).then_some(()));
    page.wait("it runs", || (seconds(&page, 0)? < first).then_some(()));
    assert!(!is_running(&page, 1), "the bot is not to move");
    assert_eq!(seconds(&page, 1), Some(10.0), "nor does its clock run");
    page.shows(&named("result"), "easy wins");
    page.shows(&named("result"), "time");
    let expected = [("1", "easy"), ("2", "Ann")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(ranks(&page), expected);
    page.is_content();
}

#[test]
fn watched_bots_play_by_the_clock() {
    let server = Server::start();
    let page = Browser::open(&server.url("/watch?game=snake"));
    // Two that use their time: `hard` is chosen in the list.
    page.click(&named("add-bot"));
    page.click(&named("add-bot"));
    page.choose(&named("boards"), "1");
    type_clock(&page, "10");
    page.click(&named("start"));
    page.shows(&named("clock-0"), "");
    page.wait("a clock is marked as running", || page.attribute("span.clock.running", "class"));
    // Nothing is added for an action, so every clock falls. Ten seconds are shown with tenths: a match of quick
    // bots may use no more than a few of those.
    page.wait("a clock has run", || {
        (0..4).filter_map(|seat| seconds(&page, seat)).any(|left| left < 10.0).then_some(())
    });
    page.is_content();
}
