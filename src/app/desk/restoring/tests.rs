//! Tests of restoring a situation, from the pasted text or opened file to the pick.

use super::*;
use crate::app::update::tests::*;
use glam::DVec2;
use pickray::math::PixelSample;
use pickray::pick::checksum;
use pickray::study::{PageName, Study};

/// Returns a window whose pick depends on every input, and its situation as a line.
fn copied() -> (State, String) {
    let mut state = after(|it| it.look_from(StandardView::Right).look_from(StandardView::Front));
    let placement = Placement {
        translate: DVec3::new(0.05, 0.0, 0.1),
        rotate: DVec3::new(0.1, -0.2, 0.3),
        scale: DVec3::new(-1.2, 1.1, 0.9),
    };
    let planes = [Change::Far(Plane::At(f64::INFINITY)), Change::Reversed(true)];
    let nearest = [TriangleId { object: 0, triangle: 2 }].into();
    let options = [Change::Culling(Culling::Back), Change::Sample(PixelSample::Corner), Change::HideTriangles(nearest)];
    for made in placing(placement).into_iter().chain(planes).chain(options) {
        assert_eq!(state.change([made]).desk.messages.refused, None);
    }
    state.look_from(StandardView::Back).pick(MIDDLE).command(Command::CopySituation);
    let copied = state.copied();
    (state, copied.expect("it is copied"))
}

#[test]
fn a_situation_that_is_pasted_makes_the_same_pick_bit_for_bit() {
    let (mut there, line) = copied();
    let expected = there.desk.picked.take().expect("a pick").trace;
    let mut here = state();
    assert_eq!(*here.act(Action::Pasted(line)).trace(), expected);
    let [a, b] = [&here, &there].map(|state| &state.desk.study);
    assert_eq!((a.planes(), a.options(), a.view()), (b.planes(), b.options(), b.view()));
    assert_eq!(here.desk.selected.triangles.iter().next(), expected.hit.map(|hit| hit.id()));
    let (shown, set) = (a.placement(), b.placement());
    assert!((shown.rotate - set.rotate).length() + (shown.scale - set.scale).length() < 1e-12, "{shown:?}");
    let undone = here.command(Command::Undo).selected();
    assert!(undone.is_empty(), "the click of another is undone like one's own");
}

#[cfg(unix)]
#[test]
fn a_mesh_beside_a_lesson_is_not_opened_by_a_link_to_elsewhere() {
    let mut situation = saved();
    situation.objects[0].checksum = "0".repeat(16);
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.obj"), "").expect("a file");
    for (to, link) in [("a.obj", "inside"), ("/etc/passwd", "passwd"), ("..", "up")] {
        std::os::unix::fs::symlink(to, folder.path().join(link)).expect("a link");
    }
    for (mesh, is_opened) in [("a.obj", true), ("inside", true), ("none.obj", true), ("passwd", false), ("up", false)] {
        situation.objects[0].mesh = format!("/of/another/{mesh}");
        let mut state = state();
        restore(&mut state.desk, situation.clone(), Some(folder.path()));
        assert_eq!(state.desk.files.loading.is_some(), is_opened, "{mesh}");
        let told = state.told();
        let is_refused = state.complains() && told.contains(mesh) && told.contains("outside the lesson's folder");
        assert_eq!(is_refused, !is_opened, "{told}");
    }
}

#[test]
fn a_mesh_of_a_situation_is_asked_for_by_its_name_and_never_opened_by_its_path() {
    let mut situation = saved();
    situation.objects[0].mesh = "/etc/../secret/cow.obj".to_owned();
    situation.objects[0].checksum = "0".repeat(16);
    let restore = |state: &mut State| update(state, Action::Situation(Box::new(Ok(situation.clone()))));
    let mut state = state();
    let view = state.view();
    restore(&mut state);
    assert!(state.desk.files.loading.is_none() && state.desk.files.jobs.len() == 1 && state.view() == view);
    assert!(state.told().contains("cow.obj") && !state.told().contains("secret"), "{}", state.told());

    let mesh = state.desk.scene().objects()[0].mesh.clone();
    let other = || Action::OpenWanted(MeshSource::File("other.obj".into()));
    state.act(other()).load(mesh.clone());
    assert!(state.complains() && state.told().contains("other.obj is not the mesh"), "{}", state.told());
    assert_eq!(state.desk.study.options().culling, Culling::Back, "it is restored all the same");

    restore(&mut state);
    assert!(!state.told().is_empty(), "it is asked for");
    assert_eq!(state.act(Action::LetSituationGo).told(), "", "nothing is asked for any longer");
    assert!(state.act(other()).load(mesh).is_as_opened(), "it is forgotten");
    assert_eq!(*state.desk.study.placement(), Placement::default());
}

