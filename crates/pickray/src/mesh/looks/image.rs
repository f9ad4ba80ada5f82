//! Images of textures: encoded as their files have them, and their pixels once they were decoded.

#[cfg(feature = "images")]
mod decode;
mod head;

use crate::mesh::companions::Companion;
use crate::mesh::problem::Problem;
use crate::mesh::source::{FileText, LineTextError};
use crate::work::packed;
use crate::work::packed::{Packed, Packer, Unpacker};
use head::Head;
use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Most bytes of an encoded image that are kept in memory or read.
const MOST_BYTES: u64 = 1 << 30;

/// Image of a texture. Copies share its pixels.
#[derive(Clone, Debug)]
pub struct Image {
    name: Arc<String>,
    content: Arc<Content>,
}
packed!(struct Image { name, content });

/// Content that images of several names may share.
#[derive(Debug)]
struct Content {
    encoded: Result<Encoded, Problem>,
    pixels: OnceLock<Result<Pixels, Problem>>,
}

impl Packed for Content {
    /// Packs the content without its pixels.
    fn pack(&self, out: &mut Packer) {
        self.encoded.as_ref().map_err(Problem::to_string).cloned().pack(out);
    }

    fn unpack(from: &mut Unpacker) -> Option<Self> {
        let encoded = Result::unpack(from)?.map_err(|text| Problem::AsWritten { text });
        Some(Self { encoded, pixels: OnceLock::new() })
    }
}

#[derive(Clone, Debug)]
pub(in crate::mesh) enum Encoded {
    Bytes(Arc<Vec<u8>>),
    /// Bytes of a file in memory that was given with the mesh.
    Beside(Arc<Vec<u8>>),
    /// Bytes of a file on disk: all of them, or those from the first to before the second.
    File(FileText, Option<(u64, u64)>),
}
packed!(enum Encoded [Bytes(bytes), Beside(bytes), File(file, range)]);

impl Encoded {
    /// Returns a file beside the mesh as an image. The bytes of a file in memory are copied.
    pub fn of(companion: Companion) -> Result<Self, Problem> {
        if let Some(file) = companion.file {
            return Ok(Self::File(file, None));
        }
        let bytes = companion.into_bytes(MOST_BYTES)?;
        Ok(Self::Beside(Arc::new(bytes.ok_or(Problem::ImageLarge)?.into_owned())))
    }

    /// Returns the first bytes of an image, `n` at most, or all of them.
    fn read(&self, n: u64) -> Result<Cow<'_, [u8]>, Problem> {
        match self {
            Self::Bytes(bytes) | Self::Beside(bytes) => Ok(Cow::Borrowed(&bytes[..bytes.len().min(n as usize)])),
            Self::File(file, range) => {
                let (start, end) = range.unwrap_or((0, u64::MAX));
                let range = start..end.min(start.saturating_add(n));
                file.bytes_in(range, MOST_BYTES).map(Cow::Owned).map_err(|error| match error {
                    LineTextError::Changed { .. } => Problem::ImageChanged,
                    LineTextError::Unreadable { error, .. } if error.kind() == ErrorKind::NotFound => Problem::Absent,
                    LineTextError::Unreadable { error, .. } if error.kind() == ErrorKind::OutOfMemory => {
                        Problem::ImageLarge
                    }
                    _ => Problem::Refused,
                })
            }
        }
    }
}

impl Image {
    pub(in crate::mesh) fn new(name: String, encoded: Result<Encoded, Problem>) -> Self {
        Self { name: name.into(), content: Arc::new(Content { encoded, pixels: OnceLock::new() }) }
    }

    /// Returns an image of another name that shares all else, so that it is decoded once.
    pub(in crate::mesh) fn named(&self, name: String) -> Self {
        Self { name: name.into(), content: Arc::clone(&self.content) }
    }

    /// Returns an image of these pixels.
    pub fn of_pixels(name: impl Into<String>, pixels: Pixels) -> Self {
        let image = Self::new(name.into(), Err(Problem::Absent));
        image.provide(Ok(pixels));
        image
    }

