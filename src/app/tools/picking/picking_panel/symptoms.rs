//! List of symptoms of wrong picks: each unfolds to the mistakes that it may come from, with the wrong step and a
//! lesson's page about it.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::keys::Command;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{language, t};
use crate::app::tools::picking::ladder::step_name;
use crate::app::tools::picking::learning::LearningAction;
use crate::app::tools::picking::mistakes::{Lead, SYMPTOMS};
use crate::app::tools::picking::mistakes::{MistakeAction, texts};
use crate::app::workspace::Workspace;
use crate::lesson::builtin;
use egui::{Button, CollapsingHeader, RichText, Ui};

pub fn show(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::note(ui, t!("symptoms-about"));
    for symptom in &SYMPTOMS {
        CollapsingHeader::new(symptom.words.shown()).id_salt(symptom.words.0).show(ui, |ui| {
            for lead in symptom.leads {
                show_lead(ui, lead, desk, actions);
            }
        });
    }
}

/// Shows a button that opens the step with the mistake, and a link to the page about it.
fn show_lead(ui: &mut Ui, lead: &Lead, desk: &Desk, actions: &mut Vec<Action>) {
    let (step, name) = (step_name(lead.mistake.step()), texts(lead.mistake).name.shown());
    let is_on = desk.study.mistake() == Some(lead.mistake);
    let text = t!("symptom-lead", step = step, mistake = name);
    let button = ui.add(Button::selectable(is_on, text).frame_when_inactive(true).wrap());
    let look = button.on_hover_text(texts(lead.mistake).shows.shown()).clicked();
    ask(actions, look.then_some(MistakeAction::Look(lead.mistake)));
    let (lesson, page) = lead.page();
    let title = builtin()[lesson].words(language()).title.as_str();
    let title = t!("symptom-lesson", title = title, page = page + 1);
    if rows::link(ui, RichText::new(title).small()).clicked() {
        let learn = (desk.workspace != Workspace::Learn).then_some(Action::Command(Command::Show(Workspace::Learn)));
        actions.extend(learn);
        actions.push(LearningAction::OpenPage(lesson, page).into());
    }
}
