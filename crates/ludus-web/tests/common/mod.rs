//! A server on a free port, and a client.

#![allow(dead_code, reason = "each test file uses the part it needs")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

pub(crate) mod arena;

use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread::JoinHandle;

use ludus_web::Options;
use serde_json::Value;
use tokio::sync::oneshot;
use ureq::Agent;

/// A server that runs until it is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    agent: Agent,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn start(options: Options) -> Self {
        let (end, ended) = oneshot::channel::<()>();
        let (tell, reply) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let shutdown = async { drop(ended.await) };
                ludus_web::Server::new(options).unwrap().serve(listener, shutdown).await;
            });
        });
        let config = Agent::config_builder().proxy(None).http_status_as_error(false).build();
        let agent = Agent::new_with_config(config);
        Self { address: reply.recv().unwrap(), agent, end: Some(end), thread: Some(thread) }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        answer(self.agent.get(self.url(path)).call())
    }

    /// Posts a text that may be JSON.
    pub(crate) fn post(&self, path: &str, body: &str) -> (u16, Value) {
        self.upload(path, "application/json", body.as_bytes())
    }

    /// Asks as a page does.
    pub(crate) fn ask(&self, path: &str, body: &Value) -> (u16, Value) {
        let request = self.agent.post(self.url(path)).header("content-type", "application/json");
        answer(request.send(body.to_string()))
    }

    /// Sends a file as a page does.
    pub(crate) fn upload(&self, path: &str, kind: &str, body: &[u8]) -> (u16, Value) {
        answer(self.agent.post(self.url(path)).header("content-type", kind).send(body))
    }

    /// The text at an address.
    pub(crate) fn text(&self, path: &str) -> (u16, String) {
        let mut response = self.agent.get(self.url(path)).call().unwrap();
        (response.status().as_u16(), response.body_mut().read_to_string().unwrap())
    }

    /// Asks the server to end, without waiting for it.
    pub(crate) fn ask_to_end(&mut self) {
        drop(self.end.take());
    }

    /// Waits until the server has ended.
    pub(crate) fn wait(&mut self) {
        self.thread.take().unwrap().join().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

fn answer(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> (u16, Value) {
    let mut response = response.unwrap();
    let text = response.body_mut().read_to_string().unwrap();
    (response.status().as_u16(), serde_json::from_str(&text).unwrap_or(Value::Null))
}
