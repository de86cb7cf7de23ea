//! What a session does next: the transitions between its states, apart from threads and matches.

use std::time::{Duration, Instant};

use ludus_core::SeatSet;

/// The state of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It plays by itself.
    Running,
    /// It continues when it is resumed or stepped.
    Paused,
    /// It continues when these people have submitted their actions.
    Waiting(SeatSet),
    /// The match has its outcome.
    Finished,
    /// It was ended before it had one.
    Aborted,
    /// It cannot continue, and this is why.
    Failed(String),
}

impl State {
    /// Whether nothing will happen any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self, Self::Finished | Self::Aborted | Self::Failed(_))
    }
}

/// Who has the match in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hand {
    /// No thread, and none is about to.
    Idle,
    /// It stands in the queue under this ticket; older tickets are void.
    Queued(u64),
    /// A thread plays a turn, or changes it.
    Taken,
}

/// When the next turn is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Due {
    pub(super) at: Instant,
    pub(super) ticket: u64,
}

/// Decides when turns are played.
#[derive(Debug)]
pub(super) struct SessionControl {
    hand: Hand,
    paused: bool,
    /// Turns that are to be played although the session is paused.
    steps: u32,
    delay: Duration,
    /// When the last turn began: thinking counts as waiting.
    last_turn: Instant,
    waiting: SeatSet,
    over: Option<State>,
    tickets: u64,
}

impl SessionControl {
    pub(super) fn new(delay: Duration, paused: bool, waiting: SeatSet, now: Instant) -> Self {
        Self {
            hand: Hand::Idle,
            paused,
            steps: 0,
            delay,
            last_turn: now,
            waiting,
            over: None,
            tickets: 0,
        }
    }

    pub(super) fn state(&self) -> State {
        if let Some(over) = &self.over {
            return over.clone();
        }
        if self.paused && self.steps == 0 {
            return State::Paused;
        }
        if self.waiting.is_empty() { State::Running } else { State::Waiting(self.waiting) }
    }

    pub(super) fn delay(&self) -> Duration {
        self.delay
    }

    pub(super) fn waiting(&self) -> SeatSet {
        self.waiting
    }

    pub(super) fn set_delay(&mut self, delay: Duration) {
        self.delay = delay;
    }

    pub(super) fn pause(&mut self) {
        self.paused = true;
        self.steps = 0;
    }

    pub(super) fn resume(&mut self) {
        self.paused = false;
        self.steps = 0;
    }

    /// Pauses, and asks for one more turn.
    pub(super) fn step(&mut self) {
        self.paused = true;
        self.steps += 1;
    }

    /// Takes the match into hand to play the turn of this ticket; `false` if the ticket is void.
    pub(super) fn take_turn(&mut self, ticket: u64, now: Instant) -> bool {
        if self.over.is_some() || self.hand != Hand::Queued(ticket) {
            return false;
        }
        self.hand = Hand::Taken;
        self.steps = self.steps.saturating_sub(1);
        self.last_turn = now;
        true
    }

    /// Takes the match into hand to change it; `false` if another thread has it or it is over.
    pub(super) fn take(&mut self) -> bool {
        if self.over.is_some() || self.hand == Hand::Taken {
            return false;
        }
        self.hand = Hand::Taken;
        true
    }

    /// Whether a thread plays a turn, or changes the match.
    pub(super) fn is_taken(&self) -> bool {
        self.hand == Hand::Taken
    }

    /// Gives the match back; these people have to act before its next turn.
    pub(super) fn give_back(&mut self, waiting: SeatSet) {
        self.hand = Hand::Idle;
        self.waiting = waiting;
    }

    pub(super) fn end(&mut self, how: State) {
        self.hand = Hand::Idle;
        self.over.get_or_insert(how);
    }

    /// The people whose clocks run, where there are clocks: those who are waited for.
    pub(super) fn thinking(&self) -> SeatSet {
        match self.state() {
            State::Waiting(seats) => seats,
            _ => SeatSet::EMPTY,
        }
    }

