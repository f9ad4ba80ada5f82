//! Behaviour of the program, and rules of the repository: one binary, one module a subject.
#![cfg_attr(not(unix), allow(unused_imports, dead_code, reason = "tests of what Unix alone has are left out"))]

mod circles;
mod claims;
mod cli;
mod cli_bench;
mod cli_collide;
mod cli_convert;
mod cli_diagnose;
mod cli_language;
mod cli_learn;
mod cli_measure;
mod cli_no_display;
mod cli_select;
mod cli_shells;
mod cli_up_axis;
mod data;
mod documents;
mod formulas;
mod fuzzed;
mod gltf_scenes;
mod hostile_files;
mod layers;
mod lessons;
mod outputs;
mod record;
mod release;
mod texts;
mod workdir;
