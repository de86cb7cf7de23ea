//! The position as text: sent to the terminal's clipboard, and shown to be selected by hand.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::fit::wrapped;
use crate::app::App;

/// What is said above the text. Terminals do not answer, so it is unknown whether they took it.
const ABOVE: &str = "This text was sent to the terminal's clipboard (OSC 52). Not every terminal accepts that: \
                     if it is not there, select it here with the mouse.";

/// The text in lines that fit. They begin at the left edge without a frame, so that a selection holds nothing else.
pub(super) fn rows(app: &App, width: u16) -> Vec<String> {
    app.position.text.lines().flat_map(|line| broken(line, usize::from(width))).collect()
}

/// A line in pieces that fit: broken after a comma or before a blank where there is one, so that a JSON document
/// that is selected with its line breaks is still one.
fn broken(line: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut rest: Vec<char> = line.chars().collect();
    let mut pieces = Vec::new();
    while rest.len() > width {
        let place = rest[..width].iter().rposition(|letter| matches!(letter, ',' | ' '));
        let after = place.map_or(width, |place| place + 1);
        let tail = rest.split_off(after);
        pieces.push(rest.iter().collect());
        rest = tail;
    }
    pieces.push(rest.iter().collect());
    pieces
}

/// Draws the text over everything else.
pub(super) fn draw(app: &App, area: Rect, frame: &mut Frame<'_>) {
    frame.render_widget(Clear, area);
    let above = wrapped(ABOVE, usize::from(area.width));
    let mut lines: Vec<Line<'_>> =
        above.into_iter().map(|line| Line::styled(line, app.theme.strong())).collect();
    lines.push(Line::default());
    lines.extend(rows(app, area.width).into_iter().skip(app.position.scrolled).map(Line::from));
    frame.render_widget(Paragraph::new(lines), area);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_broken_where_it_stays_one() {
        let text = r#"{"a":[1,2,3],"b":{"x":10,"y":20}}"#;
        for width in 4..40 {
            let pieces = broken(text, width);
            assert!(pieces.iter().all(|piece| piece.chars().count() <= width), "{pieces:?}");
            assert_eq!(pieces.concat(), text);
        }
        let pieces = broken(text, 12);
        let value: serde_json::Value = serde_json::from_str(&pieces.join("\n")).unwrap();
        assert_eq!(value["b"]["y"], 20);
    }
}
