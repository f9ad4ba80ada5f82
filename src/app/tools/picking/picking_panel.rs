//! Panels of picking: hit, selection and mesh beside the picture, a pick's steps below it, marks and lists over it.

mod explaining;
mod inspector;
mod ladder;
mod lesson;
mod lists;
mod measures;
mod mistakes;
mod pixel_map;
mod ray;
mod split;
mod strip;

use super::{Picking, StripTool};
use crate::app::action::Action;
use crate::app::arrangement::{Arrangement, Pane, Workspace};
use crate::app::desk::Desk;
use crate::app::panels::{area_of, foot_stays, rows, selection_buttons, sheet};
use crate::app::texts::{Text, t};
use crate::app::theme::SPACE;
use crate::app::tool::Panel;
use egui::{Frame, Rect, Ui};
use pickray_render::{Overlay, Palette};

impl Panel for Picking {
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
        if let Some(inspected) = self.check.as_ref().and_then(|check| check.inspected.as_ref()) {
            rows::section(ui, Text("picking-pixel"), true, |ui| pixel_map::inspector(ui, inspected, actions));
        }
        if desk.workspace == Workspace::Learn {
            lesson::show(ui, self, desk, actions);
            self.show_steps(ui, desk, actions);
            // A page that asks for the setup has a section of its own, which is unfolded at first.
            let own = self.learning.shown().filter(|(_, page, _)| page.setup);
            let id = own.map(|(lesson, page, _)| format!("setup of {}/{}", lesson.name, page.id));
            let (is_open, id) = (id.is_some(), id.unwrap_or_else(|| "setup".to_owned()));
            rows::section_named(ui, &id, t!("setup"), is_open, Box::new(|ui| explaining::setup(ui, desk, actions)));
            return self.show_function(ui, desk, actions);
        }
        self.show_steps(ui, desk, actions);
        if self.tool == StripTool::Measure || !desk.annotations.is_empty() {
            let [measures, landmarks] = [desk.annotations.measures.len(), desk.annotations.landmarks.len()];
            let title = match landmarks {
                0 => t!("measure-list", count = measures as u64),
                _ => t!("measure-list-both", measures = measures as u64, landmarks = landmarks as u64),
            };
            let show = |ui: &mut Ui| measures::show(ui, &self.measuring, desk, actions);
            rows::section_named(ui, "measures", &title, true, Box::new(show));
        }

        // While measuring, what was picked and selected is folded away, until somebody unfolds it.
        let is_open = self.tool != StripTool::Measure;
        let id = |name: &'static str| if is_open { name.to_owned() } else { format!("{name} while measuring") };
        let show = |ui: &mut Ui| inspector::show(ui, desk, actions);
        rows::section_named(ui, &id("picking-hit"), t!("picking-hit"), is_open, Box::new(show));
        if desk.settings.panels.explain {
            rows::section(ui, Text("symptoms"), false, |ui| explaining::symptoms(ui, desk, actions));
            rows::section(ui, Text("setup"), true, |ui| explaining::setup(ui, desk, actions));
            self.show_function(ui, desk, actions);
        }
        let title = t!("picking-selection", count = desk.selected.triangles.len() as u64);
        let show = |ui: &mut Ui| {
            if !foot_stays(ui) && desk.has_selection() {
                selection_buttons(ui, desk, actions);
            }
            inspector::show_selection(ui, &self.sum, desk, actions);
        };
        rows::section_named(ui, &id("picking-selection"), &title, is_open, Box::new(show));
        let title = t!("picking-objects", count = desk.files.objects.n_objects as u64);
        rows::section_named(ui, "picking-objects", &title, true, Box::new(|ui| lists::show_objects(ui, desk, actions)));
        rows::section(ui, Text("picking-mesh"), true, |ui| inspector::show_mesh(ui, desk, actions));
        ui.add_space(2.0 * SPACE);
    }

    fn show_over(&self, ui: &Ui, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
        let view = if desk.is_split() { area_of(desk, desk.view()).intersect(area) } else { area };
        if let Some(loupe) = ladder::open_loupe(self, desk) {
            ladder::parts::lens_over(ui, &loupe, desk, view);
        }
        pixel_map::map(ui, self, desk, view);
        if !self.hides_miss(desk) {
            ray::miss(ui, desk, view);
        }
        measures::show_marks(ui, self, desk, view);
        ray::names(ui, self, desk, view, actions);
        split::names(ui, self, desk, actions);
        strip::show(ui, self, desk, area, actions);
        pixel_map::legend(ui, self, desk, beside_strip(desk, area), actions);
        lists::show_hits(ui, self, desk, area, actions);
        lesson::marks(ui, self, desk, area);
        mistakes::over(ui, self, desk, area, actions);
        lists::show_why(ui, self, desk, area, actions);
    }

    fn in_one_line(&self, desk: &Desk) -> Option<String> {
        if let Some((lesson, _, open)) = self.learning.shown() {
            return Some(lesson::place_in_words(lesson, open));
        }
        if self.tool == StripTool::Measure
            && let Some(value) = measures::in_one_line(&self.measuring, desk)
        {
            return Some(value);
        }
        let hit = desk.picked.as_ref()?.id().and_then(|id| desk.triangle_in_words(id));
        Some(hit.unwrap_or_else(|| t!("inspector-nothing").to_owned()))
    }

    fn hints(&self) -> &'static [(Text, Text)] {
        if self.tool == StripTool::Measure { self.measuring.hints() } else { self.tool.hints() }
    }

    fn next_step(&self, desk: &Desk) -> Option<(String, &'static str)> {
        if self.tool == StripTool::Measure {
            return Some(measures::next_step(&self.measuring, desk));
        }
        // A drag of areas moves no camera.
        let is_free = |_: &_| self.tool == StripTool::Click;
        lists::next_step(self, desk).or_else(|| ray::next_step(desk).filter(is_free))
    }

    fn overlays(&self, desk: &Desk, pane: Pane, palette: &Palette) -> Vec<Overlay> {
        let (mut overlays, is_picking) = (Vec::new(), pane == Pane::Picking);
        // In this order what is drawn later lies over what is drawn before.
        if is_picking {
            overlays.extend(pixel_map::overlays(self, desk, palette));
            overlays.extend(lists::overlay_of_row(desk, palette));
            overlays.extend(ray::ray(desk, palette).into_iter().filter(|_| !self.hides_miss(desk)));
        } else {
            overlays.extend(split::overlays(desk, palette));
            overlays.extend(measures::overlays(self, desk, palette));
        }
        overlays.extend(ray::boxes(desk, palette));
        if !is_picking {
            overlays.extend(split::arrow_overlays(&self.explain.ladder, desk, palette));
        }
        overlays.extend(ray::ladder_points(&self.explain.ladder, desk, pane, palette));
        overlays.extend(ray::unplaced(self, desk, pane, palette));
        overlays.extend(mistakes::overlays(self, desk, pane, palette));
        overlays.extend(ray::own_ray(desk, palette));
        if is_picking {
            overlays.extend(measures::overlays(self, desk, palette));
            overlays.extend(lists::overlay_of_hit(self, desk, palette));
        }
        overlays
    }
}

