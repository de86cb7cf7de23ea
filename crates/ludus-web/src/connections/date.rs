//! The date of an answer.

use axum::http::HeaderValue;
use jiff::Timestamp;

/// The `Date` of an answer that is made now. A machine whose clock was never set, and stands before 1970, sends none:
/// HTTP wants none from servers without a clock, and the one that hyper would add panics there.
pub(super) fn now() -> Option<HeaderValue> {
    header(Timestamp::now())
}

fn header(time: Timestamp) -> Option<HeaderValue> {
    let text = (time.as_second() >= 0).then(|| time.strftime("%a, %d %b %Y %H:%M:%S GMT"))?;
    HeaderValue::from_str(&text.to_string()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_written_as_http_wants_it() {
        // The example of RFC 9110.
        let time = Timestamp::from_second(784_111_777).unwrap();
        assert_eq!(header(time).unwrap(), "Sun, 06 Nov 1994 08:49:37 GMT");
    }

    #[test]
    fn a_clock_before_1970_is_no_clock() {
        assert_eq!(header(Timestamp::from_second(-1).unwrap()), None);
        assert_eq!(header(Timestamp::MIN), None);
    }
}
