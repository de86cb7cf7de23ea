//! Live versus Tetris, played by keys in two browsers.

use crate::common::Ludus;
use crate::driver::{Browser, named};
use crate::rooms::{open_replay, scrub, sit, start};
use crate::server::Server;

/// Every seat begins with a slot for a T-spin double, and with O, T, T. Pieces do not fall by themselves within the time
/// of the test, however slow the machine is.
const RULES: &str = r###"
[tetris-versus-live.rules]
gravity = 3600
lock_delay = 3600

[tetris-versus-live.rules.start]
board = "##.#######/#...######/##........"
pieces = "OTT"
"###;

/// The T is turned, moved over the slot, lowered eighteen rows, and turned in.
fn t_spin(page: &Browser) {
    page.press(&["ArrowUp", "ArrowLeft", "ArrowLeft"]);
    page.press(&["ArrowDown"; 18]);
    page.press(&["ArrowUp", "Space"]);
}

/// What the page says about a seat, as the server has confirmed it.
fn seat(page: &Browser, name: &str) -> Option<String> {
    let reply = page.attribute(&named("own-board"), "aria-label")?;
    let about = reply.split(&format!("{name}: ")).nth(1)?;
    about.split(';').next().map(|about| about.trim_end_matches('.').to_owned())
}

/// Waits until the page says all of this about a seat, and returns what it says.
fn until(page: &Browser, name: &str, said: &[&str]) -> String {
    page.wait(&format!("{name}: {said:?}"), || {
        let about = seat(page, name)?;
        said.iter().all(|part| about.contains(part)).then_some(about)
    })
}

#[test]
fn a_t_spin_hold_and_cancelled_garbage_by_keys() {
    let ludus = Ludus::new();
    ludus.write("ludus.toml", RULES);
    let server = Server::start_in(ludus);
    let host = Browser::open(&server.url("/"));
    sit(&host, "tetris-versus", "Ann");
    let link = host.value(&named("link")).unwrap();
    let guest = Browser::open(&link);
    guest.write(&named("nickname"), "Bob");
    guest.click(&named("sit"));
    guest.shows(&named("seat-1"), "Bob");
    start(&host);
    guest.wait("the countdown is over", || {
        guest.shows(&named("phase"), "playing");
        guest.text(&named("countdown")).is_none().then_some(())
    });

    // Hold brings the T, once per piece.
    until(&host, "Ann", &["3 rows high", "O falls", "hold empty", "next T T"]);
    host.press(&["c"]);
    until(&host, "Ann", &["T falls", "hold O", "next T"]);
    host.press(&["c", "ArrowLeft", "ArrowRight"]);
    t_spin(&host);
    let spun = until(&host, "Ann", &["1 rows high", "last T-spin double +4", "sent 4"]);
    assert!(spun.contains("T falls, hold O") && spun.contains("back-to-back"), "{spun}");

    // The garbage waits for the other's next piece, which is a T-spin that cancels it.
    for page in [&host, &guest] {
        until(page, "Bob", &["3 rows high", "garbage 4"]);
    }
    guest.press(&["c"]);
    until(&guest, "Bob", &["T falls", "hold O", "garbage 4"]);
    t_spin(&guest);
    let cancelled = until(&guest, "Bob", &["1 rows high", "last T-spin double +4", "sent 0"]);
    assert!(!cancelled.contains("garbage"), "{cancelled}");
    assert!(!until(&guest, "Ann", &["1 rows high"]).contains("garbage"));

    guest.click(&named("resign"));
    host.shows(&named("result"), "You win!");
    open_replay(&host);
    scrub(&host);
    for page in [&host, &guest] {
        page.is_content();
    }
    let name = host.address().rsplit('/').next().unwrap().to_owned();
    let verified = server.ludus().text(&format!("replay ludus/live/{name}.jsonl --verify"));
    assert!(verified.contains("verified"), "{verified}");
}
