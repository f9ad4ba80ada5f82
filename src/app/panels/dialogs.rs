//! Sheets (modal dialogs) of the settings, of a saved picture's options, of load reports, and of errors so far.

use super::rows;
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::input::NavigationPreset;
use crate::app::keys::{Command, name_of};
use crate::app::numbers;
use crate::app::platform::prefers_reduced_motion;
use crate::app::settings::{LengthUnit, PICTURE_SCALES, RayView, Settings, ThemeChoice};
use crate::app::texts::{Language, of_library, t};
use crate::app::theme::{Colors, SPACE};
use egui::{Checkbox, Label, RichText, ScrollArea, Ui, WidgetText};
use pickray::mesh::{Format, Image, LoadReport, Mesh};
use pickray::scene::UpAxis;
use pickray_render::Shading;

pub fn settings(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::sheet(ui, "settings", t!("settings"), 420.0, actions, &mut |ui, actions| {
        let mut settings = desk.settings.clone();
        appearance(ui, &mut settings);
        ui.add_space(2.0 * SPACE);
        rows::line(ui, t!("settings-motion"), &mut |ui| {
            let (is_asked, mut reduced) = (prefers_reduced_motion(), settings.reduces_motion());
            ui.add_enabled(!is_asked, Checkbox::new(&mut reduced, t!("settings-motion-reduced")))
                .on_hover_text(t!("settings-motion-reduced-about"))
                .on_disabled_hover_text(t!("settings-motion-asked"));
            settings.reduced_motion = if is_asked { settings.reduced_motion } else { reduced };
        });
        ui.add_space(2.0 * SPACE);
        rows::line(ui, t!("settings-panels"), &mut |ui| {
            ui.checkbox(&mut settings.panels.inspector, t!("command-side-panel"));
            ui.checkbox(&mut settings.panels.left, t!("settings-panels-left"));
            ui.checkbox(&mut settings.panels.explain, t!("settings-panels-explain"));
            switches(ui, &mut settings, &[Command::ToggleHints]);
        });
        rows::ask(actions, (settings != desk.settings).then_some(Action::Settings(settings)));
        ui.add_space(2.0 * SPACE);
        rows::note(ui, t!("settings-remembered"));
    });
}

fn appearance(ui: &mut Ui, settings: &mut Settings) {
    choose(ui, t!("settings-theme"), &mut settings.theme, ThemeChoice::ALL.map(|theme| (theme, theme.name())));
    let of_system = (None, t!("settings-language-of-system"));
    let languages = Language::ALL.map(|language| (Some(language), language.name()));
    choose(ui, t!("settings-language"), &mut settings.language, [of_system].into_iter().chain(languages));
    let sizes = [
        (0.85, t!("settings-size-small")),
        (1.0, t!("settings-size-usual")),
        (1.25, t!("settings-size-large")),
        (1.5, t!("settings-size-larger")),
    ];
    choose(ui, t!("settings-size"), &mut settings.interface_size.0, sizes);

    rows::choices(ui, t!("settings-navigation"), &mut |ui| {
        for preset in NavigationPreset::ALL {
            let about: Vec<_> = preset
                .drags()
                .map(|row| t!("settings-navigation-drag", gesture = row.gesture.shown(), does = row.drag.name()))
                .collect();
            ui.selectable_value(&mut settings.navigation, preset, preset.name()).on_hover_text(about.join("\n"));
        }
    });

    let style = &mut settings.style;
    let shadings = [(Shading::Flat, t!("settings-shading-flat")), (Shading::Smooth, t!("settings-shading-smooth"))];
    choose(ui, t!("settings-shading"), &mut style.shading, shadings);
    let ups = [(None, t!("settings-up-by-format")), (Some(UpAxis::Y), "y"), (Some(UpAxis::Z), "z")];
    choose(ui, t!("settings-up"), &mut settings.up, ups);
    for (format, kept) in settings.up_in.clone() {
        match rows::choice(ui, &t!("settings-up-in", format = format.clone()), Some(kept), ups) {
            Some(Some(up)) => drop(settings.up_in.insert(format, up)),
            Some(None) => drop(settings.up_in.remove(&format)),
            None => {}
        }
    }

    choose(ui, t!("measure-unit"), &mut settings.unit, LengthUnit::ALL.map(|unit| (unit, unit.name())));
    let samples = [4, 8].map(|samples| (samples, t!("settings-samples", count = samples)));
    let off = (1, t!("settings-samples-off").to_owned());
    choose(ui, t!("settings-antialiasing"), &mut style.samples, [off].into_iter().chain(samples));
    choose(ui, t!("settings-ray"), &mut settings.ray, RayView::ALL.map(|view| (view, view.name())));
    ui.add_space(2.0 * SPACE);
    rows::line(ui, t!("settings-picture"), &mut |ui| {
        use Command::{ToggleAxes, ToggleColors, ToggleEdges, ToggleGrid, ToggleTextures, ToggleWireframe};
        let of_picture = [ToggleEdges, ToggleWireframe, ToggleColors, ToggleTextures, ToggleGrid, ToggleAxes];
        switches(ui, settings, &of_picture);
    });
}

