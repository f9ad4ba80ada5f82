//! What the state asks of the world outside.

use super::{Event, Shell};
use crate::accel::{PairFinder, Progress};
use crate::app::platform::{self, Asked, MeshSource};
use crate::app::state::{Action, CheckAction, Checked, CollideAction, Comparison, Effect, Loading, Message, update};
use crate::app::tools::two_meshes;
use crate::mesh::{LoadError, Mesh};
use crate::render::PackedNormals;
use crate::render::verify::compare_with_fault;
use egui_winit::winit::event_loop::ActiveEventLoop;
use std::sync::Arc;

impl Shell {
    /// Does what [`crate::app::state::State::effects`] asks for.
    pub(super) fn perform(&mut self, event_loop: &ActiveEventLoop) {
        for effect in std::mem::take(&mut self.state.effects) {
            let problem = match effect {
                Effect::AskForFile => self.ask_for_file(Event::Asked).err().map(|error| error.to_string()),
                Effect::Load(loading) => {
                    self.load(loading);
                    None
                }
                Effect::ReadLine(id, line, mesh) => {
                    let proxy = self.proxy.clone();
                    let read = move || mesh.source().line_text(line).map_err(|error| error.to_string());
                    platform::spawn(read, move |text| {
                        let _ = proxy.send_event(Event::LineRead(id, text));
                    })
                    .err()
                    .map(|error| error.to_string())
                }
                Effect::Compare(comparison) => self.compare(comparison).err().map(|error| error.to_string()),
                Effect::AskForSecond => self
                    .ask_for_file(|asked| {
                        Event::Collide(Box::new(CollideAction::TwoMeshes(two_meshes::Action::Asked(asked))))
                    })
                    .err()
                    .map(|error| error.to_string()),
                Effect::PrepareContact(preparation) => {
                    self.work_out(move || two_meshes::Action::Prepared(two_meshes::prepare(preparation)))
                }
                Effect::FindContact(question) => self.work_out(move || {
                    two_meshes::Action::Answered(question.number, question.answer(&mut PairFinder::new()))
                }),
                Effect::SavePick(pick) => {
                    let proxy = self.proxy.clone();
                    let (folder, name) = (pick.folder.clone(), pick.file_name.clone());
                    platform::save_file(
                        folder,
                        name,
                        || pick.text(),
                        move |saved| {
                            let _ = proxy.send_event(Event::Saved(saved));
                        },
                    )
                    .err()
                    .map(|error| error.to_string())
                }
                Effect::Copy(text) => {
                    self.egui.copy_text(text);
                    None
                }
                Effect::Compute(work) => {
                    let (proxy, refused) = (self.proxy.clone(), work.clone());
                    let deliver = move |action| {
                        let _ = proxy.send_event(Event::Collide(Box::new(action)));
                    };
                    let spawned = platform::spawn(move || work.run(), deliver);
                    if spawned.is_err() {
                        update(&mut self.state, Action::Collide(refused.refused()));
                    }
                    spawned.err().map(|error| error.to_string())
                }
                Effect::FocusPanels => {
                    self.give_keyboard_to_panels();
                    None
                }
                Effect::SaveSettings => self.save_settings(),
                Effect::Quit => {
                    self.save_settings();
                    event_loop.exit();
                    None
                }
            };
            if let Some(text) = problem {
                update(&mut self.state, Action::Tell(Message::error(text)));
            }
        }
    }

    // An event that cannot be sent has nobody left to hear it: the window is closed.
    fn load(&mut self, loading: Loading) {
        let Loading { number, source, progress } = loading;
        let name = source.name();
        let proxy = self.proxy.clone();
        let spawned = platform::spawn(
            move || platform::load(&source, &progress),
            move |result| {
                let _ = proxy.send_event(Event::Loaded(number, Box::new(result)));
            },
        );
        if let Err(error) = spawned {
            let error = LoadError::Unreadable { path: name.into(), error };
            update(&mut self.state, Action::Loaded(number, Box::new(Err(error))));
        }
    }

    fn compare(&self, comparison: Comparison) -> std::io::Result<()> {
        let proxy = self.proxy.clone();
        let Comparison { number, scene, view, ids, fault, progress } = comparison;
        let work = move || {
            let start = platform::Instant::now();
            let verification = compare_with_fault(&scene, &view, &ids, fault, &progress).ok()?;
            Some(Checked { verification: Arc::new(verification), seconds: start.elapsed().as_secs_f64() })
        };
        platform::spawn(work, move |checked| {
            let _ = proxy.send_event(Event::Compared(number, checked));
        })
    }

