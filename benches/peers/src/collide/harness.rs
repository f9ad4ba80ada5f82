//! Timing and the JSON line, the same for all cases and the same as the peers'.

use crate::clock::processor_seconds;
use std::path::Path;

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

/// Builds once, answers all queries `passes` times (while that takes less than 20 s) and prints one line: the mean over
/// all queries in the fastest pass, the mean over those with an answer other than zero, and the slowest query in its
/// fastest pass. Every other pass is timed only as a whole.
pub fn measure<S>(
    run: &Run,
    build: impl FnOnce() -> S,
    mut query: impl FnMut(&mut S, usize) -> u64,
) -> Result<S, String> {
    let start = processor_seconds();
    let mut state = build();
    let build_ms = 1e3 * (processor_seconds() - start);

    let mut fastest = vec![f64::INFINITY; run.n_queries];
    let mut answers = vec![0; run.n_queries];
    let mut total = f64::INFINITY;
    let begin = processor_seconds();
    for pass in 0..run.passes {
        let pass_start = processor_seconds();
        for k in 0..run.n_queries {
            if pass % 2 == 1 {
                answers[k] = query(&mut state, k);
                continue;
            }
            let start = processor_seconds();
            answers[k] = query(&mut state, k);
            fastest[k] = fastest[k].min(processor_seconds() - start);
        }
        total = total.min(processor_seconds() - pass_start);
        if processor_seconds() - begin > 20.0 {
            break;
        }
    }
    report(run, build_ms, total, &fastest, &answers)?;
    Ok(state)
}

/// Writes a line each into the file that an environment variable names, if it does.
pub fn dump<T: std::fmt::Display>(variable: &str, values: &[T]) -> Result<(), String> {
    let Ok(path) = std::env::var(variable) else { return Ok(()) };
    let lines: String = values.iter().map(|value| format!("{value}\n")).collect();
    std::fs::write(&path, lines).map_err(|error| format!("{path}: {error}"))
}

fn report(run: &Run, build_ms: f64, total: f64, fastest: &[f64], answers: &[u64]) -> Result<(), String> {
    dump("DUMP", answers)?;
    let hits: Vec<f64> =
        fastest.iter().zip(answers).filter(|(_, answer)| **answer != 0).map(|(time, _)| *time).collect();
    let hit_mean = hits.iter().sum::<f64>() / hits.len().max(1) as f64;
    let peak = fastest.iter().copied().fold(0.0, f64::max);
    let stem = |path: &&str| Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let names: Vec<String> = run.inputs.iter().filter_map(stem).collect();
    println!(
        "{{\"case\":\"{}\",\"peer\":\"{}\",\"input\":\"{}\",\"queries\":{},\"build_ms\":{build_ms:.2},\
         \"mean_us\":{:.3},\"hit_mean_us\":{:.3},\"peak_us\":{:.3},\"hits\":{},\"sum\":{}}}",
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
    Ok(())
}
