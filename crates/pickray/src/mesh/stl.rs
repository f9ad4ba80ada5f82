//! Reads STL files, binary and ascii: facets of three positions each, which stay three vertices a triangle.
//!
//! Based on: 3D Systems, StereoLithography Interface Specification, 1989. Departures from it: normals are not read,
//! since pickray computes them from the corners; attributes may be colours; keywords may be in capitals; a text may
//! hold several solids, lines that begin with `#`, and statements wherever lines end; the one line of a name may hold
//! any words.

mod ascii;
mod attributes;
mod binary;
mod by_words;
mod facets;

pub use ascii::load as load_ascii;
pub use binary::load as load_binary;
