//! Questions of panels and tools about the desk: names of what is open, sizes and words.

use super::Desk;
use crate::app::answers::MeshSource;
use crate::app::arrangement::{Figure, Workspace};
use crate::app::input::Drag;
use crate::app::settings::LengthUnit;
use crate::app::texts::{of_library, t};
use pickray::geometry::Aabb;
use pickray::mesh::Format;
use pickray::pick::TriangleId;
use pickray::scene::Object;
use std::path::PathBuf;

impl Desk {
    /// Returns the symbol of the unit that lengths are written with; empty if it is not known. glTF counts in metres.
    pub fn length_unit(&self) -> &'static str {
        let is_gltf = |object: &Object| matches!(object.mesh.source().format(), Some(Format::Gltf | Format::Glb));
        match self.settings.unit {
            LengthUnit::OfFile if self.opened().iter().all(is_gltf) => LengthUnit::Metre.symbol(),
            unit => unit.symbol(),
        }
    }

    /// Returns the physical pixels per logical pixel of the screen, whatever the size of the interface.
    pub fn screen_scale_factor(&self) -> f64 {
        self.shown.scale_factor / f64::from(self.interface_size())
    }

    pub fn shows_ladder(&self) -> bool {
        match self.workspace {
            _ if self.shown.figure == Some(Figure::Picture) => false,
            _ if self.shown.figure == Some(Figure::Ladder) => true,
            Workspace::Pick => self.settings.panels.explain || self.shown.presenting.is_some(),
            Workspace::Collide => false,
            Workspace::Learn => true,
        }
    }

    /// Returns the source of the first object's mesh; `None` if no mesh is open.
    pub fn source(&self) -> Option<&MeshSource> {
        self.files.sources.first()
    }

    /// Returns the folder of the first object's file; `None` if no file is open.
    pub fn folder(&self) -> Option<PathBuf> {
        self.source().and_then(MeshSource::folder)
    }

    /// Returns the name of the first object's mesh: its file's name, or the sample's. `None` if no mesh is open.
    pub fn mesh_name(&self) -> Option<String> {
        self.source().map(MeshSource::name)
    }

    /// Extent of a mesh in the picture below which it is a dot, in logical pixels.
    const DOT: f64 = 12.0;

    /// Returns `true` if all objects are outside of the picture, or together no larger than a dot in it.
    pub fn has_lost_sight(&self) -> bool {
        let bounds = self.scene().bounds();
        let has_some = self.workspace.picks() && !bounds.is_empty() && !self.view().viewport.is_empty();
        has_some && (self.is_dot(&bounds) || !self.view().shows_any_of(self.scene()))
    }

    /// Returns `true` if a world-space box is a dot, in the picture or beside it.
    fn is_dot(&self, bounds: &Aabb) -> bool {
        let corners = bounds.corners().map(|corner| self.view().cursor_from_world(corner));
        let [Some(first), ..] = corners else { return false };
        let most = Self::DOT * self.shown.scale_factor;
        corners.iter().all(|corner| corner.is_some_and(|at| (at.x - first.x).abs().max((at.y - first.y).abs()) < most))
    }

    /// Returns the width and height, in pixels, of a saved picture that is `scale` times as large as on the screen.
    pub fn picture_size(&self, scale: u8) -> (u32, u32) {
        let side = |length: i32| u32::from(scale) * length.max(0).unsigned_abs();
        (side(self.shown.picture.width), side(self.shown.picture.height))
    }

    /// Returns the diagonal of the mesh that benches work on; 1 where it has none.
    pub fn bench_diagonal(&self) -> f64 {
        let diagonal = self.bench_object().map_or(1.0, |object| object.mesh.bounds().size().length());
        if diagonal.is_finite() && diagonal > 0.0 { diagonal } else { 1.0 }
    }

    /// Returns `true` if the Tab key inspects the next hit behind the one that is inspected.
    pub fn tab_takes_next_hit(&self) -> bool {
        self.workspace.picks() && self.picked.as_ref().is_some_and(|picked| picked.id().is_some())
    }

    /// Returns the words on a triangle: its index, its place in the file, and its object where there are several.
    pub fn triangle_in_words(&self, id: TriangleId) -> Option<String> {
        let object = id.object_in(self.scene())?;
        let index = id.triangle.to_string();
        let words = match object.mesh.source().place(id.triangle) {
            Some(place) => t!("selection-row-at", triangle = index, place = of_library::said(&place)),
            None => t!("triangle-number", index = index),
        };
        Some(match self.opened().len() {
            ..2 => words,
            _ => t!("selection-row-of", row = words, object = of_library::mesh_name(&object.name)),
        })
    }

    /// Returns the words for the simplest gesture that orbits: of a finger where fingers are used, else of the mouse.
    pub fn orbit_gesture(&self) -> Option<&'static str> {
        if self.pointer.is_finger() {
            return Some(t!("gesture-one-finger"));
        }
        self.settings.navigation.gesture(Drag::Orbit)
    }
}
