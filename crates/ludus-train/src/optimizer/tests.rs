//! Optimisers on functions whose best genome is known.

use super::*;
use crate::space::{gauss, ranking};
use ludus_core::Gene;

const GENES: [Gene; 5] = [
    Gene::new("a", -2.0, 2.0),
    Gene::new("b", -2.0, 2.0),
    Gene::new("c", -2.0, 2.0),
    Gene::new("d", -2.0, 2.0),
    Gene::new("e", -2.0, 2.0),
];

/// Minus the squared distance from (0.3, −0.7, 1.1, 0, 0.5).
fn sphere(genome: &[f64]) -> f64 {
    let best = [0.3, -0.7, 1.1, 0.0, 0.5];
    -genome.iter().zip(best).map(|(x, best)| (x - best) * (x - best)).sum::<f64>()
}

/// Rosenbrock's valley of the first `n` genes; its best is 0 at (1, …, 1).
fn rosenbrock(genome: &[f64]) -> f64 {
    -genome
        .windows(2)
        .map(|x| 100.0 * (x[1] - x[0] * x[0]) * (x[1] - x[0] * x[0]) + (1.0 - x[0]) * (1.0 - x[0]))
        .sum::<f64>()
}

/// Searches, and returns the best value of the favourites, or of the last generation, by the function without noise.
fn search(
    method: Method,
    genes: &[Gene],
    generations: u64,
    noise: f64,
    function: fn(&[f64]) -> f64,
) -> f64 {
    let space = SearchSpace::new(genes, |genome| ludus_core::train::clamp(genes, genome));
    let parameters = EvolutionParameters::default();
    let mut optimizer = Optimizer::new(method, &parameters, &space, None, None);
    let mut best = f64::NEG_INFINITY;
    for generation in 0..generations {
        let seed = Seed::new(1).derive("generation", generation);
        let genomes = optimizer.ask(&space, seed.derive("ask", 0));
        assert_eq!(genomes.len(), parameters.population);
        let mut rng = seed.derive("noise", 0).rng();
        let fitness: Vec<f64> =
            genomes.iter().map(|genome| function(genome) + noise * gauss(&mut rng)).collect();
        optimizer.tell(&space, &fitness, seed.derive("tell", 0));
        // A saved and loaded optimiser is the same.
        let text = serde_json::to_string(&optimizer).unwrap();
        assert_eq!(serde_json::from_str::<Optimizer>(&text).unwrap(), optimizer);
        // The final race of a run compares the favourites.
        let named = optimizer.favourites(&space);
        let chosen =
            if named.is_empty() { vec![genomes[ranking(&fitness)[0]].clone()] } else { named };
        best = chosen.iter().map(|genome| function(genome)).fold(f64::NEG_INFINITY, f64::max);
    }
    best
}

fn reaches(
    method: Method,
    genes: &[Gene],
    generations: u64,
    noise: f64,
    function: fn(&[f64]) -> f64,
    worth: f64,
) {
    let found = search(method, genes, generations, noise, function);
    assert!(found > worth, "{method:?} found {found}, not {worth}");
}

#[test]
fn every_optimiser_finds_the_middle_of_a_sphere() {
    reaches(Method::Evolution, &GENES, 100, 0.0, sphere, -0.02);
    reaches(Method::CmaEs, &GENES, 40, 0.0, sphere, -1e-4);
    reaches(Method::CrossEntropy, &GENES, 80, 0.0, sphere, -1e-3);
}

#[test]
fn cma_es_follows_the_curved_valley() {
    reaches(Method::CmaEs, &GENES[..3], 70, 0.0, rosenbrock, -1e-3);
    reaches(Method::Evolution, &GENES[..2], 150, 0.0, rosenbrock, -0.5);
}

#[test]
fn noise_does_not_lead_astray() {
    // The noise is as large as the function at a distance of 0.55 from the best, −0.3. Optimisers that average
    // over a generation come closer than that; evolution returns a single genome.
    reaches(Method::CmaEs, &GENES, 60, 0.3, sphere, -0.05);
    reaches(Method::CrossEntropy, &GENES, 80, 0.3, sphere, -0.3);
    reaches(Method::Evolution, &GENES, 100, 0.3, sphere, -0.6);
}

#[test]
fn a_search_that_has_converged_restarts_and_remembers_its_centre() {
    let space = SearchSpace::new(&GENES, |_| {});
    let mut optimizer =
        Optimizer::new(Method::CmaEs, &EvolutionParameters::default(), &space, None, None);
    for generation in 0..120 {
        let seed = Seed::new(2).derive("generation", generation);
        let fitness: Vec<f64> = optimizer.ask(&space, seed).iter().map(|g| sphere(g)).collect();
        optimizer.tell(&space, &fitness, seed);
    }
    let favourites = optimizer.favourites(&space);
    assert!(favourites.len() > 1, "it converged at least once");
    assert!(sphere(&favourites[0]) > -1e-4);
}

#[test]
fn evolution_keeps_elites_makes_children_and_lets_immigrants_in() {
    let space = SearchSpace::new(&GENES, |_| {});
    let parameters = EvolutionParameters { mutation_rate: 0.0, ..EvolutionParameters::default() };
    let start = [0.1, 0.2, 0.3, 0.4, 0.5];
    let mut optimizer = Optimizer::new(Method::Evolution, &parameters, &space, Some(&start), None);
    let first = optimizer.ask(&space, Seed::new(1));
    assert_eq!(first[0], start, "the given genome is in the first generation");
    let fitness: Vec<f64> = first.iter().map(|genome| sphere(genome)).collect();
    optimizer.tell(&space, &fitness, Seed::new(2));
    let next = optimizer.ask(&space, Seed::new(3));
    let order = ranking(&fitness);
    assert_eq!(next[0], first[order[0]]);
    assert_eq!(next[1], first[order[1]]);
    // Without mutation every gene of a child is a gene of the generation before.
    let inherited = |genome: &Vec<f64>| {
        (0..5).all(|gene| first.iter().any(|parent| parent[gene] == genome[gene]))
    };
    assert!(next[..45].iter().all(inherited));
    assert!(!next[45..].iter().any(inherited), "five immigrants");
}
