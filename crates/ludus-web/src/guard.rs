//! Who may ask: pages of other sites may not, whatever a browser lets them send.

use axum::extract::Request;
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::content::Problem;

/// Refuses what pages of other sites send.
pub(crate) async fn same_site(request: Request, next: Next) -> Result<Response, Problem> {
    check_origin(request.headers())?;
    Ok(next.run(request).await)
}

/// Makes sure that whoever asks is no page of another site. Browsers say where a page comes from, and other
/// programs do not: they may ask.
pub(crate) fn check_origin(headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let site = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    match (site, text(HOST)) {
        (Some((_, site)), Some(host)) if site.eq_ignore_ascii_case(host) => Ok(()),
        _ => Err(Problem::new(StatusCode::FORBIDDEN, "pages of other sites may not ask this")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(origin: Option<&str>, host: &str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        check_origin(&headers).is_ok()
    }

    #[test]
    fn only_pages_of_the_same_site_may_ask() {
        assert!(allowed(Some("http://127.0.0.1:8000"), "127.0.0.1:8000"));
        assert!(allowed(Some("https://arena.example"), "arena.example"));
        assert!(allowed(None, "127.0.0.1:8000"));
        assert!(!allowed(Some("http://127.0.0.1:8001"), "127.0.0.1:8000"));
        assert!(!allowed(Some("https://evil.example"), "127.0.0.1:8000"));
        assert!(!allowed(Some("http://127.0.0.1:8000.evil.example"), "127.0.0.1:8000"));
        assert!(!allowed(Some("null"), "127.0.0.1:8000"));
    }
}
