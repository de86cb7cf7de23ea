//! `ludus perft`: counts the leaves of the tree of moves, of chess and of versus Tetris.

use std::io::Write;
use std::time::Instant;

use ludus_chess::{notation, perft as chess_perft, position};
use ludus_core::Game;
use ludus_versus::board::BitBoard;
use ludus_versus::perft as versus_perft;
use ludus_versus::{Versus, VersusAction};
use serde_json::{Map, Value, json};

use crate::cli::PerftArgs;
use crate::commands::write_json;
use crate::failure::usage;
use crate::settings::Settings;
use crate::tables::number;

/// The greatest depth of chess.
const MOST: u32 = 20;

/// The leaves below each first move.
struct Divided {
    /// The keys of the JSON document that say what was counted.
    subject: Map<String, Value>,
    moves: Vec<(String, u64)>,
    depth: u32,
}

pub(super) fn run(
    args: &PerftArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let began = Instant::now();
    let counted = match args.what.as_slice() {
        [name, depth] if settings.catalog().find(name).is_ok() => {
            return Err(not_counted(settings.catalog().find(name)?.name, depth));
        }
        [fen, depth] => chess(fen, depth)?,
        [game, position, depth] => match settings.catalog().find(game)?.name {
            name if name == ludus_chess::Chess::NAME => chess(position, depth)?,
            name if name == Versus::NAME => versus(position, depth)?,
            name => return Err(not_counted(name, depth)),
        },
        _ => return Err(usage("expected a position and a depth")),
    };
    report(args, &counted, began.elapsed().as_secs_f64(), out)
}

/// A game without a position, or one that perft does not know.
fn not_counted(name: &str, depth: &str) -> anyhow::Error {
    match name {
        ludus_chess::Chess::NAME => usage(format!("expected a position: perft chess FEN {depth}")),
        Versus::NAME => usage(format!("expected pieces: perft versus IOLJSZT {depth}")),
        _ => usage(format!("perft counts chess and {}, not {name}", Versus::NAME)),
    }
}

fn chess(fen: &str, depth: &str) -> anyhow::Result<Divided> {
    let board = position::parse_fen(fen).map_err(usage)?;
    let depth = parse_depth(depth, MOST)?;
    let moves = chess_perft::divide(&board, depth).into_iter();
    let moves = moves.map(|(mv, nodes)| (notation::uci(&board, mv), nodes)).collect();
    let subject = Map::from_iter([("fen".to_owned(), position::to_fen(&board).into())]);
    Ok(Divided { subject, moves, depth })
}

fn versus(queue: &str, depth: &str) -> anyhow::Result<Divided> {
    let pieces = versus_perft::parse_queue(queue).map_err(usage)?;
    let depth = parse_depth(depth, pieces.len() as u32)?;
    let moves = match pieces.first() {
        Some(&piece) => versus_perft::divide(&BitBoard::default(), &pieces, depth as usize)
            .into_iter()
            .map(|(placed, nodes)| (VersusAction { hold: false, piece, placed }.to_string(), nodes))
            .collect(),
        None => Vec::new(),
    };
    let subject = Map::from_iter([("queue".to_owned(), queue.into())]);
    Ok(Divided { subject, moves, depth })
}

fn parse_depth(text: &str, most: u32) -> anyhow::Result<u32> {
    let depth = text.parse().ok().filter(|depth| *depth <= most);
    depth.ok_or_else(|| usage(format!("the depth is {text:?}; allowed: 0 to {most}")))
}

fn report(
    args: &PerftArgs,
    counted: &Divided,
    seconds: f64,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Divided { subject, moves, depth } = counted;
    let nodes: u64 = if *depth == 0 { 1 } else { moves.iter().map(|(_, nodes)| nodes).sum() };
    if args.json {
        let mut document = subject.clone();
        document.extend([
            ("depth".to_owned(), json!(depth)),
            ("nodes".to_owned(), json!(nodes)),
            ("seconds".to_owned(), json!(seconds)),
        ]);
        if args.divide {
            let moves = moves.iter().map(|(text, nodes)| (text.clone(), (*nodes).into()));
            document.insert("moves".to_owned(), moves.collect::<Map<String, Value>>().into());
        }
        return write_json(out, &document);
    }
    if args.divide {
        for (text, nodes) in moves {
            writeln!(out, "{text}: {nodes}")?;
        }
        writeln!(out)?;
    }
    let rate = number((nodes as f64 / seconds.max(1e-9)).round());
    writeln!(out, "{} nodes in {seconds:.2} s, {rate} a second", number(nodes as f64))?;
    Ok(())
}
