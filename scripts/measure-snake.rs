//! Plays the snakes of this worktree against those of an earlier commit: `measure-snake GAMES SEATS nodes=N|time=MS [SPEC]`.
//!
//! Seat by seat, each game is played once by the rules of either side, with the same chance and the same moves. One seat is
//! the new bot; the others are old. The seats rotate over the same start positions.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludus_core::{Answer, Bot, Budget, Context, Game, GameKit, Seat, Seed, SeededChance};

type Failed = Box<dyn std::error::Error>;

static STOP: AtomicBool = AtomicBool::new(false);

/// From this score on a bot says that it wins, and below its negative half that it is decided.
const CLAIM: f64 = 60_000_000.0;

/// A bot of either side.
enum SideBot {
    New(Box<dyn Bot<new::Snake>>),
    Old(Box<dyn Bot<old::Snake>>),
}

/// What the new bot did over all games.
#[derive(Default)]
struct Tally {
    won: u32,
    drawn: u32,
    claims: u32,
    false_claims: u32,
    /// The share of the time that was used, summed over the moves that were not decided.
    used: f64,
    undecided: u32,
    /// The most that an answer was late.
    late: f64,
}

fn main() -> Result<(), Failed> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [games, seats, limit, rest @ ..] = &given[..] else {
        return Err("usage: measure-snake GAMES SEATS nodes=N|time=MS [SPEC]".into());
    };
    let (games, seats): (u32, usize) = (games.parse()?, seats.parse()?);
    let budget = match limit.split_once('=') {
        Some(("nodes", nodes)) => Budget::of_nodes(nodes.parse()?),
        Some(("time", ms)) => Budget::of_time(Duration::from_millis(ms.parse()?)),
        _ => return Err("a limit is nodes=N or time=MS".into()),
    };
    let spec = rest.first().map_or("hard", String::as_str);
    let mut tally = Tally::default();
    for number in 0..games {
        play(number, seats, budget, spec, &mut tally)?;
        let lost = number + 1 - tally.won - tally.drawn;
        println!("{} games: +{} ={} -{lost}", number + 1, tally.won, tally.drawn);
    }
    println!(
        "claimed wins {}, of which not won {}; of the time used {:.3} (moves without a decided score), latest {:.1} ms",
        tally.claims,
        tally.false_claims,
        tally.used / f64::from(tally.undecided.max(1)),
        tally.late,
    );
    Ok(())
}

fn play(
    number: u32,
    seats: usize,
    budget: Budget,
    spec: &str,
    tally: &mut Tally,
) -> Result<(), Failed> {
    let own = number as usize % seats;
    let seed = Seed::new(u64::from(number) / seats as u64);
    let (mut chance, mut old_chance) = (SeededChance::new(seed), SeededChance::new(seed));
    let mut game = new::Snake::new(&new::SnakeRules::default(), seats, &mut chance)?;
    let mut old_game = old::Snake::new(&old::SnakeRules::default(), seats, &mut old_chance)?;
    let mut bots = Vec::new();
    for seat in 0..seats {
        bots.push(if seat == own {
            let kit = new::SnakeKit::new(new::SnakeSettings::default());
            SideBot::New(kit.make_bot(&spec.parse()?)?)
        } else {
            let kit = old::SnakeKit::new(old::SnakeSettings::default());
            SideBot::Old(kit.make_bot(&"hard".parse()?)?)
        });
    }
    let mut claimed = false;
    while game.outcome().is_none() {
        let (mut turn, mut old_turn) = (Vec::new(), Vec::new());
        for seat in game.to_act().iter() {
            let began = Instant::now();
            let deadline = budget.time.map(|time| began + time);
            let ctx = Context { budget, deadline, seed, ..Context::new(&STOP) };
            let (direction, score) = match &mut bots[seat.index()] {
                SideBot::New(bot) => {
                    let decision = bot.decide(&game, seat, &ctx)?;
                    (decision.action.index(), decision.insight.score)
                }
                SideBot::Old(bot) => {
                    let decision = bot.decide(&old_game, seat, &ctx)?;
                    (decision.action.index(), decision.insight.score)
                }
            };
            if seat.index() == own {
                let score = score.unwrap_or_default();
                claimed |= score >= CLAIM;
                tally.time(budget.time, began.elapsed(), score);
            }
            turn.push((seat, Answer::Play(new::Direction::from_index(direction))));
            old_turn.push((seat, Answer::Play(old::Direction::from_index(direction))));
        }
        game.apply(&turn, &mut chance);
        old_game.apply(&old_turn, &mut old_chance);
    }
    let survived = |seat: usize| {
        Seat::new(seat).and_then(|seat| game.death(seat)).map_or(u32::MAX, |death| death.turn)
    };
    let longest = (0..seats).map(survived).max().unwrap_or(0);
    let first = (0..seats).filter(|seat| survived(*seat) == longest).count();
    let won = survived(own) == longest && first == 1;
    tally.won += u32::from(won);
    tally.drawn += u32::from(survived(own) == longest && first > 1);
    tally.claims += u32::from(claimed);
    tally.false_claims += u32::from(claimed && !won);
    Ok(())
}

impl Tally {
    fn time(&mut self, given: Option<Duration>, took: Duration, score: f64) {
        let Some(given) = given else { return };
        let (given, took) = (given.as_secs_f64() * 1e3, took.as_secs_f64() * 1e3);
        self.late = self.late.max(took - given);
        if score.abs() < CLAIM / 2.0 {
            self.used += (took / given).min(1.0);
            self.undecided += 1;
        }
    }
}
