//! Panes: rectangles of the framebuffer that show a picture each, with the picture's render target and what is kept of
//! it between frames.

use super::frame::Frame;
use super::gl::{Gl, RenderError, Texture};
use super::kept::{Kept, Look, Part, State, Work, count};
use super::occlusion::{Occlusion, shown_since};
use super::target::Target;
use std::cell::OnceCell;
use std::time::Duration;
use web_time::Instant;

/// Time without a movement after which all triangles are drawn where the picture is not kept: drawing them cannot be
/// interrupted, and a hand stops for a moment now and then.
const REST: Duration = Duration::from_millis(200);

/// Picture of one view: target, kept picture and occlusion, made anew for another size or number of samples.
#[derive(Default)]
pub(super) struct Pane {
    pub(super) target: Option<Target>,
    pub(super) kept: Option<Kept>,
    /// Occlusion of the picture, made when it is first asked for; the inner `None` means that the driver refuses it.
    pub(super) occlusion: OnceCell<Option<Occlusion>>,
    /// State of the picture on the screen.
    pub(super) state: State,
    /// Picture of simplified meshes that gives way to that of all triangles, and since when.
    gives_way: Option<(Texture, Instant)>,
    /// Look of the objects that are not kept, and when it last moved.
    seen: Option<(Look, Instant)>,
}

impl Pane {
    /// Fits the pane to a frame's viewport, which must cover at least a pixel.
    pub(super) fn fit(&mut self, gl: &Gl, frame: &Frame) -> Result<(), RenderError> {
        let (viewport, samples) = (frame.view.viewport, frame.style.samples);
        if !self.target.as_ref().is_some_and(|target| target.fits(viewport.width, viewport.height, samples)) {
            *self = Self::default();
            let target = Target::new(gl, viewport.width, viewport.height, samples)?;
            self.kept = Kept::new(gl, &target);
            self.target = Some(target);
        }
        Ok(())
    }

    pub(super) fn forget(&mut self) {
        self.kept.iter_mut().for_each(Kept::forget);
    }

    /// Returns what to draw to bring the picture up to date, and its state after that, as [`Kept::show`] does.
    pub(super) fn show(
        &mut self,
        look: Look,
        frame: &Frame,
        changed: Vec<Part>,
        most: usize,
        simplifies: bool,
    ) -> (Work, State) {
        let n_triangles = frame.scene.objects().iter().map(|object| object.mesh.n_triangles() as u64).sum::<u64>();
        // There is more in a kept picture than bodies, and its triangles are told apart by 32 bits.
        let can_be_kept = (!frame.has_bodies() || 0 < count(&look.all())) && n_triangles < u64::from(u32::MAX);
        match &mut self.kept {
            Some(kept) if can_be_kept => kept.show(look, frame, changed, most, simplifies),
            kept => {
                kept.iter_mut().for_each(Kept::forget);
                let is_moving = simplifies && self.moves(&look);
                if is_moving { (Work::Simplified, State::Moving) } else { (Work::Whole, State::Resting) }
            }
        }
    }

    /// Returns whether the objects move, or have moved until just now; `look` is theirs in this frame.
    fn moves(&mut self, look: &Look) -> bool {
        match &mut self.seen {
            Some((seen, since)) if !look.moved_since(seen) => since.elapsed() < REST,
            seen => seen.replace((look.clone(), Instant::now())).is_some(),
        }
    }

    /// Lets the picture of simplified meshes, drawn last, give way to what is drawn next, if it `fades`.
    pub(super) fn give_way(&mut self, fades: bool) {
        let picture = self.target.as_mut().filter(|_| fades).and_then(Target::set_aside);
        self.gives_way = picture.map(|picture| (picture, Instant::now()));
    }

    /// Returns the picture that gives way, and how strongly it still covers the other, 0 to 1; `None` if there is none.
    pub(super) fn giving_way(&mut self) -> Option<(&Texture, f32)> {
        self.gives_way.take_if(|(_, since)| self.state == State::Moving || shown_since(*since) == 1.0);
        self.gives_way.as_ref().map(|(picture, since)| (picture, 1.0 - shown_since(*since)))
    }

    pub(super) fn bytes(&self) -> u64 {
        let occlusion = self.occlusion.get().and_then(Option::as_ref).map_or(0, Occlusion::bytes);
        self.target.as_ref().map_or(0, Target::bytes) + self.kept.as_ref().map_or(0, Kept::bytes) + occlusion
    }
}

