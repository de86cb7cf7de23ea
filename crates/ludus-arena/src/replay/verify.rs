//! Playing a recorded match again, and comparing every board and the result.

use std::io::BufRead;

use ludus_core::{
    ActionMark, Answer, Figures, Forfeit, Game, Outcome, Seat, SeatSet, SeededChance, Snapshot,
    keys,
};
use serde_json::Value;

use crate::arbiter::Arbiter;
use crate::replay::format::{
    ActionLine, ReplayLine, ResultLine, TickLine, TurnLine, agreed_draw, figure_map,
};
use crate::replay::read::{ReplayError, ReplayReader};
use crate::turns::TurnAnswers;

/// What a replay holds, once it is known to hold.
#[derive(Clone, Debug)]
pub struct Verified {
    /// How many turns were compared.
    pub turns: u32,
    /// How the match ended.
    pub outcome: Outcome,
}

/// A position of a recorded match.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What was done in the turn that led to it; nothing for the position at the start.
    pub actions: Vec<ActionLine>,
    /// Where these actions are on the board, as far as a [`Film`](super::Film) shows them.
    pub marks: Vec<ActionMark>,
    /// The position.
    pub snapshot: Snapshot,
    /// How many turns were played before it.
    pub turn: u32,
    /// How the match ended, if it ended with this turn.
    pub outcome: Option<Outcome>,
}

/// Plays the recorded actions again from the header: every recorded board and the result must come
/// out as they were recorded.
///
/// # Errors
/// If the file is malformed, truncated, of another game, or does not hold.
pub fn verify<G: Game, R: BufRead>(reader: &mut ReplayReader<R>) -> Result<Verified, ReplayError> {
    let mut again = Again::<G>::start(reader)?;
    let result = loop {
        match reader.next_line()? {
            Some(ReplayLine::Turn(turn)) => again.turn(&turn)?,
            Some(ReplayLine::Tick(tick)) => again.tick(&tick)?,
            Some(ReplayLine::Result(result)) => break result,
            _ => return Err(ReplayError::Truncated { turns: again.game.turn() }),
        }
    };
    if again.live {
        again.idle_until(result.turns)?;
    }
    again.result(&result)?;
    if reader.next_line()?.is_some() {
        return Err(differs("after the result", "the file continues"));
    }
    Ok(Verified { turns: again.turns, outcome: result.outcome })
}

/// The position after this many turns, and what was done in the last of them. What comes before it is
/// verified on the way.
///
/// # Errors
/// As for [`verify`], or if the match has no such turn.
pub fn show<G: Game, R: BufRead>(
    reader: &mut ReplayReader<R>,
    asked: u32,
) -> Result<Shown, ReplayError> {
    let (again, actions) = go_to::<G, R>(reader, asked)?;
    Ok(again.shown(actions))
}

/// The match after this many turns, and what was done in the last of them.
pub(crate) fn go_to<G: Game, R: BufRead>(
    reader: &mut ReplayReader<R>,
    asked: u32,
) -> Result<(Again<G>, Vec<ActionLine>), ReplayError> {
    let mut again = Again::<G>::start(reader)?;
    let mut actions = Vec::new();
    while again.turns < asked {
        match reader.next_line()? {
            Some(ReplayLine::Turn(turn)) => {
                again.turn(&turn)?;
                actions = turn.actions;
            }
            Some(ReplayLine::Tick(tick)) if tick.turn > asked => again.idle_until(asked)?,
            Some(ReplayLine::Tick(tick)) => {
                again.tick(&tick)?;
                actions = tick.actions;
            }
            Some(ReplayLine::Result(result)) if again.live && asked <= result.turns => {
                again.idle_until(asked)?;
            }
            Some(_) => return Err(ReplayError::NoTurn { asked, turns: again.turns }),
            None => return Err(ReplayError::Truncated { turns: again.turns }),
        }
    }
    Ok((again, actions))
}

/// A recorded match while it is played again.
pub(crate) struct Again<G: Game> {
    /// The position.
    pub(crate) game: G,
    /// The chance of the match.
    pub(crate) chance: SeededChance,
    turns: u32,
    /// Whether the match was recorded tick by tick: turns without a line are then played, too.
    pub(super) live: bool,
    arbiter: Arbiter,
    /// How the arbiter ended the match, by the recorded scores.
    ended: Option<Outcome>,
}

