//! Several people in one room, each in a browser of their own.

use serde_json::json;

use crate::common::Ludus;
use crate::driver::{Browser, named};
use crate::rooms::{add_bot, ranks, sit, start};
use crate::server::Server;

#[test]
fn two_people_play_in_one_room_and_a_third_looks_on() {
    let server = Server::start();
    let host = Browser::open(&server.url("/"));
    sit(&host, "tetris", "Ann");
    let link = host.value(&named("link")).unwrap();

    // A name that would be dangerous if it were read as HTML.
    let name = "<b>Bob</b>";
    let guest = Browser::open(&link);
    guest.shows(&named("seat-0"), "Ann");
    guest.write(&named("nickname"), name);
    guest.click(&named("sit"));
    guest.shows(&named("seat-1"), name);
    host.shows(&named("seat-1"), name);
    assert_eq!(guest.text(&named("start")), None, "only the host starts");

    let third = Browser::open(&link);
    third.shows(&named("seat-1"), name);
    for page in [&host, &guest, &third] {
        page.shows(&named("spectators"), "1 spectator");
    }

    start(&host);
    for page in [&guest, &third] {
        page.shows(&named("phase"), "playing");
    }
    for page in [&host, &guest] {
        page.shows(&named("own-board"), "");
        page.shows(&named("opponents"), "");
    }
    third.shows(&named("board-0"), "");
    third.shows(&named("board-1"), "");
    assert_eq!(third.text(&named("own-board")), None);

    // A player who reloads the page has the seat again.
    host.go(&link);
    host.shows(&named("own-board"), "");

    // What the guest does is seen by the others.
    let reply = |page: &Browser, board: &str| page.attribute(&named(board), "aria-label");
    let begun = |page: &Browser, board: &str| {
        page.wait("a piece of the guest lies", || {
            (!reply(page, board)?.contains("</b>: 0 rows high")).then_some(())
        });
    };
    guest.wait("the countdown is over", || guest.text(&named("countdown")).is_none().then_some(()));
    guest.press(&["Space"]);
    begun(&host, "own-board");
    begun(&third, "board-0");

    guest.wait("the guest is out", || {
        guest.press(&["Space"]);
        guest.text(&named("result"))
    });
    host.shows(&named("result"), "You win!");
    guest.shows(&named("result"), "Ann wins");
    third.shows(&named("result"), "Ann wins");
    let expected = [("1", "Ann"), ("2", name)].map(|(a, b)| (a.to_owned(), b.to_owned()));
    for page in [&host, &guest, &third] {
        assert_eq!(ranks(page), expected);
        page.is_content();
    }

    // The host wants another; everybody is taken along.
    host.click(&named("rematch"));
    for page in [&host, &guest, &third] {
        page.shows(&named("phase"), "playing");
    }
}

/// What a page says about a match that is over: the verdict, the table, and the boards with the names on them.
fn ending(page: &Browser) -> (String, Vec<(String, String)>, String) {
    let verdict = page.shows(&format!("{} h2", named("result")), "");
    let boards = page.wait("boards", || page.attribute(&named("board-2"), "aria-label"));
    (verdict, ranks(page), boards)
}

#[test]
fn a_guest_who_leaves_takes_nothing_from_the_result() {
    let ludus = Ludus::new();
    // Soon after a guest closes the page, the seat is free.
    ludus.write("ludus.toml", "[serve.rooms]\nreconnect_s = 4\n");
    let server = Server::start_in(ludus);
    let host = Browser::open(&server.url("/"));
    sit(&host, "tetris", "Ann");
    let link = host.value(&named("link")).unwrap();
    let guest = Browser::open(&link);
    guest.write(&named("nickname"), "Bob");
    guest.click(&named("sit"));
    guest.shows(&named("seat-1"), "Bob");
    add_bot(&host, "easy", 2);
    host.write(&named("rule-height"), "6\n");
    host.wait("six rows", || (host.value(&named("rule-height"))? == "6").then_some(()));
    start(&host);
    for page in [&guest, &host] {
        page.wait("out or over", || {
            page.press(&["Space"]);
            page.text(&named("out")).or_else(|| page.text(&named("result")))
        });
    }

    let before = ending(&host);
    let (verdict, table, boards) = &before;
    let winner = table[0].1.clone();
    let expected = if winner == "Ann" { "You win!".to_owned() } else { format!("{winner} wins") };
    assert_eq!((verdict, table[0].0.as_str()), (&expected, "1"));
    let places = ["Ann: ", "Bob: ", "easy: "].map(|name| boards.find(name));
    assert!(places.is_sorted() && places[0].is_some(), "{boards}");

    // By another address, which leaves the page in the browser's memory. The test does not wait for the new page: the
    // host sees for a few seconds only that the guest is gone.
    guest.run("setTimeout(() => location.assign('/'))", json!([]));
    host.shows(&named("side"), "Connection lost: Bob");
    host.wait("the seat is free", || host.text(&named("side")).is_none().then_some(()));
    assert_eq!(ending(&host), before);
    host.go(&link);
    assert_eq!(ending(&host), before, "for a page that is loaded again");
    let later = Browser::open(&link);
    assert_eq!(ending(&later), (format!("{winner} wins"), before.1, before.2));

    host.click(&named("reopen"));
    host.shows(&named("seat-0"), "Ann");
    host.shows(&named("seat-1"), "easy");
    assert_eq!(host.text(&named("seat-2")), None);
}
