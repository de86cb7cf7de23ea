//! Several people in one room, each in a browser of their own.

use crate::driver::{Browser, named};
use crate::rooms::{ranks, sit, start};
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

    // Whoever loads the page anew has the seat again.
    host.go(&link);
    host.shows(&named("own-board"), "");

    // What the guest does is seen by the others.
    let told = |page: &Browser, board: &str| page.attribute(&named(board), "aria-label");
    let begun = |page: &Browser, board: &str| {
        page.wait("a piece of the guest lies", || {
            (!told(page, board)?.contains("</b>: 0 rows high")).then_some(())
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
