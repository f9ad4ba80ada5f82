//! Files that are none, that never end or that have names which are no text: told in a line, or read all the same.

use crate::cli::{Desk, Ran};
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
    let desk = Desk::new();
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
    let desk = Desk::new();
    let file = std::fs::File::create(desk.path("huge.pick.json")).expect("a file");
    file.set_len(1 << 40).expect("a file of holes");
    let ran = desk.run("replay huge.pick.json");
    assert_eq!((ran.status, ran.stderr.lines().count()), (Some(2), 1), "{}", ran.stderr);
    assert!(ran.stderr.contains("64 MiB"), "{}", ran.stderr);
}
