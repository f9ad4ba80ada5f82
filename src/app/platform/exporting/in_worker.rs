//! Task of a page's worker that makes a file of meshes in memory; the page then has the browser save it.

use super::{Export, ExportError};
use crate::app::job::Task;
use pickray::mesh::{WriteFormat, Written};
use pickray::work::{Progress, packed};

pub(in crate::app) struct MakeFile {
    pub export: Export,
    pub format: WriteFormat,
    /// Path of the file, for messages about why it cannot be made.
    pub path: String,
}

packed!(struct MakeFile { export, format, path });

impl Task for MakeFile {
    /// Bytes of the file and what they hold, or words on why there are none.
    type Answer = Result<(Vec<u8>, Written), String>;

    fn run(self, progress: &Progress) -> Option<Self::Answer> {
        let mut bytes = Vec::new();
        let written = self.export.fill(&mut bytes, None, self.format, progress);
        progress.check().ok()?;
        let refused = |error| ExportError::Mesh { path: self.path.into(), error }.to_string();
        Some(written.map(|written| (bytes, written)).map_err(refused))
    }
}
