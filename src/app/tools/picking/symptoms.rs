//! Symptoms of picks that go wrong, with the mistakes that each may come from, and the pages of lessons about these.

use crate::app::texts::Text;
use crate::lesson::builtin;
use pickray::pick::explain::Mistake::{self, *};

/// Symptoms in the words of users, the most frequent first, each with its mistakes, the likeliest first (a test tells).
pub const SYMPTOMS: [(Text, &[Mistake]); 15] = [
    (Text("symptom-from-centre"), &[YNotFlipped, WindowAspect, HorizontalFieldOfView, EyeAsOrigin]),
    (Text("symptom-from-corner"), &[WindowTakenForViewport, LogicalPixels]),
    (
        Text("symptom-same-everywhere"),
        &[NdcWithoutMinusOne, ViewportOffsetIgnored, FlippedByViewportHeight, OffsetInLogicalPixels, PixelCorner],
    ),
    (Text("symptom-mirrored"), &[YNotFlipped]),
    (Text("symptom-same-ray"), &[NoDivisionByWInWorld]),
    (Text("symptom-panel"), &[WindowTakenForViewport, WindowAspect, ViewportOffsetIgnored, FlippedByViewportHeight]),
    (Text("symptom-screen"), &[LogicalPixels, OffsetInLogicalPixels]),
    (Text("symptom-moved"), &[BoundsNotRebuilt, ModelMatrixForgotten]),
    (Text("symptom-moving"), &[ViewOfLastFrame]),
    (Text("symptom-at-origin"), &[FarPointAsDirection, InversesInWrongOrder, CameraMatrixAsView, DirectionAsPoint]),
    (Text("symptom-far-away"), &[SinglePrecision]),
    (Text("symptom-behind"), &[TNotTested, DepthsMinusOneAndOne]),
    (Text("symptom-through"), &[DepthTakenForNdc, NearPutAtEye]),
    (Text("symptom-wrong-one"), &[DirectionNormalized, PixelCorner]),
    (
        Text("symptom-nothing"),
        &[
            CameraMatrixAsView, DirectionAsPoint, NoDivisionByW, TransposedMatrix, InversesInWrongOrder,
            ModelMatrixForgotten, AbsoluteEpsilon,
        ],
    ),
];

