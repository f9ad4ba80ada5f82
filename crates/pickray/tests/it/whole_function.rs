//! The function that is offered to copy, run in Rust and Python: it makes the ray of the trace. `tests/release` runs it
//! in C++ and JavaScript.

mod languages;

use languages::{OBJECT, Printing, TOLERANCE, check, expected, folder, run, traces};
use pickray::pick::HitDetails;
use pickray::pick::explain::{CodeComment, CodeLanguage, FunctionEnd, whole_function};
use std::path::PathBuf;
use std::process::Command;

#[test]
fn in_rust_with_glam_it_makes_the_ray_of_the_trace() {
    let (folder, built) = (folder("rust"), std::env::current_exe().expect("this program"));
    let built = built.parent().expect("the folder of what was compiled");
    let is_glam = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with("libglam-") && name.ends_with(".rlib")
    };
    let files = std::fs::read_dir(built).expect("a folder").map(|file| file.expect("a file").path());
    let mut libraries: Vec<_> = files.filter(is_glam).collect();
    // Where there are several the latest is that of this build.
    libraries.sort_by_key(|path| std::fs::metadata(path).and_then(|file| file.modified()).ok());
    let glam = libraries.pop().expect("glam was compiled for this test");
    check(CodeLanguage::Rust, |Printing { name, functions, call, of_triangle }| {
        let source = folder.join(format!("{name}.rs"));
        let numbers = if of_triangle {
            format!("({call}).unwrap()")
        } else {
            format!("({call}).map(|point| point.to_array()).concat()")
        };
        let text = format!(
            "{functions}\nfn main() {{\n    for it in {numbers} {{\n        println!(\"{{it:?}}\");\n    }}\n}}\n"
        );
        std::fs::write(&source, text).expect("a file");
        let program = source.with_extension("out");
        let mut compiler = Command::new("rustc");
        compiler.args(["--edition", "2024", "-D", "warnings", "-o"]).arg(&program).arg("-L").arg(built);
        compiler.arg("--extern").arg(format!("glam={}", glam.display())).arg(&source);
        run(&mut compiler, "Rust");
        run(&mut Command::new(&program), "Rust")
    });
}

#[test]
fn in_python_with_numpy_it_makes_the_ray_of_the_trace() {
    let folder = folder("python");
    // The first python may be one that Debian's packages are not for.
    let ran = |python: &str| Command::new(python).args(["-c", "import numpy"]).output();
    let has_numpy = |python: &&str| ran(python).is_ok_and(|ran| ran.status.success());
    let python = ["python3", "/usr/bin/python3"].into_iter().find(has_numpy);
    let python = python.expect("no python3 has NumPy: install python3-numpy, or run scripts/test");
    check(CodeLanguage::Python, |Printing { name, functions, call, of_triangle }| {
        let source = folder.join(format!("{name}.py"));
        let numbers = if of_triangle { format!("[{call}]") } else { call.to_owned() };
        std::fs::write(&source, format!("{functions}\nfor it in {numbers}:\n    print(*it)\n")).expect("a file");
        run(Command::new(python).arg(&source), "python3-numpy")
    });
}

#[test]
fn the_numbers_below_it_are_those_of_the_trace() {
    let trace = &traces()[0];
    let ray = trace.ray.as_ref().expect("a ray");
    let hit = trace.hit.as_ref().expect("a hit");
    let [near, far] = expected(trace);
    for language in CodeLanguage::ALL {
        let end = FunctionEnd::Ray(Some(OBJECT));
        let text = whole_function(trace, end, language, &ToString::to_string).expect("a ray");
        let line = |name: &str| {
            let lines = text.lines().map(|line| line.trim_start_matches(['/', '#', ' ']));
            let line = lines.into_iter().filter_map(|line| line.strip_prefix(name)).next_back().expect(name).to_owned();
            let numbers = line.split([' ', ',']).filter_map(|word| word.parse().ok()).collect::<Vec<f64>>();
            assert!(!numbers.is_empty(), "{line}");
            numbers
        };
        let is = |name: &str, expected: &[f64]| {
            for (number, expected) in line(name).into_iter().zip(expected) {
                assert!((number - expected).abs() <= TOLERANCE * expected.abs().max(1.0), "{name} {number} {expected}");
            }
        };
        is("window ", &trace.window.to_array());
        is("NDC ", &ray.near.ndc.truncate().to_array());
        is("world ", &[ray.near.world.to_array(), ray.far.world.to_array()].concat());
        is("object ", &[near.to_array(), far.to_array()].concat());
        let text = whole_function(trace, FunctionEnd::Triangle(hit), language, &ToString::to_string).expect("a ray");
        let last = text.lines().next_back().expect("a line");
        assert!(last.ends_with(&format!("hit    t {:?}   u {:?}   v {:?}", hit.t, hit.u, hit.v)), "{last}");
    }
}

#[test]
fn each_comment_of_the_functions_is_in_the_words_that_are_given() {
    let said = |comment: &CodeComment| if *comment == CodeComment::ThisPick { "§§" } else { "§" }.to_owned();
    for trace in traces() {
        let hit = trace.hit.as_ref().expect("a hit");
        for language in CodeLanguage::ALL {
            let text = whole_function(&trace, FunctionEnd::Triangle(hit), language, &said).expect("a ray");
            let mark = if language == CodeLanguage::Python { "# " } else { "// " };
            let (functions, numbers) = text.split_once(&format!("\n{mark}§§\n")).expect("the numbers of the pick");
            let comments = functions.lines().filter_map(|line| Some(line.split_once(mark)?.1));
            let others: Vec<_> = comments.filter(|words| *words != "§").collect();
            assert!(others.is_empty(), "{}: {others:?}", language.name());
            assert_eq!(numbers.lines().filter(|line| line.ends_with('§')).count(), 5, "{numbers}");
        }
    }
}

#[test]
fn a_triangle_of_an_object_that_the_trace_has_not_asked_has_no_function() {
    let trace = &traces()[0];
    let mut hit = trace.hit.clone().expect("a hit");
    let function =
        |hit: &HitDetails| whole_function(trace, FunctionEnd::Triangle(hit), CodeLanguage::Cpp, &ToString::to_string);
    assert!(function(&hit).is_some());
    hit.object = 7;
    assert_eq!(function(&hit), None);
}
