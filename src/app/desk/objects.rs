//! List of objects: the tree of files, nodes, objects and their parts, and the commands on its rows.
//!
//! Rows are made once for a scene; each but a part's stands for consecutive objects, a `study::Objects`, which one
//! `Change` hides or shows. Tools of Collide work on the selected object, `Desk::bench_object`.

use super::Desk;
use crate::app::answers::MeshSource;
use crate::app::listed::{self, Listed, Part};
use pickray::geometry::Aabb;
use pickray::mesh::{Node, TriangleSet};
use pickray::pick::{TriangleId, TriangleIds};
use pickray::scene::Object;
use pickray::study::Objects;
use std::collections::HashMap;
use std::ops::Range;

/// Number of rows above which a list begins with all but its outermost groups folded.
const MOST_UNFOLDED: usize = 100;

/// Rows for the files, nodes and objects of a scene and the parts of their meshes, each before those that it holds.
#[derive(Debug, Default)]
pub struct ObjectList {
    pub rows: Vec<ObjectRow>,
    pub shown: Vec<usize>,
    pub has_folds: bool,
    /// Number of objects; an object with parts counts as many times as it has parts.
    pub n_objects: usize,
}

/// Row of the list of objects: a file, a node, an object or a part of its mesh.
#[derive(Debug, PartialEq)]
pub struct ObjectRow {
    pub name: String,
    /// Number of rows that hold this one, directly or indirectly.
    pub depth: usize,
    pub listed: Listed,
    /// Ranges of the triangles of a part; empty if the row does not stand for a part.
    pub runs: Vec<Range<u32>>,
    pub n_triangles: u64,
    /// Number of rows that this one holds, directly or indirectly.
    pub n_below: usize,
    pub is_folded: bool,
}

impl ObjectList {
    /// Returns the list of a scene's objects. `sources` has the source of each object's mesh.
    pub fn of(objects: &[Object], sources: &[MeshSource]) -> Self {
        let mut tree = Tree::default();
        let has_files = sources.windows(2).any(|two| two[0] != two[1]);
        for (index, object) in (0..).zip(objects) {
            let source = sources.get(index as usize).filter(|_| has_files);
            tree.add(index, object, source);
        }
        tree.into_list(objects)
    }

    pub fn has_several(&self) -> bool {
        1 < self.rows.len()
    }

    pub(in crate::app) fn fold(&mut self, place: usize) {
        if let Some(row) = self.rows.get_mut(place) {
            row.is_folded = !row.is_folded;
            self.list_shown();
        }
    }

    fn list_shown(&mut self) {
        let mut next = 0;
        let is_shown = |(place, row): (usize, &ObjectRow)| {
            let shown = next <= place;
            if shown && row.is_folded {
                next = place + row.n_below + 1;
            }
            shown.then_some(place)
        };
        self.shown = self.rows.iter().enumerate().filter_map(is_shown).collect();
    }
}

/// List of objects while it is made, with all files and nodes that hold objects.
#[derive(Default)]
struct Tree {
    rows: Vec<ListRow>,
    /// Indices of the row that was added last and, before it, of the rows that hold it, outermost first.
    open: Vec<usize>,
    places: HashMap<Node, usize>,
    /// Index of the object added last.
    last: u32,
}

struct ListRow {
    name: String,
    parent: Option<usize>,
    objects: Objects,
    kind: RowKind,
}

#[derive(PartialEq)]
enum RowKind {
    File(MeshSource),
    Node(Node),
    Object(Option<Node>),
}

impl Tree {
    fn add(&mut self, index: u32, object: &Object, source: Option<&MeshSource>) {
        if let Some(source) = source {
            let is_open =
                matches!(self.open.first(), Some(&row) if self.rows[row].kind == RowKind::File(source.clone()));
            if !is_open {
                self.close(0);
                self.push(index, source.name(), RowKind::File(source.clone()));
            }
        }
        // Nodes above the object, up to one that is open already.
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
            self.push(index, node.name().to_owned(), RowKind::Node(node));
        }
        self.push(index, object.name.clone(), RowKind::Object(object.node.clone()));
        self.last = index;
    }

    fn close(&mut self, kept: usize) {
        for row in self.open.drain(kept..) {
            self.rows[row].objects.last = self.last;
            if let RowKind::Node(node) | RowKind::Object(Some(node)) = &self.rows[row].kind {
                self.places.remove(node);
            }
        }
    }

    fn push(&mut self, first: u32, name: String, kind: RowKind) {
        if let RowKind::Node(node) | RowKind::Object(Some(node)) = &kind {
            self.places.insert(node.clone(), self.open.len());
        }
        let parent = self.open.last().copied();
        self.open.push(self.rows.len());
        self.rows.push(ListRow { name, parent, objects: Objects::one(first), kind });
    }

    /// Makes the list, without files and nodes that hold one object alone, and with the parts of meshes. An object
    /// alone in its file takes the file's name.
    fn into_list(mut self, objects: &[Object]) -> ObjectList {
        self.close(0);
        let mut sums = vec![0];
        sums.extend(objects.iter().scan(0, |sum, object| {
            *sum += object.mesh.n_triangles() as u64;
            Some(*sum)
        }));
        let (mut rows, mut n_objects) = (Vec::<ObjectRow>::new(), 0);

        // Index of each row in the list, or of the one that holds it.
        let mut places: Vec<Option<usize>> = Vec::new();
        let mut name = None;
        for row in self.rows {
            let parent = row.parent.and_then(|parent| places[parent]);
            let is_object = matches!(row.kind, RowKind::Object(_));
            if row.objects.first == row.objects.last && !is_object {
                places.push(parent);
                name = if matches!(row.kind, RowKind::File(_)) { Some(row.name) } else { name };
                continue;
            }
            places.push(Some(rows.len()));
            let Objects { first, last } = row.objects;
            let depth = parent.map_or(0, |parent| rows[parent].depth + 1);
            rows.push(ObjectRow {
                name: name.take().unwrap_or(row.name),
                depth,
                listed: row.objects.into(),
                runs: Vec::new(),
                n_triangles: sums[last as usize + 1] - sums[first as usize],
                n_below: 0,
                is_folded: false,
            });
            if is_object {
                let parts = listed::parts(first, objects[first as usize].mesh.source());
                n_objects += parts.len().max(1);
                rows.extend(parts.into_iter().map(|part| ObjectRow::of_part(part, depth + 1)));
            }
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
        let has_folds = rows.iter().any(|row| 0 < row.n_below);
        let mut list = ObjectList { rows, shown: Vec::new(), has_folds, n_objects };
        list.list_shown();
        list
    }
}

