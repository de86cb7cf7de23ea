//! The one way tables and numbers are drawn.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// Lines only above, below and under the heads.
const STYLE: TableStyle = TableStyle::new()
    .top_border(LineStyle::none().fill('─').junction('─'))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .bottom_border(LineStyle::none().fill('─').junction('─'));

/// A table with these column heads, the first column left and the others right aligned.
pub(crate) fn table(heads: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(STYLE);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(heads.to_vec());
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A number as people read it: whole where it is whole, else with few digits; thousands grouped.
pub(crate) fn number(value: f64) -> String {
    let digits = match value.abs() {
        size if value.fract() == 0.0 && size < 1e15 => 0,
        size if size >= 1000.0 => 0,
        size if size >= 100.0 => 1,
        size if size >= 1.0 => 2,
        _ => 4,
    };
    grouped(&format!("{value:.digits$}"))
}

/// A number that may be missing.
pub(crate) fn maybe(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), number)
}

/// A share as a percentage.
pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// An Elo difference with its sign; open-ended where there is none but a score.
pub(crate) fn elo(difference: Option<f64>, score: Option<f64>) -> String {
    match (difference, score) {
        (Some(elo), _) => format!("{elo:+.1}"),
        (None, Some(score)) if score >= 1.0 => ">".to_owned(),
        (None, Some(score)) if score <= 0.0 => "<".to_owned(),
        _ => "–".to_owned(),
    }
}

fn grouped(digits: &str) -> String {
    let (sign, rest) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let (whole, fraction) = rest.split_once('.').map_or((rest, None), |(w, f)| (w, Some(f)));
    let mut text = String::from(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_kept_short() {
        assert_eq!(number(1_234_567.0), "1,234,567");
        assert_eq!(number(1234.56), "1,235");
        assert_eq!(number(-12.345), "-12.35");
        assert_eq!(number(0.25), "0.2500");
        assert_eq!(number(0.0), "0");
        assert_eq!(number(999.0), "999");
    }

    #[test]
    fn elo_is_open_ended_when_everything_was_won_or_lost() {
        assert_eq!(elo(Some(12.34), Some(0.5)), "+12.3");
        assert_eq!(elo(None, Some(1.0)), ">");
        assert_eq!(elo(None, Some(0.0)), "<");
        assert_eq!(elo(None, None), "–");
    }
}
