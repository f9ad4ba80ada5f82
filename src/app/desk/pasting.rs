//! Text pasted from the clipboard, and its kinds: a situation, a mesh, paths of files, or another program's ray.

use crate::app::diagnosis;
use crate::app::platform::{self, folder};
use crate::lesson;
use crate::situation_text::{self, SituationError};
use pickray::mesh::{Format, percent_decoded};
use pickray::study::Situation;
use std::path::{Path, PathBuf};

#[derive(Debug, PartialEq)]
pub(in crate::app) enum Pasted {
    Situation(Box<Result<Situation, SituationError>>),
    Mesh,
    Files(Vec<PathBuf>),
    /// Numbers of another program, with two matrices, to be diagnosed.
    Ray,
    /// Text that is empty or blank.
    Nothing,
    Unknown,
}

pub(in crate::app) fn meaning(text: &str) -> Pasted {
    if text.trim().is_empty() {
        return Pasted::Nothing;
    }
    if situation_text::is_line(text) {
        return Pasted::Situation(Box::new(situation_text::from_line(text)));
    }
    if text.trim_start().starts_with('{') {
        match situation_text::from_json(text.as_bytes()) {
            Err(SituationError::NotOfTheForm(_)) => {}
            situation => return Pasted::Situation(Box::new(situation)),
        }
    }
    // A list of addresses may have comments (RFC 2483), and a NUL at its end.
    let lines = text.trim_end_matches('\0').lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    match lines.map(path_of).collect::<Option<Vec<_>>>() {
        Some(paths) if !paths.is_empty() => Pasted::Files(paths),
        _ if Format::of_bytes(text.as_bytes()).is_some() => Pasted::Mesh,
        _ if diagnosis::has_two_matrices(text) => Pasted::Ray,
        _ => Pasted::Unknown,
    }
}

/// Returns the path on a line: plain, quoted or a `file:` address. A relative one must exist or name an openable file.
fn path_of(line: &str) -> Option<PathBuf> {
    let quoted = |mark| line.strip_prefix(mark)?.strip_suffix(mark);
    let line = quoted('\u{22}').or_else(|| quoted('\u{27}')).unwrap_or(line);
    // Opening reports an address, or a path from the home folder, that leads nowhere.
    if line.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("file:")) {
        return Some(path_of_address(&line[5..]).unwrap_or_else(|| line.into()));
    }
    let path = PathBuf::from(line);
    let path = if path.starts_with("~") { folder::from(Path::new("."), &path).unwrap_or(path) } else { path };
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_ours = situation_text::is_named_so(&path) || lesson::is_named_so(&path);
    let is_named_so = is_ours || Format::ENDINGS.contains(&&*ending);
    (path.is_absolute() || is_named_so || platform::is_there(&path)).then_some(path)
}

