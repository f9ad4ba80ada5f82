//! Random clicks, buttons and keys over the benches, with several objects open.

use super::*;
use glam::DVec3;
use pickray::math::SplitMix;
use std::sync::Arc;

/// Opens three objects: one of 3 triangles, one of 12, and one of 5,120.
fn three() -> Window {
    let mut harness = window([1200.0, 1000.0], 1.0);
    for sample in [Sample::Cube, Sample::Icosphere] {
        let mesh = Arc::new(sample.mesh().expect("a mesh"));
        let scene = [Object::new(sample.name(), mesh)].into_iter().collect();
        harness.state_mut().update(Action::Add(MeshSource::Sample(sample)));
        harness.state_mut().loaded(Ok(Loaded { scene, report: None, seconds: 0.0, unbuilt: None }));
    }
    harness.frames(2);
    harness
}

fn enter_bench(harness: &mut Window, object: u32, bench: &'static str) {
    let app = harness.state_mut();
    if app.state.desk.workspace == Workspace::Collide {
        app.update(Action::Command(Command::Show(Workspace::Pick)));
    }
    app.update(Action::SelectRow(Objects::one(object).into()));
    app.update(Action::Command(Command::Show(Workspace::Collide)));
    app.update(Action::UseTool(bench));
    app.work();
    harness.frames(2);
}

#[test]
fn the_pairs_of_two_meshes_are_looked_up_in_the_meshes_that_meet() {
    for (object, lines) in [(0, 2), (1, 0), (2, 0)] {
        let mut harness = three();
        enter_bench(&mut harness, object, "two_meshes");
        for action in [
            TwoMeshesAction::Duplicate,
            TwoMeshesAction::Place(MeshPose::default().with_degrees(DVec3::new(10.0, 20.0, 30.0)), true),
        ] {
            harness.learn(action);
        }
        let answer = harness.tool::<TwoMeshes>().answer.as_ref().expect("an answer");
        assert!(!answer.contact.pairs.is_empty());
        // Samples have no lines: those of another object would be wrong.
        let shown = harness.query_all_by_label_contains("line ").count();
        assert!(if lines > 0 { shown >= lines } else { shown == 0 }, "object {object}: {shown}");
    }
}

#[test]
fn random_steps_in_every_bench_with_several_objects_end_in_no_panic_seeds_1_to_4() {
    for seed in 1..=4 {
        let (mut harness, mut random) = (three(), SplitMix(seed));
        let benches = harness.benches();
        for step in 0..150 {
            let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
            let view = harness.view();
            let [x, y] = [view.viewport.width, view.viewport.height].map(|side| below(side as usize) as f64);
            let at = CursorPosition { x: f64::from(view.viewport.x) + x, y: 30.0 + y };
            let choice = below(12);
            println!("seed {seed}, step {step} in {}: {choice} at {at:?}", harness.desk().tool);
            match choice {
                0 | 1 => enter_bench(&mut harness, below(3) as u32, benches[below(benches.len())]),
                2 => harness.state_mut().update(Action::UseTool(benches[below(benches.len())])),
                3..=5 => harness.state_mut().update(pressed(at, view, ClickMode::Replace, false)),
                6 => harness.state_mut().update(Action::Hover(Some(at))),
                7 => harness.state_mut().update(Action::Command(
                    [Command::Undo, Command::Redo, Command::SelectAll, Command::Escape, Command::ResetView][below(5)],
                )),
                8 => harness.state_mut().update(Action::Tick(0.05)),
                _ => {
                    // A button of the panel; those of the menu bar lead elsewhere.
                    let picture = harness.picture();
                    let is_in_panel = |rect: Rect| rect.left() > picture.right() && rect.top() > 60.0;
                    let buttons: Vec<_> = [Role::Button, Role::CheckBox]
                        .into_iter()
                        .flat_map(|role| harness.query_all_by_role(role))
                        .filter(|node| is_in_panel(node.rect()) && !node.accesskit_node().is_disabled())
                        .collect();
                    if !buttons.is_empty() {
                        let button = &buttons[below(buttons.len())];
                        println!("    {:?}", button.accesskit_node().label());
                        button.click();
                    }
                }
            }
            harness.step();
            if below(3) > 0 {
                harness.state_mut().work();
            }
            harness.step();
            let desk = harness.desk();
            for id in &desk.selected.marked {
                let object = id.object_in(desk.scene()).unwrap_or_else(|| panic!("{id:?} in {}", desk.tool));
                assert!((id.triangle as usize) < object.mesh.n_triangles(), "{id:?}");
            }
        }
    }
}
