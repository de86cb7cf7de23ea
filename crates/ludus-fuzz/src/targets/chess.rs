//! What chess reads: FEN, moves, PGN, EPD, UCI commands.

use ludus_chess::position::parse_fen;
use ludus_chess::{epd, notation, pgn, uci};

use super::{Target, owned};

/// Positions of all kinds: the start, castling, en passant, promotion, mate, endgames.
const FENS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "8/8/8/4k3/8/8/4K3/4R3 w - - 99 80",
];

const GAMES: [&str; 2] = [
    "[Event \"?\"]\n[Site \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 {a comment} Nc6 (2... d6 3. d4) 3. Bb5 $1 a6 1-0\n",
    "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kd7 2. Qb7+ ; the end\n*\n\n1. d4 d5 1/2-1/2\n",
];

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target { name: "fen", examples: || owned(&FENS), parse: fen },
        Target {
            name: "move",
            examples: || {
                owned(&[
                    "e4", "Nf3", "e2e4", "O-O", "O-O-O", "Nxd7", "exf6", "gxh1=Q", "g2g1q", "Rb1",
                    "Kd3",
                ])
            },
            parse: mv,
        },
        Target { name: "pgn", examples: || owned(&GAMES), parse: |text| pgn::read(text).is_ok() },
        Target {
            name: "epd",
            examples: || {
                owned(&[
                    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - bm Rb1; id \"one\";\n",
                    "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; c0 \"castle; or not\";\n# a comment\n",
                ])
            },
            parse: |text| epd::read(text).is_ok(),
        },
        Target {
            name: "uci",
            examples: || {
                owned(&[
                    "position startpos moves e2e4 e7e5 g1f3",
                    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 moves e2e4",
                    "go wtime 1000 btime 900 winc 10 binc 10 movestogo 40",
                    "go depth 5 nodes 1000 movetime 100 searchmoves e2e4 d2d4",
                    "setoption name Hash value 32",
                    "isready",
                ])
            },
            parse: uci::understands,
        },
    ]
}

/// Parses a position, lists its moves, and plays each: a position that is taken can be played.
fn fen(text: &str) -> bool {
    let Ok(board) = parse_fen(text) else { return false };
    board.generate_moves(|moves| {
        for mv in moves {
            let _ = notation::san(&board, mv);
            let mut next = board.clone();
            next.play(mv);
        }
        false
    });
    true
}

/// Parses a move in each of the positions; a legal one can be written and read again. In UCI it need not be legal.
fn mv(text: &str) -> bool {
    let boards = FENS.iter().filter_map(|fen| parse_fen(fen).ok());
    let taken = boards.filter_map(|board| Some((notation::parse(&board, text).ok()?, board)));
    let legal = taken.filter(|(mv, board)| board.is_legal(*mv));
    legal
        .inspect(|(mv, board)| {
            let again = notation::parse(board, &notation::san(board, *mv));
            assert!(again.is_ok_and(|again| again == *mv), "{board}: {text}");
        })
        .count()
        > 0
}