impl<G: Game> Again<G> {
    /// The match before its first turn.
    pub(crate) fn start<R: BufRead>(reader: &ReplayReader<R>) -> Result<Self, ReplayError> {
        let header = reader.header();
        if header.game != G::NAME {
            let (given, known) = (header.game.clone(), G::NAME.to_owned());
            return Err(ReplayError::Game { given, known });
        }
        let rules = keys::check(&header.rules, "rules", "")
            .map_err(|error| differs("the header", error.to_string()))?;
        let mut chance = SeededChance::new(header.seed);
        let game = G::new(&rules, header.seats.len(), &mut chance)
            .map_err(|error| differs("the header", error.to_string()))?;
        compare_boards("the start", &header.board, &game.snapshot().data)?;
        let live = false;
        Ok(Self {
            game,
            chance,
            turns: 0,
            live,
            arbiter: Arbiter::new(header.arbiter),
            ended: None,
        })
    }

    /// How many turns were played.
    pub(crate) const fn turns(&self) -> u32 {
        self.turns
    }

    /// The position as it is now, after these actions.
    pub(super) fn shown(&self, actions: Vec<ActionLine>) -> Shown {
        Shown {
            actions,
            marks: Vec::new(),
            snapshot: self.game.snapshot(),
            turn: self.turns,
            outcome: self.outcome(),
        }
    }

    /// How the match ended, by the game or by the arbiter.
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().or_else(|| self.ended.clone())
    }

    /// Makes sure that this turn comes next.
    fn comes_next(&self, at: &str, turn: u32) -> Result<(), ReplayError> {
        if let Some(outcome) = self.outcome() {
            return Err(differs(
                at,
                format!("the match was over before it: {}", outcome_text(&outcome)),
            ));
        }
        if turn != self.turns + 1 {
            return Err(differs(at, format!("turn {} comes next", self.turns + 1)));
        }
        Ok(())
    }

    /// Plays ticks in which no seat does anything until this many turns were played.
    pub(super) fn idle_until(&mut self, turns: u32) -> Result<(), ReplayError> {
        while self.turns < turns {
            let idle = TickLine { turn: self.turns + 1, actions: Vec::new(), board: None };
            self.tick(&idle)?;
        }
        Ok(())
    }

    /// Plays a recorded tick, and before it those in which no seat did anything.
    pub(super) fn tick(&mut self, line: &TickLine) -> Result<(), ReplayError> {
        self.live = true;
        self.idle_until(line.turn.saturating_sub(1))?;
        let at = format!("tick {}", line.turn);
        self.comes_next(&at, line.turn)?;
        let acting = self.game.to_act();
        let named: SeatSet = line.actions.iter().map(|action| action.seat).collect();
        if named.len() != line.actions.len() || named.iter().any(|seat| !acting.has(seat)) {
            return Err(differs(&at, format!("seats {named:?} act, not some of {acting:?}")));
        }
        let answer = |seat| match line.actions.iter().find(|action| action.seat == seat) {
            Some(action) => self.answer(&at, action),
            None => self
                .game
                .fallback(seat)
                .map(Answer::Play)
                .ok_or_else(|| differs(&at, format!("seat {seat} must act"))),
        };
        let answers = acting
            .iter()
            .map(|seat| Ok((seat, answer(seat)?)))
            .collect::<Result<Vec<_>, ReplayError>>()?;
        self.game.apply(&answers, &mut self.chance);
        self.turns += 1;
        match &line.board {
            Some(board) => compare_boards(&at, board, &self.game.snapshot().data),
            None => Ok(()),
        }
    }

    /// Plays a recorded turn: it must be the next one, and its board must come out.
    pub(crate) fn turn(&mut self, line: &TurnLine) -> Result<(), ReplayError> {
        let answers = self.answers(line)?;
        self.game.apply(&answers, &mut self.chance);
        self.turns += 1;
        if self.game.seats() == 2 {
            let scores = line.actions.iter().map(|action| (action.seat, action.insight.score));
            self.ended = self.arbiter.turn(scores, self.game.turn());
        }
        compare_boards(&at(line), &line.board, &self.game.snapshot().data)
    }

    /// What the seats did in a recorded turn, if they can have done so now.
    pub(crate) fn answers(&self, line: &TurnLine) -> Result<TurnAnswers<G>, ReplayError> {
        let at = at(line);
        self.comes_next(&at, line.turn)?;
        let seats: SeatSet = line.actions.iter().map(|action| action.seat).collect();
        let to_act = self.game.to_act();
        // A person may give up while another seat is to act; no other seat plays in that turn.
        let gave_up = |action: &ActionLine| action.forfeit.is_some() && !to_act.has(action.seat);
        let given_up = !line.actions.is_empty() && line.actions.iter().all(gave_up);
        if seats != to_act && !given_up || seats.len() != line.actions.len() || seats.is_empty() {
            return Err(differs(&at, format!("seats {seats:?} act, not {to_act:?}")));
        }
        line.actions
            .iter()
            .map(|action| Ok((action.seat, self.answer(&at, action)?)))
            .collect::<Result<Vec<_>, ReplayError>>()
    }

    /// The recorded answer of one seat, if it may act so.
    fn answer(&self, at: &str, line: &ActionLine) -> Result<Answer<G::Action>, ReplayError> {
        let seat = line.seat;
        match (&line.action, &line.forfeit) {
            (Some(text), None) => {
                let action = self
                    .game
                    .parse(seat, text)
                    .map_err(|error| differs(at, format!("seat {seat}: {error}")))?;
                if self.game.is_legal(seat, action) {
                    Ok(Answer::Play(action))
                } else {
                    Err(differs(at, format!("seat {seat} plays {text}, which is not legal")))
                }
            }
            (None, Some(text)) => Forfeit::parse(text)
                .map(Answer::Forfeit)
                .ok_or_else(|| differs(at, format!("seat {seat}: {text:?} is no forfeit"))),
            _ => Err(differs(at, format!("seat {seat} has neither one action nor one forfeit"))),
        }
    }

    /// Makes sure that the match ended as it was recorded.
    pub(crate) fn result(&self, line: &ResultLine) -> Result<(), ReplayError> {
        let at = "the result";
        let agreed = line.agreed.then(|| agreed_draw(self.game.seats()));
        let Some(outcome) = self.outcome().or(agreed) else {
            return Err(differs(at, format!("the match is not over after turn {}", self.turns)));
        };
        if outcome != line.outcome {
            let what = format!(
                "it is {}, recorded is {}",
                outcome_text(&outcome),
                outcome_text(&line.outcome)
            );
            return Err(differs(at, what));
        }
        if line.turns != self.turns {
            let what = format!("{} turns were played, recorded are {}", self.turns, line.turns);
            return Err(differs(at, what));
        }
        let figures: Vec<_> = Seat::first(self.game.seats())
            .map(|seat| {
                let mut figures = Figures::default();
                self.game.figures(seat, &mut figures);
                figure_map(&figures)
            })
            .collect();
        if figures != line.figures {
            return Err(differs(at, "the figures of the seats are others"));
        }
        Ok(())
    }
}

