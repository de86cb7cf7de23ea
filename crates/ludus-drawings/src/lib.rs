//! How the games of Ludus are drawn: one folder or file per game, for the terminal and for the pages.
//!
//! The front ends know no game. A game that has no drawing here is shown as its text.
//!
//! | module | what lives there |
//! |---|---|
//! | `terminal` | board widgets for `ludus-tui`, one file per game |
//! | `pages` | the pages' drawings, one module per game in the folder `pages` |
//!
//! Both are features, so that a front end's tests need not build the other one.

#[cfg(feature = "pages")]
pub mod pages;
#[cfg(feature = "terminal")]
pub mod terminal;
