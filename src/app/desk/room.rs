//! Side panel, or the sheet in its place, shown and hidden.

use super::Desk;
use crate::app::action::Effect;
use crate::app::arrangement::{Arrangement, Detent, Figure};
use crate::app::workspace::Workspace;

impl Desk {
    /// Returns `true` if a sheet, or the page of a figure, takes the place of the side panel.
    pub fn has_sheet(&self) -> bool {
        self.shown.arrangement != Arrangement::Wide || self.shown.figure.is_some()
    }

    /// Returns `true` if the side panel is at the left.
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