fn at(line: &TurnLine) -> String {
    format!("turn {}", line.turn)
}

fn outcome_text(outcome: &Outcome) -> String {
    let ranks: Vec<_> = outcome.ranks().iter().map(ToString::to_string).collect();
    format!("ranks {} ({})", ranks.join(" "), outcome.reason())
}

fn compare_boards(at: &str, recorded: &Value, played: &Value) -> Result<(), ReplayError> {
    match first_difference("", recorded, played) {
        None => Ok(()),
        Some(what) => Err(differs(at, what)),
    }
}

/// The first place where two boards differ, with what stands there.
fn first_difference(path: &str, recorded: &Value, played: &Value) -> Option<String> {
    let inside = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (recorded, played) {
        (Value::Object(a), Value::Object(b)) => {
            let of_played = b.iter().find_map(|(key, value)| {
                first_difference(&inside(key), a.get(key).unwrap_or(&Value::Null), value)
            });
            of_played.or_else(|| {
                a.keys().find(|key| !b.contains_key(*key)).map(|key| {
                    format!("the recorded board has {}, which is not part of a board", inside(key))
                })
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => a
            .iter()
            .zip(b)
            .enumerate()
            .find_map(|(i, (a, b))| first_difference(&inside(&i.to_string()), a, b)),
        _ if recorded == played => None,
        _ => Some(format!("the board's {path} is {played}, recorded is {recorded}")),
    }
}

/// What was recorded is not what comes out.
pub(super) fn differs(at: &str, what: impl Into<String>) -> ReplayError {
    ReplayError::Differs { at: at.to_owned(), what: what.into() }
}
