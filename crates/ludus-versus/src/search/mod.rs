//! The search that all bots but `random` share.
//!
//! | module | what lives there |
//! |---|---|
//! | [`weights`] | what is worth how much |
//! | [`evaluate`] | what a board is worth |
//! | [`slots`] | T-slots: where a T can spin in |
//! | [`state`] | the position of one seat as the search knows it, and what a placement makes of it |
//! | [`best_first`] | the search |
//! | [`perfect`] | perfect clears with the known pieces |
//! | [`seen`] | which positions the search has seen |
//! | [`opponent`] | what the opponent can send |

pub mod best_first;
pub mod evaluate;
pub mod opponent;
pub mod perfect;
pub mod seen;
pub mod slots;
pub mod state;
pub mod weights;
