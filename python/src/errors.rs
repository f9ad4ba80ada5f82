//! Errors of the library, and warnings about files, as Python's.

use pickray::mesh::{LoadError, LoadReport, MeshError, NoInside};
use pyo3::exceptions::{PyFileNotFoundError, PyMemoryError, PyOSError, PyPermissionError, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use std::ffi::CString;

pub fn mesh_error(error: MeshError) -> PyErr {
    match error {
        MeshError::OutOfMemory(_) => PyMemoryError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

pub fn no_inside(error: NoInside) -> PyErr {
    match error {
        NoInside::OutOfMemory(_) => PyMemoryError::new_err(error.to_string()),
        _ => PyValueError::new_err(error.to_string()),
    }
}

pub fn load_error(error: LoadError) -> PyErr {
    let message = error.to_string();
    match error {
        LoadError::Unreadable { error, .. } => match error.kind() {
            std::io::ErrorKind::NotFound => PyFileNotFoundError::new_err(message),
            std::io::ErrorKind::PermissionDenied => PyPermissionError::new_err(message),
            _ => PyOSError::new_err(message),
        },
        _ => PyValueError::new_err(message),
    }
}

/// Tells by Python's `warnings` what was wrong in a file.
pub fn warn(py: Python<'_>, report: &LoadReport) -> PyResult<()> {
    for warning in &report.warnings {
        let line = warning.line.map_or(String::new(), |line| format!(":{line}"));
        let message = format!("{}{line}: {}", report.name, warning.problem).replace('\0', " ");
        let message = CString::new(message).expect("without a zero");
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)?;
    }
    Ok(())
}
