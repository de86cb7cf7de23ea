//! Messages from a cluster: jobs and reports.

use std::sync::{Arc, LazyLock};

use ludus_arena::{AnyTrainable, ToolGame};
use ludus_core::Trust;
use ludus_train::cluster::{JobMessage, RunReport, WorkerReport};

use super::{Target, games, owned};

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target { name: "job", examples: jobs, parse: job },
        Target { name: "report", examples: reports, parse: report },
    ]
}

/// Jobs with and without opponents.
fn jobs() -> anyhow::Result<Vec<String>> {
    owned(&[
        r#"{"game":"tetris","mode":"solo","settings":{"lookahead":"5"},"against":[],"genome":[0.5,0.5],"rivals":[],"seeds":[1,2]}"#,
        r#"{"game":"chess","mode":"hard","settings":{"nodes":1},"against":["random","hard"],"genome":[1.0],"rivals":[[2.0]],"seeds":[7]}"#,
    ])
}

/// Reads a job as a worker does.
fn job(text: &str) -> bool {
    static TRAINABLES: LazyLock<Vec<Arc<dyn AnyTrainable>>> =
        LazyLock::new(|| games().flat_map(ToolGame::trainables).map(Arc::from).collect());
    JobMessage::check(text.as_bytes(), &TRAINABLES, Trust::BuiltIn).is_ok()
}

/// A report of a worker, and one of a trainer.
fn reports() -> anyhow::Result<Vec<String>> {
    owned(&[
        r#"{"name":"anna","build":{"protocol":2,"version":"1","fingerprint":"ab"},"jobs":2,"running":1,"done":7,"per_second":0.5,"trainer":false}"#,
        r#"{"what":"tetris solo","build":{"protocol":2,"version":"1","fingerprint":"ab"},"wanted":9,"done":7}"#,
    ])
}

/// Reads a report as `ludus cluster status` does.
fn report(text: &str) -> bool {
    serde_json::from_str::<WorkerReport>(text).is_ok()
        || serde_json::from_str::<RunReport>(text).is_ok()
}
