//! The search space: the bounds of each gene, and the normal form of genomes.

use ludus_arena::AnyTrainable;
use ludus_core::{Gene, SeedRng};

/// Brings a genome into the form that is played.
type Normalise<'a> = Box<dyn Fn(&mut [f64]) + 'a>;

/// The space of genomes as optimisers see it. They use coordinates from 0, the lower bound of a gene, to 1, its upper
/// bound.
pub struct SearchSpace<'a> {
    /// The least and the greatest value of each gene.
    bounds: Vec<(f64, f64)>,
    normalise: Normalise<'a>,
}

impl<'a> SearchSpace<'a> {
    /// The space of these genes. `normalise` brings a genome into the form that is played.
    #[must_use]
    pub fn new(genes: &[Gene], normalise: impl Fn(&mut [f64]) + 'a) -> Self {
        Self::within(genes.iter().map(|gene| (gene.low, gene.high)), normalise)
    }

    /// The space between these bounds, a pair for each gene. `normalise` brings a genome into the form that is played.
    #[must_use]
    pub fn within(
        bounds: impl IntoIterator<Item = (f64, f64)>,
        normalise: impl Fn(&mut [f64]) + 'a,
    ) -> Self {
        Self { bounds: bounds.into_iter().collect(), normalise: Box::new(normalise) }
    }

    /// The space of what is trained.
    #[must_use]
    pub fn of(trainable: &'a dyn AnyTrainable) -> Self {
        Self::new(trainable.genes(), |genome| trainable.normalise(genome))
    }

    /// How many genes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Whether there are no genes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// The genome at this point, in the form that is played.
    #[must_use]
    pub fn genome(&self, point: &[f64]) -> Vec<f64> {
        let mut genome: Vec<f64> = self
            .bounds
            .iter()
            .zip(point)
            .map(|((low, high), unit)| low + unit * (high - low))
            .collect();
        (self.normalise)(&mut genome);
        genome
    }

    /// The point of a genome, with coordinates from 0 to 1.
    #[must_use]
    pub fn point(&self, genome: &[f64]) -> Vec<f64> {
        self.bounds
            .iter()
            .zip(genome)
            .map(|((low, high), value)| ((value - low) / (high - low)).clamp(0.0, 1.0))
            .collect()
    }

    /// A genome drawn uniformly between the bounds.
    #[must_use]
    pub fn random(&self, rng: &mut SeedRng) -> Vec<f64> {
        let point: Vec<f64> = self.bounds.iter().map(|_| rng.unit()).collect();
        self.genome(&point)
    }

    /// The genome with every gene between its bounds, in the form that is played.
    #[must_use]
    pub fn repaired(&self, mut genome: Vec<f64>) -> Vec<f64> {
        for (value, (low, high)) in genome.iter_mut().zip(&self.bounds) {
            *value = if value.is_nan() { *low } else { value.clamp(*low, *high) };
        }
        (self.normalise)(&mut genome);
        genome
    }
}

/// A number with the standard normal distribution: one half of a Box–Muller pair (Box and Muller 1958, "A Note on the
/// Generation of Random Normal Deviates"). `libm` gives the same result on every machine.
pub(crate) fn gauss(rng: &mut SeedRng) -> f64 {
    // `unit` can be 0, whose logarithm is infinite; 1 − unit is never 0.
    let radius = (-2.0 * libm::log(1.0 - rng.unit())).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * rng.unit())
}

/// The indices of these fitness values, the best first. Equal values keep their order; NaN comes last.
pub(crate) fn ranking(fitness: &[f64]) -> Vec<usize> {
    let value = |i: usize| if fitness[i].is_nan() { f64::NEG_INFINITY } else { fitness[i] };
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::Seed;

    const GENES: [Gene; 2] = [Gene::new("a", 0.0, 2.0), Gene::new("b", -1.0, 1.0)];

    #[test]
    fn points_and_genomes_are_the_same_thing_in_other_units() {
        let space = SearchSpace::new(&GENES, |_| {});
        assert_eq!(space.genome(&[0.25, 0.5]), [0.5, 0.0]);
        assert_eq!(space.point(&[0.5, 0.0]), [0.25, 0.5]);
        assert_eq!(space.repaired(vec![3.0, -7.0]), [2.0, -1.0]);
    }

    #[test]
    fn normal_numbers_have_mean_0_and_deviation_1() {
        let mut rng = Seed::new(1).rng();
        let numbers: Vec<f64> = (0..20_000).map(|_| gauss(&mut rng)).collect();
        let mean = numbers.iter().sum::<f64>() / 20_000.0;
        let variance = numbers.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 20_000.0;
        // Four standard errors: 4/√20,000 = 0.028, and 4·√(2/20,000) = 0.04.
        assert!(mean.abs() < 0.028 && (variance - 1.0).abs() < 0.04, "{mean} {variance}");
        let beyond = numbers.iter().filter(|x| x.abs() > 1.96).count();
        assert!((850..1150).contains(&beyond), "5 % are expected: {beyond}");
    }

    #[test]
    fn the_best_comes_first_and_nan_last() {
        assert_eq!(ranking(&[1.0, f64::NAN, 3.0, 3.0, -1.0]), [2, 3, 0, 4, 1]);
    }
}
