//! The documents: short enough, complete, with links that lead somewhere, in plain words.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the whole project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// README.md and the pages under docs/, each with its text.
fn documents() -> Vec<(PathBuf, String)> {
    let pages = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> =
        pages.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    found.push(root().join("README.md"));
    found.sort();
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The targets of the links of a page, `[text](target)`, without the part behind `#`.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.map(|target| target.split('#').next().unwrap_or_default()).collect()
}

#[test]
fn the_readme_is_at_most_seven_kilobytes() {
    let size = fs::metadata(root().join("README.md")).unwrap().len();
    assert!(size <= 7 * 1024, "README.md has {size} bytes");
}

#[test]
fn every_link_leads_to_a_file() {
    for (page, text) in documents() {
        for link in links(&text) {
            let outside = link.starts_with("http") || link.is_empty();
            let target = page.parent().unwrap().join(link);
            assert!(outside || target.exists(), "{}: {link} does not exist", page.display());
        }
    }
}

#[test]
fn the_contents_page_lists_every_page() {
    let contents = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for (page, _) in documents() {
        let name = page.file_name().unwrap().to_str().unwrap();
        if !["README.md", "SUMMARY.md"].contains(&name) {
            assert!(
                contents.contains(&format!("({name})")),
                "docs/SUMMARY.md does not list {name}"
            );
        }
    }
}

#[test]
fn no_page_has_marks_of_an_unfinished_merge() {
    for (page, text) in documents() {
        let marked =
            text.lines().any(|line| line.starts_with("<<<<<<<") || line.starts_with(">>>>>>>"));
        assert!(!marked, "{}", page.display());
    }
}

#[test]
fn pages_use_plain_words() {
    for (page, text) in documents() {
        let lower = text.to_lowercase();
        for word in ["whoever", "nobody", "somebody", "by lot", "looks on", "so many"] {
            assert!(!lower.contains(word), "{}: {word}", page.display());
        }
    }
}
