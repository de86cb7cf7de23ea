//! The address of the server, and the credentials.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_nats::{ConnectErrorKind, ConnectOptions, Event};

use super::ClusterError;
use crate::secret::{Secret, split_login};

/// How long the first connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How often the client pings the server. Two missing answers mean that the connection is lost.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// The address of the server, and the credentials. Credentials that are `None` are not used.
#[derive(Clone, Default)]
pub struct Endpoint {
    /// The address: `nats://host:4222` or `tls://host:4222`, or several of them separated by commas.
    pub url: String,
    /// The user name. It needs a password.
    pub user: Option<String>,
    /// The password of the user.
    pub password: Option<Secret>,
    /// A token, instead of a user name.
    pub token: Option<Secret>,
    /// A file with the seed of an nkey, instead of a user name.
    pub nkey_file: Option<PathBuf>,
    /// A credentials file (JWT and nkey), instead of a user name.
    pub creds_file: Option<PathBuf>,
    /// Whether the connection must be encrypted. It must be, too, if the address begins with `tls://`.
    pub tls: bool,
    /// Certificates to trust in addition to those of the system.
    pub ca_file: Option<PathBuf>,
    /// The client certificate. It needs a private key.
    pub cert_file: Option<PathBuf>,
    /// The private key of the client certificate.
    pub key_file: Option<PathBuf>,
}

/// Shows the address without secrets.
impl std::fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endpoint").field("url", &self.shown()).finish_non_exhaustive()
    }
}

impl Endpoint {
    /// The address without secrets.
    #[must_use]
    pub fn shown(&self) -> String {
        self.addresses().join(",")
    }

    /// The addresses without user names, passwords and tokens.
    fn addresses(&self) -> Vec<String> {
        self.url.split(',').map(|url| split_login(url.trim()).0).collect()
    }

    /// The user name and password, or the token, of the first address that has them.
    fn embedded(&self) -> Option<(String, Option<String>)> {
        let login = self.url.split(',').find_map(|url| split_login(url.trim()).1)?;
        Some(match login.split_once(':') {
            Some((user, password)) => (decoded(user), Some(decoded(password))),
            None => (decoded(login), None),
        })
    }

    /// The options of the NATS client.
    fn options(&self) -> Result<ConnectOptions, ClusterError> {
        let options = ConnectOptions::new()
            .connection_timeout(CONNECT_TIMEOUT)
            .ping_interval(PING_INTERVAL)
            .require_tls(self.tls);
        self.with_certificates(self.with_credentials(options)?)
    }

    fn with_credentials(
        &self,
        mut options: ConnectOptions,
    ) -> Result<ConnectOptions, ClusterError> {
        match (&self.user, &self.password) {
            (Some(user), Some(Secret(password))) => {
                options = options.user_and_password(user.clone(), password.clone());
            }
            (Some(_), None) => return Err(setting("user", "cluster.password is not set")),
            (None, Some(_)) => return Err(setting("password", "cluster.user is not set")),
            // The NATS client ignores credentials in an address.
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
            options = options.credentials(&text).map_err(|error| setting("creds_file", error))?;
        }
        Ok(options)
    }

    fn with_certificates(
        &self,
        mut options: ConnectOptions,
    ) -> Result<ConnectOptions, ClusterError> {
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
            (Some(_), None) => return Err(setting("cert_file", "cluster.key_file is not set")),
            (None, Some(_)) => return Err(setting("key_file", "cluster.cert_file is not set")),
            (None, None) => {}
        }
        Ok(options)
    }

    /// Connects. The client reconnects by itself whenever the connection is lost later; `on_event` hears of it.
    pub(super) async fn connect(
        &self,
        on_event: impl Fn(Event) + Send + Sync + 'static,
    ) -> Result<async_nats::Client, ClusterError> {
        let on_event = Arc::new(on_event);
        let options = self.options()?.event_callback(move |event| {
            let on_event = Arc::clone(&on_event);
            async move { on_event(event) }
        });
        let connected = options.connect(self.addresses()).await;
        connected.map_err(|error| self.connect_error(error.kind(), error.to_string()))
    }

    fn connect_error(&self, kind: ConnectErrorKind, reason: String) -> ClusterError {
        let url = self.shown();
        match kind {
            ConnectErrorKind::ServerParse => {
                setting("url", format!("{url:?} is not an address like nats://host:4222"))
            }
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                ClusterError::Refused { url }
            }
            ConnectErrorKind::Tls => ClusterError::Tls { url, reason },
            // A refused certificate is reported as an I/O error.
            _ if reason.to_lowercase().contains("certificate") => ClusterError::Tls { url, reason },
            _ => ClusterError::Unreachable { url, reason },
        }
    }
}

/// Decodes percent-encoding: `%40` is `@`.
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
        .map_err(|error| setting(key, format!("cannot read {}: {error}", path.display())))
}

fn setting(key: &'static str, reason: impl ToString) -> ClusterError {
    ClusterError::Setting { key, reason: reason.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(url: &str) -> String {
        Endpoint { url: url.to_owned(), ..Endpoint::default() }.shown()
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
        let embedded =
            |url: &str| Endpoint { url: url.to_owned(), ..Endpoint::default() }.embedded();
        let pair = |user: &str, password: &str| Some((user.to_owned(), Some(password.to_owned())));
        assert_eq!(embedded("nats://host:4222"), None);
        assert_eq!(embedded("nats://me:se@cret@host:4222"), pair("me", "se@cret"));
        assert_eq!(embedded("nats://a:1, tls://me:p%40ss%2Fw%%25@b:2"), pair("me", "p@ss/w%%"));
        assert_eq!(embedded("tls://t0ken@a"), Some(("t0ken".to_owned(), None)));
    }

    #[test]
    fn half_of_a_pair_is_an_error() {
        let endpoint = Endpoint { user: Some("me".into()), ..Endpoint::default() };
        let error = endpoint.options().err().unwrap().to_string();
        assert_eq!(error, "cluster.user: cluster.password is not set");
        let path = Some(PathBuf::from("/no/such.nk"));
        let error = Endpoint { nkey_file: path, ..Endpoint::default() }.options().err().unwrap();
        assert!(error.to_string().starts_with("cluster.nkey_file: cannot read /no/such.nk: "));
    }
}
