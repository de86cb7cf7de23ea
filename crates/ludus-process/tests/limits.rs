//! Programs within limits, started by a program that sets them.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{is_gone, next};
use ludus_process::{Process, ProcessError, ProgramSpec, Wait, limiter};

/// Starts a program with these keys.
fn start(keys: &[(&str, &str)]) -> Result<Process, ProcessError> {
    limiter::use_program(Path::new(env!("CARGO_BIN_EXE_limiter-of-tests")));
    ProgramSpec::parse(keys.iter().copied()).unwrap().launch().unwrap().start()
}

/// Allocates memory without end, and says how much it has.
const GREEDY: &str =
    "python3 -c 'x = []; print(\"begin\", flush=True)\nwhile True: x.append(bytearray(1 << 20))'";

#[test]
fn a_program_that_allocates_without_end_dies_at_its_limit() {
    let mut process = start(&[("cmd", GREEDY), ("memory", "64m")]).unwrap();
    assert_eq!(next(&mut process).unwrap(), "begin");
    let error = next(&mut process).unwrap_err();
    let text = error.to_string();
    assert!(text.ends_with("while a line was expected (its memory is limited to 64m)"), "{text}");
    // Where a control group limits the memory, the system kills it without a word.
    let is_killed = text.contains("SIGKILL");
    assert!(
        is_killed || error.stderr.last().is_some_and(|line| line == "MemoryError"),
        "{error:?}"
    );
}

/// Says in which control group it is, and then has two processes of 40 MB each: neither is beyond a limit of 64 MB alone.
const TWO_PROCESSES: &str = "import os, time
print([line for line in open(\"/proc/self/cgroup\") if line.startswith(\"0::\")][0].strip(), flush=True)
input()
os.fork()
x = b\"x\" * (40 << 20)
time.sleep(1000)";

#[test]
fn a_control_group_limits_all_processes_of_a_program_together() {
    if !std::fs::read_to_string("/proc/self/cgroup").is_ok_and(|text| text.contains("0::")) {
        eprintln!("SKIPPED: this system has no cgroup v2");
        return;
    }
    let command = format!("python3 -c '{TWO_PROCESSES}'");
    let mut process = start(&[("cmd", &command), ("memory", "64m")]).unwrap();
    let group = next(&mut process).unwrap();
    let Some((_, name)) = group.rsplit_once("/ludus-") else {
        eprintln!("SKIPPED: no control group that limits memory can be made below {group}");
        return;
    };
    process.send("go", &mut Wait::new("to read", Duration::from_secs(10))).unwrap();
    let error = next(&mut process).unwrap_err().to_string();
    let expected = "python3 was killed by signal 9 (SIGKILL) while a line was expected (its memory is limited to 64m)";
    assert_eq!(error, expected);
    drop(process);
    let mut find = Command::new("find");
    find.args(["/sys/fs/cgroup", "-name"]).arg(format!("ludus-{name}"));
    let left = find.output().unwrap().stdout;
    assert_eq!(String::from_utf8(left).unwrap(), "", "the group is removed with its program");
}

#[test]
fn a_program_has_the_cores_that_it_was_given() {
    let script = "python3 -c 'import os; print(len(os.sched_getaffinity(0)))'";
    assert_eq!(next(&mut start(&[("cmd", script), ("cores", "1")]).unwrap()).unwrap(), "1");
    let spec = ProgramSpec::parse([("cmd", script), ("cores", "5000")]).unwrap();
    let error = spec.launch().unwrap_err().to_string();
    assert!(error.starts_with("cores=5000 is not possible: Ludus itself may use "), "{error}");
}

#[test]
fn a_busy_program_with_one_core_keeps_all_its_threads_there() {
    let script = "import os, threading
def spin():
    while True: pass
for _ in range(3): threading.Thread(target=spin, daemon=True).start()
cores = {tuple(os.sched_getaffinity(int(t))) for t in os.listdir(\"/proc/self/task\")}
print(len(cores), max(len(c) for c in cores), flush=True)
while True: pass";
    let mut process = start(&[("cmd", &format!("python3 -c '{script}'")), ("cores", "1")]).unwrap();
    assert_eq!(next(&mut process).unwrap(), "1 1");
}

#[test]
fn a_program_that_cannot_run_is_an_error_that_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot");
    std::fs::write(&path, "#!/no/such/interpreter\n").unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&path, mode).unwrap();
    let mut process = start(&[("cmd", &path.display().to_string())]).unwrap();
    let error = next(&mut process).unwrap_err();
    assert_eq!(error.to_string(), "bot does not start: No such file or directory (os error 2)");
    assert!(error.stderr.is_empty());
}

#[test]
fn the_hidden_command_is_for_internal_use() {
    let output = Command::new(env!("CARGO_BIN_EXE_limiter-of-tests"))
        .args(["__limited", "--memory", "lots", "--", "true"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(125));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "not started: __limited is for internal use; wrong argument: --memory\n");
}

#[test]
fn a_program_ends_when_its_parent_is_killed() {
    // The limiter believes that this shell started it, and the shell is killed.
    let limiter = env!("CARGO_BIN_EXE_limiter-of-tests");
    let program = "sh -c 'echo $$; exec sleep 1000'";
    let script = format!("{limiter} __limited --parent $$ -- {program} & wait");
    let mut shell =
        Command::new("sh").args(["-c", &script]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut output = std::io::BufReader::new(shell.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut output, &mut line).unwrap();
    shell.kill().unwrap();
    shell.wait().unwrap();
    assert!(is_gone(line.trim()), "{line} still runs");
}
