//! `pickray bench`: what it says of picks, frames and memory.

use crate::workdir::{Ran, Workdir};
use serde_json::Value;

/// The times under a name, that they are in order told by their own names.
fn percentiles(object: &Value, name: &str) -> [f64; 4] {
    let times = ["median", "p90", "p99", "max"].map(|key| object[name][key].as_f64().expect("a time"));
    assert!(times.is_sorted() && times[0] >= 0.0 && times[3] < 600.0, "{name}: {times:?}");
    times
}

#[test]
fn a_benchmark_says_what_picks_frames_and_memory_cost() {
    let desk = Workdir::new();
    let ran = desk.run("bench sample:icosphere --clicks 300 --cold 3 --seed 7 --size 320x200 --json");
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    let object = ran.json();
    let [triangles, vertices, is_hit] = ["triangles", "vertices", "first_pick_hit"].map(|key| &object[key]);
    assert_eq!((triangles, vertices, is_hit), (&5120.into(), &2562.into(), &true.into()));
    let seconds = |key: &str| object[key].as_f64().filter(|seconds| 0.0 < *seconds).expect("a time");
    assert_eq!(seconds("load_seconds"), seconds("read_seconds") + seconds("build_seconds"));
    seconds("first_pick_seconds");
    for name in ["warm_ray_seconds", "warm_click_seconds", "cold_ray_seconds", "cold_click_seconds"] {
        percentiles(&object, name);
    }
    let clicks = &object["clicks"];
    assert_eq!((&clicks["hits"], &clicks["cold"], &clicks["seed"]), (&300.into(), &3.into(), &7.into()));
    assert!(clicks["tried"].as_u64() >= Some(300) && clicks["swept_bytes"].as_u64() >= Some(128 << 20));
    let (frame, memory) = (&object["frame"], &object["memory"]);
    assert!(frame["driver"].as_str().is_some_and(|driver| driver.contains("OpenGL")), "{frame}");
    assert!(percentiles(frame, "seconds")[0] > 0.0 && frame["first_seconds"].as_f64() > Some(0.0));
    assert!(frame["frames"].as_u64() >= Some(3) && frame["gpu_bytes"].as_u64() >= Some(36 * 5120), "{frame}");
    assert_eq!(frame["moving"], Value::Null, "so few triangles are drawn in time");
    for key in ["tree_bytes", "mesh_bytes", "gpu_bytes"] {
        let a_triangle = memory[format!("{key}_per_triangle")].as_f64().expect("a number");
        assert!((10.0..100.0).contains(&a_triangle), "{key}: {memory}");
    }
    assert!(!cfg!(target_os = "linux") || memory["peak_rss_bytes"].as_u64() > Some(1 << 20), "{memory}");
    let ran = desk.done("bench quad.obj --clicks 50 --cold 1 --size 320x200");
    ran.tells(&["quad.obj: 2 triangles", "load ", "first pick ", "warm ray ", "cold click "]);
    ran.tells(&["frame ", "memory ", "seed 1"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_benchmark_without_opengl_or_hits_says_so_and_goes_on() {
    let desk = Workdir::new();
    let mut command = desk.command("bench sample:cube --clicks 50 --cold 1 --json".split(' '));
    // Where EGL looks for drivers.
    let ran = Ran::of(command.env("__EGL_VENDOR_LIBRARY_DIRS", desk.path("none")).output().expect("the binary runs"));
    let object = ran.json();
    assert_eq!((ran.status, &object["frame"]), (Some(0), &Value::Null), "{}", ran.stderr);
    assert!(object["no_frame"].as_str().is_some_and(|reason| reason.contains("no OpenGL")), "{object}");
    assert_eq!(object["memory"]["gpu_bytes_per_triangle"], Value::Null);
    percentiles(&object, "warm_click_seconds");
    desk.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    let object = desk.json("bench flat.obj --clicks 5 --size 64x64");
    assert_eq!((&object["clicks"]["hits"], &object["warm_ray_seconds"]), (&0.into(), &Value::Null));
    desk.says("bench flat.obj --clicks 5 --size 64x64", 0, "none of 500 clicks hit");
}
