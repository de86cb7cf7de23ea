//! Files that are there as a whole or not at all.
//!
//! What is written goes into a temporary file in the same folder, reaches the disk, and only then gets its name: a
//! program that is killed and a machine that loses power leave the old file or the new one, never half of one.
//! Everything that keeps results writes through here.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// How the names of temporary files begin and end; nothing else has such a name.
const PREFIX: &str = ".ludus-";
const SUFFIX: &str = ".tmp";

/// A file that is being written and has no name yet. Dropping it leaves nothing.
#[derive(Debug)]
pub struct UnnamedFile {
    path: PathBuf,
    file: BufWriter<NamedTempFile>,
}

impl UnnamedFile {
    /// Begins a file that will have this path.
    ///
    /// # Errors
    /// If its folder cannot be written.
    pub fn new(path: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Unlike most temporary files it may be read by others once it has its name.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(folder_of(path))?;
        // Shows `sweep` that a program is still writing. Where files cannot be locked, nothing is swept.
        let _ = file.as_file().try_lock();
        Ok(Self { path: path.to_owned(), file: BufWriter::new(file) })
    }

    /// Gives it its name. A file that has the name already is replaced.
    ///
    /// # Errors
    /// If it cannot be written to the disk, or not be named.
    pub fn keep(self) -> io::Result<()> {
        let (path, file) = self.written()?;
        file.persist(&path).map_err(|error| error.error)?;
        sync_folder(&path);
        Ok(())
    }

    /// Gives it its name, which nothing may have yet.
    ///
    /// # Errors
    /// As [`UnnamedFile::keep`], and if there is a file of this name.
    pub fn keep_new(self) -> io::Result<()> {
        let (path, file) = self.written()?;
        file.persist_noclobber(&path).map_err(|error| error.error)?;
        sync_folder(&path);
        Ok(())
    }

    /// Brings everything to the disk.
    fn written(self) -> io::Result<(PathBuf, NamedTempFile)> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        Ok((self.path, file))
    }
}

impl Write for UnnamedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file as a whole. One that has the name already is replaced.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut draft = UnnamedFile::new(path)?;
    draft.write_all(content)?;
    draft.keep()
}

/// Removes the temporary files that killed programs left in this folder; how many there were. What a running
/// program writes stays, and so does every file of another name.
pub fn sweep(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(PREFIX) && name.ends_with(SUFFIX)
    };
    let left = |path: &PathBuf| {
        let plain = path.symlink_metadata().is_ok_and(|about| about.is_file());
        plain && File::open(path).is_ok_and(|file| file.try_lock().is_ok())
    };
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| ours(path) && left(path))
        .filter(|path| fs::remove_file(path).is_ok())
        .count()
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Brings the new name to the disk. The file is there already: where a folder cannot be synchronised, only a loss of
/// power in the next seconds can take its name away.
fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_there_when_it_is_kept_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut draft = UnnamedFile::new(&path).unwrap();
        draft.write_all(b"one").unwrap();
        assert!(!path.exists());
        draft.keep().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        let draft = UnnamedFile::new(&path).unwrap();
        assert_eq!(draft.keep_new().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        drop(UnnamedFile::new(&path).unwrap());
        assert_eq!(names(folder.path()), ["a"], "nothing else is left");
    }

    #[test]
    fn only_what_killed_programs_left_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in [".ludus-aB3.tmp", "notes.tmp", ".ludus-notes", "x.ludus-1.tmp"] {
            fs::write(path(name), "").unwrap();
        }
        fs::create_dir(path(".ludus-folder.tmp")).unwrap();
        let draft = UnnamedFile::new(&path("replay")).unwrap();
        assert_eq!(sweep(folder.path()), 1);
        assert_eq!(names(folder.path()).len(), 5, "{:?}", names(folder.path()));
        draft.keep().unwrap();
        assert!(path("replay").exists() && !path(".ludus-aB3.tmp").exists());
        assert_eq!(sweep(&path("nothing")), 0);
    }
}
