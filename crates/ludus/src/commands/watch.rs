//! `ludus watch`, and `ludus` alone in a terminal: the terminal arena.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use ludus_arena::session::is_person;
use ludus_core::{BotSpec, Pacing, Seed};
use ludus_tui::lobby::{check_people, parse_count, parse_grid};
use ludus_tui::{App, Lobby, Playback, Screen, SessionConfig, Speed, Theme, grids};

use super::setup::{check_time, offer, offers, rules};
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
    run_app(App::new(lobby(settings, None)?, theme())?)
}

/// Opens the arena with a recorded match.
pub(super) fn playback(playback: Playback, settings: &Settings) -> anyhow::Result<()> {
    needs_terminal("--watch")?;
    let mut app = App::new(lobby(settings, None)?, theme())?;
    app.screen = Screen::Playback(Box::new(playback));
    run_app(app)
}

pub(super) fn run(args: &WatchArgs, settings: &Settings) -> anyhow::Result<()> {
    let games = parse_count(&args.games).map_err(|error| usage(format!("--games: {error}")))?;
    let grid = args.grid.as_deref().map(parse_grid).transpose();
    let grid = grid.map_err(|error| usage(format!("--grid: {error}")))?;
    let speed = args.speed.as_deref().map(str::parse::<Speed>).transpose();
    let speed = speed.map_err(|error| usage(format!("--speed {error}")))?;
    let bots =
        args.bots.iter().map(|text| text.parse::<BotSpec>()).collect::<Result<Vec<_>, _>>()?;
    check_people(&bots).map_err(|error| usage(error.to_string()))?;
    let mut offer = offer(&args.game, settings)?.played_by(&bots).into_owned();
    if let Some(given) = args.rules.as_deref() {
        let tree = rules(Some(given), settings, offer.game.as_ref())?;
        offer.rules = offer.game.rules(&tree)?;
    }
    offer.game.check_rules(&offer.rules, bots.len())?;
    for spec in bots.iter().filter(|spec| !is_person(spec)) {
        offer.game.check_bot(spec)?;
    }
    if args.clock.is_some() && bots.iter().any(is_person) && offer.game.info().pace != Pacing::Waits
    {
        let game = offer.game.name();
        return Err(usage(format!(
            "--clock: {game} does not wait for people, so their clocks cannot run"
        )));
    }
    let timed = offer.budget.time.is_some() || args.clock.is_some();
    let programs: Vec<_> = bots.iter().filter(|spec| !is_person(spec)).cloned().collect();
    check_time(offer.game.as_ref(), &programs, timed)?;
    needs_terminal("watch")?;
    let lobby = lobby(settings, args.seed)?;
    let grid = match grid {
        Some(grid) => grid,
        None if games == 1 => (1, 1),
        None => {
            let size = ludus_tui::terminal::size().unwrap_or((80, 24));
            grids::usual(&lobby, &offer, bots.len(), size)?
        }
    };
    let mut app = App::new(lobby, theme())?;
    let (paused, clock) = (args.paused, args.clock);
    app.start(&offer, SessionConfig { bots, games, grid, speed, paused, clock })?;
    run_app(app)
}

fn needs_terminal(what: &str) -> anyhow::Result<()> {
    if has_terminal() {
        return Ok(());
    }
    Err(usage(format!("{what} needs a terminal; the command match plays without one")))
}

fn run_app(mut app: App) -> anyhow::Result<()> {
    let stop = stop_on_signal()?;
    ludus_tui::run(&mut app, &stop)?;
    Ok(())
}

fn theme() -> Theme {
    Theme::from_environment(|name| std::env::var(name).ok())
}

fn lobby(settings: &Settings, seed: Option<u64>) -> anyhow::Result<Lobby> {
    let defaults = settings.matches()?;
    Ok(Lobby {
        offers: offers(settings)?,
        widgets: settings.catalog().widgets(),
        seed: Seed::new(seed.unwrap_or(defaults.seed)),
        margin: Duration::from_millis(defaults.margin_ms),
        threads: cores(),
    })
}
