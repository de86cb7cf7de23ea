//! The terms of a score as rows that add up to the score as it is shown.

use ludus_core::Term;

/// The terms of a score, and how its numbers are written.
#[derive(Debug, PartialEq)]
pub(super) struct TermRows {
    /// Names and values in the last shown digit's unit, the greatest first.
    rows: Vec<(String, i64)>,
    /// How many digits are after the point.
    decimals: usize,
}

/// What the terms that have no row add up to.
const OTHER: &str = "other";

/// Beyond this a score is not a sum that a reader wants to check.
const MOST: f64 = 1e12;

impl TermRows {
    /// The terms in at most this many rows. What is left out is one row of its own, so that the rows add up to the
    /// score as it is shown, `score_text`. A mate is no sum, and has no rows.
    pub(super) fn new(score_text: Option<&str>, terms: &[Term], most: usize) -> Self {
        let score: Option<f64> = score_text.and_then(|text| text.parse().ok());
        if score.is_none() && score_text.is_some() {
            return Self { rows: Vec::new(), decimals: 0 };
        }
        let decimals = match score_text.and_then(|text| text.split_once('.')) {
            Some((_, digits)) => digits.len(),
            None if score.is_some() => 0,
            None => 2,
        };
        let unit = 10_f64.powi(i32::try_from(decimals).unwrap_or(2));
        let least = 0.5 / unit;
        let mut sorted: Vec<&Term> =
            terms.iter().filter(|t| t.value.abs() >= least && t.value.abs() < MOST).collect();
        sorted.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
        let all = rows(&sorted, score, unit);
        if all.len() <= most || sorted.len() < 2 {
            return Self { rows: if most == 0 { Vec::new() } else { all }, decimals };
        }
        // One row is for the rest; a rest alone says nothing.
        let kept = if most < 2 { 0 } else { most - 1 };
        Self { rows: rows(&sorted[..kept], score, unit), decimals }
    }

    /// The rows: name and value, and what share of the greatest value it is.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&str, String, f64)> {
        let greatest = self.rows.iter().map(|row| row.1.unsigned_abs()).max().unwrap_or(0).max(1);
        let unit = 10_f64.powi(i32::try_from(self.decimals).unwrap_or(2));
        self.rows.iter().map(move |(name, value)| {
            let number = *value as f64;
            let text = format!("{:.*}", self.decimals, number / unit);
            (name.as_str(), text, number / greatest as f64)
        })
    }
}

/// Rows of these terms, and one for what is left of the score. Values are rounded so that their sum is the rounded
/// sum: each row is the difference of two rounded sums.
fn rows(terms: &[&Term], score: Option<f64>, unit: f64) -> Vec<(String, i64)> {
    let mut rows: Vec<(String, i64)> = Vec::with_capacity(terms.len() + 1);
    let (mut sum, mut shown) = (0.0, 0_i64);
    for term in terms {
        sum += term.value;
        let rounded = (sum * unit).round() as i64;
        rows.push((term.name.clone(), rounded - shown));
        shown = rounded;
    }
    let Some(score) = score.filter(|score| score.abs() < MOST && !terms.is_empty()) else {
        return rows;
    };
    let rest = (score * unit).round() as i64 - shown;
    let is_rounding = (score - sum).abs() * unit < 1.0;
    match rows.first_mut() {
        Some(greatest) if is_rounding => greatest.1 += rest,
        _ if rest != 0 => rows.push((OTHER.to_owned(), rest)),
        _ => {}
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(score: &str, terms: &[(&str, f64)], most: usize) -> Vec<(String, String)> {
        let terms: Vec<Term> = terms.iter().map(|(name, value)| Term::new(*name, *value)).collect();
        let terms = TermRows::new(Some(score), &terms, most);
        terms.rows().map(|(name, value, _)| (name.to_owned(), value)).collect()
    }

    fn sum(rows: &[(String, String)]) -> i64 {
        rows.iter().map(|(_, value)| (value.parse::<f64>().unwrap() * 100.0).round() as i64).sum()
    }

    #[test]
    fn what_is_shown_adds_up_to_the_score() {
        let thirds = [("a", 1.0 / 3.0), ("b", 1.0 / 3.0), ("c", 1.0 / 3.0)];
        let rows = shown("+1.00", &thirds, 10);
        assert_eq!((rows.len(), sum(&rows)), (3, 100), "{rows:?}");
        let many: Vec<(String, f64)> =
            (1..20).map(|n| (n.to_string(), f64::from(n) * 0.137)).collect();
        let many: Vec<(&str, f64)> = many.iter().map(|(name, n)| (name.as_str(), *n)).collect();
        let total: f64 = many.iter().map(|(_, value)| value).sum();
        for most in 2..25 {
            let rows = shown(&format!("{total:+.2}"), &many, most);
            assert!(rows.len() <= most, "{rows:?}");
            assert_eq!(sum(&rows), (total * 100.0).round() as i64, "{most}: {rows:?}");
        }
    }

    #[test]
    fn a_score_with_parts_that_have_no_name_has_a_rest() {
        let rows = shown("+3.00", &[("mobility", 1.0), ("king", -0.5), ("none", 0.0)], 9);
        let expected = [("mobility", "1.00"), ("king", "-0.50"), ("other", "2.50")];
        assert_eq!(rows, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let rows = shown("+4500", &[("space", 4000.4), ("food", 499.6)], 9);
        assert_eq!(rows[0], ("space".to_owned(), "4000".to_owned()));
    }

    #[test]
    fn a_mate_is_no_sum_and_without_room_there_are_no_rows() {
        assert_eq!(shown("mate in 3", &[("material", 9.0)], 5), Vec::new());
        assert_eq!(shown("+1.00", &[("a", 0.5), ("b", 0.5)], 1), Vec::new());
        assert_eq!(shown("+1.00", &[("a", 1.0)], 0), Vec::new());
        assert_eq!(shown("+1.00", &[("a", f64::INFINITY), ("b", f64::NAN)], 3), Vec::new());
    }
}
