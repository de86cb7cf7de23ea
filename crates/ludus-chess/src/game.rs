//! Chess as a [`Game`]: seat 0 is white, seat 1 is black, a turn is one move of one side.

use std::ops::RangeInclusive;

use cozy_chess::{Board, Color, Move, Piece};
use ludus_core::{
    Answer, Chance, Figures, Game, Outcome, ParseError, RulesError, Seat, SeatSet, Snapshot,
};
use serde::Serialize;
use thiserror::Error;

use crate::eval::PIECE_VALUES;
use crate::game_end::GameEnd;
use crate::notation;
use crate::position::ChessVariant;
use crate::rules::ChessRules;
use crate::snapshot::{self, ChessSnapshot, ChessView};

/// One game of chess: the position, and the past that its rules need.
#[derive(Clone, Debug)]
pub struct Chess {
    board: Board,
    /// The first position, before the opening.
    start: Board,
    variant: ChessVariant,
    /// All moves from there, those of the opening included.
    moves: Vec<Move>,
    /// How many of the moves belong to the opening.
    opening_plies: usize,
    /// The positions since the last capture or pawn move, without the current one.
    past: Vec<Board>,
    max_plies: u32,
    end: Option<GameEnd>,
}

/// The fewest earlier positions with which a position can occur for the third time.
const THREEFOLD_MIN_PLIES: usize = 8;

/// A move in a list that is not legal where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{mv} is not legal after {index} moves")]
pub struct IllegalMove {
    /// The index of the move in the list.
    pub index: usize,
    /// The move.
    pub mv: Move,
}

/// The seat that plays this colour.
#[must_use]
pub fn seat_of(color: Color) -> Seat {
    Seat::first(2).nth(color as usize).unwrap_or_else(|| unreachable!("there are two colours"))
}

/// The colour that this seat plays: white for seat 0, black for any other.
#[must_use]
pub fn color_of(seat: Seat) -> Color {
    if seat.index() == 0 { Color::White } else { Color::Black }
}

impl Chess {
    /// A game from this position and these moves, which must be legal.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn from_moves(start: Board, moves: &[Move], max_plies: u32) -> Result<Self, IllegalMove> {
        let mut game = Self {
            board: start.clone(),
            variant: ChessVariant::of(&start),
            start,
            moves: Vec::new(),
            opening_plies: moves.len(),
            past: Vec::new(),
            max_plies,
            end: None,
        };
        for (index, &mv) in moves.iter().enumerate() {
            if !game.board.is_legal(mv) {
                return Err(IllegalMove { index, mv });
            }
            game.advance(mv);
        }
        game.end = game.find_end();
        Ok(game)
    }

    /// The current position.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The first position, before the opening.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// What kind of chess is played.
    #[must_use]
    pub fn variant(&self) -> ChessVariant {
        self.variant
    }

    /// All moves from the first position, those of the opening included.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many of the moves belong to the opening, which was played before the bots took over.
    #[must_use]
    pub fn opening_plies(&self) -> usize {
        self.opening_plies
    }

    /// The positions since the last capture or pawn move, without the current one.
    #[must_use]
    pub fn past(&self) -> &[Board] {
        &self.past
    }

    /// How the game ended.
    #[must_use]
    pub fn end(&self) -> Option<&GameEnd> {
        self.end.as_ref()
    }

    /// All moves in SAN.
    #[must_use]
    pub fn san_moves(&self) -> Vec<String> {
        notation::san_line(&self.start, &self.moves)
    }

    /// Plays a legal move. Does nothing if the game has ended or the move is not legal.
    pub fn play(&mut self, mv: Move) {
        if self.end.is_none() && self.board.is_legal(mv) {
            self.advance(mv);
            self.end = self.find_end();
        }
    }

    fn advance(&mut self, mv: Move) {
        let before = self.board.clone();
        self.board.play_unchecked(mv);
        self.moves.push(mv);
        if self.board.halfmove_clock() == 0 {
            self.past.clear();
        } else {
            self.past.push(before);
        }
    }

    fn find_end(&self) -> Option<GameEnd> {
        let end = GameEnd::on_board(&self.board);
        match end {
            Some(GameEnd::FiftyMoves) | None if self.is_threefold() => Some(GameEnd::Repetition),
            None if self.turn() >= self.max_plies => Some(GameEnd::MaxMoves),
            end => end,
        }
    }

    /// Whether the current position occurred twice before, with the same side to move.
    ///
    /// A position before a change of castling rights is still in `past`, but it never compares equal.
    fn is_threefold(&self) -> bool {
        self.past.len() >= THREEFOLD_MIN_PLIES
            && self
                .past
                .iter()
                .rev()
                .skip(1)
                .step_by(2)
                .filter(|p| p.same_position(&self.board))
                .count()
                >= 2
    }
}

