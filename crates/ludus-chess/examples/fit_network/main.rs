//! Trains the network of `master` with scored positions and writes its weights.
//!
//! ```text
//! cargo run --release -p ludus-chess --example fit_network -- OUT EPOCHS POSITIONS...
//! ```
//!
//! The positions are files of `network_positions`. The last games of every file are held back, and the error on them
//! is printed after every epoch.

mod model;
mod positions;

use std::error::Error;

use ludus_core::Seed;

use model::{AdamTraining, Model};
use positions::load;

/// How many positions one step of Adam uses.
const BATCH: usize = 4_096;
/// The learning rate of the first and of the last step.
const RATES: (f64, f64) = (1e-3, 1e-5);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, epochs, files @ ..] = arguments.as_slice() else {
        return Err("usage: fit_network OUT EPOCHS POSITIONS...".into());
    };
    let epochs: usize = epochs.parse()?;
    let mut rng = Seed::new(1).derive("fit", 0).rng();
    let [mut positions, held] = load(files)?;
    eprintln!("{} positions, {} held back", positions.len(), held.len());

    let mut training = AdamTraining::new(Model::random(&mut rng));
    let steps = (epochs * positions.len().div_ceil(BATCH)).max(1);
    let mut step = 0;
    for epoch in 1..=epochs {
        rng.shuffle(&mut positions);
        let mut error = 0.0;
        for batch in positions.chunks(BATCH) {
            // The rate falls from the first to the last along half a cosine.
            let share = 0.5 * (1.0 + libm::cos(std::f64::consts::PI * step as f64 / steps as f64));
            let rate = RATES.1 + (RATES.0 - RATES.1) * share;
            error += training.step(batch, rate as f32);
            step += 1;
        }
        let (fitted, unseen) = (error / positions.len() as f64, training.model.error(&held));
        eprintln!("epoch {epoch}: error {fitted:.6}, held back {unseen:.6}");
        std::fs::write(out, training.model.bytes())?;
    }
    Ok(())
}
