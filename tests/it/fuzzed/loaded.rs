//! What a reader makes of a file, as one text.

use pickray::mesh::{LoadError, LoadReport, Mesh};

/// A mesh and its report, or why there is none.
pub type Loaded = Result<(Mesh, LoadReport), LoadError>;

/// All that may not depend on how a text is read.
pub fn told(loaded: &Loaded) -> String {
    match loaded {
        Err(error) => error.to_string(),
        Ok((mesh, report)) => {
            let source = mesh.source();
            let lines: Vec<_> = (0..mesh.n_triangles() as u32)
                .map(|i| (source.line(i), source.record(i), source.face(i), source.place_in_face(i)))
                .collect();
            let report = LoadReport { read_seconds: 0.0, build_seconds: 0.0, ..report.clone() };
            format!("{:?} {:?} {:?} {lines:?} {report:?}", mesh.origin(), mesh.positions(), mesh.triangles())
        }
    }
}
