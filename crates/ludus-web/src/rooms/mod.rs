//! Rooms: where people and bots play live, and others look on.
//!
//! | module | what lives there |
//! |---|---|
//! | `room` | one room: who is there, who sits, who is the host, what each may do |
//! | `seats`, `nickname`, `token` | who sits; what people may call themselves; what cannot be guessed |
//! | `playing` | a match while it is played |
//! | `refusal` | why something is not done |
//! | `protocol`, `patch` | the messages; what has changed from one position to the next |
//! | `ticker`, `lateness` | the thread that plays turns when they are due; how late it was |
//! | `thinkers` | the threads on which bots think |
//! | `clerk`, `desk` | the thread that sets matches up and writes down how they end; where |
//! | `socket` | the connections of pages |
//! | `routes` | the addresses |
//!
//! Here are all rooms by name, and what they share.

mod clerk;
mod desk;
mod lateness;
mod nickname;
mod patch;
mod playing;
mod protocol;
mod refusal;
mod room;
mod routes;
mod seats;
mod socket;
mod thinkers;
mod ticker;
mod token;

use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use ludus_arena::Offer;
use parking_lot::Mutex;
use tokio::sync::Semaphore;

use self::clerk::Clerk;
pub(crate) use self::desk::{Desk, is_replay_id};
pub(crate) use self::protocol::understands;
use self::protocol::{LiveReport, RoomEntry, RoomList, ScreenEntry};
use self::refusal::NoRoom;
use self::room::{Room, RoomKind, seat_bots};
pub(crate) use self::routes::router;
use self::thinkers::Thinkers;
pub(crate) use self::thinkers::give_way;
use self::ticker::Ticker;
use self::token::{Token, room_name};
use crate::addresses::Addresses;
use crate::game_pages::GamePages;
use crate::vitals::Vitals;

/// What rooms may take up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many rooms there may be.
    pub rooms: usize,
    /// How many of them may have been made from one address.
    pub per_address: usize,
    /// How many seats people of one address may have, in all rooms together.
    pub seats_per_address: usize,
    /// How many may look on in one room.
    pub spectators: usize,
    /// How many of them from one address.
    pub spectators_per_address: usize,
    /// How many pages may be connected.
    pub sockets: usize,
    /// How many threads think, for games by the clock and as many for others.
    pub threads: usize,
    /// How long a turn takes where turns come by a clock, if the host says nothing.
    pub turn: Duration,
    /// How long a bot may think at the most.
    pub bot_time: Duration,
    /// How long a person whose connection is lost has to come back.
    pub reconnect: Duration,
    /// How long a room without people lasts.
    pub alone: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            rooms: 64,
            per_address: 16,
            seats_per_address: 64,
            spectators: 200,
            spectators_per_address: 50,
            sockets: 800,
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            turn: Duration::from_millis(300),
            bot_time: Duration::from_millis(1000),
            reconnect: Duration::from_secs(30),
            alone: Duration::from_secs(60),
        }
    }
}

/// What all rooms share.
struct House {
    limits: Limits,
    ticker: Arc<Ticker>,
    thinkers: Thinkers,
    clerk: Clerk,
    /// How games are drawn.
    pages: Arc<GamePages>,
    /// How many seats every address has.
    seats: Arc<Addresses>,
}

/// All rooms.
pub(crate) struct Rooms {
    house: Arc<House>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    /// How many of them every address has made.
    makers: Arc<Addresses>,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// How many more pages may connect.
    places: Arc<Semaphore>,
    callers: AtomicU64,
    stopped: AtomicBool,
}

/// The name of the room on the front page's screen for a game.
fn screen_name(game: &str) -> String {
    format!("tv-{game}")
}

impl Rooms {
    /// A house with a room for every game's screen, and threads that wait for work.
    pub(crate) fn open(
        limits: Limits,
        offers: &[Offer],
        pages: &Arc<GamePages>,
        desk: Option<Desk>,
        vitals: &Vitals,
    ) -> io::Result<Arc<Self>> {
        // The ticker looks after the rooms, which need it to be made.
        let all: Arc<Mutex<Weak<Self>>> = Arc::default();
        let swept = Arc::clone(&all);
        let (ticker, thread) = Ticker::start(vitals, move |now| {
            let rooms = swept.lock().upgrade();
            if let Some(rooms) = rooms {
                rooms.sweep(now);
            }
        })?;
        let thinkers = Thinkers::start(limits.threads, vitals)?;
        let clerk = Clerk::start(desk, vitals)?;
        let seats = Arc::new(Addresses::new(limits.seats_per_address));
        let house =
            Arc::new(House { limits, ticker, thinkers, clerk, pages: Arc::clone(pages), seats });
        let mut rooms = HashMap::new();
        for offer in offers {
            let name = screen_name(offer.game.name());
            let (room, _) = Room::new(name.clone(), RoomKind::Screen, None, offer, &house)?;
            seat_bots(&room, offer.game.info().demo);
            rooms.insert(name, room);
        }
        let this = Arc::new(Self {
            house,
            rooms: Mutex::new(rooms),
            makers: Arc::new(Addresses::new(limits.per_address)),
            thread: Mutex::new(Some(thread)),
            places: Arc::new(Semaphore::new(limits.sockets.max(1))),
            callers: AtomicU64::new(1),
            stopped: AtomicBool::new(false),
        });
        *all.lock() = Arc::downgrade(&this);
        Ok(this)
    }

