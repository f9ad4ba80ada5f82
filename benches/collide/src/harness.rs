//! Inputs, timing and the JSON line, the same for all cases and the same as the peers'.

use std::path::Path;

/// The file's 32-bit words.
pub fn words(path: &str) -> Vec<u32> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// The `count` records of `N` f32 that follow the first `skip` words.
pub fn records<const N: usize>(words: &[u32], skip: usize, count: usize) -> Vec<[f32; N]> {
    let floats = words[skip..].chunks_exact(N).take(count);
    floats.map(|record| std::array::from_fn(|i| f32::from_bits(record[i]))).collect()
}

/// The positions and triangles of a `.tri` file.
pub fn load_mesh(path: &str) -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
    let words = words(path);
    let (v, t) = (words[0] as usize, words[1] as usize);
    (records(&words, 2, v), words[2 + 3 * v..2 + 3 * (v + t)].chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect())
}

/// Seconds that this process has spent on a processor: other work on the machine does not count.
pub fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a timespec to write to.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// What a run is called.
pub struct Run<'a> {
    /// The case of the answers: `boolean`, `pairs`, `sweep`, `tritri`, `broad`.
    pub case: &'a str,
    /// Which way of answering.
    pub way: &'a str,
    /// The input files.
    pub inputs: &'a [&'a str],
    /// How many queries there are.
    pub n_queries: usize,
    /// How often to go over all of them.
    pub passes: usize,
}

/// Builds once, answers all queries `passes` times (while that takes less than 20 s) and prints one line: the mean over all queries in the fastest
/// pass, the mean over those with an answer other than zero, and the slowest query in its fastest pass. Every other pass is timed only as a whole.
pub fn measure<S>(run: &Run, build: impl FnOnce() -> S, mut query: impl FnMut(&mut S, usize) -> u64) -> S {
    let start = cpu_seconds();
    let mut state = build();
    let build_ms = 1e3 * (cpu_seconds() - start);

    let mut fastest = vec![f64::INFINITY; run.n_queries];
    let mut answers = vec![0; run.n_queries];
    let mut total = f64::INFINITY;
    let begin = cpu_seconds();
    for pass in 0..run.passes {
        let pass_start = cpu_seconds();
        for k in 0..run.n_queries {
            if pass % 2 == 1 {
                answers[k] = query(&mut state, k);
                continue;
            }
            let start = cpu_seconds();
            answers[k] = query(&mut state, k);
            fastest[k] = fastest[k].min(cpu_seconds() - start);
        }
        total = total.min(cpu_seconds() - pass_start);
        if cpu_seconds() - begin > 20.0 {
            break;
        }
    }
    report(run, build_ms, total, &fastest, &answers);
    state
}

fn report(run: &Run, build_ms: f64, total: f64, fastest: &[f64], answers: &[u64]) {
    if let Ok(path) = std::env::var("DUMP") {
        let lines: String = answers.iter().map(|answer| format!("{answer}\n")).collect();
        std::fs::write(&path, lines).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    let hits: Vec<f64> = fastest.iter().zip(answers).filter(|(_, answer)| **answer != 0).map(|(time, _)| *time).collect();
    let hit_mean = hits.iter().sum::<f64>() / hits.len().max(1) as f64;
    let peak = fastest.iter().copied().fold(0.0, f64::max);
    let stem = |path: &&str| Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let names: Vec<String> = run.inputs.iter().filter_map(stem).collect();
    println!(
        "{{\"case\":\"{}\",\"peer\":\"{}\",\"input\":\"{}\",\"queries\":{},\"build_ms\":{build_ms:.2},\"mean_us\":{:.3},\
         \"hit_mean_us\":{:.3},\"peak_us\":{:.3},\"hits\":{},\"sum\":{}}}",
        run.case,
        run.way,
        names.join(" "),
        run.n_queries,
        1e6 * total / run.n_queries as f64,
        1e6 * hit_mean,
        1e6 * peak,
        hits.len(),
        answers.iter().sum::<u64>(),
    );
}
