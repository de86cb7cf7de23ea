//! One turn: all living seats place their pieces at the same time; then garbage rises and new pieces are dealt.

use ludus_core::{Answer, Chance, ChanceKind, Forfeit, Game, Seat, SeatSet};

use crate::action::{Action, Column};
use crate::field::{Elimination, EliminationCause};
use crate::game::Tetris;
use crate::hunt::leader_against;

/// The chance events that decide the holes of garbage rows.
pub const HOLES: ChanceKind = ChanceKind(1);

/// Rows of garbage that were sent in one turn or tick, by receiving seat.
pub(crate) type IncomingGarbage = [u32; Seat::MAX];

impl Tetris {
    pub(crate) fn play_turn(&mut self, turn: &[(Seat, Answer<Action>)], chance: &mut dyn Chance) {
        let acting = self.to_act();
        if acting.is_empty() {
            return;
        }
        // All answers are checked against the position that they were given for.
        let mut answers = [const { None }; Seat::MAX];
        for seat in acting.iter() {
            let answer = turn.iter().find(|(s, _)| *s == seat).map(|(_, answer)| answer);
            answers[seat.index()] = Some(self.checked(seat, answer));
        }
        let leaders = self.leaders();
        self.turn += 1;
        let mut incoming = IncomingGarbage::default();
        for (seat, answer) in Seat::first(Seat::MAX).zip(answers) {
            match answer {
                Some(Ok(action)) => {
                    self.aim(seat, action, leaders[seat.index()], acting);
                    self.place(seat, action, acting, &mut incoming);
                }
                Some(Err(forfeit)) => self.lose(seat, EliminationCause::Forfeit(forfeit)),
                None => {}
            }
        }
        for seat in self.living().iter() {
            self.raise(seat, chance);
        }
        for seat in self.living().iter() {
            self.fields[seat.index()].pending = incoming[seat.index()];
        }
        self.deal(chance);
        self.end_slowly();
        self.retarget();
    }

    /// The action of an answer, if there is one and it is legal.
    fn checked(&self, seat: Seat, answer: Option<&Answer<Action>>) -> Result<Action, Forfeit> {
        match answer {
            Some(Answer::Play(action)) if self.is_legal(seat, *action) => Ok(*action),
            Some(Answer::Play(action)) => Err(Forfeit::Illegal(self.show(seat, *action))),
            Some(Answer::Forfeit(forfeit)) => Err(forfeit.clone()),
            None => Err(Forfeit::Late),
        }
    }

    /// The leader that each seat faces.
    fn leaders(&self) -> [Option<Seat>; Seat::MAX] {
        let mut leaders = [None; Seat::MAX];
        for seat in Seat::first(self.fields.len()) {
            leaders[seat.index()] = leader_against(&self.fields, seat);
        }
        leaders
    }

    /// Sets the target that the seat names.
    fn aim(&mut self, seat: Seat, action: Action, leader: Option<Seat>, acting: SeatSet) {
        let field = &mut self.fields[seat.index()];
        field.target = action.target.or(field.target);
        field.hunt.note(field.target, leader, acting);
    }

    /// Places the seat's piece and sends garbage.
    fn place(
        &mut self,
        seat: Seat,
        action: Action,
        acting: SeatSet,
        incoming: &mut IncomingGarbage,
    ) {
        let spawn = self.rules.spawn;
        let field = &mut self.fields[seat.index()];
        let Some(landing) = field.board.drop_piece(field.current, action.placement, spawn) else {
            return;
        };
        field.board = landing.board;
        field.count_piece(landing.lines);
        if landing.out {
            return self.lose(seat, EliminationCause::ToppedOut);
        }
        let rows = garbage_rows(landing.lines);
        if let Some(target) = field.target.and_then(|target| living_from(target, seat, acting)) {
            field.sent += rows;
            incoming[target.index()] += rows;
        }
    }

