//! Text encodings of names that are not UTF-8. On a desktop, a crate has the tables of the encodings. A page asks its
//! browser, so that its WebAssembly module contains no tables.

/// Gives the mesh readers a decoder of other names than UTF-8, and the language by which they guess the encoding.
pub fn register() {
    let language = sys_locale::get_locale().unwrap_or_default();
    // A second call changes nothing.
    pickray::mesh::set_name_decoder(decode, &language);
}

/// Returns the text of bytes in an encoding; `None` if they are not valid in it, or it is not known.
#[cfg(not(target_arch = "wasm32"))]
fn decode(encoding: &str, bytes: &[u8]) -> Option<String> {
    let tables = encoding_rs::Encoding::for_label(encoding.as_bytes())?;
    tables.decode_without_bom_handling_and_without_replacement(bytes).map(Into::into)
}

/// Returns the text of bytes in an encoding; `None` if they are not valid in it, or it is not known.
#[cfg(target_arch = "wasm32")]
fn decode(encoding: &str, bytes: &[u8]) -> Option<String> {
    let options = web_sys::TextDecoderOptions::new();
    options.set_fatal(true);
    let decoder = web_sys::TextDecoder::new_with_label_and_options(encoding, &options).ok()?;
    decoder.decode_with_u8_array(bytes).ok()
}
