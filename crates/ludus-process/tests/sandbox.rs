//! What a program in a sandbox can do, and what it cannot.
//!
//! Where the system forbids namespaces, bubblewrap cannot run, and these tests say so and are skipped.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{is_gone, next};
use ludus_process::{Process, ProgramError, ProgramSpec, Wait, limiter, sandbox};
use tempfile::TempDir;

/// Whether bubblewrap itself can make a namespace here. If it cannot, no test of sandboxes is possible.
fn is_possible(test: &str) -> bool {
    let plain = ["--unshare-all", "--ro-bind", "/", "/", "true"];
    let works = Command::new("bwrap").args(plain).output().unwrap().status.success();
    if !works {
        eprintln!("SKIPPED: {test}: bwrap cannot make a namespace on this machine");
    }
    works
}

/// A folder with a bot in Python, beside a file that it must not read.
struct Bot {
    home: TempDir,
}

impl Bot {
    fn new(script: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("bot")).unwrap();
        fs::write(home.path().join("bot/bot.py"), script).unwrap();
        fs::write(home.path().join("secret"), "s3cret").unwrap();
        Self { home }
    }

    fn secret(&self) -> PathBuf {
        self.home.path().join("secret")
    }

    fn folder(&self) -> String {
        self.home.path().join("bot").display().to_string()
    }

    fn start(&self, more: &[(&str, &str)]) -> Process {
        limiter::use_program(Path::new(env!("CARGO_BIN_EXE_limiter-of-tests")));
        let folder = self.folder();
        let mut keys = vec![("cmd", "python3 bot.py"), ("dir", &folder), ("sandbox", "true")];
        keys.extend(more);
        ProgramSpec::parse(keys).unwrap().launch().unwrap().start().unwrap()
    }
}

/// A script that answers each line by what the Python expression in it gives, or by the name of its exception.
const CALCULATOR: &str = "import os, sys, socket, glob, subprocess
for line in sys.stdin:
    try: print(repr(eval(line)), flush=True)
    except Exception as error: print(type(error).__name__, error.args[:1], flush=True)
";

fn ask(process: &mut Process, expression: &str) -> String {
    process.send(expression, &mut Wait::new("to read", common::LONG)).unwrap();
    next(process).unwrap()
}

#[test]
fn the_self_test_finds_out_whether_sandboxes_work() {
    if is_possible("the_self_test_finds_out_whether_sandboxes_work") {
        sandbox::check().unwrap();
    }
}

#[test]
fn no_file_but_its_own_folder_can_be_read_and_none_can_be_written() {
    if !is_possible("no_file_but_its_own_folder_can_be_read_and_none_can_be_written") {
        return;
    }
    let bot = Bot::new(CALCULATOR);
    let mut process = bot.start(&[]);
    let secret = bot.secret().display().to_string();
    let missing = "FileNotFoundError (2,)";
    assert_eq!(ask(&mut process, &format!("open({secret:?}).read()")), missing);
    assert_eq!(ask(&mut process, "open('../secret').read()"), missing);
    assert_eq!(ask(&mut process, "open('/etc/passwd').read()"), missing);
    assert_eq!(ask(&mut process, "os.listdir('/root')"), missing);
    assert_eq!(ask(&mut process, "os.listdir('/home')"), missing);
    assert_eq!(ask(&mut process, "len(open('bot.py').read()) > 0"), "True");
    let read_only = "OSError (30,)";
    assert_eq!(ask(&mut process, "open('new.txt', 'w')"), read_only);
    assert_eq!(ask(&mut process, "open('bot.py', 'a')"), read_only);
    assert_eq!(ask(&mut process, "open('/new.txt', 'w')"), read_only);
    assert_eq!(ask(&mut process, "open('/dev/new.txt', 'w')"), read_only);
    assert_eq!(ask(&mut process, "open('/usr/new.txt', 'w')"), read_only);
    // As root, this would be a way out of the sandbox.
    assert_eq!(ask(&mut process, "open('/proc/sys/kernel/core_pattern', 'w')"), read_only);
    // Two folders in memory can be written, up to a bound.
    assert_eq!(ask(&mut process, "open('/tmp/new.txt', 'w').write('x')"), "1");
    assert_eq!(
        ask(&mut process, "open('/tmp/full', 'wb').write(bytes(100 << 20))"),
        "OSError (28,)"
    );
}

#[test]
fn it_sees_no_environment_and_no_process_of_others() {
    if !is_possible("it_sees_no_environment_and_no_process_of_others") {
        return;
    }
    let bot = Bot::new(CALCULATOR);
    let mut process = bot.start(&[("env.MINE", "1")]);
    // LC_CTYPE is set by Python, PWD by bubblewrap.
    let names = ask(&mut process, "sorted(set(os.environ) - {'LC_CTYPE', 'PWD'})");
    assert_eq!(names, "['HOME', 'LANG', 'MINE', 'PATH']");
    assert_eq!(ask(&mut process, "os.environ['HOME'], os.environ['MINE']"), "('/tmp', '1')");
    // The environment of the sandbox's own process can be read. The tests run with CARGO_ variables.
    let others =
        "[p for p in glob.glob('/proc/[0-9]*/environ') if b'CARGO' in open(p, 'rb').read()]";
    assert_eq!(ask(&mut process, others), "[]");
    assert_eq!(ask(&mut process, "len(glob.glob('/proc/[0-9]*')) <= 3"), "True");
}

