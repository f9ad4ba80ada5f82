//! Pictures of picks in files: drawn by OpenGL if there is any, else cast on the CPU.

use super::CliError;
use super::output::Output;
use crate::app::platform::writing::Target;
use clap::ValueEnum;
use pickray::pick::{Selection, TriangleIds};
use pickray::scene::{Scene, View};
use pickray_render::offscreen::{Offscreen, OffscreenError};
use pickray_render::{Frame, Image, Style, raycast};

/// Renderer of a picture: OpenGL or the CPU.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RendererArg {
    /// OpenGL, or the CPU where there is none
    #[default]
    Auto,
    /// OpenGL without a window
    Gl,
    /// Ray casting on the CPU
    Cpu,
}

/// Picture, and the renderer that drew it.
pub struct Picture {
    image: Image,
    /// Renderer that drew the picture: `"gl"` or `"cpu"`.
    pub renderer: &'static str,
    /// OpenGL driver, in its own words; `None` if the CPU drew the picture.
    pub driver: Option<String>,
}

impl Picture {
    /// Draws the scene with the triangles of `selected` in the selection's colour. Fails only if `renderer` asks for
    /// OpenGL, and there is no OpenGL or it does not take the mesh or the picture's size.
    pub fn draw(
        scene: &Scene,
        view: &View,
        style: &Style,
        selected: TriangleIds,
        renderer: RendererArg,
        output: &Output,
    ) -> Result<Self, CliError> {
        let mut selection = Selection::default();
        let changed = selection.replace(selected).to_vec();
        let frame = Frame { changed: &changed, ..Frame::new(scene, view, style, &selection) };
        if renderer != RendererArg::Cpu {
            match Self::by_gl(&frame) {
                Ok(picture) => return Ok(picture),
                Err(error) if renderer == RendererArg::Gl => return Err(error.into()),
                Err(error) => output.note(&format!("drawn on the CPU, since OpenGL does not draw it: {error}")),
            }
        }
        Ok(Self { image: raycast::draw(&frame), renderer: "cpu", driver: None })
    }

    fn by_gl(frame: &Frame) -> Result<Self, OffscreenError> {
        let mut offscreen = Offscreen::new()?;
        let driver = Some(offscreen.driver());
        let (image, _) = offscreen.draw(frame)?;
        Ok(Self { image, renderer: "gl", driver })
    }

    /// Writes the picture to a PNG file. Fails if the file cannot be written, or must not be overwritten.
    pub fn write(&self, target: &Target) -> Result<(), CliError> {
        Ok(target.write(&self.image.to_png())?)
    }
}
