//! Consecutive records of a file: vertices, faces, their colours, and the place of each face in the file.

use crate::mesh::Srgb8;
use crate::mesh::looks::WHITE;
use crate::mesh::looks::attributes::push_last;
use crate::mesh::numbers::is_storable;
use crate::mesh::problem::{Kind, Problem};
use crate::mesh::read::piece::{NONE, Piece, relative};
use crate::mesh::source::{Named, Records};

/// End of the numbers by which vertices are named, exclusive.
const VERTICES_END: i64 = 1 << 30;

/// Consecutive records of a file. The place of a record is its line in the part; in a binary file it is the number of
/// a vertex in the file, or of a face in the part.
#[derive(Default)]
pub struct Part {
    pub piece: Piece,
    /// Colours of vertices and of faces, each list up to the last that has one.
    pub vertex_colors: Vec<Srgb8>,
    pub face_colors: Vec<Srgb8>,
    /// Numbers in the list of the face that is being read: two for each corner.
    pub texture_list: Vec<f64>,
    /// Number of faces whose list has another length, and the place of the first one.
    pub wrong_lists: (u64, u32),
    image: Option<i64>,
    face_start: usize,
    /// Byte ranges of the faces in a binary file, by the number of the face in the part.
    pub records: Records,
}

impl Part {
    pub fn new(exact: bool) -> Self {
        Self { piece: Piece { keeps_exact: exact, ..Piece::default() }, ..Self::default() }
    }

    #[inline(always)]
    pub fn vertex(&mut self, position: [f64; 3], place: u32) {
        if !is_storable(position) {
            return self.vertex_out_of_range(position, place);
        }
        self.piece.push_position(position);
    }

    #[cold]
    fn vertex_out_of_range(&mut self, position: [f64; 3], place: u32) {
        let largest = || position.iter().fold(0.0, |a: f64, x| a.max(x.abs()));
        let problem = match position.iter().find(|x| !x.is_finite()) {
            Some(x) => Problem::NotFinite { number: format!("`{x}`") },
            None => Problem::NumberTooLarge { number: format!("`{:e}`", largest()) },
        };
        self.unusable_vertex((Kind::VertexRange, problem), place);
    }

    /// Appends a stand-in for a vertex that could not be read, and reports the problem with that vertex.
    #[cold]
    pub fn unusable_vertex(&mut self, (kind, problem): (Kind, Problem), place: u32) {
        self.piece.unusable.push(self.piece.positions.len() as u32);
        self.piece.problems.add(kind, place, || problem.vertex_not_used());
        self.vertex([0.0; 3], place);
    }

    #[inline(always)]
    pub fn color_vertex(&mut self, color: Srgb8) {
        push_last(&mut self.vertex_colors, self.piece.positions.len(), color, WHITE);
    }

    #[inline(always)]
    pub fn color_face(&mut self, color: Srgb8) {
        push_last(&mut self.face_colors, self.piece.lines.len() as usize, color, WHITE);
    }

    /// Returns the number of faces appended so far, including those left out.
    pub fn n_faces(&self) -> u32 {
        self.piece.lines.len()
    }

    /// Appends a face. Fails with the first corner, from 0, that can be no vertex; `None` if it could not be read.
    #[inline(always)]
    pub fn face(&mut self, corners: impl ExactSizeIterator<Item = Option<i64>>, place: u32) -> Result<(), Option<i64>> {
        let (first, n) = (self.piece.triangles.len(), corners.len());
        self.face_start = first;
        let mut fan = [0; 2];
        for (i, corner) in corners.enumerate() {
            let corner = match corner {
                Some(corner) if (0..VERTICES_END).contains(&corner) => corner as u32,
                wrong => {
                    self.piece.triangles.truncate(first);
                    return Err(wrong);
                }
            };
            self.piece.highest = self.piece.highest.max(corner + 1);
            match i {
                0 => fan[0] = corner,
                1 => {}
                _ => self.piece.triangles.push([fan[0], fan[1], corner]),
            }
            fan[1] = corner;
        }
        match n {
            0..3 => self.thin_face(n, place),
            _ => self.piece.end_face(n as u32 - 2, place),
        }
        Ok(())
    }

    #[inline(always)]
    pub fn texture_vertex(&mut self, uv: [f64; 2], place: u32) {
        self.piece.texture.push_of_vertex(self.piece.positions.len(), uv, place);
    }

