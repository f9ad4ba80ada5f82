//! What commands write: whole or not at all, never over what they read, and over nothing else without `--force`.

use crate::*;
use std::process::Stdio;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Commands that write to the file put for `OUT`, quickly.
const WRITING: [&str; 2] =
    ["render quad.obj -o OUT --renderer cpu --size 60x40", "pick quad.obj --at 640,360 --save OUT"];

/// What a shell makes of a line, `pickray` being the program.
#[cfg(unix)]
fn shell(desk: &Workdir, line: &str) -> std::process::Command {
    let mut shell = desk.command_of("sh");
    shell.args(["-c", &line.replace("pickray", &format!("'{}'", workdir::program()))]);
    shell
}

#[cfg(unix)]
#[test]
fn a_file_that_is_read_is_never_written_over_under_any_name() {
    let desk = Workdir::with(&[("pick.png", QUAD)]);
    std::fs::hard_link(desk.path("quad.obj"), desk.path("hard.png")).expect("a hard link");
    std::os::unix::fs::symlink("quad.obj", desk.path("soft.png")).expect("a link");
    std::os::unix::fs::symlink("soft.png", desk.path("softer.png")).expect("a link");
    std::fs::create_dir(desk.path("folder")).expect("a folder");
    let commands = [
        "render quad.obj -o OUT",
        "verify quad.obj -o OUT",
        "pick quad.obj --at 640,360 --save OUT",
        "quad.obj --frame-log OUT",
        "sample:cube quad.obj --frame-log OUT",
    ];
    let mut lines = vec!["pick.png".to_owned(), "pick.png --force".to_owned()];
    for command in commands {
        for name in ["quad.obj", "./quad.obj", "folder/../quad.obj", "hard.png", "soft.png", "softer.png"] {
            let line = command.replace("OUT", name);
            lines.extend([format!("{line} --force"), line]);
        }
    }
    for line in lines {
        desk.refuses(&line, &[("", "never overwrites what it reads")]);
        for name in ["quad.obj", "hard.png", "pick.png"] {
            assert_eq!(desk.text(name), QUAD, "{line}");
        }
    }
    assert!(desk.path("soft.png").symlink_metadata().expect("the link").is_symlink());
    // A lesson may read any file of its folder.
    desk.write("folder/notes.md", "mine");
    for named in ["folder", "folder/a.lesson.json"] {
        desk.says(&format!("{named} --frame-log folder/notes.md --force"), 2, "never overwrites what it reads");
        assert_eq!(desk.text("folder/notes.md"), "mine", "{named}");
    }
    desk.write("lasso", "0,0\n1280,0\n0,720\n");
    std::os::unix::fs::symlink("lasso", desk.path("out.obj")).expect("a link");
    desk.says("select quad.obj --lasso lasso -o out.obj --force", 2, "never overwrites what it reads");
}

