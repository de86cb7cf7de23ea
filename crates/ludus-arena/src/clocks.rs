//! The clocks of a match: every seat that is asked runs its own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludus_core::{Clock, Seat, SeatSet, TimeControl};
use parking_lot::Mutex;

/// The clocks of a match at one moment, as people see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockFaces {
    /// What each seat has left, by seat.
    pub left: Vec<Duration>,
    /// The seats whose clocks run.
    pub running: SeatSet,
}

/// The clocks of a match, shared by the threads that play and show it.
#[derive(Clone, Debug)]
pub struct SharedClocks(Arc<Mutex<MatchClocks>>);

impl SharedClocks {
    /// All clocks at the start. A seat usually plays this many more actions, wherever the match stands.
    pub(crate) fn new(control: TimeControl, seats: usize, actions_to_go: u32) -> Self {
        let seat = SeatClock { left: control.base, actions: 0, spent: Duration::ZERO, since: None };
        let seats = vec![seat; seats];
        Self(Arc::new(Mutex::new(MatchClocks { control, actions_to_go, seats })))
    }

    /// The clock as this seat sees it before it acts.
    pub(crate) fn view(&self, seat: Seat) -> Clock {
        self.0.lock().view(seat)
    }

    /// The clocks of these seats run from now on, if they do not yet.
    pub(crate) fn run(&self, seats: SeatSet, now: Instant) {
        let mut clocks = self.0.lock();
        seats.iter().for_each(|seat| clocks.seats[seat.index()].run(now));
    }

    /// The clock of a seat runs while it is asked, unless it ran before and was stopped by an answer that waits.
    pub(crate) fn ask(&self, seat: Seat, now: Instant) {
        let clock = &mut self.0.lock().seats[seat.index()];
        if clock.spent.is_zero() {
            clock.run(now);
        }
    }

    /// The clocks of these seats stand still. What they have spent on this turn stays spent.
    pub(crate) fn hold(&self, seats: SeatSet, now: Instant) {
        let mut clocks = self.0.lock();
        seats.iter().for_each(|seat| clocks.seats[seat.index()].hold(now));
    }

    /// All clocks stand still: the match is over.
    pub(crate) fn stop(&self, now: Instant) {
        self.0.lock().seats.iter_mut().for_each(|seat| seat.hold(now));
    }

    /// What a seat had left before this turn.
    pub(crate) fn left(&self, seat: Seat) -> Duration {
        self.0.lock().seats[seat.index()].left
    }

    /// What a seat has spent on this turn.
    pub(crate) fn spent(&self, seat: Seat, now: Instant) -> Duration {
        self.0.lock().seats[seat.index()].spent(now)
    }

    /// When the clock of a seat runs out, if it runs.
    pub(crate) fn flag(&self, seat: Seat) -> Option<Instant> {
        self.0.lock().seats[seat.index()].flag()
    }

    /// When the first clock of these seats runs out that runs.
    pub(crate) fn next_flag(&self, seats: SeatSet) -> Option<Instant> {
        let clocks = self.0.lock();
        seats.iter().filter_map(|seat| clocks.seats[seat.index()].flag()).min()
    }

    /// Takes what a seat thought off its clock, which stops, and adds what it gets for an action. Returns what is left.
    pub(crate) fn charge(&self, seat: Seat, took: Duration) -> Duration {
        let mut clocks = self.0.lock();
        let control = clocks.control;
        clocks.seats[seat.index()].charge(took, &control)
    }

    /// The clock of a seat has run out: nothing is left, and nothing is added.
    pub(crate) fn empty(&self, seat: Seat) -> Duration {
        let clock = &mut self.0.lock().seats[seat.index()];
        (clock.left, clock.spent, clock.since) = (Duration::ZERO, Duration::ZERO, None);
        clock.left
    }

    /// The clocks now.
    #[must_use]
    pub fn faces(&self, now: Instant) -> ClockFaces {
        let clocks = self.0.lock();
        let running = Seat::first(clocks.seats.len()).zip(&clocks.seats);
        ClockFaces {
            left: clocks.seats.iter().map(|s| s.left.saturating_sub(s.spent(now))).collect(),
            running: running.filter(|(_, s)| s.since.is_some()).map(|(seat, _)| seat).collect(),
        }
    }
}

/// The clocks of a match.
#[derive(Debug)]
struct MatchClocks {
    control: TimeControl,
    actions_to_go: u32,
    seats: Vec<SeatClock>,
}

