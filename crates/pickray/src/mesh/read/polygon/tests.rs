use super::*;
use std::cell::Cell;
use std::collections::HashMap;

thread_local! {
    /// Number of steps of cutting on this thread: orientation tests, and corners tested against an ear.
    pub(in crate::mesh) static WORK: Cell<u64> = const { Cell::new(0) };
}

/// Cuts a polygon, whose steps are counted anew; returns whether its triangles cover it, and these.
fn triangles_of(positions: &[[f32; 3]]) -> (bool, Vec<[u32; 3]>) {
    let mut triangles: Vec<[u32; 3]> = (2..positions.len() as u32).map(|i| [0, i - 1, i]).collect();
    WORK.set(0);
    (Cutter::default().cut(positions, &mut triangles, []).expect("memory"), triangles)
}

/// The area of the triangles that a polygon was cut into, after checks that hold for any: all corners in their
/// places, each side of the polygon once, each diagonal once in each direction.
fn cut(positions: &[[f32; 3]]) -> (bool, f64) {
    let n = positions.len() as u32;
    let (outcome, triangles) = triangles_of(positions);
    let mut sides = HashMap::new();
    for [a, b, c] in &triangles {
        for side in [(a, b), (b, c), (c, a)] {
            *sides.entry(side).or_insert(0) += 1;
        }
    }
    assert!(sides.values().all(|&times| times == 1));
    assert!(sides.keys().all(|&(a, b)| (a + 1) % n == *b || sides.contains_key(&(b, a))));
    let point = |corner: u32| DVec3::from(positions[corner as usize].map(f64::from));
    let area = |[a, b, c]: [u32; 3]| 0.5 * (point(b) - point(a)).cross(point(c) - point(a)).length();
    (outcome, triangles.into_iter().map(area).sum())
}

/// Twice the signed area of a flat polygon.
fn doubled_area(points: &[[f32; 2]]) -> f64 {
    let n = points.len();
    let side = |i: usize| {
        let ([ax, ay], [bx, by]) = (points[i].map(f64::from), points[(i + 1) % n].map(f64::from));
        ax * by - ay * bx
    };
    (0..n).map(side).sum()
}

/// Cuts a flat polygon from each of some first corners, in both directions and three planes; the triangles have its
/// area each time.
fn assert_covered(points: &[[f32; 2]]) {
    let n = points.len();
    let area = 0.5 * doubled_area(points).abs();
    for start in (0..n).step_by(n.div_ceil(6)) {
        for (plane, reversed) in [(0, false), (1, true), (2, false), (0, true)] {
            let mut polygon: Vec<[f32; 3]> = (0..n)
                .map(|i| {
                    let [x, y] = points[(start + i) % n];
                    let mut p = [x, y, 0.25 * x + 0.125 * y];
                    p.rotate_right(plane);
                    p
                })
                .collect();
            if reversed {
                polygon.reverse();
            }
            let (outcome, found) = cut(&polygon);
            // The plane is tilted: its areas are larger by the root of 1 + 1/16 + 1/64.
            let want = area * (1.0f64 + 1.0 / 16.0 + 1.0 / 64.0).sqrt();
            assert!(outcome, "{n} corners from {start}");
            assert!((found - want).abs() <= 1e-5 * want, "{n} corners from {start}: {found} and not {want}");
        }
    }
}

#[test]
fn corners_and_parts_may_be_met_twice() {
    for polygon in [
        // Repeated and straight corners.
        "0 0, 1 0, 1 1, 0 1, 0 0",
        "0 0, 0 0, 1 0, 2 0, 2 0, 2 0, 2 2, 0 2, 0 1",
        "0 0, 1 0, 2 0, 3 0, 3 3, 2 3, 2 1, 1 1, 1 2, 1 3, 0 3",
        // A hole on a slit, which is left open.
        "0 0, 4 0, 4 4, 0 4, 0 0, 1 1, 1 3, 3 3, 3 1, 1 1",
        // Parts that touch in a corner.
        "0 0, 1 1, 2 0, 2 2, 1 1, 0 2",
        "0 0, 4 0, 4 4, 2 0, 0 4",
    ] {
        let numbers: Vec<f32> = polygon.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
        assert_covered(numbers.as_chunks::<2>().0);
    }
}