impl State {
    /// Returns the name of the mesh that a situation waits for.
    fn wanted(&self) -> Option<String> {
        self.desk.mesh_wanted().map(|name| name.into_owned())
    }

    /// Returns where the last pick was made.
    fn picked_at(&self) -> Option<CursorPosition> {
        self.desk.picked.as_ref().map(|picked| picked.trace.cursor)
    }

    /// Returns `true` if nothing was picked and set.
    fn is_as_opened(&self) -> bool {
        self.desk.picked.is_none() && *self.desk.study.options() == PickOptions::default()
    }

    /// Asserts that the situation was restored, and that a word says so.
    fn assert_restored(&self, situation: &Situation) {
        assert_eq!((self.picked_at(), self.wanted()), (Some(situation.cursor), None));
        assert!(!self.told().is_empty() && !self.complains(), "{}", self.told());
    }
}

fn of_sample(sample: Sample) -> Arc<Mesh> {
    Arc::new(sample.mesh().expect("a mesh"))
}

/// Returns the situation of [`copied`].
fn saved() -> Situation {
    situation_text::from_line(&copied().1).expect("a situation")
}

/// Returns a window that still reads its first sample when the situation of another mesh comes; the situation, and
/// that mesh.
fn waiting() -> (State, Situation, Arc<Mesh>) {
    let (there, line) = copied();
    let mut state = State::new(Settings::default());
    state.act(Action::Open(MeshSource::Sample(Sample::Cube))).act(Action::Pasted(line.clone()));
    assert_eq!(state.wanted().as_deref(), Some("three.obj"));
    let situation = situation_text::from_line(&line).expect("a situation");
    (state, situation, there.desk.scene().objects()[0].mesh.clone())
}

#[test]
fn a_situation_waits_for_its_own_mesh_while_another_comes_that_was_on_its_way() {
    let (mut state, situation, own) = waiting();
    state.load(of_sample(Sample::Cube));
    assert_eq!(state.desk.source(), Some(&MeshSource::Sample(Sample::Cube)));
    assert!(state.is_as_opened());
    // Who closes the dialog may drop the file instead.
    assert!(state.act(Action::Nothing).wanted().is_some());
    state.act(Action::FilesDropped(vec!["/elsewhere/renamed.obj".into()])).load(own).assert_restored(&situation);
}

#[test]
fn a_file_of_another_name_that_was_on_its_way_is_shown_and_the_situation_waits_on() {
    let (there, line) = copied();
    let own = there.desk.scene().objects()[0].mesh.clone();
    let mut state = State::new(Settings::default());
    let big = MeshSource::File("big.ply".into());
    let jobs = state.act(Action::Open(big.clone())).desk.files.jobs.len();
    let asked = state.act(Action::Pasted(line.clone())).desk.files.jobs.len();
    assert_eq!(asked, jobs + 1, "its own is asked for");
    state.load(of_sample(Sample::Cube));
    assert_eq!((state.desk.source(), state.wanted().as_deref()), (Some(&big), Some("three.obj")));
    assert!(state.is_as_opened());
    state.open("/elsewhere/three.obj", own.clone());
    assert!(state.desk.picked.is_some() && state.wanted().is_none());

    // A file is the awaited one by its own name, or under another name by its content.
    for (name, mesh) in [("three.obj", of_sample(Sample::Cube)), ("renamed.obj", own)] {
        let mut state = State::new(Settings::default());
        state.act(Action::Open(MeshSource::File(name.into()))).act(Action::Pasted(line.clone())).load(mesh);
        assert!(state.desk.picked.is_some() && state.wanted().is_none(), "{name}");
    }
}

#[test]
fn another_file_is_shown_and_the_situation_waits_for_its_own_and_is_restored_on_it() {
    let (mut state, situation, own) = waiting();
    state.load(of_sample(Sample::Cube));
    for (name, opens) in [("/a/wrong.obj", false), ("/a/other.obj", true)] {
        let source = MeshSource::File(name.into());
        state.act(if opens { Action::Open(source.clone()) } else { Action::Dropped(source.clone()) });
        state.load(of_sample(Sample::Icosphere));
        assert_eq!((state.desk.source(), state.wanted().as_deref()), (Some(&source), Some("three.obj")));
        assert!(state.told().is_empty() && state.desk.picked.is_none(), "{}", state.told());
    }
    state.act(Action::Dropped(MeshSource::File("/a/three.obj".into()))).load(own).assert_restored(&situation);
}

