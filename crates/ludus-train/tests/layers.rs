//! Invariants of this crate that ARCHITECTURE.md promises, checked in its source.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

/// All source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false => vec![path],
        })
        .collect()
}

#[test]
fn only_the_cluster_knows_the_network() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let all = sources(&src);
    assert!(all.len() > 20, "the source is there");
    for path in all.iter().filter(|path| !path.starts_with(src.join("cluster"))) {
        let text = fs::read_to_string(path).unwrap();
        for word in ["tokio", "async_nats", "futures_util", "std::net", "async fn"] {
            assert!(!text.contains(word), "{} mentions {word}", path.display());
        }
    }
}

#[test]
fn the_cluster_plays_matches_only_on_threads_of_its_own() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cluster");
    for path in sources(&folder) {
        let text = fs::read_to_string(&path).unwrap();
        for word in ["spawn_blocking", "block_in_place", ".play(", "job::run_job"] {
            assert!(!text.contains(word), "{} mentions {word}", path.display());
        }
        // The build plays its matches before there is a connection.
        let plays = text.matches("run_contained(").count();
        let expected = usize::from(path.ends_with("worker.rs"));
        assert_eq!(plays, expected, "{}: jobs run in WorkerState::start_job", path.display());
    }
}
