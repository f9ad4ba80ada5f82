//! Adaptation of lesson pages to a picture of another size than the one in which they were written.

use super::Page;
use glam::DVec2;
use pickray::math::{CursorPosition, FramebufferSize, PixelSample, Viewport, cursor_from_window, window_from_cursor};
use pickray::scene::View;
use pickray::study::Change;

impl Page {
    /// Returns the page with its situation and clicks adapted to a window's picture: clicks go to the pixels that show
    /// the same points of the scene. The page is unchanged without a situation, and while `viewport` is empty.
    pub fn fitted(&self, viewport: Viewport, framebuffer: FramebufferSize) -> Self {
        let mut page = self.clone();
        let Some(situation) = page.situation.as_mut().filter(|_| !viewport.is_empty()) else { return page };
        let from = situation.view;
        let to = from.with_viewport(viewport, framebuffer);
        situation.cursor = fitted_cursor(situation.cursor, &from, &to);
        situation.view = to;
        let reveal = page.prediction.iter_mut().flat_map(|prediction| &mut prediction.reveal);
        for change in reveal.chain(&mut page.solution) {
            if let Change::Pick(place) = change {
                let cursor = fitted_cursor(CursorPosition::new(place.x, place.y), &from, &to);
                *place = DVec2::new(cursor.x, cursor.y);
            }
        }
        page
    }
}

