//! `pickray render`: a picture in a file, drawn by OpenGL or cast on the CPU, with the picked triangle coloured.

use super::camera::change;
use super::input::{self, Input, SceneArgs};
use super::output::{Output, count, one_line};
use super::pick::{PickHow, picked, record, tell_not_shown};
use super::select::saved;
use super::{CliError, Outcome, values};
use crate::app::arrangement::Pane;
use crate::app::desk::Picked;
use crate::app::platform::writing::{Kind, Target};
use crate::app::settings::Settings;
use crate::app::update::State;
use crate::app::write_over;
use clap::{Args, ValueEnum};
use glam::DVec2;
use pickray::math::{FramebufferSize, Viewport};
use pickray::mesh;
use pickray::pick::explain::PickRecord;
use pickray::pick::{Selection, TriangleIds};
use pickray::scene::{Scene, UpAxis};
use pickray::study::Change;
use pickray_render::offscreen::{Offscreen, OffscreenError};
use pickray_render::{Frame, Image, Palette, Shading, Style, TextureLimit, Theme, raycast};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Draw a picture, with the picked triangle in another colour
#[derive(Debug, Args)]
pub struct RenderArgs {
    /// The picture to write
    #[arg(short, long, value_name = "OUT.png")]
    output: PathBuf,
    /// Replace an existing file that is not a PNG picture
    #[arg(long)]
    force: bool,
    /// Pick at this cursor, in pixels from the top left, and colour the hit triangle
    #[arg(long, value_name = "X,Y", value_parser = values::point2, allow_hyphen_values = true)]
    at: Option<DVec2>,
    /// Colour the triangles of a saved selection from `pickray select`
    #[arg(long, value_name = "NAME.selection.json")]
    select: Option<PathBuf>,
    /// Draw the measures and landmarks of a saved situation or pick
    #[arg(long, value_name = "NAME.situation.json")]
    measures: Option<PathBuf>,
    #[command(flatten)]
    how: PickHow,
    /// Renderer that draws
    #[arg(long, value_enum, default_value = "auto")]
    renderer: RendererArg,
    #[command(flatten)]
    style: StyleArgs,
    #[command(flatten)]
    scene: SceneArgs,
}

/// Options for the look of the picture.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Style")]
struct StyleArgs {
    /// Smooth shading, by normals that vary over a triangle
    #[arg(long)]
    smooth: bool,
    /// Edges only
    #[arg(long)]
    wireframe: bool,
    /// No edges over the triangles
    #[arg(long)]
    no_edges: bool,
    /// One colour for everything, not the file's colours
    #[arg(long)]
    no_colors: bool,
    /// No textures
    #[arg(long)]
    no_textures: bool,
    /// Darken folds and creases; OpenGL only
    #[arg(long)]
    occlusion: bool,
    /// No grid on the ground
    #[arg(long)]
    no_grid: bool,
    /// No axes
    #[arg(long)]
    no_axes: bool,
    /// Light on dark
    #[arg(long)]
    dark: bool,
}

impl From<StyleArgs> for Style {
    fn from(args: StyleArgs) -> Self {
        Self {
            shading: if args.smooth { Shading::Smooth } else { Shading::Flat },
            edges: !args.no_edges,
            wireframe: args.wireframe,
            colors: !args.no_colors,
            textures: !args.no_textures,
            occlusion: args.occlusion,
            grid: !args.no_grid,
            axes: !args.no_axes,
            theme: if args.dark { Theme::Dark } else { Theme::Light },
            ..Self::default()
        }
    }
}

#[derive(Serialize)]
struct RenderResult<'a> {
    output: String,
    size: FramebufferSize,
    renderer: &'a str,
    driver: Option<&'a str>,
    up_axis: UpAxis,
    /// Number of triangles drawn in the selection's colour; left out if no saved selection was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    selected: Option<usize>,
    /// Numbers of measures and of landmarks that are drawn; left out if no file of them was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    measures: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    landmarks: Option<usize>,
    /// Record of the pick; null if none was asked for.
    pick: Option<PickRecord<'a>>,
}

