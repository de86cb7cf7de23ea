//! The boards of versus Tetris, all seats side by side: cells in the colours of their pieces, hold and what was cleared
//! last at the left, the garbage on its way, and the next pieces at the right.

use ludus_tui::Theme;
use ludus_tui::widgets::{BoardWidget, Look, Size, put};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use serde::Deserialize;

use super::blocks::{BlockScale, Content, draw_board, miniature, piece_colour, put_cells};
use super::tetris::draw_head;

/// Columns and visible rows of a board.
const WIDTH: u16 = 10;
const HEIGHT: u16 = 20;

/// Columns at either side of a board: hold and the last clear, the next pieces.
const LEFT: u16 = 7;
const RIGHT: u16 = 5;

/// Columns of a seat whose hold and next pieces stand in the line below the board: `[T] S>IOLJZ +12`.
const NARROW: u16 = 16;

/// What people call clears of one to four lines.
const CLEARS: [&str; 5] = ["", "single", "double", "triple", "tetris"];

/// A position of versus Tetris, from its snapshot.
#[derive(Deserialize)]
pub(super) struct VersusWidget {
    seats: Vec<DrawnSeat>,
}

/// What there is to see of a seat.
#[derive(Deserialize)]
struct DrawnSeat {
    /// The rows from the bottom, without the empty ones at the top.
    board: Vec<String>,
    current: String,
    hold: Option<String>,
    queue: Vec<String>,
    combo: u32,
    back_to_back: bool,
    garbage: Vec<DrawnAttack>,
    last: Option<DrawnClear>,
    pieces: u64,
    lines: u64,
    attack: u64,
    sent: u64,
    alive: bool,
    /// Why the seat is out.
    reason: Option<String>,
    /// Rows of sudden death that rise with the next piece, in live play.
    #[serde(default)]
    rising: u32,
    /// Whether hold can be used, in live play.
    can_hold: Option<bool>,
    /// The falling piece of live play: columns, and rows from the bottom.
    cells: Option<Vec<(u16, u16)>>,
    /// Where the falling piece would land.
    ghost: Option<Vec<(u16, u16)>>,
}

/// An attack on its way.
#[derive(Deserialize)]
struct DrawnAttack {
    rows: u32,
}

/// What the last placement cleared.
#[derive(Deserialize)]
struct DrawnClear {
    piece: String,
    lines: usize,
    spin: String,
    perfect: bool,
    attack: u32,
}

impl DrawnClear {
    /// What players call it.
    fn name(&self) -> String {
        let lines = CLEARS.get(self.lines).copied().unwrap_or("");
        match self.spin.as_str() {
            _ if self.perfect => "perfect clear".to_owned(),
            "mini" => format!("mini {}-spin {lines}", self.piece),
            "full" => format!("{}-spin {lines}", self.piece),
            _ => lines.to_owned(),
        }
    }
}

impl VersusWidget {
    /// The columns of one seat without the gap beside it.
    const fn seat_width(scale: BlockScale) -> u16 {
        match scale {
            BlockScale::Halved => NARROW,
            scale => LEFT + 1 + WIDTH * scale.step() + 1 + RIGHT,
        }
    }

    /// The columns and rows of all boards, with a line above and a line below.
    fn size(&self, scale: BlockScale) -> Size {
        let seats = self.seats.len() as u16;
        (seats * (Self::seat_width(scale) + 1), scale.lines(HEIGHT) + 2)
    }

    /// The largest scale for which there is room.
    fn scale(&self, room: Size) -> BlockScale {
        let fits = |scale: &BlockScale| {
            let size = self.size(*scale);
            size.1 <= room.1 && size.0 <= room.0
        };
        [BlockScale::Wide, BlockScale::Tall].into_iter().find(fits).unwrap_or(BlockScale::Halved)
    }
}

impl BoardWidget for VersusWidget {
    fn least_size(&self) -> Size {
        self.size(BlockScale::Halved)
    }

