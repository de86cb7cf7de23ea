//! Matches against bots, from the first page to the replay.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::driver::{Browser, named};
use crate::pages::look;
use crate::server::Server;

/// Makes a room from the first page and sits down.
pub(crate) fn sit(page: &Browser, game: &str, nickname: &str) {
    page.click(&named(&format!("play-{game}")));
    page.write(&named("nickname"), nickname);
    page.click(&named("sit"));
    page.shows(&named("seat-0"), nickname);
}

/// The host adds a bot; it gets this seat.
pub(crate) fn add_bot(page: &Browser, bot: &str, seat: usize) {
    page.choose(&named("bot"), bot);
    page.click(&named("add-bot"));
    page.shows(&named(&format!("seat-{seat}")), bot);
}

/// Starts, and waits until it has begun.
pub(crate) fn start(page: &Browser) {
    page.click(&named("start"));
    page.shows(&named("phase"), "playing");
    page.wait("the match begins", || page.text(&named("countdown")).is_none().then_some(()));
}

/// Who is where in the table of the result, best first.
pub(crate) fn ranks(page: &Browser) -> Vec<(String, String)> {
    page.shows(&named("result"), "");
    let cell = |column| page.texts(&format!("{} tbody td:nth-child({column})", named("result")));
    cell(1).into_iter().zip(cell(2)).collect()
}

/// Goes to the replay of the match that has ended.
pub(crate) fn open_replay(page: &Browser) {
    page.click(&named("replay-link"));
    page.shows(&named("play"), "Play");
}

/// Where the timeline is, and where it ends.
fn timeline(page: &Browser) -> (u32, u32) {
    let value = page.value(&named("timeline")).unwrap().parse().unwrap();
    let end = page.attribute(&named("timeline"), "max").unwrap().parse().unwrap();
    (value, end)
}

/// Last turn, to the middle and back by keys and by the mouse.
pub(crate) fn scrub(page: &Browser) {
    let (first, end) = timeline(page);
    assert!(first == 0 && end > 1, "{first} of {end}");
    page.press(&["End"]);
    page.shows(&named("outcome"), "");
    assert_eq!(timeline(page).0, end);
    page.press(&["ArrowLeft"]);
    assert_eq!(timeline(page).0, end - 1);
    assert_eq!(page.text(&named("outcome")), None);
    page.click_at(&named("timeline"), 0.5, 0.5);
    let (middle, _) = timeline(page);
    assert!(middle > 0 && middle < end, "{middle} of {end}");
    page.press(&["Home"]);
    let head = page.shows(&named("turn"), "0");
    assert_eq!(timeline(page).0, 0);
    page.click(&named("play"));
    page.wait("the replay plays", || (timeline(page).0 > 0).then_some(()));
    page.wait("another turn is named", || (page.text(&named("turn"))? != head).then_some(()));
}