    #[doc(hidden)]
    pub fn of_encoded(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self::new(name.into(), Ok(Encoded::Bytes(bytes.into())))
    }

    /// Returns the name of the image: its file as the mesh's file names it, or its name in that file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name by which a file in `folder` may name the image: its path from there, if the image is a file in
    /// this folder, below it or in a folder beside it. Without a folder, returns the name in the mesh's file.
    pub(in crate::mesh) fn name_from(&self, folder: Option<&Path>) -> Option<String> {
        match (self.content.encoded.as_ref().ok()?, folder) {
            (Encoded::Beside(_) | Encoded::File(_, None), None) => Some(self.name().to_owned()),
            (Encoded::File(file, None), Some(folder)) => {
                let (path, folder) = (file.path().canonicalize().ok()?, folder.canonicalize().ok()?);
                let below = |folder: &Path| Some(path.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/"));
                let beside = || Some(below(folder.parent()?)?).filter(|name| name.contains('/'));
                below(&folder).or_else(|| Some(format!("../{}", beside()?)))
            }
            _ => None,
        }
    }

    /// Returns whether both are copies of one image, or share its bytes.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.content, &other.content)
    }

    /// Returns the pixels; `None` until the image is decoded, or if it cannot be.
    pub fn pixels(&self) -> Option<&Pixels> {
        self.content.pixels.get()?.as_ref().ok()
    }

    /// Returns the reason why the image has no pixels, as the end of a sentence, once this is known.
    pub fn problem(&self) -> Option<&Problem> {
        match self.content.pixels.get() {
            Some(decoded) => decoded.as_ref().err(),
            None => self.content.encoded.as_ref().err(),
        }
    }

    /// Returns whether it is known if the image has pixels: decoding is over, or in vain.
    #[doc(hidden)]
    pub fn is_settled(&self) -> bool {
        self.content.encoded.is_err() || self.content.pixels.get().is_some()
    }

    /// Returns the encoded image, read from its file where it is in one.
    ///
    /// # Errors
    /// The [`Problem`] with it, which completes a sentence that begins with the image.
    pub fn encoded(&self) -> Result<Cow<'_, [u8]>, Problem> {
        self.content.encoded.as_ref().map_err(Problem::clone)?.read(u64::MAX)
    }

    /// Gives the image, if it has none, the pixels that another decoder made, or the reason why there are none.
    #[doc(hidden)]
    pub fn provide(&self, pixels: Result<Pixels, Problem>) {
        let _ = self.content.pixels.set(pixels);
    }

    /// Returns kind and bytes for another decoder; refuses what [`decode`](Self::decode) does before it takes memory.
    ///
    /// # Errors
    /// The [`Problem`] with the image, which completes a sentence that begins with it.
    #[doc(hidden)]
    pub fn to_decode(&self) -> Result<(ImageKind, Cow<'_, [u8]>), Problem> {
        let encoded = self.encoded()?;
        Ok((Head::of(&encoded)?.kind, encoded))
    }

    /// Returns the width and the height of the image, in pixels, without decoding it.
    ///
    /// # Errors
    /// The [`Problem`] with the image, which completes a sentence that begins with it.
    pub fn size(&self) -> Result<[u32; 2], Problem> {
        match self.pixels() {
            Some(pixels) => Ok([pixels.width, pixels.height]),
            None => Ok(Head::of(&self.encoded()?)?.size),
        }
    }

    /// Returns the kind of the image, which can be decoded.
    ///
    /// # Errors
    /// The [`Problem`] for which it cannot be, which completes a sentence that begins with the image.
    #[doc(hidden)]
    pub fn decodable(&self) -> Result<ImageKind, Problem> {
        self.content.encoded.as_ref().map_err(Problem::clone)?;
        ImageKind::decodable(self.kind())
    }

    /// Returns the kind of the image by its first bytes; `None` if it cannot be read or is of no known kind.
    pub fn kind(&self) -> Option<ImageKind> {
        ImageKind::of(&self.content.encoded.as_ref().ok()?.read(16).ok()?)
    }
}

