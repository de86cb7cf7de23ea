//! The games that can be watched: those that the server's snakes play, and recorded ones.
//!
//! A game is known by its requests. How many are kept and for how long is bounded; the one that was
//! heard of least recently goes first.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use ludus_snake::api::GameRequest;
use ludus_snake::api::frames::{ViewedGame, ViewerEvent, ViewerFrame};
use parking_lot::Mutex;
use serde::Serialize;
use tokio::sync::watch;

/// The most frames of a game that are kept.
const MOST_FRAMES: usize = 10_000;

/// The most bytes that are kept of one game, and of all together. A game of two hundred turns has a few hundred
/// thousand.
const MOST_OF_ONE: usize = 8 << 20;
const MOST_OF_ALL: usize = 32 << 20;

/// The games that can be watched.
pub(crate) struct LiveGames {
    games: Mutex<HashMap<String, GameInProgress>>,
    most: usize,
    age: Duration,
    /// The folder of recorded matches.
    replays: Option<PathBuf>,
}

/// A game that is played.
struct GameInProgress {
    game: ViewedGame,
    last: ViewerFrame,
    /// The events so far as they are sent.
    events: Vec<Utf8Bytes>,
    /// How much they take up.
    bytes: usize,
    over: bool,
    heard: Instant,
    /// How many events there are, for those who wait for more.
    count: watch::Sender<usize>,
}

/// A game in the list of those that can be watched.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ListedGame {
    id: String,
    status: String,
    turn: u32,
}

impl LiveGames {
    /// At most this many games that were heard of within this time, and the matches in this folder.
    pub(crate) fn new(most: usize, age: Duration, replays: Option<PathBuf>) -> Self {
        Self { games: Mutex::default(), most, age, replays }
    }

    /// Takes in what a request says about its game; `over` if the game has ended.
    pub(crate) fn note(&self, request: &GameRequest, over: bool) {
        let id = &request.game.id;
        if self.most == 0 || id.is_empty() {
            return;
        }
        let mut games = self.games.lock();
        let now = Instant::now();
        games.retain(|_, game| now.duration_since(game.heard) < self.age);
        // A match that is played again under its old name begins anew.
        let again =
            |game: &GameInProgress| request.turn == 0 && !over && (game.over || game.last.turn > 0);
        if games.get(id).is_some_and(again) {
            games.remove(id);
        }
        if !games.contains_key(id) && games.len() >= self.most {
            forget_oldest(&mut games);
        }
        games
            .entry(id.clone())
            .or_insert_with(|| GameInProgress::new(request))
            .note(request, over, now);
        while games.len() > 1 && games.values().map(|game| game.bytes).sum::<usize>() > MOST_OF_ALL
        {
            forget_oldest(&mut games);
        }
    }

    /// What the viewer wants to know about a game that is played.
    pub(crate) fn game(&self, id: &str) -> Option<ViewedGame> {
        self.games.lock().get(id).map(|game| game.game.clone())
    }

    /// The events of a game from a place on, whether these are the last, and how to wait for more.
    pub(crate) fn events(&self, id: &str, from: usize) -> Option<GameEvents> {
        let games = self.games.lock();
        let game = games.get(id)?;
        let events = game.events.get(from..).unwrap_or_default().to_vec();
        Some(GameEvents { events, over: game.over, more: game.count.subscribe() })
    }

    /// The games that are played.
    pub(crate) fn list(&self) -> Vec<ListedGame> {
        let listed = |game: &GameInProgress| ListedGame {
            id: game.game.id.clone(),
            status: game.game.status.clone(),
            turn: game.last.turn,
        };
        let mut list: Vec<ListedGame> = self.games.lock().values().map(listed).collect();
        list.sort_by(|a, b| a.id.cmp(&b.id));
        list
    }

    /// The file of a recorded match of this name, if there can be one.
    pub(crate) fn recorded(&self, id: &str) -> Option<PathBuf> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let named = !id.is_empty() && !id.starts_with('.') && id.chars().all(plain);
        let path = self.replays.as_ref().filter(|_| named)?.join(format!("{id}.jsonl"));
        path.is_file().then_some(path)
    }
}

/// GameEvents of a game that is played.
pub(crate) struct GameEvents {
    pub(crate) events: Vec<Utf8Bytes>,
    pub(crate) over: bool,
    pub(crate) more: watch::Receiver<usize>,
}

impl GameInProgress {
    fn new(request: &GameRequest) -> Self {
        let last = ViewerFrame::from_request(request.turn, &request.board, None);
        let mut game = Self {
            game: ViewedGame::from_request(&request.game, &request.board, false),
            events: Vec::new(),
            bytes: 0,
            over: false,
            heard: Instant::now(),
            count: watch::Sender::new(0),
            last: last.clone(),
        };
        game.push(&ViewerEvent::Frame(last));
        game
    }

    fn note(&mut self, request: &GameRequest, over: bool, now: Instant) {
        self.heard = now;
        if self.over {
            return;
        }
        // Several snakes of the server may play in one game: each turn is one frame.
        let room = self.events.len() < MOST_FRAMES && self.bytes < MOST_OF_ONE;
        if request.turn > self.last.turn && room {
            self.last = ViewerFrame::from_request(request.turn, &request.board, Some(&self.last));
            self.push(&ViewerEvent::Frame(self.last.clone()));
        }
        if over {
            self.over = true;
            self.game.status = "complete".to_owned();
            self.push(&ViewerEvent::GameEnd(self.game.clone()));
        }
    }

