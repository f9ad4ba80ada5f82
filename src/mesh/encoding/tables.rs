//! Encodings that a crate has the tables of.

/// Returns the text of bytes in an encoding; `None` where they are none of it.
pub fn decode(encoding: &str, bytes: &[u8]) -> Option<String> {
    let tables = encoding_rs::Encoding::for_label(encoding.as_bytes())?;
    tables.decode_without_bom_handling_and_without_replacement(bytes).map(Into::into)
}
