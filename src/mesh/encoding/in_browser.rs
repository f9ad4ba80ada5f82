//! Encodings that the browser decodes, so that none of their tables is in the module.

use web_sys::{TextDecoder, TextDecoderOptions};

/// Returns the text of bytes in an encoding; `None` where they are none of it.
pub fn decode(encoding: &str, bytes: &[u8]) -> Option<String> {
    let options = TextDecoderOptions::new();
    options.set_fatal(true);
    let decoder = TextDecoder::new_with_label_and_options(encoding, &options).ok()?;
    decoder.decode_with_u8_array(bytes).ok()
}
