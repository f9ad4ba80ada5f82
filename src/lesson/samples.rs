//! Sample meshes that lessons use, each made only once.

use pickray::mesh::samples::Sample;
use pickray::mesh::{LoadError, Mesh};
use std::cell::RefCell;
use std::sync::Arc;

#[derive(Debug, Default)]
pub(super) struct Samples(RefCell<Vec<(Sample, Arc<Mesh>)>>);

impl Samples {
    /// Returns the mesh of a sample, which is made when first asked for.
    pub(super) fn mesh(&self, sample: Sample) -> Result<Arc<Mesh>, LoadError> {
        let mut made = self.0.borrow_mut();
        if let Some((_, mesh)) = made.iter().find(|(other, _)| *other == sample) {
            return Ok(mesh.clone());
        }
        let mesh = Arc::new(sample.mesh()?);
        made.push((sample, mesh.clone()));
        Ok(mesh)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_made_once_however_often_it_is_asked_for() {
        let samples = Samples::default();
        let [cube, triangle, again] =
            [Sample::Cube, Sample::Triangle, Sample::Cube].map(|sample| samples.mesh(sample).expect("a mesh"));
        assert!(Arc::ptr_eq(&cube, &again) && !Arc::ptr_eq(&cube, &triangle));
        assert_eq!(cube.n_triangles(), 12);
    }
}