    /// Has the GPU draw the ids that a check of the pixels waits for, once it has the meshes.
    pub(super) fn read_ids(&mut self, event_loop: &ActiveEventLoop) {
        let is_uploaded = self.state.frame.as_ref().is_some_and(|frame| frame.uploaded >= 1.0);
        let (Some(canvas), true) = (&mut self.canvas, is_uploaded) else { return };
        let Some((number, scene, view)) = self.state.ids_awaited() else { return };
        let ids = canvas.renderer.ids(&scene, &view).map_err(|error| error.to_string());
        update(&mut self.state, Action::Check(CheckAction::IdsRead(number, ids)));
        self.perform(event_loop);
        self.request_redraw();
    }

    fn ask_for_file(&self, event: impl Fn(Asked) -> Event + Send + 'static) -> std::io::Result<()> {
        let present = match &self.state.source {
            Some(MeshSource::File(path)) => Some(path),
            _ => self.state.settings.recent.first(),
        };
        let folder = present.and_then(|path| path.parent()).map(ToOwned::to_owned);
        let proxy = self.proxy.clone();
        platform::ask_for_file(folder, move |answer| {
            let _ = proxy.send_event(event(answer));
        })
    }

    /// Has something of the bench of two meshes worked out beside the window; what to tell where that cannot be.
    fn work_out(&self, work: impl FnOnce() -> two_meshes::Action + Send + 'static) -> Option<String> {
        let proxy = self.proxy.clone();
        let deliver = move |action| {
            let _ = proxy.send_event(Event::Collide(Box::new(CollideAction::TwoMeshes(action))));
        };
        platform::spawn(work, deliver).err().map(|error| error.to_string())
    }

    /// A Tab of egui's own: the first widget gets the focus, and Tab goes on from there until Esc.
    fn give_keyboard_to_panels(&mut self) {
        let Some(canvas) = &mut self.canvas else { return };
        for pressed in [true, false] {
            canvas.input.egui_input_mut().events.push(egui::Event::Key {
                key: egui::Key::Tab,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: egui::Modifiers::NONE,
            });
        }
        canvas.window.request_redraw();
    }

    /// Has the normals of meshes computed that smooth shading waits for, one at a time.
    pub(super) fn compute_normals(&mut self) {
        let Some(canvas) = &self.canvas else { return };
        let Some(mesh) = canvas.renderer.meshes_without_normals(&self.state.scene).next().cloned() else { return };
        if self.normals_of.as_ref().is_some_and(|busy| Arc::ptr_eq(busy, &mesh)) {
            return;
        }
        self.normals_of = Some(mesh.clone());
        let proxy = self.proxy.clone();
        let compute = move || PackedNormals::of(&mesh, &Progress::default()).map(|normals| (mesh, normals));
        let spawned = platform::spawn(compute, move |computed| {
            if let Ok((mesh, normals)) = computed {
                let _ = proxy.send_event(Event::Normals(mesh, normals));
            }
        });
        if let Err(error) = spawned {
            update(&mut self.state, Action::Tell(Message::error(format!("No smooth shading: {error}"))));
        }
    }

    pub(super) fn take_normals(&mut self, mesh: &Arc<Mesh>, normals: &PackedNormals) {
        let busy = self.normals_of.take_if(|busy| Arc::ptr_eq(busy, mesh));
        let Some(canvas) = &mut self.canvas else { return };
        match canvas.renderer.provide_normals(mesh, normals) {
            // A mesh whose normals find no room stays flat, and is not tried again in each frame.
            Ok(0) if self.state.scene.objects.iter().any(|object| Arc::ptr_eq(&object.mesh, mesh)) => {
                self.normals_of = busy;
            }
            Ok(_) => {}
            Err(error) => update(&mut self.state, Action::Tell(Message::error(error.to_string()))),
        }
    }

    /// Tells, once, of a mesh that the GPU does not take.
    pub(super) fn tell_refused(&mut self) {
        let Some(canvas) = &self.canvas else { return };
        let Some((mesh, error)) = canvas.renderer.refused().next() else { return };
        if self.told_refused.as_ref().is_some_and(|told| Arc::ptr_eq(told, mesh)) {
            return;
        }
        self.told_refused = Some(mesh.clone());
        let text = error.to_string();
        update(&mut self.state, Action::Tell(Message::error(text)));
        self.request_redraw();
    }

    fn save_settings(&mut self) -> Option<String> {
        if let Some(canvas) = &self.canvas {
            let size = canvas.window.inner_size().to_logical::<f64>(canvas.window.scale_factor());
            if size.width > 0.0 && size.height > 0.0 && !canvas.window.is_maximized() {
                self.state.settings.window = Some((size.width, size.height));
            }
        }
        self.config_dir.as_deref().and_then(|folder| self.state.settings.save(folder).err())
    }
}
