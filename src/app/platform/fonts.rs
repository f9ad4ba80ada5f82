//! Fonts for letters that the built-in fonts lack.

#[cfg(not(target_arch = "wasm32"))]
mod of_system;

#[cfg(target_arch = "wasm32")]
pub use super::page::find_fonts as find;
#[cfg(not(target_arch = "wasm32"))]
pub use of_system::find;

/// Font file with the Chinese letters; `None` on a page, which fetches fonts when they are needed.
#[cfg(not(target_arch = "wasm32"))]
pub const CHINESE: Option<&[u8]> = Some(include_bytes!("../../../assets/fonts/NotoSansSC-Regular.otf"));
#[cfg(target_arch = "wasm32")]
pub const CHINESE: Option<&[u8]> = None;

#[derive(Clone, PartialEq, Eq)]
pub struct Font {
    /// PostScript name of the font, or the name of its file.
    pub name: String,
    pub bytes: Vec<u8>,
    pub index: u32,
}

impl std::fmt::Debug for Font {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Font").field("name", &self.name).field("index", &self.index).finish_non_exhaustive()
    }
}