pub fn run(args: &RenderArgs, output: &Output) -> Result<Outcome, CliError> {
    let target = Target::new(&args.output, Kind::Picture).forced(args.force);
    let others = [&args.select, &args.measures].into_iter().flatten();
    let (mut input, target) = args.scene.open(Some(target), others)?;
    args.how.apply(&mut input.study)?;
    if let Some(at) = args.at {
        change(&mut input.study, "--at", Change::Pick(at))?;
    }
    let (view, options) = (*input.study.view(), *input.study.options());
    let picked = picked(&input.study);
    let id = picked.as_ref().and_then(Picked::id);
    let up_axis = input.study.up_axis();
    let mut selected = args.select.as_deref().map_or_else(|| Ok(TriangleIds::default()), |path| saved(path, &input))?;
    selected.extend(id);
    let n_selected = args.select.as_ref().map(|_| selected.len());
    let style = Style { culling: options.culling, up_axis, ..args.style.into() };
    let annotated = args.measures.as_deref().map(|path| annotated(path, &input)).transpose()?;
    let drawn =
        |State { desk, tools }: &State| tools.in_use(desk).overlays(desk, Pane::Picking, Palette::of(style.theme));
    let overlays = annotated.as_ref().map(drawn).unwrap_or_default();
    let annotations = annotated.as_ref().map(|state| &state.desk.annotations);
    let (n_measures, n_landmarks) = (annotations.map(|of| of.measures.len()), annotations.map(|of| of.landmarks.len()));
    let mut selection = Selection::default();
    let changed = selection.replace(selected).to_vec();
    let frame =
        Frame { changed: &changed, overlays: &overlays, ..Frame::new(input.scene(), &view, &style, &selection) };
    let mut picture = Picture::draw(&frame, args.renderer, output)?;
    if let Some(state) = &annotated {
        write_over(&mut picture.image, state, style.theme);
    }
    target.iter().try_for_each(|target| picture.write(target))?;

    let result = RenderResult {
        output: args.output.display().to_string(),
        size: view.framebuffer,
        renderer: picture.renderer,
        driver: picture.driver.as_deref(),
        up_axis,
        selected: n_selected,
        measures: n_measures,
        landmarks: n_landmarks,
        pick: picked.as_ref().map(|picked| record(picked, &input)),
    };
    input.finish(output, picked.as_ref().is_none_or(|picked| picked.hit.is_some()), &result, || {
        let FramebufferSize { width, height } = view.framebuffer;
        let by = picture.driver.as_deref().unwrap_or("ray casting on the CPU");
        let text = result.pick.as_ref().map(PickRecord::text).unwrap_or_default();
        let selected = n_selected.map(|n| format!(", {} selected", count(n as u64, "triangle"))).unwrap_or_default();
        let [measures, landmarks] = [(n_measures, "measure"), (n_landmarks, "landmark")]
            .map(|(n, what)| n.map(|n| format!(", {}", count(n as u64, what))).unwrap_or_default());
        let size = format!("{width}x{height} pixels");
        format!("{text}{}: {size}{selected}{measures}{landmarks}, drawn by {by}\n", result.output)
    })
}

/// Returns a desk with the scene of a command, and the measures and landmarks of a file. Fails if it has none for it.
fn annotated(path: &Path, input: &Input) -> Result<State, CliError> {
    let situation = input::situation(path)?;
    let study = &input.study;
    situation.scene(&study.meshes()).map_err(|error| CliError::about(path, error))?;
    let mut state = State::new(Settings::default());
    let FramebufferSize { width, height } = study.view().framebuffer;
    (state.desk.shown.picture, state.desk.shown.scale_factor) = (Viewport::new(width as i32, height as i32), 1.0);
    (state.desk.study, state.desk.annotations) = (study.clone(), situation.annotations);
    state.desk.annotations.retain_in(study.scene());
    Ok(state)
}

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
