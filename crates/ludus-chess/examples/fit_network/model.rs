//! The network in floating point, its gradient, and Adam's steps.

use ludus_chess::network::{HIDDEN, INPUTS, OUTPUT_UNIT, OUTPUTS, UNIT};
use ludus_core::SeedRng;
use rayon::prelude::*;

use crate::positions::Position;

type Row = [f32; HIDDEN];

/// The largest size of a weight: with this one a product of the output layer fits 16 bits.
const LARGEST: f32 = 126.0 / 64.0;
/// A batch is cut into this many parts, whatever the number of threads: sums depend on it.
const PARTS: usize = 4;
/// Adam's constants.
const MOMENTUM: (f32, f32, f32) = (0.9, 0.999, 1e-8);

/// The weights, in the order of the file.
#[derive(Clone)]
pub(crate) struct Model {
    rows: Vec<Row>,
    start: Row,
    outputs: Vec<[Row; 2]>,
    constants: [f32; OUTPUTS],
}

impl Model {
    fn zero() -> Self {
        Self {
            rows: vec![[0.0; HIDDEN]; INPUTS],
            start: [0.0; HIDDEN],
            outputs: vec![[[0.0; HIDDEN]; 2]; OUTPUTS],
            constants: [0.0; OUTPUTS],
        }
    }

    /// Small random weights.
    pub(crate) fn random(rng: &mut SeedRng) -> Self {
        let mut model = Self::zero();
        let mut draw = |size: f64| ((rng.unit() * 2.0 - 1.0) * size) as f32;
        model.rows.iter_mut().flatten().for_each(|weight| *weight = draw(0.15));
        model.start.iter_mut().for_each(|weight| *weight = draw(0.15));
        for output in 0..HIDDEN * 2 {
            let weight = draw(0.06);
            for layer in &mut model.outputs {
                layer[output / HIDDEN][output % HIDDEN] = weight;
            }
        }
        model
    }

    /// All weights in the order of the file.
    fn weights(&mut self) -> impl Iterator<Item = &mut f32> {
        (self.rows.iter_mut().flatten())
            .chain(&mut self.start)
            .chain(self.outputs.iter_mut().flatten().flatten())
            .chain(&mut self.constants)
    }

    /// The weights as the program reads them.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let (unit, output_unit) = (UNIT as f32, OUTPUT_UNIT as f32);
        let hidden = self.rows.iter().flatten().chain(&self.start).map(|w| w * unit);
        let output = self.outputs.iter().flatten().flatten().map(|w| w * output_unit);
        // The program multiplies the constants by the hidden layer's unit itself.
        let constants = self.constants.iter().map(|w| w * output_unit * output_unit);
        hidden
            .chain(output)
            .chain(constants)
            .flat_map(|weight| (weight.round() as i16).to_le_bytes())
            .collect()
    }

    fn sums(&self, inputs: &[u16]) -> Row {
        let mut sums = self.start;
        for &input in inputs {
            let row = &self.rows[usize::from(input)];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// The expected result of a position, and the sums of both views.
    fn forward(&self, position: &Position) -> (f32, [Row; 2]) {
        let sums = [0, 1].map(|view| self.sums(position.inputs(view)));
        let layer = &self.outputs[usize::from(position.output)];
        let mut output = self.constants[usize::from(position.output)];
        for (sums, weights) in sums.iter().zip(layer) {
            let mut parts = [0.0; 16];
            for (sums, weights) in sums.chunks_exact(16).zip(weights.chunks_exact(16)) {
                for index in 0..16 {
                    let clipped = sums[index].clamp(0.0, 1.0);
                    parts[index] += clipped * clipped * weights[index];
                }
            }
            output += parts.iter().sum::<f32>();
        }
        (1.0 / (1.0 + (-output).exp()), sums)
    }

    /// The mean squared error.
    pub(crate) fn error(&self, positions: &[Position]) -> f64 {
        let square =
            |position: &Position| f64::from(self.forward(position).0 - position.expected).powi(2);
        let parts: Vec<f64> = positions
            .par_chunks(positions.len().div_ceil(PARTS).max(1))
            .map(|part| part.iter().map(square).sum())
            .collect();
        parts.iter().sum::<f64>() / positions.len().max(1) as f64
    }

    /// Adds the gradient of a position's error, and answers the error.
    fn backward(&self, position: &Position, gradient: &mut Self) -> f64 {
        let (expected, sums) = self.forward(position);
        let error = expected - position.expected;
        let slope = 2.0 * error * expected * (1.0 - expected);
        let output = usize::from(position.output);
        gradient.constants[output] += slope;
        for view in 0..2 {
            let (sums, weights) = (&sums[view], &self.outputs[output][view]);
            let mine = &mut gradient.outputs[output][view];
            let mut down = [0.0; HIDDEN];
            for index in 0..HIDDEN {
                let clipped = sums[index].clamp(0.0, 1.0);
                mine[index] += slope * clipped * clipped;
                let open = if clipped == sums[index] { 1.0 } else { 0.0 };
                down[index] = slope * weights[index] * 2.0 * clipped * open;
            }
            gradient.start.iter_mut().zip(&down).for_each(|(sum, part)| *sum += part);
            for &input in position.inputs(view) {
                let row = &mut gradient.rows[usize::from(input)];
                row.iter_mut().zip(&down).for_each(|(sum, part)| *sum += part);
            }
        }
        f64::from(error).powi(2)
    }
}

/// A model being fitted.
pub(crate) struct Fit {
    pub(crate) model: Model,
    first: Model,
    second: Model,
    steps: i32,
}

impl Fit {
    pub(crate) fn new(model: Model) -> Self {
        Self { model, first: Model::zero(), second: Model::zero(), steps: 0 }
    }

    /// One step of Adam along the gradient of a batch. Answers the sum of the squared errors.
    pub(crate) fn step(&mut self, batch: &[Position], rate: f32) -> f64 {
        let model = &self.model;
        let parts: Vec<(Model, f64)> = batch
            .par_chunks(batch.len().div_ceil(PARTS).max(1))
            .map(|part| {
                let mut gradient = Model::zero();
                let error = part.iter().map(|p| model.backward(p, &mut gradient)).sum();
                (gradient, error)
            })
            .collect();
        let mut parts = parts.into_iter();
        let Some((mut gradient, mut error)) = parts.next() else { return 0.0 };
        for (mut part, squares) in parts {
            gradient.weights().zip(part.weights()).for_each(|(sum, more)| *sum += *more);
            error += squares;
        }
        self.steps += 1;
        let (b1, b2, tiny) = MOMENTUM;
        let (fade1, fade2) = (1.0 - b1.powi(self.steps), 1.0 - b2.powi(self.steps));
        let share = 1.0 / batch.len() as f32;
        let memory = self.first.weights().zip(self.second.weights());
        for ((weight, slope), (first, second)) in
            self.model.weights().zip(gradient.weights()).zip(memory)
        {
            let slope = *slope * share;
            *first = b1 * *first + (1.0 - b1) * slope;
            *second = b2 * *second + (1.0 - b2) * slope * slope;
            let change = *first / fade1 / ((*second / fade2).sqrt() + tiny);
            *weight = (*weight - rate * change).clamp(-LARGEST, LARGEST);
        }
        error
    }
}