fn switches(ui: &mut Ui, settings: &mut Settings, commands: &[Command]) {
    for &command in commands {
        if let Some(on) = settings.switch(command) {
            ui.checkbox(on, name_of(command));
        }
    }
}

fn choose<T: Copy + PartialEq>(
    ui: &mut Ui,
    label: &str,
    setting: &mut T,
    options: impl IntoIterator<Item = (T, impl Into<WidgetText>)>,
) {
    *setting = rows::choice(ui, label, *setting, options).unwrap_or(*setting);
}

/// Shows a sheet to save or copy the picture: its scale, its overlays, a transparent background.
pub fn picture(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::sheet(ui, "save-picture", t!("save-picture"), 400.0, actions, &mut |ui, actions| {
        let mut settings = desk.settings.clone();
        let options = &mut settings.picture;
        let pixels = |scale| {
            let (width, height) = desk.picture_size(scale);
            t!("save-picture-pixels", width = width.to_string(), height = height.to_string())
        };
        rows::choices(ui, t!("save-picture-size"), &mut |ui| {
            for scale in PICTURE_SCALES {
                ui.selectable_value(&mut options.scale, scale, format!("{scale}×")).on_hover_text(pixels(scale));
            }
        });
        rows::line(ui, t!("save-picture-with"), &mut |ui| {
            ui.checkbox(&mut options.overlays, t!("save-picture-overlays"));
            ui.checkbox(&mut options.transparent, t!("save-picture-transparent"));
        });
        rows::note(ui, &pixels(options.scale));
        ui.add_space(2.0 * SPACE);
        rows::ask(actions, (settings != desk.settings).then_some(Action::Settings(settings)));
        ui.horizontal(|ui| {
            for (text, to_clipboard) in [(t!("save-picture-save"), false), (t!("save-picture-copy"), true)] {
                rows::ask(actions, ui.button(text).clicked().then_some(Action::TakePicture(to_clipboard)));
            }
        });
    });
}

const MOST_IMAGES: usize = 100;

pub fn report(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::sheet(ui, "report", t!("report"), 620.0, actions, &mut |ui, actions| {
        if desk.files.reports.is_empty() {
            rows::note(ui, t!("report-no-file"));
        }
        ScrollArea::vertical().max_height(ui.available_height()).show(ui, |ui| {
            for (index, report) in desk.files.reports.iter().enumerate() {
                ui.push_id(index, |ui| file(ui, report, actions));
            }
            textures(ui, desk, actions);
            memory(ui, desk, actions);
        });
    });
}

/// Shows which texture coordinates and normals the meshes have, and the images of their textures.
fn textures(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let meshes = || desk.opened().iter().map(|object| &object.mesh);
    let of = |by_corner: fn(&Mesh) -> Option<bool>| {
        let words = [(false, t!("report-by-vertex")), (true, t!("report-by-corner"))];
        let is_there = |(wanted, words)| meshes().any(|mesh| by_corner(mesh) == Some(wanted)).then_some(words);
        words.into_iter().filter_map(is_there).collect::<Vec<_>>().join(t!("list-comma"))
    };
    for (name, has) in [
        (t!("report-uv"), of(|mesh| Some(mesh.texture_coordinates(0)?.corners().is_some()))),
        (t!("report-uv2"), of(|mesh| Some(mesh.texture_coordinates(1)?.corners().is_some()))),
        (t!("report-normals"), of(|mesh| Some(mesh.normals()?.corners().is_some()))),
    ] {
        if !has.is_empty() {
            rows::text_row(ui, name, &has, actions);
        }
    }

    let mut images: Vec<&Image> = Vec::new();
    for image in meshes().flat_map(|mesh| mesh.textures().images()) {
        if images.len() < MOST_IMAGES && !images.iter().any(|known| known.is(image)) {
            images.push(image);
        }
    }
    for image in images {
        let name = image.name();
        let said = match (image.pixels(), image.problem()) {
            (Some(pixels), _) => t!("report-image", name = name, width = pixels.width(), height = pixels.height()),
            (None, Some(problem)) => t!("report-image-not", name = name, why = of_library::said(problem)),
            (None, None) => t!("report-image-waits", name = name),
        };
        rows::text_row(ui, t!("report-images"), &said, actions);
    }
}

fn memory(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let Some(frame) = &desk.shown.frame else { return };
    let n_triangles: usize = desk.opened().iter().map(|object| object.mesh.n_triangles()).sum();
    let per_triangle = frame.gpu_bytes as f64 / n_triangles.max(1) as f64;
    let [mesh, picture] = [frame.gpu_bytes, frame.target_bytes].map(numbers::bytes);
    let mesh = t!("mesh-gpu-bytes", bytes = mesh, each = format!("{per_triangle:.0}"));
    rows::text_row(ui, t!("mesh-gpu"), &mesh, actions);
    rows::text_row(ui, t!("mesh-picture"), &picture, actions);
}

