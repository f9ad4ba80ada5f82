//! The module `pickray._pickray`: the library's batches on NumPy's arrays. What Python sees of it is `pickray`, whose
//! types are written down in `pickray/_pickray.pyi`.

mod arrays;
mod attributes;
mod columns;
mod errors;
mod landmarks;
mod measure;
mod mesh;
mod options;
mod scene;
mod view;

#[pyo3::pymodule]
mod _pickray {
    #[pymodule_export]
    use super::landmarks::Landmarks;
    #[pymodule_export]
    use super::measure::{angle, distance, path_length};
    #[pymodule_export]
    use super::mesh::Mesh;
    #[pymodule_export]
    use super::options::threads;
    #[pymodule_export]
    use super::scene::Scene;
    #[pymodule_export]
    use super::view::frustum;
}
