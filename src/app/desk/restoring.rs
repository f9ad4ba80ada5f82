//! A situation that was pasted, opened or given: its mesh is brought, and then all that goes into its pick.

use super::{Desk, loading, navigate, picked, selecting};
use crate::app::action::{Action, FileRequest, Job};
use crate::app::answers::{MeshSource, SAMPLE_PREFIX};
use crate::app::chooser::Purpose;
use crate::app::desk::choosing;
use crate::app::situation_text::{self, SituationError};
use crate::app::texts::{of_library, t};
use crate::mesh::samples::Sample;
use crate::mesh::{NotBeside, find_beside};
use crate::pick::{Situation, checksums};
use std::path::{Path, PathBuf};

/// Returns the inputs of the last pick; `None` where there is none.
pub(in crate::app) fn situation(desk: &Desk) -> Option<Situation> {
    let source = desk.source.as_ref()?;
    // Its name alone: a path of this machine says nothing elsewhere.
    let mesh = match source {
        MeshSource::File(_) => source.name().into(),
        MeshSource::Sample(_) => source.argument(),
    };
    desk.study.situation(desk.opened().iter().map(|_| mesh.clone()))
}

/// Copies the inputs of the last pick as one line.
pub(in crate::app) fn copy(desk: &mut Desk) {
    match situation(desk) {
        Some(situation) => desk.copy(situation_text::to_line(&situation), t!("copied-situation")),
        None => desk.tell(t!("no-situation-to-copy")),
    }
}

/// Takes what was pasted.
pub(in crate::app) fn paste(desk: &mut Desk, text: &str) {
    let situation = situation_text::from_line(text);
    restore(desk, situation);
}

/// Has a file read.
pub(in crate::app) fn read(desk: &mut Desk, path: PathBuf) {
    desk.jobs.push(Job::new(move || Action::Situation(Box::new(situation_text::read(&path)))));
}

/// Restores a situation, at once where its mesh is open; else that is opened or asked for first.
pub(in crate::app) fn restore(desk: &mut Desk, situation: Result<Situation, SituationError>) {
    let situation = match situation {
        Ok(situation) => situation,
        Err(error) => return desk.complain(of_library::situation(&error)),
    };
    let Some(saved) = situation.objects.first() else { return };
    if is_open(desk, &situation) {
        desk.restoring = None;
        return set(desk, &situation);
    }
    let mesh = saved.mesh.clone();
    let sample = mesh.strip_prefix(SAMPLE_PREFIX).and_then(Sample::from_id);
    desk.restoring = Some(Box::new(situation));
    match sample {
        Some(sample) => loading::open(desk, MeshSource::Sample(sample)),
        // It is taken to be the one.
        None if desk.loading.is_some() => {}
        None => ask_for(desk, &mesh),
    }
}

/// Restores a situation of a file that lies in `folder`, with its mesh beside it and not elsewhere; without a folder as
/// [`restore`].
pub(in crate::app) fn restore_beside(desk: &mut Desk, situation: Situation, folder: Option<&Path>) {
    let beside = situation.objects.first().zip(folder).and_then(|(saved, folder)| {
        let name = Path::new(&saved.mesh).file_name().filter(|_| !saved.mesh.starts_with(SAMPLE_PREFIX))?;
        (!is_open(desk, &situation)).then(|| (folder, name.to_owned()))
    });
    let Some((folder, name)) = beside else { return restore(desk, Ok(situation)) };
    desk.restoring = Some(Box::new(situation));
    let path = folder.join(&name);
    // One that cannot be found is told of where it is opened.
    match find_beside(folder, &name.to_string_lossy()) {
        Err(NotBeside::Outside) => {
            loading::cancel(desk);
            desk.complain(t!("lesson-mesh-outside", path = path.display().to_string()));
        }
        _ => loading::open(desk, MeshSource::File(path)),
    }
}

/// Asks for the mesh of a situation. Its path is of another machine, or somebody else's choice: it is never opened by
/// that.
fn ask_for(desk: &mut Desk, mesh: &str) {
    let name = Path::new(mesh).file_name().map_or_else(|| mesh.into(), |name| name.to_string_lossy().into_owned());
    desk.tell(t!("situation-needs-mesh", name = name));
    let folder = desk.source.as_ref().and_then(MeshSource::folder);
    let then = Box::new(|path| Action::Open(MeshSource::File(path)));
    choosing::ask(desk, FileRequest { title: t!("open-mesh-of-situation"), folder, purpose: Purpose::OpenMesh, then });
}