    /// Raises the pending garbage.
    fn raise(&mut self, seat: Seat, chance: &mut dyn Chance) {
        let width = self.rules.width as u32;
        let field = &mut self.fields[seat.index()];
        for _ in 0..field.pending {
            let hole = chance.draw(HOLES, hole_event(seat, field.received), width) as usize;
            field.received += 1;
            if field.board.rise(Column::new(hole).unwrap_or(Column::FIRST)) {
                return self.lose(seat, EliminationCause::Buried);
            }
        }
    }

    /// Makes the next piece the current one and draws a new next piece. Seats without room for it are out.
    fn deal(&mut self, chance: &mut dyn Chance) {
        let living = self.fields.iter_mut().filter(|field| field.is_alive());
        let next = living.map(|field| {
            field.current = field.next;
            &mut field.next
        });
        self.stream.deal(next, chance);
        for seat in self.living().iter() {
            if !self.field(seat).has_room(self.rules.spawn) {
                self.lose(seat, EliminationCause::ToppedOut);
            }
        }
    }

    /// Sudden death: sends garbage to all living seats if a battle lasts too long.
    fn end_slowly(&mut self) {
        if self.fields.len() > 1 {
            let rows = self.rules.sudden_death.rows(self.turn);
            for field in self.fields.iter_mut().filter(|field| field.is_alive()) {
                field.pending += rows;
            }
        }
    }

    /// Gives every living seat a living target.
    fn retarget(&mut self) {
        let living = self.living();
        for seat in living.iter() {
            let field = &mut self.fields[seat.index()];
            field.target = field.target.and_then(|t| living_from(t, seat, living)).or(field.target);
        }
    }

    fn lose(&mut self, seat: Seat, cause: EliminationCause) {
        let field = &mut self.fields[seat.index()];
        field.pending = 0;
        field.out = Some(Elimination { turn: self.turn, cause });
    }
}

/// How many rows of garbage a clear of this many lines sends: one less.
pub(crate) const fn garbage_rows(lines: usize) -> u32 {
    lines.saturating_sub(1) as u32
}

/// The event of [`HOLES`] for one row of garbage: the seat, and how many rows it received before.
pub(crate) fn hole_event(seat: Seat, received: u32) -> u64 {
    (seat.index() as u64) << 32 | u64::from(received)
}

