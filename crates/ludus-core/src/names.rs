//! Names given by people: which valid one is nearest to what was typed.

/// The candidate nearest to `given`, if one is near enough to be what was meant.
///
/// ```
/// use ludus_core::names::nearest;
/// assert_eq!(nearest("tetriss", ["chess", "tetris"]), Some("tetris"));
/// assert_eq!(nearest("go", ["chess", "tetris"]), None);
/// ```
pub fn nearest<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given = given.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| {
            (strsim::damerau_levenshtein(&given, &candidate.to_lowercase()), candidate)
        })
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len().max(given.len()) / 4)
        .map(|(_, candidate)| candidate)
}

/// The end of an error message about a name: what is allowed, and the nearest to what was given.
///
/// ```
/// use ludus_core::names::hint;
/// assert_eq!(hint("esy", &["easy", "hard"]), "allowed: easy, hard; did you mean easy?");
/// assert_eq!(hint("x", &["easy", "hard"]), "allowed: easy, hard");
/// ```
#[must_use]
pub fn hint(given: &str, allowed: &[&str]) -> String {
    let list = allowed.join(", ");
    match nearest(given, allowed.iter().copied()) {
        Some(name) => format!("allowed: {list}; did you mean {name}?"),
        None => format!("allowed: {list}"),
    }
}