impl Picking {
    /// Shows the ladder below the picture; with `is_wide`, below the panel beside it, too: for one of both values.
    pub fn show_ladder(&self, ui: &mut Ui, desk: &Desk, is_wide: bool, actions: &mut Vec<Action>) {
        // Before the first click the picture has the whole height; in lessons, which ask for clicks, it stays as it is.
        let is_empty = desk.picked.is_none() && desk.workspace == Workspace::Pick && desk.shown.figure.is_none();
        // The ladder without an open step needs less room than the words of a lesson.
        let is_beside_words = desk.workspace == Workspace::Learn && self.explain.ladder.open.is_none();
        if !desk.shows_ladder() || is_empty || is_wide == is_beside_words {
            return;
        }
        let body = Frame::new().fill(ui.visuals().panel_fill);
        if desk.shown.figure.is_some() && desk.shown.arrangement == Arrangement::SheetBeside {
            let beside = egui::Panel::right("ladder-beside").frame(body).exact_size(sheet::width_beside(ui));
            beside.resizable(false).show(ui, |ui| ladder::show(ui, self, desk, actions));
            return;
        }
        // One height, whatever is open; 120 pixels are left to the picture. A dragged height holds for windows as high.
        let room = ui.available_height();
        let most = (room - 120.0).max(ladder::LEAST_HEIGHT);
        egui::Panel::bottom(("ladder", room.round() as i32))
            .frame(body)
            .resizable(desk.shown.figure.is_none())
            .default_size(ladder::height(room).min(most))
            .size_range(ladder::LEAST_HEIGHT..=most)
            .show(ui, |ui| {
                ui.set_min_height(ui.available_height());
                ladder::show(ui, self, desk, actions);
            });
    }

    /// Returns `true` while measuring after a pick that missed: its ray says nothing about what is measured.
    fn hides_miss(&self, desk: &Desk) -> bool {
        self.tool == StripTool::Measure && desk.picked.as_ref().is_some_and(|picked| picked.hit.is_none())
    }

    fn show_function(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
        let (ladder, picked) = (&self.explain.ladder, desk.picked.as_ref());
        rows::section(ui, Text("function"), false, |ui| explaining::function(ui, ladder, picked, actions));
    }

    /// Shows the ladder step by step in a sheet, which has no room for it below the picture.
    fn show_steps(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
        if desk.has_sheet() && desk.shows_ladder() {
            ladder::show_step(ui, self, desk, actions);
        }
    }
}

/// Returns the part of the picture that the strip at its edge leaves free.
fn beside_strip(desk: &Desk, area: Rect) -> Rect {
    match strip::is_shown(desk) {
        true if strip::is_row(desk) => area.with_max_y(area.bottom() - strip::WIDTH),
        true => area.with_min_x(area.left() + strip::WIDTH),
        false => area,
    }
}

/// Returns the part of the picture that the strip, and the slider of a split picture, leave to cards.
fn room_for_cards(desk: &Desk, area: Rect) -> Rect {
    let height = if desk.is_split() { split::SLIDER_HEIGHT } else { 0.0 };
    beside_strip(desk, area).with_max_y(area.bottom() - height)
}
