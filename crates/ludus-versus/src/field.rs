//! Fields: the board, the pieces, the garbage and the figures of one seat.

use std::collections::VecDeque;

use ludus_core::{Chance, ChanceKind, Figures, Seat};
use ludus_tetris::Piece;
use ludus_tetris::field::Elimination;
use ludus_tetris::mistake::SeatStack;
use ludus_tetris::stream::{PIECES, PieceStream};

use crate::action::VersusAction;
use crate::attack::{AttackParts, LineClear, Streak};
use crate::board::{BitBoard, VISIBLE};
use crate::filled_cells::FilledCells;
use crate::garbage::{GarbageQueue, Holes};
use crate::live::SpunPiece;
use crate::movegen::{SPAWN, SpawnPoint, Spin, moves, spawn};
use crate::rules::MatchRules;
use crate::start::{StartBoard, VersusStart};

/// The first of the chance events that decide pieces where each seat has its own.
const OWN_PIECES: u8 = 16;

/// The board, the pieces, the garbage and the figures of one seat.
#[derive(Clone, Debug)]
pub struct VersusField {
    /// Which cells are filled.
    pub board: BitBoard,
    /// What fills them.
    pub cells: FilledCells,
    /// The piece to place now.
    pub current: Piece,
    /// The piece that is held.
    pub hold: Option<Piece>,
    /// The known pieces after the current one.
    pub queue: VecDeque<Piece>,
    /// What earlier placements mean for the next clear.
    pub streak: Streak,
    /// Attacks on their way.
    pub garbage: GarbageQueue,
    /// The holes of the rows that rose.
    pub holes: Holes,
    /// What the seat has done.
    pub tally: VersusTally,
    /// What the last placement cleared and sent.
    pub last: Option<LastClear>,
    /// When and why the seat was eliminated; `None` while it lives.
    pub out: Option<Elimination>,
    stream: PieceStream,
    kind: ChanceKind,
}

/// What the last placement cleared and sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastClear {
    /// The piece that was placed.
    pub piece: Piece,
    /// What it cleared.
    pub clear: LineClear,
    /// What it sent, before cancelling.
    pub attack: AttackParts,
    /// How many placements before it cleared lines.
    pub combo: u32,
}

/// What a seat has done in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VersusTally {
    /// Pieces placed.
    pub pieces: u32,
    /// Lines cleared.
    pub lines: u32,
    /// Rows of attack, before cancelling.
    pub attack: u32,
    /// Rows of attack for combos.
    pub combo_attack: u32,
    /// Rows that reached an opponent's queue.
    pub sent: u32,
    /// Rows of attack for T-spins and other spins, without combos.
    pub spin_attack: u32,
    /// Rows of attack for clears of four lines, without combos.
    pub tetris_attack: u32,
    /// Rows of attack for perfect clears.
    pub perfect_attack: u32,
}

impl VersusField {
    pub(crate) fn new(
        seat: Seat,
        rules: &MatchRules,
        start: &VersusStart,
        chance: &mut dyn Chance,
    ) -> Self {
        let kind = match rules.same_pieces {
            true => PIECES,
            false => ChanceKind(OWN_PIECES + seat.index() as u8),
        };
        let mut stream = PieceStream::bag7();
        let mut queue: VecDeque<Piece> = start.pieces.as_slice().iter().copied().collect();
        while queue.len() <= rules.previews {
            queue.push_back(stream.draw_from(kind, chance));
        }
        let StartBoard(board) = start.board;
        Self {
            board,
            cells: FilledCells::garbage(&board),
            // The queue has at least one piece.
            current: queue.pop_front().unwrap_or(Piece::I),
            hold: None,
            queue,
            streak: Streak::default(),
            garbage: GarbageQueue::default(),
            holes: Holes::default(),
            tally: VersusTally::default(),
            last: None,
            out: None,
            stream,
            kind,
        }
    }