    fn size_in(&self, room: Size) -> Size {
        self.size(self.scale(room))
    }

    fn draw(&self, look: &Look<'_>, area: Rect, buf: &mut Buffer) {
        let scale = self.scale((area.width, area.height));
        let width = Self::seat_width(scale);
        for (n, seat) in self.seats.iter().enumerate() {
            let left = n as u16 * (width + 1);
            if left >= area.width {
                break;
            }
            let room = Rect { x: area.x + left, width: (area.width - left).min(width), ..area };
            draw_head(n, look, room, buf);
            let below = Rect { y: room.y + 1, height: room.height.saturating_sub(1), ..room };
            match scale {
                BlockScale::Halved => seat.draw_small(look.theme, below, buf),
                scale => seat.draw_large(scale, look.theme, below, buf),
            }
        }
    }

    fn facts(&self, seat: usize) -> Vec<(&'static str, String)> {
        let Some(seat) = self.seats.get(seat) else { return Vec::new() };
        let mut facts = vec![
            ("piece", seat.current.clone()),
            ("hold", seat.hold.clone().unwrap_or_else(|| "-".to_owned())),
            ("next", seat.queue.join(" ")),
            ("pieces", seat.pieces.to_string()),
            ("lines", seat.lines.to_string()),
            ("attack", seat.attack.to_string()),
            ("sent", seat.sent.to_string()),
        ];
        if seat.pending() > 0 {
            let attacks: Vec<_> = seat.attacks().map(|rows| rows.to_string()).collect();
            facts.push(("garbage", attacks.join(" + ")));
        }
        if let Some(last) = &seat.last {
            facts.push(("last", format!("{} +{}", last.name(), last.attack)));
        }
        facts.extend(seat.back_to_back.then(|| ("back-to-back", "yes".to_owned())));
        facts.extend((seat.combo > 1).then(|| ("combo", (seat.combo - 1).to_string())));
        facts.extend(seat.reason.clone().map(|reason| ("out", reason)));
        facts
    }
}

impl DrawnSeat {
    /// The visible rows from the top.
    fn cells(&self) -> Vec<Vec<Content>> {
        let cell = |letter: char| match letter {
            '.' => Content::Empty,
            'G' => Content::Garbage,
            letter => Content::Piece(letter),
        };
        let row = |y: u16| match self.board.get(usize::from(y)) {
            Some(row) => row.chars().map(cell).collect(),
            None => vec![Content::Empty; WIDTH.into()],
        };
        let mut board: Vec<Vec<Content>> = (0..HEIGHT).rev().map(row).collect();
        put_cells(&mut board, &self.ghost, Content::Ghost);
        put_cells(&mut board, &self.cells, Content::Falling);
        board
    }

