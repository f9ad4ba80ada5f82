//! Settings that are remembered in a file; one that cannot be understood is renamed and told of, for the defaults.

use crate::app::answers::{MeshSource, absolute};
use crate::app::arrangement::Workspace;
use crate::app::input::NavigationPreset;
use crate::app::keys::Command;
use crate::app::platform::reading::{self, MOST_SETTINGS, ReadError};
use crate::app::platform::writing::{self, Kind, Target};
use crate::app::platform::{OPENS_AGAIN, prefers_reduced_motion};
use crate::app::texts::{Language, choices, t};
use crate::lesson::LearningProgress;
use pickray::scene::UpAxis;
use pickray_render::Style;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

pub const FILE_NAME: &str = "settings.json";
const DAMAGED_FILE_NAME: &str = "settings.damaged.json";
const RECENT_FILES: usize = 10;

/// Smallest and largest side of a remembered window, in logical pixels.
const WINDOW_SIDE: RangeInclusive<f64> = 200.0..=16384.0;
pub const INTERFACE_SIZES: RangeInclusive<f32> = 0.75..=2.0;

/// Range of the factor by which a saved picture is wider and higher than on the screen.
pub const PICTURE_SCALES: RangeInclusive<u8> = 1..=4;

choices! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ThemeChoice {
        /// Same theme as the desktop's: light or dark.
        #[default]
        System => t!("theme-of-desktop"),
        Light => t!("theme-light"),
        Dark => t!("theme-dark"),
    }
}

choices! {
    /// Unit that lengths are written with; the numbers are those of the file.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    pub enum LengthUnit {
        /// Unit of the file's format: metres in glTF, none in other formats.
        #[default]
        #[serde(rename = "file")]
        OfFile => t!("unit-of-file"),
        #[serde(rename = "mm")]
        Millimetre => "mm",
        #[serde(rename = "cm")]
        Centimetre => "cm",
        #[serde(rename = "m")]
        Metre => "m",
        #[serde(rename = "in")]
        Inch => "in",
    }
}

impl LengthUnit {
    /// Returns the symbol of the unit; empty for that of the file.
    pub fn symbol(self) -> &'static str {
        if self == Self::OfFile { "" } else { self.name() }
    }
}

choices! {
    /// Choice of how the ray of the last pick is shown, in the order in which the R key goes through them.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum RayView {
        Off => t!("ray-off"),
        /// Ray in the picture, visible once the camera has moved since the pick.
        #[default]
        Ray => t!("ray-shown"),
        /// Ray in a second view, beside the view of the pick.
        Split => t!("ray-in-two-views"),
    }
}

impl RayView {
    pub const fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenPanels {
    /// `true` while the panel with the hit, the selection and the mesh is shown.
    pub inspector: bool,
    /// `true` while the panel with the tool's settings is shown, in the Collide workspace.
    pub bench: bool,
    /// `true` while the panel with a lesson's page is shown, in the Learn workspace.
    pub lesson: bool,
    /// `true` while the side panel stands at the left, not at the right.
    pub left: bool,
    /// `true` while picks are explained, by the list of their steps below the picture and the setup beside it.
    pub explain: bool,
    /// `true` while the bottom line shows what the modifiers and keys do.
    pub hints: bool,
}

impl Default for OpenPanels {
    fn default() -> Self {
        Self { inspector: true, bench: true, lesson: true, left: false, explain: false, hints: true }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PictureOptions {
    /// Factor by which the picture is wider and higher than on the screen, one of [`PICTURE_SCALES`].
    pub scale: u8,
    /// `true` to include the grid, the axes, the ray and everything else that is drawn over the mesh.
    pub overlays: bool,
    /// `true` to leave out the background, so that the picture is transparent around the mesh.
    pub transparent: bool,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self { scale: 1, overlays: true, transparent: false }
    }
}

/// Size of the interface, relative to the system's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct InterfaceSize(pub f32);

impl Default for InterfaceSize {
    fn default() -> Self {
        Self(1.0)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub theme: ThemeChoice,
    /// Language of the window; `None` for that of the system.
    pub language: Option<Language>,
    pub style: Style,
    /// Axis that points up in every file; `None` if it depends on the format.
    pub up: Option<UpAxis>,
    /// Axis that points up in files of a format, by the format's name; only for formats whose axis somebody chose.
    pub up_in: BTreeMap<String, UpAxis>,
    #[serde(rename = "show_ray")]
    pub ray: RayView,
    /// `true` to draw the boxes of the AABB tree that the last pick's ray was tested against.
    pub show_boxes: bool,
    pub unit: LengthUnit,
    pub panels: OpenPanels,
    pub picture: PictureOptions,
    pub navigation: NavigationPreset,
    pub interface_size: InterfaceSize,
    pub reduced_motion: bool,
    /// Names of the sections about the hit that are unfolded.
    pub open_sections: BTreeSet<String>,
    pub workspace: Workspace,
    /// Id of the tool that was last in use in the Collide workspace.
    #[serde(rename = "bench")]
    pub tool: String,
    pub progress: LearningProgress,
    /// Width and height of the window, in logical pixels.
    pub window: Option<(f64, f64)>,
    /// Paths of the files that were opened, the latest first.
    pub recent: Vec<PathBuf>,
}

impl Settings {
    /// Returns the settings in `folder`, or the defaults; and a sentence for the person if the file is not usable.
    pub fn load(folder: &Path) -> (Self, Option<String>) {
        let path = folder.join(FILE_NAME);
        let not_understood = |reason: &dyn std::fmt::Display| match set_aside(&path) {
            Ok(kept) => t!("settings-damaged-kept", reason = reason.to_string(), path = kept.display().to_string()),
            Err(_) => t!("settings-damaged-left", reason = reason.to_string()),
        };
        let problem = match reading::read(&path, MOST_SETTINGS) {
            // As a struct, serde would read a list of the values as well.
            Ok(bytes) => match serde_json::from_slice::<Map<String, Value>>(&bytes)
                .and_then(|fields| Self::deserialize(Value::Object(fields)))
            {
                Ok(settings) => return (settings.sane(), None),
                Err(error) => not_understood(&error),
            },
            Err(error) if error.is_missing() => return (Self::default(), None),
            Err(ReadError::TooLong { .. }) => not_understood(&t!("settings-too-long")),
            Err(error) => t!("settings-unreadable", problem = error.to_string()),
        };
        (Self::default(), Some(problem))
    }

