//! Loading of mesh files of any format: the first bytes of a file decide which reader reads it.

use super::beside::folder_of;
use super::companions::{Companions, Files, Folder};
use super::encoding::utf_16;
use super::format::{HEAD, TAIL, sniff, sniff_archive};
#[cfg(feature = "gltf")]
use super::gltf;
use super::problem::{Advice, Problem};
use super::reading::Plan;
use super::refusal::Refusal;
use super::regular_file::{NotOpened, open_regular};
use super::source::FileText;
use super::stopwatch::Stopwatch;
use super::text::{SharedFile, Text};
use super::{Format, IndexedMesh, LoadError, LoadReport, Parts, obj, off, ply, stl, unsized_file};
use crate::work::{Progress, memory};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

type Loaded<E = LoadError> = Result<(IndexedMesh, LoadReport), E>;
type LoadedParts<E = LoadError> = Result<(Parts<IndexedMesh>, LoadReport), E>;

/// Bytes to read as a mesh, with their name and the files around them.
struct Input<'a> {
    /// Name of the file in messages.
    name: &'a str,
    text: Text<'a>,
    /// Identity of the file on disk that `text` is, or `None` for bytes in memory.
    file: Option<FileText>,
    /// Place where files that the mesh's file names are looked for; `None` for bytes without files around them.
    companions: Option<&'a dyn Companions>,
}

impl<'a> Input<'a> {
    fn of_bytes(name: &'a str, bytes: &'a [u8]) -> Self {
        Self { name, text: Text::Bytes(bytes), file: None, companions: None }
    }
}

enum Read {
    Mesh(Box<(IndexedMesh, LoadReport)>),
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
    fn joined(self, progress: &Progress) -> Loaded<Refusal> {
        let (mut mesh, report) = match self {
            Self::Mesh(read) => *read,
            #[cfg(feature = "gltf")]
            Self::Gltf(file) => file.join(progress)?,
        };
        (mesh.source.format, mesh.source.encoding) = (report.format, report.encoding.clone());
        Ok((mesh, report))
    }

    fn parts(self, _: &Progress) -> LoadedParts<Refusal> {
        let (mut parts, report) = match self {
            Self::Mesh(read) => {
                let (mesh, report) = *read;
                (Parts::of(mesh, &report.name), report)
            }
            #[cfg(feature = "gltf")]
            Self::Gltf(file) => file.into_parts(),
        };
        for mesh in &mut parts.meshes {
            (mesh.source.format, mesh.source.encoding) = (report.format, report.encoding.clone());
        }
        Ok((parts, report))
    }
}

/// Returns the triangles in a file, and the report on it. Reading fills `share` of `progress`, from 0 to 1.
pub fn open(path: &Path, progress: &Progress, share: Range<f32>) -> Loaded {
    open_as(path, progress, share, Read::joined)
}

fn open_as<T>(
    path: &Path,
    progress: &Progress,
    share: Range<f32>,
    finish: impl FnOnce(Read, &Progress) -> Result<(T, LoadReport), Refusal>,
) -> Result<(T, LoadReport), LoadError> {
    let name = path.display().to_string();
    let unreadable = |error| LoadError::Unreadable { path: path.to_owned(), error };
    let (file, metadata) = match open_regular(path) {
        Ok(opened) => opened,
        Err(NotOpened::NotAFile(what)) => {
            return Err(LoadError::NotAMesh { name, what, advice: Advice::Choose });
        }
        Err(NotOpened::Refused(error)) => return Err(unreadable(error)),
    };
    let unsized_bytes;
    let text = if metadata.len() == 0 {
        unsized_bytes = unsized_file::read(path).map_err(unreadable)?.ok_or_else(|| LoadError::NotAMesh {
            name: name.clone(),
            what: Problem::IsEndless,
            advice: Advice::CopyPart,
        })?;
        Text::Bytes(&unsized_bytes)
    } else {
        Text::File { file: SharedFile::new(file), len: metadata.len() }
    };
    let (file, folder) = (Some(FileText::new(path, &metadata)), Folder::new(folder_of(path)));
    load(Input { name: &name, text, file, companions: Some(&folder) }, Plan::of, progress, share, finish)
}

impl Parts<Arc<IndexedMesh>> {
    /// Returns the parts in a file of any format, and the report on it. Reading fills `share` of `progress`, from 0 to
    /// 1.
    pub fn open_with(path: &Path, progress: &Progress, share: Range<f32>) -> Result<(Self, LoadReport), LoadError> {
        open_as(path, progress, share, Read::parts).map(shared)
    }

    /// Returns the parts in the bytes of a file, called `name` in messages; see [`open_with`](Self::open_with) for
    /// `share`.
    pub fn from_bytes_with(
        name: &str,
        bytes: &[u8],
        progress: &Progress,
        share: Range<f32>,
    ) -> Result<(Self, LoadReport), LoadError> {
        load(Input::of_bytes(name, bytes), Plan::of, progress, share, Read::parts).map(shared)
    }

    /// Returns the parts in one of several files in memory; see [`open_with`](Self::open_with) for `share`.
    pub fn from_files_with<N: AsRef<str>, B: AsRef<[u8]>>(
        name: &str,
        files: &[(N, B)],
        progress: &Progress,
        share: Range<f32>,
    ) -> Result<(Self, LoadReport), LoadError> {
        from_files_as(name, &listed(files), progress, share, Read::parts).map(shared)
    }
}

fn shared((parts, report): (Parts<IndexedMesh>, LoadReport)) -> (Parts<Arc<IndexedMesh>>, LoadReport) {
    (parts.shared(), report)
}

pub fn from_bytes(name: &str, bytes: &[u8], progress: &Progress, share: Range<f32>) -> Loaded {
    load(Input::of_bytes(name, bytes), Plan::of, progress, share, Read::joined)
}

