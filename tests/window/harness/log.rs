//! The frame log of the program, which tells what it shows.

use pickray::math::Viewport;
use pickray::pick::explain::Step;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

/// Line of the frame log.
#[derive(Clone, Debug, serde::Deserialize)]
pub struct FrameLine {
    pub frame_number: u64,
    pub state_entries_written: u64,
    pub triangles_drawn: u64,
    pub processor_seconds: Option<f64>,
    pub gpu_bytes: u64,
    pub target_bytes: u64,
    pub viewport: Viewport,
    pub second_view: Option<Viewport>,
    pub framebuffer: [u32; 2],
    pub scale_factor: f64,
    pub mesh: Option<String>,
    pub loading: bool,
    pub listed: Option<usize>,
    pub selected: usize,
    pub bench: Option<String>,
    pub marked: usize,
    pub picked: Option<pickray::pick::TriangleId>,
    pub click_after_frame: Option<u64>,
    pub hover: Option<pickray::pick::TriangleId>,
    pub hover_picks: u64,
    pub bytes_uploaded: u64,
    pub verified: Option<pickray_render::verify::Counts>,
    pub lesson: Option<LessonPage>,
    pub step: Option<Step>,
    pub due_in: Option<f64>,
}

/// Progress on the page of the open lesson.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
pub struct LessonPage {
    pub name: String,
    pub page: String,
    pub predicted: bool,
    pub solved: bool,
}

/// What has been read of the frame log, which grows.
#[derive(Default)]
pub struct Log {
    path: PathBuf,
    bytes: u64,
    pub frames: Vec<FrameLine>,
}

impl Log {
    pub fn at(path: PathBuf) -> Self {
        Self { path, ..Self::default() }
    }

    /// Reads the lines that have come.
    pub fn read_on(&mut self) -> std::io::Result<()> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(self.bytes))?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        self.bytes += whole.len() as u64;
        let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.frames.extend(whole.lines().map(read));
        Ok(())
    }
}
