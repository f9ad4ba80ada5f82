//! Reads STL files, binary and ASCII: lists of facets of three positions each. Equal positions are not merged: each
//! triangle has three vertices of its own.
//!
//! Based on: 3D Systems, StereoLithography Interface Specification, 1989. Departures from it: normals are not read,
//! since pickray computes them from the corners; attributes may be colours; keywords may be in capitals; a text may
//! hold several solids, lines that begin with `#`, and line ends anywhere in a statement; the name of a solid may
//! consist of any words on one line.

mod ascii;
mod attributes;
mod binary;
mod facets;

pub use ascii::load as load_ascii;
pub use binary::load as load_binary;