    fn push(&mut self, event: &ViewerEvent) {
        let event = text(event);
        self.bytes += event.len();
        self.events.push(event);
        self.count.send_replace(self.events.len());
    }
}

/// Forgets the game that was heard of least recently.
fn forget_oldest(games: &mut HashMap<String, GameInProgress>) {
    let oldest = games.iter().min_by_key(|(_, game)| game.heard).map(|(id, _)| id.clone());
    oldest.map(|id| games.remove(&id));
}

/// An event as it is sent.
pub(crate) fn text(event: &ViewerEvent) -> Utf8Bytes {
    // Numbers and texts alone: this cannot fail, and nothing would be sent if it did.
    serde_json::to_string(event).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::{Game, Seat, Seed, SeededChance};
    use ludus_snake::api::SnakeIdentity;
    use ludus_snake::{Snake, SnakeRules};

    fn request(id: &str, turn: u32) -> GameRequest {
        let mut chance = SeededChance::new(Seed::new(1));
        let game = Snake::new(&SnakeRules::default(), 2, &mut chance).unwrap();
        let seat = Seat::new(0).unwrap();
        GameRequest { turn, ..GameRequest::of(&game, seat, id, &SnakeIdentity::by_seat(2)) }
    }

    fn games(most: usize) -> LiveGames {
        LiveGames::new(most, Duration::from_secs(3600), None)
    }

    #[test]
    fn a_turn_in_requests_of_several_snakes_is_one_frame() {
        let games = games(4);
        for turn in [0, 0, 1, 1, 2, 1] {
            games.note(&request("a", turn), false);
        }
        assert_eq!(games.events("a", 0).unwrap().events.len(), 3);
        games.note(&request("a", 3), true);
        games.note(&request("a", 3), true);
        let events = games.events("a", 3).unwrap();
        assert!(events.over && events.events.len() == 2);
        assert!(events.events[1].starts_with(r#"{"Type":"game_end","Data":{"ID":"a","#));
        assert_eq!(games.game("a").unwrap().status, "complete");
    }

    #[test]
    fn a_snake_that_is_no_longer_on_the_board_is_shown_dead() {
        let games = games(4);
        games.note(&request("a", 0), false);
        let mut next = request("a", 1);
        next.board.snakes.remove(0);
        games.note(&next, false);
        let event: ViewerEvent =
            serde_json::from_str(&games.events("a", 1).unwrap().events[0]).unwrap();
        let ViewerEvent::Frame(frame) = event else { panic!("{event:?}") };
        assert_eq!(frame.snakes.len(), 2);
        assert_eq!(frame.snakes[0].death.as_ref().unwrap().turn, 1);
        assert!(frame.snakes[1].death.is_none());
    }

    #[test]
    fn the_number_and_the_age_of_games_are_bounded() {
        let games = games(2);
        for id in ["a", "b", "c"] {
            games.note(&request(id, 0), false);
        }
        assert!(games.game("a").is_none() && games.game("b").is_some());
        let short = LiveGames::new(9, Duration::ZERO, None);
        short.note(&request("a", 0), false);
        short.note(&request("b", 0), false);
        assert!(short.game("a").is_none() && short.game("b").is_some());
    }

    #[test]
    fn a_match_that_is_played_again_begins_anew() {
        let games = games(4);
        for turn in 0..5 {
            games.note(&request("a", turn), turn == 4);
        }
        games.note(&request("a", 0), false);
        let events = games.events("a", 0).unwrap();
        assert!(!events.over && events.events.len() == 1);
    }

    #[test]
    fn no_name_leads_out_of_the_folder_of_replays() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        for name in ["secret.jsonl", "in/match.jsonl", "in/.hidden.jsonl"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let age = Duration::from_secs(1);
        let games = LiveGames::new(1, age, Some(folder.path().join("in")));
        assert!(games.recorded("match").is_some());
        for bad in ["../secret", "..", "", ".hidden", "/etc/passwd", "in/match", "a\\b"] {
            assert!(games.recorded(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn games_that_take_up_too_much_are_cut_or_forgotten() {
        let games = games(64);
        let large = |id: &str, turn: u32| {
            let mut request = request(id, turn);
            request.board.snakes[0].shout = "x".repeat(1 << 20);
            request
        };
        for game in ["a", "b", "c", "d", "e", "f"] {
            for turn in 0..20 {
                games.note(&large(game, turn), false);
            }
        }
        let bytes = |id: &str| {
            let events = games.events(id, 0)?.events;
            Some(events.iter().map(|event| event.len()).sum::<usize>())
        };
        assert!(bytes("a").is_none(), "the oldest is forgotten");
        let kept: Vec<usize> = ["b", "c", "d", "e", "f"].into_iter().filter_map(bytes).collect();
        assert!(kept.iter().all(|bytes| *bytes < MOST_OF_ONE + (2 << 20)), "{kept:?}");
        assert!(kept.iter().sum::<usize>() <= MOST_OF_ALL, "{kept:?}");
    }
}
