//! The `o` objects of an OBJ in the list of objects.

use super::*;
use pickray_app::app::listed::Listed;
use std::fmt::Write;

fn part(name: u32) -> Option<Listed> {
    Some(Listed::Part { object: 0, name: Some(name) })
}

#[test]
fn parts_are_hidden_selected_pointed_out_and_isolated_by_their_rows() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no wheel\nf 1 2 3\nf 1 2 3\no axle\nf 1 2 3\no wheel\nf 1 2 3\n";
    let mut harness = usual();
    harness.open(text);
    let desk = |harness: &Window| -> (Vec<u32>, Option<Listed>, Option<Listed>) {
        let desk = harness.desk();
        (desk.opened()[0].hidden.iter().collect(), desk.selected_row(), desk.pointer.row.map(|(row, _)| row))
    };
    harness.sees(&["Objects (3)", "Hide: Unnamed"]);
    harness.press("Hide: wheel");
    assert_eq!(desk(&harness).0, [1, 2, 4]);
    harness.press("Show: wheel").press_role(Role::Button, "axle");
    assert_eq!(desk(&harness), (vec![], part(1), part(1)));
    harness.get_by_role_and_label(Role::Button, "wheel").hover();
    harness.rest();
    assert_eq!(desk(&harness), (vec![], part(1), part(0)));
    harness.press("Isolate object axle");
    assert_eq!(desk(&harness).0, [0, 1, 2, 4]);
    harness.press("Show all");
    assert_eq!(desk(&harness).0, [] as [u32; 0]);
}

#[test]
fn the_name_of_an_only_file_stands_at_the_mesh_and_those_of_several_in_the_list() {
    let mut harness = usual();
    harness.sees(&["Name", "Path"]);
    harness.state_mut().update(Action::Add(MeshSource::File("/somewhere/other.obj".into())));
    harness.state_mut().loaded(Ok(loaded(TWO)));
    harness.rest().sees(&["two.obj", "other.obj"]);
    assert!(!harness.shows("Name") && !harness.shows("Path"));
}

#[test]
fn of_a_hundred_thousand_parts_the_row_of_a_hit_is_lit_and_scrolled_to() {
    const N: u32 = 100_000;
    const LARGE: [u32; 3] = [N - 1, 0, N / 2];
    // A strip of small triangles, of which three stand apart and are large.
    let mut text = String::new();
    for k in 0..N + 2 {
        writeln!(text, "v {} {} 0", 3.0 * f64::from(k) / f64::from(N), 2 + k % 2).expect("a text");
    }
    for x in 0..3 {
        writeln!(text, "v {x} 0 0\nv {} 0 0\nv {x} 1 0", x + 1).expect("a text");
    }
    for k in 0..N {
        let large = (0..).zip(LARGE).find(|&(_, part)| part == k);
        let corner = large.map_or(k + 1, |(place, _)| N + 3 + 3 * place);
        writeln!(text, "o part {k}\nf {corner} {} {}", corner + 1, corner + 2).expect("a text");
    }
    let mut harness = usual();
    harness.open(&text);
    let is_lit = |harness: &Window, part: u32| {
        let name = format!("part {part}");
        let row = harness.query_by_role_and_label(Role::Button, &name);
        row.map(|row| row.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True))
    };
    assert_eq!(is_lit(&harness, 0), Some(false));
    for triangle in LARGE {
        assert_eq!(harness.pick(triangle).desk().selected_row(), part(triangle));
        assert_eq!(is_lit(&harness, triangle), Some(true));
    }
    assert_eq!([0, N - 1].map(|part| is_lit(&harness, part)), [None; 2]);
    let is_part = |label: String| label.starts_with("part ");
    let rows = harness.query_all_by_role(Role::Button);
    let n_rows = rows.filter(|row| row.accesskit_node().label().is_some_and(is_part)).count();
    assert!(n_rows < 20, "only the rows in sight are made, not {n_rows}");
}
