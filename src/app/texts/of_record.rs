//! The rows of a pick in the language of the window: in English those of its record.

use super::{Text, of_library, t};
use crate::geometry::Feature;
use crate::intersect::Side;
use crate::pick::{HitDetails, PickRecord, Row};

/// Returns a row of a record: its texts are those of `record-`, the words of its label, and `-about`.
pub fn row(row: &Row, record: &PickRecord) -> Row {
    let words: Vec<_> =
        row.label.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let id = format!("record-{}", words.join("-").to_lowercase());
    let [label, about] = ["", "-about"].map(|ending| Text::composed(&format!("{id}{ending}")));
    if label.0.is_empty() {
        return row.clone();
    }
    let mut value = row.value.clone();
    if let Some(words) = value_in_words(row.label, record) {
        value.text = words;
    }
    Row { label: label.shown(), value, about: about.shown() }
}

/// Returns whether a row tells which triangle of which file it is, by number and line.
pub fn is_source(row: &Row) -> bool {
    ["File", "Triangle", "Line", "Text", "Bytes"].contains(&row.label)
}

/// Returns whether a row counts the faces of the file, which are easily taken for triangles.
pub fn is_count(row: &Row) -> bool {
    ["Face", "Record"].contains(&row.label)
}

/// Returns a heading of a record; what is asked first has none.
pub fn heading(title: &'static str) -> &'static str {
    match title {
        "Barycentric" => t!("record-heading-barycentric"),
        "Corners" => t!("record-heading-corners"),
        "Ray" => t!("record-heading-ray"),
        "Cost" => t!("record-heading-cost"),
        other => other,
    }
}

/// Returns the value of a row that has words in it.
fn value_in_words(label: &str, record: &PickRecord) -> Option<String> {
    let hit = record.hit;
    match label {
        "Object" => hit.map(|hit| of_library::mesh_name(&hit.object_name).to_owned()),
        "Hit" => record.place_along_ray.map(|(index, count)| {
            t!("record-place-along-ray", number = (index + 1).to_string(), count = count.to_string())
        }),
        "Side" => hit.map(|hit| match hit.side {
            Side::Front => t!("record-front").to_owned(),
            Side::Back => t!("record-back").to_owned(),
        }),
        "Record" => hit.and_then(|hit| hit.source.record).map(|record| {
            let (number, offset) = (record.number.to_string(), record.offset.to_string());
            t!("record-at-byte", number = number, offset = offset, hexadecimal = format!("0x{:x}", record.offset))
        }),
        "Face" => hit.map(face),
        "Place" => hit.map(|hit| match hit.on {
            Feature::Face => t!("record-inside").to_owned(),
            Feature::Edge(edge) => t!("record-on-edge", edge = ["ab", "bc", "ca"][usize::from(edge % 3)]),
            Feature::Vertex(corner) => t!("record-at-corner", corner = ["a", "b", "c"][usize::from(corner % 3)]),
        }),
        "Tested" => {
            let (boxes, triangles) = (record.boxes_tested, record.triangles_tested);
            let boxes = t!("record-boxes", count = boxes, number = boxes.to_string());
            let triangles = t!("record-triangles", count = triangles, number = triangles.to_string());
            Some(t!("record-tested-both", boxes = boxes, triangles = triangles))
        }
        _ => None,
    }
}

fn face(hit: &HitDetails) -> String {
    let source = &hit.source;
    let [face, part, parts, corners] =
        [source.face, source.place_in_face + 1, source.triangles_of_face, source.face_corners].map(|n| n.to_string());
    if source.triangles_of_face < 2 {
        return face;
    }
    t!("record-part-of-face", face = face, part = part, parts = parts, corners = corners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::Action;
    use crate::app::keys::{ClickMode, Command};
    use crate::app::texts::{Language, speak};
    use crate::app::update::tests::{MIDDLE, click, state_of};
    use crate::app::update::update;
    use crate::mesh::Mesh;
    use crate::pick::Group;

    #[test]
    fn english_is_what_the_record_says_and_chinese_leaves_none_of_its_labels() {
        let text = "o a\ng b\nusemtl c\nv -1 -1 0 1 0 0\nv 1 -1 0 1 0 0\nv 0 1 0 1 0 0\nf 1 2 3\nf 1 2 3\n";
        let mut state = state_of(Mesh::from_bytes("red.obj", text.as_bytes()).expect("a mesh").0);
        click(&mut state, MIDDLE, ClickMode::Replace);
        update(&mut state, Action::Command(Command::NextHit));
        let picked = state.desk.picked.get_mut().as_mut().expect("a pick");
        picked.hit.as_mut().expect("a hit").diffuse = Some([0.5; 3]);
        let picked = state.desk.picked.as_ref().expect("a pick");
        let record = picked.record(&state.desk);
        for Group { title, rows } in record.groups() {
            assert_eq!(heading(title), title);
            rows.iter().for_each(|own| assert_eq!(row(own, &record), *own));
        }
        speak(Language::Chinese);
        for own in record.groups().into_iter().flat_map(|group| group.rows) {
            let shown = row(&own, &record);
            assert!(own.label == "t" || shown.label != own.label, "{}", own.label);
            assert_ne!(shown.about, own.about);
        }
    }
}
