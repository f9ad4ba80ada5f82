//! Presentation of the ladder's steps one by one; figures of articles; size and panels of the interface.

use super::{Desk, restoring};
use crate::app::action::Effect;
use crate::app::arrangement::{Arrangement, Detent, Figure, Workspace};
use crate::app::keys::{Command, Key, chord_in_words};
use crate::app::platform;
use crate::app::texts::{of_library, t};
use pickray::pick::explain::Step;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presenting {
    /// Number of the ladder's steps that were shown so far.
    pub shown: usize,
    /// `true` while the numbers of the ladder's later steps are covered.
    pub covers: bool,
}

/// Factor by which type is larger for a room.
const LARGER: f32 = 1.5;

/// Width and height of a figure whose code is copied, in CSS pixels.
const FIGURE_SIZE: [u32; 2] = [640, 480];

impl Desk {
    /// Returns the size of the interface, relative to the system's: by the settings and the presentation.
    pub fn interface_size(&self) -> f32 {
        let larger = if self.shown.presenting.is_some() { LARGER } else { 1.0 };
        self.settings.interface_size.0 * larger
    }

    /// Returns `true` if a presentation covers this step of the ladder, which has yet to be shown.
    pub fn is_covered(&self, step: Step) -> bool {
        self.shown.presenting.is_some_and(|presenting| presenting.covers && presenting.shown <= step as usize)
    }

    /// Returns `true` if a sheet, or the page of a figure, takes the place of the side panel.
    pub fn has_sheet(&self) -> bool {
        self.shown.arrangement != Arrangement::Wide || self.shown.figure.is_some()
    }

    pub fn panel_is_left(&self) -> bool {
        self.settings.panels.left || self.shown.panel_left
    }

    /// Returns `true` if the side panel is shown, or more of the sheet than its line.
    pub fn shows_side_panel(&self) -> bool {
        if let Some(figure) = self.shown.figure {
            return figure == Figure::Lesson;
        }
        if self.has_sheet() {
            return self.shown.detent != Detent::Line;
        }
        match self.workspace {
            Workspace::Pick => self.settings.panels.inspector && self.shown.presenting.is_none(),
            Workspace::Collide => self.settings.panels.bench && self.shown.presenting.is_none(),
            Workspace::Learn => self.settings.panels.lesson && (self.shown.presenting.is_none() || self.page.is_some()),
        }
    }

    /// Shows or hides the side panel, or all of the sheet but its line.
    pub(in crate::app) fn toggle_side_panel(&mut self) {
        if self.has_sheet() {
            self.shown.detent = if self.shows_side_panel() { Detent::Line } else { Detent::Half };
            return;
        }
        let panels = &mut self.settings.panels;
        let is_open = match self.workspace {
            Workspace::Pick => &mut panels.inspector,
            Workspace::Collide => &mut panels.bench,
            Workspace::Learn => &mut panels.lesson,
        };
        *is_open = !*is_open;
        self.files.effects.push(Effect::SaveSettings);
    }

    /// Draws the sheet over as far as half, if it is shut, since there is something to be read in it.
    pub(in crate::app) fn draw_sheet_over(&mut self) {
        if self.shown.detent == Detent::Line {
            self.shown.detent = Detent::Half;
        }
    }
}

/// Begins a presentation and tells the person its keys, or ends it.
pub(in crate::app) fn toggle(desk: &mut Desk) {
    if desk.shown.presenting.take().is_some() {
        return;
    }
    desk.shown.presenting = Some(Presenting::default());
    let end = chord_in_words(Command::Present);
    let [back, on, cover] = [Key::PageUp, Key::PageDown, Key::Char('b')].map(|key| key.to_string());
    if desk.shows_ladder() {
        desk.tell(t!("present-keys", back = back, on = on, cover = cover, end = end));
    } else {
        desk.tell(t!("present-end", end = end));
    }
}

pub(in crate::app) fn toggle_cover(desk: &mut Desk) {
    if let Some(presenting) = &mut desk.shown.presenting {
        presenting.covers = !presenting.covers;
    }
}