    /// Writes the settings into `folder`, whole and through a link. The error is a sentence for the person.
    pub fn save(&self, folder: &Path) -> Result<(), String> {
        writing::make_folder(folder).map_err(|error| {
            t!("settings-no-folder", folder = folder.display().to_string(), problem = error.to_string())
        })?;
        let target = Target::new(folder.join(FILE_NAME), Kind::Settings);
        target.write_json(self, true).map_err(|error| t!("settings-not-saved", problem = error.to_string()))
    }

    /// Puts a file first in the list of recent ones, but for samples, and for paths that JSON cannot hold.
    pub fn remember(&mut self, source: &MeshSource) {
        if let (MeshSource::File(path), true) = (source, OPENS_AGAIN)
            && path.to_str().is_some()
        {
            let path = absolute(path);
            self.recent.retain(|other| *other != path);
            self.recent.insert(0, path);
            self.recent.truncate(RECENT_FILES);
        }
    }

    pub fn language(&self) -> Language {
        self.language.unwrap_or_else(Language::of_system)
    }

    /// Returns the switch that a command turns on or off; `None` for other commands.
    pub fn switch(&mut self, command: Command) -> Option<&mut bool> {
        Some(match command {
            Command::ToggleOcclusion => &mut self.style.occlusion,
            Command::ToggleEdges => &mut self.style.edges,
            Command::ToggleGrid => &mut self.style.grid,
            Command::ToggleAxes => &mut self.style.axes,
            Command::ToggleWireframe => &mut self.style.wireframe,
            Command::ToggleColors => &mut self.style.colors,
            Command::ToggleTextures => &mut self.style.textures,
            Command::ToggleBoxes => &mut self.show_boxes,
            Command::ToggleHints => &mut self.panels.hints,
            _ => return None,
        })
    }

    /// Returns `true` if decorative motion is to be avoided: the settings say so, or the browser asks for it.
    pub fn reduces_motion(&self) -> bool {
        self.reduced_motion || prefers_reduced_motion()
    }

    fn sane(mut self) -> Self {
        self.window = self.window.filter(|(width, height)| WINDOW_SIDE.contains(width) && WINDOW_SIDE.contains(height));
        self.recent.truncate(RECENT_FILES);
        self.picture.scale = self.picture.scale.clamp(*PICTURE_SCALES.start(), *PICTURE_SCALES.end());
        let InterfaceSize(size) = &mut self.interface_size;
        *size = if size.is_finite() { size.clamp(*INTERFACE_SIZES.start(), *INTERFACE_SIZES.end()) } else { 1.0 };
        self
    }
}

/// Renames a file that could not be understood, not a link to it, and returns its new path beside the old.
fn set_aside(path: &Path) -> std::io::Result<PathBuf> {
    let path = writing::followed(path)?.ok_or(std::io::ErrorKind::Unsupported)?;
    let kept = path.with_file_name(DAMAGED_FILE_NAME);
    std::fs::rename(path, &kept)?;
    Ok(kept)
}

#[cfg(test)]
mod tests;
