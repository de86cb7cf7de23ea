//! `/api/v1/replays/{id}/why`: where a recorded match was lost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use ludus_arena::why::{Whose, WhyPlan, WhyReport};

use super::replays::reader;
use super::unusable;
use crate::content::Problem;
use crate::routes::Shared;
use crate::versioned::Versioned;

/// How long the judge may think about a match. Then the page gets what was found.
const LONGEST: Duration = Duration::from_secs(30);

/// How many turning points a seat has on a page.
const MOST_POINTS: usize = 5;

/// The turning points of the seats that lost, by the game's own judge with its usual budget.
pub(super) async fn why(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Json<Versioned<WhyReport>>, Problem> {
    let stop = Arc::new(AtomicBool::new(false));
    let ender = Arc::clone(&stop);
    let (roster, archive) = (Arc::clone(&shared.roster), Arc::clone(&shared.archive));
    let judged = shared.work.run(move || {
        let mut source = archive.open(&id)?;
        let mut reader = reader(&mut source)?;
        let offer = &roster.game(&reader.header().game)?.offer;
        let plan = WhyPlan {
            judge: None,
            budget: None,
            whose: Whose::losers(),
            most: MOST_POINTS,
            jobs: 1,
            stop,
        };
        offer.game.why(&mut reader, &plan, &mut |_| {}).map_err(unusable)
    });
    let too_long = async {
        tokio::time::sleep(LONGEST).await;
        ender.store(true, Ordering::Relaxed);
        std::future::pending().await
    };
    tokio::select! {
        report = judged => report.map(|report| Json(Versioned::new(report))),
        never = too_long => never,
    }
}
