//! Single results of a long work, kept in a file until they are printed: a million of them need no more memory
//! than ten.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};

use anyhow::Context as _;
use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// Results in the order in which they came, one JSON line each, in a temporary file without a name.
pub(super) struct ResultSpool(RefCell<BufWriter<File>>);

impl ResultSpool {
    /// No results yet.
    pub(super) fn new() -> anyhow::Result<Self> {
        let file = tempfile::tempfile().context("cannot make a temporary file for the results")?;
        Ok(Self(RefCell::new(BufWriter::new(file))))
    }

    /// Adds a result.
    pub(super) fn push(&mut self, result: &impl Serialize) -> io::Result<()> {
        let file = self.0.get_mut();
        serde_json::to_writer(&mut *file, result)?;
        file.write_all(b"\n")
    }
}

impl Serialize for ResultSpool {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut writer = self.0.borrow_mut();
        writer.flush().and_then(|()| writer.get_mut().rewind()).map_err(S::Error::custom)?;
        let mut seq = serializer.serialize_seq(None)?;
        for line in BufReader::new(writer.get_ref()).lines() {
            let line = line.map_err(S::Error::custom)?;
            seq.serialize_element(&RawValue::from_string(line).map_err(S::Error::custom)?)?;
        }
        seq.end()
    }
}
