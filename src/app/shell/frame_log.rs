//! Log of the frames drawn, one line of JSON each, for tests and for finding out why a window is slow.

use crate::app::AppError;
use crate::app::desk::Desk;
use crate::app::platform::writing::Target;
use crate::app::tools::picking::Picking;
use crate::app::update::State;
use crate::app::workspace::Workspace;
use pickray::accel::RayTree;
use pickray::math::FramebufferSize;
use pickray::scene::View;
use pickray_render::FrameStats;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

pub struct FrameLog {
    path: PathBuf,
    out: Box<dyn Write>,
    /// `true` if each line also lists what is shown in the panels.
    pub lists_widgets: bool,
}

/// Returns the widgets of an update for assistive technology: role, words, and edges in logical pixels, where known.
pub fn widgets_of(update: egui::accesskit::TreeUpdate) -> Vec<Value> {
    let widgets = update.nodes.into_iter().filter_map(|(_, node)| {
        let words = node.label().or_else(|| node.value())?.to_owned();
        let egui::accesskit::Rect { x0, y0, x1, y1 } = node.bounds()?;
        Some(json!({ "role": format!("{:?}", node.role()), "words": words, "bounds": [x0, y0, x1, y1] }))
    });
    widgets.collect()
}

/// Returns the state of the lesson's page that is open; `None` if there is none.
fn lesson_page(picking: &Picking, desk: &Desk) -> Option<Value> {
    let (lesson, page, open) = picking.learning.shown()?;
    // The pixel where a click reaches the goal, from the top left.
    let goal_at = picking.learning.place_of_goal(desk).map(|at| [at.x, at.y]);
    Some(json!({
        "name": lesson.name,
        "page": page.id,
        "predicted": open.predicted.is_some(),
        "solved": open.is_solved,
        "goal_at": goal_at,
    }))
}

impl FrameLog {
    /// Opens a new log in the file `target`, which is written with each frame: its lines can be read at once, and
    /// survive if the program is killed.
    pub fn create(target: &Target) -> Result<Self, AppError> {
        Ok(Self { path: target.path().to_owned(), out: Box::new(target.open()?), lists_widgets: false })
    }

    /// Returns a log in the browser's console, which lists what the panels show if it is to.
    #[cfg(target_arch = "wasm32")]
    pub fn in_console(lists_widgets: bool) -> Self {
        Self { path: PathBuf::new(), out: Box::new(crate::app::platform::page::Console), lists_widgets }
    }

    /// Writes the line of the frame just drawn. `processor_seconds` is the processor time of the frame, if the system
    /// tells it; `click_after_frame` the last frame drawn before the click that this one handled; `due_in` the seconds
    /// until the next one that needs no event.
    pub fn write(
        &mut self,
        state: &State,
        stats: &FrameStats,
        processor_seconds: Option<f64>,
        click_after_frame: Option<u64>,
        due_in: Option<f64>,
        widgets: Option<Vec<Value>>,
    ) -> Result<(), AppError> {
        let (desk, picking) = (&state.desk, state.tools.get::<Picking>());
        let View { viewport, framebuffer: FramebufferSize { width, height }, .. } = *desk.view();
        let progress = desk.files.loading.as_ref().and_then(|loading| loading.result.progress());
        let verified = picking.check.as_ref().and_then(|check| Some(check.result.get()?.verification.counts));
        let mut line = json!({
            "seconds": crate::app::platform::seconds(),
            "processor_seconds": processor_seconds,
            "viewport": viewport,
            "second_view": desk.is_split().then_some(desk.shown.second_view.view.viewport),
            "framebuffer": [width, height],
            "scale_factor": desk.shown.scale_factor,
            "mesh": desk.mesh_name(),
            "loading": desk.files.loading.is_some(),
            "progress": progress.map(|progress| (progress.fraction(), progress.stage())),
            "message": desk.messages.last.as_ref().map(|message| &*message.text),
            // Of the window's own list of files, once it has read a folder.
            "listed": desk.files.chooser.as_ref().and_then(|chooser| chooser.folder().map(|_| chooser.n_shown())),
            "selected": desk.selected.triangles.len(),
            "picked": desk.picked.as_ref().and_then(|picked| picked.id()),
            "hover": desk.pointer.hover,
            "hover_picks": desk.pointer.hover_picks,
            "verified": verified,
            "bench": (desk.workspace == Workspace::Collide).then(|| state.tools.in_use(desk).name()),
            "marked": desk.selected.marked.len(),
            // Of the measuring tool: the point that a click would take.
            "aim": picking.measuring.aim.map(|aim| aim.point),
            "lesson": lesson_page(picking, desk),
            "widgets": widgets,
            "step": picking.explain.ladder.open,
            // By this thread, since the start.
            "trees_built": RayTree::builds(),
            "click_after_frame": click_after_frame,
            "due_in": due_in,
        });
        if !desk.annotations.is_empty() {
            line["annotations"] = json!(desk.annotations);
        }
        if let (Some(line), Value::Object(stats)) = (line.as_object_mut(), json!(stats)) {
            line.extend(stats);
        }
        serde_json::to_string(&line)
            .map_err(std::io::Error::from)
            .and_then(|text| self.out.write_all((text + "\n").as_bytes()))
            .map_err(|error| AppError::FrameLog { path: self.path.clone(), error })
    }
}
