//! What ARCHITECTURE.md says about the layers, checked against the sources.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The names of all crates below `crates`.
fn crates() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("crates")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// All Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The lines of code of a crate with file and number: no comments, and nothing below the tests' mark.
fn code_lines(name: &str) -> Vec<(String, String)> {
    code_lines_in(&root().join("crates").join(name).join("src"), name)
}

/// The same for the sources in a folder.
fn code_lines_in(folder: &Path, name: &str) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    for path in sources(folder) {
        let text = fs::read_to_string(&path).unwrap();
        let place = path.strip_prefix(folder).unwrap().display().to_string();
        if place.ends_with("tests.rs") {
            continue;
        }
        for (number, line) in (1..).zip(text.lines()) {
            if line.starts_with("#[cfg(test)]") {
                break;
            }
            if !line.trim_start().starts_with("//") {
                lines.push((format!("{name}/src/{place}:{number}"), line.to_owned()));
            }
        }
    }
    lines
}

/// The lines of these crates that have one of these words, except in files that are named.
fn lines_with(crates: &[&str], words: &[&str], except: &[&str]) -> Vec<String> {
    let all = crates.iter().flat_map(|name| code_lines(name));
    let allowed = |place: &str| except.iter().any(|file| place.starts_with(file));
    // A way to write names, and no game.
    let plain = |line: &str| line.to_lowercase().replace("snake_case", "");
    let found = all.filter(|(place, line)| {
        !allowed(place) && words.iter().any(|word| plain(line).contains(word))
    });
    found.map(|(place, line)| format!("{place}: {}", line.trim())).collect()
}

fn assert_none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{rule}\n{}", found.join("\n"));
}

/// What the manifest of a crate depends on, of the crates of this project.
fn dependencies(name: &str) -> BTreeSet<String> {
    let path = root().join("crates").join(name).join("Cargo.toml");
    let manifest: toml::Table = fs::read_to_string(path).unwrap().parse().unwrap();
    let table = manifest.get("dependencies").and_then(toml::Value::as_table);
    let names = table.into_iter().flat_map(|table| table.keys().cloned());
    names.filter(|name| name.starts_with("ludus")).collect()
}

/// The table of ARCHITECTURE.md: each crate with the crates that it depends on.
fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let table = text.split("| crate | depends on |").nth(1).expect("the table of dependencies");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        let own: Vec<String> = names(cells[1]);
        (own[0].clone(), names(cells[2]).into_iter().collect())
    })
    .collect()
}

#[test]
fn the_table_of_dependencies_is_the_one_of_the_manifests() {
    let real: BTreeMap<_, _> =
        crates().into_iter().map(|name| (name.clone(), dependencies(&name))).collect();
    assert_eq!(documented(), real);
}

#[test]
fn every_crate_has_the_lints_of_the_workspace() {
    for name in crates() {
        let text = fs::read_to_string(root().join("crates").join(&name).join("Cargo.toml"));
        assert!(text.unwrap().contains("[lints]\nworkspace = true"), "{name}");
    }
}

#[test]
fn no_game_is_named_outside_its_place() {
    let shared = [
        "ludus-core",
        "ludus-process",
        "ludus-protocol",
        "ludus-arena",
        "ludus-train",
        "ludus-tui",
        "ludus-web",
    ];
    let found = lines_with(&shared, &["chess", "tetris", "snake"], &[]);
    assert_none(&found, "the shared crates know no game by name");
}

#[test]
fn only_the_binary_and_the_terminal_print() {
    let words = ["println!", "print!(", "eprintln!", "eprint!(", "io::stdout()", "io::stderr()"];
    let quiet: Vec<String> = crates()
        .into_iter()
        .filter(|name| !["ludus", "ludus-fuzz"].contains(&name.as_str()))
        .collect();
    let quiet: Vec<&str> = quiet.iter().map(String::as_str).collect();
    // The terminal is the screen, and a log goes to standard output if the user says so.
    let except = ["ludus-tui/src/terminal.rs", "ludus-snake-server/src/move_log.rs"];
    let found = lines_with(&quiet, &words, &except);
    assert_none(&found, "libraries give values back and print nothing");
}

#[test]
fn core_opens_no_file_or_socket_and_starts_no_thread() {
    let words = ["std::fs", "std::net", "std::process", "std::thread", "std::io", "instant::now"];
    // A decision has a deadline, and the clock is read to compare it.
    let found = lines_with(&["ludus-core"], &words, &["ludus-core/src/bot.rs"]);
    assert_none(&found, "core is pure");
}

