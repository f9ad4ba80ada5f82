//! Sheet (a modal dialog) for going to a triangle by its index. Also takes the number of its face or line in the file.

use super::rows;
use crate::app::action::Action;
use crate::app::desk::{Desk, selecting};
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE};
use egui::{Align2, Key, RichText, TextEdit, Ui};

pub fn show(ui: &Ui, desk: &Desk, text: &str, problem: Option<&str>, actions: &mut Vec<Action>) {
    rows::sheet(ui, "go-to", t!("go-to"), 380.0, actions, |ui, actions| {
        rows::note(ui, t!("go-to-about"));
        ui.add_space(SPACE);
        let mut typed = text.to_owned();
        ui.horizontal(|ui| {
            let label = ui.label(t!("go-to-place"));
            let field = ui
                .add(TextEdit::singleline(&mut typed).desired_width(150.0).align(Align2::LEFT_CENTER))
                .labelled_by(label.id);
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if !entered {
                field.request_focus();
            }
            let go = entered || ui.button(t!("go-to-go")).clicked();
            if go || typed != text {
                actions.push(Action::EditPlace { text: typed.clone(), submit: go });
            }
        });
        let words = match problem {
            Some(problem) => RichText::new(problem).color(Colors::of(ui).error),
            None => RichText::new(known(desk)).color(Colors::of(ui).weak),
        };
        ui.label(words);
    });
}

fn known(desk: &Desk) -> String {
    let Some((_, object)) = selecting::meant_object(desk) else { return String::new() };
    t!("go-to-known", name = &object.name, last = (object.mesh.n_triangles() - 1).to_string())
}