impl MatchClocks {
    fn view(&self, seat: Seat) -> Clock {
        let played = self.seats[seat.index()].actions;
        Clock {
            left: self.seats.iter().map(|seat| seat.left).collect(),
            increment: self.control.increment,
            moves_to_go: self.control.moves.map(|moves| moves - played % moves),
            expected_actions: Some(self.actions_to_go),
            longest: None,
        }
    }
}

/// The clock of one seat.
#[derive(Clone, Debug)]
struct SeatClock {
    /// What it had left before this turn.
    left: Duration,
    /// How many actions the seat has played.
    actions: u32,
    /// What was spent on this turn before the clock was last stopped.
    spent: Duration,
    /// Since when it runs, if it does.
    since: Option<Instant>,
}

impl SeatClock {
    fn run(&mut self, now: Instant) {
        self.since.get_or_insert(now);
    }

    fn hold(&mut self, now: Instant) {
        self.spent = self.spent(now);
        self.since = None;
    }

    fn spent(&self, now: Instant) -> Duration {
        self.spent + self.since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    fn flag(&self) -> Option<Instant> {
        Some(self.since? + self.left.saturating_sub(self.spent))
    }

    fn charge(&mut self, took: Duration, control: &TimeControl) -> Duration {
        (self.spent, self.since) = (Duration::ZERO, None);
        self.actions = self.actions.wrapping_add(1);
        self.left = self.left.saturating_sub(took) + control.increment;
        if control.moves.is_some_and(|moves| self.actions.is_multiple_of(moves)) {
            self.left += control.base;
        }
        self.left
    }
}

/// Why a seat loses whose clock ran out.
pub(crate) fn flag_text(took: Duration, left: Duration) -> String {
    let seconds = |time: Duration| format!("{:.3} s", time.as_secs_f64());
    format!("its clock ran out: it thought {} and had {} left", seconds(took), seconds(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn time_is_taken_off_and_added_again() {
        let clocks = SharedClocks::new("2/10+0.1".parse().unwrap(), 2, 30);
        assert_eq!(clocks.view(Seat::FIRST).moves_to_go, Some(2));
        assert_eq!(clocks.charge(Seat::FIRST, ms(1000)), ms(9100));
        assert_eq!(clocks.view(Seat::FIRST).moves_to_go, Some(1));
        assert_eq!(clocks.view(Seat::FIRST).left, [ms(9100), ms(10_000)]);
        assert_eq!(clocks.charge(Seat::FIRST, ms(100)), ms(9100 + 10_000));
        assert_eq!(clocks.view(Seat::SECOND).moves_to_go, Some(2));
    }

    #[test]
    fn only_the_clocks_that_run_lose_time_and_a_pause_costs_nothing() {
        let clocks = SharedClocks::new("60+2".parse().unwrap(), 2, 30);
        let (white, start) = (SeatSet::only(Seat::FIRST), Instant::now());
        assert_eq!(clocks.next_flag(white), None, "no clock runs before the start");
        clocks.run(white, start);
        assert_eq!(clocks.next_flag(white), Some(start + 60 * SECOND));
        clocks.hold(white, start + 10 * SECOND);
        let faces = clocks.faces(start + 40 * SECOND);
        assert_eq!((faces.left, faces.running), (vec![50 * SECOND, 60 * SECOND], SeatSet::EMPTY));
        clocks.run(white, start + 40 * SECOND);
        assert_eq!(clocks.flag(Seat::FIRST), Some(start + 90 * SECOND));
        assert_eq!(clocks.faces(start + 45 * SECOND).running, white);
        assert_eq!(clocks.spent(Seat::FIRST, start + 45 * SECOND), 15 * SECOND);
        assert_eq!(clocks.charge(Seat::FIRST, 15 * SECOND), 47 * SECOND);
        assert_eq!(clocks.flag(Seat::FIRST), None);
    }

    #[test]
    fn an_answer_that_waits_costs_nothing_more() {
        let clocks = SharedClocks::new("60".parse().unwrap(), 2, 30);
        let start = Instant::now();
        clocks.run(SeatSet::only(Seat::FIRST), start);
        clocks.hold(SeatSet::only(Seat::FIRST), start + SECOND);
        clocks.ask(Seat::FIRST, start + 3 * SECOND);
        assert_eq!(clocks.spent(Seat::FIRST, start + 9 * SECOND), SECOND);
    }
}
