//! A file of meshes that a page's worker makes in memory: the page itself has the browser save it.

use super::{Export, ExportError};
use crate::app::job::Task;
use pickray::mesh::{WriteFormat, Written};
use pickray::work::{Progress, packed};

/// Making the bytes of a file.
pub(in crate::app) struct MakeFile {
    pub export: Export,
    pub format: WriteFormat,
    /// What the file is called where it cannot be made.
    pub path: String,
}

packed!(struct MakeFile { export, format, path });

impl Task for MakeFile {
    /// The bytes and what they hold, or why there are none, in words.
    type Answer = Result<(Vec<u8>, Written), String>;

    fn run(self, progress: &Progress) -> Option<Self::Answer> {
        let mut bytes = Vec::new();
        let written = self.export.fill(&mut bytes, self.format, progress);
        progress.check().ok()?;
        let refused = |error| ExportError::Mesh { path: self.path.into(), error }.to_string();
        Some(written.map(|written| (bytes, written)).map_err(refused))
    }
}