    /// What mistakes show in.
    pub(crate) fn stack(&self) -> SeatStack<'_> {
        SeatStack {
            columns: self.board.columns(),
            lines: self.tally.lines,
            out: self.out.is_some(),
        }
    }

    /// A field in the middle of a match of which only this is known.
    #[must_use]
    pub(crate) fn known(
        cells: FilledCells,
        current: Piece,
        queue: VecDeque<Piece>,
        stream: PieceStream,
    ) -> Self {
        Self {
            board: cells.board(),
            cells,
            current,
            hold: None,
            queue,
            streak: Streak::default(),
            garbage: GarbageQueue::default(),
            holes: Holes::default(),
            tally: VersusTally::default(),
            last: None,
            out: None,
            stream,
            kind: PIECES,
        }
    }

    /// Takes out of the bag a piece that came.
    pub(crate) fn came(&mut self, piece: Piece) {
        self.stream.take(piece);
    }

    /// Whether the seat still plays.
    #[must_use]
    pub const fn is_alive(&self) -> bool {
        self.out.is_none()
    }

    /// The pieces of the current bag that are not in the queue, in the order of [`Piece::ALL`]: one of them comes next.
    /// All seven if the bag is empty.
    pub fn bag(&self) -> impl Iterator<Item = Piece> + '_ {
        let empty = *self.stream.left() == [0; 7];
        let left = Piece::ALL.into_iter().zip(self.stream.left());
        left.filter(move |(_, count)| empty || **count > 0).map(|(piece, _)| piece)
    }

    /// The piece that hold brings; `None` if it would bring the same one as the current.
    #[must_use]
    pub fn held_choice(&self) -> Option<Piece> {
        let other = self.hold.or_else(|| self.queue.front().copied());
        other.filter(|piece| *piece != self.current)
    }

    /// All actions, those without hold first.
    pub fn actions(&self, rules: &MatchRules) -> impl Iterator<Item = VersusAction> + '_ {
        let rules = rules.moves;
        let choices = [(false, Some(self.current)), (true, self.held_choice())];
        choices.into_iter().flat_map(move |(hold, piece)| {
            let start = piece.and_then(|piece| Some((piece, spawn(&self.board, piece)?)));
            let found = start.map(|(piece, start)| {
                let moves = moves(&self.board, piece, start, rules).into_iter();
                moves.map(move |placed| VersusAction { hold, piece, placed })
            });
            found.into_iter().flatten()
        })
    }

    /// Whether the seat can play this action.
    #[must_use]
    pub fn accepts(&self, action: VersusAction, rules: &MatchRules) -> bool {
        let piece = if action.hold { self.held_choice() } else { Some(self.current) };
        if piece != Some(action.piece) || !self.board.fits(action.piece, action.placed.place) {
            return false;
        }
        let start = spawn(&self.board, action.piece);
        start.is_some_and(|start| {
            moves(&self.board, action.piece, start, rules.moves).contains(&action.placed)
        })
    }

    /// Places a piece, clears lines, and returns the rows that this sends. The next piece does not come yet.
    pub(crate) fn place(&mut self, action: VersusAction, rules: &MatchRules) -> Placed {
        let VersusAction { piece, placed, .. } = action;
        let above = placed.place.cells(piece).iter().all(|(_, y)| *y >= VISIBLE as i8);
        let lines = self.board.place(piece, placed.place);
        self.cells.place(piece, placed.place);
        let clear = LineClear { lines, spin: placed.spin, perfect: self.board.is_empty() };
        let combo = self.streak.combo;
        let attack = rules.attack.attack(clear, &mut self.streak);
        self.tally.add(clear, attack);
        self.last = (lines > 0).then_some(LastClear { piece, clear, attack, combo });
        Placed { rows: attack.total(), cleared: lines > 0, above }
    }

    /// Raises one row of garbage.
    pub(crate) fn rise(&mut self, hole: usize) {
        self.board.rise(hole);
        self.cells.rise(hole);
    }

    /// Uses the pieces that an action takes, and refills the queue.
    pub(crate) fn advance(
        &mut self,
        action: VersusAction,
        rules: &MatchRules,
        chance: &mut dyn Chance,
    ) {
        let next = self.use_pieces(action);
        self.bring(next, rules, chance);
    }

    /// Uses the pieces that an action takes. Returns the next current one, if it is known.
    pub(crate) fn use_pieces(&mut self, action: VersusAction) -> Option<Piece> {
        if action.hold {
            let held = self.hold.replace(self.current);
            if held.is_none() {
                self.queue.pop_front();
            }
        }
        self.queue.pop_front()
    }

    /// Makes the next piece the current one, and refills the queue.
    fn take_next(&mut self, rules: &MatchRules, chance: &mut dyn Chance) {
        let next = self.queue.pop_front();
        self.bring(next, rules, chance);
    }

    /// Makes this piece the current one, if there is one, and refills the queue.
    fn bring(&mut self, next: Option<Piece>, rules: &MatchRules, chance: &mut dyn Chance) {
        self.current = next.unwrap_or(self.current);
        while self.queue.len() < rules.previews {
            self.queue.push_back(self.stream.draw_from(self.kind, chance));
        }
    }

    /// Holds the current piece, and makes the held one the current, or the next one if there is none.
    pub(crate) fn exchange(&mut self, rules: &MatchRules, chance: &mut dyn Chance) {
        match self.hold.replace(self.current) {
            Some(held) => self.current = held,
            None => self.take_next(rules, chance),
        }
    }

    /// The current piece where it spawns, in the lower row if it has room in neither.
    pub(crate) fn spawned(&self) -> SpunPiece {
        let lower = SpawnPoint::in_row(SPAWN.1[0]);
        let start = spawn(&self.board, self.current).unwrap_or(lower);
        SpunPiece::new(self.current, start.place())
    }

    /// Adds the figures of the seat.
    pub(crate) fn figures(&self, out: &mut Figures) {
        let tally = &self.tally;
        let per_piece = f64::from(tally.attack) / f64::from(tally.pieces.max(1));
        out.push("attack", f64::from(tally.attack));
        // Attack per piece, by the name that players use.
        out.push("app", per_piece);
        out.push("lines", f64::from(tally.lines));
        out.push("pieces", f64::from(tally.pieces));
        out.push("sent", f64::from(tally.sent));
        // Where the attack comes from, in percent; the rest is for easy clears.
        let share = |rows: u32| 100.0 * f64::from(rows) / f64::from(tally.attack.max(1));
        out.push("spins", share(tally.spin_attack));
        out.push("tetrises", share(tally.tetris_attack));
        out.push("perfect", share(tally.perfect_attack));
        out.push("combos", share(tally.combo_attack));
    }
}

/// What a placement did.
pub(crate) struct Placed {
    /// The rows that it sends, before cancelling.
    pub(crate) rows: u32,
    /// Whether it cleared lines.
    pub(crate) cleared: bool,
    /// Whether the piece locked wholly above the visible rows.
    pub(crate) above: bool,
}

impl VersusTally {
    fn add(&mut self, clear: LineClear, attack: AttackParts) {
        self.pieces += 1;
        self.lines += clear.lines;
        self.attack += attack.total();
        self.combo_attack += attack.combo;
        self.perfect_attack += attack.perfect_clear;
        let rows = attack.clear + attack.back_to_back;
        match (clear.spin, clear.lines) {
            (Spin::None, 4) => self.tetris_attack += rows,
            (Spin::None, _) => {}
            _ => self.spin_attack += rows,
        }
    }
}
