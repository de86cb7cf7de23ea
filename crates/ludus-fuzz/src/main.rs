//! `ludus-fuzz`: feeds every parser of outside input with mutated examples, and reports each that panics.
//!
//! | module | what lives there |
//! |---|---|
//! | [`mutate`] | makes inputs of examples |
//! | [`targets`] | the parsers and their examples |
//! | [`run`] | feeds one parser, and keeps what made it panic |

mod mutate;
mod run;
mod targets;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use ludus_core::Seed;
use run::Limit;

/// Feeds every parser of outside input with mutated examples
#[derive(Debug, Parser)]
struct Args {
    /// The parsers to feed; without any, all of them
    targets: Vec<String>,

    /// Seconds in all, shared by the parsers
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,

    /// At most this many inputs for each parser
    #[arg(long, default_value_t = u64::MAX)]
    inputs: u64,

    /// The seed that the inputs come from
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Where inputs that made a parser panic are kept
    #[arg(long, default_value = "target/fuzz")]
    keep: PathBuf,
}

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    let all = targets::all();
    let unknown =
        args.targets.iter().find(|name| all.iter().all(|target| target.name != name.as_str()));
    if let Some(name) = unknown {
        let names: Vec<_> = all.iter().map(|target| target.name).collect();
        anyhow::bail!("there is no parser {name}; there are {}", names.join(", "));
    }
    let chosen: Vec<_> = all
        .iter()
        .filter(|target| {
            args.targets.is_empty() || args.targets.iter().any(|name| name == target.name)
        })
        .collect();
    let time = Duration::from_secs_f64(args.seconds / chosen.len() as f64);
    let limit = Limit { inputs: args.inputs, time };
    println!(
        "{:<12} {:>12} {:>12} {:>9} {:>11} {:>7}",
        "parser", "inputs", "accepted", "seconds", "slowest ms", "panics"
    );
    let mut failed = false;
    for target in chosen {
        let verdict = run::run(target, Seed::new(args.seed), limit, &args.keep)?;
        println!(
            "{:<12} {:>12} {:>12} {:>9.1} {:>11.1} {:>7}",
            target.name,
            verdict.inputs,
            verdict.accepted,
            verdict.seconds,
            verdict.slowest_ms,
            verdict.failures.len()
        );
        for file in &verdict.failures {
            failed = true;
            println!("  panicked on {}", file.display());
        }
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
