//! Short form of situations: a checksum, the JSON of the situation with `null` for its numbers, and the numbers.
//!
//! For a mere pick of a sample the JSON is the sample's number; else it is deflated, with a dictionary of what
//! situations say. Unknown fields are skipped. All that stands here is a part of version 3, and never changes.

use super::LONGEST;
use miniz_oxide::deflate::core::{
    CompressionStrategy, CompressorOxide, TDEFLFlush, TDEFLStatus, compress, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use pickray::study::Situation;
use serde_json::{Value, from_slice, json, to_vec};

/// Version of the situations whose version is left out.
const VERSION: u32 = 3;

/// Numbers that stay in the JSON, since the dictionary has them: those of an object that is not moved, and 45°.
const USUAL: [&str; 3] = ["0.0", "1.0", "0.7853981633974483"];

/// Ids, names and checksums of samples; their numbers are their places, from 1. Others are written as meshes of files.
const SAMPLES: [[&str; 3]; 6] = [
    ["noisy-sphere", "Noisy sphere", "5f9d0b311189287b"],
    ["icosphere", "Icosphere", "f9d91310086d0ce4"],
    ["torus-knot", "Torus knot", "3ea81d5a50e5ab4d"],
    ["triangle", "Triangle", "0cbb74a788c480c9"],
    ["cube", "Cube", "0508f6b8e0cecc05"],
    ["teapot", "Teapot", "b3cd976ffcaea9db"],
];

/// Text of a puzzle in two views, for the dictionary.
const PUZZLE: &str = concat!(
    r#","hidden_mistake":"y_not_flipped_by_viewport_height_logical_pixels_corner_offset_ignored_window_taken_fo"#,
    r#"r_depths_minus_one_and_one_depth_taken_for_ndc_no_division_by_w_in_world_inverses_in_wrong_order_transpo"#,
    r#"sed_matrix_aspecthorizontal_field_of_view_eye_as_origin_far_point_as_direction_of_last_frame_model_forgo"#,
    r#"tten_normalized_t_not_testedabsolute_epsilon_single_precision","page":{"lesson":"which-mistake","page":""#,
    r#"a"},"planes_given":{"far":true,"near":true},"scale_factor":1.0,"second_view":{"eye":[null,null,null],"fa"#,
    r#"r":null,"near":null,"projection":{"perspective":{"fov_y":0.7853981633974483}},"reversed_z":false,"target"#,
    r#"":[null,null,null],"up":[null,null,null,null]},"view":"#
);

const PICK: &str = concat!(
    r#"{"cursor":{"x":null,"y":null},"objects":[{"checksum":"CHECKSUM","mesh":"sample:ID","name":"NAME","visibl"#,
    r#"e":true,"world_from_object":[1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0]}],"options"#,
    r#"":{"culling":"none","sample":"center"},"planes_given":{"far":false,"near":false},"view":{"camera":{"eye""#,
    r#":[null,null,null],"far":null,"near":null,"projection":{"perspective":{"fov_y":0.7853981633974483}},"reve"#,
    r#"rsed_z":false,"target":[null,null,null],"up":[null,null,null,null]},"framebuffer":{"height":null,"width""#,
    r#":null},"viewport":{"height":null,"width":null,"x":null,"y":null}}}"#
);

/// Places of the camera of the pick, and of that of the second view.
const CAMERAS: [&str; 2] = ["/view/camera", "/second_view"];

/// First byte of a number whose own first byte would be taken for another.
const WHOLE: u8 = 0;
/// First byte of the smallest integers, each a byte long.
const BYTE: u8 = 1;
/// First byte of integers below 2¹³, each two bytes long.
const TWO_BYTES: u8 = 0x10;
/// Least first byte of a number that is written as its own eight bytes.
const ITSELF: u8 = 0x30;

/// Returns the short form of a situation; `None` if it has numbers that JSON cannot hold.
pub fn packed(situation: &Situation) -> Option<Vec<u8>> {
    let mut tree: Value = from_slice(&to_vec(situation).ok()?).ok()?;
    CAMERAS.iter().for_each(|place| _ = tree.pointer_mut(place).and_then(shorten_up));
    tree.as_object_mut()?.retain(|name, value| name != "version" || *value != VERSION);
    let mut numbers = Vec::new();
    take_numbers(&mut tree, &mut numbers)?;
    let json = tree.to_string();
    let head = match SAMPLES.iter().position(|sample| pick(sample) == json) {
        Some(place) => vec![place as u8 + 1],
        None => [vec![0], deflated(json.as_bytes())?].concat(),
    };
    Some(with_checksum(&[head, numbers].concat()))
}

/// Returns the situation of a short form; `None` if the bytes are cut off, changed, or those of no situation.
pub fn unpacked(bytes: &[u8]) -> Option<Situation> {
    let (sum, bytes) = bytes.split_first_chunk()?;
    let (sample, rest) = bytes.split_first().filter(|_| checksum(bytes) == u16::from_be_bytes(*sum))?;
    let (json, mut numbers) = match sample.checked_sub(1) {
        Some(place) => (pick(SAMPLES.get(usize::from(place))?).into_bytes(), rest),
        None => inflated(rest)?,
    };
    let mut tree: Value = from_slice(&json).ok()?;
    put_numbers(&mut tree, &mut numbers).filter(|()| numbers.is_empty())?;
    CAMERAS.iter().for_each(|place| _ = tree.pointer_mut(place).and_then(lengthen_up));
    tree.as_object_mut()?.entry("version").or_insert_with(|| VERSION.into());
    from_slice(&to_vec(&tree).ok()?).ok()
}

/// Takes the numbers out of a value, where `null` stands then; `None` if it stood there before.
fn take_numbers(value: &mut Value, numbers: &mut Vec<u8>) -> Option<()> {
    match value {
        Value::Null => return None,
        Value::Number(number) if !USUAL.contains(&number.to_string().as_str()) => {
            write_number(numbers, number.as_f64()?);
            *value = Value::Null;
        }
        Value::Array(values) => values.iter_mut().try_for_each(|value| take_numbers(value, numbers))?,
        Value::Object(fields) => fields.values_mut().try_for_each(|value| take_numbers(value, numbers))?,
        _ => {}
    }
    Some(())
}

/// Puts numbers into a value where `null` stands; `None` if there are too few.
fn put_numbers(value: &mut Value, numbers: &mut &[u8]) -> Option<()> {
    match value {
        Value::Null => {
            let number = read_number(numbers)?;
            let integer = number as i64;
            // Numbers of pixels and triangles are read as integers only.
            let is_integer = (integer as f64).to_bits() == number.to_bits();
            *value = if is_integer { json!(integer) } else { json!(number) };
        }
        Value::Array(values) => values.iter_mut().try_for_each(|value| put_numbers(value, numbers))?,
        Value::Object(fields) => fields.values_mut().try_for_each(|value| put_numbers(value, numbers))?,
        _ => {}
    }
    Some(())
}

fn write_number(out: &mut Vec<u8>, number: f64) {
    let (integer, bytes) = (number as u16, number.to_bits().to_be_bytes());
    if f64::from(integer).to_bits() != number.to_bits() || integer >= u16::from(ITSELF - TWO_BYTES) << 8 {
        out.extend((bytes[0] < ITSELF).then_some(WHOLE));
        out.extend(bytes);
    } else if integer < u16::from(TWO_BYTES - BYTE) {
        out.push(BYTE + integer as u8);
    } else {
        out.extend((integer + (u16::from(TWO_BYTES) << 8)).to_be_bytes());
    }
}

/// Reads a number, and leaves `from` behind it; `None` if the bytes are cut off.
fn read_number(from: &mut &[u8]) -> Option<f64> {
    let (&first, rest) = from.split_first()?;
    let (number, behind) = match first {
        BYTE..TWO_BYTES => (f64::from(first - BYTE), rest),
        TWO_BYTES..ITSELF => {
            let (second, rest) = rest.split_first()?;
            (f64::from(u16::from_be_bytes([first - TWO_BYTES, *second])), rest)
        }
        _ => {
            let (bytes, rest) = if first == WHOLE { rest } else { *from }.split_first_chunk()?;
            (f64::from_bits(u64::from_be_bytes(*bytes)), rest)
        }
    };
    *from = behind;
    Some(number)
}

/// Writes the up of a camera that is upright but for roundings as an axis, with the roundings in last places.
fn shorten_up(camera: &mut Value) -> Option<()> {
    let up = point(camera, "up")?;
    for axis in [1, 2] {
        let upright = upright(camera, axis)?;
        let off = [0, 1, 2].map(|i| (up[i].to_bits() as i64).wrapping_sub(upright[i].to_bits() as i64));
        let [x, y, z] = off.map(|off| (off << 1 ^ off >> 63) as u64);
        if x.max(y).max(z) < 1 << 13 {
            camera["up"] = json!([axis, x, y, z]);
            return Some(());
        }
    }
    None
}

fn lengthen_up(camera: &mut Value) -> Option<()> {
    let short = camera["up"].as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<_>>>()?;
    let &[axis, ref off @ ..] = short.as_slice() else { return None };
    let (upright, off) = (upright(camera, axis)?, <[u64; 3]>::try_from(off).ok()?);
    let off = off.map(|off| (off >> 1) as i64 ^ -((off & 1) as i64));
    camera["up"] = json!([0, 1, 2].map(|i| f64::from_bits((upright[i].to_bits() as i64).wrapping_add(off[i]) as u64)));
    Some(())
}

fn point(camera: &Value, name: &str) -> Option<[f64; 3]> {
    let numbers: Option<Vec<_>> = camera[name].as_array()?.iter().map(Value::as_f64).collect();
    numbers?.try_into().ok()
}

/// Returns the up of an upright camera (axis 1 for y, 2 for z), rounded alike by every processor: no sine.
fn upright(camera: &Value, axis: u64) -> Option<[f64; 3]> {
    let (eye, target) = (point(camera, "eye")?, point(camera, "target")?);
    let back = [0, 1, 2].map(|i| eye[i] - target[i]);
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let axis = [0, 1, 2].map(|i| f64::from(u8::from(axis == i)));
    let (along, whole) = (dot(axis, back), dot(back, back));
    let up = [0, 1, 2].map(|i| axis[i as usize] * whole - back[i as usize] * along);
    let length = dot(up, up).sqrt();
    (0.0 < length && length < f64::INFINITY).then(|| up.map(|up| up / length))
}

fn pick([id, name, checksum]: &[&str; 3]) -> String {
    PICK.replace("ID", id).replace("NAME", name).replace("CHECKSUM", checksum)
}

/// Returns what situations say, as deflated bytes refer to it.
fn dictionary() -> Vec<u8> {
    [PUZZLE, &SAMPLES.each_ref().map(pick).concat()].concat().into_bytes()
}

/// Returns deflated bytes, without a header: with codes of their own, or with those that all know, whichever are fewer.
fn deflated(json: &[u8]) -> Option<Vec<u8>> {
    let (dictionary, raw) = (dictionary(), -15);
    let deflated = [CompressionStrategy::Default, CompressionStrategy::Fixed].map(|strategy| {
        let mut deflater = CompressorOxide::new(create_comp_flags_from_zip_params(9, raw, strategy as i32));
        let mut out = vec![0; dictionary.len() + 2 * json.len() + 1024];
        // What the dictionary itself makes is known to whoever inflates, and left out.
        compress(&mut deflater, &dictionary, &mut out, TDEFLFlush::Sync);
        let (status, _, length) = compress(&mut deflater, json, &mut out, TDEFLFlush::Finish);
        out.truncate(length);
        Some(out).filter(|_| status == TDEFLStatus::Done)
    });
    deflated.into_iter().flatten().min_by_key(Vec::len)
}

/// Returns inflated bytes, at most [`LONGEST`], and what follows the deflated ones.
fn inflated(bytes: &[u8]) -> Option<(Vec<u8>, &[u8])> {
    let mut out = dictionary();
    let start = out.len();
    out.resize(start + LONGEST, 0);
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, read, written) = decompress(&mut DecompressorOxide::new(), bytes, &mut out, start, flags);
    (status == TINFLStatus::Done).then(|| (out[start..start + written].to_vec(), &bytes[read..]))
}

pub(super) fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    [&checksum(bytes).to_be_bytes(), bytes].concat()
}

/// Returns the CRC-16 of CCITT, which tells whenever a single character of a line was changed.
fn checksum(bytes: &[u8]) -> u16 {
    let shifted = |sum: u16, _| sum << 1 ^ if sum >= 0x8000 { 0x1021 } else { 0 };
    bytes.iter().fold(0xffff, |sum, byte| (0..8).fold(sum ^ u16::from(*byte) << 8, shifted))
}

/// Returns a short form with other JSON before its numbers.
#[cfg(test)]
pub(super) fn with_json(packed: &[u8], edit: impl FnOnce(&mut Value)) -> Vec<u8> {
    let (json, numbers) = inflated(&packed[3..]).expect("it has JSON");
    let mut json = from_slice(&json).expect("JSON");
    edit(&mut json);
    let json = deflated(json.to_string().as_bytes()).expect("deflated");
    with_checksum(&[&[0], &*json, numbers].concat())
}
