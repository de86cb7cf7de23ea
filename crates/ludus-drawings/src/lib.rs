//! How the games of Ludus are drawn: one folder or file per game, for the terminal and for the pages.
//!
//! The front ends know no game. A game that has no drawing here is shown as its text.

mod pages;

pub use pages::pages;