    /// The rows of each attack on its way, oldest first.
    fn attacks(&self) -> impl Iterator<Item = u32> + '_ {
        let rising = Some(self.rising).filter(|rows| *rows > 0);
        rising.into_iter().chain(self.garbage.iter().map(|attack| attack.rows))
    }

    fn pending(&self) -> u32 {
        self.attacks().sum()
    }

    fn style(&self, theme: &Theme, content: Content) -> Style {
        let style = match content {
            Content::Empty | Content::Ghost => theme.dim(),
            Content::Garbage | Content::Filled => theme.fg(Color::Gray),
            Content::Piece(letter) => theme.fg(piece_colour(letter.encode_utf8(&mut [0; 4]))),
            Content::Falling => theme.fg(piece_colour(&self.current)).patch(theme.strong()),
        };
        if self.alive { style } else { style.patch(theme.dim()) }
    }

    /// The board, and a line with all pieces and the garbage below it.
    fn draw_small(&self, theme: &Theme, area: Rect, buf: &mut Buffer) {
        let scale = BlockScale::Halved;
        draw_board(&self.cells(), scale, theme, area, buf, |content| self.style(theme, content));
        for (line, (text, style)) in (0..).zip(self.words(theme)) {
            put(buf, area, (WIDTH + 1, line), &text, style);
        }
        let (queue, pending) = (self.queue.concat(), self.pending());
        let hold = self.hold.as_deref().unwrap_or("-");
        let foot = match (self.alive, pending) {
            (false, _) => "out".to_owned(),
            (true, 0) => format!("[{hold}] {}>{queue}", self.current),
            (true, rows) => format!("[{hold}] {}>{queue} +{rows}", self.current),
        };
        let style = if pending > 0 { theme.bad() } else { theme.dim() };
        put(buf, area, (0, scale.lines(HEIGHT)), &foot, style);
    }

    /// The board with hold, the last clear and the garbage at the left, and the next pieces at the right.
    fn draw_large(&self, scale: BlockScale, theme: &Theme, area: Rect, buf: &mut Buffer) {
        let board =
            Rect { x: area.x + LEFT + 1, width: area.width.saturating_sub(LEFT + 1), ..area };
        draw_board(&self.cells(), scale, theme, board, buf, |content| self.style(theme, content));
        put(buf, area, (0, 0), "hold", theme.dim());
        if let Some(hold) = &self.hold {
            let usable = self.can_hold.unwrap_or(true) && self.alive;
            let style = if usable { theme.fg(piece_colour(hold)) } else { theme.dim() };
            put(buf, area, (0, 1), miniature(hold, theme.unicode), style);
        }
        for (line, (text, style)) in (3..).zip(self.words(theme)) {
            put(buf, area, (0, line), &text, style);
        }
        self.draw_garbage(theme, area, buf);
        let right = LEFT + 1 + WIDTH * scale.step() + 1;
        put(buf, area, (right, 0), "next", theme.dim());
        // In turns the current piece has no place yet: it comes first.
        let current = self.cells.is_none().then_some(&self.current);
        let coming = current.into_iter().chain(&self.queue);
        let room = usize::from(HEIGHT / 2);
        for (n, piece) in (0_u16..).zip(coming.take(room)) {
            let style = theme.fg(piece_colour(piece));
            put(buf, area, (right, 1 + 2 * n), miniature(piece, theme.unicode), style);
        }
        let (text, style) = match self.alive {
            true => (format!("attack {}  sent {}", self.attack, self.sent), theme.dim()),
            false => ("out".to_owned(), theme.bad()),
        };
        put(buf, board, (0, HEIGHT), &text, style);
    }

    /// The garbage on its way, as a bar beside the board: the oldest attack at the bottom, with its number of rows.
    fn draw_garbage(&self, theme: &Theme, area: Rect, buf: &mut Buffer) {
        let mut bottom = HEIGHT;
        for rows in self.attacks() {
            let top = bottom.saturating_sub(rows.min(u32::from(HEIGHT)) as u16);
            for line in top..bottom {
                put(buf, area, (LEFT, line), theme.pick("▐", "|"), theme.bad());
            }
            let number = format!("{rows:>2}");
            if top < bottom {
                put(buf, area, (LEFT - 2, bottom - 1), &number, theme.bad());
            }
            bottom = top;
        }
    }

    /// What was cleared last, and what continues from clear to clear, in lines as wide as the column.
    fn words(&self, theme: &Theme) -> Vec<(String, Style)> {
        let mut words = Vec::new();
        if let Some(last) = self.last.as_ref().filter(|_| self.alive) {
            let name = last.name();
            words.extend(name.split(' ').map(|word| (word.to_owned(), theme.strong())));
            words.push((format!("+{}", last.attack), theme.bad().patch(theme.strong())));
        }
        words.extend(self.back_to_back.then(|| ("B2B".to_owned(), theme.dim())));
        words.extend((self.combo > 1).then(|| (format!("x{}", self.combo - 1), theme.dim())));
        words
    }
}