impl Game for Chess {
    type Action = Move;
    type Rules = ChessRules;

    const NAME: &'static str = "chess";
    const SEATS: RangeInclusive<usize> = 2..=2;
    const ACTIONS_TO_GO: u32 = 24;

    fn new(rules: &ChessRules, seats: usize, chance: &mut dyn Chance) -> Result<Self, RulesError> {
        Self::check_seats(seats)?;
        let (start, moves) = rules.start(chance)?;
        let game = Self::from_moves(start, &moves, rules.max_plies).map_err(
            |IllegalMove { index, mv }| RulesError::Value {
                key: "opening",
                given: mv.to_string(),
                allowed: format!("legal moves; this one is not legal after {index} moves"),
            },
        )?;
        let variant = if rules.is_chess960() { ChessVariant::Chess960 } else { game.variant };
        Ok(Self { variant, ..game })
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> u32 {
        (self.moves.len() - self.opening_plies) as u32
    }

    fn to_act(&self) -> SeatSet {
        if self.end.is_some() {
            return SeatSet::EMPTY;
        }
        SeatSet::only(seat_of(self.board.side_to_move()))
    }

    fn legal(&self, seat: Seat, out: &mut Vec<Move>) {
        out.clear();
        if self.to_act().has(seat) {
            self.board.generate_moves(|moves| {
                out.extend(moves);
                false
            });
        }
    }

    fn is_legal(&self, seat: Seat, action: Move) -> bool {
        self.to_act().has(seat) && self.board.is_legal(action)
    }

    fn apply(&mut self, turn: &[(Seat, Answer<Move>)], _chance: &mut dyn Chance) {
        for (seat, answer) in turn {
            match answer {
                Answer::Play(mv) => self.play(*mv),
                Answer::Forfeit(reason) if self.end.is_none() => {
                    self.end = Some(GameEnd::Forfeit(color_of(*seat), reason.clone()));
                }
                Answer::Forfeit(_) => {}
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end.as_ref().map(GameEnd::outcome)
    }

    fn figures(&self, seat: Seat, out: &mut Figures) {
        let color = color_of(seat);
        out.push("material", material(&self.board, color) - material(&self.board, !color));
        out.push("pieces", f64::from(self.board.colors(color).len()));
    }

    fn show(&self, _seat: Seat, action: Move) -> String {
        notation::uci_in(self.variant, &self.board, action)
    }

    fn parse(&self, _seat: Seat, text: &str) -> Result<Move, ParseError> {
        notation::parse(&self.board, text.trim())
    }

    fn check_text(text: &str) -> Result<(), ParseError> {
        notation::check(text.trim())
    }

    fn snapshot(&self) -> Snapshot {
        ChessSnapshot::of(self).into_snapshot()
    }

    fn view(&self, _seat: Seat) -> impl Serialize {
        ChessView::of(self)
    }

    fn drawing(snapshot: &Snapshot) -> String {
        snapshot::drawing(snapshot)
    }
}

/// A side's material in pawns, by the usual piece values.
fn material(board: &Board, color: Color) -> f64 {
    let centipawns = |&piece: &Piece| {
        PIECE_VALUES[piece as usize] * board.colored_pieces(color, piece).len() as i32
    };
    f64::from(Piece::ALL.iter().map(centipawns).sum::<i32>()) / 100.0
}
