//! Encodings that the browser decodes, so that none of their tables is in the module.

use super::by_pairs;
use web_sys::{TextDecoder, TextDecoderOptions};

pub struct Encoding {
    name: &'static str,
    decoder: Option<TextDecoder>,
}

impl Encoding {
    /// Returns the likeliest encoding of names that are not UTF-8.
    pub fn of(names: &[u8]) -> Self {
        let name = by_pairs::encoding_of(names, |name| decode(&decoder(name)?, names));
        Self { name, decoder: decoder(name) }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the text of a name; `None` where its bytes are none of the encoding.
    pub fn decode(&self, name: &[u8]) -> Option<String> {
        decode(self.decoder.as_ref()?, name)
    }
}

fn decoder(name: &str) -> Option<TextDecoder> {
    let options = TextDecoderOptions::new();
    options.set_fatal(true);
    TextDecoder::new_with_label_and_options(name, &options).ok()
}

fn decode(decoder: &TextDecoder, bytes: &[u8]) -> Option<String> {
    decoder.decode_with_u8_array(bytes).ok()
}
