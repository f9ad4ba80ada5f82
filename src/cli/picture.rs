//! Pictures of picks in files: drawn by OpenGL if there is any, else cast on the CPU.

use super::CliError;
use super::output::{Output, one_line};
use crate::app::platform::writing::Target;
use crate::app::texts::of_library::said;
use clap::ValueEnum;
use pickray::mesh::{self, problem::Problem};
use pickray::scene::Scene;
use pickray_render::offscreen::{Offscreen, OffscreenError};
use pickray_render::{Frame, Image, TextureLimit, raycast};

/// Decodes the images of a scene's textures; tells of those that cannot be, and of transparent ones.
pub fn decode_textures(scene: &Scene, output: &Output) {
    let objects = scene.objects().iter().filter(|object| object.visible);
    let mut known: Vec<&mesh::Image> = Vec::new();
    for image in objects.flat_map(|object| object.mesh.textures().images()) {
        if known.iter().any(|known| known.is(image)) {
            continue;
        }
        known.push(image);
        let name = one_line(image.name());
        match image.decode() {
            Ok(pixels) if pixels.is_transparent() => {
                output.note(&format!("{name} has transparent parts, which are drawn and hit as if they were opaque"));
            }
            Ok(_) => {}
            Err(why) => tell_not_shown(image, why, output),
        }
    }
}

pub fn tell_not_shown(image: &mesh::Image, why: &Problem, output: &Output) {
    let problem = Problem::TextureNotShown { image: one_line(image.name()), why: Box::new(why.clone()) };
    output.note(&said(&problem));
}

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

pub struct Picture {
    pub image: Image,
    pub renderer: &'static str,
    /// OpenGL driver, in its own words; `None` if the CPU drew the picture.
    pub driver: Option<String>,
}

impl Picture {
    /// Draws a frame; fails if OpenGL is asked for and does not draw, or for lack of memory.
    pub fn draw(frame: &Frame, renderer: RendererArg, output: &Output) -> Result<Self, CliError> {
        if frame.style.textures {
            decode_textures(frame.scene, output);
        }
        if renderer != RendererArg::Cpu {
            match Self::by_gl(frame, output) {
                Ok(picture) => return Ok(picture),
                Err(error) if renderer == RendererArg::Gl => return Err(error.into()),
                Err(error) => output.note(&format!("drawn on the CPU, since OpenGL does not draw it: {error}")),
            }
        }
        let too_large = |missing| CliError(format!("the picture is too large: {missing}; draw a smaller one"));
        Ok(Self { image: raycast::try_draw(frame).map_err(too_large)?, renderer: "cpu", driver: None })
    }

    fn by_gl(frame: &Frame, output: &Output) -> Result<Self, OffscreenError> {
        let mut offscreen = Offscreen::new()?;
        let driver = Some(offscreen.driver());
        let (image, _) = offscreen.draw(frame)?;
        for (image, limit) in offscreen.renderer().limited_textures() {
            let name = one_line(image.name());
            output.note(&match limit {
                TextureLimit::MadeSmaller { width, height } => {
                    format!("{name} is larger than OpenGL allows here; it is drawn with {width}x{height} pixels")
                }
                TextureLimit::NoMemory => format!("{name} is not drawn: OpenGL has no memory for it"),
            });
        }
        Ok(Self { image, renderer: "gl", driver })
    }

    /// Writes the picture to a PNG file. Fails if the file cannot be written, or must not be overwritten.
    pub fn write(&self, target: &Target) -> Result<(), CliError> {
        Ok(target.write(&self.image.to_png())?)
    }
}
