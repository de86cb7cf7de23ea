//! The pages: files that are part of the program, those of the games, and the headers that keep browsers from
//! loading anything else.

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{Embed, EmbeddedFile};

use crate::content::Problem;
use crate::routes::Shared;

/// The files of the pages.
#[derive(Embed)]
#[folder = "assets/"]
struct SiteFiles;

/// The file that every page begins with.
const SHELL: &str = "index.html";

/// The addresses that are pages. What they show is decided in the browser, by `assets/app.js`.
const PAGES: &[&str] = &[
    "/room/{id}",
    "/watch",
    "/replays",
    "/replay/{id}",
    "/lab",
    "/tournaments",
    "/tournament/{id}",
    "/training",
    "/training/{id}",
];

/// What a page may load: its own files, and nothing else from anywhere. Charts and boards are drawn by
/// scripts, so that not even a style stands in the text of a page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The addresses of the pages and of their files.
pub(crate) fn router() -> Router<Shared> {
    let pages = PAGES.iter().fold(Router::new(), |router, page| router.route(page, get(page_of)));
    pages.route("/assets/{*path}", get(asset)).route("/games/{game}/{file}", get(game_file))
}

/// Whether the client is a browser that wants a page.
pub(crate) fn wants_page(headers: &HeaderMap) -> bool {
    let accepted = |value: &HeaderValue| value.to_str().is_ok_and(|v| v.contains("text/html"));
    headers.get_all(ACCEPT).iter().any(accepted)
}

/// The page, whichever it is.
pub(crate) fn page(headers: &HeaderMap) -> Response {
    let mut response = file(SHELL, headers);
    // The same address answers others in another way.
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept"));
    response
}

/// The page that says that there is nothing here.
pub(crate) fn missing(headers: &HeaderMap) -> Response {
    let mut response = page(headers);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

async fn page_of(headers: HeaderMap) -> Response {
    page(&headers)
}

async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&path, &headers)
}

/// A file of a game's page.
async fn game_file(
    Path((game, name)): Path<(String, String)>,
    State(shared): State<Shared>,
    headers: HeaderMap,
) -> Response {
    match shared.pages.file(&game, &name) {
        Some(file) => answer(&name, &file.tag, file.content.clone(), &headers),
        None => nothing_at(&format!("/games/{game}/{name}")),
    }
}

/// A file of the pages.
fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(EmbeddedFile { data, metadata }) = SiteFiles::get(path) else {
        return nothing_at(&format!("/assets/{path}"));
    };
    let digits = metadata.sha256_hash().map(|byte| format!("{byte:02x}")).concat();
    answer(path, &format!("\"{digits}\""), data.into_owned(), headers)
}

/// A file as it is sent. A browser that has the same content already gets only the status.
fn answer(name: &str, tag: &str, content: impl Into<Body>, headers: &HeaderMap) -> Response {
    let known = headers.get(IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let about = [(CONTENT_TYPE, kind(name)), (ETAG, tag), (CACHE_CONTROL, "no-cache")];
    match known {
        true => (StatusCode::NOT_MODIFIED, about).into_response(),
        false => (about, content.into()).into_response(),
    }
}

fn nothing_at(address: &str) -> Response {
    Problem::new(StatusCode::NOT_FOUND, format!("there is nothing at {address}")).into_response()
}

/// The type of a file, by its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

/// Adds the headers that browsers need with everything that is sent.
pub(crate) async fn with_headers(mut response: Response) -> Response {
    const HEADERS: [(HeaderName, &str); 4] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "same-origin"),
    ];
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