/// Forgets a situation whose mesh is not opened after all.
pub(in crate::app) fn forget(desk: &mut Desk) {
    desk.restoring = None;
}

/// Restores the situation that waits for a mesh: one was opened.
pub(in crate::app) fn apply(desk: &mut Desk) {
    let Some(situation) = desk.restoring.take() else { return };
    set(desk, &situation);
}

/// Returns whether the meshes of a situation are those that are open, in the same order.
fn is_open(desk: &Desk, situation: &Situation) -> bool {
    let saved = situation.objects.iter().map(|object| object.checksum.as_str());
    checksums(desk.opened()).iter().map(String::as_str).eq(saved)
}

/// Sets all that goes into the pick of a situation, and makes it; warns where its mesh is not the one that is open.
fn set(desk: &mut Desk, situation: &Situation) {
    let (meshes, own) = (desk.opened().iter().map(|object| object.mesh.clone()).collect::<Vec<_>>(), *desk.view());
    if meshes.is_empty() {
        return;
    }
    let is_same = desk.study.restore(situation, &meshes).is_ok();
    if !is_same {
        desk.study.restore_on_present(situation);
    }
    desk.problem = None;
    desk.unframed = false;
    desk.pivot = situation.view.camera.target;
    desk.study.set_view(desk.view().with_viewport(own.viewport, own.framebuffer));
    navigate::refit(desk);
    selecting::step(desk, |desk| {
        picked::renew(desk);
        let id = desk.picked.as_ref().and_then(picked::Picked::id);
        selecting::change(desk, |selection| selection.replace(id));
    });
    if is_same {
        desk.tell(t!("situation-restored"));
    } else {
        let name = desk.source.as_ref().map(MeshSource::name).unwrap_or_default();
        desk.complain(t!("situation-of-other-mesh", name = name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::Effect;
    use crate::app::keys::{ClickMode, Command};
    use crate::app::update::tests::{MIDDLE, answer_load, change, click, loaded, placing, state};
    use crate::app::update::{State, update};
    use crate::intersect::Culling;
    use crate::math::PixelSample;
    use crate::pick::{Change, PickOptions, Plane, checksum};
    use crate::scene::Placement;
    use crate::scene::navigation::StandardView;
    use glam::DVec3;
    use std::sync::Arc;

    fn do_it(state: &mut State, command: Command) {
        update(state, Action::Command(command));
    }

    /// A window whose pick depends on every input, and that situation as a line.
    fn copied() -> (State, String) {
        let mut state = state();
        do_it(&mut state, Command::ViewFrom(StandardView::Right));
        do_it(&mut state, Command::ViewFrom(StandardView::Front));
        let placement = Placement {
            translate: DVec3::new(0.05, 0.0, 0.1),
            rotate: DVec3::new(0.1, -0.2, 0.3),
            scale: DVec3::new(-1.2, 1.1, 0.9),
        };
        let planes = [Change::Far(Plane::At(f64::INFINITY)), Change::Reversed(true)];
        let options = [Change::Culling(Culling::Back), Change::Sample(PixelSample::Corner)];
        for made in placing(placement).into_iter().chain(planes).chain(options) {
            change(&mut state, [made]);
            assert_eq!(state.desk.problem, None);
        }
        do_it(&mut state, Command::ViewFrom(StandardView::Back));
        click(&mut state, MIDDLE, ClickMode::Replace);
        do_it(&mut state, Command::CopySituation);
        let copied = state.desk.effects.iter().find_map(|effect| match effect {
            Effect::Copy(text) => Some(text.clone()),
            _ => None,
        });
        (state, copied.expect("it is copied"))
    }

    #[test]
    fn a_situation_that_is_pasted_makes_the_same_pick_bit_for_bit() {
        let (mut there, line) = copied();
        let expected = there.desk.picked.get_mut().take().expect("a pick").trace;
        let mut here = state();
        update(&mut here, Action::Pasted(line));
        let desk = &here.desk;
        assert_eq!(desk.picked.as_ref().expect("a pick").trace, expected);
        assert_eq!(desk.study.planes(), there.desk.study.planes());
        assert_eq!((desk.study.options(), desk.view()), (there.desk.study.options(), there.desk.view()));
        assert_eq!(desk.selection.iter().next(), expected.hit.map(|hit| hit.id()));
        let (shown, set) = (desk.study.placement(), there.desk.study.placement());
        assert!((shown.rotate - set.rotate).length() + (shown.scale - set.scale).length() < 1e-12, "{shown:?}");
        do_it(&mut here, Command::Undo);
        assert!(here.desk.selection.is_empty(), "the click of another is undone like one's own");
    }

    #[cfg(unix)]
    #[test]
    fn a_mesh_beside_a_lesson_is_not_opened_by_a_link_to_elsewhere() {
        let (_, line) = copied();
        let mut situation = situation_text::from_line(&line).expect("a situation");
        situation.objects[0].checksum = "0".repeat(16);
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.obj"), "").expect("a file");
        for (to, link) in [("a.obj", "inside"), ("/etc/passwd", "passwd"), ("..", "up")] {
            std::os::unix::fs::symlink(to, folder.path().join(link)).expect("a link");
        }
        for (mesh, is_opened) in
            [("a.obj", true), ("inside", true), ("none.obj", true), ("passwd", false), ("up", false)]
        {
            situation.objects[0].mesh = format!("/of/another/{mesh}");
            let mut state = state();
            restore_beside(&mut state.desk, situation.clone(), Some(folder.path()));
            assert_eq!(state.desk.loading.is_some(), is_opened, "{mesh}");
            let complaint = state.desk.message.as_ref().filter(|message| message.is_error);
            let told = complaint.map_or("", |message| &message.text);
            assert_eq!(told.contains(mesh) && told.contains("outside of the lesson's folder"), !is_opened, "{told}");
        }
    }

    #[test]
    fn a_mesh_of_a_situation_is_asked_for_by_its_name_and_never_opened_by_its_path() {
        let (_, line) = copied();
        let mut situation = situation_text::from_line(&line).expect("a situation");
        situation.objects[0].mesh = "/etc/../secret/cow.obj".to_owned();
        situation.objects[0].checksum = "0".repeat(16);
        let restore = |state: &mut State| update(state, Action::Situation(Box::new(Ok(situation.clone()))));
        let mut state = state();
        let view = *state.desk.view();
        restore(&mut state);
        assert!(state.desk.loading.is_none() && state.desk.jobs.len() == 1 && *state.desk.view() == view);
        let told = state.desk.message.as_ref().expect("a word").text.clone();
        assert!(told.contains("cow.obj") && !told.contains("secret"), "{told}");

        let mesh = state.desk.scene().objects()[0].mesh.clone();
        let load = |state: &mut State| {
            update(state, Action::Open(MeshSource::File("other.obj".into())));
            let answer = answer_load(state, Ok(loaded(mesh.clone())));
            update(state, Action::Loaded(answer));
        };
        load(&mut state);
        let told = state.desk.message.as_ref().expect("a warning");
        assert!(told.is_error && told.text.contains("other.obj is not the mesh"), "{}", told.text);
        assert_eq!(state.desk.study.options().culling, Culling::Back, "it is restored all the same");

        restore(&mut state);
        update(&mut state, Action::NoFileChosen);
        load(&mut state);
        assert_eq!(
            (state.desk.picked.is_none(), *state.desk.study.options(), *state.desk.study.placement()),
            (true, PickOptions::default(), Placement::default()),
            "it is forgotten"
        );
    }

    #[test]
    fn a_situation_of_a_sample_opens_it() {
        let mesh = Arc::new(Sample::Cube.mesh().expect("a mesh"));
        let (_, line) = copied();
        let mut situation = situation_text::from_line(&line).expect("a situation");
        situation.objects[0].mesh = "sample:cube".to_owned();
        situation.objects[0].checksum = checksum(&mesh);
        let mut state = state();
        update(&mut state, Action::Pasted(situation_text::to_line(&situation)));
        let answer = answer_load(&state, Ok(loaded(mesh)));
        update(&mut state, Action::Loaded(answer));
        assert_eq!(state.desk.source, Some(MeshSource::Sample(Sample::Cube)));
        assert_eq!(state.desk.picked.as_ref().expect("a pick").trace.cursor, situation.cursor);
        assert!(!state.desk.message.as_ref().expect("a word").is_error);
    }

    #[test]
    fn what_is_no_situation_changes_nothing() {
        let mut state = state();
        click(&mut state, MIDDLE, ClickMode::Replace);
        let before = (state.desk.study.clone(), state.desk.picked.as_ref().map(|p| p.trace.clone()));
        let (_, line) = copied();
        for text in ["", "hello", &line[..line.len() - 9], "pickray9:e30"] {
            update(&mut state, Action::Pasted(text.to_owned()));
            assert!(state.desk.message.take().is_some_and(|message| message.is_error));
            let after = (state.desk.study.clone(), state.desk.picked.as_ref().map(|p| p.trace.clone()));
            assert_eq!(after, before);
        }
    }
}
