//! Coordinates of a vertex, read word by word, and the problems with them.

use super::numbers::number;
use super::problem::{Kind, Problem};
use super::problems::quoted;

/// Returns three coordinates, read from the next three of `words`, or the kind of problem and the problem with these
/// words. `words` are words of the text `padded`, each with its byte offset in that text.
pub fn coordinates<'a>(
    padded: &[u8],
    words: &mut impl Iterator<Item = (usize, &'a [u8])>,
) -> Result<[f64; 3], (Kind, Problem)> {
    let mut position = [0.0; 3];
    for (i, coordinate) in position.iter_mut().enumerate() {
        let Some((at, word)) = words.next() else {
            return Err((Kind::VertexNumbers, Problem::ThreeNumbers { count: i }));
        };
        *coordinate = match number(padded, at).filter(|&(_, end)| end == at + word.len()) {
            Some((value, _)) if is_storable([value, 0.0, 0.0]) => value,
            Some(_) => return Err((Kind::VertexRange, Problem::NumberTooLarge { number: quoted(word) })),
            None => return Err(no_coordinate(word)),
        };
    }
    Ok(position)
}

/// Returns the kind of problem, and the problem, with a word that should be a coordinate but is no number.
pub fn no_coordinate(word: &[u8]) -> (Kind, Problem) {
    let shown = quoted(word);
    if is_not_finite(word) {
        return (Kind::VertexRange, Problem::NotFinite { number: shown });
    }
    let is_hexadecimal = word.len() > 2 && word[1].eq_ignore_ascii_case(&b'x');
    let problem = if word.contains(&b',') {
        Problem::DecimalComma { word: shown }
    } else if is_hexadecimal {
        Problem::Hexadecimal { word: shown }
    } else {
        Problem::NoNumber { word: shown }
    };
    (Kind::VertexNumbers, problem)
}

/// Returns whether all coordinates of a position are finite as f32.
#[inline(always)]
pub fn is_storable(position: [f64; 3]) -> bool {
    // From the middle between the largest f32 and the next power of two on, numbers round to infinity.
    const BEYOND: f64 = f32::MAX as f64 + (1u128 << 103) as f64;
    (position[0].abs() < BEYOND) & (position[1].abs() < BEYOND) & (position[2].abs() < BEYOND)
}

/// Returns whether a word is one that programs print for NaN or infinity.
pub fn is_not_finite(word: &[u8]) -> bool {
    let word = word.strip_prefix(b"-").or(word.strip_prefix(b"+")).unwrap_or(word);
    let names: [&[u8]; 7] = [b"nan", b"inf", b"infinity", b"1.#inf", b"1.#ind", b"1.#qnan", b"nan(ind)"];
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}