    #[inline(always)]
    pub fn normal_of_vertex(&mut self, normal: [f64; 3], place: u32) {
        self.piece.normal.push_of_vertex(self.piece.positions.len(), normal, place);
    }

    /// Gives the corners of the last face the texture coordinates in `texture_list`; none if its length is another.
    pub fn texture_face(&mut self, place: u32) {
        let Piece { texture, triangles, .. } = &mut self.piece;
        let n = triangles.len() - self.face_start;
        let list = texture.corners.own(&[]);
        list.resize(self.face_start, [NONE; 3]);
        if n == 0 {
            return;
        }
        if self.texture_list.len() != 2 * (n + 2) {
            list.resize(triangles.len(), [NONE; 3]);
            if !self.texture_list.is_empty() {
                let first = if self.wrong_lists.0 == 0 { place } else { self.wrong_lists.1 };
                self.wrong_lists = (self.wrong_lists.0 + 1, first);
            }
            return;
        }
        // Counted from the first of the part.
        let at = |corner: usize| relative((texture.values.len() + corner + 1) as u32, 1);
        list.extend((1..=n).map(|i| [at(0), at(i), at(i + 1)]));
        texture.relative = true;
        for &uv in self.texture_list.as_chunks::<2>().0 {
            texture.push(uv, place);
        }
    }

    /// Sets the number of the last face's image; it has none if this is negative.
    #[inline(always)]
    pub fn image_of_face(&mut self, image: i64) {
        if self.image.replace(image) != Some(image) {
            let name = if image < 0 { String::new() } else { image.to_string() };
            self.piece.names.change(self.n_faces() - 1, Named::Material, name.as_bytes());
        }
    }

    /// Appends a face whose corners were all read; leaves it out if one can be no vertex.
    #[inline(always)]
    pub fn read_face(&mut self, corners: impl ExactSizeIterator<Item = i64>, place: u32) {
        if let Err(Some(index)) = self.face(corners.map(Some), place) {
            self.leave_out(out_of_range(index), place);
        }
    }

    /// Appends triangles of a binary file, up to one with a corner that can be no vertex; returns how many.
    #[inline(always)]
    pub fn triangles(&mut self, triangles: impl Iterator<Item = [u32; 3]>) -> usize {
        let first = self.piece.triangles.len();
        let mut highest = self.piece.highest;
        self.piece.triangles.extend(triangles.map_while(|[a, b, c]| {
            let corner = a.max(b).max(c);
            let are_vertices = i64::from(corner) < VERTICES_END;
            highest = highest.max(if are_vertices { corner + 1 } else { 0 });
            are_vertices.then_some([a, b, c])
        }));
        self.piece.highest = highest;
        let n = self.piece.triangles.len() - first;
        if n > 0 {
            self.piece.lines.push(self.n_faces() + 1, n as u32);
            self.piece.counts.push_ones(n as u32);
        }
        n
    }

    /// Appends the triangles of strips, parted by -1, as faces; `place` gives the place of one by its first corner.
    pub fn strip(&mut self, corners: impl Iterator<Item = i64>, mut place: impl FnMut(&mut Self, usize) -> u32) {
        let (mut a, mut b, mut n) = (0, 0, 0usize);
        for (i, corner) in corners.enumerate() {
            if corner == -1 {
                n = 0;
                continue;
            }
            if n >= 2 {
                // Every second triangle of a strip is turned.
                let triangle = if n.is_multiple_of(2) { [a, b, corner] } else { [b, a, corner] };
                let place = place(self, i - 2);
                self.read_face(triangle.into_iter(), place);
            }
            (a, b, n) = (b, corner, n + 1);
        }
    }

    #[cold]
    fn thin_face(&mut self, n: usize, place: u32) {
        self.piece.problems.add(Kind::FaceCorners, place, || Problem::FewCorners { count: n });
        self.piece.end_face(0, place);
    }

    #[cold]
    pub fn leave_out(&mut self, (kind, problem): (Kind, Problem), place: u32) {
        self.piece.problems.add(kind, place, || problem.face_left_out());
        self.piece.end_face(0, place);
    }
}

#[cold]
pub fn out_of_range(index: i64) -> (Kind, Problem) {
    (Kind::FaceIndex, Problem::VertexOutOfAnyRange { index: format!("`{index}`") })
}
