//! Files that are none, that never end or that have names which are no text: told in a line, or read all the same.

use crate::workdir::{QUAD, Ran, Workdir};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// What a command ends with that a mistake would have wait for ever.
fn ended(mut child: Child) -> Ran {
    let deadline = Instant::now() + Duration::from_secs(60);
    while child.try_wait().expect("a process").is_none() {
        if deadline < Instant::now() {
            let _ = child.kill();
            panic!("the command waits");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Ran::of(child.wait_with_output().expect("it ended"))
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_or_a_device_is_refused_wherever_a_file_is_read() {
    let desk = Workdir::new();
    assert!(desk.command_of("mkfifo").arg(desk.path("pipe")).status().expect("it is part of coreutils").success());
    std::os::unix::fs::symlink("/dev/zero", desk.path("endless")).expect("a link");
    desk.run("pick quad.obj --at 640,360 --save quad.pick.json");
    for name in ["pipe", "endless", "/dev/zero", "/dev/stdin", "/dev/fd/0"] {
        for command in [
            "NAME",
            "quad.obj NAME",
            "pick NAME --at 1,1",
            "replay NAME",
            "replay quad.pick.json --mesh NAME",
            "info NAME",
            "collide quad.obj NAME",
        ] {
            let line = command.replace("NAME", name);
            let mut child = desk.command(line.split(' '));
            // Their other end stays open, and says nothing.
            child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let ran = ended(child.spawn().expect("the binary runs"));
            assert_eq!((ran.status, ran.stderr.lines().count()), (Some(2), 1), "{line}: {}", ran.stderr);
            assert!(ran.stderr.contains("a pipe or a device"), "{line}: {}", ran.stderr);
        }
    }
}

#[test]
fn a_file_too_long_to_be_a_saved_pick_is_not_read() {
    let desk = Workdir::new();
    let file = std::fs::File::create(desk.path("huge.pick.json")).expect("a file");
    file.set_len(1 << 40).expect("a file of holes");
    desk.refuses("replay huge.pick.json", &[("", "64 MiB")]);
}

#[cfg(unix)]
#[test]
fn a_pick_of_a_mesh_whose_path_is_no_unicode_runs_again_with_the_mesh_named() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let desk = Workdir::new();
    let mesh = OsStr::from_bytes(b"b\xfcste\xff.obj");
    desk.write(mesh, QUAD);
    let run = |arguments: &[&OsStr]| Ran::of(desk.command(arguments).output().expect("the binary runs"));
    let [at, save] = ["--at=640,360", "--save=umlaut.pick.json"].map(OsStr::new);
    assert_eq!(run(&[OsStr::new("pick"), mesh, at, save]).status, Some(0));
    desk.refused("replay umlaut.pick.json");
    let mesh_option = [OsStr::new("--mesh="), mesh].join(OsStr::new(""));
    let ran = run(&[OsStr::new("replay"), OsStr::new("umlaut.pick.json"), &mesh_option]);
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);
}

#[test]
fn numbers_of_any_size_are_told_in_few_digits() {
    let desk = Workdir::new();
    let crossed = "the near plane must be closer than the far plane, and";
    for (view, told) in [
        ("--near 1e300 --far 1e299", &*format!("--near 1e300: {crossed} 1e300 is not less than 1e299")),
        ("--near 1e-300 --far 1e-301", &*format!("--far 1e-301: {crossed} 1e-300 is not less than 1e-301")),
        ("--near -1e300", "--near -1e300: in a perspective the near plane needs a distance above 0"),
        ("--near 1e300", "--near 1e300 is beyond the mesh"),
        ("--far 1e-300", "--far 1e-300 is nearer than the mesh"),
        ("--fov 1e300", "--fov 1e300: an angle must lie between 0 and 180 degrees"),
    ] {
        let ran = desk.refused(&format!("pick quad.obj --at 50,20 --size 100x100 {view}"));
        assert!(ran.stderr.contains(told) && ran.stderr.len() < 200, "{view}: {}", ran.stderr);
    }
}

#[test]
fn up_has_a_direction_however_long_it_is() {
    let desk = Workdir::new();
    let camera = |up: &str, eye: &str| {
        let ran = desk.run(&format!("pick quad.obj --at 50,20 --size 100x100 --json --up {up} {eye}"));
        assert!(ran.status < Some(2), "{up}: {}", ran.stderr);
        let camera = &ran.json()["view"]["camera"];
        let vectors = ["eye", "target", "up"].map(|key| serde_json::from_value::<[f64; 3]>(camera[key].clone()));
        vectors.map(|vector| vector.expect("a vector")).concat()
    };
    for eye in ["", "--eye 0,0,4 --target 0,0,0"] {
        for (up, unit) in [
            ("1e308,1e308,1e308", "1,1,1"),
            ("-1.7e308,1.7e308,0", "-1,1,0"),
            ("0,5e-324,0", "0,1,0"),
            ("1e-200,2e-200,0", "1,2,0"),
        ] {
            let (long, short) = (camera(up, eye), camera(unit, eye));
            let apart = long.iter().zip(&short).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(apart < 1e-9, "{up} {eye}: {long:?} and {short:?}");
        }
    }
    desk.says("pick quad.obj --at 50,20 --up -0,0,0", 2, "is not a direction");
}
