//! The fair share of a search.

use std::time::Instant;

/// When the share of a search is over that began at `began`, would have time until `deadline`, and is one
/// of `pending` on this many threads.
///
/// Those that wait begin later with less time left, and come to the same length: of eight at once on two
/// threads with 350 ms, each gets 87 ms.
pub(super) fn fair_end(
    began: Instant,
    deadline: Instant,
    threads: usize,
    pending: usize,
) -> Instant {
    let whole = deadline.saturating_duration_since(began);
    let (threads, pending) = (threads as u32, pending.max(1) as u32);
    if threads >= pending { began + whole } else { began + whole * threads / pending }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn moves_that_wait_for_each_other_get_equal_shares_and_all_of_the_time() {
        let arrived = Instant::now();
        let deadline = arrived + Duration::from_millis(320);
        let mut now = arrived;
        for pending in [8, 6, 4, 2] {
            let end = fair_end(now, deadline, 2, pending);
            assert_eq!(end - now, Duration::from_millis(80));
            now = end;
        }
        assert_eq!(now, deadline);
    }

    #[test]
    fn a_search_with_a_thread_of_its_own_has_all_its_time() {
        let began = Instant::now();
        let deadline = began + Duration::from_millis(350);
        assert_eq!(fair_end(began, deadline, 4, 3), deadline);
        assert_eq!(fair_end(deadline, began, 1, 3), deadline);
    }
}