impl ObjectRow {
    fn of_part(Part { listed, name, runs }: Part, depth: usize) -> Self {
        let n_triangles = runs.iter().map(|run| run.len() as u64).sum();
        Self { name, depth, listed, runs, n_triangles, n_below: 0, is_folded: false }
    }
}

impl Desk {
    /// Returns the index of the object that the tools of the Collide workspace work on.
    pub fn bench_index(&self) -> u32 {
        self.shown.bench_object
    }

    /// Returns the object that the tools of the Collide workspace work on, in its own space; `None` if no mesh is open.
    pub fn bench_object(&self) -> Option<&Object> {
        self.scene().objects().get(self.bench_index() as usize)
    }

    /// Makes benches work on the selected object; returns `true` if it was another object before.
    pub(in crate::app) fn choose_bench_object(&mut self) -> bool {
        let chosen = self.selected_row().map(Listed::objects).unwrap_or_default().first;
        std::mem::replace(&mut self.shown.bench_object, chosen) != chosen
    }

    /// Returns the row that commands on objects act on: the selected one or, without one, that of the only object.
    pub fn selected_row(&self) -> Option<Listed> {
        let only = || (self.opened().len() == 1).then_some(Objects::default().into());
        self.selected.row.filter(|row| (row.objects().last as usize) < self.opened().len()).or_else(only)
    }

    /// Returns `true` if triangles are selected, or a row of several in the list of objects.
    pub fn has_selection(&self) -> bool {
        !self.selected.triangles.is_empty() || (self.files.objects.has_several() && self.selected_row().is_some())
    }

    /// Returns the innermost row of the list that a triangle belongs to.
    pub fn row_of(&self, id: TriangleId) -> Listed {
        let name = id.object_in(self.study.scene()).and_then(|object| object.mesh.source().object_index(id.triangle));
        let part = Listed::Part { object: id.object, name };
        if self.runs(part).is_empty() { Objects::one(id.object).into() } else { part }
    }

    pub fn triangles_of(&self, row: Listed) -> TriangleIds {
        let mut ids = TriangleIds::default();
        for (index, object) in self.objects_of(row) {
            let triangles = match row {
                Listed::Objects(_) => TriangleSet::all(object.mesh.n_triangles() as u32),
                Listed::Part { .. } => self.runs(row).iter().cloned().flatten().collect(),
            };
            ids.union_with(&TriangleIds::of(index, triangles));
        }
        ids
    }

    pub fn is_any_seen(&self, row: &ObjectRow) -> bool {
        let is_seen = |object: &Object| match row.listed {
            Listed::Objects(_) => !is_all_hidden(object),
            Listed::Part { .. } => !row.runs.iter().all(|run| object.hidden.contains_all(run.start..=run.end - 1)),
        };
        self.objects_of(row.listed).any(|(_, object)| object.visible && is_seen(object))
    }

    /// Returns the world-space box around the objects of a row, or around the part that the row stands for.
    pub fn bounds_of(&self, row: Listed) -> Aabb {
        let of_object = |object: &Object| match row {
            Listed::Objects(_) => object.bounds(),
            Listed::Part { .. } => {
                let corners = object.mesh.bounds_of(self.runs(row)).corners();
                Aabb::from_points(corners.map(|corner| object.world_from_object.transform_point3(corner)))
            }
        };
        self.objects_of(row).map(|(_, object)| of_object(object)).fold(Aabb::EMPTY, Aabb::union)
    }

    pub(super) fn objects_of(&self, row: Listed) -> impl Iterator<Item = (u32, &Object)> {
        let Objects { first, last } = row.objects();
        (first..).zip(self.opened().get(first as usize..=last as usize).unwrap_or_default())
    }

    /// Returns the triangles of a part, in runs; none of what is no part.
    fn runs(&self, part: Listed) -> &[Range<u32>] {
        let row = self.files.objects.rows.iter().find(|row| row.listed == part);
        row.map_or(&[], |row| &row.runs)
    }
}

pub(super) fn is_all_hidden(object: &Object) -> bool {
    object.hidden.len() == object.mesh.n_triangles()
}

/// Selects a row, and unfolds the rows that hold it.
pub(super) fn select(desk: &mut Desk, selected: Listed) {
    desk.selected.row = Some(selected);
    let list = &mut desk.files.objects;
    list.rows.iter_mut().filter(|row| row.listed.holds(selected)).for_each(|row| row.is_folded = false);
    list.list_shown();
}

pub(super) fn renew(desk: &mut Desk) {
    desk.files.objects = ObjectList::of(desk.study.scene().objects(), &desk.files.sources);
    desk.pointer.row = None;
}

#[cfg(test)]
mod tests;
