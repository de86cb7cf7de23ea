//! `ludus perft`: counts the ways a game of chess can go on.

use std::io::Write;
use std::time::Instant;

use ludus_chess::{notation, perft, position};
use serde_json::{Map, Value, json};

use crate::cli::PerftArgs;
use crate::commands::write_json;
use crate::failure::usage;
use crate::tables::number;

pub(super) fn run(args: &PerftArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let board = position::parse_fen(&args.fen).map_err(usage)?;
    let began = Instant::now();
    let moves: Vec<(String, u64)> = perft::divide(&board, args.depth)
        .into_iter()
        .map(|(mv, nodes)| (notation::uci(&board, mv), nodes))
        .collect();
    let nodes: u64 = if args.depth == 0 { 1 } else { moves.iter().map(|(_, nodes)| nodes).sum() };
    let seconds = began.elapsed().as_secs_f64();
    if args.json {
        let mut document = json!({ "fen": board.to_string(), "depth": args.depth, "nodes": nodes, "seconds": seconds });
        if args.divide {
            let moves: Map<String, Value> =
                moves.into_iter().map(|(text, nodes)| (text, nodes.into())).collect();
            document["moves"] = moves.into();
        }
        return write_json(out, &document);
    }
    if args.divide {
        for (text, nodes) in &moves {
            writeln!(out, "{text}: {nodes}")?;
        }
        writeln!(out)?;
    }
    let rate = number((nodes as f64 / seconds.max(1e-9)).round());
    writeln!(out, "{} nodes in {seconds:.2} s, {rate} a second", number(nodes as f64))?;
    Ok(())
}
