//! Source code that computes the ray from the cursor, as one function to copy, with the pick's numbers below it.

use crate::app::action::Action;
use crate::app::desk::Picked;
use crate::app::panels::rows;
use crate::app::texts::t;
use egui::{FontId, Label, RichText, Ui};
use pickray::pick::explain::{CodeLanguage, whole_function};

/// Shows a button for each programming language. A click copies the function in this language; pointing at the button
/// shows it.
pub fn show(ui: &mut Ui, picked: Option<&Picked>, actions: &mut Vec<Action>) {
    rows::note(ui, t!("function-about"));
    let Some(picked) = picked.filter(|picked| picked.trace.ray.is_ok()) else {
        return rows::note(ui, t!("function-none"));
    };
    ui.horizontal_wrapped(|ui| {
        for language in CodeLanguage::ALL {
            let button = ui.button(language.name()).on_hover_ui(|ui| {
                let code = RichText::new(language.function()).font(FontId::monospace(11.0));
                ui.add(Label::new(code).extend());
            });
            if button.clicked() {
                let text = whole_function(&picked.trace, picked.id().map(|id| id.object), language);
                let name = t!("copied-function").to_owned();
                actions.extend(text.map(|text| Action::Copy { text, name }));
            }
        }
    });
}
