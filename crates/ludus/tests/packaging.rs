//! What packages carry beside the program: completions that know games and bots, man pages, the container file.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::Ludus;

/// The candidates that a shell would offer for the last of these words.
fn candidates(words: &[&str]) -> Vec<String> {
    let output = Command::new(Path::new(env!("CARGO_BIN_EXE_ludus")))
        .env("COMPLETE", "fish")
        .arg("--")
        .arg("ludus")
        .args(words)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| line.split('\t').next().unwrap().to_owned()).collect()
}

#[test]
fn every_shell_has_completions() {
    let ludus = Ludus::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = ludus.text(&format!("completions {shell}"));
        assert!(script.contains("ludus") && script.contains("COMPLETE"), "{shell}: {script}");
    }
}

#[test]
fn completions_know_the_games() {
    assert_eq!(candidates(&["match", ""])[..3], ["tetris", "chess", "snake"]);
    assert_eq!(candidates(&["bots", "ch"]), ["chess"]);
    assert_eq!(candidates(&["bench", "sn"]), ["snake"]);
    assert_eq!(candidates(&["benc"]), ["bench"]);
}

#[test]
fn completions_know_the_bots_of_the_game() {
    assert_eq!(candidates(&["match", "chess", "m"]), ["medium", "master"]);
    assert_eq!(candidates(&["tournament", "tetris", "hard", "dt"]), ["dt10", "dt20"]);
    assert!(candidates(&["watch", "snake", "da"]).is_empty());
}

#[test]
fn completions_know_the_starters_of_the_game() {
    assert_eq!(candidates(&["new", "snake", "mine", "--protocol", ""]), ["battlesnake", "proc"]);
    assert_eq!(candidates(&["new", "chess", "mine", "--protocol", ""]), ["proc"]);
    assert_eq!(candidates(&["new", "chess", "mine", "--lang", "r"]), ["rust"]);
    assert_eq!(candidates(&["check", "ch"]), ["chess"]);
    assert_eq!(candidates(&["check", "chess", "med"]), ["medium"]);
}

#[test]
fn bash_completes_a_bot() {
    let script = Ludus::new().text("completions bash");
    let program = Path::new(env!("CARGO_BIN_EXE_ludus"));
    let path = format!("{}:{}", program.parent().unwrap().display(), env!("PATH"));
    let line = format!(
        "{script}\nCOMP_WORDS=(ludus match chess mas)\nCOMP_CWORD=3\nCOMP_TYPE=9\n_clap_complete_ludus ludus mas chess\necho \"${{COMPREPLY[@]}}\""
    );
    let output = Command::new("bash").env("PATH", path).arg("-c").arg(line).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.trim(), "master", "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn every_command_has_a_man_page() {
    let ludus = Ludus::new();
    ludus.text("man pages");
    let page = fs::read_to_string(ludus.folder().join("pages/ludus-match.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("\\-\\-sprt"), "{page}");
    for command in ["demo", "serve", "tournament", "replay", "uci", "man"] {
        assert!(ludus.folder().join(format!("pages/ludus-{command}.1")).exists(), "{command}");
    }
    assert!(ludus.folder().join("pages/ludus.1").exists());
    // The program calls this command itself.
    assert!(!ludus.folder().join("pages/ludus-bench-bot.1").exists());
    assert!(ludus.error("man pages", 2).contains("is not empty"));
    ludus.text("man pages --force");
}
