//! Images of textures: what their pixels are, and what is said of those that have none.
#![cfg(feature = "images")]

use crate::*;
use pickray::mesh::{Image, ImageKind, Pixels};

/// Small pictures of one colour wash, made for these tests.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/images");

/// The image of a material's texture, as a mesh in memory has it.
fn image(name: &str, bytes: &[u8]) -> Image {
    let text = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\n";
    let library = format!("newmtl a\nmap_Kd {name}\n");
    let files: [(&str, &[u8]); 3] = [("m.obj", text.as_bytes()), ("m.mtl", library.as_bytes()), (name, bytes)];
    let (mesh, _) = Load::files("m.obj", &files).indexed_mesh().expect("a mesh");
    mesh.textures().images()[0].clone()
}

/// Writes a PNG of these samples.
fn png(width: u32, height: u32, color: png::ColorType, depth: png::BitDepth, samples: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if color == png::ColorType::Indexed {
        encoder.set_palette(vec![0, 0, 0, 10, 20, 30, 200, 100, 50]);
        encoder.set_trns(vec![255, 128]);
    }
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(samples).expect("as many samples");
    writer.finish().expect("an end");
    bytes
}

#[test]
fn every_kind_of_png_becomes_four_bytes_a_pixel() {
    use png::BitDepth::{Eight, One, Sixteen, Two};
    use png::ColorType::{Grayscale, GrayscaleAlpha, Indexed, Rgb, Rgba};
    for (color, depth, samples, want) in [
        (Grayscale, Eight, vec![7, 9], vec![7, 7, 7, 255, 9, 9, 9, 255]),
        (Grayscale, One, vec![0b0100_0000], vec![0, 0, 0, 255, 255, 255, 255, 255]),
        (Grayscale, Sixteen, vec![7, 200, 9, 1], vec![7, 7, 7, 255, 9, 9, 9, 255]),
        (GrayscaleAlpha, Eight, vec![7, 1, 9, 2], vec![7, 7, 7, 1, 9, 9, 9, 2]),
        (Rgb, Eight, vec![1, 2, 3, 4, 5, 6], vec![1, 2, 3, 255, 4, 5, 6, 255]),
        (Rgba, Eight, vec![1, 2, 3, 4, 5, 6, 7, 8], vec![1, 2, 3, 4, 5, 6, 7, 8]),
        (Indexed, Two, vec![0b0110_0000], vec![10, 20, 30, 128, 200, 100, 50, 255]),
    ] {
        let image = image("a.png", &png(2, 1, color, depth, &samples));
        assert_eq!(image.size().expect("a size"), [2, 1]);
        assert!(!image.is_settled() && image.pixels().is_none());
        let pixels = image.decode().expect("pixels");
        assert_eq!((pixels.width(), pixels.height(), pixels.bytes()), (2, 1, &want[..]), "{color:?} {depth:?}");
        assert_eq!(pixels.is_transparent(), want.iter().skip(3).step_by(4).any(|&opacity| opacity < 255));
        assert!(image.is_settled() && image.clone().pixels() == Some(pixels));
    }
}

#[test]
fn jpegs_of_all_kinds_are_as_their_picture_was() {
    // Red grows to the right, green downwards, blue to the upper left: as they were before they were compressed.
    let color = |column: u32, row: u32| [10 * column, 15 * row, 255 - 5 * column - 5 * row];
    for (name, most) in [("baseline", 4), ("progressive", 4), ("subsampled", 14), ("grey", 4)] {
        let path = format!("{FOLDER}/{name}.jpg");
        let image = image("a.jpg", &std::fs::read(path).expect("a file"));
        assert_eq!((image.kind(), image.size().expect("a size")), (Some(ImageKind::Jpeg), [24, 16]));
        let pixels = image.decode().expect("pixels");
        for (column, row) in (0..24).flat_map(|column| (0..16).map(move |row| (column, row))) {
            let mut want = color(column, row);
            if name == "grey" {
                let [red, green, blue] = want.map(f64::from);
                want = [(0.299 * red + 0.587 * green + 0.114 * blue).round() as u32; 3];
            }
            let [red, green, blue, opacity] = pixels.get([column, row]).map(u32::from);
            let off = [red, green, blue].into_iter().zip(want).map(|(got, want)| got.abs_diff(want)).max();
            assert!(off <= Some(most) && opacity == 255, "{name} {column} {row} {off:?}");
        }
    }
}

