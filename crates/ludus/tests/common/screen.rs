//! A real terminal to run programs in: tmux, with a server of its own.

#![allow(dead_code, reason = "each test file uses the part it needs")]

use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// A terminal with a shell in it.
pub(crate) struct Terminal {
    socket: String,
}

/// How long something may take to appear: others may use the machine, too.
const PATIENCE: Duration = Duration::from_secs(60);

impl Terminal {
    /// A terminal of this size, with a plain shell in this folder.
    pub(crate) fn new(folder: &std::path::Path, columns: u16, rows: u16) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let terminal = Self { socket: format!("ludus-test-{}-{number}", std::process::id()) };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let folder = folder.display().to_string();
        terminal.tmux(&[
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            &columns,
            "-y",
            &rows,
            "-c",
            &folder,
            "env",
            "PS1=$ ",
            "LANG=C.UTF-8",
            "LC_ALL=C.UTF-8",
            "TERM=screen-256color",
            "sh",
        ]);
        terminal.shows("$");
        terminal
    }

    /// Runs a command of this terminal's tmux; what it prints.
    pub(crate) fn tmux(&self, args: &[&str]) -> String {
        let output: Output = Command::new("tmux")
            .args(["-u", "-L", &self.socket])
            .args(args)
            .output()
            .expect("tmux is installed by scripts/test");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Presses keys, by tmux's names for them.
    pub(crate) fn press(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    /// Types a line into the shell.
    pub(crate) fn run(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]);
        self.press(&["Enter"]);
    }

    /// Makes the terminal larger or smaller.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        self.tmux(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()]);
    }

    /// What is on the screen.
    pub(crate) fn text(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until this is on the screen; the whole screen then.
    pub(crate) fn shows(&self, what: &str) -> String {
        self.waits(what, |text| text.contains(what))
    }

    /// Waits until the screen is so.
    pub(crate) fn waits(&self, what: &str, so: impl Fn(&str) -> bool) -> String {
        let since = Instant::now();
        loop {
            let text = self.text();
            if so(&text) {
                return text;
            }
            assert!(since.elapsed() < PATIENCE, "not on the screen: {what}\n{text}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Whether the terminal is as a shell expects it: the usual screen, the cursor shown, no mouse
    /// reports.
    pub(crate) fn is_usual(&self) -> bool {
        let format = "#{alternate_on} #{cursor_flag} #{mouse_any_flag}";
        self.tmux(&["display-message", "-p", format]).trim() == "0 1 0"
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
