//! The network in floating point, its gradient, and the Adam optimiser.

use ludus_chess::network::{HIDDEN, INPUTS, OUTPUT_BUCKETS, QA, QB};
use ludus_core::SeedRng;
use rayon::prelude::*;

use crate::positions::TrainingPosition;

type FloatRow = [f32; HIDDEN];

/// The largest absolute value of a weight. With it, a product in the output layer fits into 16 bits.
const MAX_WEIGHT: f32 = 126.0 / QB as f32;
/// A batch is split into this many parts, whatever the number of threads, because rounding depends on it.
const PARTS: usize = 4;
/// The constants beta 1, beta 2 and epsilon of Adam, as its authors recommend.
const ADAM: (f32, f32, f32) = (0.9, 0.999, 1e-8);
/// The largest absolute value of a random first weight, in the hidden layer and in the output layers.
const RANDOM_WEIGHTS: (f64, f64) = (0.15, 0.06);
/// How many products are added up side by side, for vector instructions.
const LANES: usize = 16;

/// The row of the hidden bias in a [`Model`].
const HIDDEN_BIAS: usize = INPUTS;
/// The first row of the output weights.
const OUTPUT_WEIGHTS: usize = HIDDEN_BIAS + 1;
/// The row of the output bias.
const OUTPUT_BIAS: usize = OUTPUT_WEIGHTS + 2 * OUTPUT_BUCKETS;

/// The weights in the order of the file: input weights, hidden bias, two rows for each output layer, and a row that
/// begins with the output bias.
#[derive(Clone)]
pub(crate) struct Model(Vec<FloatRow>);

impl Model {
    fn zero() -> Self {
        Self(vec![[0.0; HIDDEN]; OUTPUT_BIAS + 1])
    }

    /// Small random weights.
    pub(crate) fn random(rng: &mut SeedRng) -> Self {
        let mut model = Self::zero();
        let mut draw = |size: f64| ((rng.unit() * 2.0 - 1.0) * size) as f32;
        let hidden = model.0[..OUTPUT_WEIGHTS].iter_mut().flatten();
        hidden.for_each(|weight| *weight = draw(RANDOM_WEIGHTS.0));
        for perspective in 0..2 {
            let row: FloatRow = std::array::from_fn(|_| draw(RANDOM_WEIGHTS.1));
            (0..OUTPUT_BUCKETS)
                .for_each(|output| model.0[OUTPUT_WEIGHTS + 2 * output + perspective] = row);
        }
        model
    }

    /// The weights as the program reads them.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let (qa, qb) = (QA as f32, QB as f32);
        let hidden = self.0[..OUTPUT_WEIGHTS].iter().flatten().map(|w| w * qa);
        let output = self.0[OUTPUT_WEIGHTS..OUTPUT_BIAS].iter().flatten().map(|w| w * qb);
        // `Network::evaluate` brings the bias to the quantisation of the sum.
        let constants = self.0[OUTPUT_BIAS][..OUTPUT_BUCKETS].iter().map(|w| w * qb * qb);
        hidden
            .chain(output)
            .chain(constants)
            .flat_map(|weight| (weight.round() as i16).to_le_bytes())
            .collect()
    }

    fn sums(&self, inputs: &[u16]) -> FloatRow {
        let mut sums = self.0[HIDDEN_BIAS];
        for &input in inputs {
            let row = &self.0[usize::from(input)];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        sums
    }

    /// The predicted result of a position, and the sums of both perspectives.
    fn forward(&self, position: &TrainingPosition) -> (f32, [FloatRow; 2]) {
        let sums = [0, 1].map(|perspective| self.sums(position.inputs(perspective)));
        let layer = usize::from(position.output_bucket);
        let mut output = self.0[OUTPUT_BIAS][layer];
        for (sums, weights) in sums.iter().zip(&self.0[OUTPUT_WEIGHTS + 2 * layer..]) {
            let mut parts = [0.0; LANES];
            for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
                for index in 0..LANES {
                    let clipped = sums[index].clamp(0.0, 1.0);
                    parts[index] += clipped * clipped * weights[index];
                }
            }
            output += parts.iter().sum::<f32>();
        }
        (1.0 / (1.0 + (-output).exp()), sums)
    }

    /// The mean squared error.
    pub(crate) fn error(&self, positions: &[TrainingPosition]) -> f64 {
        let square = |position: &TrainingPosition| {
            f64::from(self.forward(position).0 - position.expected).powi(2)
        };
        let parts: Vec<f64> = positions
            .par_chunks(positions.len().div_ceil(PARTS).max(1))
            .map(|part| part.iter().map(square).sum())
            .collect();
        parts.iter().sum::<f64>() / positions.len().max(1) as f64
    }

    /// Adds the gradient of a position's squared error. Returns that error.
    fn backward(&self, position: &TrainingPosition, gradient: &mut Self) -> f64 {
        let (predicted, sums) = self.forward(position);
        let error = predicted - position.expected;
        let slope = 2.0 * error * predicted * (1.0 - predicted);
        let layer = usize::from(position.output_bucket);
        gradient.0[OUTPUT_BIAS][layer] += slope;
        for (perspective, sums) in sums.iter().enumerate() {
            let output = OUTPUT_WEIGHTS + 2 * layer + perspective;
            let (weights, mine) = (&self.0[output], &mut gradient.0[output]);
            let mut down = [0.0; HIDDEN];
            for index in 0..HIDDEN {
                let clipped = sums[index].clamp(0.0, 1.0);
                mine[index] += slope * clipped * clipped;
                let open = if clipped == sums[index] { 1.0 } else { 0.0 };
                down[index] = slope * weights[index] * 2.0 * clipped * open;
            }
            let inputs = position.inputs(perspective).iter().map(|&input| usize::from(input));
            for row in inputs.chain([HIDDEN_BIAS]) {
                gradient.0[row].iter_mut().zip(&down).for_each(|(sum, part)| *sum += part);
            }
        }
        f64::from(error).powi(2)
    }
}

