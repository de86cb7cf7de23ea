//! The program without a terminal: keys go in, pictures come out.

#![allow(dead_code, reason = "each test file uses the part it needs")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ludus_arena::replay::ReplayReader;
use ludus_arena::{AnyGame, Offer};
use ludus_chess::ChessKit;
use ludus_core::Seed;
use ludus_drawings::terminal::{CHESS, SNAKE, TETRIS, VERSUS};
use ludus_snake::SnakeKit;
use ludus_tetris::TetrisKit;
use ludus_tetris::live::LiveKit;
use ludus_tui::widgets::Widgets;
use ludus_tui::{App, Lobby, Playback, Screen, SessionConfig, Speed, Theme, update, view};
use ludus_versus::VersusKit;
use ludus_versus::live::LiveVersusKit;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

fn offer(game: Arc<dyn AnyGame>) -> Offer {
    let rules = game.default_rules();
    Offer { people_rules: game.people_rules(&rules).unwrap(), ..Offer::new(game, rules) }
}

/// All games.
pub(crate) fn lobby() -> Lobby {
    use ludus_core::GameKit;
    let live = offer(Arc::new(LiveKit::default()));
    let tetris = offer(Arc::new(TetrisKit::default()));
    let tetris = Offer { live: Some(Box::new(live)), ..tetris };
    let chess = offer(Arc::new(ChessKit::new(Default::default())));
    let snake = offer(Arc::new(SnakeKit::new(Default::default())));
    let live = offer(Arc::new(LiveVersusKit::default()));
    let versus = Offer { live: Some(Box::new(live)), ..offer(Arc::new(VersusKit)) };
    let margin = Duration::from_millis(50);
    let widgets = Widgets::default()
        .with("chess", CHESS)
        .with("snake", SNAKE)
        .with("tetris", TETRIS)
        .with("tetris-live", TETRIS)
        .with("tetris-versus", VERSUS)
        .with("tetris-versus-live", VERSUS);
    let offers = vec![tetris, chess, snake, versus];
    Lobby { offers, widgets, seed: Seed::new(1), margin, threads: 2 }
}

/// The program at its menu.
pub(crate) fn app() -> App {
    App::new(lobby(), Theme { colour: true, unicode: true, light: false }).unwrap()
}

/// Starts a session as the menu does.
pub(crate) fn start(app: &mut App, game: &str, config: SessionConfig) {
    let offer = app.lobby.offers.iter().find(|offer| offer.game.name() == game).unwrap();
    let offer = offer.played_by(&config.bots).into_owned();
    app.start(&offer, config).unwrap();
}

/// A session that is paused after this many turns of every game under way.
pub(crate) fn watch(game: &str, bots: &[&str], games: u64, grid: (u16, u16), turns: u32) -> App {
    let mut app = app();
    let bots = bots.iter().map(|bot| bot.parse().unwrap()).collect();
    let config =
        SessionConfig { bots, games, grid, speed: Some(Speed::Normal), paused: true, clock: None };
    start(&mut app, game, config);
    for turn in 1..=turns {
        let Screen::Session(session) = &app.screen else { panic!("no session") };
        session.group.step();
        let since = Instant::now();
        for number in session.group.under_way() {
            while session.group.session(number).unwrap().view().turn < turn {
                assert!(since.elapsed() < Duration::from_secs(30), "turn {turn} is not played");
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
    app
}

/// A recorded match at its beginning, by the name of its file.
pub(crate) fn playback(name: &str) -> App {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../ludus/tests/golden");
    let file = std::fs::File::open(format!("{golden}/{name}.jsonl")).unwrap();
    let mut file = std::io::BufReader::new(file);
    let mut reader = ReplayReader::new(&mut file as &mut dyn std::io::BufRead).unwrap();
    let mut app = app();
    let games = app.lobby.offers.iter().flat_map(|o| [Some(o), o.live.as_deref()]);
    let game = games.flatten().find(|o| o.game.name() == reader.header().game).unwrap();
    let frames = game.game.frames(&mut reader).unwrap();
    let playback = Playback::new(game.game.info(), reader.header(), frames);
    app.screen = Screen::Playback(Box::new(playback));
    app
}

/// Presses these keys, named and separated by blanks.
pub(crate) fn keys(app: &mut App, names: &str) {
    for name in names.split_whitespace() {
        let code = match name {
            "enter" => KeyCode::Enter,
            "esc" => KeyCode::Esc,
            "tab" => KeyCode::Tab,
            "up" => KeyCode::Up,
            "down" => KeyCode::Down,
            "left" => KeyCode::Left,
            "right" => KeyCode::Right,
            "home" => KeyCode::Home,
            "end" => KeyCode::End,
            "space" => KeyCode::Char(' '),
            "backspace" => KeyCode::Backspace,
            control if control.starts_with("ctrl-") => {
                let letter = control.chars().last().unwrap();
                let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
                update::event(app, &Event::Key(key), Duration::ZERO);
                continue;
            }
            letter => KeyCode::Char(letter.chars().next().unwrap()),
        };
        press(app, code);
    }
}

/// Types a text.
pub(crate) fn typed(app: &mut App, text: &str) {
    text.chars().for_each(|letter| press(app, KeyCode::Char(letter)));
}

fn press(app: &mut App, code: KeyCode) {
    let key = KeyEvent::new(code, KeyModifiers::NONE);
    update::event(app, &Event::Key(key), Duration::ZERO);
}

fn drawn(app: &mut App, width: u16, height: u16) -> Buffer {
    update::event(app, &Event::Resize(width, height), Duration::ZERO);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| view::draw(app, frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// How many characters are underlined on a terminal without colours.
pub(crate) fn underlined(app: &mut App) -> usize {
    app.theme = Theme { colour: false, unicode: true, light: false };
    let buffer = drawn(app, 80, 24);
    buffer.content().iter().filter(|cell| cell.modifier.contains(Modifier::UNDERLINED)).count()
}

/// What is on a terminal of this size.
pub(crate) fn picture(app: &mut App, width: u16, height: u16) -> String {
    let buffer = drawn(app, width, height);
    let row = |y: u16| {
        let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        row.trim_end().to_owned()
    };
    (0..height).map(row).collect::<Vec<_>>().join("\n")
}

/// What is on a terminal without colours and with ASCII alone, which is all there may be.
pub(crate) fn plain(app: &mut App) -> String {
    app.theme = Theme { colour: false, unicode: false, light: false };
    let picture = picture(app, 80, 24);
    assert!(picture.is_ascii(), "{picture}");
    picture
}

/// What is on a small, a large and a tiny terminal.
pub(crate) fn pictures(app: &mut App) -> String {
    let sizes = [(80, 24), (200, 60), (20, 5)];
    let pictures = sizes.map(|(w, h)| format!("== {w}x{h}\n{}", picture(app, w, h)));
    pictures.join("\n")
}
