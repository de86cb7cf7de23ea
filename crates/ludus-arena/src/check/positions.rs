//! Positions from all phases of the game: from the first turn to the last of seeded matches between built-in bots.

use std::sync::atomic::AtomicBool;

use ludus_core::{
    Answer, Bot, BotSpec, Budget, CheckPosition, Context, Game, GameKit, Origin, Seat, SeatSet,
    SeededChance, SpecError,
};

use super::CheckPlan;
use crate::error::ArenaError;

/// How many matches the positions come from.
const MATCHES: u64 = 6;

/// After this many turns a match is left, so that games that never end give positions, too.
const MOST_TURNS: usize = 400;

/// What a decision of the bots may spend. They need not be strong.
const NODES: u64 = 100;

/// Positions of the plan's number, match by match. All positions of a match are of one seat, in the order of their turns.
pub(super) fn from_all_phases<K: GameKit>(
    kit: &K,
    plan: &CheckPlan,
) -> Result<Vec<Vec<CheckPosition<K::Game>>>, ArenaError> {
    let count = plan.positions.div_ceil(MATCHES as usize).max(1);
    (0..MATCHES)
        .map(|number| {
            let all = play(kit, plan, number)?;
            // The same number from each part of the match, the first and the last turn included.
            let place = |n: usize| n * all.len().saturating_sub(1) / (count - 1).max(1);
            let places = (0..count.min(all.len())).map(place);
            Ok(places.map(|place| all[place].clone()).collect())
        })
        .collect()
}

/// Every position of a match in which one seat is to act: the seats take turns from match to match.
fn play<K: GameKit>(
    kit: &K,
    plan: &CheckPlan,
    number: u64,
) -> Result<Vec<CheckPosition<K::Game>>, ArenaError> {
    let seed = plan.seed.derive("check-match", number);
    let mut chance = SeededChance::new(seed);
    // Two seats where that is possible.
    let seats = (*K::Game::SEATS.start()).max(2).min(*K::Game::SEATS.end());
    let mut game = K::Game::new(plan.rules.of::<K::Game>()?, seats, &mut chance)?;
    let mut bots = bots(kit, seats, number)?;
    let stop = AtomicBool::new(false);
    let mut all: Vec<CheckPosition<K::Game>> = Vec::new();
    let mut legal = Vec::new();
    for _ in 0..MOST_TURNS {
        let acting: SeatSet = game.to_act();
        let seated: Vec<Seat> = Seat::first(seats).filter(|seat| acting.has(*seat)).collect();
        if let Some(&seat) = seated.iter().find(|seat| seat.index() as u64 == number % seats as u64)
        {
            all.push(CheckPosition { game: game.clone(), seat });
        }
        if seated.is_empty() {
            break;
        }
        let mut turn = Vec::new();
        for seat in seated {
            let ctx = Context {
                budget: Budget::of_nodes(NODES),
                seed: seed.derive("bot", (seat.index() as u64) << 32 | u64::from(game.turn())),
                ..Context::new(&stop)
            };
            let decided =
                bots[seat.index()].decide(&game, seat, &ctx).map(|decided| decided.action);
            game.legal(seat, &mut legal);
            let action = decided.ok().filter(|action| game.is_legal(seat, *action));
            let Some(action) = action.or_else(|| legal.first().copied()) else { return Ok(all) };
            turn.push((seat, Answer::Play(action)));
        }
        game.apply(&turn, &mut chance);
    }
    Ok(all)
}

/// The bots of a match: those of the demo in turns with the first one that is built in, often a weak one, so that there
/// are strange positions too.
fn bots<K: GameKit>(
    kit: &K,
    seats: usize,
    number: u64,
) -> Result<Vec<Box<dyn Bot<K::Game>>>, SpecError> {
    let first = kit.bots().iter().find(|bot| bot.origin == Origin::BuiltIn).map(|bot| bot.name);
    let demo = K::DEMO.iter().copied().cycle();
    let names: Vec<&str> = match (number % 3, first) {
        (0, Some(first)) => vec![first; seats],
        (1, Some(first)) => demo.take(1).chain(std::iter::repeat(first)).take(seats).collect(),
        _ => demo.take(seats).collect(),
    };
    names
        .into_iter()
        .map(|name| {
            let spec: BotSpec = name.parse()?;
            kit.make_bot(&spec)
        })
        .collect()
}
