//! Names where nothing is there to tell an encoding: each byte is a letter of Latin-1, so that none is lost.

pub struct Encoding;

impl Encoding {
    pub fn of(_: &[u8]) -> Self {
        Self
    }

    pub fn name(&self) -> &'static str {
        "ISO-8859-1"
    }

    pub fn decode(&self, name: &[u8]) -> Option<String> {
        Some(super::latin_1(name))
    }
}
