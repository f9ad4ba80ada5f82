//! `pickray diagnose`: its exit status, its JSON, its words, and what it says of a text that lacks something.

use crate::*;
use std::io::Write;
use std::process::Stdio;

const FLIPPED: &str = include_str!("../data/diagnose/007.txt");
const RIGHT: &str = include_str!("../data/diagnose/000.txt");

/// Runs the command with a text as its input.
fn piped(desk: &Workdir, arguments: &[&str], text: &str) -> Ran {
    let mut command = desk.command(arguments);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("written");
    Ran::of(child.wait_with_output().expect("it ends"))
}

#[test]
fn a_mistake_is_named_with_both_rays_and_what_was_understood() {
    let desk = Workdir::with(&[("numbers.txt", FLIPPED)]);
    let found = desk.json("diagnose numbers.txt");
    assert_eq!((&found["verdict"], &found["mistakes"]), (&json!("found"), &json!([["y_not_flipped"]])));
    assert_eq!(found["understood"][4]["part"], "projection");
    assert_eq!(found["understood"][4]["by_columns"], false);
    for what in ["given", "right", "angle", "pixels", "view", "convention"] {
        assert!(!found[what].is_null(), "{what}");
    }
    let words = ["perspective", "y not flipped", "wrong: y = floor(cursor y) + ½", "row by row"];
    desk.done("diagnose numbers.txt").tells(&words);
}

#[test]
fn the_status_is_0_for_a_right_ray_1_for_an_unknown_one_and_2_for_a_text_without_one() {
    let desk = Workdir::new();
    let ran = piped(&desk, &["diagnose", "-", "--json"], RIGHT);
    assert_eq!((ran.status, &ran.json()["verdict"]), (Some(0), &json!("right")));

    let (before, _) = FLIPPED.split_once("ray direction").expect("a ray");
    desk.write("other.txt", &format!("{before}direction 0.1234567 0.7654321 0.3141592\n"));
    let ran = desk.run("diagnose other.txt --json");
    assert_eq!((ran.status, &ran.json()["verdict"]), (Some(1), &json!("unknown")));
    assert_eq!(ran.json()["nearest"].as_array().map(Vec::len), Some(3));

    desk.write("half.txt", before);
    desk.refuses("diagnose ", &[("half.txt", "Missing: direction of the ray"), ("nowhere.txt", "")]);
}

#[test]
fn what_is_longer_than_32_kib_is_refused_in_one_line_from_a_file_and_from_a_pipe() {
    let desk = Workdir::new();
    let text = |length: usize| RIGHT.to_owned() + &" ".repeat(length - RIGHT.len());
    assert_eq!(piped(&desk, &["diagnose", "-"], &text(1 << 15)).status, Some(0), "a text of just that length");
    let long = text((1 << 15) + 1);
    desk.write("long.txt", &long);
    let told = "The text is longer than 32 KiB. Keep the numbers of one click.";
    assert_eq!(desk.refused("diagnose long.txt").stderr, format!("pickray: long.txt: {told}\n"));
    let ran = piped(&desk, &["diagnose", "-"], &long);
    assert_eq!((ran.status, ran.stdout), (Some(2), String::new()));
    assert_eq!(ran.stderr, format!("pickray: stdin: {told}\n"));
    // What lacks something is told of its name, too.
    let told = piped(&desk, &["diagnose", "-"], "1 2 3").stderr;
    assert!(told.starts_with("pickray: stdin: Missing: window size"), "{told}");
}
