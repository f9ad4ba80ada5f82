//! Which whole-numbered triangles meet: an oracle with nothing of the library in it.
//!
//! Two convex hulls share a point where zero lies in the hull of the differences of their points, and by Carathéodory's
//! theorem (1907) it then lies in that of at most four of them, which signs of whole numbers decide.

use crate::rational::{cross, dot, minus};

pub type Point = [i128; 3];
pub type Triangle = [Point; 3];

/// Whether the hull of the points holds zero.
fn holds_zero(points: &[Point]) -> bool {
    let n = points.len();
    let volume = |i: usize, j: usize, k: usize| dot(&cross(&points[i], &points[j]), &points[k]).signum();
    let opposite = |signs: &[i128]| signs.contains(&1) && signs.contains(&-1);
    for i in 0..n {
        let a = points[i];
        if a == [0; 3] {
            return true;
        }
        for j in 0..i {
            let b = points[j];
            let parallel = cross(&a, &b) == [0; 3];
            if parallel && (0..3).any(|k| a[k].signum() * b[k].signum() < 0) {
                return true;
            }
            for (k, &c) in points[..j].iter().enumerate() {
                let of_three = volume(i, j, k);
                if of_three == 0 {
                    // In a plane with zero, which lies on no side of two edges on which it does not lie of the third.
                    let normal = cross(&minus(&b, &a), &minus(&c, &a));
                    let turn = |p: Point, q: Point| dot(&cross(&p, &q), &normal);
                    if normal != [0; 3] && [turn(a, b), turn(b, c), turn(c, a)].iter().all(|turn| *turn >= 0) {
                        return true;
                    }
                    continue;
                }
                for l in 0..k {
                    // The weights of the four corners, but for what they sum to.
                    let weights = [volume(j, k, l), -volume(i, k, l), volume(i, j, l), -of_three];
                    if !opposite(&weights) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Whether the closed triangles, which may be segments or points, share a point.
pub fn meet(p: &Triangle, q: &Triangle) -> bool {
    let apart = |k: usize| {
        let reach = |t: &Triangle| (t.iter().map(|c| c[k]).min(), t.iter().map(|c| c[k]).max());
        reach(p).1 < reach(q).0 || reach(q).1 < reach(p).0
    };
    if (0..3).any(apart) {
        return false;
    }
    let differences: Vec<Point> = p.iter().flat_map(|p| q.iter().map(move |q| minus(p, q))).collect();
    holds_zero(&differences)
}

/// Whether two triangles of one mesh share more than the corners or the edge that are equal in both. One without area
/// shares nothing.
pub fn overlap(p: &Triangle, q: &Triangle) -> bool {
    let has_area = |t: &Triangle| cross(&minus(&t[1], &t[0]), &minus(&t[2], &t[0])) != [0; 3];
    if !has_area(p) || !has_area(q) {
        return false;
    }
    let shared: Vec<Point> = p.iter().copied().filter(|corner| q.contains(corner)).collect();
    let others = |t: &Triangle| -> Vec<Point> { t.iter().copied().filter(|corner| !shared.contains(corner)).collect() };
    match shared[..] {
        [] => meet(p, q),
        // Two cones from one top share more where some point of one, other than the top, is one of the other: where
        // weights that are not all zero take the one's edges and the other's, turned about, to zero.
        [top] => {
            let from_top =
                |t: &Triangle, turned: i128| others(t).into_iter().map(move |c| minus(&c, &top).map(|x| turned * x));
            holds_zero(&from_top(p, 1).chain(from_top(q, -1)).collect::<Vec<_>>())
        }
        // Across an edge they share more where the other corners lie in one half plane that ends at it.
        [from, to] => {
            let upwards = |t: &Triangle| cross(&minus(&to, &from), &minus(&others(t)[0], &from));
            let (u, v) = (upwards(p), upwards(q));
            cross(&u, &v) == [0; 3] && (0..3).all(|k| u[k].signum() * v[k].signum() >= 0)
        }
        _ => true,
    }
}
