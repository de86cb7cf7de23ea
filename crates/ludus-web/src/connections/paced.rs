//! A stream whose other end has to read: what cannot be written for a while ends it.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use super::places::ConnectionPlace;

/// A connection with its place. It has the place until it ends, also when it has become a WebSocket.
pub(super) struct Paced {
    stream: TcpStream,
    place: ConnectionPlace,
    patience: Duration,
    /// Running while nothing can be written.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl Paced {
    /// A stream on which nothing may be stuck for longer than this.
    pub(super) fn new(stream: TcpStream, place: ConnectionPlace, patience: Duration) -> Self {
        Self { stream, place, patience, stuck: None }
    }

    /// Holds a write to its time.
    fn pace(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stuck = None;
            self.place.note_move();
            return written;
        }
        let patience = self.patience;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(patience)));
        match stuck.as_mut().poll(cx) {
            Poll::Ready(()) => {
                let reason = "the client does not read what it asked for";
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, reason)))
            }
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Paced {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if read.is_ready() {
            self.place.note_move();
        }
        read
    }
}

impl AsyncWrite for Paced {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.pace(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.pace(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
