//! The engine on standard input and output.
fn main() -> std::io::Result<()> {
    ludus_chess::uci::run(std::io::stdin().lock(), std::io::stdout())
}
