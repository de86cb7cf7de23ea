//! Copies of the weights and of the log: in files that the user names, or on standard output.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use ludus_train::RunFolder;

use crate::cli::TrainArgs;
use crate::failure::usage;
use crate::output::{Inputs, OutputFile, both};
use crate::settings::Settings;

/// The copies that `-o` and `--log` ask for. They are checked before hours of training.
pub(super) struct Copies {
    weights: Option<OutputFile>,
    log: Option<OutputFile>,
}

impl Copies {
    pub(super) fn new(args: &TrainArgs, settings: &Settings) -> anyhow::Result<Self> {
        let inputs = inputs(args, settings);
        let output = |flag: &str, path: &Option<PathBuf>| -> anyhow::Result<Option<OutputFile>> {
            let Some(path) = path else { return Ok(None) };
            let output = OutputFile::new(flag, path, args.force, &inputs)?;
            output.check_json(flag, args.json)?;
            Ok(Some(output))
        };
        let copies =
            Self { weights: output("--output", &args.output)?, log: output("--log", &args.log)? };
        match (&copies.weights, &copies.log) {
            (Some(OutputFile::Stdout), Some(OutputFile::Stdout)) => {
                Err(both("--output", "--log -"))
            }
            (Some(one), Some(other)) if one == other => {
                Err(usage("--output and --log name the same file; choose two"))
            }
            _ => Ok(copies),
        }
    }

    /// The files for weights and log.
    pub(super) fn files(&self) -> (Option<PathBuf>, Option<PathBuf>) {
        let file = |output: &Option<OutputFile>| {
            output.as_ref().and_then(OutputFile::path).map(Path::to_owned)
        };
        (file(&self.weights), file(&self.log))
    }

    /// Checks that no copy would replace one of the run's own files.
    pub(super) fn check_run(&self, folder: &RunFolder) -> anyhow::Result<()> {
        let (weights, log) = self.files();
        let own = folder.all();
        match weights.iter().chain(&log).find(|path| own.contains(path)) {
            None => Ok(()),
            Some(path) => Err(usage(format!(
                "{} is a file of the run itself; leave the flag out or choose another file",
                path.display()
            ))),
        }
    }

    /// Whether a copy goes to standard output. Nothing else is printed there then.
    pub(super) fn are_printed(&self) -> bool {
        let printed = |output: &Option<OutputFile>| *output == Some(OutputFile::Stdout);
        printed(&self.weights) || printed(&self.log)
    }

    /// Prints the copies that go to standard output, if the run has written the files.
    pub(super) fn print(&self, folder: &RunFolder, out: &mut dyn Write) -> anyhow::Result<()> {
        let (weights, log) = (folder.weights(), folder.log());
        for (output, file) in [(&self.weights, weights), (&self.log, log)] {
            if *output == Some(OutputFile::Stdout) && file.exists() {
                let text = std::fs::read(&file);
                let text = text.with_context(|| format!("cannot read {}", file.display()))?;
                out.write_all(&text)?;
            }
        }
        Ok(out.flush()?)
    }
}

/// The files that training reads: settings, weights to start from, and weights of opponents.
fn inputs(args: &TrainArgs, settings: &Settings) -> Inputs {
    let opponents = args.fitness.against.iter().flat_map(|text| text.split_whitespace());
    let specs = opponents.filter_map(|text| text.parse::<ludus_core::BotSpec>().ok());
    let weights = specs.filter_map(|spec| spec.get("path").map(PathBuf::from));
    let from = args.from.as_ref().map(PathBuf::from);
    Inputs::new(settings.file().map(Path::to_owned).into_iter().chain(from).chain(weights))
}
