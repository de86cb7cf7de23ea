//! Chess as a [`Game`]: seat 0 is white, seat 1 is black, a turn is one move of one side.

use std::ops::RangeInclusive;

use cozy_chess::{Board, Color, Move, Piece};
use ludus_core::{
    Answer, Chance, Figures, Game, Outcome, ParseError, RulesError, Seat, SeatSet, Snapshot,
};

use crate::ends::End;
use crate::notation;
use crate::rules::ChessRules;
use crate::snapshot;

/// One game of chess: the position, and as much of the past as its rules need.
#[derive(Clone, Debug)]
pub struct Chess {
    board: Board,
    /// The first position, before the opening.
    start: Board,
    /// All moves from there, the opening's too.
    moves: Vec<Move>,
    /// How many of the moves are the opening's.
    opening: usize,
    /// The positions since the last capture or pawn's move, without the present one.
    past: Vec<Board>,
    max_plies: u32,
    end: Option<End>,
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
    /// The first move that is not legal, with its index.
    pub fn from_moves(start: Board, moves: &[Move], max_plies: u32) -> Result<Self, (usize, Move)> {
        let mut game = Self {
            board: start.clone(),
            start,
            moves: Vec::new(),
            opening: moves.len(),
            past: Vec::new(),
            max_plies,
            end: None,
        };
        for (index, &mv) in moves.iter().enumerate() {
            if !game.board.is_legal(mv) {
                return Err((index, mv));
            }
            game.advance(mv);
        }
        game.end = game.find_end();
        Ok(game)
    }

    /// The present position.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The first position, before the opening.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// All moves from the first position, the opening's too.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many of the moves are the opening's, played before the bots took over.
    #[must_use]
    pub fn opening_plies(&self) -> usize {
        self.opening
    }

    /// The positions since the last capture or pawn's move, without the present one.
    #[must_use]
    pub fn past(&self) -> &[Board] {
        &self.past
    }

    /// How the game ended.
    #[must_use]
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// All moves in SAN.
    #[must_use]
    pub fn san_moves(&self) -> Vec<String> {
        notation::san_line(&self.start, &self.moves)
    }

    /// Plays a legal move. A game that has ended, or an illegal move, leaves everything as it is.
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

    fn find_end(&self) -> Option<End> {
        let end = End::on_board(&self.board);
        match end {
            Some(End::FiftyMoves) | None if self.is_threefold() => Some(End::Repetition),
            None if self.turn() >= self.max_plies => Some(End::MaxMoves),
            end => end,
        }
    }

    /// Whether the present position was there twice before, with the same side to move.
    ///
    /// Castling or losing a castling right keeps the clock running but can never be undone, and
    /// `same_position` compares the rights.
    fn is_threefold(&self) -> bool {
        self.past.len() >= 8
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

    fn new(rules: &ChessRules, seats: usize, chance: &mut dyn Chance) -> Result<Self, RulesError> {
        if !Self::SEATS.contains(&seats) {
            let (game, allowed) = (Self::NAME, Self::SEATS);
            return Err(RulesError::Seats { game, given: seats, allowed });
        }
        let (start, moves) = rules.start(chance)?;
        Self::from_moves(start, &moves, rules.max_plies).map_err(|(index, mv)| RulesError::Value {
            key: "opening",
            given: mv.to_string(),
            allowed: format!("legal moves; this one is not after {index} moves"),
        })
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> u32 {
        (self.moves.len() - self.opening) as u32
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
                    self.end = Some(End::Forfeit(color_of(*seat), reason.clone()));
                }
                Answer::Forfeit(_) => {}
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end.as_ref().map(End::outcome)
    }

    fn figures(&self, seat: Seat, out: &mut Figures) {
        let color = color_of(seat);
        out.push("material", material(&self.board, color) - material(&self.board, !color));
        out.push("pieces", f64::from(self.board.colors(color).len()));
    }

    fn show(&self, _seat: Seat, action: Move) -> String {
        notation::uci(&self.board, action)
    }

    fn parse(&self, _seat: Seat, text: &str) -> Result<Move, ParseError> {
        notation::parse(&self.board, text.trim())
    }

    fn check_text(text: &str) -> Result<(), ParseError> {
        notation::check(text.trim())
    }

    fn snapshot(&self) -> Snapshot {
        snapshot::of(self)
    }

    fn drawing(snapshot: &Snapshot) -> String {
        snapshot::drawing(snapshot)
    }
}

/// A side's material in pawns, by the values that people count with.
fn material(board: &Board, color: Color) -> f64 {
    let worth = |piece| match piece {
        Piece::Pawn => 1.0,
        Piece::Knight => 3.0,
        Piece::Bishop => 3.25,
        Piece::Rook => 5.0,
        Piece::Queen => 9.0,
        Piece::King => 0.0,
    };
    Piece::ALL.iter().map(|&p| worth(p) * f64::from(board.colored_pieces(color, p).len())).sum()
}