#[test]
fn it_is_not_root_and_cannot_become_it() {
    if !is_possible("it_is_not_root_and_cannot_become_it") {
        return;
    }
    let bot = Bot::new(CALCULATOR);
    let mut process = bot.start(&[]);
    assert_eq!(
        ask(&mut process, "os.getuid(), os.geteuid(), os.getgid()"),
        "(65534, 65534, 65534)"
    );
    let rights = "[l.split()[1] for l in open('/proc/self/status') if l.startswith('Cap')]";
    let none = "0000000000000000";
    assert_eq!(
        ask(&mut process, rights),
        format!("['{none}', '{none}', '{none}', '{none}', '{none}']")
    );
    let unshare = "subprocess.run(['unshare', '-U', 'true'], stderr=subprocess.DEVNULL).returncode";
    assert_eq!(ask(&mut process, unshare), "1");
}

#[test]
fn it_reaches_no_server_of_this_machine() {
    if !is_possible("it_reaches_no_server_of_this_machine") {
        return;
    }
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    let connect = format!("socket.create_connection(('127.0.0.1', {port}), 5)");
    let bot = Bot::new(CALCULATOR);
    assert!(ask(&mut bot.start(&[]), &connect).starts_with("ConnectionRefusedError"));
}

#[test]
fn a_child_that_leaves_the_process_group_is_killed_too() {
    if !is_possible("a_child_that_leaves_the_process_group_is_killed_too") {
        return;
    }
    // A name that no other process has.
    let mark = format!("999.{}", std::process::id());
    let script = format!(
        "import subprocess\nchild = subprocess.Popen(['sleep', '{mark}'], start_new_session=True)\nprint('ready', flush=True)\ninput()"
    );
    let sleeper = || {
        let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        processes.map(|entry| entry.file_name().to_string_lossy().into_owned()).find(|pid| {
            let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&line).split('\0').eq(["sleep", &mark, ""])
        })
    };
    let bot = Bot::new(&script);
    let mut process = bot.start(&[]);
    assert_eq!(next(&mut process).unwrap(), "ready");
    let pid = sleeper().expect("the child runs");
    drop(process);
    assert!(is_gone(&pid), "{pid} still runs");
}

#[test]
fn limits_hold_in_the_sandbox_and_signals_are_reported() {
    if !is_possible("limits_hold_in_the_sandbox_and_signals_are_reported") {
        return;
    }
    let bot = Bot::new(CALCULATOR);
    let mut process = bot.start(&[("cores", "1"), ("memory", "100m")]);
    assert_eq!(ask(&mut process, "len(os.sched_getaffinity(0))"), "1");
    process.send("bytearray(200 << 20)", &mut Wait::new("to read", common::LONG)).unwrap();
    match next(&mut process) {
        Ok(line) => assert_eq!(line, "MemoryError ()"),
        Err(error) => assert!(error.to_string().contains("SIGKILL"), "{error}"),
    }
    let mut process = bot.start(&[]);
    process.send("os.kill(os.getpid(), 11)", &mut Wait::new("to read", common::LONG)).unwrap();
    let error = next(&mut process).unwrap_err().to_string();
    assert_eq!(error, "python3 was killed by signal 11 (SIGSEGV) while a line was expected");
}

#[test]
fn folders_that_would_show_too_much_and_programs_elsewhere_are_refused() {
    let bot = Bot::new("");
    let error = |keys: &[(&str, &str)]| {
        let all = keys.iter().copied().chain([("sandbox", "true")]);
        match ProgramSpec::parse(all).unwrap().launch() {
            Err(ProgramError::Sandbox(error)) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let text = error(&[("cmd", "python3 bot.py"), ("dir", "/")]);
    assert!(text.starts_with("sandbox=true shows the whole folder / to the bot, and "), "{text}");
    fs::write(bot.home.path().join("bot/ludus.toml"), "").unwrap();
    let folder = bot.folder();
    assert!(error(&[("cmd", "python3 bot.py"), ("dir", &folder)]).contains("ludus.toml is there"));
    sandbox::hide([bot.secret()]);
    let home = bot.home.path().display().to_string();
    assert!(error(&[("cmd", "python3 bot.py"), ("dir", &home)]).contains("secret is there"));
    let program = bot.home.path().join("program");
    fs::copy("/bin/true", &program).unwrap();
    let program = program.display().to_string();
    let text = error(&[("cmd", &program)]);
    assert!(
        text.starts_with("sandbox=true shows /usr only, unless dir= names the folder"),
        "{text}"
    );
}