#[test]
fn of_two_files_that_are_dropped_together_the_situation_is_restored_on_its_own_alone() {
    for (own_name, own_first) in ["three.obj", "renamed.obj"].into_iter().flat_map(|it| [(it, false), (it, true)]) {
        let (mut state, situation, own) = waiting();
        state.load(of_sample(Sample::Cube));
        let mut dropped = [(own_name, own), ("other.obj", of_sample(Sample::Icosphere))];
        dropped.sort_by_key(|(name, _)| (*name == own_name) != own_first);
        state.act(Action::FilesDropped(dropped.iter().map(|(name, _)| name.into()).collect()));
        for (_, mesh) in dropped {
            if state.desk.files.loading.is_some() {
                state.load(mesh);
            }
        }
        assert_eq!(state.desk.files.sources, [MeshSource::File(own_name.into())], "first: {own_first}");
        assert!(state.desk.files.loading.is_none());
        state.assert_restored(&situation);
        assert!(state.told().contains("the other open meshes are not shown"), "{}", state.told());
    }
}

#[test]
fn files_of_a_situation_are_told_apart_by_what_they_hold_in_whichever_order_they_come() {
    let (mut state, mut situation, own) = waiting();
    let ball = of_sample(Sample::Icosphere);
    let second = SavedObject { mesh: "ball.obj".to_owned(), checksum: checksum(&ball), ..situation.objects[0].clone() };
    situation.objects.push(second);
    state.load(of_sample(Sample::Cube)).act(Action::Situation(Box::new(Ok(situation))));
    state.act(Action::Dropped(MeshSource::File("b.obj".into()))).load(ball);
    assert_eq!(state.wanted().as_deref(), Some("three.obj"), "the other came");
    state.act(Action::Dropped(MeshSource::File("a.obj".into()))).load(own);
    assert_eq!(state.desk.files.sources, ["a.obj", "b.obj"].map(|name| MeshSource::File(name.into())));
    assert!(!state.told().is_empty() && !state.complains(), "{}", state.told());
}

#[test]
fn a_situation_of_a_file_that_is_read_as_more_objects_than_once_finds_its_own_among_them() {
    let (mut state, situation, own) = waiting();
    let cube = of_sample(Sample::Cube);
    let scene = [Object::new("hidden", cube.clone()), Object::new("three", own)].into_iter().collect();
    state.act(Action::Open(MeshSource::File("three.obj".into()))).answer(Ok(Loaded { scene, ..loaded(cube) }));
    assert_eq!(state.desk.study.scene().objects().len(), 1);
    state.assert_restored(&situation);
}

#[test]
fn a_situation_that_waits_is_let_go_by_esc_by_a_sample_and_not_by_stopping_what_was_on_its_way() {
    let (mut state, _, own) = waiting();
    let is_wanted = state.command(Command::Escape).wanted().is_some();
    assert!(is_wanted && state.desk.files.loading.is_none(), "what is read comes first");
    assert!(state.command(Command::Escape).wanted().is_none());
    assert!(state.open("three.obj", own).desk.picked.is_none(), "it is forgotten");

    let (mut state, ..) = waiting();
    let wanted = state.act(Action::Open(MeshSource::Sample(Sample::Icosphere))).wanted();
    assert_eq!(wanted, None, "another is opened on purpose");
}

#[test]
fn a_situation_of_many_copies_is_opened_once_the_person_agrees() {
    let ball = of_sample(Sample::NoisySphere);
    let mut situation = saved();
    let object = &mut situation.objects[0];
    (object.mesh, object.checksum) = ("sample:noisy-sphere".to_owned(), checksum(&ball));
    for (n_copies, asked) in [(1, None), (4, None), (10, Some(10 * ball.n_triangles()))] {
        situation.objects.resize(n_copies, situation.objects[0].clone());
        for agrees in [true, false] {
            let mut state = state();
            state.act(Action::Situation(Box::new(Ok(situation.clone())))).load(ball.clone());
            assert_eq!(state.desk.triangles_asked_about(), asked, "{n_copies}");
            assert_eq!(state.desk.picked.is_some(), asked.is_none());
            state.act(if agrees { Action::OpenManyTriangles } else { Action::LetSituationGo });
            assert_eq!(state.desk.triangles_asked_about(), None);
            let is_open = agrees || asked.is_none();
            let n_open = if is_open { n_copies } else { 1 };
            assert_eq!((state.desk.opened().len(), state.desk.picked.is_some()), (n_open, is_open));
        }
    }
}

