//! Secrets in settings: what is never shown. They are here whether or not this build has a cluster, because the
//! settings of one are always understood.

use serde::{Deserialize, Serialize};

/// A text that is not shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(secret)")
    }
}

/// An address, or several separated by commas, without the user and password that each may hold.
#[must_use]
pub fn without_login(url: &str) -> String {
    url.split(',').map(|url| parts(url.trim()).0).collect::<Vec<_>>().join(",")
}

/// An address without what stands before its `@`, and that.
pub(crate) fn parts(url: &str) -> (String, Option<&str>) {
    let (scheme, rest) = match url.split_once("://") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, url),
    };
    let (login, host) = match rest.rsplit_once('@') {
        Some((login, host)) => (Some(login), host),
        None => (None, rest),
    };
    let bare = scheme.map_or_else(|| host.to_owned(), |scheme| format!("{scheme}://{host}"));
    (bare, login)
}
