//! Benchmarks: what `ludus bench` measures.

/// One figure of `ludus bench`. The game supplies the work, and the program measures the time.
pub struct Bench {
    /// The figure's name: `placements_per_second`.
    pub name: &'static str,
    /// Its unit: `placements/s`.
    pub unit: &'static str,
    /// How it is measured.
    pub run: BenchRun,
}

/// How a figure of `ludus bench` is measured.
pub enum BenchRun {
    /// Work that takes some milliseconds and returns how much it did. It is repeated, and the figure is the amount
    /// per second.
    Rate(Box<dyn FnMut() -> u64 + Send>),
    /// A count that is the same on every machine.
    Count(Box<dyn FnMut() -> u64 + Send>),
    /// What is achieved in a fixed time, such as the depth of a search in 350 ms. The work watches the time itself
    /// and returns the figure. It runs once.
    Timed(Box<dyn FnMut() -> f64 + Send>),
}