/// A model in training.
pub(crate) struct AdamTraining {
    pub(crate) model: Model,
    /// The running means of the gradient and of its square.
    first: Model,
    second: Model,
    /// The gradient of each part of a batch.
    gradients: [Model; PARTS],
    steps: i32,
}

impl AdamTraining {
    pub(crate) fn new(model: Model) -> Self {
        let gradients = std::array::from_fn(|_| Model::zero());
        Self { model, first: Model::zero(), second: Model::zero(), gradients, steps: 0 }
    }

    /// One step of Adam along the gradient of a batch. Returns the sum of the squared errors.
    pub(crate) fn step(&mut self, batch: &[TrainingPosition], rate: f32) -> f64 {
        let model = &self.model;
        let parts = batch.par_chunks(batch.len().div_ceil(PARTS).max(1));
        let errors: Vec<f64> = (self.gradients.par_iter_mut())
            .zip(parts)
            .map(|(gradient, part)| part.iter().map(|p| model.backward(p, gradient)).sum())
            .collect();
        self.descend(rate, 1.0 / batch.len() as f32);
        errors.iter().sum()
    }

    /// Moves the weights against the sum of the gradients times `share`, and resets the gradients to zero.
    fn descend(&mut self, rate: f32, share: f32) {
        self.steps += 1;
        let (beta1, beta2, epsilon) = ADAM;
        let (fade1, fade2) = (1.0 - beta1.powi(self.steps), 1.0 - beta2.powi(self.steps));
        let [a, b, c, d] = &mut self.gradients;
        let gradients = (a.0.par_iter_mut()).zip(&mut b.0).zip(&mut c.0).zip(&mut d.0);
        let memory = self.first.0.par_iter_mut().zip(&mut self.second.0);
        self.model.0.par_iter_mut().with_min_len(64).zip(gradients).zip(memory).for_each(
            |((weights, (((a, b), c), d)), (first, second))| {
                for index in 0..HIDDEN {
                    let slope = (a[index] + b[index] + c[index] + d[index]) * share;
                    first[index] = beta1 * first[index] + (1.0 - beta1) * slope;
                    second[index] = beta2 * second[index] + (1.0 - beta2) * slope * slope;
                    let change = first[index] / fade1 / ((second[index] / fade2).sqrt() + epsilon);
                    weights[index] =
                        (weights[index] - rate * change).clamp(-MAX_WEIGHT, MAX_WEIGHT);
                }
                [a, b, c, d].into_iter().for_each(|gradient| gradient.fill(0.0));
            },
        );
    }
}