/// The target if it lives, or else the next living seat after it, except the sender's own.
pub(crate) fn living_from(target: Seat, own: Seat, living: SeatSet) -> Option<Seat> {
    (0..Seat::MAX)
        .filter_map(|step| Seat::new((target.index() + step) % Seat::MAX))
        .find(|&seat| living.has(seat) && seat != own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::piece::Piece;
    use crate::rules::TetrisRules;
    use ludus_core::keys::with_pairs;
    use ludus_core::{Rank, Seed, SeededChance};

    const WELL: [&str; 6] =
        ["..........", "..........", ".#########", ".#########", ".#########", ".#########"];

    fn seat(n: usize) -> Seat {
        Seat::new(n).unwrap()
    }

    fn game(pairs: &str, seats: usize) -> (Tetris, SeededChance) {
        let rules = with_pairs(&TetrisRules::default(), pairs).unwrap();
        let mut chance = SeededChance::new(Seed::new(1));
        (Tetris::new(&rules, seats, &mut chance).unwrap(), chance)
    }

    /// Gives a seat this board and this current piece.
    fn set(game: &mut Tetris, n: usize, rows: &[&str], piece: Piece) {
        let field = &mut game.fields[n];
        field.board = Board::from_rows(rows).unwrap();
        field.current = piece;
    }

    /// Plays one turn; the text `-` is a forfeit.
    fn play(game: &mut Tetris, chance: &mut SeededChance, actions: &[&str]) {
        let answer = |(n, text): (usize, &&str)| {
            let answer = match *text {
                "-" => Answer::Forfeit(Forfeit::Late),
                text => Answer::Play(game.parse(seat(n), text).unwrap()),
            };
            (seat(n), answer)
        };
        let turn: Vec<_> = actions.iter().enumerate().map(answer).collect();
        game.apply(&turn, chance);
    }

    fn ranks(game: &Tetris) -> Vec<usize> {
        game.outcome().unwrap().ranks().iter().map(|rank: &Rank| rank.number()).collect()
    }

    #[test]
    fn four_lines_send_three_rows_that_rise_one_turn_later() {
        let (mut game, mut chance) = game("height=6", 2);
        set(&mut game, 0, &WELL, Piece::I);
        set(&mut game, 1, &[".........."; 6], Piece::O);
        play(&mut game, &mut chance, &["r1x0", "r0x0"]);
        assert_eq!((game.field(seat(0)).sent, game.field(seat(0)).score), (3, 800));
        assert_eq!(game.field(seat(1)).pending, 3);
        assert_eq!(game.field(seat(1)).board.max_height(), 2, "it has not risen yet");
        game.fields[1].current = Piece::O;
        play(&mut game, &mut chance, &["r0x0", "r0x8"]);
        let second = game.field(seat(1));
        assert_eq!((second.pending, second.received), (0, 3));
        assert_eq!(second.board.max_height(), 5);
        let holes = second.board.rows().skip(3).map(|row| row.matches('.').count());
        assert_eq!(holes.collect::<Vec<_>>(), [1, 1, 1]);
    }

    #[test]
    fn one_line_sends_nothing() {
        let (mut game, mut chance) = game("height=4", 2);
        set(&mut game, 0, &["..........", "..........", "..........", "....######"], Piece::I);
        play(&mut game, &mut chance, &["r0x0", "r0x0"]);
        assert_eq!((game.field(seat(0)).lines, game.field(seat(0)).sent), (1, 0));
        assert_eq!(game.field(seat(1)).pending, 0);
    }

    #[test]
    fn garbage_that_pushes_cells_above_the_top_ends_a_seat() {
        let (mut game, mut chance) = game("height=6", 2);
        set(&mut game, 0, &[".........."; 6], Piece::O);
        set(&mut game, 1, &WELL, Piece::O);
        game.fields[1].pending = 2;
        play(&mut game, &mut chance, &["r0x0", "r0x1"]);
        assert_eq!(
            game.field(seat(1)).out,
            Some(Elimination { turn: 1, cause: EliminationCause::Buried })
        );
        assert_eq!(ranks(&game), [1, 2]);
        assert_eq!(game.outcome().unwrap().reason(), "last one standing");
        assert!(game.to_act().is_empty());
    }

    #[test]
    fn a_dead_target_stands_for_the_next_living_seat() {
        let (mut game, mut chance) = game("height=6", 4);
        play(&mut game, &mut chance, &["r0x0", "-", "r0x0", "r0x0"]);
        assert_eq!(game.field(seat(0)).target, Some(seat(2)), "1 is dead");
        set(&mut game, 0, &WELL, Piece::I);
        play(&mut game, &mut chance, &["r1x0>1", "-", "r0x3", "r0x3"]);
        assert_eq!(game.field(seat(2)).pending, 3);
        assert_eq!(
            living_from(seat(3), seat(0), SeatSet::first(3)),
            Some(seat(1)),
            "around the table"
        );
    }

    #[test]
    fn a_target_is_kept_until_another_is_named() {
        let (mut game, mut chance) = game("height=6", 3);
        assert_eq!([0, 1, 2].map(|n| game.field(seat(n)).target), [1, 2, 0].map(Seat::new));
        play(&mut game, &mut chance, &["r0x0>2", "r0x0", "r0x0"]);
        play(&mut game, &mut chance, &["r0x4", "r0x4", "r0x4"]);
        assert_eq!(game.field(seat(0)).target, Some(seat(2)));
    }

    #[test]
    fn oneself_and_missing_seats_are_no_targets() {
        let (game, _) = game("", 2);
        let legal = |text| game.is_legal(seat(0), game.parse(seat(0), text).unwrap());
        assert!(legal("r0x0") && legal("r0x0>1"));
        assert!(!legal("r0x0>0") && !legal("r0x0>2"));
    }

    #[test]
    fn seats_that_go_out_in_one_turn_are_ordered_by_score_and_forfeits_come_last() {
        let (mut game, mut chance) = game("height=6,spawn=free", 4);
        for n in [0, 1, 2] {
            set(&mut game, n, &WELL, Piece::I);
            game.fields[n].score = [50, 70, 50][n];
            game.fields[n].pending = 6;
        }
        game.fields[3].score = 1000;
        play(&mut game, &mut chance, &["r0x1", "r0x1", "r0x1", "-"]);
        assert_eq!(ranks(&game), [2, 1, 2, 4]);
        assert_eq!(game.outcome().unwrap().reason(), "all out in the same turn");
    }

    #[test]
    fn the_piece_cap_ranks_the_living_by_score_above_the_dead() {
        let (mut game, mut chance) = game("max_pieces=2", 3);
        game.fields[2].score = 5000;
        play(&mut game, &mut chance, &["r0x0", "r0x0", "-"]);
        game.fields[1].score = 10;
        play(&mut game, &mut chance, &["r0x0", "r0x0"]);
        assert_eq!(ranks(&game), [2, 1, 3]);
        assert_eq!(game.outcome().unwrap().reason(), "piece cap reached");
    }

    #[test]
    fn alone_the_game_ends_when_the_next_piece_has_no_room() {
        let (mut game, mut chance) = game("height=4", 1);
        set(&mut game, 0, &["..........", "..........", "##.#######", "##.#######"], Piece::O);
        game.fields[0].next = Piece::O;
        play(&mut game, &mut chance, &["r0x4"]);
        assert_eq!(game.outcome().unwrap().reason(), "topped out");
        assert_eq!(ranks(&game), [1]);
    }

    #[test]
    fn alone_a_forfeit_is_the_reason() {
        let (mut game, mut chance) = game("", 1);
        play(&mut game, &mut chance, &["-"]);
        assert_eq!(game.outcome().unwrap().reason(), "late");
    }

    #[test]
    fn an_illegal_action_and_a_missing_answer_are_forfeits() {
        let (mut game, mut chance) = game("", 3);
        play(&mut game, &mut chance, &["r0x0>0"]);
        let cause = |n| game.field(seat(n)).out.clone().unwrap().cause;
        assert_eq!(cause(0), EliminationCause::Forfeit(Forfeit::Illegal("r0x0>0".into())));
        assert_eq!(cause(1), EliminationCause::Forfeit(Forfeit::Late));
    }

    #[test]
    fn sudden_death_sends_rows_to_all_seats_but_not_in_solo_play() {
        let pairs = "sudden_death.turn=1,sudden_death.every=1,sudden_death.grow=1";
        let (mut battle, mut chance) = game(pairs, 2);
        play(&mut battle, &mut chance, &["r0x0", "r0x0"]);
        assert_eq!([0, 1].map(|n| battle.field(seat(n)).pending), [1, 1]);
        play(&mut battle, &mut chance, &["r0x4", "r0x4"]);
        assert_eq!([0, 1].map(|n| battle.field(seat(n)).pending), [2, 2]);
        let (mut solo, mut chance) = game(pairs, 1);
        play(&mut solo, &mut chance, &["r0x0"]);
        assert_eq!(solo.field(seat(0)).pending, 0);
    }

    #[test]
    fn with_free_spawn_a_piece_above_the_top_ends_the_seat_without_a_clear() {
        let (mut game, mut chance) = game("height=4,spawn=free", 1);
        set(&mut game, 0, &["#########.", "#########.", "#########.", "#########."], Piece::O);
        play(&mut game, &mut chance, &["r0x0"]);
        assert_eq!((game.field(seat(0)).lines, game.field(seat(0)).pieces), (0, 1));
        assert_eq!(game.outcome().unwrap().reason(), "topped out");
    }
}