fn file(ui: &mut Ui, report: &LoadReport, actions: &mut Vec<Action>) {
    rows::text_row(ui, t!("record-file"), &report.name, actions);
    for (name, words) in
        [(t!("report-format"), report.format.map(format_name)), (t!("report-encoding"), report.encoding.clone())]
    {
        words.iter().for_each(|words| rows::text_row(ui, name, words, actions));
    }
    let noted = |ui: &mut Ui, label: &str, text: &str| rows::line(ui, label, &mut |ui| rows::note(ui, text));
    noted(ui, t!("report-holds"), &holds(report));
    let skipped = skipped(report);
    if !skipped.is_empty() {
        noted(ui, t!("report-left-out"), &skipped.join(t!("list-comma")));
    }
    if !report.material_libraries.is_empty() {
        rows::text_row(ui, t!("report-materials"), &report.material_libraries.join(", "), actions);
    }
    let [reading, building] = [report.read_seconds, report.build_seconds].map(numbers::duration);
    noted(ui, t!("took"), &t!("report-times", reading = reading, building = building));
    ui.add_space(2.0 * SPACE);
    warnings(ui, report);
    ui.add_space(2.0 * SPACE);
}

/// Returns the words on what a file holds: bytes, and the numbers of what its format has.
fn holds(report: &LoadReport) -> String {
    let (bytes, lines, vertices) = (numbers::bytes(report.bytes), report.lines, report.vertices);
    let (faces, triangles) = (report.faces, report.triangles);
    match report.format {
        Some(Format::StlBinary) => t!("report-counts-binary", bytes = bytes, faces = faces, triangles = triangles),
        Some(Format::PlyBinary | Format::Gltf | Format::Glb) => {
            t!("report-counts-records", bytes = bytes, vertices = vertices, faces = faces, triangles = triangles)
        }
        _ => {
            t!("report-counts", bytes = bytes, lines = lines, vertices = vertices, faces = faces, triangles = triangles)
        }
    }
}

fn format_name(format: Format) -> String {
    let name = match format {
        Format::Obj => t!("report-obj"),
        Format::Off => t!("report-off"),
        Format::PlyAscii => t!("report-ascii-ply"),
        Format::PlyBinary => t!("report-binary-ply"),
        Format::StlAscii => t!("report-ascii-stl"),
        Format::StlBinary => t!("report-binary-stl"),
        _ => return format.to_string(),
    };
    name.to_owned()
}

/// Returns the words for each kind of things that were left out, with their number.
fn skipped(report: &LoadReport) -> Vec<String> {
    let (faces, points, lines) = (report.faces_left_out, report.points, report.polylines);
    let skipped = [
        (faces, t!("report-faces-left-out", count = faces)),
        (points, t!("report-points", count = points)),
        (lines, t!("report-polylines", count = lines)),
        (report.curves_and_surfaces, t!("report-curves", count = report.curves_and_surfaces)),
    ];
    skipped.into_iter().filter(|(n, _)| *n > 0).map(|(_, words)| words).collect()
}

fn warnings(ui: &mut Ui, report: &LoadReport) {
    if report.warnings.is_empty() && report.remarks.is_empty() {
        ui.label(t!("report-no-warnings"));
    }
    let colors = Colors::of(ui);
    let of_kind = |list, color| std::iter::repeat(color).zip(list);
    let told: Vec<_> = of_kind(&report.warnings, colors.warning).chain(of_kind(&report.remarks, colors.weak)).collect();
    let height = 19.0;
    ScrollArea::both().max_height(320.0).auto_shrink([false, true]).show_rows(ui, height, told.len(), |ui, range| {
        for &(color, warning) in &told[range] {
            ui.horizontal(|ui| {
                let whole_file = || t!("report-whole-file").to_owned();
                let place = warning.place().map_or_else(whole_file, |place| of_library::said(&place));
                ui.allocate_ui(egui::vec2(96.0, height), |ui| {
                    ui.set_min_width(96.0);
                    ui.label(RichText::new(place).monospace().color(color));
                });
                ui.add(Label::new(of_library::said(&warning.problem)).extend());
            });
        }
    });
}

pub fn errors(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    rows::sheet(ui, "errors", t!("errors"), 620.0, actions, &mut |ui, actions| {
        if desk.messages.errors.is_empty() {
            return rows::note(ui, t!("errors-none"));
        }
        ScrollArea::vertical().max_height(420.0).auto_shrink([false, true]).show(ui, |ui| {
            for text in desk.messages.errors.iter().rev() {
                rows::copyable(ui, t!("errors-one"), text, RichText::new(text), actions);
                ui.separator();
            }
        });
    });
}
