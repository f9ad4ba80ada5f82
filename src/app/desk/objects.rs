//! The list of objects: files, nodes and objects as the tree that they form, and what is done with them.

use super::{Desk, navigate};
use crate::app::action::ObjectsAction;
use crate::app::answers::MeshSource;
use crate::geometry::Aabb;
use crate::mesh::Node;
use crate::pick::Objects;
use crate::scene::Object;
use std::collections::HashMap;

/// A list of more rows than this begins with all but its outermost groups folded.
const MOST_UNFOLDED: usize = 100;

/// The files, nodes and objects of a scene, each before those that it holds.
#[derive(Debug, Default)]
pub struct ObjectList {
    pub rows: Vec<ObjectRow>,
}

/// A file, a node or an object.
#[derive(Debug, PartialEq)]
pub struct ObjectRow {
    pub name: String,
    /// The number of rows that hold it.
    pub depth: usize,
    /// The objects in it.
    pub objects: Objects,
    pub n_triangles: u64,
    /// The number of rows that it holds.
    pub n_below: usize,
    /// True where these are not shown.
    pub is_folded: bool,
}

impl ObjectList {
    /// Returns the list of a scene; `sources` says for each object which file it is of.
    pub fn of(objects: &[Object], sources: &[MeshSource]) -> Self {
        let mut tree = Tree::default();
        let has_files = sources.windows(2).any(|two| two[0] != two[1]);
        for (index, object) in (0..).zip(objects) {
            let source = sources.get(index as usize).filter(|_| has_files);
            tree.add(index, object, source);
        }
        tree.into_list(objects)
    }

    /// Returns the places of the rows that are shown.
    pub fn shown(&self) -> Vec<usize> {
        let mut next = 0;
        let is_shown = |(place, row): (usize, &ObjectRow)| {
            let shown = next <= place;
            if shown && row.is_folded {
                next = place + row.n_below + 1;
            }
            shown.then_some(place)
        };
        self.rows.iter().enumerate().filter_map(is_shown).collect()
    }
}

/// The list while it is made: all files and nodes that hold objects.
#[derive(Default)]
struct Tree {
    rows: Vec<Row>,
    /// The rows that hold the last object, and itself, the outermost one first.
    open: Vec<usize>,
    places: HashMap<Node, usize>,
    /// The last object.
    last: u32,
}

struct Row {
    name: String,
    parent: Option<usize>,
    objects: Objects,
    kind: Kind,
}

#[derive(PartialEq)]
enum Kind {
    File(MeshSource),
    Node(Node),
    /// An object, with its node where it has one.
    Object(Option<Node>),
}

impl Tree {
    fn add(&mut self, index: u32, object: &Object, source: Option<&MeshSource>) {
        if let Some(source) = source {
            let is_open = matches!(self.open.first(), Some(&row) if self.rows[row].kind == Kind::File(source.clone()));
            if !is_open {
                self.close(0);
                self.push(index, source.name(), Kind::File(source.clone()));
            }
        }
        // The nodes above it, up to one that is open already.
        let above = std::iter::successors(object.node.as_ref().and_then(Node::parent), Node::parent);
        let mut new = Vec::new();
        let mut kept = usize::from(source.is_some()).min(self.open.len());
        for node in above {
            if let Some(&place) = self.places.get(&node) {
                kept = place + 1;
                break;
            }
            new.push(node);
        }
        self.close(kept);
        for node in new.into_iter().rev() {
            self.push(index, node.name().to_owned(), Kind::Node(node));
        }
        self.push(index, object.name.clone(), Kind::Object(object.node.clone()));
        self.last = index;
    }

    /// Ends all that is open but the outermost so many.
    fn close(&mut self, kept: usize) {
        for row in self.open.drain(kept..) {
            self.rows[row].objects.last = self.last;
            if let Kind::Node(node) | Kind::Object(Some(node)) = &self.rows[row].kind {
                self.places.remove(node);
            }
        }
    }

    fn push(&mut self, first: u32, name: String, kind: Kind) {
        if let Kind::Node(node) | Kind::Object(Some(node)) = &kind {
            self.places.insert(node.clone(), self.open.len());
        }
        let parent = self.open.last().copied();
        self.open.push(self.rows.len());
        self.rows.push(Row { name, parent, objects: Objects::one(first), kind });
    }

