//! Encodings that a crate has the tables of.

use super::by_pairs;

pub struct Encoding {
    name: &'static str,
    tables: &'static encoding_rs::Encoding,
}

impl Encoding {
    /// Returns the likeliest encoding of names that are not UTF-8.
    pub fn of(names: &[u8]) -> Self {
        let name = by_pairs::encoding_of(names, |name| decode(tables(name), names));
        Self { name, tables: tables(name) }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the text of a name; `None` where its bytes are none of the encoding.
    pub fn decode(&self, name: &[u8]) -> Option<String> {
        decode(self.tables, name)
    }
}

fn tables(name: &str) -> &'static encoding_rs::Encoding {
    encoding_rs::Encoding::for_label(name.as_bytes()).unwrap_or(encoding_rs::WINDOWS_1252)
}

fn decode(tables: &'static encoding_rs::Encoding, bytes: &[u8]) -> Option<String> {
    tables.decode_without_bom_handling_and_without_replacement(bytes).map(Into::into)
}