/// Kind of an encoded image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImageKind {
    /// Portable Network Graphics, which is decoded.
    Png,
    /// JPEG, which is decoded.
    Jpeg,
    /// Another kind, by its name, which is not decoded.
    Other(&'static str),
}

impl ImageKind {
    fn decodable(kind: Option<Self>) -> Result<Self, Problem> {
        match kind {
            Some(Self::Other(format)) => Err(Problem::ImageFormat { format }),
            Some(kind) => Ok(kind),
            None => Err(Problem::ImageUnknown),
        }
    }

    /// Returns the kind of an image that begins with these bytes; `None` for bytes of no known kind.
    pub fn of(head: &[u8]) -> Option<Self> {
        let begins: [(&[u8], Self); 10] = [
            (b"\x89PNG\r\n\x1a\n", Self::Png),
            (b"\xff\xd8\xff", Self::Jpeg),
            (b"\xabKTX 20\xbb", Self::Other("KTX2")),
            (b"\xabKTX 11\xbb", Self::Other("KTX")),
            (b"DDS ", Self::Other("DDS")),
            (b"GIF8", Self::Other("GIF")),
            (b"BM", Self::Other("BMP")),
            (b"II*\0", Self::Other("TIFF")),
            (b"MM\0*", Self::Other("TIFF")),
            (b"\x76\x2f\x31\x01", Self::Other("OpenEXR")),
        ];
        let is_webp = head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP");
        // Targa has no magic number: no colour map or one, a kind of image that it has.
        let is_targa = matches!(head, [_, 0 | 1, 1 | 2 | 3 | 9 | 10 | 11, ..]);
        let known = begins.into_iter().find(|(begin, _)| head.starts_with(begin)).map(|(_, kind)| kind);
        let by_other = || if is_webp { Some(Self::Other("WebP")) } else { is_targa.then_some(Self::Other("TGA")) };
        known.or_else(by_other)
    }
}

/// Pixels of an image: four bytes each, red, green, blue and opacity in sRGB, row by row from the top left.
#[derive(Clone, PartialEq)]
pub struct Pixels {
    width: u32,
    height: u32,
    bytes: Counted,
    is_transparent: bool,
}

static PIXEL_BYTES: AtomicU64 = AtomicU64::new(0);

/// Bytes that count in [`PIXEL_BYTES`] as long as they are there.
#[derive(PartialEq)]
struct Counted(Vec<u8>);

impl Counted {
    fn new(bytes: Vec<u8>) -> Self {
        PIXEL_BYTES.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Self(bytes)
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        Self::new(self.0.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        PIXEL_BYTES.fetch_sub(self.0.len() as u64, Ordering::Relaxed);
    }
}

impl std::fmt::Debug for Pixels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Pixels({} × {})", self.width, self.height)
    }
}

impl Pixels {
    /// Returns pixels of their bytes, four each; `None` if there are none, or not as many as the size says.
    pub fn new(width: u32, height: u32, bytes: Vec<u8>) -> Option<Self> {
        let n = 4 * u128::from(width) * u128::from(height);
        let is_transparent = bytes.iter().skip(3).step_by(4).any(|&opacity| opacity < 255);
        (n > 0 && n == bytes.len() as u128).then(|| Self { width, height, bytes: Counted::new(bytes), is_transparent })
    }

    /// Returns the number of columns; at least 1.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the number of rows; at least 1.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns all bytes, four a pixel, row by row from the top left.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes.0
    }

    /// Returns the pixel at column and row, from the top left; panics if there is none.
    pub fn get(&self, [column, row]: [u32; 2]) -> [u8; 4] {
        let pixel = row as usize * self.width as usize + column as usize;
        *self.bytes.0[4 * pixel..].first_chunk().expect("four bytes a pixel")
    }

    /// Returns whether any pixel is not opaque.
    pub fn is_transparent(&self) -> bool {
        self.is_transparent
    }
}
