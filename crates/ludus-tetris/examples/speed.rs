//! Measures what `ludus bench tetris` measures: `cargo run --release -p ludus-tetris --example speed`.
use ludus_core::GameKit;
use ludus_core::kit::BenchRun;
use ludus_tetris::{Settings, TetrisKit};
use std::time::Instant;

fn main() {
    for bench in TetrisKit::new(Settings::default()).benches() {
        let (BenchRun::Rate(mut work) | BenchRun::Count(mut work)) = bench.run;
        work();
        let mut best: f64 = 0.0;
        for _ in 0..5 {
            let start = Instant::now();
            let mut done = 0;
            while start.elapsed().as_millis() < 300 {
                done += work();
            }
            best = best.max(done as f64 / start.elapsed().as_secs_f64());
        }
        println!("{:32} {best:14.0} {}", bench.name, bench.unit);
    }
}
