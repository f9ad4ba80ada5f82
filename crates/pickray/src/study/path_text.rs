//! Text form of paths that are not Unicode.
//!
//! Based on: Tim Berners-Lee, Roy Fielding and Larry Masinter, Uniform Resource Identifier (URI): Generic Syntax, RFC
//! 3986, 2005, section 2.1; only what is not Unicode and the `%` itself are escaped.

use std::ffi::{OsStr, OsString};

/// Returns a path that is not Unicode as text, from which [`unescaped`] makes the path again. `None` if the path is
/// Unicode, and on systems other than Unix.
pub fn escaped(path: &OsStr) -> Option<String> {
    if path.to_str().is_some() || cfg!(not(unix)) {
        return None;
    }
    let mut text = String::new();
    for chunk in path.as_encoded_bytes().utf8_chunks() {
        text += &chunk.valid().replace('%', "%25");
        text.extend(chunk.invalid().iter().map(|byte| format!("%{byte:02X}")));
    }
    Some(text)
}

/// Returns the path that [`escaped`] turned into `text`. `None` if a `%` is not followed by two hexadecimal digits, and
/// on systems other than Unix.
#[cfg(unix)]
pub fn unescaped(text: &str) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt;
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend(rest.as_bytes());
    }
    Some(OsString::from_vec(bytes))
}

#[cfg(not(unix))]
/// Returns `None`: only on Unix are paths that are not Unicode kept as text.
pub fn unescaped(_: &str) -> Option<OsString> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn a_path_of_any_bytes_comes_back_from_its_text() {
        let mut random = fastrand::Rng::with_seed(9);
        for round in 0..2_000 {
            let bytes: Vec<u8> = (0..random.usize(..12))
                .map(|_| if random.bool() { random.u8(..) } else { random.choice(*b"%aA0/").expect("some") })
                .collect();
            let path = OsStr::from_bytes(&bytes);
            match escaped(path) {
                Some(text) => assert_eq!(unescaped(&text).as_deref(), Some(path), "round {round} of seed 9: {text}"),
                None => assert!(path.to_str().is_some(), "round {round} of seed 9: {path:?}"),
            }
        }
    }

    #[test]
    fn what_is_no_such_text_makes_no_path() {
        for text in ["%", "%4", "%4g", "%+4", "a%é", "%F"] {
            assert_eq!(unescaped(text), None, "{text}");
        }
        assert_eq!(unescaped("b%FCste%25.obj"), Some(OsStr::from_bytes(b"b\xfcste%.obj").to_owned()));
    }
}