#[test]
fn rules_and_bots_know_no_network_and_no_arena() {
    let games = ["ludus-chess", "ludus-tetris"];
    let found = lines_with(&games, &["std::net", "tokio", "ludus_arena"], &[]);
    assert_none(&found, "a game is rules and bots");
}

#[test]
fn tokio_is_used_where_there_is_a_network_and_nowhere_else() {
    let others: Vec<String> = crates()
        .into_iter()
        .filter(|name| !["ludus-web", "ludus-snake-server", "ludus-train"].contains(&name.as_str()))
        .collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    // The command starts the runtime that the servers need.
    let found = lines_with(&others, &["tokio"], &["ludus/src/commands/serve.rs"]);
    assert_none(&found, "no async code here");
    let outside =
        lines_with(&["ludus-train"], &["tokio", "async_nats"], &["ludus-train/src/cluster"]);
    assert_none(&outside, "training knows the network in `cluster` alone");
}

/// The name of the type that a line defines, if it defines one outside of an `impl` or `trait`.
fn defined_type(line: &str) -> Option<&str> {
    let public = line.trim_start();
    let item = match public.strip_prefix("pub(").and_then(|rest| rest.split_once(") ")) {
        Some((_, rest)) => rest,
        None => public.strip_prefix("pub ").unwrap_or(public),
    };
    let (kind, rest) = item.split_once(' ')?;
    // An indented `type` is one of a trait, which many implement.
    let counts = match kind {
        "struct" | "enum" | "trait" => true,
        "type" => !line.starts_with(' '),
        _ => false,
    };
    let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
    (counts && name.starts_with(char::is_uppercase)).then_some(name)
}

#[test]
fn every_type_has_a_name_of_its_own() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let own = crates().into_iter().map(|name| format!("crates/{name}"));
    for name in own.chain(["examples/own-bot".to_owned(), "examples/own-game".to_owned()]) {
        for (place, line) in code_lines_in(&root().join(&name).join("src"), &name) {
            if let Some(found) = defined_type(&line) {
                places.entry(found.to_owned()).or_default().push(place);
            }
        }
    }
    let shared = places.iter().filter(|(_, places)| places.len() > 1);
    let shared: Vec<String> =
        shared.map(|(name, at)| format!("{name}: {}", at.join(", "))).collect();
    assert_none(&shared, "one name, one thing");
}

#[test]
fn types_that_the_page_names_exist() {
    let lines = crates().into_iter().flat_map(|name| code_lines(&name));
    let defined: BTreeSet<String> =
        lines.filter_map(|(_, line)| defined_type(&line).map(str::to_owned)).collect();
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let is_type = |word: &&str| {
        word.starts_with(char::is_uppercase)
            && word.contains(char::is_lowercase)
            && word.chars().all(char::is_alphanumeric)
    };
    let named = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let gone: Vec<String> = named
        .flat_map(|code| code.split("::").filter(is_type))
        .filter(|word| !defined.contains(*word))
        .map(str::to_owned)
        .collect();
    assert_none(&gone, "ARCHITECTURE.md names types that are not there");
}

#[test]
fn a_defined_type_is_found_by_its_keyword() {
    assert_eq!(defined_type("pub(crate) struct Board<'a> {"), Some("Board"));
    assert_eq!(defined_type("    enum Line {"), Some("Line"));
    assert_eq!(defined_type("pub type Row = [u8; 4];"), Some("Row"));
    assert_eq!(defined_type("    type Action = u8;"), None);
    assert_eq!(defined_type("let trait_name = Board;"), None);
}

/// Words that readers stumble over, see CONTRIBUTING.md.
const ODD_WORDS: [&str; 9] = [
    "whoever",
    "nobody",
    "somebody",
    "told",
    "tells of",
    "by lot",
    "of theirs",
    "so many",
    "looks on",
];

#[test]
fn sources_are_written_in_plain_words() {
    let mut files: Vec<PathBuf> = crates()
        .iter()
        .flat_map(|name| sources(&root().join("crates").join(name).join("src")))
        .collect();
    files.extend(sources(&root().join("examples")));
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.to_lowercase();
            let is_word = |at: usize, word: &str| {
                !line[..at].ends_with(is_letter) && !line[at + word.len()..].starts_with(is_letter)
            };
            let has = |word: &&str| line.match_indices(*word).any(|(at, _)| is_word(at, word));
            if ODD_WORDS.iter().any(has) {
                found.push(format!("{}:{number}: {}", path.display(), line.trim()));
            }
        }
    }
    assert_none(&found, "these words have plainer ones");
}