/// Returns the indices of the built-in lesson and its page about a mistake; `None` if no page is about it.
pub fn page_about(mistake: Mistake) -> Option<(usize, usize)> {
    let (lesson, page) = match mistake {
        ViewportOffsetIgnored => ("the-drawer-moved-my-viewport", "offset-forgotten"),
        FlippedByViewportHeight => ("the-drawer-moved-my-viewport", "whose-height"),
        WindowTakenForViewport | NdcWithoutMinusOne => ("the-drawer-moved-my-viewport", "another-middle"),
        WindowAspect => ("the-drawer-moved-my-viewport", "middle-of-what"),
        LogicalPixels | OffsetInLogicalPixels => ("two-screens", "half-the-way"),
        YNotFlipped => ("y-the-other-way", "not-turned"),
        PixelCorner => ("half-a-pixel", "the-corner"),
        HorizontalFieldOfView | TransposedMatrix | InversesInWrongOrder => ("why-w", "one-over-depth"),
        NoDivisionByW | NoDivisionByWInWorld => ("why-w", "not-divided"),
        EyeAsOrigin => ("parallel-rays", "where-it-is-right"),
        NearPutAtEye => ("parallel-rays", "whose-eye"),
        ViewOfLastFrame => ("three-ways-to-pick", "a-ray-an-id-a-depth"),
        SinglePrecision => ("three-ways-to-pick", "a-depth-read-back"),
        DepthTakenForNdc => ("one-pixel-two-depths", "depth-is-not-even"),
        TNotTested | FarPointAsDirection => ("one-pixel-two-depths", "a-whole-line"),
        DepthsMinusOneAndOne => ("one-pixel-two-depths", "minus-one-and-one"),
        DirectionNormalized | DirectionAsPoint => ("whose-space", "t-stays"),
        ModelMatrixForgotten | BoundsNotRebuilt | CameraMatrixAsView => ("whose-space", "matrix-forgotten"),
        AbsoluteEpsilon => ("moller-and-trumbore", "the-sign"),
    };
    let place = builtin().iter().position(|known| known.name == lesson)?;
    Some((place, builtin()[place].pages.iter().position(|known| known.id == page)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tools::picking::mistakes::MistakeAction;
    use crate::app::update::tests::*;
    use crate::lesson::Page;
    use glam::DVec2;
    use pickray::math::Viewport;
    use pickray::pick::PickOptions;
    use pickray::pick::explain::{MistakeInputs, PatternArrow, mistake_pattern, pick_mistaken};
    use pickray::scene::Projection;
    use std::collections::BTreeSet;

    /// Returns the mistakes of the symptom with these words.
    fn leads(words: &str) -> &'static [Mistake] {
        SYMPTOMS.iter().find(|(known, _)| known.0 == words).expect("a symptom").1
    }

    fn shows(page: &Page, mistake: Mistake) -> bool {
        let shown = Change::Mistake(Some(mistake));
        page.prediction.as_ref().is_some_and(|prediction| prediction.reveal.contains(&shown))
    }

    #[test]
    fn every_symptom_leads_to_a_page_that_shows_its_mistake_where_one_does() {
        for &mistake in SYMPTOMS.iter().flat_map(|(_, mistakes)| *mistakes) {
            let (lesson, page) = page_about(mistake).expect("a page");
            let has_page = builtin().iter().flat_map(|lesson| &lesson.pages).any(|page| shows(page, mistake));
            assert_eq!(shows(&builtin()[lesson].pages[page], mistake), has_page, "{mistake:?}");
        }
    }

    /// Window without and with a panel at its right, a menu above and a line of hints below.
    const WINDOW: FramebufferSize = FramebufferSize::new(1280, 720);
    const WHOLE: Viewport = Viewport { x: 0, y: 0, width: 1280, height: 720 };
    const BESIDE_PANEL: Viewport = Viewport { x: 0, y: 48, width: 980, height: 640 };

    /// Columns and rows of the pattern: odd, so that the middle of the picture is a cell, too.
    const CELLS: [u32; 2] = [15, 9];

    /// Returns the teapot and a view of it, as the window shows both.
    fn teapot(viewport: Viewport) -> (Scene, View) {
        let scene = Scene::of(Object::new("teapot", Sample::Teapot.mesh().expect("a mesh").into()));
        let camera = Camera::framing(&scene.bounds(), viewport.aspect().expect("pixels"), scene.up_axis());
        let view = View::new(camera, WINDOW).with_viewport(viewport, WINDOW);
        (scene, view)
    }

    /// Returns `true` if the rays of a mistake have one direction, wherever the cursor is.
    fn has_one_direction(mistake: Mistake) -> bool {
        let (scene, view) = teapot(WHOLE);
        let directions = [[10.5, 10.5], [640.5, 360.5], [900.5, 300.5], [1200.5, 700.5]].map(|[x, y]| {
            let (at, options) = (CursorPosition { x, y }, PickOptions::default());
            let ray = pick_mistaken(&scene, &view, at, &options, mistake, &MistakeInputs::default())?.ray?;
            Some((ray.far - ray.near).normalize())
        });
        directions[0].is_some_and(|first| directions.iter().all(|it| it.is_some_and(|it| it.distance(first) < 1e-9)))
    }

    /// Effect of a mistake over the picture: where the ray of each cell lands, relative to its pixel.
    struct Pattern {
        view: View,
        arrows: Vec<(DVec2, Option<DVec2>)>,
    }

    impl Pattern {
        fn of(mistake: Mistake, viewport: Viewport, is_parallel: bool, scale_factor: f64) -> Self {
            let (scene, mut view) = teapot(viewport);
            if is_parallel {
                let height = view.camera.height_at(view.camera.depth_of(view.camera.target));
                view.camera.projection = Projection::Orthographic { height };
            }
            let inputs = MistakeInputs { scale_factor, last_view: None };
            let arrows = mistake_pattern(&scene, &view, &PickOptions::default(), (mistake, &inputs), None, CELLS);
            let vector = |at: CursorPosition| DVec2::new(at.x, at.y);
            let relative = |PatternArrow { from, to }| (vector(from), to.map(|to| vector(to) - vector(from)));
            Self { view, arrows: arrows.into_iter().map(relative).collect() }
        }

        fn plain(mistake: Mistake) -> Self {
            Self::of(mistake, WHOLE, false, 1.0)
        }

        fn beside_panel(mistake: Mistake) -> Self {
            Self::of(mistake, BESIDE_PANEL, false, 1.0)
        }

        fn on_fine_screen(mistake: Mistake) -> Self {
            Self::of(mistake, BESIDE_PANEL, false, 2.0)
        }

        /// Returns the length of the arrow of a cell; infinite where the ray lands nowhere.
        fn off(&self, [column, row]: [u32; 2]) -> f64 {
            let (_, offset) = self.arrows[(row * CELLS[0] + column) as usize];
            offset.map_or(f64::INFINITY, DVec2::length)
        }

        fn is_still(&self) -> bool {
            self.is_within(1e-2)
        }

        fn is_within(&self, pixels: f64) -> bool {
            self.arrows.iter().all(|(_, offset)| offset.is_some_and(|offset| offset.length() < pixels))
        }

        fn is_constant(&self) -> bool {
            let same = |&(_, offset): &(_, Option<DVec2>)| {
                offset.zip(self.arrows[0].1).is_some_and(|(offset, first)| offset.distance(first) < 1e-2)
            };
            !self.is_still() && self.arrows.iter().all(same)
        }

        /// Returns `true` if the arrows of the cells on the way grow from one to the next, and none of them has no end.
        fn grows(&self, way: impl Iterator<Item = [u32; 2]>) -> bool {
            let off: Vec<_> = way.map(|cell| self.off(cell)).collect();
            off.windows(2).all(|pair| pair[0] < pair[1]) && off.iter().all(|off| off.is_finite())
        }

        /// Returns `true` if nothing is off in the centre, but for rounding to pixels, and more the further from it, to
        /// the sides, up and down, or both.
        fn grows_from_centre(&self) -> bool {
            let [x, y] = CELLS.map(|n| n / 2);
            let to_corners =
                [(0..=4).map(|i| [x + i, y + i]).collect::<Vec<_>>(), (0..=4).map(|i| [x - i, y - i]).collect()];
            self.off([x, y]) < 1.5 && to_corners.into_iter().all(|way| self.grows(way.into_iter()))
        }

        /// Returns `true` if the corner at the top left is nearly right, and it is off more, the further from there.
        fn grows_from_corner(&self) -> bool {
            let to_centre = self.off([CELLS[0] / 2, CELLS[1] / 2]);
            self.off([0, 0]) < 0.25 * to_centre && self.grows((1..CELLS[1]).map(|i| [i, i]))
        }

        /// Returns `true` if rays land the higher, the lower the mouse.
        fn is_mirrored(&self) -> bool {
            let lands = |cell: usize| self.arrows[cell].1.map(|offset| self.arrows[cell].0.y + offset.y);
            lands(0).zip(lands(self.arrows.len() - 1)).is_some_and(|(top, bottom)| bottom < top)
        }

        /// Returns `true` if no ray lands in the picture.
        fn leaves_picture(&self) -> bool {
            let is_within = |place: DVec2| self.view.viewport.contains(DVec2::new(place.x, 720.0 - place.y));
            !self.arrows.iter().any(|&(from, offset)| offset.is_some_and(|offset| is_within(from + offset)))
        }
    }

    #[test]
    fn symptoms_of_the_whole_picture_have_the_mistakes_whose_pattern_over_it_is_theirs_and_no_other() {
        type Holds = fn(Mistake) -> bool;
        let is_theirs: [(&str, Holds); 7] = [
            ("symptom-same-ray", has_one_direction),
            ("symptom-from-centre", |mistake| {
                let parallel = Pattern::of(mistake, WHOLE, true, 1.0);
                let patterns = [Pattern::plain(mistake), Pattern::beside_panel(mistake), parallel];
                patterns.iter().any(Pattern::grows_from_centre)
            }),
            ("symptom-mirrored", |mistake| Pattern::plain(mistake).is_mirrored()),
            ("symptom-same-everywhere", |mistake| {
                [Pattern::beside_panel(mistake), Pattern::on_fine_screen(mistake)].iter().any(Pattern::is_constant)
            }),
            ("symptom-from-corner", |mistake| {
                let patterns = [Pattern::beside_panel(mistake), Pattern::on_fine_screen(mistake)];
                patterns.iter().any(Pattern::grows_from_corner)
            }),
            ("symptom-panel", |mistake| {
                Pattern::plain(mistake).is_still() && !Pattern::beside_panel(mistake).is_still()
            }),
            ("symptom-screen", |mistake| {
                Pattern::beside_panel(mistake).is_still() && !Pattern::on_fine_screen(mistake).is_still()
            }),
        ];
        for (words, is_theirs) in is_theirs {
            let leads: BTreeSet<_> = leads(words).iter().copied().collect();
            let expected: BTreeSet<_> = Mistake::ALL.into_iter().filter(|&mistake| is_theirs(mistake)).collect();
            assert_eq!(leads, expected, "{words}");
        }
    }

    #[test]
    fn symptoms_of_single_places_have_mistakes_that_move_no_pixel_or_have_no_place_in_the_picture() {
        let of_single_places = ["behind", "wrong-one", "through", "moved", "moving", "far-away"];
        for &mistake in of_single_places.iter().flat_map(|words| leads(&format!("symptom-{words}"))) {
            assert!(Pattern::plain(mistake).is_within(1.0), "{mistake:?}");
        }
        let nowhere: BTreeSet<_> =
            Mistake::ALL.into_iter().filter(|&mistake| Pattern::plain(mistake).leaves_picture()).collect();
        let (lost, others): (BTreeSet<_>, BTreeSet<_>) =
            leads("symptom-nothing").iter().copied().partition(|mistake| nowhere.contains(mistake));
        assert_eq!(lost, nowhere);
        assert!(others.into_iter().all(|mistake| Pattern::plain(mistake).is_still()));
    }

    #[test]
    fn mistakes_that_are_right_with_the_camera_at_the_origin_move_no_ray_of_it() {
        let (scene, mut view) = teapot(WHOLE);
        view.camera = Camera::look_at(DVec3::ZERO, 5.0 * DVec3::NEG_Z, DVec3::Y);
        for &mistake in leads("symptom-at-origin") {
            let work = (mistake, &MistakeInputs::default());
            let arrows = mistake_pattern(&scene, &view, &PickOptions::default(), work, None, CELLS);
            let is_still = |arrow: &PatternArrow| arrow.to.is_some_and(|to| to.distance(arrow.from) < 1e-2);
            assert!(arrows.iter().all(is_still), "{mistake:?}");
            assert!(!Pattern::plain(mistake).is_still(), "{mistake:?}");
        }
    }

    #[test]
    fn a_lead_opens_the_step_with_the_mistake_and_clicks_where_nobody_did() {
        for &mistake in SYMPTOMS.iter().flat_map(|(_, mistakes)| *mistakes) {
            let mut state = after(|it| it.explain().act(MistakeAction::ShowAtStep(mistake)));
            let picking = state.picking();
            assert_eq!(picking.explain.ladder.open, Some(mistake.step()));
            assert_eq!(state.desk.study.mistake_at_work(), Some(mistake));
            let effect = picking.explain.mistakes.effect(&state.desk).expect("a pick");
            assert!(effect.right.is_some() && state.desk.picked.as_ref().is_some_and(|picked| picked.hit.is_some()));
            // Once more does not put it away, and what was clicked stays.
            let clicked = *state.desk.study.last_click().expect("a click");
            let study = &state.act(MistakeAction::ShowAtStep(mistake)).desk.study;
            assert_eq!((study.mistake_at_work(), study.last_click()), (Some(mistake), Some(&clicked)));
        }
    }
}