    /// Makes a room for a page at this address; its name and the token of its host.
    fn create(&self, offer: &Offer, open: bool, from: IpAddr) -> Result<(String, Token), NoRoom> {
        if self.stopped.load(Ordering::Relaxed) {
            return Err(NoRoom::Stopping);
        }
        let mut rooms = self.rooms.lock();
        let Limits { rooms: most, per_address, .. } = self.house.limits;
        if rooms.values().filter(|room| !room.is_screen()).count() >= most {
            return Err(NoRoom::Full(most));
        }
        let maker = self.makers.admit(from).ok_or(NoRoom::Address(per_address))?;
        let name = room_name()?;
        let kind = if open { RoomKind::Open } else { RoomKind::Private };
        let (room, token) = Room::new(name.clone(), kind, Some(maker), offer, &self.house)?;
        rooms.insert(name.clone(), room);
        Ok((name, token))
    }

    /// The room of this name.
    fn room(&self, name: &str) -> Option<Arc<Room>> {
        self.rooms.lock().get(name).cloned()
    }

    /// Looks for people who are gone, and for rooms that are deserted.
    fn sweep(&self, now: Instant) {
        let all: Vec<Arc<Room>> = self.rooms.lock().values().cloned().collect();
        for room in all {
            if room.sweep(now) {
                self.rooms.lock().remove(room.name());
            }
        }
    }

    /// The open rooms, and for every game the one to show on the front page: a match with
    /// people in it, or bots.
    fn list(&self, games: &[Offer]) -> RoomList {
        let all: Vec<Arc<Room>> = self.rooms.lock().values().cloned().collect();
        let mut listed: Vec<_> = all.iter().map(|room| room.listed()).collect();
        listed.retain(|room| room.kind == RoomKind::Open);
        listed.sort_by_key(|room| (room.playing, std::cmp::Reverse(room.members)));
        let screen = |offer: &Offer| {
            let game = offer.game.name();
            let played = listed.iter().rev().find(|room| room.playing && room.entry.game == game);
            let room = played.map_or_else(|| screen_name(game), |room| room.entry.room.clone());
            ScreenEntry { game: game.to_owned(), room }
        };
        let screens = games.iter().map(screen).collect();
        let rooms: Vec<RoomEntry> = listed.into_iter().map(|room| room.entry).collect();
        RoomList { screens, rooms }
    }

    /// How the rooms are doing.
    fn report(&self) -> LiveReport {
        let all: Vec<Arc<Room>> = self.rooms.lock().values().cloned().collect();
        let listed: Vec<_> = all.iter().map(|room| room.listed()).collect();
        let sockets = self.house.limits.sockets.max(1) - self.places.available_permits();
        LiveReport {
            rooms: listed.iter().filter(|room| room.kind != RoomKind::Screen).count(),
            playing: listed.iter().filter(|room| room.playing).count(),
            members: listed.iter().map(|room| room.members).sum(),
            sockets,
            lateness: self.house.ticker.lateness.report(),
        }
    }

    /// Ends all rooms: people are informed, matches under way are recorded as aborted. It waits until all is
    /// written.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        let all: Vec<Arc<Room>> = self.rooms.lock().drain().map(|(_, room)| room).collect();
        for room in &all {
            room.shut("the server stops");
        }
        self.house.ticker.stop();
        if let Some(thread) = self.thread.lock().take()
            && thread.join().is_err()
        {
            tracing::error!("the thread that ticks panicked");
        }
        self.house.clerk.stop();
        self.house.thinkers.stop();
    }

    /// Waits until every page is informed and gone, or this time is over.
    pub(crate) async fn farewell(&self, patience: Duration) {
        let all = u32::try_from(self.house.limits.sockets.max(1)).unwrap_or(u32::MAX);
        // A page that does not listen is not waited for.
        let _ = tokio::time::timeout(patience, self.places.acquire_many(all)).await;
    }
}