    /// Leaves out what holds one object alone, which takes its file's name.
    fn into_list(mut self, objects: &[Object]) -> ObjectList {
        self.close(0);
        let mut sums = vec![0];
        sums.extend(objects.iter().scan(0, |sum, object| {
            *sum += object.mesh.n_triangles() as u64;
            Some(*sum)
        }));
        let mut rows: Vec<ObjectRow> = Vec::new();
        // Where each row is in the list, or the one that holds it.
        let mut places: Vec<Option<usize>> = Vec::new();
        let mut name = None;
        for row in self.rows {
            let parent = row.parent.and_then(|parent| places[parent]);
            let is_object = matches!(row.kind, Kind::Object(_));
            if row.objects.first == row.objects.last && !is_object {
                places.push(parent);
                name = if matches!(row.kind, Kind::File(_)) { Some(row.name) } else { name };
                continue;
            }
            places.push(Some(rows.len()));
            let Objects { first, last } = row.objects;
            rows.push(ObjectRow {
                name: name.take().unwrap_or(row.name),
                depth: parent.map_or(0, |parent| rows[parent].depth + 1),
                objects: row.objects,
                n_triangles: sums[last as usize + 1] - sums[first as usize],
                n_below: 0,
                is_folded: false,
            });
        }
        let mut ends: Vec<usize> = Vec::new();
        for place in 0..=rows.len() {
            let depth = rows.get(place).map_or(0, |row| row.depth);
            for ended in ends.drain(depth.min(ends.len())..) {
                rows[ended].n_below = place - ended - 1;
            }
            ends.push(place);
        }
        let folds = MOST_UNFOLDED < rows.len();
        rows.iter_mut().for_each(|row| row.is_folded = folds && 0 < row.depth && 0 < row.n_below);
        ObjectList { rows }
    }
}

impl Desk {
    /// Returns the index of the object that benches show.
    pub fn bench_index(&self) -> u32 {
        self.shown.bench_object
    }

    /// Returns the object that benches show; theirs is its own space.
    pub fn bench_object(&self) -> Option<&Object> {
        self.scene().objects().get(self.bench_index() as usize)
    }

    /// Has benches show the object that is selected; returns whether that is another than before.
    pub(in crate::app) fn choose_bench_object(&mut self) -> bool {
        let chosen = self.selected_objects().unwrap_or_default().first;
        std::mem::replace(&mut self.shown.bench_object, chosen) != chosen
    }

    /// Returns the objects that are meant by what is done next: those that are selected, or the only one.
    pub fn selected_objects(&self) -> Option<Objects> {
        let only = || (self.opened().len() == 1).then_some(Objects::default());
        self.selected.objects.filter(|objects| (objects.last as usize) < self.opened().len()).or_else(only)
    }

    /// Returns a box in world space around objects.
    pub fn bounds_of(&self, objects: Objects) -> Aabb {
        let among = |(index, _): &(u32, &Object)| objects.contains(*index);
        (0..).zip(self.opened()).filter(among).map(|(_, object)| object.bounds()).fold(Aabb::EMPTY, Aabb::union)
    }
}

pub(in crate::app) fn act(desk: &mut Desk, action: ObjectsAction) {
    match action {
        ObjectsAction::Select(objects) => (desk.selected.objects, desk.selected.means_objects) = (Some(objects), true),
        ObjectsAction::Frame(objects) => {
            (desk.selected.objects, desk.selected.means_objects) = (Some(objects), true);
            navigate::frame_bounds(desk, &desk.bounds_of(objects));
        }
        ObjectsAction::PointOut(objects) => desk.pointer.objects = objects,
        ObjectsAction::Fold(place) => {
            if let Some(row) = desk.files.objects.rows.get_mut(place) {
                row.is_folded = !row.is_folded;
            }
        }
    }
}

/// Selects objects, and unfolds what holds them in the list.
pub(super) fn select(desk: &mut Desk, objects: Objects) {
    desk.selected.objects = Some(objects);
    let holds = |row: &&mut ObjectRow| row.objects != objects && row.objects.contains(objects.first);
    desk.files.objects.rows.iter_mut().filter(holds).for_each(|row| row.is_folded = false);
}

/// Makes the list anew, as the scene is another.
pub(super) fn renew(desk: &mut Desk) {
    desk.files.objects = ObjectList::of(desk.study.scene().objects(), &desk.files.sources);
    desk.pointer.objects = None;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Mesh;
    use std::sync::Arc;

    const CUBE: MeshSource = MeshSource::Sample(crate::mesh::samples::Sample::Cube);

    /// Returns the list of nodes, each with its parent; those with a name that begins with a capital place a mesh. In
    /// each line depth, name and number of objects.
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
            assert_eq!(row.n_triangles, u64::from(row.objects.last - row.objects.first + 1));
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
            objects: Objects::one(0),
            n_triangles: 1,
            n_below,
            is_folded: false,
        };
        let mut list = ObjectList { rows: vec![row(0, 3), row(1, 1), row(2, 0), row(1, 0), row(0, 0)] };
        assert_eq!(list.shown(), [0, 1, 2, 3, 4]);
        list.rows[1].is_folded = true;
        assert_eq!(list.shown(), [0, 1, 3, 4]);
        list.rows[0].is_folded = true;
        assert_eq!(list.shown(), [0, 4]);
    }
}