/// Meshes and the files that they name: `painted.obj` with two material libraries, of which it needs one, `bare.obj`
/// with one that it has no use for, and `mesh.gltf` and `pick.gltf` with their buffers, of which one is called as the
/// picture of a pick without a window is.
fn write_meshes_with_others(desk: &Workdir) {
    desk.write("paint.mtl", "newmtl paint\nKd 1 0 0\n");
    desk.write("more.mtl", "newmtl paint\nKd 0 0 1\n");
    desk.write("painted.obj", &format!("mtllib paint.mtl more.mtl\n{QUAD}"));
    desk.write("bare.obj", "mtllib more.mtl\nv -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n");
    let corners: [f32; 9] = [-1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 0.0, 1.0, 0.0];
    for (mesh, buffer) in [("mesh.gltf", "mesh.bin"), ("pick.gltf", "pick.png")] {
        let bytes: Vec<u8> = corners.into_iter().flat_map(f32::to_le_bytes).collect();
        std::fs::write(desk.path(buffer), bytes).expect("a buffer");
        let text = json!({
            "asset": {"version": "2.0"}, "buffers": [{"byteLength": 36, "uri": buffer}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}], "nodes": [{"mesh": 0}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        });
        desk.write(mesh, &text.to_string());
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_a_mesh_names_is_never_written_over_under_any_name() {
    let desk = Workdir::new();
    write_meshes_with_others(&desk);
    let commands = [
        "render MESH -o OUT",
        "verify MESH -o OUT",
        "pick MESH --at 640,360 --save OUT",
        "convert MESH OUT",
        "select MESH --rect 0,0,1280,720 -o OUT",
        "MESH --frame-log OUT",
        "sample:cube MESH --frame-log OUT",
    ];
    let of_obj = [("painted.obj", "paint.mtl"), ("painted.obj", "more.mtl"), ("bare.obj", "more.mtl")];
    let named = of_obj.into_iter().chain([("mesh.gltf", "mesh.bin")]);
    let mut lines = vec![("pick.gltf --force".to_owned(), "pick.png")];
    for (i, (mesh, other)) in named.enumerate() {
        let (hard, soft) = (format!("hard{i}.obj"), format!("soft{i}.obj"));
        std::fs::hard_link(desk.path(other), desk.path(&hard)).expect("a hard link");
        std::os::unix::fs::symlink(other, desk.path(&soft)).expect("a link");
        for command in commands {
            // Meshes are written to names of meshes alone.
            let writes_mesh = ["convert", "select"].iter().any(|writing| command.starts_with(writing));
            let plain = [other.to_owned(), format!("./{other}")].into_iter().filter(|_| !writes_mesh);
            for out in plain.chain([hard.clone(), soft.clone()]) {
                lines.push((format!("{} --force", command.replace("MESH", mesh).replace("OUT", &out)), other));
            }
        }
    }
    let before = desk.names(".");
    for (line, other) in lines {
        let bytes = std::fs::read(desk.path(other)).expect("it is there");
        desk.refuses(&line, &[("", "never overwrites what it reads")]);
        assert!(std::fs::read(desk.path(other)).expect("it is there") == bytes, "{line}");
        assert_eq!(desk.names("."), before, "{line}");
    }
    // The mesh itself may be replaced by what it is converted to.
    desk.done("convert painted.obj painted.obj --force");
}

#[test]
fn what_another_command_wrote_is_replaced_by_force_alone() {
    let desk = Workdir::new();
    let commands = WRITING.iter().chain(&["quad.obj --frame-log OUT"]);
    let others = [("other.obj", QUAD), ("notes.txt", "mine"), ("list.json", "[1, 2]"), ("log.jsonl", "{\"frame\": 1}")];
    for command in commands {
        for (name, text) in others {
            desk.write(name, text);
            let line = command.replace("OUT", name);
            let told = format!("{name}: already exists; name another file, or replace it with --force");
            desk.refuses(&line, &[("", &*told)]);
            assert_eq!(desk.text(name), text, "{line}");
            assert!(!desk.path("pick.png").exists(), "{line} goes on");
        }
    }
    for line in WRITING.into_iter().flat_map(|command| others.map(|(name, _)| command.replace("OUT", name))) {
        desk.done(&format!("{line} --force"));
    }
    // An empty file named as a mesh is none to lose, but may be one that is being written.
    desk.write("empty.obj", "");
    desk.refused(&WRITING[0].replace("OUT", "empty.obj"));
    // The picture of the pick without a window.
    desk.write("pick.png", "mine");
    desk.says("quad.obj", 2, "--force");
    desk.done("quad.obj --force");
}

#[test]
fn pictures_and_empty_files_are_replaced_all_else_by_force_and_nothing_is_left_beside_them() {
    let desk = Workdir::new();
    let [picture, pick] = WRITING.map(|command| command.replace("OUT", "out"));
    let forced = |command: &str| format!("{command} --force");
    for (line, status) in [
        (&picture, 0),
        (&picture, 0),
        (&pick, 2),
        (&forced(&pick), 0),
        (&pick, 2),
        (&picture, 2),
        (&forced(&picture), 0),
        (&forced(&pick), 0),
    ] {
        let ran = desk.run(line);
        assert_eq!(ran.status, Some(status), "{line}: {}", ran.stderr);
        assert!(status == 0 || ran.stderr.contains("--force"), "{line}: {}", ran.stderr);
        assert_eq!(desk.names("."), ["out", "quad.obj"], "{line}");
    }
    for command in [&picture, &pick] {
        desk.write("out", "");
        desk.done(command);
    }
    desk.done("replay out");
}

#[cfg(unix)]
#[test]
fn a_disk_without_room_leaves_the_old_file_whole_and_no_part_of_a_new_one() {
    let desk = Workdir::new();
    for command in WRITING {
        let line = command.replace("OUT", "out");
        desk.done(&line);
        let old = std::fs::read(desk.path("out")).expect("written");
        // A file may have one block, of 512 bytes or 1,024; what is written beyond is refused as on a full disk.
        for out in ["out", "new"] {
            let line = format!("trap '' XFSZ; ulimit -f 1; exec pickray {} --force", command.replace("OUT", out));
            let ran = Ran::of(shell(&desk, &line).output().expect("a shell"));
            assert_eq!((ran.status, ran.stderr.lines().count()), (Some(2), 1), "{line}: {}", ran.stderr);
            assert!(ran.stderr.contains(out) && ran.stderr.contains("cannot be written"), "{}", ran.stderr);
        }
        assert_eq!(std::fs::read(desk.path("out")).expect("still there"), old);
        assert_eq!(desk.names("."), ["out", "quad.obj"]);
        std::fs::remove_file(desk.path("out")).expect("removed");
    }
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_modes_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let desk = Workdir::new();
    let mode = |name: &str| desk.path(name).metadata().expect("the file").permissions().mode() & 0o7777;
    std::fs::create_dir(desk.path("folder")).expect("a folder");
    symlink("folder/second", desk.path("first")).expect("a link");
    symlink("../third", desk.path("folder/second")).expect("a link");
    for command in WRITING {
        // Through links to a file that is not there yet, which gets the mode of any new file.
        let line = format!("umask 027; exec pickray {}", command.replace("OUT", "first"));
        assert_eq!(shell(&desk, &line).output().expect("a shell").status.code(), Some(0));
        assert_eq!(mode("third"), 0o640);
        std::fs::set_permissions(desk.path("third"), PermissionsExt::from_mode(0o604)).expect("a mode");
        desk.done(&(command.replace("OUT", "first") + " --force"));
        assert_eq!(mode("third"), 0o604);
        for link in ["first", "folder/second"] {
            assert!(desk.path(link).symlink_metadata().expect("the link").is_symlink());
        }
        assert_eq!((desk.names("folder"), desk.path("third").is_file()), (vec!["second".to_owned()], true));
        std::fs::remove_file(desk.path("third")).expect("removed");
    }
    symlink("round", desk.path("round")).expect("a link");
    desk.refused(&WRITING[0].replace("OUT", "round"));
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_and_stdout_are_written_straight() {
    let desk = Workdir::new();
    let line = WRITING[0].replace("OUT", "/dev/stdout");
    let piped = desk.command(line.split(' ')).output().expect("the binary runs");
    assert!(piped.status.success() && piped.stdout.starts_with(PNG));
    // Into a file that stdout was sent to: there, not into another of its name.
    let ran = shell(&desk, &format!("pickray {line} > out.png; ls -i out.png; exec ls -i out.png")).output();
    assert!(ran.expect("a shell").status.success());
    assert_eq!(desk.names("."), ["out.png", "quad.obj"]);

    assert!(shell(&desk, "mkfifo pipe").status().expect("a shell").success());
    let line = format!("pickray {} > /dev/null & cat pipe; wait", WRITING[0].replace("OUT", "pipe"));
    let read = shell(&desk, &line).output().expect("a shell");
    assert!(read.stdout.starts_with(PNG), "{}", String::from_utf8_lossy(&read.stderr));

    for command in WRITING {
        desk.refused(&command.replace("OUT", "/dev/full"));
        desk.done(&command.replace("OUT", "/dev/null"));
        desk.says(&command.replace("OUT", "."), 2, "is a folder");
    }
}

/// Permissions mean nothing to root, so that a root runs this as somebody else.
#[cfg(target_os = "linux")]
#[test]
fn where_no_new_file_can_be_made_the_old_one_is_written_and_a_protected_one_never() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let desk = Workdir::new();
    let set_mode = |name: &str, mode: u32| {
        std::fs::set_permissions(desk.path(name), PermissionsExt::from_mode(mode)).expect("a mode");
    };
    let program = desk.path("program");
    // Not by std::fs: a test beside this one could inherit the file while it is written, and Linux starts none that is.
    let copied = desk.command_of("cp").args([Path::new(&workdir::program()), &program]).status().expect("cp");
    assert!(copied.success());
    set_mode("program", 0o755);
    let is_root = desk.folder().metadata().expect("the folder").uid() == 0;
    for command in WRITING {
        let run = |out: &str| {
            let mut command_line = vec![program.to_str().expect("Unicode").to_owned()];
            command_line.extend(command.replace("OUT", out).split(' ').map(str::to_owned));
            if is_root {
                let other = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"];
                command_line.splice(0..0, other.map(str::to_owned));
            }
            let mut ran = desk.command_of(&command_line[0]);
            Ran::of(ran.args(&command_line[1..]).output().expect("setpriv is part of util-linux"))
        };
        for (name, mode) in [("open", 0o666), ("protected", 0o444)] {
            desk.write(name, "");
            set_mode(name, mode);
        }
        set_mode(".", 0o555);
        let file = desk.path("open").metadata().expect("the file").ino();
        let ran = run("open");
        assert_eq!(ran.status, Some(0), "{}", ran.stderr);
        let written = desk.path("open").metadata().expect("the file");
        assert!(written.ino() == file && written.len() > 100, "the same file has it");
        for name in ["protected", "new"] {
            let ran = run(name);
            assert_eq!((ran.status, ran.stderr.lines().count()), (Some(2), 1), "{}", ran.stderr);
        }
        // A protected file is not replaced where new ones can be made either.
        set_mode(".", 0o777);
        assert_eq!(run("protected").status, Some(2));
        assert_eq!(desk.path("protected").metadata().expect("the file").len(), 0);
        for name in ["open", "protected"] {
            std::fs::remove_file(desk.path(name)).expect("removed");
        }
    }
    assert_eq!(desk.names("."), ["program", "quad.obj"]);
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_said_that_cannot_be_written_is_an_error_and_a_closed_pipe_is_none() {
    let desk = Workdir::new();
    for line in ["--help", "-h", "pick --help", "--version", "pick sample:teapot --at 700,300 --json --trace"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
        let ran = desk.command(line.split(' ')).stdout(full).stderr(Stdio::piped()).output();
        let ran = Ran::of(ran.expect("the binary runs"));
        assert_eq!((ran.status, ran.stderr.lines().count()), (Some(2), 1), "{line}: {}", ran.stderr);
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let ran = desk.command(line.split(' ')).stdout(writer).stderr(Stdio::piped()).output();
        let ran = Ran::of(ran.expect("the binary runs"));
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{line}");
    }
}