/// Returns the cursor in the view `to` whose pixel has nearly the same line of sight as `cursor` in the view `from`, by
/// the same camera, in physical pixels from the top left; `cursor` itself while the viewport of `from` is empty.
pub fn fitted_cursor(cursor: CursorPosition, from: &View, to: &View) -> CursorPosition {
    let sample = window_from_cursor(cursor, from.framebuffer, PixelSample::Center);
    let Some(ndc) = from.viewport.ndc_from_window(sample) else { return cursor };
    // The height of both pictures shows the same; a wider one shows more at the sides.
    let ndc = DVec2::new(ndc.x * from.aspect() / to.aspect(), ndc.y);
    // A mouse tells whole pixels.
    let (x, y) = cursor_from_window(to.viewport.window_from_ndc(ndc), to.framebuffer).pixel();
    CursorPosition { x, y }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::{Evidence, Lesson, Values, builtin, check};
    use pickray::scene::{Object, Scene};
    use pickray::study::Study;

    /// Windows that readers have: the picture in each, beside a panel and above the line of hints or the ladder, and
    /// the framebuffer.
    const WINDOWS: [(Viewport, FramebufferSize); 7] = [
        (Viewport { x: 0, y: 24, width: 900, height: 666 }, FramebufferSize::new(1280, 720)),
        (Viewport { x: 0, y: 224, width: 900, height: 466 }, FramebufferSize::new(1280, 720)),
        (Viewport { x: 0, y: 448, width: 1800, height: 932 }, FramebufferSize::new(2560, 1440)),
        (Viewport { x: 300, y: 24, width: 700, height: 700 }, FramebufferSize::new(1024, 768)),
        // A telephone upright, at the scale factors 2 and 3, and on its side: there the sheet is where the panel is.
        (Viewport { x: 0, y: 764, width: 780, height: 828 }, FramebufferSize::new(780, 1688)),
        (Viewport { x: 0, y: 1146, width: 1170, height: 1242 }, FramebufferSize::new(1170, 2532)),
        (Viewport { x: 810, y: 92, width: 878, height: 592 }, FramebufferSize::new(1688, 780)),
    ];

    /// Pages that are about certain pixels of a window; in another window other pixels solve them.
    const ABOUT_PIXELS: [&str; 9] = [
        "two-origins", "not-turned", "offset-forgotten", "whose-height", "another-middle", "where-it-hardly-shows",
        "the-corner", "the-outline", "beside",
    ];

    #[test]
    fn every_lesson_starts_unsolved_and_can_be_solved_in_windows_of_any_size() {
        for (viewport, framebuffer) in WINDOWS {
            for lesson in builtin() {
                let is_left = |page: &Page| page.situation.as_ref().is_some_and(|it| 0 < it.view.viewport.x);
                let viewport_of = |page: &Page| match is_left(page) || viewport.x < 500 {
                    true => viewport,
                    false => Viewport { x: 0, ..viewport },
                };
                let pages: Vec<_> =
                    lesson.pages.iter().map(|page| page.fitted(viewport_of(page), framebuffer)).collect();
                for (page, own) in pages.iter().zip(&lesson.pages) {
                    let Some(situation) = &page.situation else { continue };
                    let clicked = window_from_cursor(situation.cursor, framebuffer, PixelSample::Center);
                    let is_seen = situation.view.viewport.contains(clicked);
                    let was = own.situation.as_ref().expect("a situation");
                    let clicked = window_from_cursor(was.cursor, was.view.framebuffer, PixelSample::Center);
                    assert!(is_seen || !was.view.viewport.contains(clicked), "{}: {viewport:?}", page.id);
                }
                for page in check(&[Lesson { pages, ..lesson.clone() }], &|error| error.to_string()).remove(0) {
                    let is_expected = |problem: &&String| {
                        ABOUT_PIXELS.contains(&page.page.as_str()) && problem.starts_with("its solution")
                    };
                    let problems: Vec<_> = page.problems.iter().filter(|problem| !is_expected(problem)).collect();
                    assert!(problems.is_empty(), "{}, page {}, {viewport:?}: {problems:?}", lesson.name, page.page);
                }
            }
        }
    }

    /// Pictures in a window of 1280 × 720, beside the panel and above the ladder, at the scale factors 1 and 1.5:
    /// viewport y, width and height.
    const AT_SCALES: [(i32, i32, i32); 2] = [(281, 980, 407), (307, 830, 363)];

    /// Returns a page fitted into a picture of `AT_SCALES`, and a study of the teapot with the page set up. The panel
    /// is at the left if the page's own picture leaves room there.
    fn at_scale(page: &Page, (y, width, height): (i32, i32, i32)) -> (Page, Study) {
        let framebuffer = FramebufferSize::new(1280, 720);
        let mesh = std::sync::Arc::new(pickray::mesh::samples::Sample::Teapot.mesh().expect("a mesh"));
        let begins = page.situation.as_ref().map_or(0, |situation| situation.view.viewport.x);
        let x = if 0 < begins { framebuffer.width as i32 - width } else { 0 };
        let page = page.fitted(Viewport { x, y, width, height }, framebuffer);
        let mut study = Study::new(Scene::of(Object::new("Teapot", mesh.clone())), framebuffer);
        study.restore(page.situation.as_ref().expect("a situation"), std::slice::from_ref(&mesh)).expect("its mesh");
        page.set_up(&mut study).expect("its scale factor");
        (page, study)
    }

    fn reveal(page: &Page, study: &mut Study) {
        for change in page.prediction.iter().flat_map(|prediction| &prediction.reveal) {
            study.apply(change).expect("a change");
        }
    }

    #[test]
    fn pages_about_rows_of_the_window_have_a_place_that_solves_them_above_the_ladder() {
        let pages = builtin().iter().flat_map(|lesson| &lesson.pages);
        let names = ["two-origins", "not-turned", "offset-forgotten", "whose-height"];
        for page in pages.filter(|page| names.contains(&page.id.as_str())) {
            for scale in AT_SCALES {
                let (page, mut study) = at_scale(page, scale);
                let values = |study: &Study| Values::of(&Evidence::of(study));
                let start = values(&study);
                reveal(&page, &mut study);
                let Viewport { x, y, width, height } = study.view().viewport;
                let top = 720 - y - height;
                let (columns, rows) = ((x + 5..x + width).step_by(20), (top + 3)..(top + height - 3));
                let places = columns.flat_map(|x| rows.clone().step_by(4).map(move |y| (x, y)));
                let solves = |&(x, y): &(i32, i32)| {
                    let mut tried = study.clone();
                    let pick = Change::Pick(DVec2::new(f64::from(x), f64::from(y)));
                    tried.apply(&pick).is_ok() && page.goal.is_met(&values(&tried), &start)
                };
                let n_places = places.filter(solves).count();
                assert!(10 <= n_places, "{}, {scale:?}: {n_places} pieces of 20 × 4 pixels", page.id);
            }
        }
    }

    #[test]
    fn a_click_stays_at_its_place_of_the_mesh() {
        let page = &builtin()[0].pages[0];
        let (viewport, framebuffer) = WINDOWS[3];
        let fitted = page.fitted(viewport, framebuffer);
        let [before, after] = [page, &fitted].map(|page| {
            let situation = page.situation.as_ref().expect("a situation");
            let window = window_from_cursor(situation.cursor, situation.view.framebuffer, PixelSample::Center);
            (situation.view.ray(window).expect("a ray"), situation.view.camera)
        });
        assert_eq!(before.1, after.1);
        // A pixel of the smaller picture is 1/700 of its height, of some 10 units at the far plane.
        assert!((before.0.far - after.0.far).length() < 0.02, "{before:?} {after:?}");
        let same =
            page.fitted(page.situation.as_ref().expect("a situation").view.viewport, FramebufferSize::new(1280, 720));
        assert_eq!(same.situation.map(|situation| situation.cursor.pixel()), Some((473.0, 146.0)));
    }
}
