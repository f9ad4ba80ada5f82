//! A file read as a whole and in pieces: what comes of it may not depend on how it is read.

use pickray::mesh::{Load, LoadError, LoadReport, Mesh};

/// A mesh and its report, or why there is none.
pub type Loaded = Result<(Mesh, LoadReport), LoadError>;

/// Into how many pieces a file is cut, and how many bytes are read at once.
pub const CUTS: [(usize, usize); 5] = [(1, 16), (3, 16), (3, 64), (9, 5), (17, 64)];

/// What is made of a file, which is the same when it is cut in the way that its length chooses.
pub fn whole_as_cut(name: &str, bytes: &[u8]) -> Loaded {
    let whole = Load::bytes(name, bytes).mesh();
    is_the_same_in(CUTS[bytes.len() % CUTS.len()], &whole, name, bytes);
    whole
}

/// Checks that a file is the same when it is cut in this way.
pub fn is_the_same_in((pieces, step): (usize, usize), whole: &Loaded, name: &str, bytes: &[u8]) {
    let cut = Load::bytes(name, bytes).in_pieces(pieces, step).mesh();
    // What is told takes far longer to write than to compare, and does not tell every NaN from every other.
    if !are_same(&cut, whole) {
        panic!("{pieces} pieces, {step} bytes at once: {}\nas a whole: {}", told(&cut), told(whole));
    }
}

/// Whether two readings agree, bit by bit.
fn are_same(one: &Loaded, other: &Loaded) -> bool {
    match (one, other) {
        (Err(one), Err(other)) => one.to_string() == other.to_string(),
        (Ok((one, report)), Ok((other, of_other))) => {
            bits(one).eq(bits(other))
                && one.origin().to_array().map(f64::to_bits) == other.origin().to_array().map(f64::to_bits)
                && one.triangles() == other.triangles()
                && values(one).eq(values(other))
                && places(one).eq(places(other))
                && timeless(report) == timeless(of_other)
        }
        _ => false,
    }
}

fn bits(mesh: &Mesh) -> impl Iterator<Item = [u32; 3]> {
    mesh.positions().iter().map(|position| position.map(f32::to_bits))
}

/// Texture coordinates and normals at the corners of each triangle.
fn values(mesh: &Mesh) -> impl Iterator<Item = impl PartialEq + std::fmt::Debug> {
    (0..).zip(mesh.triangles()).map(|(i, &vertices)| {
        let uv = mesh.texture_coordinates(0).map(|values| values.of_triangle(i, vertices));
        (uv, mesh.normals().map(|values| values.of_triangle(i, vertices)))
    })
}

/// Place of each triangle in the file, with its names and colours.
fn places(mesh: &Mesh) -> impl Iterator<Item = impl PartialEq + std::fmt::Debug> {
    let source = mesh.source();
    let place = |i| (source.line(i), source.record(i), source.face(i), source.place_in_face(i));
    let names = |i| [source.object(i), source.group(i), source.material(i)];
    (0..mesh.n_triangles() as u32).map(move |i| (place(i), names(i), mesh.corner_colors(i)))
}

fn timeless(report: &LoadReport) -> LoadReport {
    LoadReport { read_seconds: 0.0, build_seconds: 0.0, ..report.clone() }
}

/// All that may not depend on how a file is read, as one text.
fn told(loaded: &Loaded) -> String {
    match loaded {
        Err(error) => error.to_string(),
        Ok((mesh, report)) => {
            let places: Vec<_> = places(mesh).collect();
            let (origin, positions, triangles) = (mesh.origin(), mesh.positions(), mesh.triangles());
            format!("{origin:?} {positions:?} {triangles:?} {places:?} {:?}", timeless(report))
        }
    }
}