/// Returns the path of an address, without its `file:`; `None` if it is on another machine or encoded wrongly.
fn path_of_address(address: &str) -> Option<PathBuf> {
    let path = match address.strip_prefix("//") {
        Some(rest) => {
            let (host, _) = rest.split_once('/')?;
            let is_here = host.is_empty() || host.eq_ignore_ascii_case("localhost");
            is_here.then(|| &rest[host.len()..])?
        }
        None => address,
    };
    let path = percent_decoded(path)?;
    // A path as /C:/cow.obj begins with a drive.
    let has_drive = matches!(path.as_bytes(), [b'/', drive, b':', ..] if drive.is_ascii_alphabetic());
    Some(if has_drive { path[1..].into() } else { path.into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tools::two_meshes::TwoMeshes;
    use crate::app::update::tests::*;

    const CUBE: &str = "# a corner\r\nv 0 0 0\r\nv 1 0 0\nv 0 1 0\n\nf 1 2 3\n";

    fn paste<'a>(state: &'a mut State, text: &str) -> &'a mut State {
        state.act(Action::Pasted(text.to_owned()))
    }

    #[cfg(unix)]
    #[test]
    fn paths_are_understood_as_people_copy_them() {
        let files = |paths: &[&str]| Pasted::Files(paths.iter().map(PathBuf::from).collect());
        for (text, expected) in [
            ("/a/cow.obj", files(&["/a/cow.obj"])),
            (" \"/a/my cow.obj\" \n", files(&["/a/my cow.obj"])),
            ("'/a/cow'", files(&["/a/cow"])),
            ("file:///a/my%20cow.obj", files(&["/a/my cow.obj"])),
            ("FILE://localhost/a/cow.obj", files(&["/a/cow.obj"])),
            ("file:/a/cow.obj", files(&["/a/cow.obj"])),
            ("file:///C:/cow.obj", files(&["C:/cow.obj"])),
            ("file://server/a/cow.obj", files(&["file://server/a/cow.obj"])),
            ("file:///a/%ff.obj", files(&["file:///a/%ff.obj"])),
            ("cow.STL", files(&["cow.STL"])),
            ("./one.situation.json", files(&["./one.situation.json"])),
            ("Cargo.toml", files(&["Cargo.toml"])),
            ("/a/cow.obj\r\n\r\n/b/cow.ply\r\n", files(&["/a/cow.obj", "/b/cow.ply"])),
            ("# two cows\nfile:/a/cow.obj\nfile://localhost/b/cow.ply\n\0", files(&["/a/cow.obj", "/b/cow.ply"])),
            ("/a/cow.obj\nis a cow", Pasted::Unknown),
            ("hello", Pasted::Unknown),
            ("\"", Pasted::Unknown),
            ("fil网", Pasted::Unknown),
            (" \n", Pasted::Nothing),
        ] {
            assert_eq!(meaning(text), expected, "{text:?}");
        }
        let home = std::env::home_dir().expect("a home");
        assert_eq!(meaning("~/cow.obj"), Pasted::Files(vec![home.join("cow.obj")]));
    }

    #[test]
    fn the_text_of_a_mesh_is_told_by_how_it_begins() {
        let gltf = r#"{"asset": {"version": "2.0"}}"#;
        for text in [CUBE, "ply\nformat ascii 1.0\n", "OFF\n3 1 0\n", "solid a\nfacet normal 0 0 1\n", gltf] {
            assert_eq!(meaning(text), Pasted::Mesh, "{text:?}");
        }
        for text in ["Dear all,\nthis is no mesh.\n", "[1, 2]\n", "<html>\n"] {
            assert_eq!(meaning(text), Pasted::Unknown, "{text:?}");
        }
    }

    #[test]
    fn the_file_of_a_situation_is_understood_as_its_line_is() {
        let situation = restoring::situation(&after(|it| it.pick(MIDDLE)).desk).expect("a situation");
        let json = serde_json::to_string_pretty(&situation).expect("JSON");
        for text in [json, situation_text::to_line(&situation)] {
            assert_eq!(meaning(&text), Pasted::Situation(Box::new(Ok(situation.clone()))));
        }
    }

    #[test]
    fn a_pasted_mesh_is_opened_and_its_lines_are_shown() {
        let mut state = state();
        assert_eq!(paste(&mut state, CUBE).settle().desk.mesh_name().as_deref(), Some(MeshSource::PASTED));
        assert_eq!(state.desk.opened()[0].mesh.n_triangles(), 1);
        assert!(state.desk.settings.recent.iter().all(|path| path.ends_with("three.obj")), "it is no file");
        let middle = state.desk.opened()[0].triangle_in_world(0).centroid();
        let middle = state.desk.view().cursor_from_world(middle).expect("before the camera");
        state.pick(middle).settle();
        let picked = state.desk.picked.as_ref().expect("a pick");
        assert_eq!(picked.line_text.get(), Some(&Ok("f 1 2 3".to_owned())));
        let told = paste(&mut state, "v 0 0 0\nthat is all\n").settle().told();
        assert!(told.starts_with(MeshSource::PASTED), "{told}");
        assert_eq!(state.desk.opened()[0].mesh.n_triangles(), 1, "what was there stays");
    }

    #[test]
    fn several_paths_are_opened_as_one_scene() {
        let folder = tempfile::tempdir().expect("a folder");
        let paths = ["a b.obj", "c.obj"].map(|name| folder.path().join(name));
        for path in &paths {
            std::fs::write(path, CUBE).expect("written");
        }
        let mut state = state();
        let [first, second] = paths.each_ref().map(|path| path.display().to_string());
        paste(&mut state, &format!("{first}\n{second}\n")).settle();
        assert_eq!(state.desk.files.sources, paths.clone().map(MeshSource::File));
        for (text, opened, named) in [
            (format!("\"{second}\""), 1, &[] as &[&str]),
            (format!("{first}\n/nowhere/lost.obj\n"), 0, &["lost.obj"]),
            (format!("/nowhere/a.obj\nfile://far/b.obj\n{second}\n"), 1, &["/nowhere/a.obj", "file://far/b.obj"]),
        ] {
            let told = paste(&mut state, &text).settle().told();
            assert!(named.iter().all(|name| told.contains(name)) && told.is_empty() == named.is_empty(), "{told}");
            assert_eq!(state.desk.source(), Some(&MeshSource::File(paths[opened].clone())), "{text}");
        }
    }

    #[test]
    fn what_is_pasted_at_a_bench_is_taken_as_what_is_dropped_there() {
        let mut state = after(|it| it.go_to(Workspace::Collide).act(Action::UseTool("two_meshes")));
        paste(&mut state, CUBE).settle();
        let second = state.tools.get::<TwoMeshes>().second.as_ref().expect("a second mesh");
        assert_eq!((second.mesh.n_triangles(), second.from_file), (1, true));
        assert_eq!(state.desk.mesh_name().as_deref(), Some("three.obj"));
        paste(&mut state, "nothing that is known");
        assert_eq!(state.desk.workspace, Workspace::Collide);
        assert!(state.complains());
    }
}