/// Returns the triangles in the bytes of a file, which is read as `pieces` pieces, `step` bytes at once.
pub fn from_bytes_in_pieces(name: &str, bytes: &[u8], pieces: usize, step: usize) -> Loaded {
    let plan = |_| Plan { threads: 1, pieces, step, exact: false };
    load(Input::of_bytes(name, bytes), plan, &Progress::default(), 0.0..1.0, Read::joined)
}

/// Returns the triangles in the file called `name` among several files in memory, some of which it may name.
pub fn from_files<N: AsRef<str>, B: AsRef<[u8]>>(
    name: &str,
    files: &[(N, B)],
    progress: &Progress,
    share: Range<f32>,
) -> Loaded {
    from_files_as(name, &listed(files), progress, share, Read::joined)
}

fn from_files_as<T>(
    name: &str,
    files: &[(&str, &[u8])],
    progress: &Progress,
    share: Range<f32>,
    finish: impl FnOnce(Read, &Progress) -> Result<(T, LoadReport), Refusal>,
) -> Result<(T, LoadReport), LoadError> {
    let (files, bytes) = Files::new(name, files).map_err(|(what, advice)| LoadError::NotAMesh {
        name: name.to_owned(),
        what,
        advice,
    })?;
    let input = Input { companions: Some(&files), ..Input::of_bytes(name, bytes) };
    load(input, Plan::of, progress, share, finish)
}

/// Returns files in memory as the list that is read.
fn listed<N: AsRef<str>, B: AsRef<[u8]>>(files: &[(N, B)]) -> Vec<(&str, &[u8])> {
    files.iter().map(|(name, bytes)| (name.as_ref(), bytes.as_ref())).collect()
}

fn load<T>(
    input: Input,
    plan: impl Fn(u64) -> Plan,
    progress: &Progress,
    share: Range<f32>,
    finish: impl FnOnce(Read, &Progress) -> Result<(T, LoadReport), Refusal>,
) -> Result<(T, LoadReport), LoadError> {
    let stopwatch = Stopwatch::start();
    progress.begin("reading", share);
    let (name, length) = (input.name, input.text.len());
    let read = read(input, plan(length), progress).and_then(|mut read| {
        let report = read.report();
        (report.name, report.bytes) = (name.to_owned(), length);
        finish(read, progress)
    });
    let (made, report) = read.map_err(|refusal| refusal.into_load_error(name, length))?;
    Ok((made, LoadReport { read_seconds: stopwatch.seconds(), ..report }))
}

fn read(Input { name, text, file, companions }: Input, plan: Plan, progress: &Progress) -> Result<Read, Refusal> {
    let text = &text;
    let mut head = vec![0; text.len().min(HEAD as u64) as usize];
    text.read(0, &mut head)?;
    let format = match sniff(&head, text.len()) {
        Ok(format) => format,
        Err((Problem::IsUtf16, _)) if utf_16::has_mark(&head) => {
            let mut bytes = memory::filled(text.len() as usize, 0)?;
            text.read(0, &mut bytes)?;
            let utf_8 = utf_16::to_utf_8(&bytes)?;
            let mut read = read(Input { name, text: Text::Bytes(&utf_8), file, companions }, plan, progress)?;
            read.report().encoding = Some(utf_16::NAME.to_owned());
            return Ok(read);
        }
        Err((what, advice)) => {
            let archive = matches!(what, Problem::IsArchive { .. }).then(|| tail(text)).transpose()?;
            let (what, advice) = archive.and_then(|tail| sniff_archive(&tail)).unwrap_or((what, advice));
            return Err(Refusal::NotAMesh(what, advice));
        }
    };
    let of = |read| Read::Mesh(Box::new(read));
    let mut read = match format {
        Format::Obj => of(obj::load(text, plan, file, companions, progress)?),
        Format::Off => of(off::load(text, plan, file, progress)?),
        Format::PlyAscii | Format::PlyBinary => of(ply::load(text, plan, file, progress)?),
        Format::StlAscii => of(stl::load_ascii(text, plan.step, file, progress)?),
        Format::StlBinary => of(stl::load_binary(text, file, progress)?),
        #[cfg(feature = "gltf")]
        Format::Gltf | Format::Glb => Read::Gltf(Box::new(gltf::read(text, format, file, companions, progress)?)),
        #[cfg(not(feature = "gltf"))]
        Format::Gltf | Format::Glb => unreachable!("no file is taken for glTF without the feature"),
    };
    // Its header may say otherwise of a PLY file.
    read.report().format.get_or_insert(format);
    Ok(read)
}

/// Returns the last bytes of a text, [`TAIL`] of them at most.
fn tail(text: &Text) -> Result<Vec<u8>, Refusal> {
    let mut tail = vec![0; text.len().min(TAIL as u64) as usize];
    text.read(text.len() - tail.len() as u64, &mut tail)?;
    Ok(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_whose_mesh_would_become_a_point_is_refused_and_one_that_is_a_point_is_read() {
        let load = |name: &str, text: &str, x: &str| {
            let text = text.replace('X', x);
            from_bytes(name, text.as_bytes(), &Progress::default(), 0.0..1.0).map(|(mesh, _)| mesh.bounds())
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
            let told = "its longest side is 1e-50, and in single precision it is a point; scale it up";
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
            from_bytes("t", archive.as_bytes(), &Progress::default(), 0.0..1.0)
                .map(drop)
                .expect_err("no mesh")
                .to_string()
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
        let error = from_bytes("t.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", &progress, 0.0..1.0)
            .map(drop)
            .expect_err("stopped");
        assert!(matches!(error, LoadError::Cancelled { .. }));
    }
}