#[test]
fn a_polygon_that_crosses_itself_or_has_no_area_stays_a_fan() {
    assert_eq!(cut(&[[0., 0., 0.], [1., 1., 0.], [1., 0., 0.], [0., 1., 0.]]), (false, 1.0));
    let star: Vec<[f32; 3]> =
        (0..5).map(|i| (0.8 * std::f32::consts::PI * i as f32).sin_cos()).map(|(x, y)| [x, y, 0.]).collect();
    assert!(!cut(&star).0);
    assert_eq!(cut(&[[1., 2., 3.]; 9]), (true, 0.0));
    let line: Vec<[f32; 3]> = (0..9).map(|i| [i as f32, 2. * i as f32, 0.]).collect();
    assert_eq!(cut(&line), (true, 0.0));
}

#[test]
fn a_saddle_is_cut_from_its_first_corner() {
    let saddle = [[0., 0., 0.], [1., 0., 1.], [1., 1., 0.], [0., 1., 1.]];
    assert_eq!(triangles_of(&saddle), (true, vec![[0, 1, 2], [0, 2, 3]]));
}

/// Returns a closed curve around zero whose distance varies: simple, and as jagged as one likes.
fn star(n: usize, mut distance: impl FnMut(usize) -> f64) -> Vec<[f32; 2]> {
    let at = |i: usize, r: f64| {
        let (sin, cos) = (std::f64::consts::TAU * i as f64 / n as f64).sin_cos();
        [(r * cos) as f32, (r * sin) as f32]
    };
    (0..n).map(|i| at(i, distance(i))).collect()
}

fn comb(teeth: usize) -> Vec<[f32; 2]> {
    let tooth = |i: usize| [[i as f32, 0.0], [i as f32 + 0.5, 1000.0]];
    let mut comb: Vec<_> = (0..teeth).flat_map(tooth).collect();
    comb.extend([[teeth as f32, 0.0], [teeth as f32, -1.0], [0.0, -1.0]]);
    comb
}

fn spiral(n: usize) -> Vec<[f32; 2]> {
    let turn = |i: usize, inner: f64| {
        let angle = 60.0 * i as f64 / n as f64;
        let r = 1.0 + angle + inner;
        [(r * angle.cos()) as f32, (r * angle.sin()) as f32]
    };
    (0..n).map(|i| turn(i, 3.0)).chain((0..n).rev().map(|i| turn(i, 0.0))).collect()
}

/// Returns the outline of a random tree of grid cells: full of straight lines and equal coordinates.
fn maze(size: usize, random: &mut fastrand::Rng) -> Vec<[f32; 2]> {
    let mut inside = vec![vec![false; size + 2]; size + 2];
    inside[size / 2][size / 2] = true;
    for _ in 0..20 * size * size {
        let (x, y) = (random.usize(1..=size), random.usize(1..=size));
        // A cell joins where it touches one side and nothing else, so that the outline stays one simple curve.
        let around = [(1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)]
            .map(|(dx, dy)| inside[y + dy - 1][x + dx - 1]);
        let sides = around.iter().step_by(2).filter(|&&cell| cell).count();
        let changes = (0..8).filter(|&i| around[i] != around[(i + 1) % 8]).count();
        inside[y][x] |= sides == 1 && changes == 2;
    }
    let cells = (0..inside.len().pow(2)).map(|i| (i % inside.len(), i / inside.len()));
    let first = cells.into_iter().find(|&(x, y)| inside[y][x]).expect("a cell");
    let ((mut x, mut y), mut way) = (first, (1, 0));
    let mut outline = Vec::new();
    loop {
        outline.push([x as f32, y as f32]);
        (x, y) = (x.wrapping_add_signed(way.0), y.wrapping_add_signed(way.1));
        if (x, y) == first {
            return outline;
        }
        // The inside stays on the left.
        let cell_on_left = |way| match way {
            (1, 0) => inside[y][x],
            (0, 1) => inside[y][x - 1],
            (-1, 0) => inside[y - 1][x - 1],
            _ => inside[y - 1][x],
        };
        let turned_right = |(dx, dy): (isize, isize)| (dy, -dx);
        let ways = [turned_right(way), way, turned_right(turned_right(turned_right(way)))];
        let follows = |&way: &(isize, isize)| cell_on_left(way) && !cell_on_left(turned_right(way));
        way = ways.into_iter().find(follows).expect("an outline goes on");
    }
}

