//! `ludus watch`, and `ludus` alone in a terminal: the terminal arena.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use ludus_arena::session::is_person;
use ludus_core::{BotSpec, Seed};
use ludus_tui::film::Film;
use ludus_tui::hall::{check_people, parse_count, parse_grid};
use ludus_tui::{App, Hall, Order, Screen, Speed, Theme, grids};

use super::setup::{offer, offers, rules};
use super::signals::{cores, stop_on_signal};
use crate::cli::WatchArgs;
use crate::failure::usage;
use crate::settings::Settings;

/// Whether both the input and the output are a terminal.
pub(super) fn has_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Opens the arena at its menu.
pub(super) fn menu(settings: &Settings) -> anyhow::Result<()> {
    run_app(App::new(hall(settings, None)?, theme())?)
}

/// Opens the arena with a recorded match.
pub(super) fn film(film: Film, settings: &Settings) -> anyhow::Result<()> {
    needs_terminal("--watch")?;
    let mut app = App::new(hall(settings, None)?, theme())?;
    app.screen = Screen::Film(Box::new(film));
    run_app(app)
}

pub(super) fn run(args: &WatchArgs, settings: &Settings) -> anyhow::Result<()> {
    let games = parse_count(&args.games).map_err(|error| usage(format!("--games: {error}")))?;
    let grid = args.grid.as_deref().map(parse_grid).transpose();
    let grid = grid.map_err(|error| usage(format!("--grid: {error}")))?;
    let speed = args.speed.as_deref().map(str::parse::<Speed>).transpose();
    let speed = speed.map_err(|allowed| {
        usage(format!("--speed {}; {allowed}", args.speed.as_deref().unwrap_or_default()))
    })?;
    let bots =
        args.bots.iter().map(|text| text.parse::<BotSpec>()).collect::<Result<Vec<_>, _>>()?;
    check_people(&bots).map_err(usage)?;
    let mut offer = offer(&args.game, settings)?.played_by(&bots).into_owned();
    if let Some(given) = args.rules.as_deref() {
        let tree = rules(Some(given), settings, offer.game.as_ref())?;
        offer.rules = offer.game.rules(&tree)?;
    }
    offer.game.check_rules(&offer.rules, bots.len())?;
    for spec in bots.iter().filter(|spec| !is_person(spec)) {
        offer.game.check_bot(spec)?;
    }
    needs_terminal("ludus watch")?;
    let grid = match grid {
        Some(grid) => grid,
        None if games == 1 => (1, 1),
        None => grids::usual(&offer, bots.len(), ludus_tui::terminal::size().unwrap_or((80, 24)))?,
    };
    let mut app = App::new(hall(settings, args.seed)?, theme())?;
    app.start(&offer, Order { bots, games, grid, speed, paused: args.paused })?;
    run_app(app)
}

fn needs_terminal(what: &str) -> anyhow::Result<()> {
    if has_terminal() {
        return Ok(());
    }
    Err(usage(format!("{what} needs a terminal; `ludus match` plays without one")))
}

fn run_app(mut app: App) -> anyhow::Result<()> {
    let stop = stop_on_signal()?;
    ludus_tui::run(&mut app, &stop)?;
    Ok(())
}

fn theme() -> Theme {
    Theme::from_environment(|name| std::env::var(name).ok())
}

fn hall(settings: &Settings, seed: Option<u64>) -> anyhow::Result<Hall> {
    let defaults = settings.matches()?;
    Ok(Hall {
        offers: offers(settings)?,
        seed: Seed::new(seed.unwrap_or(defaults.seed)),
        margin: Duration::from_millis(defaults.margin_ms),
        threads: cores(),
    })
}
