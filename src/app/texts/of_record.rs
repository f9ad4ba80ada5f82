//! Rows of a pick's record in the language of the window; in English, labels and values are those of the record itself.

use super::{Text, of_library, t};
use crate::app::numbers;
use pickray::pick::HitDetails;
use pickray::pick::explain::{PickRecord, PickTrace, ReadBack, RowLabel, Value, hex_color};
use pickray::scene::Object;

/// Row of a panel: a label, a value, and an explanation of the value, shown on hovering.
#[derive(Debug)]
pub struct Row {
    pub label: &'static str,
    pub value: Value,
    pub about: &'static str,
}

impl Row {
    pub fn new(label: &'static str, value: impl Into<Value>, about: &'static str) -> Self {
        Self { label, value: value.into(), about }
    }
}

/// Returns a row of a record in the window's language. The texts' ids are `record-LABEL` and, for a tooltip, `-about`.
pub fn row(label: RowLabel, mut value: Value, record: &PickRecord) -> Row {
    let name = label.to_string();
    let words: Vec<_> = name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let id = format!("record-{}", words.join("-").to_lowercase());
    let [shown, about] = ["", "-about"].map(|ending| Text::composed(&format!("{id}{ending}")));
    match (label, &value.words, record.hit) {
        (_, Some(words), _) => value.text = of_library::said(words),
        (RowLabel::Object, _, Some(hit)) => value.text = of_library::mesh_name(&hit.object_name),
        (RowLabel::Tested, ..) => value.text = tested(record),
        _ => {}
    }
    Row { label: shown.shown(), value, about: about.shown() }
}

/// Returns words on what a hit's `t` measures, and on the distance from near, which is easily mistaken for it.
pub fn t_in_words(hit: &HitDetails, trace: &PickTrace) -> String {
    let [t, distance] = [hit.t, hit.distance_from_near].map(numbers::number);
    if trace.ray.as_ref().is_ok_and(|ray| ray.t_max.is_some()) {
        t!("record-t-in-words", t = t, distance = distance)
    } else {
        t!("record-t-without-far", t = t, distance = distance)
    }
}

/// Returns words on the point that a depth buffer gives back for a hit; `None` for a hit beyond the planes.
pub fn read_back_in_words(hit: &HitDetails, trace: &PickTrace) -> Option<String> {
    let ReadBack { depth, point, off, step } = trace.read_back(hit)?;
    let point = point.to_array().map(numbers::number).join(", ");
    let [depth, off, step] = [depth, off, step].map(numbers::number);
    Some(t!("ladder-read-back", depth = depth, point = point, off = off, step = step))
}

/// Returns how the weights u and v make U and V of a texture; `None` without texture coordinates.
pub fn uv_in_words(hit: &HitDetails, object: &Object) -> Option<String> {
    let pair = |[u, v]: [f64; 2]| format!("{}, {}", numbers::number(u), numbers::number(v));
    let corners = object.mesh.texture_coordinates(0)?.of_triangle(hit.triangle, hit.attributes.vertices);
    let [a, b, c] = corners.map(|corner| corner.map(|uv| pair(uv.map(f64::from))));
    let uv = pair(hit.attributes.uv?.to_array());
    Some(t!("ladder-triangle-uv", a = a?, b = b?, c = c?, uv = uv))
}

/// Returns `true` if a panel says elsewhere what a row tells: the triangle that was hit, or its colour again.
pub fn is_said(label: RowLabel, hit: &HitDetails) -> bool {
    match label {
        RowLabel::File | RowLabel::Triangle | RowLabel::Line | RowLabel::Text | RowLabel::Bytes => true,
        RowLabel::MaterialColor => hit.color.map(hex_color) == hit.diffuse.map(hex_color),
        _ => false,
    }
}

/// Returns the largest extent of the object or mesh in which a row gives a point; `None` for a row without a point.
pub fn size_around(label: RowLabel, object: &Object) -> Option<f64> {
    let bounds = match label {
        RowLabel::Point => object.bounds(),
        RowLabel::PointInFile | RowLabel::CornerA | RowLabel::CornerB | RowLabel::CornerC => object.mesh.bounds(),
        _ => return None,
    };
    Some(bounds.size().max_element())
}