#[test]
fn a_situation_of_several_files_asks_for_each_and_is_copied_as_it_came() {
    let [cube, ball] = [Sample::Cube, Sample::Icosphere].map(of_sample);
    let second_view = DMat4::from_translation(DVec3::new(1.0, 0.5, 0.0));
    let objects = [Object::new("Cube", cube.clone()), Object::new("ball.obj", ball.clone())];
    let again = Object::new("Cube", cube.clone()).with_transform(second_view);
    let scene: Scene = objects.into_iter().chain([again]).collect();
    let mut study = Study::new(scene, FramebufferSize::new(600, 400));
    study.apply(&Change::Pick(DVec2::new(320.0, 180.0))).expect("a click");
    let files = ["sample:cube", "ball.obj", "sample:cube"];
    let line = situation_text::to_line(&study.situation(files).expect("a click"));
    let mut state = state();
    // A file that was being read is none of the awaited ones.
    state.act(Action::Open(MeshSource::Sample(Sample::Teapot))).act(Action::Pasted(line));
    assert_eq!(state.desk.files.loading.as_ref().map(|it| it.source.clone()), Some(MeshSource::Sample(Sample::Cube)));
    assert!(state.load(cube).desk.picked.is_none(), "the present mesh stays until all are there");
    assert!(state.told().contains("ball.obj"), "{}", state.told());
    if state.desk.files.loading.is_none() {
        state.act(Action::Open(MeshSource::File("/elsewhere/ball.obj".into())));
    }
    assert_eq!(Some(&state.load(ball).trace().hit), study.trace().map(|trace| trace.hit).as_ref());
    assert_eq!(state.desk.study.scene().objects()[2].world_from_object, second_view);
    let again = situation(&state.desk).expect("a situation");
    assert_eq!(again.objects.iter().map(|object| object.mesh.as_str()).collect::<Vec<_>>(), files);
    assert!(!state.told().is_empty() && !state.complains(), "{}", state.told());
}

#[test]
fn a_puzzle_is_one_line_the_mistake_stays_hidden_until_it_is_named_and_both_views_are_seen() {
    let mut there = after(|it| it.pick(MIDDLE).change([Change::HiddenMistake(Some(Mistake::YNotFlipped))]));
    there.command(Command::NextRayView).command(Command::CopySituation);
    let mut here = state();
    here.act(Action::Pasted(there.copied().expect("it is copied")));
    let hidden = here.desk.study.hidden().expect("a puzzle");
    assert!(hidden.mistake == Mistake::YNotFlipped && !hidden.is_found());
    assert!(here.desk.shows_ladder() && here.desk.is_split());
    let [shown, copied] = [&here, &there].map(|state| state.desk.shown.second_view.view.camera);
    assert_eq!((shown.eye, shown.target), (copied.eye, copied.target));
}

#[test]
fn the_page_of_a_lesson_is_opened_with_the_line_that_names_it() {
    let lesson = &crate::lesson::builtin()[0];
    let name = PageName { lesson: lesson.name.clone(), page: lesson.pages[1].id.clone() };
    let mut here = state();
    let situation = Situation { page: Some(name.clone()), ..saved() };
    here.act(Action::Pasted(situation_text::to_line(&situation)));
    assert_eq!((here.desk.workspace, &here.desk.page), (Workspace::Learn, &Some(name.clone())));
    assert_eq!(here.picked_at(), Some(situation.cursor), "not its own");
    let again = super::situation(&here.desk).expect("a situation");
    assert_eq!((again.page, again.cursor), (Some(name), situation.cursor));
    let page = Some(PageName { lesson: "of-nobody".to_owned(), page: "first".to_owned() });
    here.act(Action::Pasted(situation_text::to_line(&Situation { page, ..situation.clone() })));
    assert!(here.complains() && here.told().contains("of-nobody"), "{}", here.told());
    assert_eq!(here.picked_at(), Some(situation.cursor), "all the same");
}

#[test]
fn what_is_no_situation_changes_nothing() {
    let mut state = after(|it| it.pick(MIDDLE));
    let all = |state: &State| (state.desk.study.clone(), state.trace().clone());
    let before = all(&state);
    let (_, line) = copied();
    for text in ["", "hello", &line[..line.len() - 9], "pickray9:e30"] {
        assert!(state.act(Action::Pasted(text.to_owned())).complains());
        state.desk.messages.last = None;
        assert_eq!(all(&state), before);
    }
}
