//! The pages of `ludus serve` in a real browser: Chromium, driven by chromedriver.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/served.rs"]
mod served;

mod clocks;
mod driver;
mod guests;
mod pages;
mod pictures;
mod rooms;
mod server;
mod studio;
mod versus;
