//! Where the server is, and how to get in.

use std::path::{Path, PathBuf};
use std::time::Duration;

use async_nats::{ConnectErrorKind, ConnectOptions};

use super::ClusterError;
use crate::secret::{Secret, parts};

/// How long the first connection may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often the server is asked whether it is there: a connection that broke without a word is noticed
/// after two of them.
const PING: Duration = Duration::from_secs(15);

/// Where the server is, and how to get in: whatever of these is set.
#[derive(Clone, Default)]
pub struct Access {
    /// Where: `nats://host:4222`, `tls://host:4222`, or several of them separated by commas.
    pub url: String,
    /// The name of the user,
    pub user: Option<String>,
    /// and the password.
    pub password: Option<Secret>,
    /// A token instead.
    pub token: Option<Secret>,
    /// A file with the seed of an nkey instead.
    pub nkey_file: Option<PathBuf>,
    /// A credentials file (JWT and nkey) instead.
    pub creds_file: Option<PathBuf>,
    /// Whether the connection must be encrypted. `tls://` says so too.
    pub tls: bool,
    /// Certificates to trust beside the system's.
    pub ca_file: Option<PathBuf>,
    /// A certificate that says who we are,
    pub cert_file: Option<PathBuf>,
    /// and its key.
    pub key_file: Option<PathBuf>,
}

/// Without the secrets that an address may hold.
impl std::fmt::Debug for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Access").field("url", &self.shown()).finish_non_exhaustive()
    }
}

impl Access {
    /// Where the server is, without the secrets that an address may hold.
    #[must_use]
    pub fn shown(&self) -> String {
        self.addresses().join(",")
    }

    /// The addresses without user and password.
    fn addresses(&self) -> Vec<String> {
        self.url.split(',').map(|url| parts(url.trim()).0).collect()
    }

    /// User and password, or a token, of the first address that has them.
    fn embedded(&self) -> Option<(String, Option<String>)> {
        let login = self.url.split(',').find_map(|url| parts(url.trim()).1)?;
        Some(match login.split_once(':') {
            Some((user, password)) => (decoded(user), Some(decoded(password))),
            None => (decoded(login), None),
        })
    }

    /// What the client needs to connect with.
    fn options(&self) -> Result<ConnectOptions, ClusterError> {
        let mut options = ConnectOptions::new().connection_timeout(PATIENCE).ping_interval(PING);
        match (&self.user, &self.password) {
            (Some(user), Some(Secret(password))) => {
                options = options.user_and_password(user.clone(), password.clone());
            }
            (Some(_), None) => return Err(lacks("user", "cluster.password is not set")),
            (None, Some(_)) => return Err(lacks("password", "cluster.user is not set")),
            // The client does not look at what stands in an address.
            (None, None) => {
                options = match self.embedded() {
                    Some((user, Some(password))) => options.user_and_password(user, password),
                    Some((token, None)) => options.token(token),
                    None => options,
                }
            }
        }
        if let Some(Secret(token)) = &self.token {
            options = options.token(token.clone());
        }
        if let Some(path) = &self.nkey_file {
            options = options.nkey(read("nkey_file", path)?.trim().to_owned());
        }
        if let Some(path) = &self.creds_file {
            let text = read("creds_file", path)?;
            options = options.credentials(&text).map_err(|e| lacks("creds_file", e))?;
        }
        if let Some(path) = &self.ca_file {
            read("ca_file", path)?;
            options = options.add_root_certificates(path.clone());
        }
        match (&self.cert_file, &self.key_file) {
            (Some(cert), Some(key)) => {
                read("cert_file", cert)?;
                read("key_file", key)?;
                options = options.add_client_certificate(cert.clone(), key.clone());
            }
            (Some(_), None) => return Err(lacks("cert_file", "cluster.key_file is not set")),
            (None, Some(_)) => return Err(lacks("key_file", "cluster.cert_file is not set")),
            (None, None) => {}
        }
        Ok(options.require_tls(self.tls))
    }

    /// Connects. Once it is there the connection is made anew whenever it breaks; `on` hears of that.
    pub(super) async fn connect(
        &self,
        on: impl Fn(async_nats::Event) + Send + Sync + 'static,
    ) -> Result<async_nats::Client, ClusterError> {
        let on = std::sync::Arc::new(on);
        let options = self.options()?.event_callback(move |event| {
            let on = std::sync::Arc::clone(&on);
            async move { on(event) }
        });
        options.connect(self.addresses()).await.map_err(|error| {
            let url = self.shown();
            match error.kind() {
                ConnectErrorKind::ServerParse => {
                    lacks("url", format!("{url:?} is no address like nats://host:4222"))
                }
                ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                    ClusterError::Refused { url }
                }
                kind => {
                    let reason = error.to_string();
                    // A certificate that is refused comes as an error of the connection.
                    let refused = reason.to_lowercase().contains("certificate");
                    match kind == ConnectErrorKind::Tls || refused {
                        true => ClusterError::Tls { url, reason },
                        false => ClusterError::Unreachable { url, reason },
                    }
                }
            }
        })
    }
}

/// The text with `%40` and the like as the characters that they stand for.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail.get(..2).filter(|_| *first == b'%');
        let hex = hex.and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn read(key: &'static str, path: &Path) -> Result<String, ClusterError> {
    std::fs::read_to_string(path)
        .map_err(|error| lacks(key, format!("cannot read {}: {error}", path.display())))
}

fn lacks(key: &'static str, reason: impl ToString) -> ClusterError {
    ClusterError::Setting { key, reason: reason.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(url: &str) -> String {
        Access { url: url.to_owned(), ..Access::default() }.shown()
    }

    #[test]
    fn an_address_is_shown_without_its_password() {
        assert_eq!(shown("nats://host:4222"), "nats://host:4222");
        assert_eq!(shown("nats://me:se@cret@host:4222"), "nats://host:4222");
        assert_eq!(shown("tls://t0ken@a, b:4222"), "tls://a,b:4222");
        assert_eq!(format!("{:?}", Secret("x".into())), "(secret)");
    }

    #[test]
    fn user_and_password_of_an_address_are_used() {
        let embedded = |url: &str| Access { url: url.to_owned(), ..Access::default() }.embedded();
        let pair = |user: &str, password: &str| Some((user.to_owned(), Some(password.to_owned())));
        assert_eq!(embedded("nats://host:4222"), None);
        assert_eq!(embedded("nats://me:se@cret@host:4222"), pair("me", "se@cret"));
        assert_eq!(embedded("nats://a:1, tls://me:p%40ss%2Fw%%25@b:2"), pair("me", "p@ss/w%%"));
        assert_eq!(embedded("tls://t0ken@a"), Some(("t0ken".to_owned(), None)));
    }

    #[test]
    fn half_of_a_pair_is_told() {
        let access = Access { user: Some("me".into()), ..Access::default() };
        let error = access.options().err().unwrap().to_string();
        assert_eq!(error, "cluster.user: cluster.password is not set");
        let path = Some(PathBuf::from("/no/such.nk"));
        let error = Access { nkey_file: path, ..Access::default() }.options().err().unwrap();
        assert!(error.to_string().starts_with("cluster.nkey_file: cannot read /no/such.nk: "));
    }
}