    /// When the next turn is due, if any is. A turn that was due before is so no longer. While people are waited for, none
    /// is due before the first of their clocks runs out, at `flag`.
    pub(super) fn next(&mut self, now: Instant, flag: Option<Instant>) -> Option<Due> {
        if self.over.is_some() || self.hand == Hand::Taken {
            return None;
        }
        self.hand = Hand::Idle;
        if self.paused && self.steps == 0 {
            return None;
        }
        let at = match (self.waiting.is_empty(), self.steps) {
            (false, _) => flag?,
            (true, 0) => self.last_turn + self.delay,
            (true, _) => now,
        };
        self.tickets += 1;
        self.hand = Hand::Queued(self.tickets);
        Some(Due { at, ticket: self.tickets })
    }
}

#[cfg(test)]
mod tests {
    use ludus_core::Seat;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn running(now: Instant) -> SessionControl {
        SessionControl::new(SECOND, false, SeatSet::EMPTY, now)
    }

    #[test]
    fn a_turn_is_due_a_delay_after_the_last_one_began() {
        let now = Instant::now();
        let mut control = running(now);
        let due = control.next(now, None).unwrap();
        assert_eq!(due.at, now + SECOND);
        assert!(control.take_turn(due.ticket, due.at));
        control.give_back(SeatSet::EMPTY);
        assert_eq!(control.next(due.at + SECOND / 2, None).unwrap().at, now + 2 * SECOND);
    }

    #[test]
    fn a_new_speed_moves_the_turn_that_is_due() {
        let now = Instant::now();
        let mut control = running(now);
        let old = control.next(now, None).unwrap();
        control.set_delay(SECOND / 10);
        let new = control.next(now, None).unwrap();
        assert_eq!(new.at, now + SECOND / 10);
        assert!(!control.take_turn(old.ticket, now), "the old ticket is void");
        assert!(control.take_turn(new.ticket, now));
    }

    #[test]
    fn paused_means_no_turn_and_a_step_is_one_turn_at_once() {
        let now = Instant::now();
        let mut control = running(now);
        control.pause();
        assert_eq!((control.next(now, None), control.state()), (None, State::Paused));
        control.step();
        let due = control.next(now, None).unwrap();
        assert_eq!((due.at, control.state()), (now, State::Running));
        assert!(control.take_turn(due.ticket, now));
        control.give_back(SeatSet::EMPTY);
        assert_eq!((control.next(now, None), control.state()), (None, State::Paused));
        control.resume();
        assert!(control.next(now, None).is_some());
    }

    #[test]
    fn while_a_thread_has_it_in_hand_nothing_is_due_and_no_other_gets_it() {
        let now = Instant::now();
        let mut control = running(now);
        let due = control.next(now, None).unwrap();
        assert!(control.take_turn(due.ticket, now));
        control.step();
        assert_eq!(control.next(now, None), None);
        assert!(!control.take());
        control.give_back(SeatSet::EMPTY);
        assert_eq!(
            control.next(now, None).unwrap().at,
            now,
            "the step that was asked for meanwhile"
        );
    }

    #[test]
    fn over_is_over_and_the_first_end_counts() {
        let now = Instant::now();
        let mut control = running(now);
        let due = control.next(now, None).unwrap();
        control.end(State::Aborted);
        control.end(State::Finished);
        control.resume();
        assert_eq!(control.state(), State::Aborted);
        assert_eq!(control.next(now, None), None);
        assert!(!control.take_turn(due.ticket, now) && !control.take());
    }

    #[test]
    fn while_a_person_is_waited_for_the_next_turn_is_due_when_the_clock_runs_out() {
        let now = Instant::now();
        let person = SeatSet::only(Seat::FIRST);
        let mut control = SessionControl::new(SECOND, false, person, now);
        assert_eq!((control.next(now, None), control.thinking()), (None, person));
        assert_eq!(control.next(now, Some(now + 5 * SECOND)).unwrap().at, now + 5 * SECOND);
        control.pause();
        assert_eq!(control.next(now, Some(now + 5 * SECOND)), None);
        assert_eq!(control.thinking(), SeatSet::EMPTY);
    }
}
