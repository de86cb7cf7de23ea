//! The space that is searched: the bounds of every gene, and the form that genomes are played in.

use ludus_core::{Gene, SeedRng};

/// The space of genomes as optimisers see it. They count in units: 0 is a gene's lower bound, 1 its
/// upper one.
pub struct Space<'a> {
    genes: &'a [Gene],
    normalise: &'a dyn Fn(&mut [f64]),
}

impl<'a> Space<'a> {
    /// The space of these genes; `normalise` brings a genome into the form that is played.
    #[must_use]
    pub fn new(genes: &'a [Gene], normalise: &'a dyn Fn(&mut [f64])) -> Self {
        Self { genes, normalise }
    }

    /// How many genes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.genes.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.genes.is_empty()
    }

    /// The genome at this place, in the form that is played.
    #[must_use]
    pub fn genome(&self, place: &[f64]) -> Vec<f64> {
        let mut genome: Vec<f64> = self
            .genes
            .iter()
            .zip(place)
            .map(|(gene, unit)| gene.low + unit * (gene.high - gene.low))
            .collect();
        (self.normalise)(&mut genome);
        genome
    }

    /// Where a genome is.
    #[must_use]
    pub fn place(&self, genome: &[f64]) -> Vec<f64> {
        self.genes
            .iter()
            .zip(genome)
            .map(|(gene, value)| ((value - gene.low) / (gene.high - gene.low)).clamp(0.0, 1.0))
            .collect()
    }

    /// A genome from anywhere between the bounds.
    #[must_use]
    pub fn random(&self, rng: &mut SeedRng) -> Vec<f64> {
        let place: Vec<f64> = self.genes.iter().map(|_| rng.unit()).collect();
        self.genome(&place)
    }

    /// The genome with every gene between its bounds, in the form that is played.
    #[must_use]
    pub fn repaired(&self, mut genome: Vec<f64>) -> Vec<f64> {
        ludus_core::train::clamp(self.genes, &mut genome);
        (self.normalise)(&mut genome);
        genome
    }
}

/// A normally distributed number (Box and Muller, the half of a pair). The same on every machine.
pub(crate) fn gauss(rng: &mut SeedRng) -> f64 {
    // `unit` may be 0, whose logarithm is not finite; 1 − unit is not.
    let radius = (-2.0 * libm::log(1.0 - rng.unit())).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * rng.unit())
}

/// The order of these fitnesses, the best first; of equal ones the first. What is no number is last.
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
    fn places_and_genomes_are_the_same_thing_in_other_units() {
        let keep = |_: &mut [f64]| {};
        let space = Space::new(&GENES, &keep);
        assert_eq!(space.genome(&[0.25, 0.5]), [0.5, 0.0]);
        assert_eq!(space.place(&[0.5, 0.0]), [0.25, 0.5]);
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
    fn the_best_comes_first_and_no_number_last() {
        assert_eq!(ranking(&[1.0, f64::NAN, 3.0, 3.0, -1.0]), [2, 3, 0, 4, 1]);
    }
}