/// Returns the heading of a group of a record in the language of the window; the first group has none.
pub fn heading(title: &str) -> &'static str {
    Text::composed(&format!("record-heading-{}", title.to_lowercase())).shown()
}

fn tested(record: &PickRecord) -> String {
    let (boxes, triangles) = (record.boxes_tested, record.triangles_tested);
    let boxes = t!("record-boxes", count = boxes, number = boxes.to_string());
    let triangles = t!("record-triangles", count = triangles, number = triangles.to_string());
    t!("record-tested-both", boxes = boxes, triangles = triangles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::texts::{Language, speak};
    use crate::app::update::tests::*;
    use pickray::mesh::{CornerValues, Image, Pixels, Texture};
    use pickray::pick::explain::Group;

    #[test]
    fn t_is_told_as_a_part_of_the_way_and_without_a_far_plane_as_so_many_distances_of_the_near_point() {
        let mut state = state_of(Sample::Teapot.mesh().expect("a mesh"));
        state.pick(MIDDLE);
        let told = |state: &State| {
            let picked = state.desk.picked.as_ref().expect("a pick");
            let hit = picked.hit.as_ref().expect("a hit");
            let [t, distance] = [hit.t, hit.distance_from_near].map(numbers::number);
            (t_in_words(hit, &picked.trace), t, distance)
        };
        let (words, t, distance) = told(&state);
        assert_eq!(words, format!("t = {t} of the way from near to far; {distance} from the near point"));
        state.change([Change::Far(Plane::Named(PlaneName::Infinite))]);
        let (words, t, distance) = told(&state);
        let expected = format!("t = {t} times the way from the eye to the near point; {distance} from that point");
        assert_eq!(words, expected);
    }

    #[test]
    fn english_is_what_the_record_says_and_chinese_leaves_none_of_its_labels() {
        let text = "o a\ng b\nusemtl c\nv -1 -1 0 1 0 0\nv 1 -1 0 1 0 0\nv 0 1 0 1 0 0\nf 1 2 3\nf 1 2 3\n";
        let mut mesh = Load::bytes("red.obj", text.as_bytes()).mesh().expect("a mesh").0;
        for set in 0..2 {
            let uv = CornerValues::by_vertex(vec![[0.0, 0.0], [1.0, 0.0], [0.5, 1.0]]);
            mesh.set_texture_coordinates(set, uv).expect("as many as vertices");
        }
        mesh.set_normals(CornerValues::by_vertex([[0.0, 0.0, 1.0]; 3])).expect("as many as vertices");
        let texture =
            Texture { image: 0, set: 0, wrap: Default::default(), nearest: false, image_from_uv: Texture::V_UP };
        let image = Image::of_pixels("i.png", Pixels::new(1, 1, vec![9; 4]).expect("a pixel"));
        mesh.set_textures(vec![Some(texture)], vec![image]);
        let mut state = state_of(mesh);
        state.pick(MIDDLE).command(Command::NextHit);
        let picked = state.desk.picked.as_mut().expect("a pick");
        picked.hit.as_mut().expect("a hit").diffuse = Some([0.5; 3]);
        let picked = state.desk.picked.as_ref().expect("a pick");
        let record = picked.record(&state.desk);
        let mut english = Vec::new();
        for Group { title, rows } in record.groups() {
            assert!(title.is_empty() || heading(title) == title);
            for (label, value) in rows {
                let shown = row(label, value.clone(), &record);
                assert_eq!((shown.label, &shown.value), (&*label.to_string(), &value));
                assert!(shown.about.ends_with('.') && shown.about.len() > 15, "{label}: {:?}", shown.about);
                english.push((label, shown));
            }
        }
        speak(Language::Chinese);
        for (label, own) in english {
            let shown = row(label, own.value, &record);
            assert!(own.label == "t" || shown.label != own.label, "{}", own.label);
            assert_ne!(shown.about, own.about);
        }
    }
}
