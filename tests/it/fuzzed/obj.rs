//! Any bytes as an OBJ file: no panic, no hang, and cut into pieces they are what they are as a whole.

use pickray::mesh::{LoadError, LoadReport, Mesh};

type Loaded = Result<(Mesh, LoadReport), LoadError>;

/// All that may not depend on how a text is read.
fn told(loaded: &Loaded) -> String {
    match loaded {
        Err(error) => error.to_string(),
        Ok((mesh, report)) => {
            let source = mesh.source();
            let lines: Vec<_> = (0..mesh.n_triangles() as u32)
                .map(|i| (source.line(i), source.face(i), source.place_in_face(i)))
                .collect();
            let report = LoadReport { read_seconds: 0.0, build_seconds: 0.0, ..report.clone() };
            format!("{:?} {:?} {:?} {lines:?} {report:?}", mesh.origin(), mesh.positions(), mesh.triangles())
        }
    }
}

/// Checks what the bytes make.
pub fn check(bytes: &[u8]) {
    let whole = Mesh::from_bytes("fuzz.obj", bytes);
    for (pieces, step) in [(3, 16), (17, 64)] {
        let cut = Mesh::from_bytes_in_pieces("fuzz.obj", bytes, pieces, step);
        assert_eq!(told(&cut), told(&whole), "{pieces} pieces, {step} bytes at once");
    }
}
