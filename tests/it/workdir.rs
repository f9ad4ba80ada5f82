//! A folder in which commands run, and what they say.

use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A quadrilateral, cut into two triangles, and a face of a vertex that is not there.
pub(crate) const QUAD: &str =
    "o board\ng front\nusemtl paint\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\nf 1 2 77\n";

/// Looks along −z at the square of `quad.obj`, 100 pixels to a unit: it goes from 100 to 300, and is cut from the lower
/// left to the upper right.
pub(crate) const FRONT: &str = "--size 400x400 --eye 0,0,5 --target 0,0,0 --up 0,1,0 --ortho 4";

/// Returns the path of the program: what `PICKRAY_BIN` names, or what was built beside the tests.
pub(crate) fn program() -> String {
    std::env::var("PICKRAY_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_pickray").to_owned())
}

/// A folder with `quad.obj` in it, in which commands run.
pub(crate) struct Workdir {
    folder: tempfile::TempDir,
}

impl Workdir {
    pub(crate) fn new() -> Self {
        let desk = Self { folder: tempfile::tempdir().expect("a folder") };
        desk.write("quad.obj", QUAD);
        desk
    }

    /// Returns a folder with these files in it, too.
    pub(crate) fn with(files: &[(&str, &str)]) -> Self {
        let desk = Self::new();
        files.iter().for_each(|(name, text)| desk.write(name, text));
        desk
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: impl AsRef<Path>, text: &str) {
        std::fs::write(self.path(name), text).expect("a file");
    }

    pub(crate) fn text(&self, name: impl AsRef<Path>) -> String {
        std::fs::read_to_string(self.path(name)).expect("a text")
    }

    /// Returns what a JSON file holds.
    pub(crate) fn value(&self, name: impl AsRef<Path>) -> Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }

    /// Returns the pixels of a picture, row by row, and how many stand in a row.
    pub(crate) fn pixels(&self, name: &str) -> (Vec<[u8; 4]>, usize) {
        let file = std::fs::File::open(self.path(name)).expect("the picture");
        let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut bytes).expect("a picture");
        assert_eq!(info.color_type, png::ColorType::Rgba);
        (bytes.as_chunks().0.to_vec(), info.width as usize)
    }

    /// Returns the names of all that is in a folder here, sorted.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(folder)).expect("a folder").map(|entry| entry.expect("an entry"));
        let mut names: Vec<_> = entries.map(|entry| entry.file_name().into_string().expect("Unicode")).collect();
        names.sort();
        names
    }

    pub(crate) fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = self.command_of(&program());
        command.args(arguments);
        command
    }

    /// Another program, run in the folder.
    pub(crate) fn command_of(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path());
        // No test opens a window on the desk of whoever runs it, nor speaks their language.
        command.env("LANGUAGE", "en");
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        command
    }

    pub(crate) fn run(&self, line: &str) -> Ran {
        Ran::of(self.command(line.split_whitespace()).output().expect("the binary runs"))
    }

    /// Runs what is done.
    pub(crate) fn done(&self, line: &str) -> Ran {
        let ran = self.run(line);
        assert_eq!(ran.status, Some(0), "{line}: {}{}", ran.stdout, ran.stderr);
        ran
    }

    /// Runs what is done, and returns the object that it tells.
    pub(crate) fn json(&self, line: &str) -> Value {
        self.done(&format!("{line} --json")).json()
    }

    /// Runs what ends with this status and these words, in which an error is told on stderr and all else on stdout.
    pub(crate) fn says(&self, line: &str, status: i32, words: &str) -> Ran {
        let ran = self.run(line);
        let told = if status < 2 { &ran.stdout } else { &ran.stderr };
        assert!(ran.status == Some(status) && told.contains(words), "{line}: {}{}", ran.stdout, ran.stderr);
        ran
    }

    /// Runs what is refused in one line, on stderr alone.
    pub(crate) fn refused(&self, line: &str) -> Ran {
        let ran = self.run(line);
        let told = (ran.status, ran.stderr.lines().count(), ran.stdout.as_str());
        assert_eq!(told, (Some(2), 1, ""), "{line}: {}", ran.stderr);
        ran
    }

    /// Runs what is refused in one line that has these words, each behind what is the same in all.
    pub(crate) fn refuses(&self, command: &str, rows: &[(&str, &str)]) {
        for (rest, told) in rows {
            let ran = self.refused(&format!("{command}{rest}"));
            assert!(ran.stderr.contains(told), "{command}{rest}: {}", ran.stderr);
        }
    }
}

pub(crate) struct Ran {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// Asserts that each of these words is on stdout.
    #[track_caller]
    pub(crate) fn tells(&self, words: &[&str]) {
        words.iter().for_each(|words| assert!(self.stdout.contains(words), "no {words:?} in {}", self.stdout));
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.stdout.lines().count(), 1, "one object on one line: {}", self.stdout);
        serde_json::from_str(&self.stdout).expect("JSON")
    }
}