/// Counts this step of the ladder and those before it as shown.
pub(in crate::app) fn keep_shown(desk: &mut Desk, step: Option<Step>) {
    if let Some((presenting, step)) = desk.shown.presenting.as_mut().zip(step) {
        presenting.shown = presenting.shown.max(step as usize + 1);
    }
}

/// Copies HTML code of a figure of the last pick: with the lesson's page, or the ladder if shown, or the picture alone.
pub(in crate::app) fn copy_code(desk: &mut Desk) {
    let figure = match () {
        () if desk.page.is_some() => Figure::Lesson,
        () if desk.shows_ladder() => Figure::Ladder,
        () => Figure::Picture,
    };
    let Some(address) = restoring::address(desk, Some(figure)) else { return };
    let [width, height] = FIGURE_SIZE;
    let title = t!("figure-title", name = of_library::mesh_name(&desk.mesh_name().unwrap_or_default()));
    let [address, title] = [address, title]
        .map(|text| text.replace('&', "&amp;").replace('"', "&quot;").replace('\'', "&#39;").replace('<', "&lt;"));
    let code = format!(
        "<iframe src='{address}' title='{title}' width='{width}' height='{height}' loading='lazy' \
         style='border: 0; max-width: 100%'></iframe>"
    );
    // No quote within an attribute is left.
    let code = code.replace('\'', "\"");
    desk.copy(code, t!("copied-embed-code"));
}

/// Opens the whole page, at the last pick of the figure.
pub(in crate::app) fn open_whole(desk: &mut Desk) {
    let address = match &desk.picked {
        Some(_) => restoring::address(desk, None),
        None => platform::address_of("", None),
    };
    desk.files.effects.extend(address.map(Effect::OpenAddress));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::settings::{InterfaceSize, Settings};

    fn covered(desk: &Desk) -> Vec<Step> {
        Step::ALL.into_iter().filter(|&step| desk.is_covered(step)).collect()
    }

    #[test]
    fn type_is_larger_while_something_is_presented_and_the_scale_factor_that_is_taught_stays() {
        let mut desk = Desk::new(Settings { interface_size: InterfaceSize(1.2), ..Settings::default() });
        desk.shown.scale_factor = f64::from(desk.interface_size());
        assert_eq!((desk.interface_size(), desk.screen_scale_factor()), (1.2, 1.0));
        toggle(&mut desk);
        desk.shown.scale_factor = f64::from(desk.interface_size());
        assert_eq!((desk.interface_size(), desk.screen_scale_factor()), (1.2 * 1.5, 1.0));
        toggle(&mut desk);
        assert_eq!(desk.interface_size(), 1.2);
    }

    #[test]
    fn who_begins_to_present_is_told_the_keys() {
        let mut desk = Desk::new(Settings::default());
        toggle(&mut desk);
        let told = desk.messages.last.take().expect("a word").text;
        assert!(["Page up", "Page down", "B covers", "F5 ends"].iter().all(|key| told.contains(key)), "{told}");
        toggle(&mut desk);
        assert!(desk.messages.last.is_none());
        desk.workspace = Workspace::Collide;
        toggle(&mut desk);
        assert_eq!(desk.messages.last.expect("a word").text, "Presenting: F5 ends.", "there is no ladder");
    }

    #[test]
    fn the_cover_lies_over_the_steps_that_were_not_shown_yet() {
        let mut desk = Desk::new(Settings::default());
        toggle_cover(&mut desk);
        assert_eq!(covered(&desk), [], "nothing is presented");
        toggle(&mut desk);
        assert_eq!(covered(&desk), []);
        toggle_cover(&mut desk);
        assert_eq!(covered(&desk), Step::ALL);
        keep_shown(&mut desk, Some(Step::Ndc));
        keep_shown(&mut desk, Some(Step::Cursor));
        assert_eq!(covered(&desk), Step::ALL[3..], "what was shown once stays");
        toggle_cover(&mut desk);
        assert_eq!(covered(&desk), []);
        toggle_cover(&mut desk);
        toggle(&mut desk);
        assert_eq!(covered(&desk), []);
        toggle(&mut desk);
        assert_eq!(desk.shown.presenting, Some(Presenting::default()), "it begins anew");
    }
}
