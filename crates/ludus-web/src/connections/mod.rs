//! Connections: accepting them, serving HTTP/1 on each, and ending with what is under way.
//!
//! | module | what lives there |
//! |---|---|
//! | `places` | how many connections there may be, and which one gives way to a new one |
//! | `date` | the date of an answer |
//! | `paced` | a stream whose other end has to read |

mod date;
mod paced;
mod places;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::header::DATE;
use axum::http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt as _;

use self::paced::Paced;
use self::places::Places;
pub(crate) use self::places::Visitor;
use crate::options::Options;

/// How many connections are refused at the same time because there are too many, and how long each may take.
const REFUSALS: usize = 64;
const REFUSAL: Duration = Duration::from_millis(500);

/// How long to wait when no connection can be accepted, because too many files are open for example.
const BREATH: Duration = Duration::from_millis(50);

/// The largest head of a request, and how much of an answer waits in memory, in bytes.
const MOST_HEAD: usize = 32 << 10;

/// Serves connections until it is closed.
pub(crate) struct Connections {
    http: http1::Builder,
    places: Arc<Places>,
    refusals: Arc<Semaphore>,
    write_timeout: Duration,
    /// Whether the server ends. Every connection listens to it, so it knows when the last one is gone.
    ends: watch::Sender<bool>,
}

impl Connections {
    /// Connections as the options want them.
    pub(crate) fn new(options: &Options) -> Self {
        let mut http = http1::Builder::new();
        // The time for a head begins with the connection and with the end of each answer: it is also the time
        // that a connection may be idle.
        http.timer(TokioTimer::new())
            .header_read_timeout(options.read_timeout)
            .max_buf_size(MOST_HEAD)
            .auto_date_header(false);
        Self {
            http,
            places: Arc::new(Places::new(options.connections)),
            refusals: Arc::new(Semaphore::new(REFUSALS)),
            write_timeout: options.write_timeout,
            ends: watch::Sender::new(false),
        }
    }

    /// Accepts connections and serves this on them.
    pub(crate) async fn accept(&self, listener: &TcpListener, app: &Router) -> Infallible {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => self.admit(stream, peer, app),
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    // Too many files may be open: one fewer of those that only wait.
                    self.places.make_room();
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }

    /// Answers what is under way and ends all connections, within this time; whether it was enough.
    pub(crate) async fn close(self, patience: Duration) -> bool {
        self.ends.send_replace(true);
        tokio::time::timeout(patience, self.ends.closed()).await.is_ok()
    }

    fn admit(&self, stream: TcpStream, peer: SocketAddr, app: &Router) {
        let stream = without_delay(stream);
        let Some(place) = self.places.take() else {
            // When too many come at once, not even all refusals are sent.
            if let Ok(refusal) = Arc::clone(&self.refusals).try_acquire_owned() {
                tokio::spawn(async move {
                    let _ = tokio::time::timeout(REFUSAL, refuse(&stream)).await;
                    drop(refusal);
                });
            }
            return;
        };
        let (http, app, ends) = (self.http.clone(), app.clone(), self.ends.subscribe());
        let visitor = Arc::clone(place.visitor());
        let stream = Paced::new(stream, place, self.write_timeout);
        tokio::spawn(serve(http, stream, peer, app, visitor, ends));
    }
}

/// Serves one connection to its end: the client's, the server's, or its place is needed for another.
async fn serve(
    http: http1::Builder,
    stream: Paced,
    peer: SocketAddr,
    app: Router,
    visitor: Arc<Visitor>,
    mut ends: watch::Receiver<bool>,
) {
    let who = Arc::clone(&visitor);
    let service = service_fn(move |mut request: Request<Incoming>| {
        who.is_served();
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(Arc::clone(&who));
        let (answer, who) = (app.clone().oneshot(request), Arc::clone(&who));
        async move {
            let mut answer = answer.await?;
            answer.headers_mut().extend(date::now().map(|date| (DATE, date)));
            // A WebSocket is awaited for as long as its handler wants.
            if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
                who.is_awaited();
            }
            Ok::<_, Infallible>(answer)
        }
    });
    let stream = TokioIo::new(stream);
    let mut connection = pin!(http.serve_connection(stream, service).with_upgrades());
    let mut ending = false;
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "connection dropped");
                }
                return;
            }
            _ = ends.wait_for(|ends| *ends), if !ending => {
                ending = true;
                connection.as_mut().graceful_shutdown();
            }
            () = visitor.gives_way() => {
                tracing::debug!(%peer, "connection dropped: its place was needed");
                return;
            }
        }
    }
}

/// Says that there are too many connections, and waits until that was heard.
async fn refuse(stream: &TcpStream) -> io::Result<()> {
    const REASON: &str = "{\"error\":\"there are too many connections; try again later\"}";
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{REASON}",
        REASON.len()
    );
    stream.writable().await?;
    // It is shorter than any buffer: one write takes all of it.
    stream.try_write(answer.as_bytes())?;
    // What was sent must be read, or the answer is lost with the connection.
    let mut heard = [0; 1024];
    loop {
        stream.readable().await?;
        match stream.try_read(&mut heard) {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
}

/// Answers are small and wanted at once: they are not held back to be sent with others.
fn without_delay(stream: TcpStream) -> TcpStream {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot switch off the delay of small packets");
    }
    stream
}
