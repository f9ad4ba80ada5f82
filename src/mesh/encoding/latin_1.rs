//! Names where nothing is there to tell an encoding: each byte is a letter of Latin-1, so that none is lost.

pub fn encoding_of(_: &[u8]) -> &'static str {
    "ISO-8859-1"
}

pub fn decode(_: &str, name: &[u8]) -> Option<String> {
    Some(super::latin_1(name))
}
