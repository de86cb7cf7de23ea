//! How much of the machine a program may use.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use thiserror::Error;

use crate::cgroup::Cgroup;
use crate::cores::Cores;

/// How much of the machine a program may use. Nothing is limited by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProgramLimits {
    /// How many cores it runs on.
    pub cores: Option<NonZeroUsize>,
    /// How much memory it may have.
    pub memory: Option<MemoryLimit>,
}

/// An amount of memory: `512m`, `2g`.
///
/// ```
/// use ludus_process::MemoryLimit;
/// let limit: MemoryLimit = "512m".parse()?;
/// assert_eq!(limit.bytes(), 512 << 20);
/// assert_eq!(limit.to_string(), "512m");
/// # Ok::<(), ludus_process::NotMemory>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemoryLimit {
    bytes: u64,
}

/// A text that is not an amount of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected memory such as 64m, 512m or 2g, and at least 1m")]
pub struct NotMemory;

/// One mebibyte in bytes.
const MEBIBYTE: u64 = 1 << 20;

impl MemoryLimit {
    /// The amount in bytes.
    #[must_use]
    pub fn bytes(self) -> u64 {
        self.bytes
    }
}

impl FromStr for MemoryLimit {
    type Err = NotMemory;

    fn from_str(text: &str) -> Result<Self, NotMemory> {
        let unit = match text.chars().last().map(|letter| letter.to_ascii_lowercase()) {
            Some('k') => 1 << 10,
            Some('m') => MEBIBYTE,
            Some('g') => 1 << 30,
            _ => return Err(NotMemory),
        };
        let digits = &text[..text.len() - 1];
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotMemory);
        }
        let count: u64 = digits.parse().map_err(|_| NotMemory)?;
        let bytes = count.checked_mul(unit).filter(|&bytes| bytes >= MEBIBYTE);
        bytes.map(|bytes| Self { bytes }).ok_or(NotMemory)
    }
}

impl fmt::Display for MemoryLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bytes {
            bytes if bytes.is_multiple_of(1 << 30) => write!(f, "{}g", bytes >> 30),
            bytes if bytes.is_multiple_of(MEBIBYTE) => write!(f, "{}m", bytes >> 20),
            bytes => write!(f, "{}k", bytes >> 10),
        }
    }
}

/// What one running program was given: its cores, and the control group that holds its memory. Dropping this gives both back, so
/// the program must have ended.
#[derive(Debug)]
pub(crate) struct Reserved {
    pub(crate) cores: Option<Cores>,
    pub(crate) memory: Option<Memory>,
}

/// How a limit of memory is enforced.
#[derive(Debug)]
pub(crate) enum Memory {
    /// By a control group, for all processes of the program together.
    Group(Cgroup),
    /// By the limit of the data segment, for each of its processes.
    Data(MemoryLimit),
}

impl Reserved {
    /// Reserves what these limits need.
    pub(crate) fn new(limits: &ProgramLimits) -> Result<Self, LimitError> {
        let cores = limits.cores.map(Cores::reserve).transpose()?;
        let memory = limits.memory.map(|limit| match Cgroup::create(limit) {
            Some(group) => Memory::Group(group),
            None => Memory::Data(limit),
        });
        Ok(Self { cores, memory })
    }

    /// Whether nothing is limited.
    pub(crate) fn is_nothing(&self) -> bool {
        self.cores.is_none() && self.memory.is_none()
    }
}

/// A limit that cannot be kept.
#[derive(Debug, Error)]
pub enum LimitError {
    /// Ludus may not use enough cores.
    #[error("cores={wanted} is not possible: Ludus itself may use {available}")]
    Cores {
        /// How many are wanted.
        wanted: NonZeroUsize,
        /// How many Ludus may use.
        available: usize,
    },
    /// The system does not say which cores can be used.
    #[error("cores= is not possible: {0}")]
    Affinity(#[source] std::io::Error),
    /// This program cannot limit others.
    #[error(
        "cores= and memory= are not possible: this program does not call ludus_process::limiter"
    )]
    NoLimiter,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_has_a_number_and_a_unit() {
        let bytes = |text: &str| text.parse::<MemoryLimit>().map(MemoryLimit::bytes);
        assert_eq!(bytes("64m"), Ok(64 << 20));
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("2048k"), Ok(2 << 20));
        for text in
            ["", "m", "512", "1.5g", "-1m", "+1m", "0m", "1023k", "64mb", "99999999999g", "1€"]
        {
            assert_eq!(bytes(text), Err(NotMemory), "{text}");
        }
        for text in ["1m", "1536k", "3g"] {
            assert_eq!(text.parse::<MemoryLimit>().unwrap().to_string(), text);
        }
    }
}
