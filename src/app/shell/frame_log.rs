//! Log of the frames drawn, one line of JSON each, for tests and for finding out why a window is slow.

use crate::app::AppError;
use crate::app::arrangement::Workspace;
use crate::app::desk::Desk;
use crate::app::platform::writing::Target;
use crate::app::tools::picking::Picking;
use crate::app::update::State;
use pickray::accel::RayTree;
use pickray_render::FrameStats;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

pub struct FrameLog {
    path: PathBuf,
    out: Box<dyn Write>,
    /// `true` if each line also lists what is shown in the panels.
    pub lists_widgets: bool,
}

/// Widget of a panel: its role for assistive technology, its words, and its rectangle in logical pixels.
#[derive(Serialize)]
pub struct Widget {
    role: String,
    words: String,
    /// Left, top, right and bottom edge.
    bounds: [f64; 4],
}

impl Widget {
    /// Returns what an update of the tree of assistive technology lists, without what has no place or no words.
    pub fn all_of(update: egui::accesskit::TreeUpdate) -> Vec<Self> {
        let widgets = update.nodes.into_iter().filter_map(|(_, node)| {
            let words = node.label().or_else(|| node.value())?.to_owned();
            let egui::accesskit::Rect { x0, y0, x1, y1 } = node.bounds()?;
            Some(Self { role: format!("{:?}", node.role()), words, bounds: [x0, y0, x1, y1] })
        });
        widgets.collect()
    }
}

#[derive(Serialize)]
struct LogLine<'a> {
    #[serde(flatten)]
    stats: &'a FrameStats,
    #[serde(flatten)]
    state: Value,
}

fn lesson_page(picking: &Picking, desk: &Desk) -> Option<Value> {
    let (lesson, page, open) = picking.learning.shown()?;
    Some(json!({
        "name": lesson.name,
        "page": page.id,
        // Whether the learner predicted the result, or had it shown without a prediction.
        "predicted": open.predicted.is_some(),
        // Whether the page's goal was met since it was opened.
        "solved": open.is_solved,
        // Pixel where a click reaches the page's goal, from the top left; null if none does, or the goal is reached.
        "goal_at": picking.learning.place_of_goal(desk).map(|at| [at.x, at.y]),
    }))
}

impl FrameLog {
    /// Opens a new log in the file `target`. Each line is written with its frame, to survive if the program is killed.
    pub fn create(target: &Target) -> Result<Self, AppError> {
        let out = target.open().map_err(|error| AppError::Told(error.to_string()))?;
        Ok(Self { path: target.path().to_owned(), out: Box::new(out), lists_widgets: false })
    }

    /// Returns a log in the browser's console, which lists what the panels show if it is to.
    #[cfg(target_arch = "wasm32")]
    pub fn in_console(lists_widgets: bool) -> Self {
        Self { path: PathBuf::new(), out: Box::new(crate::app::platform::page::Console), lists_widgets }
    }

    /// Writes the line of the frame just drawn: the processor time it took, and the seconds until the next one is due.
    pub fn write(
        &mut self,
        state: &State,
        stats: &FrameStats,
        processor_seconds: Option<f64>,
        click_after_frame: Option<u64>,
        due_in: Option<f64>,
        widgets: Option<Vec<Widget>>,
    ) -> Result<(), AppError> {
        let (desk, picking) = (&state.desk, state.tools.get::<Picking>());
        let chooser = desk.files.chooser.as_ref();
        let checked = picking.check.as_ref().and_then(|check| check.result.get());
        let progress = desk.files.loading.as_ref().and_then(|loading| loading.result.progress());

        let state = json!({
            "seconds": crate::app::platform::seconds(),
            // Processor time of all threads from the frame's start to its end, if the system tells it.
            "processor_seconds": processor_seconds,
            "viewport": desk.view().viewport,
            // Viewport of the free view, while the picture is split.
            "second_view": desk.is_split().then_some(desk.shown.second_view.view.viewport),
            "framebuffer": [desk.view().framebuffer.width, desk.view().framebuffer.height],
            "scale_factor": desk.shown.scale_factor,
            "mesh": desk.mesh_name(),
            "loading": desk.files.loading.is_some(),
            // Progress of the file being read, from 0 to 1, and the stage of reading.
            "progress": progress.map(|progress| (progress.fraction(), progress.stage())),
            "message": desk.messages.last.as_ref().map(|message| &message.text),
            // Number of entries in the window's file dialog, once it has read a folder.
            "listed": chooser.and_then(|chooser| chooser.folder().map(|_| chooser.n_shown())),
            "selected": desk.selected.triangles.len(),
            "picked": desk.picked.as_ref().and_then(|picked| picked.id()),
            "hover": desk.pointer.hover,
            "hover_picks": desk.pointer.hover_picks,
            // Numbers of pixels by verdict in a finished check of every pixel against the GPU.
            "verified": checked.map(|checked| checked.verification.counts),
            "bench": (desk.workspace == Workspace::Collide).then(|| state.tools.in_use(desk).name()),
            "marked": desk.selected.marked.len(),
            "annotations": (!desk.annotations.is_empty()).then_some(&desk.annotations),
            // Point that a click of the measuring tool would take.
            "aim": picking.measuring.aim.map(|aim| aim.point),
            "lesson": lesson_page(picking, desk),
            "widgets": widgets,
            "step": picking.explain.ladder.open,
            // Number of AABB trees over triangles that this thread has built so far.
            "trees_built": RayTree::builds(),
            // Number of the last frame drawn before the click that this frame handled.
            "click_after_frame": click_after_frame,
            // Seconds until the next frame that needs no event.
            "due_in": due_in,
        });
        serde_json::to_string(&LogLine { stats, state })
            .map_err(std::io::Error::from)
            .and_then(|text| self.out.write_all((text + "\n").as_bytes()))
            .map_err(|error| {
                AppError::Told(format!("{}: {error}; name another file for --frame-log", self.path.display()))
            })
    }
}