#[test]
fn random_simple_polygons_are_covered() {
    let seed = 5;
    let mut random = fastrand::Rng::with_seed(seed);
    for n in (3..40).chain([100, 1000, 5000]) {
        assert_covered(&star(n, |_| 0.1 + random.f64()));
        assert_covered(&star(n, |i| if i % 2 == 0 { 1.0 } else { 1e-3 }));
    }
    for size in [5, 8, 20, 60] {
        for _ in 0..5 {
            assert_covered(&maze(size, &mut random));
        }
    }
    assert_covered(&comb(500));
    assert_covered(&spiral(1000));
}

/// Polygons of about `n` corners each that cross themselves, or fold back onto themselves, in as many ways as there
/// are names for.
fn crossing(n: usize, random: &mut fastrand::Rng) -> Vec<(&'static str, Vec<[f32; 2]>)> {
    let circle = star(n, |_| 1.0);
    let around = |k: usize| (0..n).map(|i| circle[i * k % n]).collect::<Vec<_>>();
    let swapped = |mut polygon: Vec<[f32; 2]>| {
        let last = polygon.len() - 1;
        polygon.swap(last, last - 3);
        polygon
    };
    let mut place = [0.0_f32; 2];
    let mut step = |by: f32| {
        place = place.map(|x| x + by * (random.f32() - 0.5));
        place
    };
    let walk = (0..n).map(|_| step(1.0)).collect();
    let doodle = (0..n).map(|_| step(1.0).map(f32::round)).collect();
    vec![
        ("scattered", (0..n).map(|_| [random.f32(), random.f32()]).collect()),
        ("few places", (0..n).map(|_| [random.u8(..4).into(), random.u8(..4).into()]).collect()),
        ("walk", walk),
        ("walk on a grid", doodle),
        ("star", around(n / 2 - 1)),
        ("twice around", around(2)),
        ("comb", swapped(comb(n / 2))),
        ("spiral", swapped(spiral(n / 2))),
        ("jagged", swapped(star(n, |i| 1.0 + (i % 2) as f64))),
        ("there and back", (0..n).map(|i| [(i % 7) as f32, (i % 3) as f32 * 1e-3]).collect()),
        ("round and crossed at its end", swapped(star(n, |_| 1.0))),
    ]
}

#[test]
fn a_crossing_polygon_costs_a_square_up_to_a_limit_and_hardly_more_than_its_corners_beyond() {
    let seed = 17;
    let mut random = fastrand::Rng::with_seed(seed);
    for n in [16, 32, 64, 128, 200, 256, 512, 1024, 2048, 60_000] {
        for (name, polygon) in crossing(n, &mut random) {
            let positions: Vec<[f32; 3]> = polygon.iter().map(|&[x, y]| [x, y, 0.01 * x]).collect();
            triangles_of(&positions);
            let mut ring = polygon;
            ring.dedup();
            let n = ring.len() as u64;
            let for_each = if n <= EARS as u64 { 4 * n } else { 2 * u64::from(n.ilog2()) };
            let work = WORK.get();
            assert!(work <= for_each * n, "{name}, {n} corners, seed {seed}: {work} steps");
        }
    }
}

#[test]
fn sixty_thousand_corners_of_any_shape_take_few_steps_each() {
    for polygon in [star(60_000, |_| 1.0), star(60_000, |i| 1.0 + (i % 2) as f64), comb(30_000), spiral(30_000)] {
        let positions: Vec<[f32; 3]> = polygon.iter().map(|&[x, y]| [x, y, 0.0]).collect();
        assert!(triangles_of(&positions).0);
        let steps = WORK.get() / positions.len() as u64;
        assert!(steps < 16, "{steps} steps for each corner: a square would be thousands");
    }
}
