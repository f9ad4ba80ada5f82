//! Source code of the way from the cursor to the ray or the triangle, to copy, with the pick's numbers below it.

use crate::app::action::Action;
use crate::app::desk::Picked;
use crate::app::panels::rows;
use crate::app::texts::{Text, of_library, t};
use crate::app::tools::picking::ladder::{Ladder, LadderAction};
use egui::{FontId, Label, RichText, Ui};
use pickray::pick::explain::{CodeLanguage, FunctionEnd, whole_function};

/// Shows the section of the function to copy, which is folded at first.
pub fn section(ui: &mut Ui, ladder: &Ladder, picked: Option<&Picked>, actions: &mut Vec<Action>) {
    rows::section(ui, Text("function"), false, |ui| show(ui, ladder, picked, actions));
}

/// Shows a button for each programming language and, where a triangle is hit, a choice of the step that the function
/// ends with. A click copies the function in this language; pointing at the button shows it.
fn show(ui: &mut Ui, ladder: &Ladder, picked: Option<&Picked>, actions: &mut Vec<Action>) {
    rows::note(ui, t!("function-about"));
    let Some(picked) = picked.filter(|picked| picked.trace.ray.is_ok()) else {
        return rows::note(ui, t!("function-none"));
    };
    let end = match &picked.hit {
        Some(hit) if !ladder.function_ends_with_ray => FunctionEnd::Triangle(hit),
        hit => FunctionEnd::Ray(hit.as_ref().map(|hit| hit.object)),
    };
    if picked.hit.is_some() {
        let options = [(false, t!("function-triangle")), (true, t!("function-ray"))];
        let chosen = rows::choice(ui, t!("function-end"), ladder.function_ends_with_ray, options);
        actions.extend(chosen.map(|ray| LadderAction::EndFunctionWithRay(ray).into()));
    }
    let code = |language| whole_function(&picked.trace, end, language, &|comment| of_library::said(comment));
    ui.horizontal_wrapped(|ui| {
        for language in CodeLanguage::ALL {
            let button = ui.button(language.name()).on_hover_ui(|ui| {
                let code = RichText::new(code(language).unwrap_or_default()).font(FontId::monospace(11.0));
                ui.add(Label::new(code).extend());
            });
            if button.clicked() {
                let name = t!("copied-function").to_owned();
                actions.extend(code(language).map(|text| Action::Copy { text, name }));
            }
        }
    });
}
