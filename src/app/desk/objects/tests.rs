use super::*;
use pickray::mesh::Mesh;
use std::sync::Arc;

const CUBE: MeshSource = MeshSource::Sample(pickray::mesh::samples::Sample::Cube);

/// Returns the list of nodes, each with its parent, as lines of depth, name and number of objects. Nodes whose
/// names begin with a capital place a mesh.
fn listed(nodes: &[(&str, Option<u32>)], sources: impl Fn(usize) -> MeshSource) -> Vec<String> {
    let mesh =
        Arc::new(Mesh::from_triangles(vec![[0.0; 3], [1., 0., 0.], [0., 1., 0.]], vec![[0, 1, 2]]).expect("one"));
    let all = Node::of_all(nodes.iter().map(|(name, parent)| ((*name).to_owned(), *parent)), 0);
    let placing = (0..).zip(nodes).filter(|(_, (name, _))| name.starts_with(char::is_uppercase));
    let objects: Vec<Object> = placing
        .map(|(index, (name, _))| Object { node: Some(all.other(index)), ..Object::new(*name, mesh.clone()) })
        .collect();
    let sources: Vec<_> = (0..objects.len()).map(sources).collect();
    let list = ObjectList::of(&objects, &sources);
    let line = |row: &ObjectRow| {
        let Objects { first, last } = row.listed.objects();
        assert_eq!(row.n_triangles, u64::from(last - first + 1));
        format!("{} {} {}+{}", row.depth, row.name, row.n_triangles, row.n_below)
    };
    list.rows.iter().map(line).collect()
}

#[test]
fn nodes_are_listed_as_the_tree_that_they_form() {
    let nodes = [
        ("car", None),
        ("Body", Some(0)),
        ("Door", Some(1)),
        ("Window", Some(1)),
        ("axle", Some(0)),
        ("hub", Some(4)),
        ("Wheel", Some(5)),
        ("Road", None),
    ];
    let rows = listed(&nodes, |_| CUBE);
    assert_eq!(rows, ["0 car 4+4", "1 Body 3+2", "2 Door 1+0", "2 Window 1+0", "1 Wheel 1+0", "0 Road 1+0"]);
}

#[test]
fn files_hold_their_objects_and_name_an_only_one() {
    let nodes = [("a", None), ("A", Some(0)), ("B", Some(0)), ("C", None), ("d", None), ("D", Some(4))];
    let file = |name: &str| MeshSource::File(name.into());
    let rows = listed(&nodes, |index| file(["car.glb", "car.glb", "cow.obj", "pig.glb"][index]));
    assert_eq!(rows, ["0 car.glb 2+3", "1 a 2+2", "2 A 1+0", "2 B 1+0", "0 cow.obj 1+0", "0 pig.glb 1+0"]);
}

#[test]
fn a_chain_of_nodes_that_all_place_a_mesh_takes_no_square_of_time() {
    let n: u32 = 100_000;
    let nodes: Vec<_> = (0..n).map(|index| ("N", index.checked_sub(1))).collect();
    let rows = listed(&nodes, |_| CUBE);
    assert_eq!(rows.len(), n as usize);
    assert!(rows[n as usize - 1].starts_with("99999 N 1+0"), "{}", rows[n as usize - 1]);
}

#[test]
fn folded_rows_hide_what_they_hold() {
    let row = |depth, n_below| ObjectRow {
        name: String::new(),
        depth,
        listed: Objects::one(0).into(),
        runs: Vec::new(),
        n_triangles: 1,
        n_below,
        is_folded: false,
    };
    let rows = vec![row(0, 3), row(1, 1), row(2, 0), row(1, 0), row(0, 0)];
    let mut list = ObjectList { rows, ..ObjectList::default() };
    for (folded, shown) in [(None, &[0, 1, 2, 3, 4][..]), (Some(1), &[0, 1, 3, 4]), (Some(0), &[0, 4])] {
        folded.into_iter().for_each(|place: usize| list.rows[place].is_folded = true);
        list.list_shown();
        assert_eq!(list.shown, shown);
    }
}
