//! Who may ask: pages of other sites may not, whatever a browser lets them send.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
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

/// Makes sure that a request does not come from a page of another site. Browsers say where a page comes from, and other
/// programs do not: they may ask.
///
/// # Errors
/// If it is one.
pub fn check_origin(headers: &HeaderMap) -> Result<(), Problem> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = headers.get(ORIGIN) else { return Ok(()) };
    let site = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    match (site, text(HOST)) {
        (Some((_, site)), Some(host)) if site.eq_ignore_ascii_case(host) => Ok(()),
        _ => Err(Problem::new(StatusCode::FORBIDDEN, "pages of other sites may not ask this")),
    }
}

/// Refuses requests that call this server by a name it does not have.
///
/// It is asked as localhost, by an address, or by a name that its operator lists. Any other name was given to the
/// address by a foreign name server, to make a browser take their page for one of this server's.
pub(crate) async fn known_host(
    State(names): State<Arc<[String]>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let host = request.headers().get(HOST).map(|host| host.to_str().unwrap_or_default());
    match host {
        Some(host) if !is_own(host, &names) => {
            let shown: String = host.chars().take(100).collect();
            let reason = format!(
                "this server does not know the name {shown:?}; ask it as localhost or by its address, or list the \
                 name in the setting serve.hosts"
            );
            Err(Problem::new(StatusCode::FORBIDDEN, reason))
        }
        _ => Ok(next.run(request).await),
    }
}

/// Whether this server can be meant by this host, which may have a port.
fn is_own(host: &str, names: &[String]) -> bool {
    let without_port = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let name = without_port.trim_start_matches('[').trim_end_matches(']');
    name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|known| known.eq_ignore_ascii_case(name))
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

    #[test]
    fn names_that_others_gave_to_this_machine_are_not_its_own() {
        let names = ["arena.example".to_owned()];
        let own = |host| is_own(host, &names);
        for host in ["127.0.0.1:8000", "127.0.0.1", "[::1]:8000", "[::1]", "localhost:8000"] {
            assert!(own(host), "{host}");
        }
        assert!(own("LocalHost") && own("Arena.Example:443"));
        for host in ["evil.example", "evil.example:8000", "localhost.evil.example", "", ":8000"] {
            assert!(!own(host), "{host}");
        }
    }
}
