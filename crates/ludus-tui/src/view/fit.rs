//! Making text fit: what has no room is shortened or left out as a whole, and a number is never cut.

/// A text of at most this many characters; a longer one ends with a mark.
#[must_use]
pub fn shortened(text: &str, width: usize, mark: char) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(width.saturating_sub(1)).collect();
    if width > 0 {
        short.push(mark);
    }
    short
}

/// Parts on as few lines as they fit, two blanks between them.
pub(super) fn filled(parts: &[String], width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 2 + part.chars().count() <= width => {
                line.push_str("  ");
                line.push_str(part);
            }
            _ => lines.push(part.clone()),
        }
    }
    lines
}

/// As many of the parts as fit on one line; a mark says that there are more.
pub(super) fn first_that_fit(parts: &[String], width: usize, mark: char) -> String {
    let mut line = String::new();
    for (n, part) in parts.iter().enumerate() {
        let gap = usize::from(!line.is_empty());
        // All but the last part leave room for the mark.
        let reserved = if n + 1 < parts.len() { 2 } else { 0 };
        if line.chars().count() + gap + part.chars().count() + reserved > width {
            line.push_str(if gap > 0 { " " } else { "" });
            line.push(mark);
            break;
        }
        line.push_str(if gap > 0 { " " } else { "" });
        line.push_str(part);
    }
    line
}

/// A text on lines of at most this many characters, broken between words where that is possible.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split(' ') {
        let room = |line: &String| {
            let used = line.chars().count();
            used == 0 || used + 1 + word.chars().count() <= width
        };
        match lines.last_mut() {
            Some(line) if room(line) => {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().flat_map(|line| broken(line, width)).collect()
}

/// A line that begins with a number, wrapped so that everything else is right of the number.
pub(super) fn hanging(line: &str, width: usize) -> Vec<String> {
    let number = line.len() - line.trim_start().len();
    let Some(end) = line[number..].find(' ').map(|place| number + place + 1) else {
        return wrapped(line, width);
    };
    let (head, rest) = line.split_at(end);
    let indent = head.chars().count();
    let before = |n: usize| if n == 0 { head.to_owned() } else { " ".repeat(indent) };
    let rest = wrapped(rest, width.saturating_sub(indent));
    rest.iter().enumerate().map(|(n, line)| before(n) + line).collect()
}

/// A word that is too long for a line, in pieces.
fn broken(word: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = word.chars().collect();
    if letters.is_empty() {
        return vec![String::new()];
    }
    letters.chunks(width).map(|piece| piece.iter().collect()).collect()
}

/// A column of a table.
pub(super) struct TableColumn {
    head: &'static str,
    cells: Vec<String>,
    /// Whether it is a text: at the left, and shortened where there is no room. Numbers are never cut.
    text: bool,
    /// How soon it is left out where there is no room: the greatest rank first.
    rank: u8,
}

impl TableColumn {
    /// A column of names.
    pub(super) fn names(head: &'static str, cells: Vec<String>) -> Self {
        Self { head, cells, text: true, rank: 0 }
    }

    /// A column of numbers that is left out by this rank.
    pub(super) fn numbers(head: &'static str, cells: Vec<String>, rank: u8) -> Self {
        Self { head, cells, text: false, rank }
    }

    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.chars().count());
        cells.chain([self.head.chars().count()]).max().unwrap_or(0)
    }
}

/// The fewest characters of a name that still tell bots apart.
const LEAST_NAME: usize = 8;

/// The lines of a table, its head first, none longer than `width`: names are shortened, then columns are left out.
pub(super) fn table(mut columns: Vec<TableColumn>, width: usize, mark: char) -> Vec<String> {
    loop {
        let widths: Vec<usize> = columns.iter().map(TableColumn::width).collect();
        let total = widths.iter().sum::<usize>() + 2 * columns.len().saturating_sub(1);
        let names: usize =
            columns.iter().zip(&widths).filter(|(c, _)| c.text).map(|(_, w)| w).sum();
        let least: usize = columns
            .iter()
            .zip(&widths)
            .filter(|(c, _)| c.text)
            .map(|(_, w)| (*w).min(LEAST_NAME))
            .sum();
        let last = columns.iter().enumerate().max_by_key(|(_, column)| column.rank).map(|(n, _)| n);
        match last {
            Some(last) if total - names + least > width && columns.len() > 1 => {
                columns.remove(last);
            }
            _ => {
                let surplus = total.saturating_sub(width);
                return lines(&columns, &widths, surplus, mark);
            }
        }
    }
}

fn lines(columns: &[TableColumn], widths: &[usize], surplus: usize, mark: char) -> Vec<String> {
    let width = |n: usize| {
        if columns[n].text { widths[n].saturating_sub(surplus) } else { widths[n] }
    };
    let rows = columns.iter().map(|column| column.cells.len()).max().unwrap_or(0);
    let cell = |n: usize, text: &str| {
        let width = width(n);
        let text = shortened(text, width, mark);
        if columns[n].text { format!("{text:<width$}") } else { format!("{text:>width$}") }
    };
    let line = |texts: Vec<&str>| {
        let cells: Vec<String> = texts.iter().enumerate().map(|(n, text)| cell(n, text)).collect();
        cells.join("  ").trim_end().to_owned()
    };
    let head = line(columns.iter().map(|column| column.head).collect());
    let row = |y: usize| {
        line(columns.iter().map(|c| c.cells.get(y).map_or("", String::as_str)).collect())
    };
    std::iter::once(head).chain((0..rows).map(row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_table_shortens_names_and_leaves_out_columns_but_cuts_no_number() {
        let columns = || {
            vec![
                TableColumn::names("bot", texts(&["a-very-long-name-of-a-bot", "b"])),
                TableColumn::numbers("wins", texts(&["123456", "7"]), 1),
                TableColumn::numbers("draws", texts(&["10", "1000000"]), 2),
            ]
        };
        let wide = table(columns(), 60, '…');
        assert_eq!(wide[1], "a-very-long-name-of-a-bot  123456       10");
        let narrow = table(columns(), 30, '…');
        assert_eq!(narrow[1], "a-very-long-…  123456       10");
        assert_eq!(narrow[2], "b                   7  1000000");
        let tiny = table(columns(), 18, '…');
        assert_eq!(tiny, ["bot           wins", "a-very-lo…  123456", "b                7"]);
        for width in 0..70 {
            for line in table(columns(), width, '…') {
                assert!(line.chars().count() <= width.max(8), "{width}: {line:?}");
            }
        }
    }

    #[test]
    fn lines_are_broken_between_words_and_long_words_anywhere() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrapped("", 3), [""]);
        assert_eq!(hanging("  18 r1x0>2 r3x7>1", 14), ["  18 r1x0>2", "     r3x7>1"]);
        assert_eq!(hanging("alone", 9), ["alone"]);
    }

    #[test]
    fn parts_are_left_out_as_a_whole() {
        let moves = texts(&["Nf3", "d5", "d4", "Nf6"]);
        assert_eq!(first_that_fit(&moves, 20, '…'), "Nf3 d5 d4 Nf6");
        assert_eq!(first_that_fit(&moves, 12, '…'), "Nf3 d5 d4 …");
        assert_eq!(first_that_fit(&moves, 1, '…'), "…");
    }
}
