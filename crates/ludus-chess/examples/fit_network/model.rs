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

/// Where the parts of the file begin in the rows of a [`Model`].
const START: usize = INPUTS;
const OUTPUT: usize = START + 1;
const CONSTANTS: usize = OUTPUT + 2 * OUTPUTS;

/// The weights, in the order of the file: the inputs' rows, the start, two rows for each output layer,
/// and a row that begins with the constants.
#[derive(Clone)]
pub(crate) struct Model(Vec<Row>);

impl Model {
    fn zero() -> Self {
        Self(vec![[0.0; HIDDEN]; CONSTANTS + 1])
    }

    /// Small random weights.
    pub(crate) fn random(rng: &mut SeedRng) -> Self {
        let mut model = Self::zero();
        let mut draw = |size: f64| ((rng.unit() * 2.0 - 1.0) * size) as f32;
        model.0[..OUTPUT].iter_mut().flatten().for_each(|weight| *weight = draw(0.15));
        for view in 0..2 {
            let row: Row = std::array::from_fn(|_| draw(0.06));
            (0..OUTPUTS).for_each(|output| model.0[OUTPUT + 2 * output + view] = row);
        }
        model
    }

    /// The weights as the program reads them.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let (unit, output_unit) = (UNIT as f32, OUTPUT_UNIT as f32);
        let hidden = self.0[..OUTPUT].iter().flatten().map(|w| w * unit);
        let output = self.0[OUTPUT..CONSTANTS].iter().flatten().map(|w| w * output_unit);
        // The program multiplies the constants by the hidden layer's unit itself.
        let constants = self.0[CONSTANTS][..OUTPUTS].iter().map(|w| w * output_unit * output_unit);
        hidden
            .chain(output)
            .chain(constants)
            .flat_map(|weight| (weight.round() as i16).to_le_bytes())
            .collect()
    }

    fn sums(&self, inputs: &[u16]) -> Row {
        let mut sums = self.0[START];
        for &input in inputs {
            let row = &self.0[usize::from(input)];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// The expected result of a position, and the sums of both views.
    fn forward(&self, position: &Position) -> (f32, [Row; 2]) {
        let sums = [0, 1].map(|view| self.sums(position.inputs(view)));
        let layer = usize::from(position.output);
        let mut output = self.0[CONSTANTS][layer];
        for (sums, weights) in sums.iter().zip(&self.0[OUTPUT + 2 * layer..]) {
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
        let layer = usize::from(position.output);
        gradient.0[CONSTANTS][layer] += slope;
        for (view, sums) in sums.iter().enumerate() {
            let output = OUTPUT + 2 * layer + view;
            let (weights, mine) = (&self.0[output], &mut gradient.0[output]);
            let mut down = [0.0; HIDDEN];
            for index in 0..HIDDEN {
                let clipped = sums[index].clamp(0.0, 1.0);
                mine[index] += slope * clipped * clipped;
                let open = if clipped == sums[index] { 1.0 } else { 0.0 };
                down[index] = slope * weights[index] * 2.0 * clipped * open;
            }
            let inputs = position.inputs(view).iter().map(|&input| usize::from(input));
            for row in inputs.chain([START]) {
                gradient.0[row].iter_mut().zip(&down).for_each(|(sum, part)| *sum += part);
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
    /// The gradient of each part of a batch.
    gradients: [Model; PARTS],
    steps: i32,
}

impl Fit {
    pub(crate) fn new(model: Model) -> Self {
        let gradients = std::array::from_fn(|_| Model::zero());
        Self { model, first: Model::zero(), second: Model::zero(), gradients, steps: 0 }
    }

    /// One step of Adam along the gradient of a batch. Answers the sum of the squared errors.
    pub(crate) fn step(&mut self, batch: &[Position], rate: f32) -> f64 {
        let model = &self.model;
        let parts = batch.par_chunks(batch.len().div_ceil(PARTS).max(1));
        let errors: Vec<f64> = (self.gradients.par_iter_mut())
            .zip(parts)
            .map(|(gradient, part)| part.iter().map(|p| model.backward(p, gradient)).sum())
            .collect();
        self.descend(rate, 1.0 / batch.len() as f32);
        errors.iter().sum()
    }

    /// Moves the weights against the sum of the gradients times `share`, which are zero afterwards.
    fn descend(&mut self, rate: f32, share: f32) {
        self.steps += 1;
        let (b1, b2, tiny) = MOMENTUM;
        let (fade1, fade2) = (1.0 - b1.powi(self.steps), 1.0 - b2.powi(self.steps));
        let [a, b, c, d] = &mut self.gradients;
        let gradients = (a.0.par_iter_mut()).zip(&mut b.0).zip(&mut c.0).zip(&mut d.0);
        let memory = self.first.0.par_iter_mut().zip(&mut self.second.0);
        self.model.0.par_iter_mut().with_min_len(64).zip(gradients).zip(memory).for_each(
            |((weights, (((a, b), c), d)), (first, second))| {
                for index in 0..HIDDEN {
                    let slope = (a[index] + b[index] + c[index] + d[index]) * share;
                    first[index] = b1 * first[index] + (1.0 - b1) * slope;
                    second[index] = b2 * second[index] + (1.0 - b2) * slope * slope;
                    let change = first[index] / fade1 / ((second[index] / fade2).sqrt() + tiny);
                    weights[index] = (weights[index] - rate * change).clamp(-LARGEST, LARGEST);
                }
                [a, b, c, d].into_iter().for_each(|gradient| gradient.fill(0.0));
            },
        );
    }
}
