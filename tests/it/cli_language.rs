//! The language of the command line: English, but for what is wrong with files, and English in all JSON.

use crate::*;

fn is_chinese(text: &str) -> bool {
    text.chars().any(texts::is_han)
}

/// Runs a command where the system speaks Chinese.
fn run_in_china(desk: &Workdir, line: &str) -> Ran {
    Ran::of(desk.command(line.split_whitespace()).env("LANGUAGE", "zh_CN:en").output().expect("the binary runs"))
}

#[test]
fn what_is_wrong_with_a_file_is_told_in_the_language_of_the_system_or_of_lang() {
    let desk = Workdir::new();
    let english = desk.run("info quad.obj").stdout;
    let told = "warning: line 9: vertex index 77 is out of range: there are 4 vertices; the face is left out\n";
    assert!(english.contains(told) && !is_chinese(&english), "{english}");
    let chinese = desk.run("info quad.obj --lang zh-CN").stdout;
    assert!(chinese.contains("warning: 第 9 行：顶点索引 77 超出范围：共有 4 个顶点；该面被略去\n"), "{chinese}");
    let without = |text: &str| text.lines().rfind(|line| !line.contains("loaded in")).map(str::to_owned);
    assert_eq!(without(&run_in_china(&desk, "info quad.obj").stdout), without(&chinese));
    assert_eq!(without(&run_in_china(&desk, "info quad.obj --lang en").stdout), without(&english));
    // All else stays English.
    assert_eq!(chinese.lines().nth(1), english.lines().nth(1));
}

#[test]
fn a_file_that_cannot_be_used_is_refused_in_one_line_of_chinese_with_the_same_status() {
    let desk = Workdir::with(&[("page.obj", "<!DOCTYPE html>\n<html></html>\n"), ("none.pick.json", "{}")]);
    desk.write("bad.csv", "x,y\n1,2\n");
    desk.run("select quad.obj --rect 0,0,1280,720 -o quad.selection.json");
    for (line, told) in [
        ("pick page.obj --at 1,1", "page.obj：是网页；"),
        ("pick none.obj --at 1,1", "none.obj：无法读取："),
        ("replay none.json", "none.json：无法读取："),
        ("render quad.obj -o quad.obj", "quad.obj：这条命令要读取它"),
        ("render sample:cube -o cube.png --select quad.selection.json", "quad.selection.json: 它出自 quad"),
        ("measure quad.obj --landmarks bad.csv", "bad.csv: 表格中没有 z 列"),
    ] {
        let ran = run_in_china(&desk, line);
        assert_eq!((ran.status, ran.stderr.lines().count()), (Some(2), 1), "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(told), "{line}: {}", ran.stderr);
    }
    let usage = run_in_china(&desk, "pick quad.obj --at here").stderr;
    assert!(!is_chinese(&usage), "wrong usage is told in English: {usage}");
}

#[test]
fn json_is_english_whatever_the_language() {
    let desk = Workdir::with(&[("page.obj", "<!DOCTYPE html>\n<html></html>\n")]);
    for line in ["info quad.obj --json --lang zh-CN", "info page.obj --json", "replay none.json --json"] {
        let Ran { stdout, stderr, .. } = run_in_china(&desk, line);
        assert!(stdout.starts_with('{') && !is_chinese(&stdout) && !is_chinese(&stderr), "{line}: {stdout}{stderr}");
    }
    run_in_china(&desk, "pick quad.obj --at 640,360 --save quad.pick.json");
    let saved = desk.text("quad.pick.json");
    assert!(saved.contains("\"version\"") && !is_chinese(&saved), "{saved}");
}

#[test]
fn lessons_tell_of_their_meshes_in_chinese() {
    let desk = Workdir::new();
    cli_learn::lesson_on_quad(&desk, "a");
    std::fs::remove_file(desk.path("quad.obj")).expect("it was there");
    let Ran { status, stdout, .. } = run_in_china(&desk, "learn a.lesson.json --check");
    assert!(status == Some(1) && stdout.contains("quad.obj：无法读取："), "{stdout}");
    let stdout = run_in_china(&desk, "learn a.lesson.json --check --json").stdout;
    assert!(stdout.contains("cannot be read") && !is_chinese(&stdout), "{stdout}");
}
