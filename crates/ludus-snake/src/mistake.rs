//! What scores mean for the match, and what a mistake is called.

use ludus_core::Mistake;

use crate::flood::flood_all;
use crate::game::Snake;
use crate::settings::Scores;

/// The score at which a snake that is not decided has most of the advantage there is, in points of the evaluation: about its upper
/// quartile over the turns of duels.
const ADVANTAGE: f64 = 3000.0;

/// How far from an even match a position is at most while nothing is decided.
const MOST_UNDECIDED: f64 = 0.35;

/// The share of the match that a snake with this score can expect. Only a proven win or loss is a whole one.
pub(crate) fn expectation(scores: &Scores, score: f64) -> f64 {
    let size = score.abs();
    if size >= f64::from(scores.won_or_lost()) {
        return f64::from(u8::from(score > 0.0));
    }
    if size >= f64::from(scores.decided()) {
        return 0.5;
    }
    0.5 + MOST_UNDECIDED * (score / ADVANTAGE).tanh()
}

/// A decided score in words: `loses in 10 turns`; `None` while nothing is decided.
pub(crate) fn decided_text(scores: &Scores, score: f64) -> Option<String> {
    let (size, dead) = (score.abs(), f64::from(scores.dead).abs());
    let (what, size) = match score {
        _ if size < f64::from(scores.decided()) => return None,
        // A draw is half a loss.
        _ if size < f64::from(scores.won_or_lost()) => ("draws", 2.0 * size),
        score if score > 0.0 => ("wins", size),
        _ => ("loses", size),
    };
    let turns = ((dead - size) / f64::from(scores.survival.max(1))).round().max(0.0);
    let unit = if turns == 1.0 { "turn" } else { "turns" };
    Some(format!("{what} in {turns} {unit}"))
}

/// What a mistake is called.
pub(crate) fn name(mistake: &Mistake<'_, Snake>) -> Option<&'static str> {
    let (game, seat) = (mistake.after, mistake.seat);
    if !game.lives(seat) {
        return Some("died at once");
    }
    let reach = flood_all(&game.terrain, &game.board, u32::from)[seat.index()]?;
    (reach.space < game.length(seat) as u32).then_some("walked into a dead end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_proven_end_is_certain() {
        let scores = Scores::default();
        assert_eq!(expectation(&scores, -99_000_000.0), 0.0);
        assert_eq!(expectation(&scores, 93_000_000.0), 1.0);
        assert_eq!(expectation(&scores, -49_000_000.0), 0.5, "a draw");
        assert_eq!(expectation(&scores, 0.0), 0.5);
        assert!(expectation(&scores, -150_000.0) > 0.1, "not decided yet");
    }

    #[test]
    fn a_decided_score_says_when() {
        let text = |score| decided_text(&Scores::default(), score);
        assert_eq!(text(-97_500_000.0).unwrap(), "loses in 10 turns");
        assert_eq!(text(99_750_000.0).unwrap(), "wins in 1 turn");
        assert_eq!(text(-49_750_000.0).unwrap(), "draws in 2 turns");
        assert_eq!(text(-100_000.0), None);
    }
}
