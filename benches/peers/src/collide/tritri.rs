//! Single triangle pairs.

use super::harness::{Run, measure};
use crate::files::{self, records};
use glam::DVec3;
use pickray::geometry::Triangle;
use pickray::intersect::{moller_interval, triangle_triangle, triangle_triangle_traced};

/// `pickray` decides exactly, `pickray-interval` by the classic interval test in f64. Few pairs are special ones: their
/// answers are printed.
pub fn run(way: &str, path: &str) -> Result<(), String> {
    let words: Vec<u32> = files::read(path)?;
    let triangle = |c: &[f32]| {
        let corner = |i: usize| DVec3::new(f64::from(c[3 * i]), f64::from(c[3 * i + 1]), f64::from(c[3 * i + 2]));
        Triangle::new(corner(0), corner(1), corner(2))
    };
    let pairs: Vec<(Triangle, Triangle)> = records::<18>(&words, 1, words[0] as usize)
        .iter()
        .map(|pair| (triangle(&pair[..9]), triangle(&pair[9..])))
        .collect();
    let test = match way {
        "pickray" => triangle_triangle,
        "pickray-interval" => moller_interval,
        _ => return Err(format!("no way {way}: pickray or pickray-interval")),
    };
    if pairs.len() <= 100 {
        let answers: String = pairs.iter().map(|(p, q)| if test(p, q) { '1' } else { '0' }).collect();
        println!("{{\"case\":\"special\",\"peer\":\"{way}\",\"input\":\"{path}\",\"answers\":\"{answers}\"}}");
        return Ok(());
    }
    let run = Run { case: "tritri", way, inputs: &[path], n_queries: 1, passes: 4 };
    measure(&run, || (), |(), _| pairs.iter().filter(|(p, q)| test(p, q)).count() as u64)?;
    if way == "pickray" {
        let settled = pairs.iter().filter(|(p, q)| triangle_triangle_traced(p, q).filter_decides).count();
        eprintln!("the filter settles {settled} of {} pairs", pairs.len());
    }
    Ok(())
}
