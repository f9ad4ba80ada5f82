//! The container GLB: a header of 12 bytes, and chunks, of which the first is the document and another may be a buffer.

use super::document::of_version;
use crate::mesh::problem::{Advice, Problem};
use crate::mesh::report::{Refusal, Result};
use crate::mesh::text::Text;
use std::ops::Range;

const HEADER: u64 = 12;
const CHUNK_HEADER: u64 = 8;
/// Largest number of chunks that are looked at on the way to the buffer.
const MOST_CHUNKS: usize = 1000;

/// Byte ranges of the document and, if there is one, of its first buffer in a GLB file.
#[derive(Debug, PartialEq)]
pub struct Chunks {
    pub json: Range<u64>,
    pub bin: Option<Range<u64>>,
}

/// Finds the document and its buffer in a GLB file, whatever length its header gives.
pub fn chunks(bytes: &Text) -> Result<Chunks> {
    if bytes.len() < HEADER {
        return Err(damaged("the file ends inside its header".to_owned()));
    }
    let version = u32::from_le_bytes(four(bytes, 4)?);
    if version != 2 {
        return Err(of_version("GLB", &version.to_string()));
    }
    let (mut at, mut json) = (HEADER, None);
    for _ in 0..MOST_CHUNKS {
        if bytes.len() - at < CHUNK_HEADER {
            break;
        }
        let length = u64::from(u32::from_le_bytes(four(bytes, at)?));
        let kind = four(bytes, at + 4)?;
        let rest = bytes.len() - at - CHUNK_HEADER;
        if length > rest {
            let what = format!("the chunk at byte {at} should have {length} bytes, and {rest} are there");
            return Err(damaged(what));
        }
        let chunk = at + CHUNK_HEADER..at + CHUNK_HEADER + length;
        at = chunk.end;
        match (&json, &kind) {
            (None, b"JSON") => json = Some(chunk),
            (None, _) => break,
            (Some(json), b"BIN\0") => return Ok(Chunks { json: json.clone(), bin: Some(chunk) }),
            _ => {}
        }
    }
    let json = json.ok_or_else(|| damaged("its first chunk is not JSON".to_owned()))?;
    Ok(Chunks { json, bin: None })
}

fn damaged(detail: String) -> Refusal {
    Refusal::of(Problem::Gltf { detail }, Advice::ExportAgain)
}

fn four(bytes: &Text, at: u64) -> Result<[u8; 4]> {
    let mut four = [0; 4];
    bytes.read(at, &mut four)?;
    Ok(four)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glb(version: u32, chunks: &[(u32, &[u8; 4], &[u8])]) -> Vec<u8> {
        let mut bytes = [b"glTF".as_slice(), &version.to_le_bytes(), &[0xff; 4]].concat();
        for (length, kind, content) in chunks {
            bytes.extend([&length.to_le_bytes(), kind.as_slice(), content].concat());
        }
        bytes
    }

    fn found(bytes: &[u8]) -> Result<Chunks, String> {
        chunks(&Text::Bytes(bytes)).map_err(|refusal| refusal.into_load_error("t", 0).to_string())
    }

    #[test]
    fn the_document_comes_first_and_other_chunks_are_passed_over() {
        let whole = glb(2, &[(2, b"JSON", b"{}"), (3, b"ACME", b"abc"), (1, b"BIN\0", b"x")]);
        assert_eq!(found(&whole), Ok(Chunks { json: 20..22, bin: Some(41..42) }));
        assert_eq!(
            found(&whole[..30]),
            Err("t: glTF: the chunk at byte 22 should have 3 bytes, and 0 are there; export the mesh again".to_owned())
        );
        assert_eq!(found(&whole[..24]), Ok(Chunks { json: 20..22, bin: None }));
    }

    #[test]
    fn headers_that_lie_are_refused() {
        for (bytes, why) in [
            (glb(1, &[]), "it is GLB of version `1`, and only version 2 is read; convert it to glTF 2.0"),
            (glb(3, &[]), "of version `3`, and only version 2 is read; export it"),
            (glb(2, &[]), "first chunk"),
            (glb(2, &[(1, b"BIN\0", b"x")]), "first chunk"),
            (glb(2, &[(u32::MAX, b"JSON", b"{}")]), "4294967295 bytes, and 2 are there"),
            (b"glTF\x02\0".to_vec(), "ends inside its header"),
        ] {
            let told = found(&bytes).expect_err("refused");
            assert!(told.contains(why), "{told}");
        }
    }
}
