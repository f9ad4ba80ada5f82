//! Axis that points up: taken from the settings, or guessed; the window tells the person of a guess.

use super::{Desk, navigate};
use crate::app::action::Effect;
use crate::app::answers::MeshSource;
use crate::app::texts::t;
use pickray::mesh::Format;
use pickray::scene::{Scene, UpAxis};

/// Returns the name of a format in the settings; `None` if the format itself says which axis is up.
fn family(format: Format) -> Option<&'static str> {
    match format {
        Format::Obj => Some("OBJ"),
        Format::Off => Some("OFF"),
        Format::PlyAscii | Format::PlyBinary => Some("PLY"),
        Format::StlAscii | Format::StlBinary => Some("STL"),
        _ => None,
    }
}

/// Returns the name in the settings for the format of a scene's first object.
fn family_of(scene: &Scene) -> Option<&'static str> {
    family(scene.objects().first()?.mesh.source().format()?)
}

impl Desk {
    /// Returns the name of the open file's format, under which the settings keep its up axis. `None` if the settings
    /// keep none for it.
    pub fn family(&self) -> Option<&'static str> {
        family_of(self.study.scene())
    }

    /// Returns the up axis that the settings give for a scene, for all files or for the scene's format. `None` if they
    /// give none.
    pub(in crate::app) fn up_by_settings(&self, scene: &Scene) -> Option<UpAxis> {
        self.settings.up.or_else(|| self.settings.up_in.get(family_of(scene)?).copied())
    }
}

/// Makes another axis point up. Also stores it in the settings, if they already have an axis for the format.
pub(in crate::app) fn take(desk: &mut Desk, up: UpAxis) {
    if let Some(family) = desk.family()
        && let Some(kept) = desk.settings.up_in.get_mut(family)
    {
        *kept = up;
        desk.files.effects.push(Effect::SaveSettings);
    }
    navigate::set_up_axis(desk, Some(up));
}

/// Shows a line with the axis that was guessed to point up. It is shown for z, or for y if the objects seem to lie.
pub(super) fn tell(desk: &mut Desk, source: Option<&MeshSource>) {
    let scene = desk.study.scene();
    let (Some(format), None) = (family_of(scene), desk.up_by_settings(scene)) else { return };
    let name = source.map(MeshSource::name).unwrap_or_default();
    desk.messages.up = match desk.study.up_axis() {
        UpAxis::Z => Some(t!("loaded-with-z-up", name = name, format = format)),
        UpAxis::Y if scene.seems_to_lie() => Some(t!("loaded-lying", name = name, format = format)),
        UpAxis::Y => None,
    };
}
