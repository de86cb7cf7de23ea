//! Positions and moves of the game as messages, and back.

use ludus_tetris::Piece;
use ludus_tetris::stream::PieceStream;
use serde_json::value::RawValue;

use super::message::{TbpMove, TbpNewPiece, TbpPlay, TbpRandomizer, TbpStart, TbpToBot};
use crate::action::VersusAction;
use crate::attack::Streak;
use crate::board::HEIGHT;
use crate::field::VersusField;
use crate::filled_cells::{EMPTY, FilledCells};
use crate::game::Versus;
use crate::rules::MatchRules;

/// The position of a seat as a message. It shows neither the other seats nor garbage on its way.
pub(super) fn start(field: &VersusField) -> TbpToBot {
    let mut board = field.cells.rows().to_vec();
    board.resize(HEIGHT, EMPTY);
    let queue = std::iter::once(field.current).chain(field.queue.iter().copied()).collect();
    TbpToBot::Start(Box::new(TbpStart {
        hold: field.hold,
        queue,
        combo: field.streak.combo,
        back_to_back: field.streak.back_to_back,
        board,
        randomizer: Some(TbpRandomizer::SevenBag { bag_state: field.bag().collect() }),
    }))
}

/// The position of a message; `None` if its queue is empty.
pub(super) fn field(start: TbpStart) -> Option<VersusField> {
    let TbpStart { hold, queue, combo, back_to_back, board, randomizer } = start;
    let mut pieces = queue.into_iter();
    let current = pieces.next()?;
    let stream = match randomizer {
        Some(TbpRandomizer::SevenBag { bag_state }) => PieceStream::bag7_with(&bag_state),
        _ => PieceStream::uniform(),
    };
    let cells = FilledCells::from_rows(board);
    let mut field = VersusField::known(cells, current, pieces.collect(), stream);
    (field.hold, field.streak) = (hold, Streak { combo, back_to_back });
    Some(field)
}

/// The action that a suggested move means: whether hold is used follows from the piece. `None` if it is no move.
pub(super) fn action(current: Piece, suggested: &RawValue) -> Option<VersusAction> {
    let suggested: TbpMove = serde_json::from_str(suggested.get()).ok()?;
    let piece = suggested.location.r#type;
    Some(VersusAction { hold: piece != current, piece, placed: suggested.placed()? })
}

/// A move that was played, as it was suggested.
#[derive(Debug)]
pub(super) struct PlayedMove {
    /// The turn in which it was suggested.
    pub(super) turn: u32,
    /// The position before it.
    pub(super) before: VersusField,
    /// What it means.
    pub(super) action: VersusAction,
    /// What the bot wrote.
    pub(super) words: Box<RawValue>,
}

impl PlayedMove {
    /// What a bot must hear to know this position; `None` if the position did not come from the move.
    ///
    /// The bot learns its move and the new pieces. If garbage rose, it also needs the position, as the protocol has no
    /// message for rows that rise.
    pub(super) fn leads_to(self, game: &Versus, field: &VersusField) -> Option<Vec<TbpToBot>> {
        let Self { turn, before, action, words } = self;
        let risen = field.holes.rows().checked_sub(before.holes.rows())? as usize;
        let after = placed(before, action, game.rules())?;
        let same_cells = field.cells.rows().get(risen..) == Some(after.cells.rows());
        let known = after.queue.len();
        let same_pieces = (after.current, after.hold) == (field.current, field.hold)
            && field.queue.iter().take(known).eq(&after.queue);
        if turn + 1 != game.turn || !same_cells || !same_pieces || after.streak != field.streak {
            return None;
        }
        let mut messages = vec![TbpToBot::Play(TbpPlay { r#move: words })];
        let new = field.queue.iter().skip(known);
        messages.extend(new.map(|&piece| TbpToBot::NewPiece(TbpNewPiece { piece })));
        if risen > 0 {
            messages.push(start(field));
        }
        Some(messages)
    }
}

/// The position after an action, without garbage and new pieces; `None` if the next piece is not known.
fn placed(mut field: VersusField, action: VersusAction, rules: &MatchRules) -> Option<VersusField> {
    field.place(action, rules);
    field.current = field.use_pieces(action)?;
    Some(field)
}
