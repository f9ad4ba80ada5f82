//! Loading of mesh files of any format: the first bytes of a file decide which reader reads it.

mod elements;
#[cfg(feature = "gltf")]
mod gltf;
mod join;
mod obj;
mod off;
pub mod parts;
mod piece;
mod ply;
mod polygon;
mod relined;
mod stl;
mod vertex_colors;

use crate::mesh::beside::{NotOpened, open_regular, read_unsized};
use crate::mesh::companions::{Companions, Files, Folder};
use crate::mesh::encoding::{UTF_16, has_utf_16_mark, utf_8_of_utf_16};
use crate::mesh::format::{HEAD, TAIL, sniff, sniff_archive};
use crate::mesh::problem::{Advice, Problem};
use crate::mesh::report::{Loaded, Refusal, Result, Stopwatch};
use crate::mesh::source::FileText;
use crate::mesh::text::{Job, Plan, SharedFile, Text};
use crate::mesh::{BUILDING, Format, IndexedMesh, LoadError, LoadReport, Mesh, Parts, READING};
use crate::work::{Progress, memory};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Load of a mesh file, a chain of calls: the first names the file, the last reads it and returns a mesh or a scene.
///
/// | begins with | the file is |
/// |---|---|
/// | [`file`](Self::file) | on disk, with the files that it names beside it |
/// | [`bytes`](Self::bytes) | in memory, alone |
/// | [`files`](Self::files) | in memory, with the files that it names: files dropped on a browser |
///
/// | ends with | makes |
/// |---|---|
/// | [`mesh`](Self::mesh) | one [`Mesh`] of all that the file holds |
/// | [`scene`](Self::scene) | a [`Scene`](crate::scene::Scene): an object for each node of glTF that has a mesh |
/// | [`indexed_mesh`](Self::indexed_mesh) | the triangles of that mesh without their tree, to be drawn or written |
/// | [`indexed_scene`](Self::indexed_scene) | the objects of that scene without trees |
///
/// [`Mesh::open`] is short for the usual one, `Load::file(path).mesh()`.
///
/// The first bytes decide the [`Format`], whatever the file is called: OBJ with its libraries of materials (MTL), OFF,
/// PLY and STL, and with the feature `gltf` GLB and glTF with its buffers. Coordinates are taken as the file has them:
/// nothing is scaled to a unit, and no axis is turned. The [`LoadReport`] tells counts, times and all that was odd.
///
/// ```
/// use pickray::Load;
/// use pickray::work::Progress;
///
/// let dropped = [
///     ("red.obj", "mtllib red.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
///     ("red.mtl", "newmtl red\nKd 1 0 0\n"),
/// ];
/// let progress = Progress::heard_by(|done| println!("{done}"));
/// let (mesh, _) = Load::files("red.obj", &dropped).progress(&progress).mesh()?;
/// assert_eq!(mesh.colors().materials(), [Some([1.0, 0.0, 0.0])]);
///
/// let (scene, report) = Load::files("red.obj", &dropped[..1]).scene()?;
/// assert_eq!(scene.objects()[0].name, "red.obj");
/// let missing = "the material library `red.mtl` is not read: it was not opened or dropped together with the mesh";
/// assert_eq!(report.remarks[0].problem.to_string(), missing);
///
/// let why = Load::file("no/such.obj").mesh().expect_err("no file").to_string();
/// assert!(why.starts_with("no/such.obj: cannot be read"));
/// # Ok::<(), pickray::mesh::LoadError>(())
/// ```
///
/// # Errors
/// All calls that end a load fail with a [`LoadError`] when the file cannot be read or holds nothing that a ray could
/// hit, when a buffer of glTF is missing or memory is short, and with [`LoadError::Cancelled`] when the progress was
/// cancelled. Smaller problems are warnings in the report: the rest of the file is loaded.
#[derive(Debug)]
#[must_use = "nothing is read before an end such as `mesh`"]
pub struct Load<'a> {
    file: Location<'a>,
    progress: Option<&'a Progress>,
    own_progress: Progress,
    attributes: bool,
    /// Numbers of pieces and of bytes read at once, as tests set them; `None` to choose by the length of the file.
    pieces: Option<(usize, usize)>,
}

#[derive(Debug)]
enum Location<'a> {
    Path(PathBuf),
    Bytes(&'a str, &'a [u8]),
    Files(&'a str, Vec<(&'a str, &'a [u8])>),
}

