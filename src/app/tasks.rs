//! List of the tasks that a page's worker can do.

use super::desk::preparing::{ComputeNormals, Simplify};
use super::job::Task;
use super::platform::meshes::MakeFile;
use super::tools::bounds::FitVolumes;
use super::tools::box_tree::BuildTree;
use super::tools::picking::areas::searches::{FindNeighbours, FindSubpixelTriangles};
use super::tools::picking::asked::FindNearest;
use super::tools::picking::pixel_check::CastRays;
use super::tools::two_meshes::work::{MakeReady, Question};
use pickray::work::{Progress, packed};
use std::any::type_name;

/// Makes the list of tasks, and the function that does a task by its name.
macro_rules! tasks {
    ($($task:ty),* $(,)?) => {
        /// Unpacks and runs the task that has this name. Returns `None` if there is none or if it was stopped.
        pub fn perform(name: &str, bytes: &[u8], progress: &Progress) -> Option<Vec<u8>> {
            $(if name == type_name::<$task>() {
                let task = packed::from_bytes::<$task>(bytes)?;
                return task.run(progress).map(|answer| packed::to_bytes(&answer));
            })*
            None
        }

        #[cfg(test)]
        const NAMES: &[&str] = &[$(stringify!($task)),*];
    };
}

tasks!(
    BuildTree, CastRays, ComputeNormals, FindNearest, FindNeighbours, FindSubpixelTriangles, FitVolumes, MakeFile,
    MakeReady, Question, Simplify
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::platform::meshes::Export;
    use crate::app::platform::writing::{Kind, Target};
    use crate::app::tools::picking::pixel_check::Checked;
    use crate::app::update::tests::*;
    use pickray::collide::ContactMesh;
    use pickray::math::ClipSpace;
    use pickray::mesh::WriteFormat;
    use pickray::pick::TriangleIds;
    use pickray::pick::explain::MistakeInputs;
    use pickray::scene::Projection;
    use pickray::work::packed::Packed;
    use pickray_render::offscreen::Offscreen;
    use std::path::Path;

    /// Returns a task's answer, which has to be the same here and through bytes, as a page's worker gives it.
    #[track_caller]
    fn answer_of<T: Task>(task: T, forget_seconds: impl Fn(&mut T::Answer)) -> T::Answer {
        let answered = perform(type_name::<T>(), &packed::to_bytes(&task), &Progress::default());
        let answered = answered.expect("an answer of a task in the list");
        let mut there = packed::from_bytes::<T::Answer>(&answered).expect("an answer");
        let mut here = task.run(&Progress::default()).expect("an answer");
        [&mut here, &mut there].into_iter().for_each(forget_seconds);
        assert!(packed::to_bytes(&here) == packed::to_bytes(&there), "{} differs", type_name::<T>());
        here
    }

    fn forget_nothing<T: Packed>(_: &mut T) {}

    fn meshes() -> impl Iterator<Item = (Sample, Arc<Mesh>)> {
        let samples = Sample::ALL.into_iter().map(|sample| (sample, Arc::new(sample.mesh().expect("a sample"))));
        samples.filter(|(_, mesh)| mesh.n_triangles() < 20_000)
    }

    /// Returns a cube, the same again behind it, turned and moved, and one that is hidden.
    fn scene() -> Scene {
        let cube = Arc::new(Sample::Cube.mesh().expect("a sample"));
        let behind = DMat4::from_translation(DVec3::new(0.5, 0.3, -2.0)) * DMat4::from_rotation_y(0.7);
        let mut hidden = Object::new("hidden", Arc::new(Sample::Teapot.mesh().expect("a sample")));
        hidden.visible = false;
        let mut scene = Scene::of(Object::new("cube", cube.clone()));
        scene.push(Object::new("behind", cube).with_transform(behind));
        scene.push(hidden);
        scene
    }

    fn views() -> Vec<View> {
        let camera = Camera::look_at(DVec3::new(3.0, 2.0, 4.0), DVec3::ZERO, DVec3::Y);
        let size = FramebufferSize::new(60, 40);
        let parallel = Camera { projection: Projection::Orthographic { height: 4.0 }, reversed_z: true, ..camera };
        let endless = Camera { far: f64::INFINITY, ..camera };
        let (from_world, viewport) = (camera.eye_from_world(), Viewport { x: 5, y: 3, width: 50, height: 30 });
        let projection = glam::dcamera::rh::proj::directx::perspective_infinite_reverse(1.0, 5.0 / 3.0, 0.5);
        let theirs = View::from_matrices(from_world, projection, ClipSpace::WGPU.reversed(), viewport, size);
        let mut views: Vec<_> = [camera, parallel, endless].map(|camera| View::new(camera, size)).into();
        views.push(theirs);
        views
    }

    #[test]
    fn a_pixel_check_through_bytes_gives_the_same_verdicts_with_and_without_mistakes() {
        let mut offscreen = Offscreen::new().unwrap_or_else(|error| panic!("{error}"));
        let scene = Arc::new(scene());
        let forget_seconds = |checked: &mut Checked| checked.seconds = 0.0;
        let sides = [Culling::None, Culling::Back, Culling::Front].into_iter().cycle();
        for (view, culling) in views().into_iter().zip(sides) {
            let ids = Arc::new(offscreen.ids(&scene, &view, culling).expect("ids"));
            let inputs = MistakeInputs { scale_factor: 1.5, last_view: Some(views()[1]) };
            for mistake in std::iter::once(None).chain(Mistake::ALL.map(Some)) {
                let rays = CastRays { scene: scene.clone(), view, ids: ids.clone(), mistake, inputs };
                let counts = answer_of(rays, forget_seconds).verification.counts;
                assert!(counts.pixels() > 0 && (mistake.is_some() || counts.real == 0), "{counts:?} {view:?}");
            }
        }
    }

    #[test]
    fn the_triangle_nearest_in_pixels_is_the_same_through_bytes() {
        let options = PickOptions { culling: Culling::Back, ..PickOptions::default() };
        for view in views() {
            let nearest = FindNearest { scene: scene(), view, cursor: CursorPosition::new(7.5, 36.5), options };
            assert!(answer_of(nearest, forget_nothing).is_some(), "{view:?}");
        }
    }

    #[test]
    fn normals_trees_and_volumes_of_samples_are_the_same_through_bytes() {
        for (sample, mesh) in meshes() {
            let n = mesh.n_triangles();
            let normals = answer_of(ComputeNormals(mesh.clone()), forget_nothing);
            assert_eq!(normals.corners().len(), 3 * n, "{sample:?}");
            assert_eq!(answer_of(Simplify(vec![(mesh.clone(), 500); 2]), forget_nothing).len(), 2, "{sample:?}");
            let trees = answer_of(BuildTree(mesh.clone()), |trees| trees.seconds = 0.0);
            assert_eq!(trees.leafless.n_triangles(), n, "{sample:?}");
            assert_eq!(answer_of(FitVolumes(mesh), |volumes| volumes.seconds = 0.0).fits.len(), 6, "{sample:?}");
        }
    }

    #[test]
    fn meshes_made_ready_and_where_they_meet_are_the_same_through_bytes() {
        let [teapot, cube] = [Sample::Teapot, Sample::Cube].map(|sample| Arc::new(sample.mesh().expect("a sample")));
        for meshes in [[teapot.clone(), cube], [teapot.clone(), teapot]] {
            let made = answer_of(MakeReady(meshes.to_vec()), forget_nothing);
            let mut ready = meshes.into_iter().zip(made).map(|(mesh, made)| Arc::new(ContactMesh::of(mesh, made)));
            let ready = [(); 2].map(|()| ready.next().expect("two"));
            for first_only in [false, true] {
                let transforms = [DMat4::IDENTITY, DMat4::from_translation(DVec3::new(0.3, 0.1, 0.0))];
                let question = Question { meshes: ready.clone(), transforms, first_only };
                let answer = answer_of(question, |answer| answer.seconds = 0.0);
                let contact = answer.contact;
                assert_eq!((contact.curves.is_empty(), contact.pairs.is_empty()), (first_only, false), "{contact:?}");
            }
        }
    }

    #[test]
    fn a_file_made_through_bytes_is_the_one_that_a_desktop_writes() {
        let folder = tempfile::tempdir().expect("a folder");
        let part = [(0, 3), (1, 0), (1, 7)].map(|(object, triangle)| TriangleId { object, triangle }).into();
        for (ending, selection) in WriteFormat::ENDINGS.iter().zip([None, Some(&part)].into_iter().cycle()) {
            let path = folder.path().join("scene").with_extension(ending);
            let format = WriteFormat::from_ending(ending).expect("a format");
            let export = || Export::of(&scene(), selection);
            let target = Target::new(&path, Kind::Mesh);
            let expected = export().write(&target, format, &Progress::default()).expect("written");
            let file = MakeFile { export: export(), format, path: path.display().to_string() };
            let (bytes, written) = answer_of(file, forget_nothing).expect("a file");
            assert!(written == expected && bytes == std::fs::read(&path).expect("written"), "{ending}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_made_is_refused_in_the_same_words_through_bytes() {
        let export = || Export::of(&scene(), Some(&TriangleIds::default()));
        let target = Target::new("none.obj", Kind::Mesh);
        let file = MakeFile { export: export(), format: WriteFormat::Obj, path: "none.obj".to_owned() };
        let made = answer_of(file, forget_nothing);
        let refused =
            export().write(&target, WriteFormat::Obj, &Progress::default()).expect_err("there is no triangle");
        assert!(made == Err(refused), "{made:?}");
        assert!(!Path::new("none.obj").exists());
    }

    #[test]
    fn there_is_no_answer_to_what_is_no_task_or_cut_off_or_stopped() {
        let task = BuildTree(Arc::new(Sample::Cube.mesh().expect("a sample")));
        let (name, bytes) = (type_name::<BuildTree>(), packed::to_bytes(&task));
        let progress = Progress::default();
        assert!(perform(name, &bytes, &progress).is_some());
        assert!(perform("dance", &bytes, &progress).is_none());
        assert!(perform(name, &bytes[..bytes.len() - 1], &progress).is_none());
        progress.cancel();
        assert!(perform(name, &bytes, &progress).is_none());
    }

    /// Returns the types in `impl … Task for …` lines of a folder's sources.
    fn tasks_in(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let of_entry = |path: std::path::PathBuf| {
            if path.is_dir() {
                return tasks_in(&path);
            }
            let text = std::fs::read_to_string(&path).expect("source text");
            let names = text.lines().filter(|line| line.starts_with("impl "));
            let names = names.filter_map(|line| line.split_once("Task for ")?.1.strip_suffix(" {"));
            names.map(str::to_owned).collect()
        };
        entries.flat_map(of_entry).collect()
    }

    #[test]
    fn each_task_of_the_window_is_in_the_list() {
        let mut tasks = tasks_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/app"));
        tasks.sort();
        assert_eq!(tasks, NAMES);
    }
}
