//! Values as they are written on the command line.

use crate::language::Language;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use glam::{DMat4, DVec2, DVec3};
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::pick::TriangleId;
use pickray::study::Objects;

pub const MAX_SIDE: u32 = 16384;

pub fn number(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(format!("{text} is not a finite number")),
        Err(_) => Err(format!("{text:?} is not a number")),
    }
}

pub fn positive(text: &str) -> Result<f64, String> {
    number(text).and_then(|n| if n > 0.0 { Ok(n) } else { Err(format!("{text} is not above 0")) })
}

pub fn not_negative(text: &str) -> Result<f64, String> {
    number(text).and_then(|n| if n >= 0.0 { Ok(n) } else { Err(format!("{text} is below 0")) })
}

/// Reads a finite number, or `inf`.
pub fn number_or_infinity(text: &str) -> Result<f64, String> {
    match text.trim() {
        "inf" | "infinity" | "infinite" => Ok(f64::INFINITY),
        _ => number(text).map_err(|error| format!("{error}, nor inf")),
    }
}

pub fn point2(text: &str) -> Result<DVec2, String> {
    numbers(text, "X,Y").map(DVec2::from_array)
}

pub fn point3(text: &str) -> Result<DVec3, String> {
    numbers(text, "X,Y,Z").map(DVec3::from_array)
}

/// Reads a rectangle `X0,Y0,X1,Y1`: two opposite corners.
pub fn rectangle(text: &str) -> Result<[CursorPosition; 2], String> {
    numbers(text, "X0,Y0,X1,Y1").map(|[x0, y0, x1, y1]| [CursorPosition::new(x0, y0), CursorPosition::new(x1, y1)])
}

/// Reads a disc `X,Y,R`: a centre and a radius that is not below 0.
pub fn disc(text: &str) -> Result<(CursorPosition, f64), String> {
    let [x, y, radius] = numbers(text, "X,Y,R")?;
    if radius >= 0.0 { Ok((CursorPosition::new(x, y), radius)) } else { Err(format!("the radius {radius} is below 0")) }
}

/// Reads the up direction: `y`, `z`, or `X,Y,Z`.
pub fn direction(text: &str) -> Result<DVec3, String> {
    match text {
        "y" => Ok(DVec3::Y),
        "z" => Ok(DVec3::Z),
        _ => numbers(text, "y, z or X,Y,Z").map(DVec3::from_array),
    }
}

/// Reads a scale: `S` for all axes, or `X,Y,Z`.
pub fn scale(text: &str) -> Result<DVec3, String> {
    if text.contains(',') { point3(text) } else { number(text).map(DVec3::splat) }
}

/// Reads a matrix of 16 numbers, row by row.
pub fn matrix(text: &str) -> Result<DMat4, String> {
    numbers(text, "four rows of four").map(|rows| DMat4::from_cols_array(&rows).transpose())
}

fn numbers<const N: usize>(text: &str, form: &str) -> Result<[f64; N], String> {
    let numbers: Vec<f64> = text.split(',').map(number).collect::<Result<_, _>>()?;
    let count = numbers.len();
    numbers.try_into().map_err(|_| format!("{N} numbers are needed, such as {form}, not {count}"))
}

/// Returns a parser of a language's code, as the files of lessons and messages have it in their names.
pub fn language() -> impl TypedValueParser<Value = Language> {
    let codes = [PossibleValue::new("en"), PossibleValue::new("zh-CN").alias("zh")];
    PossibleValuesParser::new(codes).map(|code| Language::of_locale(&code))
}

/// Returns a parser that accepts one of `words`, and gives the value that is paired with it.
pub fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    words: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let value = move |word: String| words.into_iter().find(|(known, _)| *known == word).expect("a known word").1;
    PossibleValuesParser::new(words.map(|(word, _)| word)).map(value)
}

/// Reads the index of one object, as `2`, or the first and the last index of a range, as `2-5`.
pub fn objects(text: &str) -> Result<Objects, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(first), Ok(last)) => Ok(Objects { first, last }),
        _ => Err("give an object's number from 0, or a range such as 2-5".to_owned()),
    }
}

/// Reads the index of a triangle in object 0, as `15`, or an object's and a triangle's index, as `2:15`.
pub fn triangle(text: &str) -> Result<TriangleId, String> {
    let (object, triangle) = text.split_once(':').unwrap_or(("0", text));
    match (object.trim().parse(), triangle.trim().parse()) {
        (Ok(object), Ok(triangle)) => Ok(TriangleId { object, triangle }),
        _ => Err("give a triangle's number from 0, or an object's and a triangle's, such as 2:15".to_owned()),
    }
}

/// Reads the size of a picture, `WxH` in pixels, each side from 1 to [`MAX_SIDE`].
pub fn size(text: &str) -> Result<FramebufferSize, String> {
    let sides = text.split_once(['x', 'X', '×']).map(|(w, h)| (w.trim().parse::<u32>(), h.trim().parse::<u32>()));
    let Some((Ok(width), Ok(height))) = sides else {
        return Err("give width and height in pixels, such as 1280x720".to_owned());
    };
    if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
        return Err(format!("width and height must be from 1 to {MAX_SIDE} pixels"));
    }
    Ok(FramebufferSize { width, height })
}

/// Reads a viewport, `X,Y,WxH` in pixels, from the lower left.
pub fn viewport(text: &str) -> Result<Viewport, String> {
    let form = || "give the lower left corner and the size in pixels, such as 100,0,640x480".to_owned();
    let (corner, sides) = text.rsplit_once(',').ok_or_else(form)?;
    let (x, y) = corner.split_once(',').ok_or_else(form)?;
    let (Ok(x), Ok(y)) = (x.trim().parse::<i32>(), y.trim().parse::<i32>()) else { return Err(form()) };
    let FramebufferSize { width, height } = size(sides)?;
    // Both are at most MAX_SIDE.
    Ok(Viewport { x, y, width: width as i32, height: height as i32 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_values_are_read() {
        assert_eq!(point2("3,-4.5"), Ok(DVec2::new(3.0, -4.5)));
        assert_eq!(point3(" 1, 2e3 ,-0.5"), Ok(DVec3::new(1.0, 2000.0, -0.5)));
        assert_eq!(size("640x480"), Ok(FramebufferSize { width: 640, height: 480 }));
        assert_eq!(viewport("-5,7,64x48"), Ok(Viewport { x: -5, y: 7, width: 64, height: 48 }));
        assert_eq!(number_or_infinity("inf"), Ok(f64::INFINITY));
        assert_eq!((scale("2"), scale("1,2,-3")), (Ok(DVec3::splat(2.0)), Ok(DVec3::new(1.0, 2.0, -3.0))));
        let shift = matrix("1,0,0,5, 0,1,0,6, 0,0,1,7, 0,0,0,1");
        assert_eq!(shift, Ok(DMat4::from_translation(DVec3::new(5.0, 6.0, 7.0))));
    }

    #[test]
    fn bad_values_are_told_apart() {
        for (bad, word) in [("nan,3", "finite"), ("1,inf", "finite"), ("1", "2 numbers"), ("1,2,3", "2 numbers")] {
            assert!(point2(bad).expect_err(bad).contains(word), "{bad}");
        }
        assert!(point2("1,").expect_err("a missing number").contains("not a number"));
        for bad in ["0x0", "640x0", "-1x5", "99999x1", "640", "640x480x2", "axb", ""] {
            assert!(size(bad).is_err(), "{bad}");
        }
        assert!(positive("0").is_err() && positive("-1").is_err());
        assert!(viewport("1,2").is_err() && viewport("a,2,3x4").is_err());
    }
}