#[cfg(test)]
#[cfg(feature = "offscreen")]
mod tests {
    use crate::offscreen::Offscreen;
    use crate::target::Picture;
    use crate::{Frame, FrameStats, Image, Overlay, Pen, Style};
    use glam::DVec3;
    use pickray::math::{FramebufferSize, Viewport};
    use pickray::mesh::samples::Sample;
    use pickray::pick::{Selection, TriangleId};
    use pickray::scene::{Camera, Object, Scene, View};

    const FRAMEBUFFER: FramebufferSize = FramebufferSize { width: 241, height: 90 };

    fn offscreen() -> Offscreen {
        Offscreen::new().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Two views of a scene, with a column between them.
    fn views(scene: &Scene) -> [View; 2] {
        let camera = Camera::framing(&scene.bounds(), 1.3, scene.up_axis());
        let second_view = Camera { eye: camera.eye + DVec3::new(1.0, 2.0, -0.5), ..camera };
        [(camera, 0), (second_view, 121)].map(|(camera, x)| {
            let viewport = Viewport { x, y: 0, width: 120, height: 90 };
            View::new(camera, FRAMEBUFFER).with_viewport(viewport, FRAMEBUFFER)
        })
    }

    fn drawn(offscreen: &mut Offscreen, frames: &[Frame]) -> (Image, FrameStats) {
        offscreen.context().make_current().expect("a context");
        let gl = offscreen.context().gl().clone();
        let picture = Picture::new(&gl, FRAMEBUFFER).expect("a picture").expect("pixels");
        let stats = offscreen.renderer().draw_panes(frames).expect("drawn");
        (picture.read_back(&gl, FRAMEBUFFER), stats)
    }

    /// Returns the pixels of a view's rectangle, which is as high as the framebuffer.
    fn part(image: &Image, view: &View) -> Vec<[u8; 4]> {
        let columns = view.viewport.x as usize..(view.viewport.x + view.viewport.width) as usize;
        image.pixels.chunks(image.width as usize).flat_map(|row| row[columns.clone()].iter().copied()).collect()
    }

    #[test]
    fn two_panes_show_what_two_single_draws_show_and_a_hover_draws_two_triangles_in_each() {
        let mesh = Sample::TorusKnot.mesh().expect("a mesh");
        let scene = Scene::of(Object::new("knot", mesh.into()));
        let (views, style) = (views(&scene), Style::default());
        let mut selection = Selection::default();
        let line = [DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0)];
        let overlays = [vec![], vec![Overlay::Lines(vec![line], Pen::new([1.0, 0.0, 1.0], 2.0))]];
        let (mut both, mut alone) = (offscreen(), [offscreen(), offscreen()]);
        let id = |triangle| TriangleId { object: 0, triangle };
        for step in 0..4 {
            let changed = if step == 2 { selection.replace([id(9)]).to_vec() } else { Vec::new() };
            let hover = (step > 0).then_some(id(7 * step));
            let frame = |k: usize| Frame {
                hover,
                changed: &changed,
                overlays: &overlays[k],
                ..Frame::new(&scene, &views[k], &style, &selection)
            };
            let frames = [frame(0), frame(1)];
            let (picture, stats) = drawn(&mut both, &frames);
            for k in 0..2 {
                let (expected, _) = drawn(&mut alone[k], &frames[k..=k]);
                assert!(part(&picture, &views[k]) == part(&expected, &views[k]), "pane {k} of frame {step}");
            }
            let all = scene.objects()[0].mesh.n_triangles() as u64;
            if step == 0 {
                assert_eq!((stats.triangles_drawn, stats.complete), (2 * all, true), "both panes are counted");
            } else {
                let written = u64::from(step == 2);
                assert!(stats.triangles_drawn <= 2 * (2 + written), "{stats:?}");
                assert_eq!(stats.bytes_uploaded, written, "what is uploaded is there for both");
            }
        }
        let frames = [0, 1].map(|k| Frame::new(&scene, &views[k], &style, &selection));
        let (one, with_one) = drawn(&mut both, &frames[..1]);
        assert_eq!(with_one.triangles_drawn, 1, "the first pane's picture is kept when the second goes");
        assert!(part(&one, &views[1]).iter().all(|pixel| *pixel == one.pixels[120]), "nothing is left of the second");
        let (expected, mut is_drawn_over) = (drawn(&mut both, &frames).0, false);
        let picture = both.renderer().picture_of_panes(&frames, || is_drawn_over = true).expect("a picture");
        assert!(picture == expected && is_drawn_over, "both are in a picture that is taken, and nothing else");
    }
}