impl<'a> Load<'a> {
    /// Returns the load of a file on disk. Files that it names are looked for in its folder and below.
    pub fn file(path: impl AsRef<Path>) -> Self {
        Self::of(Location::Path(path.as_ref().to_owned()))
    }

    /// Returns the load of a file in memory, called `name` in messages. Other files that it names are not looked for.
    pub fn bytes(name: &'a str, bytes: &'a [u8]) -> Self {
        Self::of(Location::Bytes(name, bytes))
    }

    /// Returns the load of the file called `name`, one of several in memory. Each file is given as its name, which may
    /// have folders, and its bytes. The buffers or libraries of materials that the file names are found among the
    /// others, in its folder or below. A file that is not at its path is found by its last name alone, unless several
    /// files have this last name. A name in the same upper and lower case is preferred.
    ///
    /// The load fails with [`LoadError::NotAMesh`] where no file, or more than one, is called `name`. Files in memory
    /// have no path: the mesh's [`source`](IndexedMesh::source) names no file, and shows no line or record.
    pub fn files<N: AsRef<str>, B: AsRef<[u8]>>(name: &'a str, files: &'a [(N, B)]) -> Self {
        Self::of(Location::Files(name, files.iter().map(|(name, bytes)| (name.as_ref(), bytes.as_ref())).collect()))
    }

    fn of(file: Location<'a>) -> Self {
        Self { file, progress: None, own_progress: Progress::default(), attributes: true, pieces: None }
    }

    /// Returns the same load, which tells `progress` how much is done, and ends soon after `progress` is cancelled.
    pub fn progress(self, progress: &'a Progress) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// Returns the same load, which keeps texture coordinates, normals and textures (as by default) or does not.
    pub fn attributes(self, are_kept: bool) -> Self {
        Self { attributes: are_kept, ..self }
    }

    /// Returns the same load for tests, which reads the file as `pieces` pieces, `step` bytes at once.
    #[doc(hidden)]
    pub fn in_pieces(self, pieces: usize, step: usize) -> Self {
        Self { pieces: Some((pieces, step)), ..self }
    }

    /// Loads all of the file as one mesh, including what it hides; meshes of glTF stand where their nodes place them.
    ///
    /// # Errors
    /// [Errors](Self#errors) of any load.
    pub fn mesh(self) -> Result<(Mesh, LoadReport), LoadError> {
        let (indexed, mut report) = self.read(READING, Read::joined)?;
        let (stopwatch, progress) = (Stopwatch::start(), self.watched());
        progress.begin("building the tree", BUILDING);
        let mesh = Mesh::with_tree(Arc::new(indexed), &report.name, progress)?;
        report.build_seconds = stopwatch.seconds();
        Ok((mesh, report))
    }

    /// Loads the same triangles as [`mesh`](Self::mesh) without the tree, which [`IndexedMesh::build`] adds.
    ///
    /// # Errors
    /// [Errors](Self#errors) of any load.
    pub fn indexed_mesh(self) -> Result<(IndexedMesh, LoadReport), LoadError> {
        self.read(0.0..1.0, Read::joined)
    }

    /// Loads the meshes of the file and their placements; reading fills `share` of the progress, from 0 to 1.
    pub(crate) fn parts(&self, share: Range<f32>) -> Result<(Parts<Arc<IndexedMesh>>, LoadReport), LoadError> {
        self.read(share, Read::parts)
    }

    /// Returns the progress that this load reports to: the caller's, or else one that nobody watches.
    pub(crate) fn watched(&self) -> &Progress {
        self.progress.unwrap_or(&self.own_progress)
    }

    fn read<T>(&self, share: Range<f32>, finish: Finish<T>) -> Result<(T, LoadReport), LoadError> {
        match &self.file {
            Location::Path(path) => self.read_path(path, share, finish),
            Location::Bytes(name, bytes) => self.read_text(name, &Text::Bytes(bytes), None, None, share, finish),
            Location::Files(name, files) => {
                let refused = |(what, advice)| LoadError::NotAMesh { name: (*name).to_owned(), what, advice };
                let (files, bytes) = Files::new(name, files).map_err(refused)?;
                self.read_text(name, &Text::Bytes(bytes), None, Some(&files), share, finish)
            }
        }
    }

    fn read_path<T>(&self, path: &Path, share: Range<f32>, finish: Finish<T>) -> Result<(T, LoadReport), LoadError> {
        let name = path.display().to_string();
        let unreadable = |error| LoadError::Unreadable { path: path.to_owned(), error };
        let not_a_mesh = |what, advice| LoadError::NotAMesh { name: name.clone(), what, advice };
        let (file, metadata) = open_regular(path).map_err(|error| match error {
            NotOpened::NotAFile(what) => not_a_mesh(what, Advice::Choose),
            NotOpened::Refused(error) => unreadable(error),
        })?;
        let unsized_bytes;
        let text = if metadata.len() == 0 {
            let bytes = read_unsized(path, MOST_UNSIZED).map_err(unreadable)?;
            unsized_bytes = bytes.ok_or_else(|| not_a_mesh(Problem::IsEndless, Advice::CopyPart))?;
            Text::Bytes(&unsized_bytes)
        } else {
            Text::File { file: SharedFile::new(file), len: metadata.len() }
        };
        let (file, folder) = (FileText::new(path, &metadata), Folder::of(path));
        self.read_text(&name, &text, Some(&file), Some(&folder), share, finish)
    }

    fn read_text<T>(
        &self,
        name: &str,
        text: &Text,
        file: Option<&FileText>,
        companions: Option<&dyn Companions>,
        share: Range<f32>,
        finish: Finish<T>,
    ) -> Result<(T, LoadReport), LoadError> {
        let (stopwatch, progress, length) = (Stopwatch::start(), self.watched(), text.len());
        progress.begin("reading", share);
        let plan = Plan { attributes: self.attributes, ..Plan::of(length) };
        let plan = self.pieces.map_or(plan, |(pieces, step)| Plan { threads: 1, pieces, step, ..plan });
        let read = read(Job { text, plan, file, companions, progress }).and_then(|mut read| {
            let report = read.report();
            (report.name, report.bytes) = (name.to_owned(), length);
            finish(read, progress)
        });
        let (made, report) = read.map_err(|refusal| refusal.into_load_error(name, length))?;
        Ok((made, LoadReport { read_seconds: stopwatch.seconds(), ..report }))
    }
}

/// Most bytes that are read of a file that reports no size; a longer one may never end.
const MOST_UNSIZED: u64 = 256 << 20;

/// Step that makes what is wanted of what was read.
type Finish<T> = fn(Read, &Progress) -> Result<Loaded<T>>;

enum Read {
    Mesh(Box<Loaded>),
    #[cfg(feature = "gltf")]
    Gltf(Box<gltf::File>),
}

impl Read {
    fn report(&mut self) -> &mut LoadReport {
        match self {
            Self::Mesh(read) => &mut read.1,
            #[cfg(feature = "gltf")]
            Self::Gltf(file) => &mut file.report,
        }
    }