#[test]
fn tetris_against_two_bots_by_keys_has_ranks_and_a_replay() {
    let server = Server::start();
    let page = Browser::open(&server.url("/"));
    sit(&page, "tetris", "Ann");
    add_bot(&page, "easy", 1);
    add_bot(&page, "battle", 2);
    // A low board, so that it ends soon.
    page.write(&named("rule-height"), "6\n");
    page.wait("six rows", || (page.value(&named("rule-height"))? == "6").then_some(()));
    start(&page);
    page.shows(&named("opponents"), "");
    let reply = || page.attribute(&named("own-board"), "aria-label").unwrap_or_default();
    assert!(reply().contains("Ann: 0 rows high"), "{}", reply());
    page.press(&["ArrowLeft", "ArrowUp", "z", "ArrowRight", "t", "ArrowDown", "Space"]);
    page.wait("a piece lies", || (!reply().contains("Ann: 0 rows high")).then_some(()));
    page.wait("out or over", || {
        page.press(&["Space"]);
        page.text(&named("out")).or_else(|| page.text(&named("result")))
    });
    let ranks = ranks(&page);
    let places: Vec<&str> = ranks.iter().map(|(rank, _)| rank.as_str()).collect();
    assert_eq!(places, ["1", "2", "3"]);
    let mut names: Vec<&str> = ranks.iter().map(|(_, name)| name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Ann", "battle", "easy"]);
    look(&page, &page.address(), "Room");
    open_replay(&page);
    scrub(&page);
    page.is_content();
}

/// The program as a chess engine, which says what to play.
fn best_move(server: &Server, fen: &str) -> String {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_ludus"))
        .current_dir(server.ludus().folder())
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut orders = engine.stdin.take().unwrap();
    write!(orders, "position fen {fen}\ngo nodes 3000\n").unwrap();
    let lines = BufReader::new(engine.stdout.take().unwrap()).lines();
    let best = lines.map_while(Result::ok).find_map(|line| {
        line.strip_prefix("bestmove ")?.split_whitespace().next().map(str::to_owned)
    });
    drop(orders);
    engine.wait().unwrap();
    best.unwrap()
}

/// The position after a move, and whether the game is over.
fn after(server: &Server, fen: &str, played: &str) -> (String, bool) {
    let mut step = server.ludus().command("step chess");
    let output = step.write_stdin(json!({ "fen": fen, "move": played }).to_string() + "\n");
    let output = output.assert().success();
    let next: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    (
        next["fen"].as_str().unwrap_or_else(|| panic!("{next}")).to_owned(),
        !next["outcome"].is_null(),
    )
}

/// Clicks on a square of the chess board, white at the bottom.
fn click_square(page: &Browser, square: &str) {
    let bytes = square.as_bytes();
    let across = (f64::from(bytes[0] - b'a') + 0.5) / 8.0;
    let down = (f64::from(b'8' - bytes[1]) + 0.5) / 8.0;
    page.click_at(&named("cells"), across, down);
}

#[test]
fn chess_against_easy_by_clicks_ends_by_mate() {
    let server = Server::start();
    let page = Browser::open(&server.url("/"));
    sit(&page, "chess", "Ann");
    add_bot(&page, "easy", 1);
    page.choose(&named("rule-opening"), "none");
    page.wait("no opening", || (page.value(&named("rule-opening"))? == "none").then_some(()));
    start(&page);
    let mut fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned();
    let moves = || {
        let all = page.texts(&format!("{} li span", named("moves")));
        all.into_iter().filter(|san| !san.is_empty()).collect::<Vec<_>>()
    };
    let mut plies = 0;
    let mut over = false;
    while !over {
        let best = best_move(&server, &fen);
        click_square(&page, &best[..2]);
        page.wait("legal squares", || {
            page.attribute(".board.chess .dot, .board.chess .ring", "cx")
        });
        click_square(&page, &best[2..4]);
        if let Some(piece) = best.get(4..5) {
            let choice = match piece {
                "n" => "knight",
                "b" => "bishop",
                "r" => "rook",
                _ => "queen",
            };
            page.click(&named(&format!("choice-{choice}")));
        }
        page.wait("the move is played", || (moves().len() > plies).then_some(()));
        (fen, over) = after(&server, &fen, &best);
        plies += 1;
        if !over {
            let answer = page.wait("the bot plays", || moves().get(plies).cloned());
            (fen, over) = after(&server, &fen, &answer);
            plies += 1;
        }
    }
    assert!(moves().last().unwrap().ends_with('#'), "{:?}", moves());
    page.shows(&named("result"), "You win!");
    page.shows(&named("result"), "checkmate");
    let ranks = ranks(&page);
    assert_eq!(ranks.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>(), ["Ann", "easy"]);
    open_replay(&page);
    scrub(&page);
    page.is_content();
}

#[test]
fn a_pawn_becomes_what_is_chosen_by_clicks() {
    let server = Server::start();
    let page = Browser::open(&server.url("/"));
    sit(&page, "chess", "Ann");
    add_bot(&page, "easy", 1);
    let fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
    page.write(&named("rule-fen"), &format!("{fen}\n"));
    page.wait("the position", || (page.value(&named("rule-fen"))? == fen).then_some(()));
    start(&page);
    let moves = || page.texts(&format!("{} li span", named("moves")));
    click_square(&page, "a7");
    page.wait("legal squares", || page.attribute(".board.chess .dot, .board.chess .ring", "cx"));
    click_square(&page, "a8");
    page.click(&named("choice-rook"));
    page.wait("a rook, with check", || (moves().first()? == "a8=R+").then_some(()));
    page.is_content();
}

/// Where the head of this snake is, if it lives.
fn head(page: &Browser, name: &str) -> Option<(i32, i32)> {
    let reply = page.attribute("canvas.board", "aria-label")?;
    let place = reply.split(&format!("{name}: ")).nth(1)?.split(';').next()?;
    let place = place.split("head at ").nth(1)?.trim_end_matches('.');
    let (x, y) = place.split_once(", ")?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

#[test]
fn snake_by_keys_goes_where_it_is_steered() {
    let server = Server::start();
    let page = Browser::open(&server.url("/"));
    sit(&page, "snake", "Ann");
    add_bot(&page, "easy", 1);
    // A large board: a machine that is busy has time to steer.
    for rule in ["rule-width", "rule-height"] {
        page.write(&named(rule), "25\n");
        page.wait("25 cells", || (page.value(&named(rule))? == "25").then_some(()));
    }
    start(&page);
    let (x, y) = page.wait("a head", || head(&page, "Ann"));
    let (key, way) = if x > 12 { ("ArrowLeft", -1) } else { ("ArrowRight", 1) };
    page.press(&[key]);
    page.wait("it goes sideways", || ((head(&page, "Ann")?.0 - x) * way > 0).then_some(()));
    let (key, way) = if y > 12 { ("s", -1) } else { ("w", 1) };
    let (_, before) = page.wait("a head", || head(&page, "Ann"));
    page.press(&[key]);
    page.wait("it turns", || ((head(&page, "Ann")?.1 - before) * way > 0).then_some(()));
    // Straight on there is a wall, unless it meets the other snake before.
    page.shows(&named("result"), "");
    assert!(!page.texts(&format!("{} tr.out", named("figures"))).is_empty());
    let mut who: Vec<String> = ranks(&page).into_iter().map(|(_, name)| name).collect();
    who.sort_unstable();
    assert_eq!(who, ["Ann", "easy"]);
    open_replay(&page);
    scrub(&page);
    page.is_content();
}
