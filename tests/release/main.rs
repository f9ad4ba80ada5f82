//! The function that is offered to copy, run in C++ and JavaScript: it makes the ray of the trace.

#[path = "../../crates/pickray/tests/it/whole_function/languages.rs"]
mod languages;

use languages::{Printing, check, folder, run};
use pickray::pick::explain::CodeLanguage;
use std::path::Path;
use std::process::Command;

#[test]
fn in_cpp_with_glm_it_makes_the_ray_of_the_trace() {
    let folder = folder("cpp");
    check(CodeLanguage::Cpp, |Printing { name, functions, call, of_triangle }| {
        let source = folder.join(format!("{name}.cpp"));
        let (value, print) = if of_triangle {
            (".value()", "std::printf(\"%.17g \", it)")
        } else {
            ("", "std::printf(\"%.17g %.17g %.17g \", it.x, it.y, it.z)")
        };
        let text = format!(
            "#include <cstdio>\n{functions}\nint main() {{\n    auto found = {call};\n    \
             for (auto it : found{value})\n        {print};\n}}\n"
        );
        std::fs::write(&source, text).expect("a file");
        let program = source.with_extension("out");
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++17", "-Wall", "-Werror", "-o"]).arg(&program).arg(&source);
        run(&mut compiler, "g++ and libglm-dev");
        run(&mut Command::new(&program), "g++")
    });
}

#[test]
fn in_javascript_with_three_js_it_makes_the_ray_of_the_trace() {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("three/node_modules");
    assert!(packages.join("three").is_dir(), "three.js is missing: run `npm ci` in tests/release/three");
    // Below the packages, where node looks for them.
    let folder = packages.join(".cache");
    std::fs::create_dir_all(&folder).expect("a folder");
    check(CodeLanguage::JavaScript, |Printing { name, functions, call, .. }| {
        let source = folder.join(format!("{name}.mjs"));
        let text = format!("{functions}\nfor (const it of {call}) console.log(...(it.isVector3 ? it : [it]));\n");
        std::fs::write(&source, text).expect("a file");
        run(Command::new("node").arg(&source), "nodejs and npm")
    });
}
