//! Loading OBJ text: a grid with texture coordinates and normals, and a scan of positions and faces alone.
//!
//! `cargo bench -p pickray --bench obj`; PICKRAY_BENCH_OBJ_CELLS sets the cells on a side (300; 1000 is the
//! grid of 2 million triangles and 212 MB). Rates are of text. The first sample of a size pays for memory that later
//! ones use again.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use pickray::mesh::Load;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::OnceLock;

static FILES: [OnceLock<PathBuf>; 2] = [const { OnceLock::new() }; 2];

/// Which text.
#[derive(Clone, Copy, Debug)]
enum Text {
    /// `v`, `vt`, `vn` and `f a/a/a`, six decimals, rows in order.
    Grid,
    /// `v` of six to nine decimals and `f`, in no order, as a scanner's software writes it.
    Scan,
}

impl Text {
    fn all() -> [Self; 2] {
        [Self::Grid, Self::Scan]
    }

    fn text(self) -> String {
        let cells = std::env::var("PICKRAY_BENCH_OBJ_CELLS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
        match self {
            Self::Grid => grid(cells),
            Self::Scan => scan(cells),
        }
    }

    /// The text in a file, written once a run.
    fn file(self) -> &'static PathBuf {
        FILES[self as usize].get_or_init(|| {
            let path = std::env::temp_dir().join(format!("pickray-bench-{}-{self:?}.obj", std::process::id()));
            std::fs::write(&path, self.text()).expect("room for the text");
            path
        })
    }
}

/// A wavy height field.
fn grid(cells: usize) -> String {
    let mut text = String::from("o grid\n");
    let side = cells + 1;
    let places = || (0..side * side).map(|i| ((i % side) as f64, (i / side) as f64));
    for (x, y) in places() {
        let z = 3.0 * (0.17 * x).sin() + 3.0 * (0.13 * y).cos();
        writeln!(text, "v {:.6} {:.6} {z:.6}", 0.1 * x - 50.0, 0.1 * y - 50.0).expect("memory");
    }
    for (x, y) in places() {
        writeln!(text, "vt {:.6} {:.6}", x / cells as f64, y / cells as f64).expect("memory");
    }
    for (x, y) in places() {
        writeln!(text, "vn {:.6} {:.6} 1.000000", -0.5 * (0.17 * x).cos(), 0.4 * (0.13 * y).sin()).expect("memory");
    }
    for i in 0..cells * cells {
        let a = i / cells * side + i % cells + 1;
        let [b, c, d] = [a + 1, a + 1 + side, a + side];
        writeln!(text, "f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}\nf {a}/{a}/{a} {c}/{c}/{c} {d}/{d}/{d}").expect("memory");
    }
    text
}

/// Random positions of a unit ball and faces among neighbouring numbers.
fn scan(cells: usize) -> String {
    let mut random = fastrand::Rng::with_seed(1);
    let mut text = String::new();
    let n = (cells + 1).pow(2) as u32;
    for _ in 0..n {
        let mut x = || (random.f64() - 0.5, random.usize(6..10));
        let [(x, i), (y, j), (z, k)] = [x(), x(), x()];
        writeln!(text, "v {x:.i$} {y:.j$} {z:.k$}").expect("memory");
    }
    for _ in 0..2 * n {
        let a = random.u32(1..n - 8);
        writeln!(text, "f {a} {} {}", a + random.u32(1..5), a + random.u32(5..9)).expect("memory");
    }
    text
}

/// From a file, as far as a mesh without its tree.
#[divan::bench(args = Text::all(), sample_count = 20, sample_size = 1)]
fn file(bencher: Bencher, text: Text) {
    let path = text.file();
    let length = path.metadata().expect("a file").len();
    bencher.counter(BytesCount::new(length)).bench(|| Load::file(black_box(path)).indexed_mesh());
}

/// From memory.
#[divan::bench(args = Text::all(), sample_count = 20, sample_size = 1)]
fn memory(bencher: Bencher, text: Text) {
    let text = text.text();
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| Load::bytes("bench.obj", black_box(text.as_bytes())).indexed_mesh());
}

fn main() {
    divan::main();
    for path in FILES.iter().filter_map(OnceLock::get) {
        let _ = std::fs::remove_file(path);
    }
}
