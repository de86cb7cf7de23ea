//! Names that people type: which valid name is nearest.

/// The candidate nearest to `given`, if one is near enough to be what was meant.
///
/// ```
/// use ludus_core::names::nearest;
/// assert_eq!(nearest("tetriss", ["chess", "tetris"]), Some("tetris"));
/// assert_eq!(nearest("go", ["chess", "tetris"]), None);
/// ```
pub fn nearest<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given = given.to_lowercase();
    let most = |candidate: &str| 1 + candidate.len().max(given.len()) / 4;
    let given_length = given.chars().count();
    candidates
        .into_iter()
        // The distance is at least the difference of the lengths. Only that is quick to know of a long text.
        .filter(|name| name.chars().count().abs_diff(given_length) <= most(name))
        .map(|name| (strsim::damerau_levenshtein(&given, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= most(name))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The end of an error message about a name: the allowed names, and the nearest one.
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
