//! How is asked: on how many threads, within which range, which sides.

use crate::arrays::refused;
use pickray::mesh::RegionTest;
use pickray::work::stoppable;
use pickray::{ClipSpace, Culling, with_threads};
use pyo3::marker::Ungil;
use pyo3::prelude::*;
use std::cell::{Cell, OnceCell, RefCell};
use std::num::NonZero;
use std::time::{Duration, Instant};

thread_local! {
    static ALLOWED: Cell<Option<NonZero<usize>>> = const { Cell::new(None) };
    /// `true` on the thread on which Python handles signals.
    static IS_MAIN: OnceCell<bool> = const { OnceCell::new() };
    /// Time at which a call of this thread last let Python handle signals.
    static HANDLED: Cell<Option<Instant>> = const { Cell::new(None) };
    /// Error of a handler of signals, which the call that it stops raises.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Time after which a long call lets Python handle signals such as Ctrl-C again.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(100);

/// Limits the number of threads of calls, as a context manager; without it they use all cores.
///
/// It applies to calls by the Python thread that enters it, until it leaves.
///
///     with pickray.threads(1):
///         hits = mesh.closest_hit(origins, directions)
#[pyclass(module = "pickray")]
#[allow(non_camel_case_types)]
pub struct threads {
    n: NonZero<usize>,
    before: Vec<Option<NonZero<usize>>>,
}

#[pymethods]
impl threads {
    #[new]
    fn new(n: i64) -> PyResult<Self> {
        let allowed = usize::try_from(n).ok().and_then(NonZero::new);
        let n = allowed.ok_or_else(|| refused(format!("threads has to be 1 or more, not {n}")))?;
        Ok(Self { n, before: Vec::new() })
    }

    fn __enter__(&mut self) {
        self.before.push(ALLOWED.replace(Some(self.n)));
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&mut self, _error: &Bound<'_, PyAny>) {
        ALLOWED.set(self.before.pop().flatten());
    }
}

/// Does work that needs no Python, on as many threads as are allowed. A handler of signals that raises stops batches
/// and what has a `Progress::of_thread`, and its error is returned. Handlers may call anything: batches hold no lock.
pub fn work<R: Ungil + Send>(py: Python<'_>, work: impl FnOnce() -> R + Ungil + Send) -> PyResult<R> {
    let allowed = ALLOWED.get();
    let is_main = IS_MAIN.with(|known| *known.get_or_init(|| is_main(py).unwrap_or(true)));
    let stop = if is_main { is_interrupted } else { || false };
    let done = py.detach(|| {
        stoppable(stop, || match allowed {
            Some(n) => with_threads(n, work),
            None => work(),
        })
    });
    RAISED.take().map_or(Ok(done), Err)
}

fn is_main(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    threading.call_method0("get_ident")?.eq(threading.call_method0("main_thread")?.getattr("ident")?)
}

/// Lets Python handle signals if it is time; returns whether a handler has raised in this call.
fn is_interrupted() -> bool {
    let now = Instant::now();
    let is_time = HANDLED.get().is_none_or(|last| now - last >= BETWEEN_SIGNALS);
    if is_time && RAISED.with_borrow(Option::is_none) {
        HANDLED.set(Some(now));
        // While the interpreter ends nothing is handled.
        let handled = Python::try_attach(|py| py.check_signals());
        RAISED.set(handled.and_then(Result::err));
    }
    RAISED.with_borrow(Option::is_some)
}

pub fn culling(name: &str) -> PyResult<Culling> {
    match name {
        "none" => Ok(Culling::None),
        "back" => Ok(Culling::Back),
        "front" => Ok(Culling::Front),
        _ => Err(refused(format!("culling is {name:?}, not \"none\", \"back\" or \"front\""))),
    }
}

/// Returns whether a cursor is the point that its numbers say, and not the pixel on which it lies.
pub fn is_point(sample: &str) -> PyResult<bool> {
    match sample {
        "center" => Ok(false),
        "exact" => Ok(true),
        name => Err(refused(format!("sample is {name:?}, not \"center\" or \"exact\""))),
    }
}

pub fn region_test(name: &str) -> PyResult<RegionTest> {
    match name {
        "touching" => Ok(RegionTest::Touching),
        "inside" => Ok(RegionTest::Inside),
        "centroid" => Ok(RegionTest::Centroid),
        _ => Err(refused(format!("test is {name:?}, not \"touching\", \"inside\" or \"centroid\""))),
    }
}

pub fn clip_space(name: &str) -> PyResult<ClipSpace> {
    let (name, reversed) = match name.strip_suffix("-reversed") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let space = match name {
        "opengl" => ClipSpace::OPENGL,
        "wgpu" => ClipSpace::WGPU,
        "vulkan" => ClipSpace::VULKAN,
        _ => {
            let known = "not \"opengl\", \"wgpu\" or \"vulkan\", each also with \"-reversed\"";
            return Err(refused(format!("clip is {name:?}, {known}")));
        }
    };
    Ok(if reversed { space.reversed() } else { space })
}