    #[cfg_attr(not(feature = "gltf"), expect(unused_variables))]
    fn joined(self, progress: &Progress) -> Result<Loaded> {
        let (mut mesh, report) = match self {
            Self::Mesh(read) => *read,
            #[cfg(feature = "gltf")]
            Self::Gltf(file) => file.join(progress)?,
        };
        (mesh.source.format, mesh.source.encoding) = (report.format, report.encoding.clone());
        Ok((mesh, report))
    }

    fn parts(self, _: &Progress) -> Result<Loaded<Parts<Arc<IndexedMesh>>>> {
        let (mut parts, report) = match self {
            Self::Mesh(read) => {
                let (mesh, report) = *read;
                (Parts::of(mesh, &report.name), report)
            }
            #[cfg(feature = "gltf")]
            Self::Gltf(file) => file.into_parts()?,
        };
        for mesh in &mut parts.meshes {
            (mesh.source.format, mesh.source.encoding) = (report.format, report.encoding.clone());
        }
        Ok((parts.shared(), report))
    }
}

fn read(job: Job) -> Result<Read> {
    let text = job.text;
    let mut head = vec![0; text.len().min(HEAD as u64) as usize];
    text.read(0, &mut head)?;
    let format = match sniff(&head, text.len()) {
        Ok(format) => format,
        Err((Problem::IsUtf16, _)) if has_utf_16_mark(&head) => {
            let mut bytes = memory::filled(text.len() as usize, 0)?;
            text.read(0, &mut bytes)?;
            let utf_8 = utf_8_of_utf_16(&bytes)?;
            let mut read = read(Job { text: &Text::Bytes(&utf_8), ..job })?;
            read.report().encoding = Some(UTF_16.to_owned());
            return Ok(read);
        }
        Err((what @ Problem::IsArchive { .. }, advice)) => {
            let mut tail = vec![0; text.len().min(TAIL as u64) as usize];
            text.read(text.len() - tail.len() as u64, &mut tail)?;
            let (what, advice) = sniff_archive(&tail).unwrap_or((what, advice));
            return Err(Refusal::NotAMesh(what, advice));
        }
        Err((what, advice)) => return Err(Refusal::NotAMesh(what, advice)),
    };
    let of = |read| Read::Mesh(Box::new(read));
    let mut read = match format {
        Format::Obj => of(obj::load(job)?),
        Format::Off => of(off::load(job)?),
        Format::PlyAscii | Format::PlyBinary => of(ply::load(job)?),
        Format::StlAscii => of(stl::load_ascii(job)?),
        Format::StlBinary => of(stl::load_binary(job)?),
        #[cfg(feature = "gltf")]
        Format::Gltf | Format::Glb => Read::Gltf(Box::new(gltf::read(&job, format)?)),
        #[cfg(not(feature = "gltf"))]
        Format::Gltf | Format::Glb => unreachable!("no file is taken for glTF without the feature"),
    };

    // Its header may say otherwise of a PLY file.
    read.report().format.get_or_insert(format);
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_whose_mesh_would_become_a_point_is_refused_and_one_that_is_a_point_is_read() {
        let load = |name: &str, text: &str, x: &str| {
            let text = text.replace('X', x);
            Load::bytes(name, text.as_bytes()).indexed_mesh().map(|(mesh, _)| mesh.bounds())
        };
        let header = "ply\nformat ascii 1.0\nelement vertex 3\nproperty double x\nproperty double y\n\
                      property double z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
        let stl = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex X 0 0\nvertex 0 X 0\nendloop\n\
                   endfacet\nendsolid\n";
        let ply = format!("{header}0 0 0\nX 0 0\n0 X 0\n3 0 1 2\n");
        for (name, text) in [
            ("t.obj", "v 5 0 0\nv 5 X 0\nv 5 0 X\nf 1 2 3\n"),
            ("t.obj", "v 0 0 0\nv X 0 0\nv 0 X 0\nf 1 2 3\n"),
            ("t.off", "OFF\n3 1 0\n0 0 0\nX 0 0\n0 X 0\n3 0 1 2\n"),
            ("t.ply", ply.as_str()),
            ("t.stl", stl),
        ] {
            let refused = load(name, text, "1e-50").expect_err("a point").to_string();
            let told = "its longest side is 1e-50, which single precision rounds to a point; scale it up";
            assert_eq!(refused, format!("{name}: {told}"));
            let side = load(name, text, "1e-40").expect("a mesh").size().max_element();
            assert!((side - 1e-40).abs() < 1e-44, "{name}: {side}");
            assert_eq!(load(name, text, "0").expect("a point").size(), glam::DVec3::ZERO, "{name}");
        }
    }

    #[test]
    fn an_archive_is_named_by_what_is_in_it() {
        let why = |names: &[&str]| {
            let archive = format!("PK\x03\x04{}{}", "x".repeat(10 * HEAD), names.concat());
            Load::bytes("t", archive.as_bytes()).indexed_mesh().map(drop).expect_err("no mesh").to_string()
        };
        let advice = "export it as STL, OBJ or glTF from the program that made it";
        assert_eq!(why(&["[Content_Types].xml", "3D/3dmodel.model"]), format!("t: is a 3MF file; {advice}"));
        let convert = why(&["chair.usdc"]);
        assert!(convert.starts_with("t: is a USDZ file; "), "{convert}");
        for names in [&["mesh.obj"][..], &["weights.model"], &["notes.usd.txt"]] {
            assert_eq!(why(names), "t: is a ZIP archive; unpack it first", "{names:?}");
        }
    }

    #[test]
    fn loading_can_be_cancelled() {
        let progress = Progress::default();
        progress.cancel();
        let load = Load::bytes("t.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").progress(&progress);
        let error = load.indexed_mesh().map(drop).expect_err("stopped");
        assert!(matches!(error, LoadError::Cancelled { .. }));
    }
}