#[test]
fn colours_of_inks_and_of_red_green_and_blue_are_those_that_libjpeg_gives() {
    for (name, place, want) in [
        ("cmyk-jpeg/cmyk.glb", [30, 30], [240, 240, 120]),
        ("cmyk-jpeg/cmyk.glb", [9, 6], [80, 0, 120]),
        ("rgb-jpeg/rgb.glb", [9, 6], [80, 0, 120]),
    ] {
        let (mesh, _) = Load::file(format!("{FOLDER}/../reports/{name}")).indexed_mesh().expect("a mesh");
        let pixels = mesh.textures().images()[0].decode().expect(name);
        let [colors @ .., opacity] = pixels.get(place);
        assert!(opacity == 255 && colors.into_iter().zip(want).all(|(x, want)| x.abs_diff(want) <= 2), "{colors:?}");
    }
}

#[test]
fn what_is_no_image_too_large_or_of_another_kind_says_so() {
    let mut large = png(1, 1, png::ColorType::Grayscale, png::BitDepth::Eight, &[0]);
    large[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    let sum = crc32fast(&large[12..29]);
    large[29..33].copy_from_slice(&sum.to_be_bytes());
    let padded = [&large[..], &[0; 1 << 22]].concat();
    let jpeg = std::fs::read(format!("{FOLDER}/baseline.jpg")).expect("a file");
    let mut claims = jpeg.clone();
    let frame = claims.windows(2).position(|it| it == [0xff, 0xc0]).expect("a frame");
    claims[frame + 5..][..4].copy_from_slice(&[0x4e, 0x20, 0x4e, 0x20]);
    for (name, bytes, why) in [
        ("huge.png", &large[..], "says that it has 60000 × 60000 pixels, more than its 67 bytes can hold"),
        ("all.png", &padded[..], "has 60000 × 60000 pixels, which take 14.4 GB of memory, and all images together may"),
        ("claims.jpg", &claims[..], "says that it has 20000 × 20000 pixels, more than its"),
        ("half.jpg", &jpeg[..jpeg.len() / 2], "is cut off: its end is missing"),
        ("a.ktx2", b"\xabKTX 20\xbb\r\n\x1a\n", "is a KTX2 image, but only PNG and JPEG are shown"),
        ("a.webp", b"RIFF\x10\0\0\0WEBPVP8 ", "is a WebP image, but only PNG and JPEG are shown"),
        ("a.png", b"hello", "is not a PNG or JPEG image"),
        ("empty.png", b"", "is not a PNG or JPEG image"),
        ("short.png", &large[..20], "is cut off"),
        ("short.jpg", b"\xff\xd8\xff\xe0", "is cut off"),
    ] {
        let image = image(name, bytes);
        let told = image.decode().expect_err(name).to_string();
        assert!(told.starts_with(why), "{name}: {told}");
        assert!(image.pixels().is_none() && image.problem().is_some());
    }
}

/// The sum of a chunk of PNG, bit by bit.
fn crc32fast(bytes: &[u8]) -> u32 {
    let step = |sum: u32, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
    !bytes.iter().fold(!0, |sum, &byte| (0..8).fold(sum ^ u32::from(byte), step))
}

#[test]
fn damaged_images_never_panic() {
    let mut random = seeded();
    let jpegs = ["baseline", "progressive", "subsampled", "grey"].map(|name| format!("{FOLDER}/{name}.jpg"));
    let mut all: Vec<_> = jpegs.iter().map(|path| std::fs::read(path).expect("a file")).collect();
    all.push(png(5, 4, png::ColorType::Rgba, png::BitDepth::Eight, &[77; 80]));
    all.push(png(5, 4, png::ColorType::Indexed, png::BitDepth::Two, &[27; 8]));
    for _ in 0..2000 {
        let mut bytes = all[random.usize(..all.len())].clone();
        for _ in 0..random.usize(1..9) {
            let at = random.usize(..bytes.len());
            match random.u8(..4) {
                0 => bytes.truncate(at.max(1)),
                1 => bytes.insert(at, random.u8(..)),
                _ => bytes[at] = random.u8(..),
            }
        }
        let image = image("a.png", &bytes);
        let size = image.size();
        match image.decode() {
            Ok(pixels) => assert_eq!(size.ok(), Some([pixels.width(), pixels.height()])),
            Err(problem) => assert!(!problem.to_string().is_empty()),
        }
    }
}

#[test]
fn pixels_have_four_bytes_each_and_there_is_one_at_least() {
    for (width, height, n) in [(0, 3, 0), (1, 1, 3), (1 << 31, 1 << 31, 0), (u32::MAX, u32::MAX, 4)] {
        assert!(Pixels::new(width, height, vec![1; n]).is_none(), "{width} {height}");
    }
    assert_eq!(Pixels::new(1, 2, vec![1; 8]).expect("two").get([0, 1]), [1; 4]);
}
