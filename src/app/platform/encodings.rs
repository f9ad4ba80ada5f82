//! Encodings of names that are not UTF-8. A crate has their tables here; a page asks its browser, so that none of them
//! is in the module.

/// Has readers tell and decode the encoding of names, by the language of the system.
pub fn register() {
    let language = sys_locale::get_locale().unwrap_or_default();
    // Where it was told before, nothing is left to do.
    pickray::mesh::decode_names_with(decode, &language);
}

/// Returns the text of bytes in an encoding; `None` where they are none of it.
#[cfg(not(target_arch = "wasm32"))]
fn decode(encoding: &str, bytes: &[u8]) -> Option<String> {
    let tables = encoding_rs::Encoding::for_label(encoding.as_bytes())?;
    tables.decode_without_bom_handling_and_without_replacement(bytes).map(Into::into)
}

/// Returns the text of bytes in an encoding; `None` where they are none of it.
#[cfg(target_arch = "wasm32")]
fn decode(encoding: &str, bytes: &[u8]) -> Option<String> {
    let options = web_sys::TextDecoderOptions::new();
    options.set_fatal(true);
    let decoder = web_sys::TextDecoder::new_with_label_and_options(encoding, &options).ok()?;
    decoder.decode_with_u8_array(bytes).ok()
}
