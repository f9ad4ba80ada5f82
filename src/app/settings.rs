//! What is remembered from one start to the next, in the platform's configuration folder.
//!
//! A file that cannot be understood is set aside, not overwritten, and the defaults are used: the person is told.

use crate::app::platform::MeshSource;
use crate::app::state::{Bench, Workspace};
use crate::render::Style;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The settings' file in their folder.
pub const FILE_NAME: &str = "settings.json";

/// The name under which a damaged file is kept.
const DAMAGED_FILE_NAME: &str = "settings.damaged.json";

/// How many recent files are remembered.
const RECENT_FILES: usize = 10;

/// The smallest and the largest side of a remembered window, in logical pixels.
const WINDOW_SIDE: std::ops::RangeInclusive<f64> = 200.0..=16384.0;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThemeChoice {
    /// As the desktop says.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Which panels are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenPanels {
    /// The hit, the selection and the mesh.
    pub inspector: bool,
    /// Whether these stand at the left, not at the right.
    pub left: bool,
    /// The way from the pixel to the triangle, at the bottom.
    pub chain: bool,
    /// What the modifiers and keys do, in the last line.
    pub hints: bool,
}

impl Default for OpenPanels {
    fn default() -> Self {
        Self { inspector: true, left: false, chain: false, hints: true }
    }
}

/// Everything that is remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light or dark.
    pub theme: ThemeChoice,
    /// How the mesh is drawn.
    pub style: Style,
    /// Whether the ray of the last pick is drawn.
    pub show_ray: bool,
    /// Whether the boxes of the tree that the last pick's ray was tested against are drawn.
    pub show_boxes: bool,
    /// Which panels are open.
    pub panels: OpenPanels,
    /// What the window was used for.
    pub workspace: Workspace,
    /// The bench of the Collide workspace that was in use.
    pub bench: Bench,
    /// Width and height of the window in logical pixels.
    pub window: Option<(f64, f64)>,
    /// Files opened, the latest first.
    pub recent: Vec<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeChoice::default(),
            style: Style::default(),
            show_ray: true,
            show_boxes: false,
            panels: OpenPanels::default(),
            workspace: Workspace::default(),
            bench: Bench::default(),
            window: None,
            recent: Vec::new(),
        }
    }
}

impl Settings {
    /// The settings in `folder`, and a sentence for the person where their file could not be used.
    pub fn load(folder: &Path) -> (Self, Option<String>) {
        let path = folder.join(FILE_NAME);
        let problem = match std::fs::read(&path) {
            Ok(bytes) => match serde_json::from_slice::<Self>(&bytes) {
                Ok(settings) => return (settings.sane(), None),
                Err(error) => {
                    let kept = folder.join(DAMAGED_FILE_NAME);
                    let aside = match std::fs::rename(&path, &kept) {
                        Ok(()) => format!("kept as {}", kept.display()),
                        Err(_) => "left where it is".to_owned(),
                    };
                    format!(
                        "The settings could not be understood ({error}); they are {aside}, and the defaults are used."
                    )
                }
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (Self::default(), None),
            Err(error) => format!("{}: {error}; the default settings are used.", path.display()),
        };
        (Self::default(), Some(problem))
    }

    /// Writes them into `folder`, which is made where it is not there; the file is whole at any time.
    ///
    /// # Errors
    ///
    /// A sentence for the person with the file and the reason.
    pub fn save(&self, folder: &Path) -> Result<(), String> {
        let path = folder.join(FILE_NAME);
        let fresh = folder.join(format!("{FILE_NAME}.{}", std::process::id()));
        let write = || {
            std::fs::create_dir_all(folder)?;
            std::fs::write(&fresh, serde_json::to_vec_pretty(self)?)?;
            std::fs::rename(&fresh, &path)
        };
        write().map_err(|error: std::io::Error| format!("{}: {error}; the settings are not saved.", path.display()))
    }

    /// Puts a source at the head of the recent files; samples are not remembered, they have a menu.
    pub fn remember(&mut self, source: &MeshSource) {
        if let MeshSource::File(path) = source {
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            self.recent.retain(|other| *other != path);
            self.recent.insert(0, path);
            self.recent.truncate(RECENT_FILES);
        }
    }

    fn sane(mut self) -> Self {
        self.window = self.window.filter(|(width, height)| WINDOW_SIDE.contains(width) && WINDOW_SIDE.contains(height));
        self.recent.truncate(RECENT_FILES);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn settings_come_back_as_they_were_saved() {
        let folder = folder();
        let inside = folder.path().join("made/when/needed");
        let mut settings = Settings { theme: ThemeChoice::Dark, window: Some((800.0, 600.5)), ..Settings::default() };
        settings.remember(&MeshSource::File("/a/cow.obj".into()));
        settings.panels.chain = true;
        settings.save(&inside).expect("saved");
        assert_eq!(Settings::load(&inside), (settings, None));
        let names: Vec<_> =
            std::fs::read_dir(&inside).expect("a folder").map(|e| e.expect("entry").file_name()).collect();
        assert_eq!(names, [FILE_NAME], "nothing is left beside the file");
    }

    #[test]
    fn no_file_means_defaults_and_no_word() {
        assert_eq!(Settings::load(folder().path()), (Settings::default(), None));
    }

    #[test]
    fn a_damaged_file_means_defaults_and_a_word_and_is_kept() {
        for damaged in ["", "{\"theme\": \"dark\"", "7", "{\"theme\": 7}", "\u{0}\u{1}"] {
            let folder = folder();
            std::fs::write(folder.path().join(FILE_NAME), damaged).expect("written");
            let (settings, word) = Settings::load(folder.path());
            assert_eq!(settings, Settings::default());
            assert!(word.is_some_and(|word| word.contains(DAMAGED_FILE_NAME)), "{damaged:?}");
            assert_eq!(std::fs::read_to_string(folder.path().join(DAMAGED_FILE_NAME)).expect("kept"), damaged);
        }
    }

    #[test]
    fn what_a_file_does_not_say_has_its_default() {
        let folder = folder();
        std::fs::write(folder.path().join(FILE_NAME), "{\"theme\": \"light\", \"of another version\": 1}")
            .expect("written");
        let (settings, word) = Settings::load(folder.path());
        assert_eq!(settings, Settings { theme: ThemeChoice::Light, ..Settings::default() });
        assert_eq!(word, None);
    }

    #[test]
    fn a_window_of_no_size_is_not_remembered() {
        let folder = folder();
        std::fs::write(folder.path().join(FILE_NAME), "{\"window\": [0, 1e300]}").expect("written");
        assert_eq!(Settings::load(folder.path()).0.window, None);
    }

    #[test]
    fn the_latest_file_comes_first_and_none_twice() {
        let mut settings = Settings::default();
        for name in ["/a.obj", "/b.obj", "/a.obj"] {
            settings.remember(&MeshSource::File(name.into()));
        }
        assert_eq!(settings.recent, [PathBuf::from("/a.obj"), PathBuf::from("/b.obj")]);
        for i in 0..20 {
            settings.remember(&MeshSource::File(format!("/{i}.obj").into()));
        }
        assert_eq!(settings.recent.len(), RECENT_FILES);
    }
}
