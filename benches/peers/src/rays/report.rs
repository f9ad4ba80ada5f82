//! Tables: each mesh with all its peers, then pickray against the fastest Embree.

use super::measured::Measured;
use super::peers::OWN;
use std::fmt::Write;
use std::fs;

/// The fastest of some runs, each number for itself.
struct Best {
    peer: String,
    build_ms: f64,
    warm_ns: f64,
    cold_ns: f64,
    peak_mb: f64,
    hits: usize,
    differing: usize,
}

/// What was measured on a mesh.
pub struct MeshReport {
    name: String,
    triangles: usize,
    peers: Vec<Best>,
}

impl MeshReport {
    pub fn new(name: &str, triangles: usize) -> Self {
        Self { name: name.to_owned(), triangles, peers: Vec::new() }
    }

    /// Adds a peer's runs; `differing` rays meet another triangle than pickray's.
    pub fn add(&mut self, peer: &str, runs: &[Measured], differing: usize) {
        let best = |of: fn(&Measured) -> f64| runs.iter().map(of).fold(f64::INFINITY, f64::min);
        self.peers.push(Best {
            peer: peer.to_owned(),
            build_ms: best(|run| run.build_ms),
            warm_ns: best(|run| run.warm_ns),
            cold_ns: best(|run| run.cold_ns),
            peak_mb: best(|run| run.peak_mb),
            hits: runs[0].hits,
            differing,
        });
    }

    pub fn table(&self) -> String {
        let mut text = format!("{}, {} triangles\n\n", short(&self.name), self.triangles);
        text += "| peer | warm | cold | build | peak memory | hits | other triangle than pickray |\n\
                 |---|--:|--:|--:|--:|--:|--:|";
        for Best { peer, build_ms, warm_ns, cold_ns, peak_mb, hits, differing } in &self.peers {
            let _ = write!(
                text,
                "\n| {peer} | {warm_ns:.0} ns | {cold_ns:.0} ns | {build_ms:.0} ms | {peak_mb:.0} MB | {hits} | \
                 {differing} |"
            );
        }
        text
    }

    /// The smallest number of the peers that `which` chooses.
    fn fastest(&self, which: impl Fn(&str) -> bool, of: fn(&Best) -> f64) -> Option<f64> {
        self.peers.iter().filter(|best| which(&best.peer)).map(of).min_by(f64::total_cmp)
    }
}

/// pickray against the faster of Embree 3 and 4: warm, build and memory with `frequency_level=simd256`, cold by
/// default.
pub fn ratios(meshes: &[MeshReport]) -> String {
    let mut text = String::from(
        "| mesh | warm, pickray / Embree | warm | cold | build | peak memory |\n|---|--:|--:|--:|--:|--:|",
    );
    let own = |peer: &str| peer == OWN;
    let eight_wide = |peer: &str| peer.starts_with("embree") && peer.ends_with("simd256");
    let default = |peer: &str| peer == "embree3" || peer == "embree4";
    for mesh in meshes {
        let ratio = |which: fn(&str) -> bool, of: fn(&Best) -> f64| {
            let both = mesh.fastest(own, of).zip(mesh.fastest(which, of));
            both.map_or_else(|| "–".to_owned(), |(own, other)| format!("{:.2}", own / other))
        };
        let [own_warm, embree_warm] =
            [mesh.fastest(own, |best| best.warm_ns), mesh.fastest(eight_wide, |best| best.warm_ns)]
                .map(|time| time.map_or_else(|| "–".to_owned(), |time| format!("{time:.0}")));
        let _ = write!(
            text,
            "\n| {}, {} triangles | {own_warm} / {embree_warm} ns | {} | {} | {} | {} |",
            short(&mesh.name),
            mesh.triangles,
            ratio(eight_wide, |best| best.warm_ns),
            ratio(default, |best| best.cold_ns),
            ratio(eight_wide, |best| best.build_ms),
            ratio(eight_wide, |best| best.peak_mb),
        );
    }
    text
}

/// What a warm ray costs on each mesh, with the quotient by that on the first, of pickray and of the fastest eight-wide
/// Embree.
pub fn growth(meshes: &[MeshReport]) -> String {
    let mut text = String::from("| mesh | pickray | to the first | Embree | to the first |\n|---|--:|--:|--:|--:|");
    let own = |mesh: &MeshReport| mesh.fastest(|peer| peer == OWN, |best| best.warm_ns);
    let embree = |mesh: &MeshReport| {
        mesh.fastest(|peer| peer.starts_with("embree") && peer.ends_with("simd256"), |best| best.warm_ns)
    };
    for mesh in meshes {
        let column = |of: &dyn Fn(&MeshReport) -> Option<f64>| match of(mesh).zip(of(&meshes[0])) {
            Some((time, first)) => format!("{time:.0} ns | {:.2}", time / first),
            None => "– | –".to_owned(),
        };
        let _ = write!(text, "\n| {} | {} | {} |", short(&mesh.name), column(&own), column(&embree));
    }
    text
}

fn short(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The processor.
pub fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")).unwrap_or(": an unknown processor");
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {count} processors; each measurement on one", model.trim_start_matches([' ', '\t', ':']))
}
