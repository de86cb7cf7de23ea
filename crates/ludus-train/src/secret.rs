//! Secrets in settings. This module does not belong to the feature `cluster`: the settings of a cluster are read in
//! every build.

use serde::{Deserialize, Serialize};

/// A setting that is never shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(secret)")
    }
}

/// One or several addresses, separated by commas, without user names, passwords and tokens.
#[must_use]
pub fn without_login(url: &str) -> String {
    url.split(',').map(|url| split_login(url.trim()).0).collect::<Vec<_>>().join(",")
}

/// Splits an address into the address without its login, and the login: the part before `@`.
pub(crate) fn split_login(url: &str) -> (String, Option<&str>) {
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
